// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "views/panels/diff_panel.h"

#include "views/support/fonts.h"
#include "views/support/in_every_language.h"
#include "views/support/text.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QLabel>
#include <QListView>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QVBoxLayout>

#include <algorithm>

namespace sidelight::views {
namespace {

constexpr int kNumberWidth = 46;

class DiffDelegate final : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    const Palette* colors = &lightPalette();

    QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex& index) const override
    {
        const int text = QFontMetrics(codeFont(12)).horizontalAdvance(index.data().toString());
        return {2 * kNumberWidth + 40 + text, 18};
    }

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        const Palette& p = *colors;
        const auto kind = static_cast<DiffLine::Kind>(index.data(DiffModel::KindRole).toInt());
        painter->save();
        if (option.state.testFlag(QStyle::State_Selected))
            painter->fillRect(option.rect, p.hover);
        else if (kind == DiffLine::Kind::Inserted || kind == DiffLine::Kind::Removed)
            painter->fillRect(option.rect, kind == DiffLine::Kind::Inserted ? p.insertedLine : p.removedLine);
        painter->setFont(codeFont(11));
        painter->setPen(p.secondaryText);
        const QRect r = option.rect;
        const auto number = [&](int left, int role) {
            if (const auto n = index.data(role).toULongLong(); n > 0 && kind != DiffLine::Kind::Gap)
                painter->drawText(QRect(left, r.top(), kNumberWidth - 8, r.height()), Qt::AlignRight | Qt::AlignVCenter,
                    QString::number(n));
        };
        number(r.left() + 8, DiffModel::BeforeRole);
        number(r.left() + 8 + kNumberWidth, DiffModel::AfterRole);
        painter->setFont(codeFont(12));
        const int left = r.left() + 2 * kNumberWidth + 12;
        if (kind == DiffLine::Kind::Inserted || kind == DiffLine::Kind::Removed) {
            painter->setPen(kind == DiffLine::Kind::Inserted ? p.added : p.error);
            painter->drawText(QRect(left, r.top(), 12, r.height()), Qt::AlignVCenter,
                kind == DiffLine::Kind::Inserted ? QStringLiteral("+") : QStringLiteral("\u2212"));
        }
        painter->setPen(kind == DiffLine::Kind::Gap ? p.secondaryText : p.text);
        const QString text = kind == DiffLine::Kind::Gap ? QStringLiteral("\u22EF %1").arg(index.data().toString())
                                                         : index.data().toString();
        painter->drawText(
            QRect(left + 16, r.top(), r.right() - left - 16, r.height()), Qt::AlignVCenter | Qt::TextSingleLine, text);
        painter->restore();
    }
};

} // namespace

DiffPanel::DiffPanel(QWidget* parent)
    : QWidget(parent), model_(new DiffModel(this)), list_(new QListView(this)), hint_(new QLabel(this))
{
    setObjectName(QStringLiteral("panelBody"));
    setAttribute(Qt::WA_StyledBackground);
    list_->setModel(model_);
    list_->setItemDelegate(new DiffDelegate(list_));
    list_->setFrameShape(QFrame::NoFrame);
    list_->setSelectionMode(QAbstractItemView::ExtendedSelection);
    list_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    list_->setUniformItemSizes(false);
    list_->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    list_->setLayoutMode(QListView::Batched);
    hint_->setTextFormat(Qt::PlainText);
    hint_->setObjectName(QStringLiteral("dockNote"));
    hint_->setFont(wordFont(12));
    hint_->setMargin(14);
    hint_->setWordWrap(true);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 4, 0, 0);
    layout->addWidget(hint_, 0, Qt::AlignTop);
    layout->addWidget(list_, 1);
    inEveryLanguage(this, [this] {
        setAccessibleName(tr("Text diff"));
        list_->setAccessibleName(tr("Lines of the printed graph before and after the pass"));
    });
}

void DiffPanel::setColors(const Palette& palette)
{
    static_cast<DiffDelegate*>(list_->itemDelegate())->colors = &palette;
    list_->viewport()->update();
}

void DiffPanel::setLines(std::vector<DiffLine> lines, const QString& emptyHint)
{
    model_->setLines(std::move(lines));
    hint_->setText(emptyHint);
    hint_->setVisible(model_->lines().empty());
    list_->setVisible(!model_->lines().empty());
}

QString DiffPanel::selectedText() const
{
    QModelIndexList rows = list_->selectionModel()->selectedIndexes();
    std::ranges::sort(rows, {}, &QModelIndex::row);
    QStringList lines;
    for (const QModelIndex& row : rows) {
        const auto kind = static_cast<DiffLine::Kind>(row.data(DiffModel::KindRole).toInt());
        const char* sign = kind == DiffLine::Kind::Inserted ? "+ " : kind == DiffLine::Kind::Removed ? "- " : "  ";
        lines << QLatin1String(sign) + row.data().toString();
    }
    return lines.join(QLatin1Char('\n'));
}

void DiffPanel::keyPressEvent(QKeyEvent* event)
{
    if (event->matches(QKeySequence::Copy))
        QGuiApplication::clipboard()->setText(selectedText());
    else
        QWidget::keyPressEvent(event);
}

} // namespace sidelight::views
