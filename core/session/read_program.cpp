// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/read_program.h"

#include "core/fx/infer/unknown_type.h"
#include "core/fx/text/graph_text.h"
#include "core/support/file.h"
#include "core/support/rules.h"
#include "core/support/text.h"

#include <algorithm>
#include <cctype>
#include <string>
#include <utility>

namespace sidelight::session {
namespace {

/// A program out of the text of a graph. What the text lacks is told in a note.
Result<io::Pt2> readGraphText(const std::filesystem::path& path, const std::string& text)
{
    auto program = fx::parseGraph(text);
    if (!program) {
        Diagnostic problem = program.error();
        problem.message = concat(path.string(), ": ", problem.message);
        return problem;
    }
    std::size_t unknown = 0;
    std::size_t nodes = 0;
    for (const GraphId id : program->graphs.ids())
        for (const NodeId at : program->graphs[id].order()) {
            unknown += fx::isMarkedUnknown(program->graphs[id][at]) ? 1 : 0;
            ++nodes;
        }
    if (!program->info)
        program->info = std::make_shared<const fx::ProgramInfo>();
    Diagnostic note = support::diagnose(rules::kNodeChanged, concat(path.string(), " is the text of a graph: it has no weights, ",
        unknown == 0 ? "and the type of every node is known" : concat("and the types of ", unknown, " of ", nodes, " nodes are unknown")));
    note.level = Level::Note;
    return io::Pt2{std::move(*program), {std::move(note)}};
}

} // namespace

bool isGraphTextFile(const std::filesystem::path& path)
{
    std::string ending = path.extension().string();
    std::transform(ending.begin(), ending.end(), ending.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return ending == ".txt" || ending == ".py";
}

Result<io::Pt2> readProgram(const std::filesystem::path& path)
{
    if (!isGraphTextFile(path))
        return io::readPt2(path);
    const auto text = support::readText(path);
    return text ? readGraphText(path, *text) : Result<io::Pt2>(text.error());
}

} // namespace sidelight::session
