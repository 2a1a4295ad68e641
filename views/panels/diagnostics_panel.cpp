// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "views/panels/diagnostics_panel.h"

#include "views/support/fonts.h"
#include "views/support/in_every_language.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

namespace sidelight::views {
namespace {

/// Shape and colour of a level: square for errors, triangle for warnings, disc for notes.
void paintLevel(QPainter* painter, const QPointF& c, Level level, const Palette& p)
{
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(Qt::NoPen);
    if (level == Level::Error) {
        painter->setBrush(p.error);
        painter->drawRoundedRect(QRectF(c.x() - 4.5, c.y() - 4.5, 9, 9), 1.5, 1.5);
    } else if (level == Level::Warning) {
        painter->setBrush(p.warning);
        const QPointF triangle[] = {c + QPointF(0, -5), c + QPointF(5.5, 4.5), c + QPointF(-5.5, 4.5)};
        painter->drawPolygon(triangle, 3);
    } else {
        painter->setBrush(p.note);
        painter->drawEllipse(c, 4, 4);
    }
}

class DiagnosticDelegate final : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    const Palette* colors = &lightPalette();

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        const Palette& p = *colors;
        painter->save();
        if (option.state.testFlag(QStyle::State_Selected))
            painter->fillRect(option.rect, p.hover);
        const int column = index.column();
        if (column == DiagnosticModel::LevelColumn) {
            const auto level = static_cast<Level>(index.data(DiagnosticModel::LevelRole).toInt());
            paintLevel(painter, QRectF(option.rect).center() + QPointF(4, 0), level, p);
        } else {
            const bool isCode = column != DiagnosticModel::NameColumn && column != DiagnosticModel::MessageColumn;
            const bool isQuiet = column == DiagnosticModel::NameColumn || column == DiagnosticModel::SourceColumn;
            const QFont font = isCode ? codeFont(12) : wordFont(12);
            painter->setFont(font);
            painter->setPen(column == DiagnosticModel::NodeColumn ? p.accent : isQuiet ? p.secondaryText : p.text);
            const QRect text = option.rect.adjusted(6, 0, -8, 0);
            const int side = column == DiagnosticModel::SourceColumn ? Qt::AlignRight : Qt::AlignLeft;
            const auto cut = column == DiagnosticModel::NodeColumn || column == DiagnosticModel::SourceColumn
                                 ? Qt::ElideMiddle
                                 : Qt::ElideRight;
            const QString line = QFontMetrics(font).elidedText(index.data().toString(), cut, text.width());
            painter->drawText(text, side | int{Qt::AlignVCenter}, line);
        }
        painter->restore();
    }
};

} // namespace

DiagnosticsPanel::DiagnosticsPanel(QWidget* parent)
    : QWidget(parent), filter_(new DiagnosticFilter(this)), table_(new QTableView(this)), filterBar_(new QWidget(this)),
      hint_(new QLabel(this))
{
    setObjectName(QStringLiteral("panelBody"));
    setAttribute(Qt::WA_StyledBackground);
    table_->setModel(filter_);
    table_->setItemDelegate(new DiagnosticDelegate(table_));
    table_->setSelectionBehavior(QAbstractItemView::SelectRows);
    table_->setSelectionMode(QAbstractItemView::SingleSelection);
    table_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table_->setShowGrid(false);
    table_->setSortingEnabled(false);
    table_->setFrameShape(QFrame::NoFrame);
    table_->setTabKeyNavigation(false);
    table_->setWordWrap(false);
    table_->verticalHeader()->hide();
    table_->verticalHeader()->setDefaultSectionSize(26);
    table_->horizontalHeader()->hide();

    auto* levels = new QHBoxLayout(filterBar_);
    levels->setContentsMargins(0, 0, 0, 0);
    levels->setSpacing(6);
    for (const Level level : {Level::Error, Level::Warning, Level::Note})
        addLevelButton(level);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 6, 0, 0);
    layout->addWidget(hint_, 0, Qt::AlignTop);
    layout->addWidget(table_, 1);
    hint_->setObjectName(QStringLiteral("dockNote"));
    hint_->setFont(wordFont(12));
    hint_->setTextFormat(Qt::PlainText);
    hint_->setContentsMargins(16, 8, 16, 8);

    const auto activate = [this](const QModelIndex& index) {
        emit diagnosticActivated(model_->diagnostics()[static_cast<std::size_t>(filter_->mapToSource(index).row())]);
    };
    connect(table_, &QTableView::clicked, this, activate);
    connect(table_, &QTableView::activated, this, activate);
    inEveryLanguage(this, [this] {
        setAccessibleName(tr("Diagnostics"));
        table_->setAccessibleName(tr("Diagnostics"));
        follow();
    });
}

void DiagnosticsPanel::setModel(DiagnosticModel* model)
{
    if (model_)
        model_->disconnect(this);
    model_ = model;
    filter_->setSourceModel(model);
    if (model)
        connect(model, &DiagnosticModel::modelReset, this, &DiagnosticsPanel::follow);
    const int widths[] = {36, 90, 290, 200, 400, 160};
    for (int column = 0; model && column < DiagnosticModel::ColumnCount; ++column)
        table_->setColumnWidth(column, widths[column]);
    table_->horizontalHeader()->setMinimumSectionSize(20);
    if (model)
        table_->horizontalHeader()->setSectionResizeMode(DiagnosticModel::MessageColumn, QHeaderView::Stretch);
    follow();
}

void DiagnosticsPanel::addLevelButton(Level level)
{
    auto* button = new QToolButton(filterBar_);
    button->setObjectName(QStringLiteral("levelButton"));
    button->setCheckable(true);
    button->setChecked(true);
    button->setFont(wordFont(11));
    filterBar_->layout()->addWidget(button);
    levelButtons_.emplace_back(level, button);
    connect(button, &QToolButton::toggled, this, [this, level](bool isOn) { filter_->setShown(level, isOn); });
}

void DiagnosticsPanel::follow()
{
    const bool isEmpty = !model_ || model_->rowCount() == 0;
    hint_->setVisible(isEmpty);
    table_->setVisible(!isEmpty);
    for (const auto& [level, button] : levelButtons_) {
        const int count = model_ ? static_cast<int>(model_->count(level)) : 0;
        button->setText(level == Level::Error     ? tr("%n error(s)", nullptr, count)
                        : level == Level::Warning ? tr("%n warning(s)", nullptr, count)
                                                  : tr("%n note(s)", nullptr, count));
        button->setAccessibleName(level == Level::Error     ? tr("Show errors")
                                  : level == Level::Warning ? tr("Show warnings")
                                                            : tr("Show notes"));
        button->setVisible(model_ && model_->count(level) > 0);
    }
}

void DiagnosticsPanel::setColors(const Palette& palette)
{
    static_cast<DiagnosticDelegate*>(table_->itemDelegate())->colors = &palette;
    table_->viewport()->update();
}

void DiagnosticsPanel::setHint(const QString& hint)
{
    hint_->setText(hint);
}

int DiagnosticsPanel::heightOf(int rows) const
{
    return layout()->contentsMargins().top() + rows * table_->verticalHeader()->defaultSectionSize() + 1;
}

void DiagnosticsPanel::selectDiagnostic(int row)
{
    if (!model_)
        return;
    const QModelIndex index = filter_->mapFromSource(model_->index(row, 0));
    if (index.isValid())
        table_->selectRow(index.row());
    else
        table_->clearSelection();
}

} // namespace sidelight::views
