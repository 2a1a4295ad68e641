// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "app/command_palette.h"

#include "views/support/fonts.h"
#include "views/support/text.h"

#include <QAction>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QScrollBar>
#include <QTableWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace sidelight::app {
namespace {

constexpr int kEntryRole = Qt::UserRole; ///< Index of the entry; -1 looks for nodes.

/// All words of `typed` occur.
bool isMatch(const QString& text, const QStringList& words)
{
    return std::ranges::all_of(
        words, [&](const QString& word) { return text.contains(word, Qt::CaseInsensitive); });
}

QString keysOf(const QAction& action)
{
    return action.shortcut().toString(QKeySequence::NativeText);
}

} // namespace

QString plainText(const QAction& action)
{
    return views::withoutMnemonicMark(action.text());
}

CommandPalette::CommandPalette(const QList<QAction*>& actions, QWidget* parent)
    : QDialog(parent), field_(new QLineEdit(this)), list_(new QListWidget(this))
{
    setWindowTitle(tr("Commands"));
    setMinimumSize(520, 380);
    for (QAction* action : actions)
        entries_.push_back({action, plainText(*action)});
    std::ranges::stable_sort(
        entries_, [](const Entry& a, const Entry& b) { return a.text.localeAwareCompare(b.text) < 0; });
    field_->setAccessibleName(tr("Command or node"));
    field_->setPlaceholderText(tr("Command or node"));
    field_->setFont(views::wordFont(14));
    field_->installEventFilter(this);
    list_->setAccessibleName(tr("Commands"));
    list_->setFont(views::wordFont(13));
    list_->setFrameShape(QFrame::NoFrame);
    list_->setFocusPolicy(Qt::NoFocus);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(field_);
    layout->addWidget(list_, 1);
    field_->setFocus();
    connect(field_, &QLineEdit::textChanged, this, &CommandPalette::follow);
    connect(field_, &QLineEdit::returnPressed, this, &CommandPalette::runCurrent);
    connect(list_, &QListWidget::itemClicked, this, &CommandPalette::runCurrent);
    follow();
}

QStringList CommandPalette::shownTexts() const
{
    QStringList texts;
    for (int row = 0; row < list_->count(); ++row)
        texts << list_->item(row)->text();
    return texts;
}

void CommandPalette::follow()
{
    list_->clear();
    const QString typed = field_->text().trimmed();
    const QStringList words = typed.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    for (std::size_t i = 0; i < entries_.size(); ++i) {
        const Entry& entry = entries_[i];
        if (!entry.action || !entry.action->isEnabled() || !entry.action->isVisible() || !isMatch(entry.text, words))
            continue;
        const QString keys = keysOf(*entry.action);
        auto* item = new QListWidgetItem(
            keys.isEmpty() ? entry.text : QStringLiteral("%1    %2").arg(entry.text, keys), list_);
        item->setData(kEntryRole, static_cast<int>(i));
        item->setToolTip(entry.action->statusTip());
    }
    if (!typed.isEmpty()) {
        auto* item = new QListWidgetItem(tr("Find nodes: %1").arg(views::shown(views::utf8(typed))), list_);
        item->setData(kEntryRole, -1);
    }
    list_->setCurrentRow(0);
}

void CommandPalette::runCurrent()
{
    const QListWidgetItem* item = list_->currentItem();
    if (!item)
        return;
    const int entry = item->data(kEntryRole).toInt();
    const QString typed = field_->text().trimmed();
    accept();
    if (entry < 0)
        emit nodesWanted(typed);
    else if (QAction* action = entries_[static_cast<std::size_t>(entry)].action)
        action->trigger();
}

bool CommandPalette::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        const int step = key == Qt::Key_Down ? 1 : key == Qt::Key_Up ? -1 : 0;
        if (step != 0 && list_->count() > 0) {
            list_->setCurrentRow((list_->currentRow() + step + list_->count()) % list_->count());
            return true;
        }
    }
    return QDialog::eventFilter(watched, event);
}

ShortcutSheet::ShortcutSheet(const QList<QAction*>& actions, QWidget* parent) : QDialog(parent)
{
    setWindowTitle(tr("Shortcuts"));
    setMinimumSize(680, 560);
    auto* table = new QTableWidget(0, 3, this);
    table->setAccessibleName(tr("Shortcuts"));
    table->setFont(views::wordFont(12));
    table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    table->setShowGrid(false);
    table->setFrameShape(QFrame::NoFrame);
    table->verticalHeader()->hide();
    table->setHorizontalHeaderLabels({tr("Keys"), tr("Command"), tr("What it does")});
    for (const QAction* action : actions) {
        if (action->shortcuts().isEmpty() || action->shortcut().isEmpty())
            continue;
        QStringList keys;
        for (const QKeySequence& one : action->shortcuts())
            keys << one.toString(QKeySequence::NativeText);
        keys.removeDuplicates();
        const int row = table->rowCount();
        table->insertRow(row);
        table->setItem(row, 0, new QTableWidgetItem(keys.join(QStringLiteral(", "))));
        table->setItem(row, 1, new QTableWidgetItem(plainText(*action)));
        table->setItem(row, 2, new QTableWidgetItem(action->statusTip()));
    }
    table->resizeColumnsToContents();
    const int widths = table->horizontalHeader()->length();
    table->horizontalHeader()->setStretchLastSection(true);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(table);
    // As wide as its longest line, so that nothing is read by scrolling sideways.
    constexpr int kRoom = 8;
    const QMargins margins = layout->contentsMargins();
    const int wanted = widths + table->verticalScrollBar()->sizeHint().width() +
                       margins.left() + margins.right() + kRoom;
    resize(std::max(minimumWidth(), parent ? std::min(wanted, parent->width()) : wanted), 640);
}

int ShortcutSheet::rowCount() const
{
    return findChild<QTableWidget*>()->rowCount();
}

} // namespace sidelight::app
