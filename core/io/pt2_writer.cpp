// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/io/pt2_writer.h"

#include "core/io/pt2_write_program.h"
#include "core/io/tensor_stream.h"
#include "core/io/torch_save_writer.h"
#include "core/support/rules.h"
#include "core/support/text.h"

#include <map>
#include <optional>

namespace sidelight::io {
namespace {

namespace fs = std::filesystem;

Diagnostic refused(const fs::path& path, std::string_view why)
{
    return support::diagnose(rules::kTargetRefused, concat(support::plainText(path.string()), " ", why),
        {{path.string(), "file", {}, 0, {}, {}}});
}

/// Files that hold the program's bytes.
bool holdsData(const fs::path& path, const ir::Tensor* tensor)
{
    const auto* extent = tensor && tensor->storage ? std::get_if<ir::FileExtent>(&tensor->storage->content) : nullptr;
    return extent && extent->file && extent->file->isSameFile(path);
}

/// One tensor of the state and what the archive says of it.
struct Payload
{
    std::string fqn;
    const ir::Tensor* tensor = nullptr;
    bool isParameter = false;
    bool requiresGrad = false;
    ir::Device device;
    std::size_t record = 0;
};

/// The payloads of one folder; tensors of one storage and type share a record.
struct Folder
{
    std::string_view name;   ///< "weights".
    std::string_view prefix; ///< "weight_".
    std::vector<Payload> payloads;
    std::vector<const ir::Storage*> records;
};

struct Folders
{
    Folder weights{"weights", "weight_", {}, {}};
    Folder constants{"constants", "tensor_", {}, {}};
};

Folders sortState(const fx::ExportedProgram& program)
{
    struct Use
    {
        const fx::InputSpec* spec = nullptr;
        const fx::Node* node = nullptr;
    };
    std::map<std::string_view, Use> uses;
    auto node = program.main().order().begin();
    for (const fx::InputSpec& spec : program.signature->inputs) {
        if (node == program.main().order().end())
            break;
        if (!spec.target.empty())
            uses.emplace(spec.target, Use{&spec, &program.main()[*node]});
        ++node;
    }
    Folders folders;
    std::map<std::pair<const ir::Storage*, ir::DType>, std::size_t> seen[2]; // Looked up only.
    for (const auto& [fqn, tensor] : *program.state) {
        const auto found = uses.find(fqn);
        const fx::InputSpec* spec = found == uses.end() ? nullptr : found->second.spec;
        const bool constant = spec && (spec->kind == fx::InputKind::ConstantTensor ||
                                          (spec->kind == fx::InputKind::Buffer && !spec->persistent));
        Folder& folder = constant ? folders.constants : folders.weights;
        Payload payload{fqn, tensor.get(), spec && spec->kind == fx::InputKind::Parameter, false, {}, 0};
        if (spec && found->second.node->val.isTensor()) {
            payload.requiresGrad = found->second.node->val.tensor.requiresGrad;
            payload.device = found->second.node->val.tensor.device;
        }
        // PyTorch sizes a record without bytes by the first tensor that names it: each gets its own.
        payload.record = folder.records.size();
        if (tensor->storage->hasData())
            payload.record = seen[constant ? 1 : 0]
                                 .try_emplace({tensor->storage.get(), tensor->dtype}, payload.record)
                                 .first->second;
        if (payload.record == folder.records.size())
            folder.records.push_back(tensor->storage.get());
        folder.payloads.push_back(std::move(payload));
    }
    return folders;
}

std::string configOf(const Folder& folder, pt2::ValueWriter& values)
{
    json::Object config;
    for (const Payload& payload : folder.payloads)
        config.emplace_back(
            payload.fqn, json::Object{{"path_name", concat(folder.prefix, payload.record)},
                             {"is_param", payload.isParameter}, {"use_pickle", false},
                             {"tensor_meta", values.tensorMeta(*payload.tensor, payload.requiresGrad, payload.device,
                                                 concat("tensor `", payload.fqn, '`'))}});
    return json::print(json::Object{{"config", std::move(config)}});
}

Status writeFolder(ZipWriter& zip, const Folder& folder, const std::string& config, Transfer& transfer)
{
    for (std::size_t record = 0; record < folder.records.size(); ++record) {
        const ir::Storage& storage = *folder.records[record];
        if (Status status = zip.begin(concat("data/", folder.name, '/', folder.prefix, record), storage.size());
            !status)
            return status;
        const auto sink = [&](std::span<const std::byte> bytes) {
            const Status status = zip.write(bytes);
            return status ? transfer.advance(bytes.size()) : status;
        };
        if (Status status = streamStorage(storage, sink); !status)
            return status;
        if (Status status = zip.end(); !status)
            return status;
    }
    return zip.add(concat("data/", folder.name, "/model_", folder.name, "_config.json"), config);
}

/// Rebuilds (args, kwargs) from their leaves and the tree of the model's call. Nothing when the tree has a kind of
/// container that torch.save's plain pickles do not have.
class SampleTree
{
public:
    explicit SampleTree(const fx::ProgramInfo& info) : info_(info) {}

