// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/display/inspect.h"
#include "core/runtime/verify.h"
#include "core/session/document.h"

#include <functional>
#include <memory>
#include <stop_token>
#include <string_view>

namespace sidelight::app {

struct VerificationProgress
{
    std::stop_token stop;
    std::function<void(std::string_view stage)> tell; ///< "exporting", "evaluating"; may be empty.
};

/// Exports the document to a scratch folder, runs it in ONNX Runtime on the file's sample inputs and compares every
/// output with PyTorch's. The evaluator's process lives as long as the call.
Result<runtime::VerifyReport> verifyDocument(const session::Document& document, const VerificationProgress& progress);

/// "equal, max abs 3e-08, max ulp 2" or "differs, …".
std::string describe(const runtime::VerifiedOutput& output);
/// The outputs for the inspector; of one name, unless that is empty.
display::InspectorSection verificationSection(const runtime::VerifyReport& report, std::string_view output = {});

} // namespace sidelight::app
