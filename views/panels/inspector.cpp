// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "views/panels/inspector.h"

#include "core/display/inspect.h"
#include "views/support/core_words.h"
#include "views/support/fonts.h"
#include "views/support/in_every_language.h"
#include "views/support/text.h"

#include <QFontMetricsF>
#include <QHBoxLayout>
#include <QLabel>
#include <QMimeData>
#include <QTextBrowser>
#include <QTextCursor>
#include <QTextDocumentFragment>
#include <QTextTable>
#include <QUrl>
#include <QVBoxLayout>

#include <algorithm>

namespace sidelight::views {
namespace {

constexpr int kLabelWidth = 118;
constexpr int kWidestLabel = 250;
constexpr double kCellPadding = 1.5;

/// Code and text that stand over the whole width; a link without a label is one more value of the row above.
bool isWide(const display::InspectorRow& row)
{
    return row.isCode || (row.label.empty() && row.link.empty());
}

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

constexpr QChar kBreak(0x200B); ///< A place where a line may end; takes no room and is not copied.

/// Long names break behind their dots, slashes and underscores before they break anywhere.
QString breakable(const QString& text)
{
    constexpr qsizetype kShort = 24;
    if (text.size() <= kShort)
        return text;
    QString parts;
    for (const QChar c : text) {
        parts += c;
        if (c == QLatin1Char('.') || c == QLatin1Char('/') || c == QLatin1Char('_') || c == QLatin1Char(';'))
            parts += kBreak;
    }
    return parts;
}

/// Copies what is written, without places to break lines at.
class Body final : public QTextBrowser
{
public:
    using QTextBrowser::QTextBrowser;

protected:
    QMimeData* createMimeDataFromSelection() const override
    {
        auto* copied = new QMimeData;
        copied->setText(textCursor().selection().toPlainText().remove(kBreak));
        return copied;
    }
};

/// Writes sections with a cursor: text only ever enters as plain text.
class Writer
{
public:
    Writer(QTextDocument* document, const Palette& palette, const std::vector<display::InspectorSection>& sections)
        : cursor_(document), palette_(palette)
    {
        for (const display::InspectorSection& section : sections)
            widest_ = std::max(widest_, labelWidth(section));
    }

    void section(const display::InspectorSection& section)
    {
        QTextBlockFormat head;
        head.setTopMargin(isFirst_ ? 0 : 12);
        head.setBottomMargin(1);
        head.setLeftMargin(kCellPadding);
        startBlock(head);
        QFont font = wordFont(10, true);
        font.setCapitalization(QFont::AllUppercase);
        font.setLetterSpacing(QFont::AbsoluteSpacing, 0.3);
        cursor_.insertText(coreWord({}, section.title), textFormat(font, palette_.secondaryText));
        title_ = section.title;
        // Values stand on one of two lines: that of names of fields, or right of all long labels.
        const double column = labelWidth(section) <= kLabelWidth ? kLabelWidth : widest_;
        fields(section.rows, std::min(column, double(kWidestLabel)));
    }

private:
    static double labelWidth(const display::InspectorSection& section)
    {
        const QFontMetricsF metrics(wordFont(12));
        double width = 0;
        for (const display::InspectorRow& row : section.rows)
            width = std::max(width, metrics.horizontalAdvance(coreWord(section.title, row.label)) + 14);
        return width;
    }

    void startBlock(const QTextBlockFormat& format)
    {
        if (isFirst_)
            cursor_.setBlockFormat(format);
        else
            cursor_.insertBlock(format);
        isFirst_ = false;
    }

    /// Rows as tables of label and value; code and rows without a label stand between them over the whole width.
    void fields(const std::vector<display::InspectorRow>& rows, double column)
    {
        for (auto row = rows.begin(); row != rows.end();) {
            const auto end = std::find_if(row, rows.end(), isWide);
            if (row != end)
                table({row, end}, column);
            row = end;
            for (; row != rows.end() && isWide(*row); ++row)
                wide(*row);
        }
    }

    void table(const std::vector<display::InspectorRow>& rows, double column)
    {
        QTextTableFormat format;
        format.setBorder(0);
        format.setCellSpacing(0);
        format.setCellPadding(kCellPadding);
        format.setWidth(QTextLength(QTextLength::PercentageLength, 100));
        format.setColumnWidthConstraints(
            {QTextLength(QTextLength::FixedLength, column), QTextLength(QTextLength::VariableLength, 0)});
        QTextTable* cells = cursor_.insertTable(static_cast<int>(rows.size()), 2, format);
        for (int i = 0; i < static_cast<int>(rows.size()); ++i) {
            const display::InspectorRow& row = rows[static_cast<std::size_t>(i)];
            cells->cellAt(i, 0).firstCursorPosition().insertText(
                coreWord(title_, row.label), textFormat(wordFont(12), palette_.secondaryText));
            value(cells->cellAt(i, 1).firstCursorPosition(), row, codeFont(12));
        }
        cursor_.movePosition(QTextCursor::End);
    }

