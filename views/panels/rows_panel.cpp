// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "views/panels/rows_panel.h"

#include "views/support/fonts.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

namespace sidelight::views {
namespace {

constexpr int kRowHeight = 24;
constexpr int kWidest = 420;
constexpr int kMeasuredRows = 200;

class RowDelegate final : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    const Palette* colors = &lightPalette();

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        const Palette& p = *colors;
        const bool isCurrent = index.data(RowsModel::IsCurrentRole).toBool();
        painter->save();
        if (isCurrent)
            painter->fillRect(option.rect, p.insertedLine);
        if (option.state.testFlag(QStyle::State_Selected))
            painter->fillRect(option.rect, p.hover);
        QRect text = option.rect.adjusted(index.column() == 0 ? 16 : 6, 0, -6, 0);
        if (isCurrent && index.column() == 0) {
            // A pointer besides the colour.
            painter->setRenderHint(QPainter::Antialiasing);
            painter->setPen(Qt::NoPen);
            painter->setBrush(p.accent);
            const QPointF c(option.rect.left() + 8, QRectF(option.rect).center().y());
            const QPointF triangle[] = {c + QPointF(-3, -4), c + QPointF(4, 0), c + QPointF(-3, 4)};
            painter->drawPolygon(triangle, 3);
        }
        if (const QVariant checked = index.data(Qt::CheckStateRole); checked.isValid()) {
            paintBox(painter, boxIn(option.rect), checked.toInt() == Qt::Checked, p);
            text.setLeft(boxIn(option.rect).right() + 8);
        }
        const auto tone = static_cast<TableRow::Tone>(index.data(RowsModel::ToneRole).toInt());
        const bool isLast = index.column() == index.model()->columnCount() - 1;
        painter->setFont(codeFont(12));
        painter->setPen(tone == TableRow::Tone::Bad    ? p.error
                        : tone == TableRow::Tone::Good ? p.added
                        : tone == TableRow::Tone::Quiet || isLast ? p.secondaryText
                                                                  : p.text);
        const QString line =
            painter->fontMetrics().elidedText(index.data().toString(), Qt::ElideRight, text.width());
        painter->drawText(text, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, line);
        painter->restore();
    }

    bool editorEvent(QEvent* event, QAbstractItemModel* model, const QStyleOptionViewItem& option,
        const QModelIndex& index) override
    {
        const QVariant checked = index.data(Qt::CheckStateRole);
        const auto* mouse = event->type() == QEvent::MouseButtonRelease ? static_cast<QMouseEvent*>(event) : nullptr;
        const auto* key = event->type() == QEvent::KeyPress ? static_cast<QKeyEvent*>(event) : nullptr;
        const bool isHit = mouse && boxIn(option.rect).adjusted(-5, -5, 5, 5).contains(mouse->position().toPoint());
        const bool isSpace = key && key->key() == Qt::Key_Space;
        if (checked.isValid() && (isHit || isSpace))
            return model->setData(
                index, checked.toInt() == Qt::Checked ? Qt::Unchecked : Qt::Checked, Qt::CheckStateRole);
        return QStyledItemDelegate::editorEvent(event, model, option, index);
    }

private:
    static QRect boxIn(const QRect& cell) { return {cell.left() + 16, cell.center().y() - 6, 13, 13}; }
    static void paintBox(QPainter* painter, const QRect& box, bool isOn, const Palette& p)
    {
        painter->setRenderHint(QPainter::Antialiasing);
        painter->setPen(QPen(isOn ? p.accent : p.secondaryText, 1.2));
        painter->setBrush(isOn ? p.accent : p.background);
        painter->drawRoundedRect(QRectF(box).adjusted(0.5, 0.5, -0.5, -0.5), 3, 3);
        if (!isOn)
            return;
        painter->setPen(QPen(p.accentText, 1.6));
        const QPointF o = QRectF(box).topLeft();
        const QPointF tick[] = {o + QPointF(3.2, 6.8), o + QPointF(5.6, 9.2), o + QPointF(10, 4)};
        painter->drawPolyline(tick, 3);
    }
};

} // namespace

