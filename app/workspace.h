// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/support/fonts.h"

#include <QObject>
#include <QThread>
#include <QThreadPool>

#include <memory>

namespace sidelight::app {

/// Where work runs: a general pool, and one thread for layout, because Graphviz is not thread-safe. Waits for both at
/// the end.
class Workspace final : public QObject
{
    Q_OBJECT

public:
    explicit Workspace(QObject* parent = nullptr);
    ~Workspace() override;

    [[nodiscard]] QThreadPool& general() { return general_; }
    [[nodiscard]] QThreadPool& layout() { return layout_; }
    /// Widths of text for layout; shared by all threads.
    [[nodiscard]] std::shared_ptr<const views::FontTextMeasure> measure() const { return measure_; }

private:
    QThreadPool general_;
    QThreadPool layout_;
    std::shared_ptr<const views::FontTextMeasure> measure_;
};

} // namespace sidelight::app