    std::optional<SavedValue> build(const json::Value& spec)
    {
        const json::Array* parts = spec.asArray();
        if (!parts || parts->size() != 2)
            return std::nullopt;
        SavedValue value = node((*parts)[1]);
        return known_ && next_ == info_.sampleArguments.size() ? std::optional(std::move(value)) : std::nullopt;
    }

private:
    SavedValue node(const json::Value& spec)
    {
        SavedValue value;
        const json::Value* type = spec.find("type");
        const json::Value* children = spec.find("children_spec");
        if (!type || !children || !children->asArray() || !known_) {
            known_ = false;
            return value;
        }
        if (type->isNull())
            return leaf();
        const std::string kind = type->asString() ? *type->asString() : std::string();
        if (kind == "builtins.tuple")
            value.kind = SavedValue::Kind::Tuple;
        else if (kind == "builtins.list")
            value.kind = SavedValue::Kind::List;
        else if (kind == "builtins.dict" && readKeys(spec, value, children->asArray()->size()))
            value.kind = SavedValue::Kind::Dict;
        else
            known_ = false;
        for (const json::Value& child : *children->asArray())
            value.items.push_back(node(child));
        return value;
    }
    static bool readKeys(const json::Value& spec, SavedValue& value, std::size_t count)
    {
        const json::Value* context = spec.find("context");
        if (!context || !context->asString())
            return false;
        const auto keys = json::parse(*context->asString(), "a tree");
        if (!keys || !keys->asArray() || keys->asArray()->size() != count)
            return false;
        for (const json::Value& key : *keys->asArray()) {
            SavedValue made;
            if (key.asString())
                made.scalar = *key.asString();
            else if (key.asInteger())
                made.scalar = *key.asInteger();
            else
                return false;
            value.keys.push_back(std::move(made));
        }
        return true;
    }
    SavedValue leaf()
    {
        SavedValue value;
        if (next_ >= info_.sampleArguments.size()) {
            known_ = false;
            return value;
        }
        value.scalar = info_.sampleArguments[next_];
        value.tensor = info_.sampleInputs[next_];
        value.kind = value.tensor ? SavedValue::Kind::Tensor : SavedValue::Kind::Scalar;
        ++next_;
        return value;
    }

