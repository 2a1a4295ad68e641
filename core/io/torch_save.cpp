// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/io/torch_save.h"

#include "core/io/pickle.h"
#include "core/io/pt2_schema.h"
#include "core/support/rules.h"
#include "core/support/text.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>

namespace sidelight::io {
namespace {

using pickle::Index;
using pickle::Object;

constexpr int kMaximumDepth = 512;
constexpr std::size_t kMaximumValues = 1u << 20;

struct StorageClass
{
    std::string_view name;
    ir::DType dtype;
};
constexpr std::array kStorageClasses = {
    StorageClass{"FloatStorage", ir::DType::Float32},
    StorageClass{"DoubleStorage", ir::DType::Float64},
    StorageClass{"HalfStorage", ir::DType::Float16},
    StorageClass{"BFloat16Storage", ir::DType::BFloat16},
    StorageClass{"LongStorage", ir::DType::Int64},
    StorageClass{"IntStorage", ir::DType::Int32},
    StorageClass{"ShortStorage", ir::DType::Int16},
    StorageClass{"CharStorage", ir::DType::Int8},
    StorageClass{"ByteStorage", ir::DType::UInt8},
    StorageClass{"BoolStorage", ir::DType::Bool},
    StorageClass{"ComplexFloatStorage", ir::DType::Complex64},
    StorageClass{"ComplexDoubleStorage", ir::DType::Complex128},
    StorageClass{"ComplexHalfStorage", ir::DType::Complex32},
    StorageClass{"UntypedStorage", ir::DType::UInt8},
};

/// Turns recorded pickle objects into values.
class Converter
{
public:
    Converter(const pickle::Pickle& pickle, const Archive& archive, std::string root)
        : pickle_(pickle), archive_(archive), root_(std::move(root))
    {}

    Result<SavedValue> run()
    {
        SavedValue value = convert(pickle_.root, 0);
        if (error_)
            return *error_;
        return value;
    }

private:
    struct TypedStorage
    {
        std::shared_ptr<const ir::Storage> storage;
        ir::DType dtype = ir::DType::Undefined;
    };

    SavedValue fail(const support::Rule& rule, std::string_view what)
    {
        if (!error_)
            error_ = support::diagnose(
                rule, concat(archive_.name(), ": ", what), {{archive_.name(), "entry", {}, 0, {}, {}}});
        return {};
    }
    SavedValue scalar(fx::Argument argument)
    {
        SavedValue value;
        value.scalar = std::move(argument);
        return value;
    }

