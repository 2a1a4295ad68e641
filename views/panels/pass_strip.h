// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/models/position.h"
#include "views/support/palette.h"

#include <QPointer>
#include <QWidget>

class QLabel;
class QListView;
class QSlider;

namespace sidelight::views {

class PassModel;

/// The passes of both graphs as a row of cards, and the position inside the current one.
class PassStrip final : public QWidget
{
    Q_OBJECT

public:
    explicit PassStrip(QWidget* parent = nullptr);

    void setModel(PassModel* model);

    void setColors(const Palette& palette);
    [[nodiscard]] QListView* list() const { return list_; }
    [[nodiscard]] QSlider* slider() const { return slider_; }

signals:
    void itemActivated(std::size_t item);
    /// The slider over all changes was moved.
    void positionSought(const sidelight::views::Position& position);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void fitNames();
    void followPosition();

    QPointer<PassModel> model_;
    QListView* list_;
    QLabel* where_;
    QSlider* slider_;
};

} // namespace sidelight::views
