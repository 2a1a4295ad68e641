// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "app/edits/editor.h"

#include "app/edits/edit_dialog.h"
#include "core/fx/rules/rule_file.h"
#include "core/support/text.h"
#include "views/support/text.h"

#include <QAction>
#include <QFileDialog>
#include <QSaveFile>
#include <QUndoCommand>
#include <QUndoGroup>
#include <QUndoStack>

#include <array>

namespace sidelight::app {
namespace {

constexpr std::array kNodeActs{Act::RenameNode, Act::ChangeNode, Act::InsertBefore, Act::InsertAfter, Act::EraseNode,
    Act::BypassNode, Act::MoveEarlier, Act::MoveLater};

/// Where edits of what one side shows are made: behind the pass that is shown.
session::EditPlace editPlace(const ModelSession& session, Side side)
{
    const Place place = placeOf(*session.document(), side, session.position());
    return {side == Side::Onnx, place.kind == Place::Kind::Initial ? 0 : place.record + 1};
}

/// One edit, or several that belong together.
class EditCommand final : public QUndoCommand
{
public:
    EditCommand(ModelSession& session, session::EditedPipeline edited, bool isOnnx, std::optional<ModelSession::Link> link, const QString& text)
        : QUndoCommand(text), session_(session), before_(session.options()), after_(before_), from_(session.position()), link_(std::move(link))
    {
        after_.pipeline = std::make_shared<const session::Pipeline>(std::move(edited.pipeline));
        after_.skippedPasses.clear(); // They are switched off in the pipeline.
        after_.preset.clear();
        after_.until.reset();
        const std::size_t fxRecords = isOnnx ? session.document()->fx.records.size() : 0;
        item_ = fxRecords + edited.record + 1;
    }
    /// Whether the passes are still as this edit left them (or found them, once it is undone): nobody changed them elsewhere.
    [[nodiscard]] bool isCurrent(bool isDone) const { return session_.options().pipeline == (isDone ? after_ : before_).pipeline; }
    void redo() override { session_.rerun(after_, {item_, std::nullopt, link_}); }
    void undo() override { session_.rerun(before_, {from_.item, from_.change, link_}); }

private:
    ModelSession& session_;
    session::OpenOptions before_;
    session::OpenOptions after_;
    views::Position from_;
    std::size_t item_ = 0;
    std::optional<ModelSession::Link> link_;
};

} // namespace

Editor::Editor(const Actions& actions, QWidget* window)
    : QObject(window), actions_(actions), window_(window), palette_(&views::lightPalette()), stacks_(new QUndoGroup(this))
{
    connectActions();
    followSelection();
}

EditDialog* Editor::dialog() const { return dialog_; }

void Editor::connectActions()
{
    const auto on = [this](Act act, auto run) { connect(actions_[act], &QAction::triggered, this, run); };
    on(Act::RenameNode, [this] { ask(static_cast<int>(EditDialog::Task::Rename)); });
    on(Act::ChangeNode, [this] { ask(static_cast<int>(EditDialog::Task::Set)); });
    on(Act::InsertBefore, [this] { ask(static_cast<int>(EditDialog::Task::InsertBefore)); });
    on(Act::InsertAfter, [this] { ask(static_cast<int>(EditDialog::Task::InsertAfter)); });
    on(Act::EraseNode, [this] { erase(); });
    on(Act::BypassNode, [this] { bypass(); });
    on(Act::MoveEarlier, [this] { move(false); });
    on(Act::MoveLater, [this] { move(true); });
    on(Act::SaveEdits, [this] { saveByDialog(); });
    on(Act::Undo, [this] { goBack(false); });
    on(Act::Redo, [this] { goBack(true); });
    connect(stacks_, &QUndoGroup::canUndoChanged, this, &Editor::followSelection);
    connect(stacks_, &QUndoGroup::canRedoChanged, this, &Editor::followSelection);
    connect(stacks_, &QUndoGroup::activeStackChanged, this, &Editor::followSelection);
}

void Editor::goBack(bool isRedo)
{
    QUndoStack* stack = stacks_->activeStack();
    const int at = stack ? stack->index() - (isRedo ? 0 : 1) : -1;
    if (at < 0 || at >= stack->count())
        return;
    if (!static_cast<const EditCommand*>(stack->command(at))->isCurrent(!isRedo)) {
        stack->clear();
        emit said(tr("The passes were changed since this edit: change it in the options of manual-edits in the Passes panel"));
        return;
    }
    isRedo ? stack->redo() : stack->undo();
}

void Editor::setSession(ModelSession* session)
{
    session_ = session;
    stacks_->setActiveStack(session ? stack() : nullptr);
    followSelection();
}

QUndoStack* Editor::stack()
{
    auto* found = session_->findChild<QUndoStack*>(QString(), Qt::FindDirectChildrenOnly);
    if (found)
        return found;
    auto* made = new QUndoStack(session_);
    stacks_->addStack(made);
    return made;
}

void Editor::followSelection()
{
    const bool isReady = session_ && session_->state() == ModelSession::State::Ready && session_->document() && !session_->isBody();
    bool isSelected = false;
    if (isReady) {
        const ModelSession::Link& link = session_->link();
        isSelected = (link.origin == Side::Fx ? link.fx : link.onnx).size() == 1;
    }
    for (const Act act : kNodeActs)
        actions_[act]->setEnabled(isSelected);
    actions_[Act::Undo]->setEnabled(isReady && stacks_->canUndo());
    actions_[Act::Redo]->setEnabled(isReady && stacks_->canRedo());
    actions_[Act::SaveEdits]->setEnabled(
        isReady && session_->options().pipeline && !session::editsOf(*session_->options().pipeline, false).empty());
}

std::optional<EditedNode> Editor::selected()
{
    if (!session_ || session_->state() != ModelSession::State::Ready || session_->isBody())
        return std::nullopt;
    const ModelSession::Link& link = session_->link();
    const std::set<NodePath>& paths = link.origin == Side::Fx ? link.fx : link.onnx;
    if (paths.size() != 1 || paths.begin()->nodes.empty()) {
        emit said(tr("Select one node first"));
        return std::nullopt;
    }
    auto node = editedNode(*session_->document(), editPlace(*session_, link.origin), paths.begin()->leaf());
    if (!node)
        emit said(tr("The node is not there any more at the end of this pass, behind which edits are made; step to where it is"));
    return node;
}

QString Editor::apply(const session::EditPlace& place, const std::vector<std::string>& lines, NodeId id)
{
    const std::string text = support::join(lines, "\n");
    if (const Status status = session::tryEdits(*session_->document(), place, text); !status)
        return views::shown(status.error().message);
    std::optional<ModelSession::Link> link;
    if (id != kNoNode)
        link = session_->link();
    stack()->push(new EditCommand(*session_, session::withEdit(*session_->document(), place, text), place.isOnnx, std::move(link), views::shown(lines.front())));
    emit said(tr("Edited: %1").arg(views::shown(lines.front())));
    return {};
}

QString Editor::apply(Side side, const QString& line)
{
    return session_ && session_->document() ? apply(editPlace(*session_, side), {views::utf8(line)}, kNoNode) : tr("Nothing is open.");
}

void Editor::applyAndTell(const EditedNode& node, const ir::Edit& edit)
{
    const bool isGone = edit.kind == ir::Edit::Kind::Erase || edit.kind == ir::Edit::Kind::Bypass;
    if (const QString why = apply(node.place, {editLine(node, edit)}, isGone ? kNoNode : node.id); !why.isEmpty())
        emit said(why);
}

void Editor::ask(int task)
{
    const auto node = selected();
    if (!node || dialog_)
        return;
    const auto kind = static_cast<EditDialog::Task>(task);
    if (kind == EditDialog::Task::Set && node->call.empty()) {
        emit said(tr("%1 is no call: it can be renamed, and others can be put beside it").arg(views::shown(node->name)));
        return;
    }
    dialog_ = new EditDialog(
        kind, session_->document(), *node,
        [this, place = node->place, id = node->id](const std::vector<std::string>& lines) { return apply(place, lines, id); }, *palette_, window_);
    dialog_->setAttribute(Qt::WA_DeleteOnClose);
    dialog_->open();
}

void Editor::erase()
{
    if (const auto node = selected())
        applyAndTell(*node, {.kind = ir::Edit::Kind::Erase});
}

void Editor::bypass()
{
    if (const auto node = selected())
        applyAndTell(*node, {.kind = ir::Edit::Kind::Bypass});
}

void Editor::move(bool isLater)
{
    const auto node = selected();
    if (!node)
        return;
    ir::Edit edit;
    edit.kind = ir::Edit::Kind::Move;
    edit.other = isLater ? node->next : node->previous;
    edit.after = isLater;
    if (edit.other.empty())
        emit said(tr("It stands at the end already"));
    else
        applyAndTell(*node, edit);
}

void Editor::saveByDialog()
{
    const QString path = QFileDialog::getSaveFileName(window_, tr("Save edits"), QStringLiteral("edits.rules"), tr("Rule files (*.rules);;All files (*)"));
    if (!path.isEmpty())
        save(path);
}

void Editor::save(const QString& path)
{
    if (!session_ || !session_->options().pipeline)
        return;
    const std::string text = fx::rulesOfEdits("edits", session::editsOf(*session_->options().pipeline, false));
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(text.data(), static_cast<qint64>(text.size())) < 0 || !file.commit()) {
        emit said(tr("%1 could not be written: %2").arg(path, file.errorString()));
        return;
    }
    emit said(tr("Saved %1").arg(path));
}

} // namespace sidelight::app
