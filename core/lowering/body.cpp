// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/lowering/body.h"

#include "core/support/text.h"

#include <cstring>
#include <type_traits>
#include <utility>

namespace sidelight::lowering {

namespace {

/// Writes unambiguous text: each field is preceded by its length or ended by a separator that it cannot hold.
struct StructureWriter {
    std::string out;

    void number(std::uint64_t value) { out += concat(value, ' '); }
    void text(std::string_view value) { out += concat(value.size(), ':', value); }
    void bytes(const void* data, std::size_t size) { text(std::string_view(static_cast<const char*>(data), size)); }

    void type(const onnxir::ValueType& value)
    {
        number(static_cast<std::uint64_t>(value.kind));
        number(static_cast<std::uint64_t>(value.dtype));
        number(value.hasShape ? value.sizes.size() + 1 : 0);
    }
    void tensor(const ir::Tensor& value)
    {
        number(static_cast<std::uint64_t>(value.dtype));
        number(value.sizes.size());
        for (const std::int64_t size : value.sizes)
            number(static_cast<std::uint64_t>(size));
        const auto content = ir::readContiguous(value);
        if (content)
            bytes(content.value().data(), content.value().size());
        else
            text(concat("unreadable ", reinterpret_cast<std::uintptr_t>(value.storage.get())));
    }
    void attribute(const onnxir::Attribute& attribute)
    {
        text(attribute.name);
        number(attribute.value.index());
        std::visit([&](const auto& value) { attributeValue(value); }, attribute.value);
    }
    void attributeValue(std::int64_t value) { bytes(&value, sizeof value); }
    void attributeValue(float value) { bytes(&value, sizeof value); }
    void attributeValue(const std::string& value) { text(value); }
    void attributeValue(const std::shared_ptr<const ir::Tensor>& value) { tensor(*value); }
    void attributeValue(GraphId value) { number(ir::index(value)); }
    void attributeValue(const onnxir::AttributeRef& value) { text(value.name); }
    void attributeValue(const onnxir::ValueType& value) { text(onnxir::toText(value)); }
    template <class T>
    void attributeValue(const std::vector<T>& values)
    {
        number(values.size());
        for (const T& value : values)
            attributeValue(value);
    }

    void indices(const std::vector<ValueIndex>& values)
    {
        number(values.size());
        for (const ValueIndex value : values)
            number(value);
    }
    void region(const Region& region)
    {
        indices(region.inputs);
        number(region.steps.size());
        for (const Step& step : region.steps)
            this->step(step);
        indices(region.results);
    }
    void step(const Step& step)
    {
        if (step.function) {
            out += 'f';
            number(*step.function);
        } else {
            out += 'o';
            text(step.op.domain);
            text(step.op.op_type);
        }
        indices(step.inputs);
        indices(step.outputs);
        number(step.attributes.size());
        for (const onnxir::Attribute& attribute : step.attributes)
            this->attribute(attribute);
        for (std::size_t i = 0; i < step.regions.size(); ++i) {
            text(step.regionNames[i]);
            region(step.regions[i]);
        }
    }
};

} // namespace

std::string structureOf(const Body& body)
{
    StructureWriter writer;
    for (const ValueIndex input : body.region.inputs)
        writer.type(body.values[input].type);
    writer.region(body.region);
    return std::move(writer.out);
}

void joinType(onnxir::ValueType& type, const onnxir::ValueType& other)
{
    if (type == other)
        return;
    if (type.kind != other.kind || type.dtype != other.dtype) {
        type = {};
        return;
    }
    if (!type.hasShape || !other.hasShape || type.sizes.size() != other.sizes.size()) {
        type.hasShape = false;
        type.sizes.clear();
        return;
    }
    for (std::size_t i = 0; i < type.sizes.size(); ++i)
        if (type.sizes[i] != other.sizes[i])
            type.sizes[i].reset();
}

} // namespace sidelight::lowering
