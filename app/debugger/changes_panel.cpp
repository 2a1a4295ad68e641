// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "app/debugger/changes_panel.h"

#include "app/actions.h"
#include "app/debugger/change_places.h"
#include "core/session/breakpoint.h"
#include "views/support/action_button.h"
#include "views/support/fonts.h"
#include "views/support/in_every_language.h"
#include "views/support/text.h"

#include <QHBoxLayout>
#include <QLineEdit>
#include <QTableView>

namespace sidelight::app {
namespace {

/// The changes of strip item `item`.
std::vector<session::ChangeText> textsOf(const session::Document& document, std::size_t item)
{
    const std::size_t fxRecords = document.fx.records.size();
    if (item == 0)
        return {};
    if (item <= fxRecords)
        return session::describeChanges(document.fx.before(item - 1), document.fx.records[item - 1]);
    const std::size_t record = item - 1 - fxRecords;
    if (record >= document.onnx.records.size())
        return {};
    const bool isLowering = record == 0 && document.hasProgram();
    return session::describeChanges(document.onnx.before(record), document.onnx.records[record],
        isLowering ? &document.program() : nullptr);
}

} // namespace

ChangesPanel::ChangesPanel(Workspace& workspace, const Actions& actions, QWidget* parent)
    : SessionPanel(workspace, parent), stopField_(new QLineEdit(this))
{
    stopField_->setObjectName(QStringLiteral("findField"));
    stopField_->setFont(views::codeFont(12));
    stopField_->setFixedHeight(26);
    stopField_->setClearButtonEnabled(true);
    bar()->addWidget(stopField_, 1);
    for (const Act act : {Act::NextStop, Act::PreviousStop, Act::RunToNode}) {
        buttons_.push_back(new views::ActionButton(actions[act], views::ActionButton::Kind::Plain, this));
        bar()->addWidget(buttons_.back());
    }
    connect(stopField_, &QLineEdit::returnPressed, this, [this] { goToStop(false); });
    connect(this, &RowsPanel::rowActivated, this, &ChangesPanel::activate);
    views::inEveryLanguage(this, [this] {
        setAccessibleName(tr("Changes of the pass"));
        table()->setAccessibleName(tr("Changes of the pass"));
        stopField_->setAccessibleName(tr("Where to stop"));
        stopField_->setPlaceholderText(tr("Stop at   op:relu_ and module:layer1   node:%add_3   pass:functionalize   rule:FXE0015   code:views.cpp"));
        setTitles({tr("No."), tr("Change"), tr("Node"), tr("Before"), tr("After"), tr("Made for"), tr("Code")});
        shownDocument_ = nullptr;
    });
}

void ChangesPanel::setButtonColors(const views::Palette& palette)
{
    setColors(palette);
    for (views::ActionButton* button : buttons_)
        button->setColors(palette);
}

void ChangesPanel::refresh()
{
    const auto shown = document();
    if (!shown) {
        shownDocument_ = nullptr;
        setRows({}, tr("Nothing is open."));
        return;
    }
    const views::Position position = session()->position();
    if (shown == shownDocument_ && position.item == shownItem_) {
        setCurrent(static_cast<int>(position.change) - 1);
        return;
    }
    shownDocument_ = shown;
    shownItem_ = position.item;
    const auto work = [shown, item = position.item](std::stop_token, const TellProgress&) {
        return std::make_shared<const Texts>(textsOf(*shown, item));
    };
    job_.start(workspace().general(), work, [this](const std::shared_ptr<const Texts>& texts) { fill(*texts); });
}

void ChangesPanel::fill(const Texts& texts)
{
    std::vector<views::TableRow> rows;
    rows.reserve(texts.size());
    for (std::size_t i = 0; i < texts.size(); ++i) {
        const session::ChangeText& text = texts[i];
        const QString kind = text.graph.empty() ? views::shown(text.kind)
                                                : tr("%1 in %2").arg(views::shown(text.kind), views::shown(text.graph));
        rows.push_back({{QString::number(i + 1), kind, views::shown(text.node), views::shown(text.before),
                            views::shown(text.after), views::shown(text.cause), views::shown(text.code)},
            views::TableRow::Tone::Plain, {}});
    }
    const bool isAtEnd = session() && session()->position().item >= session()->passes()->items().size();
    setRows(std::move(rows), isAtEnd ? tr("All passes ran. Choose a pass above to see its changes, or name where to stop and press F5.")
                                     : tr("This pass changed nothing."));
    if (session())
        setCurrent(static_cast<int>(session()->position().change) - 1);
}

void ChangesPanel::activate(int row)
{
    if (session())
        session()->goTo({shownItem_, static_cast<std::size_t>(row) + 1});
}

void ChangesPanel::goToStop(bool isBackward)
{
    const auto at = document();
    if (!at)
        return;
    const auto stop = session::Breakpoint::parse(views::utf8(stopField_->text()));
    if (!stop) {
        emit said(views::shown(stop.error().message));
        stopField_->setFocus(Qt::ShortcutFocusReason);
        return;
    }
    auto place = stop->next(*at, placeOfPosition(*at, session()->position()), isBackward);
    // A model opens with all passes done: the first run begins at the beginning.
    if (!place && !isBackward && session()->position().item >= session()->passes()->items().size())
        place = stop->next(*at, {});
    if (place)
        session()->goTo(positionOfPlace(*at, *place));
    else
        emit said(isBackward ? tr("No change before this one: %1").arg(stopField_->text())
                             : tr("No change after this one: %1").arg(stopField_->text()));
}

void ChangesPanel::toggleStop(const QString& name)
{
    const QString word = QStringLiteral("node:%") + name;
    QStringList stops = stopField_->text().split(QStringLiteral(" or "), Qt::SkipEmptyParts);
    if (stops.removeAll(word) == 0)
        stops << word;
    stopField_->setText(stops.join(QStringLiteral(" or ")));
    emit said(stops.contains(word) ? tr("Stops at changes of %1 (F5 runs there)").arg(name) : tr("Stops no more at %1").arg(name));
}

} // namespace sidelight::app
