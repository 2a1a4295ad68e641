// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/io/torch_save_writer.h"

#include "core/support/rules.h"
#include "core/support/text.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <map>
#include <optional>

namespace sidelight::io {
namespace {

constexpr std::size_t kPiece = std::size_t{1} << 20;

std::string_view storageClass(ir::DType dtype)
{
    switch (dtype) {
    case ir::DType::Float32:
        return "FloatStorage";
    case ir::DType::Float64:
        return "DoubleStorage";
    case ir::DType::Float16:
        return "HalfStorage";
    case ir::DType::BFloat16:
        return "BFloat16Storage";
    case ir::DType::Int64:
        return "LongStorage";
    case ir::DType::Int32:
        return "IntStorage";
    case ir::DType::Int16:
        return "ShortStorage";
    case ir::DType::Int8:
        return "CharStorage";
    case ir::DType::UInt8:
        return "ByteStorage";
    case ir::DType::Bool:
        return "BoolStorage";
    case ir::DType::Complex64:
        return "ComplexFloatStorage";
    case ir::DType::Complex128:
        return "ComplexDoubleStorage";
    default:
        return {};
    }
}

/// Writes opcodes of protocol 2.
class Pickler
{
public:
    std::string text = "\x80\x02";
    std::vector<const ir::Storage*> storages; ///< By key.

    Status run(const SavedValue& value)
    {
        put(value);
        text += '.';
        return error_ ? Status(*error_) : Status{};
    }

private:
    void fail(std::string_view what)
    {
        if (!error_)
            error_ = support::diagnose(rules::kWriteFailed, concat("sample inputs: ", what));
    }
    void little(std::uint64_t value, int bytes)
    {
        for (int byte = 0; byte < bytes; ++byte)
            text += static_cast<char>((value >> (8 * byte)) & 0xFF);
    }
    void put(std::int64_t value)
    {
        if (value >= std::numeric_limits<std::int32_t>::min() && value <= std::numeric_limits<std::int32_t>::max()) {
            text += 'J';
            little(static_cast<std::uint64_t>(value), 4);
            return;
        }
        text += "\x8a\x08";
        little(static_cast<std::uint64_t>(value), 8);
    }
    void put(double value)
    {
        text += 'G';
        const auto bits = std::bit_cast<std::uint64_t>(value);
        for (int byte = 7; byte >= 0; --byte)
            text += static_cast<char>((bits >> (8 * byte)) & 0xFF);
    }
    void put(bool value) { text += value ? '\x88' : '\x89'; }
    void put(const std::string& value)
    {
        text += 'X';
        little(value.size(), 4);
        text += value;
    }
    void global(std::string_view module, std::string_view name) { text += concat('c', module, '\n', name, '\n'); }
    void put(const std::vector<std::int64_t>& values)
    {
        text += '(';
        for (const std::int64_t value : values)
            put(value);
        text += 't';
    }
    /// A tensor without data: one of the meta device.
    void putMeta(const ir::Tensor& tensor)
    {
        global("torch._utils", "_rebuild_meta_tensor_no_storage");
        text += '(';
        global("torch", name(tensor.dtype));
        put(tensor.sizes);
        put(tensor.strides);
        put(false);
        text += "tR";
    }
    void put(const ir::Tensor& tensor)
    {
        if (!tensor.storage || (!tensor.storage->hasData() && tensor.elementCount() > 0))
            return putMeta(tensor);
        const std::string_view named = storageClass(tensor.dtype);
        // Newer dtypes have no storage class of their own: an untyped storage and the dtype beside it.
        global("torch._utils", named.empty() ? "_rebuild_tensor_v3" : "_rebuild_tensor_v2");
        const auto [found, isNew] = keys_.try_emplace(tensor.storage.get(), storages.size());
        if (isNew)
            storages.push_back(tensor.storage.get());
        text += "((";
        put(std::string("storage"));
        global(named.empty() ? "torch.storage" : "torch", named.empty() ? "UntypedStorage" : named);
        put(concat(found->second));
        put(std::string("cpu"));
        const std::size_t itemSize = named.empty() ? 1 : std::max<std::size_t>(ir::itemSize(tensor.dtype), 1);
        put(static_cast<std::int64_t>(tensor.storage->size() / itemSize));
        text += "tQ";
        put(tensor.storageOffset);
        put(tensor.sizes);
        put(tensor.strides);
        put(false);
        global("collections", "OrderedDict");
        text += ")R";
        if (named.empty()) {
            global("torch", name(tensor.dtype));
            text += 'N';
        }
        text += "tR";
    }
    void putScalar(const fx::Argument& scalar)
    {
        if (scalar.isNone())
            text += 'N';
        else if (const auto* truth = scalar.as<bool>())
            put(*truth);
        else if (const auto* integer = scalar.as<std::int64_t>())
            put(*integer);
        else if (const auto* real = scalar.as<double>())
            put(*real);
        else if (const auto* string = scalar.as<std::string>())
            put(*string);
        else if (const auto* complex = scalar.as<std::complex<double>>()) {
            global("__builtin__", "complex");
            text += '(';
            put(complex->real());
            put(complex->imag());
            text += "tR";
        } else
            fail("one is neither a tensor, a number nor a text");
    }
    void put(const SavedValue& value)
    {
        using Kind = SavedValue::Kind;
        switch (value.kind) {
        case Kind::Scalar:
            return putScalar(value.scalar);
        case Kind::Tensor:
            return put(*value.tensor);
        case Kind::List:
        case Kind::Tuple:
            text += value.kind == Kind::List ? "](" : "(";
            for (const SavedValue& item : value.items)
                put(item);
            text += value.kind == Kind::List ? 'e' : 't';
            return;
        case Kind::Dict:
            text += "}(";
            for (std::size_t at = 0; at < value.items.size(); ++at) {
                put(value.keys[at]);
                put(value.items[at]);
            }
            text += 'u';
            return;
        }
    }

