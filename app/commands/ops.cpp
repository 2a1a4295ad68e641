// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/commands.h"
#include "app/terminal.h"
#include "core/lowering/examples.h"
#include "core/lowering/registry.h"
#include "core/support/text.h"

#include <algorithm>
#include <cstdio>
#include <set>
#include <string>

namespace sidelight::app {
namespace {

std::string joined(const std::set<std::string>& types)
{
    return support::join(std::vector<std::string>(types.begin(), types.end()), " ");
}

} // namespace

Exit runOps(const Arguments& arguments)
{
    lowering::LowerOptions options;
    options.opset = arguments.open.opset;
    options.schemas = &session::onnxSchemas();
    bool fine = true;
    json::Array array;
    if (!arguments.json)
        std::printf("%-44s %s\n", "overload", "opset, calls held against PyTorch in the tests, ONNX operators of its body");
    for (const lowering::Lowering* row : lowering::loweringsAt(arguments.open.opset)) {
        std::set<std::string> types;
        const auto tested = std::count_if(lowering::examples().begin(), lowering::examples().end(),
                                          [&](const lowering::Example& example) { return example.target == row->target; });
        if (const lowering::Example* example = lowering::findExample(row->target)) {
            auto used = lowering::operatorsOf(*example, options);
            if (used)
                types = std::move(*used);
            else
                report(used.error());
            fine = fine && used.ok();
        }
        if (!arguments.json) {
            std::printf("%-44s %2lld %3lld  %s\n", std::string(row->target).c_str(), static_cast<long long>(row->since_opset), static_cast<long long>(tested),
                        joined(types).c_str());
            continue;
        }
        json::Array onnx;
        for (const std::string& type : types)
            onnx.push_back(type);
        array.push_back(json::Object{{"target", row->target}, {"onnx", std::move(onnx)}, {"since_opset", row->since_opset}, {"tested", tested}, {"source", "table"}});
    }
    if (arguments.json)
        std::printf("%s\n", json::print(array, 2).c_str());
    return fine ? Exit::Fine : Exit::Errors;
}

} // namespace sidelight::app