    const fx::ProgramInfo& info_;
    std::size_t next_ = 0;
    bool known_ = true;
};

std::optional<SavedValue> samplesOf(const fx::ExportedProgram& program)
{
    const fx::ProgramInfo& info = *program.info;
    if (info.sampleInputs.empty() || info.sampleInputs.size() != info.sampleArguments.size())
        return std::nullopt;
    const bool declared = !info.moduleCalls.empty() && !info.moduleCalls.front().inSpec.empty();
    const std::string text = declared ? info.moduleCalls.front().inSpec : pt2::plainInputTree(info.sampleInputs.size());
    const auto spec = json::parse(text, "a tree");
    return spec ? SampleTree(info).build(*spec) : std::nullopt;
}

/// Writes the sample inputs, or an empty entry and a note; torch.export.load asks for the entry.
Status writeSamples(ZipWriter& zip, const fx::ExportedProgram& program, std::vector<Diagnostic>& notes)
{
    const auto leaveOut = [&](std::string_view why) {
        Diagnostic note = support::diagnose(rules::kInputsInvalid, concat("the sample inputs are left out: ", why));
        note.level = Level::Note;
        notes.push_back(std::move(note));
    };
    constexpr std::string_view kEntry = "data/sample_inputs/model.pt";
    const auto samples = samplesOf(program);
    if (!samples) {
        if (!program.info->sampleInputs.empty())
            leaveOut("they hold containers other than tuples, lists and dicts");
        return zip.add(kEntry, {});
    }
    // A first run into nothing tells whether they can be written, and how large they are.
    std::uint64_t bytes = 0;
    const Status possible = writeTorchSave(*samples, [&bytes](std::span<const std::byte> piece) {
        bytes += piece.size();
        return Status{};
    });
    if (!possible) {
        leaveOut(possible.error().message);
        return zip.add(kEntry, {});
    }
    Status status = zip.begin(kEntry, bytes);
    if (status)
        status = writeTorchSave(*samples, [&zip](std::span<const std::byte> piece) { return zip.write(piece); });
    return status ? zip.end() : status;
}

std::string rootOf(const fs::path& target)
{
    const std::string stem = target.stem().string();
    return concat(stem.empty() || stem == "." || stem == ".." ? std::string("archive") : stem, '/');
}

} // namespace

Status checkPt2Target(const fx::ExportedProgram& program, const fs::path& target, const Pt2WriteOptions& options)
{
    if (target.filename().empty() || target.filename() == "." || target.filename() == "..")
        return refused(target, "names a folder; name a file in it");
    std::error_code error;
    const fs::file_status status = fs::status(target, error);
    if (!fs::exists(status))
        return {};
    if (fs::is_directory(status))
        return refused(target, "is a folder; name a file");
    if (!fs::is_regular_file(status))
        return refused(target, "is not a regular file; name another target");
    bool input = program.info->file && program.info->file->isSameFile(target);
    for (const fs::path& other : options.inputs)
        input = input || fs::equivalent(target, other, error);
    for (const auto& [name, tensor] : *program.state)
        input = input || holdsData(target, tensor.get());
    for (const auto& tensor : program.info->sampleInputs)
        input = input || holdsData(target, tensor.get());
    if (input)
        return refused(target, "is what the model is read from; name another target");
    if (!options.overwrite)
        return refused(target, "exists already; use --force to replace it");
    return {};
}

Result<WrittenPt2> writePt2(const fx::ExportedProgram& given, const fs::path& target, const Pt2WriteOptions& options)
{
    fx::ExportedProgram program = given;
    if (!program.info)
        program.info = std::make_shared<const fx::ProgramInfo>();
    if (!program.state)
        program.state = std::make_shared<const fx::ExportedProgram::State>();
    if (!program.signature)
        program.signature = std::make_shared<const fx::GraphSignature>();
    if (Status status = checkPt2Target(program, target, options); !status)
        return status.error();
    pt2::ValueWriter values(program.info->hints);
    const json::Value model = pt2::writeProgram(program, values);
    const Folders folders = sortState(program);
    const std::string weights = configOf(folders.weights, values);
    const std::string constants = configOf(folders.constants, values);
    if (values.failed())
        return values.failure();

    auto file = support::AtomicFile::create(target);
    if (!file)
        return file.error();
    Transfer transfer{options.stop, options.progress, 0, 0};
    for (const Folder* folder : {&folders.weights, &folders.constants})
        for (const ir::Storage* storage : folder->records)
            transfer.total += storage->size();
    ZipWriterOptions zipOptions;
    zipOptions.root = rootOf(target);
    ZipWriter zip([&file](std::span<const std::byte> bytes) { return file->write(bytes); }, std::move(zipOptions));
    WrittenPt2 written;
    Status status = writeFolder(zip, folders.weights, weights, transfer);
    if (status)
        status = writeFolder(zip, folders.constants, constants, transfer);
    if (status)
        status = zip.add("models/model.json", json::print(model));
    if (status)
        status = writeSamples(zip, program, written.diagnostics);
    for (const auto& [name, content] : {std::pair<std::string_view, std::string_view>{"archive_format", "pt2"},
             {"archive_version", "0"}, {".data/version", "6\n"}, {"byteorder", "little"}})
        if (status)
            status = zip.add(name, content);
    if (status)
        status = zip.add(".data/serialization_id", zip.fingerprint());
    if (status)
        status = zip.finish();
    if (status)
        status = transfer.advance(0);
    if (status)
        status = file->commit();
    if (!status)
        return status.error();
    written.bytes = file->position();
    return written;
}

} // namespace sidelight::io
