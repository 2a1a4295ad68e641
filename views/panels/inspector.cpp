// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "views/panels/inspector.h"

#include "core/display/inspect.h"
#include "views/support/fonts.h"
#include "views/support/text.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QTextBrowser>
#include <QTextCursor>
#include <QTextTable>
#include <QUrl>
#include <QVBoxLayout>

namespace sidelight::views {
namespace {

constexpr int kLabelWidth = 110;

QLabel* makeLabel(const char* name, const QFont& font, QWidget* parent)
{
    auto* label = new QLabel(parent);
    label->setObjectName(QLatin1String(name));
    label->setFont(font);
    label->setTextFormat(Qt::PlainText);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

QTextCharFormat textFormat(const QFont& font, const QColor& color)
{
    QTextCharFormat format;
    format.setFont(font);
    format.setForeground(color);
    return format;
}

/// Writes sections with a cursor: text only ever enters as plain text.
class Writer {
public:
    Writer(QTextDocument* document, const Palette& palette) : cursor_(document), palette_(palette) {}

    void section(const display::InspectorSection& section)
    {
        QTextBlockFormat head;
        head.setTopMargin(isFirst_ ? 2 : 13);
        head.setBottomMargin(3);
        head.setLineHeight(100, QTextBlockFormat::ProportionalHeight);
        startBlock(head);
        QFont font = wordFont(10, true);
        font.setCapitalization(QFont::AllUppercase);
        font.setLetterSpacing(QFont::AbsoluteSpacing, 0.3);
        cursor_.insertText(shown(section.title), textFormat(font, palette_.secondaryText));
        for (const display::InspectorRow& row : section.rows)
            row.isCode ? code(row) : field(row);
    }

private:
    void startBlock(const QTextBlockFormat& format)
    {
        if (isFirst_)
            cursor_.setBlockFormat(format);
        else
            cursor_.insertBlock(format);
        isFirst_ = false;
    }

    void code(const display::InspectorRow& row)
    {
        QTextBlockFormat block;
        block.setBackground(palette_.codeBlock);
        block.setTopMargin(4);
        block.setBottomMargin(4);
        block.setLineHeight(140, QTextBlockFormat::ProportionalHeight);
        startBlock(block);
        cursor_.insertText(QStringLiteral(" ") + shownLines(row.value), textFormat(codeFont(11), palette_.text));
    }

    void field(const display::InspectorRow& row)
    {
        QTextBlockFormat block;
        block.setTopMargin(1.5);
        block.setBottomMargin(1.5);
        block.setLeftMargin(row.label.empty() ? 0 : kLabelWidth);
        block.setTextIndent(row.label.empty() ? 0 : -kLabelWidth);
        block.setTabPositions({QTextOption::Tab(kLabelWidth, QTextOption::LeftTab)});
        startBlock(block);
        if (!row.label.empty())
            cursor_.insertText(shown(row.label) + QLatin1Char('\t'), textFormat(wordFont(12), palette_.secondaryText));
        QTextCharFormat value = textFormat(row.label.empty() ? wordFont(12) : codeFont(12), palette_.text);
        if (!row.link.empty()) {
            value.setAnchor(true);
            value.setAnchorHref(QString::fromLatin1(QUrl::toPercentEncoding(QString::fromStdString(row.link))));
            value.setForeground(palette_.accent);
        }
        cursor_.insertText(shownLines(row.value), value);
        cursor_.setCharFormat(textFormat(wordFont(12), palette_.text));
    }

    QTextCursor cursor_;
    const Palette& palette_;
    bool isFirst_ = true;
};

} // namespace

Inspector::Inspector(QWidget* parent)
    : QWidget(parent), title_(makeLabel("inspectorTitle", wordFont(15, true), this)),
      subtitle_(makeLabel("inspectorSubtitle", wordFont(12), this)), chip_(makeLabel("inspectorChip", codeFont(11), this)),
      body_(new QTextBrowser(this)), inspection_(std::make_unique<display::Inspection>())
{
    setObjectName(QStringLiteral("inspectorPane"));
    setAttribute(Qt::WA_StyledBackground);
    setAccessibleName(tr("Inspector"));
    setMinimumWidth(240);
    body_->setObjectName(QStringLiteral("inspectorBody"));
    body_->setAccessibleName(tr("Properties"));
    body_->setOpenLinks(false);
    body_->setOpenExternalLinks(false);
    body_->setFrameShape(QFrame::NoFrame);
    body_->setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    body_->document()->setDocumentMargin(0);
    body_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    subtitle_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    title_->setWordWrap(true);
    auto* head = new QHBoxLayout;
    head->setSpacing(12);
    head->addWidget(title_, 0, Qt::AlignBaseline);
    head->addWidget(subtitle_, 1, Qt::AlignBaseline);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(18, 12, 8, 8);
    layout->setSpacing(8);
    layout->addLayout(head);
    layout->addWidget(chip_, 0, Qt::AlignLeft);
    layout->addWidget(body_, 1);
    connect(body_, &QTextBrowser::anchorClicked, this,
        [this](const QUrl& url) { emit linkActivated(QUrl::fromPercentEncoding(url.toString(QUrl::FullyEncoded).toLatin1())); });
}

Inspector::~Inspector() = default;

void Inspector::setColors(const Palette& palette)
{
    palette_ = &palette;
    rebuild();
}

void Inspector::setInspection(const display::Inspection& inspection, const QColor& chipColor)
{
    *inspection_ = inspection;
    chipColor_ = chipColor;
    hint_.clear();
    rebuild();
}

void Inspector::clear(const QString& hint)
{
    *inspection_ = {};
    hint_ = hint;
    rebuild();
}

QString Inspector::plainText() const
{
    QStringList lines{title_->text(), subtitle_->text(), chip_->text(), body_->toPlainText()};
    lines.removeAll(QString());
    return lines.join(QLatin1Char('\n'));
}

void Inspector::rebuild()
{
    title_->setText(shown(inspection_->title));
    subtitle_->setText(shown(inspection_->subtitle));
    chip_->setText(shown(inspection_->chip));
    chip_->setVisible(!inspection_->chip.empty());
    chip_->setStyleSheet(QStringLiteral("#inspectorChip { background: %1; color: %2; border-radius: 9px; padding: 2px 9px; }")
                             .arg(chipColor_.isValid() ? chipColor_.name() : palette_->accent.name(),
                                 textOn(chipColor_.isValid() ? chipColor_ : palette_->accent).name()));
    body_->clear();
    if (!hint_.isEmpty()) {
        QTextCursor cursor(body_->document());
        cursor.insertText(hint_, textFormat(wordFont(12), palette_->secondaryText));
        return;
    }
    Writer writer(body_->document(), *palette_);
    for (const display::InspectorSection& section : inspection_->sections)
        writer.section(section);
    body_->moveCursor(QTextCursor::Start);
}

} // namespace sidelight::views