    std::map<const ir::Storage*, std::size_t> keys_; // Looked up only; the keys are numbers in order of use.
    std::optional<Diagnostic> error_;
};

} // namespace

Status streamStorage(const ir::Storage& storage, const ByteSink& sink)
{
    if (const auto* bytes = std::get_if<std::vector<std::byte>>(&storage.content))
        return sink(*bytes);
    const auto* extent = std::get_if<ir::FileExtent>(&storage.content);
    if (!extent)
        return {};
    std::vector<std::byte> piece(static_cast<std::size_t>(std::min<std::uint64_t>(extent->length, kPiece)));
    for (std::uint64_t done = 0; done < extent->length;) {
        const std::span into(
            piece.data(), static_cast<std::size_t>(std::min<std::uint64_t>(extent->length - done, kPiece)));
        if (Status status = extent->file->read(extent->offset + done, into); !status)
            return status;
        if (Status status = sink(into); !status)
            return status;
        done += into.size();
    }
    return {};
}

Status writeTorchSave(const SavedValue& value, const ByteSink& sink)
{
    Pickler pickler;
    if (Status status = pickler.run(value); !status)
        return status;
    ZipWriterOptions options;
    options.root = "archive/";
    ZipWriter zip(sink, std::move(options));
    Status status = zip.add("data.pkl", pickler.text);
    if (status)
        status = zip.add(".format_version", "1");
    if (status)
        status = zip.add("byteorder", "little");
    for (std::size_t key = 0; key < pickler.storages.size() && status; ++key) {
        const ir::Storage& storage = *pickler.storages[key];
        status = zip.begin(concat("data/", key), storage.size());
        if (status)
            status = streamStorage(storage, [&zip](std::span<const std::byte> bytes) { return zip.write(bytes); });
        if (status)
            status = zip.end();
    }
    if (status)
        status = zip.add("version", "3\n");
    if (status)
        status = zip.add(".data/serialization_id", zip.fingerprint());
    return status ? zip.finish() : status;
}

} // namespace sidelight::io