    SavedValue convert(Index index, int depth)
    {
        if (depth > kMaximumDepth)
            return fail(rules::kNestingTooDeep, "the pickle is nested over 512 levels, or contains itself");
        if (++count_ > kMaximumValues)
            return fail(rules::kPickleRefused, "the pickle has over a million values");
        const Object& object = pickle_.at(index);
        switch (object.kind) {
        case Object::Kind::None:
            return {};
        case Object::Kind::Bool:
            return scalar(object.integer != 0);
        case Object::Kind::Int:
            return scalar(object.integer);
        case Object::Kind::Float:
            return scalar(object.real);
        case Object::Kind::Text:
        case Object::Kind::Bytes:
            return scalar(object.text);
        case Object::Kind::List:
        case Object::Kind::Set:
            return sequence(SavedValue::Kind::List, object, depth);
        case Object::Kind::Tuple:
            return sequence(SavedValue::Kind::Tuple, object, depth);
        case Object::Kind::Dict:
            return dict(object, depth);
        case Object::Kind::Global:
            return global(object);
        case Object::Kind::Call:
            return call(object, depth);
        case Object::Kind::Persistent:
            return fail(rules::kPickleRefused, "holds a storage that belongs to no tensor");
        }
        return {};
    }
    SavedValue sequence(SavedValue::Kind kind, const Object& object, int depth)
    {
        SavedValue value;
        value.kind = kind;
        for (const Index item : object.items) {
            if (error_)
                break;
            value.items.push_back(convert(item, depth + 1));
        }
        return value;
    }
    SavedValue dict(const Object& object, int depth)
    {
        SavedValue value;
        value.kind = SavedValue::Kind::Dict;
        for (std::size_t at = 0; at + 1 < object.items.size() && !error_; at += 2) {
            value.keys.push_back(convert(object.items[at], depth + 1));
            value.items.push_back(convert(object.items[at + 1], depth + 1));
        }
        return value;
    }
    SavedValue global(const Object& object)
    {
        if (const auto dtype = ir::dtypeFromName(object.name))
            return scalar(*dtype);
        return scalar(fx::OperatorRef{concat(object.text, '.', object.name)});
    }
    SavedValue call(const Object& object, int depth)
    {
        return call(pickle_.at(object.items[0]).name, pickle_.at(object.items[1]), depth);
    }
    SavedValue call(const std::string& name, const Object& arguments, int depth)
    {
        if (depth > kMaximumDepth)
            return fail(rules::kNestingTooDeep, "the pickle is nested over 512 levels, or contains itself");
        // (function, class, arguments, attributes): a plain tensor that has Python attributes; they are left out.
        if (name == "_rebuild_from_type_v2" && arguments.items.size() >= 3 &&
            pickle_.at(arguments.items[0]).kind == Object::Kind::Global)
            return call(pickle_.at(arguments.items[0]).name, pickle_.at(arguments.items[2]), depth + 1);
        if (name == "_rebuild_tensor_v2" || name == "_rebuild_tensor_v3" || name == "_rebuild_tensor")
            return tensor(arguments, name == "_rebuild_tensor_v3");
        if (name == "_rebuild_meta_tensor_no_storage")
            return metaTensor(arguments);
        if (name == "_reconstruct_fake_tensor" && !arguments.items.empty())
            return fakeTensor(convert(arguments.items[0], depth + 1));
        if ((name == "_rebuild_parameter" || name == "Parameter") && !arguments.items.empty())
            return convert(arguments.items[0], depth + 1);
        if (name == "complex" && arguments.items.size() == 2)
            return scalar(std::complex<double>(number(arguments.items[0]), number(arguments.items[1])));
        if (name == "device" && !arguments.items.empty() && pickle_.at(arguments.items[0]).kind == Object::Kind::Text)
            return scalar(ir::Device{pickle_.at(arguments.items[0]).text, std::nullopt});
        if ((name == "encode" || name == "OrderedDict") && !arguments.items.empty())
            return convert(arguments.items[0], depth + 1);
        return fail(rules::kPickleRefused,
            concat("calls `", support::plainText(name), "`, which is not read; nothing was executed"));
    }
    double number(Index index) const
    {
        const Object& object = pickle_.at(index);
        return object.kind == Object::Kind::Float ? object.real : static_cast<double>(object.integer);
    }
    std::optional<std::vector<std::int64_t>> integers(Index index) const
    {
        const Object& object = pickle_.at(index);
        if (object.kind != Object::Kind::Tuple && object.kind != Object::Kind::List)
            return std::nullopt;
        std::vector<std::int64_t> values;
        for (const Index item : object.items) {
            if (pickle_.at(item).kind != Object::Kind::Int)
                return std::nullopt;
            values.push_back(pickle_.at(item).integer);
        }
        return values;
    }
    /// (storage, offset, size, stride, requires_grad, hooks[, dtype, metadata]).
    SavedValue tensor(const Object& arguments, bool hasDtype)
    {
        if (arguments.items.size() < (hasDtype ? 7u : 4u))
            return fail(rules::kPickleRefused, "has a tensor with too few parts");
        const TypedStorage typed = storageOf(arguments.items[0]);
        if (error_)
            return {};
        ir::Tensor made;
        made.dtype = typed.dtype;
        if (hasDtype) {
            const Object& named = pickle_.at(arguments.items[6]);
            const auto dtype = named.kind == Object::Kind::Global ? ir::dtypeFromName(named.name) : std::nullopt;
            if (!dtype)
                return fail(rules::kPickleRefused, "has a tensor of an unknown dtype");
            made.dtype = *dtype;
        }
        const auto sizes = integers(arguments.items[2]);
        const auto strides = integers(arguments.items[3]);
        const Object& offset = pickle_.at(arguments.items[1]);
        if (!sizes || !strides || offset.kind != Object::Kind::Int)
            return fail(rules::kTensorInvalid, "has a tensor whose sizes are no integers");
        made.sizes = *sizes;
        made.strides = *strides;
        made.storageOffset = offset.integer;
        made.storage = typed.storage;
        if (const Status status = ir::checkTensor(made, typed.storage->name); !status.ok()) {
            error_ = status.error();
            return {};
        }
        SavedValue value;
        value.kind = SavedValue::Kind::Tensor;
        value.tensor = std::make_shared<const ir::Tensor>(std::move(made));
        return value;
    }
    /// (dtype, size, stride, requires_grad): a tensor of the meta device, without data.
    SavedValue metaTensor(const Object& arguments)
    {
        const auto dtype =
            arguments.items.size() >= 3 ? ir::dtypeFromName(pickle_.at(arguments.items[0]).name) : std::nullopt;
        const auto sizes = dtype ? integers(arguments.items[1]) : std::nullopt;
        const auto strides = dtype ? integers(arguments.items[2]) : std::nullopt;
        if (!sizes || !strides)
            return fail(rules::kPickleRefused, "has a meta tensor without sizes");
        return withoutData(*dtype, *sizes, *strides);
    }
    /// The schema's TensorMeta as JSON: a FakeTensor. One with symbolic sizes stays a None.
    SavedValue fakeTensor(const SavedValue& encoded)
    {
        const auto* text = encoded.scalar.as<std::string>();
        const auto value = text ? json::parse(*text, archive_.name()) : Result<json::Value>(json::Value());
        if (!value.ok())
            return fail(rules::kPickleRefused, value.error().message);
        pt2::SchemaReader schema(archive_.name());
        const ir::TensorType type = schema.tensorMeta(*value, "a fake tensor");
        if (schema.failed())
            return fail(rules::kPickleRefused, schema.failure().message);
        std::vector<std::int64_t> sizes;
        std::vector<std::int64_t> strides;
        for (const ir::Dim& size : type.sizes)
            sizes.push_back(size.asConstant().value_or(-1));
        for (const ir::Dim& stride : type.strides)
            strides.push_back(stride.asConstant().value_or(-1));
        const bool symbolic =
            std::count(sizes.begin(), sizes.end(), -1) + std::count(strides.begin(), strides.end(), -1) > 0;
        return symbolic ? SavedValue{} : withoutData(type.dtype, std::move(sizes), std::move(strides));
    }
    SavedValue withoutData(ir::DType dtype, std::vector<std::int64_t> sizes, std::vector<std::int64_t> strides)
    {
        ir::Tensor made;
        made.dtype = dtype;
        made.sizes = std::move(sizes);
        made.strides = std::move(strides);
        made.storage = std::make_shared<const ir::Storage>();
        if (const Status status = ir::checkTensor(made, "sample input"); !status.ok()) {
            error_ = status.error();
            return {};
        }
        SavedValue value;
        value.kind = SavedValue::Kind::Tensor;
        value.tensor = std::make_shared<const ir::Tensor>(std::move(made));
        return value;
    }
    /// ('storage', class, key, location, count).
    TypedStorage storageOf(Index index)
    {
        const Object& persistent = pickle_.at(index);
        const Object* id = persistent.kind == Object::Kind::Persistent ? &pickle_.at(persistent.items[0]) : nullptr;
        if (!id || id->kind != Object::Kind::Tuple || id->items.size() < 3) {
            fail(rules::kPickleRefused, "has a tensor without a storage");
            return {};
        }
        const Object& storageClass = pickle_.at(id->items[1]);
        const Object& key = pickle_.at(id->items[2]);
        const auto known = std::find_if(kStorageClasses.begin(), kStorageClasses.end(),
            [&](const StorageClass& c) { return c.name == storageClass.name; });
        if (known == kStorageClasses.end() || (key.kind != Object::Kind::Text && key.kind != Object::Kind::Bytes)) {
            fail(rules::kPickleRefused, "has a storage of an unknown kind");
            return {};
        }
        auto& shared = storages_[key.text];
        if (!shared) {
            const std::string path = concat(root_, "data/", key.text);
            const auto entry = archive_.require(path);
            if (!entry.ok()) {
                error_ = entry.error();
                return {};
            }
            auto storage = std::make_shared<ir::Storage>();
            storage->content = archive_.extent(**entry);
            storage->name = path;
            shared = std::move(storage);
        }
        return {shared, known->dtype};
    }

