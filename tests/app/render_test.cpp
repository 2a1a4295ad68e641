// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "app/expansion.h"
#include "app/render.h"
#include "tests/app/waiting.h"

#include <QFile>
#include <QImage>
#include <QTemporaryDir>

#include <gtest/gtest.h>

namespace sidelight::app {
namespace {

using testing::samplePath;

struct Render : ::testing::Test
{
    QTemporaryDir folder;

    std::shared_ptr<const session::Document> document()
    {
        auto opened = session::openDocument(samplePath("mlp.pt2").toStdString(), {});
        EXPECT_TRUE(opened.ok());
        return *opened;
    }
    QByteArray read(const QString& name)
    {
        QFile file(folder.filePath(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    std::filesystem::path target(const char* name) { return folder.filePath(QLatin1String(name)).toStdString(); }
};

TEST_F(Render, DrawsAllFormatsOfBothGraphs)
{
    const auto opened = document();
    RenderOptions options;
    ASSERT_TRUE(renderModel(*opened, options, target("fx.svg")).ok());
    EXPECT_TRUE(read(QStringLiteral("fx.svg")).contains("sigmoid"));
    options.onnx = true;
    options.dark = true;
    ASSERT_TRUE(renderModel(*opened, options, target("onnx.png")).ok());
    const QImage image(folder.filePath(QStringLiteral("onnx.png")));
    ASSERT_FALSE(image.isNull());
    EXPECT_LT(image.pixelColor(2, 2).lightness(), 60) << "dark";
    ASSERT_TRUE(renderModel(*opened, options, target("onnx.pdf")).ok());
    EXPECT_TRUE(read(QStringLiteral("onnx.pdf")).startsWith("%PDF"));
}

TEST_F(Render, DrawsEqualBytesTwice)
{
    const auto opened = document();
    ASSERT_TRUE(renderModel(*opened, {}, target("a.svg")).ok());
    ASSERT_TRUE(renderModel(*opened, {}, target("b.svg")).ok());
    EXPECT_EQ(read(QStringLiteral("a.svg")), read(QStringLiteral("b.svg")));
}

TEST_F(Render, DrawsMoreWhenExpanded)
{
    const auto opened = document();
    RenderOptions options;
    options.onnx = true;
    ASSERT_TRUE(renderModel(*opened, options, target("closed.png")).ok());
    options.expand = {"all"};
    ASSERT_TRUE(renderModel(*opened, options, target("open.png")).ok());
    const QImage closed(folder.filePath(QStringLiteral("closed.png")));
    const QImage open(folder.filePath(QStringLiteral("open.png")));
    EXPECT_GT(open.width() * open.height(), closed.width() * closed.height());
    options.expand = {"depth:1"};
    ASSERT_TRUE(renderModel(*opened, options, target("depth.png")).ok());
    const QImage depth(folder.filePath(QStringLiteral("depth.png")));
    EXPECT_GT(depth.width() * depth.height(), closed.width() * closed.height());
    EXPECT_LT(depth.width() * depth.height(), open.width() * open.height());
}

TEST_F(Render, RefusesWhatItCannotDo)
{
    const auto opened = document();
    const Status ending = renderModel(*opened, {}, target("x.bmp"));
    ASSERT_FALSE(ending.ok());
    EXPECT_EQ(ending.error().ruleId, "SL1012");
    RenderOptions options;
    options.after = "no-such-pass";
    const Status pass = renderModel(*opened, options, target("x.svg"));
    ASSERT_FALSE(pass.ok());
    EXPECT_EQ(pass.error().ruleId, "SL2004");
    const Status place =
        renderModel(*opened, {}, folder.filePath(QStringLiteral("no/such/folder/x.svg")).toStdString());
    ASSERT_FALSE(place.ok());
    EXPECT_EQ(place.error().ruleId, "SL4001");
    EXPECT_FALSE(QFile::exists(folder.filePath(QStringLiteral("x.svg"))));
}

TEST(Expansion, OpensAModuleWithTheModulesAroundIt)
{
    const auto build = [](const display::Expansion& expansion) {
        display::DisplayGraph graph;
        const auto add = [&](const char* key, const char* title, const char* module = "") {
            display::DisplayNode node;
            node.key = key;
            node.title = title;
            node.module = module;
            node.expandable = true;
            graph.nodes.push_back(node);
        };
        if (!expansion.open.contains("m:layers.0"))
            add("m:layers.0", "layers.0 \u00B7 EncoderLayer", "layers.0");
        else
            add("m:layers.0/m:layers.0.attn@1", "layers.0.attn \u00B7 Attention", "layers.0.attn");
        add("m:layers.01", "layers.01 \u00B7 EncoderLayer2", "layers.01");
        add("n7", "aten_linear");
        return graph;
    };
    EXPECT_EQ(expansionFor({"layers.0.attn"}, build).open,
        (std::set<std::string>{"m:layers.0", "m:layers.0/m:layers.0.attn@1"}));
    EXPECT_EQ(expansionFor({"aten_linear"}, build).open, (std::set<std::string>{"n7"}));
    EXPECT_EQ(expansionFor({"EncoderLayer2"}, build).open, (std::set<std::string>{"m:layers.01"}));
    EXPECT_TRUE(expansionFor({"all"}, build).all);
    EXPECT_TRUE(expansionFor({"nothing"}, build).open.empty());
}

TEST(Expansion, OpensAFoldedRunForAnyOfItsModules)
{
    const auto build = [](const display::Expansion&) {
        display::DisplayGraph graph;
        display::DisplayNode node;
        node.key = "m:layers.0*12";
        node.module = "layers.0";
        node.repeat = 12;
        node.expandable = true;
        graph.nodes.push_back(node);
        return graph;
    };
    EXPECT_EQ(expansionFor({"layers.11.attn"}, build).open, (std::set<std::string>{"m:layers.0*12"}));
    EXPECT_TRUE(expansionFor({"layers.12"}, build).open.empty());
    EXPECT_TRUE(expansionFor({"layers"}, build).open.empty());
}

} // namespace
} // namespace sidelight::app
