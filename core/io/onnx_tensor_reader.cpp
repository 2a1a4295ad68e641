// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/io/onnx_tensor_reader.h"

#include "core/onnxir/element_type.h"
#include "core/support/rules.h"
#include "core/support/text.h"

#include <onnx/onnx_pb.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <system_error>
#include <utility>
#include <vector>

namespace sidelight::io {

namespace {

namespace fs = std::filesystem;
using ir::DType;

Diagnostic invalid(const onnx::TensorProto& proto, std::string_view why)
{
    return support::diagnose(rules::kTensorInvalid, concat("tensor ", support::plainText(proto.name()), " ", why),
        {{proto.name(), "tensor", {}, 0, {}, {}}});
}

template <class Element, class Values>
std::vector<std::byte> bytesOf(const Values& values)
{
    std::vector<std::byte> bytes(static_cast<std::size_t>(values.size()) * sizeof(Element));
    std::size_t at = 0;
    for (const auto value : values) {
        const auto element = static_cast<Element>(value);
        std::memcpy(bytes.data() + at, &element, sizeof element);
        at += sizeof element;
    }
    return bytes;
}

/// Data that stand in the typed fields, as raw_data would have them.
std::vector<std::byte> typedBytes(const onnx::TensorProto& proto, DType dtype)
{
    switch (dtype) {
    case DType::Float32:
    case DType::Complex64:
        return bytesOf<float>(proto.float_data());
    case DType::Float64:
    case DType::Complex128:
        return bytesOf<double>(proto.double_data());
    case DType::Int64:
        return bytesOf<std::int64_t>(proto.int64_data());
    case DType::UInt64:
        return bytesOf<std::uint64_t>(proto.uint64_data());
    case DType::UInt32:
        return bytesOf<std::uint32_t>(proto.uint64_data());
    case DType::Int32:
        return bytesOf<std::int32_t>(proto.int32_data());
    case DType::Int16:
    case DType::UInt16:
    case DType::Float16:
    case DType::BFloat16:
        return bytesOf<std::uint16_t>(proto.int32_data());
    default:
        return bytesOf<std::uint8_t>(proto.int32_data());
    }
}

std::optional<std::uint64_t> number(std::string_view text)
{
    std::uint64_t value = 0;
    const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
    return result.ec == std::errc{} && result.ptr == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

bool staysInside(const fs::path& location)
{
    return !location.empty() && !location.is_absolute() &&
           std::find(location.begin(), location.end(), "..") == location.end();
}

} // namespace

Result<std::shared_ptr<const support::File>> OnnxTensorReader::openData(const std::string& location)
{
    if (const auto known = files_.find(location); known != files_.end())
        return known->second;
    if (!model_ || !staysInside(location))
        return support::diagnose(rules::kOnnxInvalid, concat("external data in ", support::plainText(location),
                                                          " lie outside the model's folder; that is refused"));
    const fs::path folder = model_->path().has_parent_path() ? model_->path().parent_path() : fs::path(".");
    std::error_code error;
    const fs::path real = fs::weakly_canonical(folder / location, error);
    const fs::path home = fs::weakly_canonical(folder, error);
    if (error || !staysInside(real.lexically_relative(home)))
        return support::diagnose(rules::kOnnxInvalid, concat("external data in ", support::plainText(location),
                                                          " lie outside the model's folder; that is refused"));
    std::shared_ptr<const support::File> file;
    if (fs::exists(real, error)) {
        auto opened = support::File::open(real);
        if (!opened)
            return opened.error();
        file = std::move(*opened);
    } else {
        Diagnostic missing = support::diagnose(rules::kOnnxInvalid,
            concat(support::plainText(location), " is missing; its tensors are declared without data"));
        missing.level = Level::Warning;
        log_->append(std::move(missing));
    }
    files_[location] = file;
    return file;
}

Result<ir::Storage> OnnxTensorReader::externalStorage(const onnx::TensorProto& proto, std::uint64_t bytes)
{
    std::string location;
    std::optional<std::uint64_t> offset = 0;
    std::optional<std::uint64_t> length = bytes;
    for (const auto& entry : proto.external_data()) {
        if (entry.key() == "location")
            location = entry.value();
        else if (entry.key() == "offset")
            offset = number(entry.value());
        else if (entry.key() == "length")
            length = number(entry.value());
    }
    if (!offset || length != bytes)
        return invalid(proto, "has external data whose offset or length do not fit its sizes");
    const auto file = openData(location);
    if (!file)
        return file.error();
    ir::Storage storage;
    storage.name = concat(location, "@", *offset);
    if (!*file)
        return storage;
    if (*offset > (*file)->size() || bytes > (*file)->size() - *offset)
        return invalid(proto, concat("has external data beyond the end of ", support::plainText(location)));
    storage.content = ir::FileExtent{*file, *offset, bytes};
    return storage;
}

Result<std::shared_ptr<const ir::Tensor>> OnnxTensorReader::read(
    const onnx::TensorProto& proto, const std::optional<RawExtent>& raw)
{
    const auto dtype = onnxir::dtypeFromElementType(proto.data_type());
    if (!dtype)
        return invalid(proto, concat("has the element type ", proto.data_type(), ", which is not known here"));
    std::vector<std::int64_t> sizes(proto.dims().begin(), proto.dims().end());
    const auto bytes = onnxir::rawByteCount(*dtype, sizes);
    if (!bytes || proto.has_segment())
        return invalid(proto, "has sizes that no tensor can have, or is cut into segments");
    auto tensor = std::make_shared<ir::Tensor>();
    if (*dtype == DType::String) {
        const auto stringBytes = onnxir::rawByteCount(DType::UInt8, sizes);
        if (static_cast<std::uint64_t>(proto.string_data_size()) != stringBytes)
            return invalid(proto, "has another number of strings than its sizes say");
        *tensor = onnxir::tensorFromStrings(std::move(sizes), {proto.string_data().begin(), proto.string_data().end()});
        return std::shared_ptr<const ir::Tensor>(std::move(tensor));
    }
    tensor->dtype = *dtype;
    tensor->strides = ir::contiguousStrides(sizes);
    tensor->sizes = std::move(sizes);
    ir::Storage storage;
    storage.name = proto.name();
    if (proto.data_location() == onnx::TensorProto::EXTERNAL) {
        auto external = externalStorage(proto, *bytes);
        if (!external)
            return external.error();
        auto& shared = storages_[{external->name, *bytes}];
        if (!shared)
            shared = std::make_shared<const ir::Storage>(std::move(*external));
        tensor->storage = shared;
        return std::shared_ptr<const ir::Tensor>(std::move(tensor));
    }
    if (raw) {
        if (raw->length != *bytes)
            return invalid(proto, concat("has ", raw->length, " bytes of data where its sizes say ", *bytes));
        storage.content = ir::FileExtent{model_, raw->offset, raw->length};
    } else {
        std::vector<std::byte> content =
            proto.has_raw_data() ? bytesOf<char>(proto.raw_data()) : typedBytes(proto, *dtype);
        if (content.size() != *bytes)
            return invalid(proto, concat("has ", content.size(), " bytes of data where its sizes say ", *bytes));
        storage.content = std::move(content);
    }
    tensor->storage = std::make_shared<const ir::Storage>(std::move(storage));
    return std::shared_ptr<const ir::Tensor>(std::move(tensor));
}

} // namespace sidelight::io
