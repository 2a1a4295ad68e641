// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/actions.h"
#include "app/model_session.h"
#include "views/support/palette.h"

#ifndef Q_MOC_RUN
#include "app/edits/edit_words.h"
#endif

#include <QObject>
#include <QPointer>

class QUndoGroup;
class QUndoStack;
class QWidget;

namespace sidelight::app {

class EditDialog;

/// Edits of the current model by hand: each is a line of the pass of manual edits behind the pass that is shown; the passes from there on run again. One undo
/// stack for each model.
class Editor final : public QObject
{
    Q_OBJECT

public:
    Editor(const Actions& actions, QWidget* window);

    void setSession(ModelSession* session);
    void setColors(const views::Palette& palette) { palette_ = &palette; }
    /// Makes edits, to be undone as one; `id` is the node that stays selected. Returns why not, or nothing when they were made.
    QString apply(const session::EditPlace& place, const std::vector<std::string>& lines, NodeId id);
    /// Makes the edit of this line on what one side shows.
    QString apply(Side side, const QString& line);
    /// Writes the edits that ran as a rule file.
    void save(const QString& path);
    /// The dialog that is open, if any.
    [[nodiscard]] EditDialog* dialog() const;
    /// Switches the actions on and off.
    void followSelection();

signals:
    void said(const QString& text);

private:
    void connectActions();
    void ask(int task);
    void erase();
    void bypass();
    void move(bool isLater);
    void saveByDialog();
    /// Takes the last edit back, or makes it again; not over changes of the pipeline that were made elsewhere.
    void goBack(bool isRedo);
    void applyAndTell(const EditedNode& node, const ir::Edit& edit);
    /// The selected node where edits are made; tells why when there is none.
    [[nodiscard]] std::optional<EditedNode> selected();
    [[nodiscard]] QUndoStack* stack();

    const Actions& actions_;
    QWidget* window_;
    const views::Palette* palette_;
    ModelSession* session_ = nullptr;
    QUndoGroup* stacks_;
    QPointer<EditDialog> dialog_;
};

} // namespace sidelight::app
