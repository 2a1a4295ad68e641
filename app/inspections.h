// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/shown_graph.h"
#include "app/verification.h"
#include "core/display/inspect.h"

#include <QColor>

#include <memory>
#include <set>
#include <utility>

namespace sidelight::app {

struct InspectionRequest
{
    std::shared_ptr<const session::Document> document;
    views::Position position;
    Side side = Side::Fx;
    std::set<NodePath> selection;
    std::shared_ptr<const display::LaidOutGraph> fx;
    std::shared_ptr<const display::LaidOutGraph> onnx;
};

/// A value: its type, the node that makes it, and all that read it.
display::Inspection inspectEdge(const InspectionRequest& request, const display::DisplayEdge& edge);

/// Puts what a verification found first, where the model or one of its outputs is inspected.
void addVerification(
    display::Inspection& inspection, const InspectionRequest& request, const runtime::VerifyReport& report);

/// What the inspector shows of a selection, and the colour of its chip: one node, several, a module, or the model when
/// nothing is selected.
std::pair<display::Inspection, QColor> makeInspection(const InspectionRequest& request);

} // namespace sidelight::app
