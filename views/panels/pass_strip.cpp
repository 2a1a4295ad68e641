// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "views/panels/pass_strip.h"

#include "views/models/pass_model.h"
#include "views/support/fonts.h"
#include "views/support/in_every_language.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QListView>
#include <QPainter>
#include <QScrollBar>
#include <QSignalBlocker>
#include <QSlider>
#include <QStyledItemDelegate>
#include <QVBoxLayout>
#include <QWheelEvent>

namespace sidelight::views {
namespace {

constexpr int kCardHeight = 40;
constexpr int kGap = 5;
constexpr int kPadding = 9;
constexpr int kLeastPadding = 3; ///< Where many passes would not fit otherwise.
constexpr int kBar = 10;         ///< Room for the bar between both graphs.

/// Cards grow with the size of text.
int cardHeight()
{
    return qRound(kCardHeight * wordFont(12).pixelSize() / 12.0);
}

constexpr int kNarrowestName = 60;
constexpr int kWidestName = 240;
constexpr int kDotRoom = 13;

bool isWithoutEffect(const QModelIndex& index)
{
    const auto outcome = static_cast<PassItem::Outcome>(index.data(PassModel::OutcomeRole).toInt());
    return outcome == PassItem::Outcome::Unchanged || outcome == PassItem::Outcome::Skipped;
}

/// A name in two lines, broken behind a hyphen so that the longer line is as short as can be; one line when it has none.
QStringList brokenName(const QString& name, const QFontMetrics& metrics)
{
    QStringList best{name};
    int least = metrics.horizontalAdvance(name);
    for (qsizetype hyphen = name.indexOf(QLatin1Char('-')); hyphen >= 0; hyphen = name.indexOf(QLatin1Char('-'), hyphen + 1)) {
        const QString first = name.left(hyphen + 1), second = name.mid(hyphen + 1);
        const int width = std::max(metrics.horizontalAdvance(first), metrics.horizontalAdvance(second));
        if (width < least) {
            least = width;
            best = {first, second};
        }
    }
    return best;
}

/// One card: name, counts, a dot when done, filled when current. A pass without effect is told by its paleness and
/// its dot when its name needs the second line.
class PassDelegate final : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    /// Names of passes without effect give way where the strip would grow too long; the tool tip has them whole.
    int widestIdleName = kWidestName;
    int padding = kPadding;
    const Palette* colors = &lightPalette();

    /// The lines of a card as they fit.
    QStringList linesOf(const QModelIndex& index) const
    {
        const QString name = index.data().toString();
        const QFontMetrics metrics(isWithoutEffect(index) ? wordFont(11, true) : wordFont(12, true));
        if (isWithoutEffect(index) && metrics.horizontalAdvance(name) > widestIdleName)
            if (const QStringList lines = brokenName(name, metrics); lines.size() == 2)
                return lines;
        return {name, index.data(PassModel::CountsRole).toString()};
    }

    QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex& index) const override
    {
        const bool isIdle = isWithoutEffect(index);
        const QFontMetrics metrics(isIdle ? wordFont(11, true) : wordFont(12, true));
        const QStringList lines = linesOf(index);
        const bool isBroken = lines.back() != index.data(PassModel::CountsRole).toString();
        const int name = std::min(metrics.horizontalAdvance(lines.front()), kWidestName);
        const int below = isBroken ? metrics.horizontalAdvance(lines.back())
                                   : QFontMetrics(codeFont(11)).horizontalAdvance(lines.back());
        const int bar = index.data(PassModel::IsFirstOfOnnxRole).toBool() ? kBar : 0;
        const int longest = std::max({name + kDotRoom, below, 40});
        return {longest + 2 * padding + kGap + bar, cardHeight() + 4};
    }

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        const Palette& p = *colors;
        const auto state = static_cast<PassModel::State>(index.data(PassModel::StateRole).toInt());
        const auto outcome = static_cast<PassItem::Outcome>(index.data(PassModel::OutcomeRole).toInt());
        const bool isCurrent = state == PassModel::State::Current;
        const bool isDim = outcome == PassItem::Outcome::Unchanged || outcome == PassItem::Outcome::Skipped;
        const bool hasFailed = outcome == PassItem::Outcome::Failed;
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        QRectF card = QRectF(option.rect).adjusted(0.5, 2.5, -kGap - 0.5, -2.5);
        if (index.data(PassModel::IsFirstOfOnnxRole).toBool()) {
            painter->fillRect(QRectF(card.left(), card.top() + 2, 2, card.height() - 4), p.line);
            card.setLeft(card.left() + kBar);
        }
        const bool isHovered = option.state.testFlag(QStyle::State_MouseOver);
        painter->setBrush(isCurrent ? p.accent : isHovered ? p.hover : p.background);
        const bool hasFocus = option.state.testFlag(QStyle::State_HasFocus);
        painter->setPen(QPen(hasFocus    ? p.text
                             : isCurrent ? p.accent
                             : hasFailed ? p.error
                                         : p.line,
            hasFocus ? 1.6 : 1));
        painter->drawRoundedRect(card, 7, 7);
        const QRectF text = card.adjusted(padding, 5, -padding, -5);
        painter->setFont(isDim ? wordFont(11, isCurrent) : wordFont(12, true));
        painter->setPen(isCurrent ? p.accentText : isDim ? p.secondaryText : p.text);
        const QStringList lines = linesOf(index);
        const QString name =
            painter->fontMetrics().elidedText(lines.front(), Qt::ElideRight, int(text.width()) - kDotRoom + 2);
        painter->drawText(text, Qt::AlignTop | Qt::AlignLeft, name);
        if (lines.back() == index.data(PassModel::CountsRole).toString()) {
            painter->setFont(codeFont(11));
            painter->setPen(isCurrent ? p.accentText : hasFailed ? p.error : p.secondaryText);
        }
        painter->drawText(text, Qt::AlignBottom | Qt::AlignLeft, lines.back());
        if (state == PassModel::State::Done) {
            // Hollow: it ran and did nothing.
            painter->setPen(isDim ? QPen(p.erased, 1.4) : QPen(Qt::NoPen));
            painter->setBrush(isDim ? QBrush(Qt::NoBrush) : QBrush(hasFailed ? p.error : p.added));
            painter->drawEllipse(QPointF(card.right() - padding - 1, card.top() + 13), 3.5, 3.5);
        }
        painter->restore();
    }
};

