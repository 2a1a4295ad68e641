// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/support/palette.h"

#include <QWidget>

class QLabel;

namespace sidelight::views {

class GraphView;

/// A graph with its title, what it shows, and where in the module tree the selection is.
class GraphPane final : public QWidget
{
    Q_OBJECT

public:
    explicit GraphPane(const QString& title, QWidget* parent = nullptr);

    void setColors(const Palette& palette);
    void setTitle(const QString& title);
    void setNote(const QString& note);
    [[nodiscard]] GraphView* view() const { return view_; }
    [[nodiscard]] QString note() const;
    [[nodiscard]] QString trail() const;

private:
    void followSelection();

    QLabel* title_;
    QLabel* note_;
    QLabel* trail_;
    GraphView* view_;
};

/// "model › layers.0 › attn" for the frames around a box.
QString trailOf(const GraphView& view);

} // namespace sidelight::views