    void value(QTextCursor at, const display::InspectorRow& row, const QFont& font)
    {
        QTextCharFormat format = textFormat(font, row.link.empty() ? palette_.text : palette_.accent);
        if (!row.link.empty()) {
            format.setAnchor(true);
            format.setAnchorHref(QString::fromLatin1(QUrl::toPercentEncoding(QString::fromStdString(row.link))));
        }
        at.insertText(row.isCode ? shownLines(row.value) : breakable(coreWord(title_, row.value)), format);
    }

    void wide(const display::InspectorRow& row)
    {
        QTextTableFormat format;
        format.setBorder(0);
        format.setCellSpacing(0);
        format.setCellPadding(row.isCode ? 6 : kCellPadding);
        format.setTopMargin(row.isCode ? 3 : 0);
        format.setBottomMargin(row.isCode ? 3 : 0);
        format.setWidth(QTextLength(QTextLength::PercentageLength, 100));
        if (row.isCode)
            format.setBackground(palette_.codeBlock);
        QTextTable* cells = cursor_.insertTable(1, 1, format);
        value(cells->cellAt(0, 0).firstCursorPosition(), row, row.isCode ? codeFont(11) : wordFont(12));
        cursor_.movePosition(QTextCursor::End);
    }

    QTextCursor cursor_;
    const Palette& palette_;
    std::string_view title_; ///< Of the section that is written.
    double widest_ = 0;
    bool isFirst_ = true;
};

} // namespace

Inspector::Inspector(QWidget* parent)
    : QWidget(parent), title_(makeLabel("inspectorTitle", wordFont(15, true), this)),
      subtitle_(makeLabel("inspectorSubtitle", wordFont(12), this)),
      chip_(makeLabel("inspectorChip", codeFont(11), this)), body_(new Body(this)),
      inspection_(std::make_unique<display::Inspection>())
{
    setObjectName(QStringLiteral("inspectorPane"));
    setAttribute(Qt::WA_StyledBackground);
    setMinimumWidth(240);
    body_->setObjectName(QStringLiteral("inspectorBody"));
    body_->setOpenLinks(false);
    body_->setUndoRedoEnabled(false);
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
    layout->setContentsMargins(18, 6, 8, 8);
    layout->setSpacing(8);
    layout->addLayout(head);
    layout->addWidget(chip_, 0, Qt::AlignLeft);
    layout->addWidget(body_, 1);
    inEveryLanguage(this, [this] {
        setAccessibleName(tr("Inspector"));
        body_->setAccessibleName(tr("Properties"));
        rebuild();
    });
    connect(body_, &QTextBrowser::anchorClicked, this, [this](const QUrl& url) {
        emit linkActivated(QUrl::fromPercentEncoding(url.toString(QUrl::FullyEncoded).toLatin1()));
    });
}

Inspector::~Inspector() = default;

void Inspector::setColors(const Palette& palette)
{
    palette_ = &palette;
    rebuild();
}

void Inspector::setInspection(const display::Inspection& inspection, const QColor& chipColor)
{
    // While the user steps, most inspections are as they were: what is read keeps its place.
    if (hint_.isEmpty() && inspection == *inspection_ && chipColor == chipColor_)
        return;
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
    QStringList lines{title_->text(), subtitle_->text(), chip_->text(), body_->toPlainText().remove(kBreak)};
    lines.removeAll(QString());
    return lines.join(QLatin1Char('\n'));
}

void Inspector::rebuild()
{
    title_->setText(coreWord({}, inspection_->title));
    subtitle_->setText(coreWord({}, inspection_->subtitle));
    chip_->setText(shown(inspection_->chip));
    chip_->setVisible(!inspection_->chip.empty());
    chip_->setStyleSheet(
        QStringLiteral("#inspectorChip { background: %1; color: %2; border-radius: 9px; padding: 2px 9px; }")
            .arg(chipColor_.isValid() ? chipColor_.name() : palette_->accent.name(),
                textOn(chipColor_.isValid() ? chipColor_ : palette_->accent).name()));
    body_->clear();
    if (!hint_.isEmpty()) {
        QTextCursor cursor(body_->document());
        cursor.insertText(hint_, textFormat(wordFont(12), palette_->secondaryText));
        return;
    }
    // As one edit: else the text is laid out anew for each cell.
    QTextCursor edit(body_->document());
    edit.beginEditBlock();
    Writer writer(body_->document(), *palette_, inspection_->sections);
    for (const display::InspectorSection& section : inspection_->sections)
        writer.section(section);
    edit.endEditBlock();
    body_->moveCursor(QTextCursor::Start);
}

} // namespace sidelight::views
