// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/io/pt2_state.h"

#include "core/io/torch_save.h"
#include "core/support/rules.h"
#include "core/support/text.h"

#include <map>
#include <memory>
#include <optional>

namespace sidelight::io::pt2 {
namespace {

constexpr std::uint64_t kMaximumConfig = std::uint64_t{1} << 28;

/// The payloads of one folder of the archive.
class PayloadReader
{
public:
    PayloadReader(const Archive& archive, std::string folder, SchemaReader& schema, fx::ExportedProgram::State& state)
        : archive_(archive), folder_(std::move(folder)), schema_(schema), state_(state)
    {}

    void read(const std::string& fqn, const json::Value& payload)
    {
        const std::string where = concat("payload `", fqn, '`');
        schema_.checkMembers(payload, {"path_name", "is_param", "use_pickle", "tensor_meta"}, "a payload");
        const std::string path = schema_.text(payload, "path_name", where);
        const bool pickled = schema_.boolean(payload, "use_pickle", where, false);
        const json::Value* meta = schema_.optionalMember(payload, "tensor_meta");
        if (schema_.failed())
            return;
        const auto entry = archive_.require(concat(folder_, path));
        if (!entry.ok())
            return schema_.fail(entry.error());
        if (pickled)
            return readPickled(fqn, **entry);
        if (!meta)
            return schema_.note(rules::kCustomObject, support::Level::Warning, where,
                "is a custom object; calls that use it cannot be exported");
        readTensor(fqn, path, **entry, schema_.tensorMeta(*meta, where));
    }

private:
    void readPickled(const std::string& fqn, const ArchiveEntry& entry)
    {
        const auto saved = readTorchSave(archive_, entry);
        if (saved.ok() && saved->kind == SavedValue::Kind::Tensor) {
            state_[fqn] = saved->tensor;
            return;
        }
        Diagnostic diagnostic = saved.ok() ? support::diagnose(rules::kCustomObject,
                                                 concat(archive_.name(), ": `", support::plainText(fqn),
                                                     "` is a custom object; calls that use it cannot be exported"))
                                           : saved.error();
        diagnostic.level = support::Level::Warning;
        schema_.note(std::move(diagnostic));
    }
    std::optional<std::int64_t> constantOf(const ir::Dim& dim, const std::string& fqn)
    {
        const auto value = dim.asConstant();
        if (!value)
            schema_.fail(rules::kTensorInvalid, concat("tensor `", fqn, '`'),
                "has a symbolic size, which stored tensors cannot have");
        return value;
    }
    void readTensor(
        const std::string& fqn, const std::string& path, const ArchiveEntry& entry, const ir::TensorType& type)
    {
        if (schema_.failed())
            return;
        ir::Tensor tensor;
        tensor.dtype = type.dtype;
        for (const ir::Dim& size : type.sizes)
            tensor.sizes.push_back(constantOf(size, fqn).value_or(0));
        for (const ir::Dim& stride : type.strides)
            tensor.strides.push_back(constantOf(stride, fqn).value_or(0));
        tensor.storageOffset = constantOf(type.storageOffset, fqn).value_or(0);
        if (schema_.failed())
            return;
        if (type.layout != ir::Layout::Strided)
            return schema_.note(rules::kTensorInvalid, support::Level::Warning, concat("tensor `", fqn, '`'),
                concat("has the layout ", name(type.layout), "; only strided tensors are read"));
        // Sizes first, without a storage, so that the element count below cannot overflow.
        if (const Status status = ir::checkTensor(tensor, fqn); !status.ok())
            return schema_.fail(status.error());
        tensor.storage = storageOf(path, entry, tensor.elementCount() > 0);
        if (const Status status = ir::checkTensor(tensor, fqn); !status.ok())
            return schema_.fail(status.error());
        state_[fqn] = std::make_shared<const ir::Tensor>(std::move(tensor));
    }
    std::shared_ptr<const ir::Storage> storageOf(const std::string& path, const ArchiveEntry& entry, bool needsData)
    {
        auto& shared = storages_[path];
        if (!shared) {
            auto storage = std::make_shared<ir::Storage>();
            storage->name = entry.name;
            // Fake mode writes entries without bytes.
            if (entry.length > 0 || !needsData)
                storage->content = archive_.extent(entry);
            shared = std::move(storage);
        }
        return shared;
    }

    const Archive& archive_;
    std::string folder_;
    SchemaReader& schema_;
    fx::ExportedProgram::State& state_;
    std::map<std::string, std::shared_ptr<const ir::Storage>> storages_;
};

void appendLeaves(const SavedValue& value, fx::ProgramInfo& info)
{
    switch (value.kind) {
    case SavedValue::Kind::Tensor:
        info.sampleInputs.push_back(value.tensor);
        info.sampleArguments.emplace_back();
        return;
    case SavedValue::Kind::Scalar:
        info.sampleInputs.push_back(nullptr);
        info.sampleArguments.push_back(value.scalar);
        return;
    default:
        for (const SavedValue& item : value.items)
            appendLeaves(item, info);
    }
}

} // namespace

void readPayloads(const Archive& archive, std::string_view root, std::string_view folder, std::string_view model,
    SchemaReader& schema, fx::ExportedProgram::State& state)
{
    const std::string base = concat(root, "data/", folder, '/');
    const std::string configName = concat(base, model, '_', folder, "_config.json");
    const ArchiveEntry* entry = archive.find(configName);
    if (!entry) {
        const std::string pickled = concat(base, model, ".pt");
        if (archive.find(pickled))
            return readPickledState(archive, pickled, schema, state);
        return schema.fail(archive.require(configName).error());
    }
    const auto text = archive.read(*entry, kMaximumConfig);
    if (!text.ok())
        return schema.fail(text.error());
    const auto config = json::parse(*text, concat(archive.name(), '/', configName));
    if (!config.ok())
        return schema.fail(config.error());
    PayloadReader reader(archive, base, schema, state);
    for (const auto& [fqn, payload] : schema.object(*config, "config", configName))
        reader.read(fqn, payload);
}

void readPickledState(
    const Archive& archive, std::string_view entry, SchemaReader& schema, fx::ExportedProgram::State& state)
{
    const auto found = archive.require(entry);
    if (!found.ok())
        return schema.fail(found.error());
    // Files without constants hold an empty entry.
    if ((*found)->length == 0)
        return;
    const auto saved = readTorchSave(archive, **found);
    if (!saved.ok())
        return schema.fail(saved.error());
    for (auto& [name, tensor] : tensorsByName(*saved))
        state[name] = tensor;
}

void readSampleInputs(const Archive& archive, std::string_view entry, SchemaReader& schema, fx::ProgramInfo& info)
{
    const ArchiveEntry* found = archive.find(entry);
    if (!found || found->length == 0)
        return;
    const auto saved = readTorchSave(archive, *found);
    if (saved.ok())
        return appendLeaves(*saved, info);
    Diagnostic diagnostic = saved.error();
    diagnostic.level = support::Level::Note;
    diagnostic.message += "; the sample inputs are left out";
    schema.note(std::move(diagnostic));
}

} // namespace sidelight::io::pt2
