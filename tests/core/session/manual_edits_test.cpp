// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/manual_edits.h"

#include "core/fx/print.h"
#include "core/onnxir/print.h"
#include "core/session/change_text.h"
#include "core/support/text.h"

#include <gtest/gtest.h>

#include <string>

namespace sidelight::session {
namespace {

std::string sample(const std::string& name) { return std::string(SIDELIGHT_SOURCE_DIR) + "/resources/samples/" + name + ".pt2"; }

std::shared_ptr<const Document> opened(const std::string& name, OpenOptions options = {})
{
    const auto document = openDocument(sample(name), options);
    EXPECT_TRUE(document) << (document ? "" : document.error().message);
    return document ? *document : nullptr;
}

/// Opens again with one more edit, as the window does.
std::shared_ptr<const Document> edited(const std::shared_ptr<const Document>& document, const EditPlace& place, const std::string& line)
{
    const Status status = tryEdits(*document, place, line);
    EXPECT_TRUE(status) << (status ? "" : status.error().message);
    OpenOptions options = document->options;
    options.pipeline = std::make_shared<const Pipeline>(withEdit(*document, place, line).pipeline);
    options.previous = document;
    const auto again = openDocument(document->path, options);
    EXPECT_TRUE(again) << (again ? "" : again.error().message);
    return again ? *again : nullptr;
}

template <class Unit>
std::string idsOf(const ir::Trace<Unit>& trace)
{
    std::string ids;
    for (const auto& record : trace.records)
        ids += concat(ids.empty() ? "" : " ", record.pass->id);
    return ids;
}

TEST(ManualEdits, DefaultPipelineHasNone)
{
    const auto document = opened("mlp");
    EXPECT_EQ(idsOf(document->fx).find("manual"), std::string::npos);
    EXPECT_EQ(idsOf(document->onnx).find("manual"), std::string::npos);
    EXPECT_EQ(editsFile(defaultPipeline()), "");
}

TEST(ManualEdits, StandBehindThePassThatIsShownAndJoinThoseThere)
{
    const auto document = opened("mlp");
    const std::string ids = idsOf(document->fx);
    const std::size_t end = document->fx.records.size();
    const auto atEnd = edited(document, {false, end}, "rename %sigmoid to first");
    EXPECT_EQ(idsOf(atEnd->fx), ids + " manual-edits");
    const auto twice = edited(atEnd, {false, end + 1}, "rename %first to second");
    EXPECT_EQ(idsOf(twice->fx), ids + " manual-edits");
    EXPECT_EQ(twice->fx.records.back().changes.size(), 2u);
    EXPECT_EQ(editsFile(*twice->options.pipeline), "[fx]\nrename %sigmoid to first\nrename %first to second\n");
    const auto atStart = edited(twice, {false, 0}, "rename %sigmoid to zeroth");
    EXPECT_EQ(idsOf(atStart->fx), "manual-edits " + ids + " manual-edits");
    EXPECT_EQ(atStart->fx.records.back().outcome, ir::Outcome::Failed) << "the later edits name %sigmoid, which is %zeroth now";
    const auto before = edited(twice, {false, end}, "rename %second to third");
    EXPECT_EQ(idsOf(before->fx), ids + " manual-edits") << "those behind take it";
    EXPECT_NE(fx::printGraph(before->program()).find("%third"), std::string::npos);
    EXPECT_TRUE(checkReplay(*before));
}

TEST(ManualEdits, WhatRanBeforeIsNotRunAgain)
{
    const auto document = opened("resnet18");
    const std::size_t end = document->fx.records.size();
    const auto again = edited(document, {false, end}, "rename %relu to first");
    for (std::size_t i = 0; i < end; ++i)
        EXPECT_EQ(again->fx.records[i].elapsed, document->fx.records[i].elapsed) << again->fx.records[i].pass->id;
    EXPECT_EQ(again->stages.front().name, "passes") << "the file is not read";
    EXPECT_EQ(again->options.previous, nullptr);
}

TEST(ManualEdits, OfTheOnnxGraphLeaveTheLoweringAsItIs)
{
    const auto document = opened("mlp");
    std::string output;
    for (const NodeId id : document->model().main().order())
        if (document->model().main()[id].kind == onnxir::Kind::Output)
            output = document->model().main()[id].name;
    const auto again = edited(document, {true, document->onnx.records.size()}, concat("rename %\"", output, "\" to result"));
    EXPECT_EQ(again->onnx.records.front().elapsed, document->onnx.records.front().elapsed);
    EXPECT_EQ(again->onnx.records.back().pass->id, "manual-onnx-edits");
    EXPECT_NE(onnxir::printText(again->model()).find("result"), std::string::npos);
    EXPECT_TRUE(again->exportable);
    EXPECT_TRUE(checkReplay(*again));
}

TEST(ManualEdits, AreTriedBeforeTheyAreMade)
{
    const auto document = opened("mlp");
    const Status status = tryEdits(*document, {false, document->fx.records.size()}, "erase %sigmoid");
    ASSERT_FALSE(status);
    EXPECT_NE(status.error().message.find("still read by"), std::string::npos);
    EXPECT_FALSE(tryEdits(*document, {true, document->onnx.records.size()}, "erase nothing"));
    EXPECT_FALSE(tryEdits(*document, {false, 0}, "ease %sigmoid"));
}

TEST(ManualEdits, FileOfEditsHasASectionForEachGraph)
{
    Pipeline pipeline = defaultPipeline();
    ASSERT_TRUE(addEdits(pipeline, "# mine\nbypass %dropout\n\n[onnx]\nrename y to z\n[fx]\nerase %a\r\n", false));
    EXPECT_EQ(editsOf(pipeline, false), "bypass %dropout\nerase %a\n");
    EXPECT_EQ(editsOf(pipeline, true), "rename y to z\n");
    EXPECT_EQ(editsFile(pipeline), "[fx]\nbypass %dropout\nerase %a\n[onnx]\nrename y to z\n");
    Pipeline onnx = defaultPipeline();
    ASSERT_TRUE(addEdits(onnx, "rename y to z", true));
    EXPECT_EQ(editsFile(onnx), "[onnx]\nrename y to z\n");
    const Status wrong = addEdits(pipeline, "[onnx]\nrename y\n", false);
    ASSERT_FALSE(wrong);
    EXPECT_EQ(wrong.error().message.substr(0, 17), "line 2, column 9:");
}

} // namespace
} // namespace sidelight::session
