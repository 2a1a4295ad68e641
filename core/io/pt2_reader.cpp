// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/io/pt2_reader.h"

#include "core/io/archive.h"
#include "core/io/pt2_program.h"
#include "core/io/pt2_state.h"
#include "core/support/rules.h"
#include "core/support/text.h"

#include <algorithm>
#include <optional>

namespace sidelight::io {
namespace {

constexpr std::uint64_t kMaximumJson = std::uint64_t{1} << 30;
constexpr std::string_view kModels = "models/";
constexpr std::string_view kFlatProgram = "serialized_exported_program.json";

/// Where the parts of a program lie in the archive.
struct Layout
{
    bool flat = false;   ///< torch <= 2.7: all parts in the zip's root.
    std::string root;    ///< "mlp/", or empty.
    std::string model;   ///< "model" in models/model.json.
    std::string program; ///< Entry of the schema's JSON.
};

bool endsWith(std::string_view text, std::string_view ending)
{
    return text.size() >= ending.size() && text.substr(text.size() - ending.size()) == ending;
}

Diagnostic fileProblem(const support::Rule& rule, const Archive& archive, std::string_view what)
{
    return support::diagnose(
        rule, concat(archive.name(), ": ", what), {{archive.name(), "file", archive.name(), 0, {}, {}}});
}

bool hasEntryEnding(const Archive& archive, std::string_view ending)
{
    return std::any_of(archive.entries().begin(), archive.entries().end(),
        [&](const ArchiveEntry& entry) { return endsWith(entry.name, ending); });
}

bool hasEntryWith(const Archive& archive, std::string_view part)
{
    return std::any_of(archive.entries().begin(), archive.entries().end(),
        [&](const ArchiveEntry& entry) { return entry.name.find(part) != std::string::npos; });
}

/// Says what a zip without a program is.
Diagnostic notAProgram(const Archive& archive)
{
    const bool isPt2 = hasEntryEnding(archive, "archive_format") || hasEntryWith(archive, "data/weights/");
    if (hasEntryWith(archive, "data/aotinductor/"))
        return fileProblem(rules::kUnknownFormat, archive,
            "is an AOTInductor package: it holds compiled code and no graph; save the ExportedProgram with "
            "torch.export.save");
    if (isPt2)
        return fileProblem(rules::kInterruptedSave, archive,
            "has no models/*.json: torch.export.save stopped half-way (an output that it cannot serialize, such as the "
            "named tuple of linalg.qr, does "
            "that). Look at the error that Python printed, change the output, and save again");
    if (hasEntryEnding(archive, "constants.pkl") || hasEntryWith(archive, "/code/"))
        return fileProblem(rules::kUnknownFormat, archive,
            "is a TorchScript archive, not a .pt2; export the module with torch.export");
    if (hasEntryEnding(archive, "data.pkl"))
        return fileProblem(rules::kUnknownFormat, archive,
            "is a checkpoint of torch.save: it holds tensors and no graph; export the module with torch.export");
    return fileProblem(rules::kUnknownFormat, archive,
        "is a zip but no .pt2: neither models/*.json nor serialized_exported_program.json is in it");
}

/// Finds the program; `others` are further models in the same archive.
std::optional<Layout> findProgram(const Archive& archive, std::vector<std::string>& others)
{
    if (archive.find(kFlatProgram))
        return Layout{true, {}, {}, std::string(kFlatProgram)};
    std::vector<Layout> found;
    for (const ArchiveEntry& entry : archive.entries()) {
        const std::size_t at = entry.name.find(kModels);
        const bool inRoot = at == 0 || (at != std::string::npos && entry.name.find('/') == at - 1);
        if (!inRoot || !endsWith(entry.name, ".json"))
            continue;
        const std::string model = entry.name.substr(at + kModels.size(), entry.name.size() - at - kModels.size() - 5);
        if (!model.empty() && model.find('/') == std::string::npos)
            found.push_back({false, entry.name.substr(0, at), model, entry.name});
    }
    if (found.empty())
        return std::nullopt;
    auto chosen =
        std::find_if(found.begin(), found.end(), [](const Layout& layout) { return layout.model == "model"; });
    if (chosen == found.end())
        chosen = found.begin();
    for (auto other = found.begin(); other != found.end(); ++other)
        if (other != chosen)
            others.push_back(other->model);
    return *chosen;
}

Status checkByteOrder(const Archive& archive, const Layout& layout)
{
    const ArchiveEntry* entry = archive.find(concat(layout.root, "byteorder"));
    if (!entry)
        return {};
    const auto order = archive.read(*entry, 64);
    if (!order.ok())
        return order.error();
    if (*order != "little")
        return fileProblem(rules::kUnknownFormat, archive,
            concat("has the byte order `", support::plainText(*order), "`; only little-endian files are read"));
    return {};
}

/// Entries of the flat layout, whose ending was .json before it was .pt.
std::string flatEntry(const Archive& archive, std::string_view stem)
{
    const std::string old = concat(stem, ".json");
    return archive.find(old) ? old : concat(stem, ".pt");
}

void readState(
    const Archive& archive, const Layout& layout, pt2::SchemaReader& schema, fx::ExportedProgram::State& state)
{
    if (layout.flat) {
        pt2::readPickledState(archive, flatEntry(archive, "serialized_state_dict"), schema, state);
        pt2::readPickledState(archive, flatEntry(archive, "serialized_constants"), schema, state);
        return;
    }
    pt2::readPayloads(archive, layout.root, "weights", layout.model, schema, state);
    if (!schema.failed())
        pt2::readPayloads(archive, layout.root, "constants", layout.model, schema, state);
}

void readSamples(const Archive& archive, const Layout& layout, pt2::SchemaReader& schema, fx::ProgramInfo& info)
{
    if (layout.flat)
        pt2::readSampleInputs(archive, flatEntry(archive, "serialized_example_inputs"), schema, info);
    else
        pt2::readSampleInputs(archive, concat(layout.root, "data/sample_inputs/", layout.model, ".pt"), schema, info);
}

/// Every parameter, buffer and constant of the signature needs a tensor, or a placeholder without one is said.
void checkState(pt2::SchemaReader& schema, const fx::GraphSignature& signature, const fx::ExportedProgram::State& state)
{
    std::size_t empty = 0;
    for (const fx::InputSpec& input : signature.inputs) {
        const bool stored = input.kind == fx::InputKind::Parameter || input.kind == fx::InputKind::Buffer ||
                            input.kind == fx::InputKind::ConstantTensor;
        if (!stored)
            continue;
        const auto found = state.find(input.target);
        if (found == state.end())
            schema.note(rules::kEntryMissing, support::Level::Warning, concat("tensor `", input.target, '`'),
                "is in the signature but not in the archive");
        else if (!found->second->storage->hasData())
            ++empty;
    }
    if (empty > 0)
        schema.note(rules::kTensorInvalid, support::Level::Note, concat(empty, empty == 1 ? " tensor" : " tensors"),
            "of the state have no data: the model was exported in fake mode");
}

Result<Pt2> finish(pt2::ProgramReading& reading, fx::ProgramInfo info, fx::ExportedProgram::State state)
{
    if (reading.schema.failed())
        return reading.schema.failure();
    reading.program.state = std::make_shared<const fx::ExportedProgram::State>(std::move(state));
    reading.program.info = std::make_shared<const fx::ProgramInfo>(std::move(info));
    return Pt2{std::move(reading.program), reading.schema.takeNotes()};
}

} // namespace

Result<Pt2> readPt2Json(std::string_view text, std::string_view origin)
{
    const auto root = json::parse(text, origin);
    if (!root.ok())
        return root.error();
    pt2::ProgramReading reading{pt2::SchemaReader(std::string(origin)), {}, {}, {}};
    fx::ProgramInfo info;
    pt2::readProgram(*root, reading, info);
    return finish(reading, std::move(info), {});
}

Result<Pt2> readPt2(const std::filesystem::path& path)
{
    auto file = support::File::open(path);
    if (!file.ok())
        return file.error();
    const auto archive = Archive::open(*file);
    if (!archive.ok())
        return archive.error();
    std::vector<std::string> others;
    const auto layout = findProgram(*archive, others);
    if (!layout)
        return notAProgram(*archive);
    if (const Status status = checkByteOrder(*archive, *layout); !status.ok())
        return status.error();
    const auto text = archive->read(*archive->find(layout->program), kMaximumJson);
    if (!text.ok())
        return text.error();
    const auto root = json::parse(*text, concat(archive->name(), '/', layout->program));
    if (!root.ok())
        return root.error();
    pt2::ProgramReading reading{pt2::SchemaReader(archive->name()), {}, {}, {}};
    if (!others.empty())
        reading.schema.note(rules::kUnknownFormat, support::Level::Note, "the archive",
            concat("holds further models that are not read: ", support::join(others, ", ")));
    fx::ProgramInfo info;
    info.file = *file;
    pt2::readProgram(*root, reading, info);
    fx::ExportedProgram::State state;
    if (!reading.schema.failed())
        readState(*archive, *layout, reading.schema, state);
    if (!reading.schema.failed()) {
        readSamples(*archive, *layout, reading.schema, info);
        checkState(reading.schema, *reading.program.signature, state);
    }
    if (const Status status = (*file)->checkUnchanged(); !status.ok())
        return status.error();
    return finish(reading, std::move(info), std::move(state));
}

} // namespace sidelight::io