RowsPanel::RowsPanel(QWidget* parent)
    : QWidget(parent), model_(new RowsModel(this)), table_(new QTableView(this)), hint_(new QLabel(this)),
      bar_(new QHBoxLayout)
{
    setObjectName(QStringLiteral("panelBody"));
    setAttribute(Qt::WA_StyledBackground);
    table_->setModel(model_);
    table_->setItemDelegate(new RowDelegate(table_));
    table_->setSelectionBehavior(QAbstractItemView::SelectRows);
    table_->setSelectionMode(QAbstractItemView::ExtendedSelection);
    table_->setEditTriggers(QAbstractItemView::EditKeyPressed | QAbstractItemView::DoubleClicked);
    table_->setShowGrid(false);
    table_->setFrameShape(QFrame::NoFrame);
    table_->setTabKeyNavigation(false);
    table_->setWordWrap(false);
    table_->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    table_->verticalHeader()->hide();
    table_->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    table_->horizontalHeader()->setHighlightSections(false);
    table_->horizontalHeader()->setStretchLastSection(true);
    table_->installEventFilter(this);
    hint_->setObjectName(QStringLiteral("dockNote"));
    hint_->setFont(wordFont(12));
    hint_->setTextFormat(Qt::PlainText);
    hint_->setWordWrap(true);
    hint_->setContentsMargins(16, 8, 16, 8);
    bar_->setContentsMargins(16, 4, 16, 4);
    bar_->setSpacing(8);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 2, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(bar_);
    layout->addWidget(hint_, 0, Qt::AlignTop);
    layout->addWidget(table_, 1);
    connect(table_, &QTableView::activated, this, [this](const QModelIndex& index) { emit rowActivated(index.row()); });
}

void RowsPanel::setColors(const Palette& palette)
{
    static_cast<RowDelegate*>(table_->itemDelegate())->colors = &palette;
    table_->horizontalHeader()->setFont(wordFont(11, true));
    table_->verticalHeader()->setDefaultSectionSize(qRound(kRowHeight * wordFont(12).pixelSize() / 12.0));
    table_->viewport()->update();
}

void RowsPanel::setTitles(const QStringList& titles)
{
    model_->setTitles(titles);
    fitColumns();
}

void RowsPanel::setRows(std::vector<TableRow> rows, const QString& emptyHint)
{
    model_->setRows(std::move(rows));
    hint_->setText(emptyHint);
    hint_->setVisible(model_->rows().empty());
    table_->setVisible(!model_->rows().empty());
    fitColumns();
}

void RowsPanel::setCurrent(int row)
{
    model_->setCurrent(row);
    revealCurrent();
    // A table that was empty or hidden until now has its height only when events were handled.
    QMetaObject::invokeMethod(this, &RowsPanel::revealCurrent, Qt::QueuedConnection);
}

void RowsPanel::revealCurrent()
{
    if (const int row = model_->current(); row >= 0 && row < model_->rowCount())
        table_->scrollTo(model_->index(row, 0));
}

void RowsPanel::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    QMetaObject::invokeMethod(this, &RowsPanel::revealCurrent, Qt::QueuedConnection);
}

int RowsPanel::cursorRow() const
{
    return table_->currentIndex().isValid() ? table_->currentIndex().row() : -1;
}

void RowsPanel::setCursorRow(int row)
{
    if (row >= 0 && row < model_->rowCount())
        table_->setCurrentIndex(model_->index(row, 0));
}

QString RowsPanel::hint() const
{
    return hint_->isHidden() ? QString() : hint_->text();
}

void RowsPanel::fitColumns()
{
    const QFontMetrics code(codeFont(12));
    const QFontMetrics title(wordFont(11, true));
    const int rows = std::min(model_->rowCount(), kMeasuredRows);
    for (int column = 0; column + 1 < model_->columnCount(); ++column) {
        int width = title.horizontalAdvance(model_->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString());
        for (int row = 0; row < rows; ++row)
            width = std::max(width, code.horizontalAdvance(model_->index(row, column).data().toString()));
        const bool hasBoxes = column == 0 && rows > 0 && model_->rows().front().checked.has_value();
        table_->setColumnWidth(column, std::min(width + (column == 0 ? 34 : 20) + (hasBoxes ? 20 : 0), kWidest));
    }
}

void RowsPanel::copyRows() const
{
    QModelIndexList rows = table_->selectionModel()->selectedRows();
    std::ranges::sort(rows, {}, &QModelIndex::row);
    QStringList lines;
    for (const QModelIndex& row : rows)
        lines << model_->rows()[static_cast<std::size_t>(row.row())].cells.join(QLatin1Char('\t'));
    QGuiApplication::clipboard()->setText(lines.join(QLatin1Char('\n')));
}

bool RowsPanel::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == table_ && event->type() == QEvent::KeyPress) {
        const auto* key = static_cast<QKeyEvent*>(event);
        if (key->matches(QKeySequence::Copy)) {
            copyRows();
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace sidelight::views