/// A list of cards whose vertical wheel scrolls sideways.
class StripList final : public QListView
{
public:
    using QListView::QListView;

protected:
    void wheelEvent(QWheelEvent* event) override
    {
        const int delta = event->angleDelta().y() != 0 ? event->angleDelta().y() : event->angleDelta().x();
        horizontalScrollBar()->setValue(horizontalScrollBar()->value() - delta / 2);
        event->accept();
    }
};

} // namespace

PassStrip::PassStrip(QWidget* parent)
    : QWidget(parent), list_(new StripList(this)), where_(new QLabel(this)), slider_(new QSlider(Qt::Horizontal, this))
{
    setObjectName(QStringLiteral("passStrip"));
    setAttribute(Qt::WA_StyledBackground);
    setFixedHeight(62);
    list_->setItemDelegate(new PassDelegate(list_));
    list_->setFlow(QListView::LeftToRight);
    list_->setSelectionMode(QAbstractItemView::NoSelection);
    list_->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    list_->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    list_->setFrameShape(QFrame::NoFrame);
    list_->setMouseTracking(true);
    list_->setFixedHeight(kCardHeight + 4);
    list_->setStyleSheet(QStringLiteral("background: transparent;"));
    where_->setObjectName(QStringLiteral("paneNote"));
    where_->setAlignment(Qt::AlignCenter);
    where_->setTextFormat(Qt::PlainText);
    slider_->setObjectName(QStringLiteral("changeSlider"));
    slider_->setTracking(true);
    slider_->setPageStep(16);
    auto* gauge = new QVBoxLayout;
    gauge->setContentsMargins(0, 8, 0, 8);
    gauge->setSpacing(2);
    gauge->addWidget(where_);
    gauge->addWidget(slider_);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(16, 0, 12, 0);
    layout->setSpacing(6);
    layout->addWidget(list_, 1);
    layout->addLayout(gauge);
    connect(slider_, &QSlider::valueChanged, this, [this](int changes) {
        if (model_)
            emit positionSought(afterChanges(model_->counts(), static_cast<std::size_t>(changes)));
    });
    inEveryLanguage(this, [this] {
        slider_->setAccessibleName(tr("Changes done, of all passes"));
        followPosition();
        list_->setAccessibleName(tr("Passes"));
        list_->doItemsLayout();
        fitNames();
    });
    const auto activate = [this](
                              const QModelIndex& index) { emit itemActivated(static_cast<std::size_t>(index.row())); };
    connect(list_, &QListView::clicked, this, activate);
    connect(list_, &QListView::activated, this, activate);
}

void PassStrip::setModel(PassModel* model)
{
    if (model_)
        model_->disconnect(this);
    model_ = model;
    list_->setModel(model);
    if (model) {
        connect(model, &PassModel::dataChanged, this, &PassStrip::followPosition);
        connect(model, &PassModel::modelReset, this, &PassStrip::followPosition);
        connect(model, &PassModel::modelReset, this, &PassStrip::fitNames);
    }
    fitNames();
    followPosition();
}

void PassStrip::setColors(const Palette& palette)
{
    setFixedHeight(62 - kCardHeight + cardHeight());
    list_->setFixedHeight(cardHeight() + 4);
    list_->doItemsLayout();
    where_->setFont(wordFont(12, true));
    slider_->setFixedWidth(qRound(116 * wordFont(12).pixelSize() / 12.0));
    static_cast<PassDelegate*>(list_->itemDelegate())->colors = &palette;
    list_->viewport()->update();
}

void PassStrip::fitNames()
{
    auto* delegate = static_cast<PassDelegate*>(list_->itemDelegate());
    const std::pair before(delegate->widestIdleName, delegate->padding);
    const auto fits = [&] {
        int width = 0;
        for (int row = 0; model_ && row < model_->rowCount(); ++row)
            width += delegate->sizeHint({}, model_->index(row)).width();
        return width <= list_->viewport()->width();
    };
    delegate->padding = kPadding;
    for (delegate->widestIdleName = kWidestName; delegate->widestIdleName > kNarrowestName && !fits();)
        delegate->widestIdleName -= 6;
    while (delegate->padding > kLeastPadding && !fits())
        --delegate->padding;
    if (std::pair(delegate->widestIdleName, delegate->padding) != before)
        list_->doItemsLayout();
}

void PassStrip::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    layout()->activate();
    fitNames();
}

void PassStrip::followPosition()
{
    if (!model_)
        return;
    where_->setText(model_->items().empty() ? QString() : model_->positionText());
    const ChangeCounts counts = model_->counts();
    const QSignalBlocker blocker(slider_);
    slider_->setRange(0, static_cast<int>(changesDone(counts, endOf(counts))));
    slider_->setValue(static_cast<int>(changesDone(counts, model_->position())));
    // When everything ran no card is current, and the strip stays where it is.
    const QModelIndex index = model_->index(static_cast<int>(model_->position().item));
    if (index.isValid())
        list_->scrollTo(index);
}

} // namespace sidelight::views
