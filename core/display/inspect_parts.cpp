// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/display/inspect_parts.h"

#include "core/display/graph_builder.h"
#include "core/support/text.h"

#include <algorithm>

namespace sidelight::display {

std::string rangeText(const fx::ExportedProgram& program, const ir::Dim& dim)
{
    if (!program.info)
        return "any size";
    std::string text = "∈ [0, ∞)";
    for (const auto& [known, range] : program.info->ranges)
        if (known == dim)
            text = concat("∈ [", range.min, ", ", range.max ? concat(*range.max, "]") : std::string("∞)"));
    if (const auto example = dim.evaluate(program.info->hints))
        text += concat("  example ", *example);
    return text;
}

void addSource(InspectorSection& section, const support::Location& location)
{
    if (location.file.empty())
        return;
    const std::string name = location.file.substr(location.file.rfind('/') + 1);
    section.rows.push_back({"source", concat(name, ":", location.line), concat("file:", location.file, ":", location.line), false});
    if (!location.function.empty())
        section.rows.push_back({"function", location.function, {}, false});
    if (!location.code.empty())
        section.rows.push_back({"", location.code, {}, true});
}

std::string byteText(std::uint64_t bytes)
{
    return shortCount(bytes) + (bytes < 1000 ? " B" : "B");
}

void addTensor(InspectorSection& section, const ir::Tensor& tensor)
{
    std::string sizes;
    for (const std::int64_t size : tensor.sizes)
        sizes += concat(sizes.empty() ? "" : ", ", size);
    section.rows.push_back({"tensor", concat(ir::name(tensor.dtype), "[", sizes, "]"), {}, false});
    section.rows.push_back({"size", byteText(tensor.byteCount()), {}, false});
    if (tensor.storage && !tensor.storage->name.empty())
        section.rows.push_back({"stored in", tensor.storage->name, {}, false});
    if (tensor.storage && !tensor.storage->hasData())
        section.rows.push_back({"data", "declared without data", {}, false});
}

void addPartners(Inspection& out, std::string title, const Partners& partners, std::string_view none)
{
    InspectorSection section{std::move(title), {}};
    for (const auto& [text, link] : partners)
        section.rows.push_back({section.rows.empty() ? "node" : "", text, link, false});
    if (partners.empty())
        section.rows.push_back({"", std::string(none), {}, false});
    out.sections.push_back(std::move(section));
}

} // namespace sidelight::display