    const pickle::Pickle& pickle_;
    const Archive& archive_;
    std::string root_;
    std::map<std::string, std::shared_ptr<const ir::Storage>> storages_;
    std::size_t count_ = 0;
    std::optional<Diagnostic> error_;
};

void collect(const SavedValue& value, const std::string& path,
    std::vector<std::pair<std::string, std::shared_ptr<const ir::Tensor>>>& out)
{
    if (value.kind == SavedValue::Kind::Tensor)
        out.emplace_back(path, value.tensor);
    if (value.kind != SavedValue::Kind::Dict)
        return;
    for (std::size_t at = 0; at < value.items.size(); ++at)
        if (const auto* key = value.keys[at].scalar.as<std::string>())
            collect(value.items[at], path.empty() ? *key : concat(path, '.', *key), out);
}

} // namespace

Result<SavedValue> readTorchSave(const Archive& archive, const ArchiveEntry& entry)
{
    ArchiveOptions options;
    options.offset = entry.offset;
    options.length = entry.length;
    options.name = concat(archive.name(), '/', entry.name);
    if (entry.length == 0)
        return support::diagnose(
            rules::kNotAnArchive, concat(options.name, " is empty"), {{options.name, "entry", {}, 0, {}, {}}});
    const auto inner = Archive::open(archive.file(), options);
    if (!inner.ok())
        return inner.error();
    constexpr std::string_view kPickle = "data.pkl";
    for (const ArchiveEntry& candidate : inner->entries()) {
        if (candidate.name.size() < kPickle.size() ||
            candidate.name.substr(candidate.name.size() - kPickle.size()) != kPickle)
            continue;
        const auto bytes = inner->read(candidate);
        if (!bytes.ok())
            return bytes.error();
        const auto pickled = pickle::read(*bytes, concat(options.name, '/', candidate.name));
        if (!pickled.ok())
            return pickled.error();
        return Converter(*pickled, *inner, candidate.name.substr(0, candidate.name.size() - kPickle.size())).run();
    }
    return support::diagnose(rules::kEntryMissing, concat(options.name, ": entry `data.pkl` is missing"),
        {{options.name, "entry", {}, 0, {}, {}}});
}

std::vector<std::pair<std::string, std::shared_ptr<const ir::Tensor>>> tensorsByName(const SavedValue& value)
{
    std::vector<std::pair<std::string, std::shared_ptr<const ir::Tensor>>> tensors;
    collect(value, {}, tensors);
    return tensors;
}

} // namespace sidelight::io
