// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "core/display/inspect.h"
#include "views/panels/inspector.h"
#include "views/support/appearance.h"
#include "views/support/fonts.h"
#include "views/support/text.h"

#include <QClipboard>
#include <QFontInfo>
#include <QFontMetricsF>
#include <QGuiApplication>
#include <QScrollBar>
#include <QTextBrowser>
#include <QTextCursor>
#include <QTextDocument>

#include <gtest/gtest.h>

namespace sidelight::views {
namespace {

TEST(Palette, KeepsTextReadable)
{
    for (const Palette* p : {&lightPalette(), &darkPalette()}) {
        for (const QColor& ground : {p->background, p->pane, p->chrome, p->nodeBody, p->pale, p->hover, p->codeBlock}) {
            EXPECT_GE(contrast(p->text, ground), 4.5) << ground.name().toStdString();
        }
        for (const QColor& ground : {p->background, p->pane, p->chrome, p->nodeBody})
            EXPECT_GE(contrast(p->secondaryText, ground), 4.5) << ground.name().toStdString();
        EXPECT_GE(contrast(p->accentText, p->accent), 4.5);
        EXPECT_GE(contrast(p->accent, p->pane), 4.4);
    }
    using display::Category;
    for (const Category category : {Category::None, Category::Layer, Category::Activation, Category::Normalization,
             Category::Pooling, Category::Dropout, Category::Control, Category::Shape, Category::Tensor,
             Category::Attention, Category::Constant, Category::Quantization})
        EXPECT_GE(contrast(textOn(headerColor(category)), headerColor(category)), 4.5);
}

TEST(Fonts, AreBuiltIn)
{
    EXPECT_EQ(QFontInfo(wordFont(12)).family(), QStringLiteral("Inter"));
    EXPECT_EQ(QFontInfo(codeFont(12)).family(), QStringLiteral("JetBrains Mono"));
    EXPECT_NE(QFontMetricsF(wordFont(40, true)).horizontalAdvance(QStringLiteral("linear")),
        QFontMetricsF(wordFont(40)).horizontalAdvance(QStringLiteral("linear")));
}

TEST(Inspector, KeepsItsPlaceWhenTheSameIsShownAgain)
{
    display::Inspection inspection;
    inspection.title = "model";
    inspection.sections.push_back({"operators", {}});
    for (int i = 0; i < 200; ++i)
        inspection.sections.back().rows.push_back({"aten.add.Tensor", std::to_string(i), {}, false});
    Inspector inspector;
    inspector.resize(320, 400);
    inspector.show();
    inspector.setInspection(inspection, {});
    QScrollBar* bar = inspector.findChild<QTextBrowser*>()->verticalScrollBar();
    ASSERT_GT(bar->maximum(), 100);
    bar->setValue(100);
    inspector.setInspection(inspection, {});
    EXPECT_EQ(bar->value(), 100);
    inspection.sections.back().rows.back().value = "other";
    inspector.setInspection(inspection, {});
    EXPECT_EQ(bar->value(), 0);
    EXPECT_TRUE(inspector.plainText().contains(QStringLiteral("other")));
}

TEST(Inspector, StandsValuesOfSectionsOnTheSameLine)
{
    display::Inspection inspection;
    inspection.title = "model";
    inspection.sections = {
        {"program", {{"torch", "2.13.0", {}, false}, {"a schema", "8", {}, false}}},
        {"code", {{"target", "aten.add", {}, false}, {"", "x + y", {}, true}, {"users", "%mul", "fx:1", false}}},
        {"operators", {{"aten.scaled_dot_product_attention.default", "4", {}, false}, {"aten.add.Tensor", "12", {}, false}}},
        {"onnx operators", {{"pkg.torch.aten::aten_sigmoid_of_something", "77", {}, false}}},
    };
    Inspector inspector;
    inspector.resize(420, 600);
    inspector.show();
    inspector.setInspection(inspection, {});
    auto* body = inspector.findChild<QTextBrowser*>();
    // Where the text of a value begins on the screen.
    const auto left = [&](const char* value) {
        const QTextCursor found = body->document()->find(QString::fromLatin1(value));
        QTextCursor first(body->document());
        first.setPosition(found.selectionStart());
        return body->cursorRect(first).left();
    };
    for (const char* value : {"8", "aten.add", "%mul"})
        EXPECT_EQ(left(value), left("2.13.0")) << value;
    EXPECT_EQ(left("12"), left("4"));
    EXPECT_EQ(left("77"), left("4"));
    EXPECT_GT(left("4"), left("2.13.0"));
}

TEST(Inspector, CopiesLongNamesWithoutThePlacesWhereTheyBreak)
{
    const std::string name = "aten.scaled_dot_product_attention.default";
    Inspector inspector;
    inspector.setInspection({"attention", {}, {}, {{"call", {{"target", name, {}, false}}}}}, {});
    EXPECT_TRUE(inspector.plainText().contains(QString::fromStdString(name)));
    auto* body = inspector.findChild<QTextBrowser*>();
    EXPECT_TRUE(body->toPlainText().contains(QChar(0x200B)));
    body->selectAll();
    body->copy();
    EXPECT_TRUE(QGuiApplication::clipboard()->text().contains(QString::fromStdString(name)))
        << QGuiApplication::clipboard()->text().toStdString();
}

TEST(FontTextMeasure, AgreesWithTheFontThatPaints)
{
    const FontTextMeasure measure;
    EXPECT_NEAR(measure.width("weight", display::Face::RowName), 6 * 6.3, 0.05);
    const double painted =
        QFontMetricsF(faceFont(display::Face::Title)).horizontalAdvance(QStringLiteral("layer_norm")) / kFaceScale;
    EXPECT_NEAR(measure.width("layer_norm", display::Face::Title), painted, 1.5) << "kerning may differ a little";
    EXPECT_GT(measure.width("\u5C64", display::Face::Title), 0);
}

TEST(Text, EscapesControlAndDirection)
{
    EXPECT_FALSE(shown("a\x1b[31mb").contains(QChar(0x1b)));
    EXPECT_FALSE(shown("a\u202Eb").contains(QChar(0x202E)));
    EXPECT_EQ(shownLines("a\n\tb"), QStringLiteral("a\n    b"));
    EXPECT_EQ(toolTipText(QStringLiteral("<b>x</b>\ny")), QStringLiteral("<qt>&lt;b&gt;x&lt;/b&gt;<br>y</qt>"));
    EXPECT_EQ(withoutMnemonic(QStringLiteral("a&b")), QStringLiteral("a&&b"));
}

TEST(Text, SaysDurationsAndCounts)
{
    EXPECT_EQ(durationText(0.0004), QStringLiteral("0.4 ms"));
    EXPECT_EQ(durationText(1.234), QStringLiteral("1.23 s"));
    EXPECT_EQ(countText(5'700'000), QStringLiteral("5.7 M"));
    EXPECT_EQ(countText(217), QStringLiteral("217"));
}

TEST(Inspector, ShowsFieldsAsTextAndLinks)
{
    Inspector inspector;
    inspector.resize(360, 600);
    display::Inspection inspection{"softmax", "call_function", "%softmax",
        {{"Call", {{"target", "aten.softmax.int", {}, false}, {"self", "<img src=file:///x>", {}, false}}},
            {"Source",
                {{"source", "model.py:88", "file:/m y/model.py:88", false}, {"", "x.softmax(dim=-1)", {}, true}}}}};
    inspector.setInspection(inspection, headerColor(display::Category::Activation));
    const QString text = inspector.plainText();
    for (const char* part : {"softmax", "call_function", "%softmax", "aten.softmax.int", "<img src=file:///x>",
             "model.py:88", "x.softmax(dim=-1)"})
        EXPECT_TRUE(text.contains(QString::fromLatin1(part))) << part;
    QString link;
    QObject::connect(
        &inspector, &Inspector::linkActivated, &inspector, [&](const QString& activated) { link = activated; });
    auto* body = inspector.findChild<QTextBrowser*>();
    emit body->anchorClicked(
        QUrl(QString::fromLatin1(QUrl::toPercentEncoding(QStringLiteral("file:/m y/model.py:88")))));
    EXPECT_EQ(link, QStringLiteral("file:/m y/model.py:88"));
}

TEST(Appearance, FillsEveryNameOfItsStyleSheet)
{
    for (const Palette* palette : {&lightPalette(), &darkPalette()})
        EXPECT_FALSE(styleSheetFor(*palette).contains(QLatin1Char('<')));
}

} // namespace
} // namespace sidelight::views
