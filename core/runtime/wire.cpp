// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "core/runtime/wire.h"

#include <type_traits>
#include <utility>
#include <variant>

namespace sidelight::runtime {
namespace {

constexpr int kMaximumDepth = 512;

using Content = fx::Argument::Content;

template <class T, std::size_t I = 0>
constexpr std::size_t indexOf()
{
    if constexpr (std::is_same_v<std::variant_alternative_t<I, Content>, T>)
        return I;
    else
        return indexOf<T, I + 1>();
}

/// Writes each alternative of an Argument behind its index.
class ArgumentWriter
{
public:
    explicit ArgumentWriter(Writer& out) : out_(out) {}

    void operator()(const fx::None&) {}
    void operator()(const Value& value)
    {
        out_.put(value.node);
        out_.put(value.output);
    }
    void operator()(bool value) { out_.put(static_cast<std::uint8_t>(value)); }
    void operator()(std::int64_t value) { out_.put(value); }
    void operator()(double value) { out_.put(value); }
    void operator()(const std::string& value) { out_.put(std::string_view(value)); }
    void operator()(const std::complex<double>& value)
    {
        out_.put(value.real());
        out_.put(value.imag());
    }
    void operator()(const ir::Dim& value) { out_.put(std::string_view(value.text())); }
    void operator()(ir::DType value) { out_.put(value); }
    void operator()(const ir::Device& value)
    {
        out_.put(std::string_view(value.type));
        out_.put(static_cast<std::int64_t>(value.index.value_or(-1)));
    }
    void operator()(ir::Layout value) { out_.put(value); }
    void operator()(ir::MemoryFormat value) { out_.put(value); }
    void operator()(GraphId value) { out_.put(value); }
    void operator()(const fx::OperatorRef& value) { out_.put(std::string_view(value.target)); }
    void operator()(const fx::CustomObject& value)
    {
        out_.put(std::string_view(value.name));
        out_.put(std::string_view(value.classFqn));
    }
    void operator()(const fx::ArgumentList& values)
    {
        out_.put(static_cast<std::uint64_t>(values.size()));
        for (const fx::Argument& value : values)
            out_.put(value);
    }
    void operator()(const fx::ArgumentTuple& tuple) { (*this)(tuple.items); }
    void operator()(const fx::ArgumentDict& dict)
    {
        (*this)(dict.values);
        for (const std::string& key : dict.keys)
            out_.put(std::string_view(key));
    }

private:
    Writer& out_;
};

} // namespace

void Writer::put(const fx::Argument& argument)
{
    put(static_cast<std::uint8_t>(argument.content.index()));
    std::visit(ArgumentWriter(*this), argument.content);
}

void Writer::put(const fx::Node& node)
{
    put(node.op);
    put(std::string_view(node.name));
    put(std::string_view(node.target));
    put(node.args.size());
    for (const fx::Argument& argument : node.args)
        put(argument);
    put(node.kwargs.size());
    for (const auto& [key, argument] : node.kwargs) {
        put(std::string_view(key));
        put(argument);
    }
    put(node.val.kind);
    put(node.subgraph);
}

std::string_view Reader::takeBytes(std::uint64_t size)
{
    if (!ok_ || size > bytes_.size() - at_) {
        ok_ = false;
        return {};
    }
    const std::string_view taken = bytes_.substr(at_, size);
    at_ += size;
    return taken;
}

std::size_t Reader::count(std::size_t size)
{
    const auto count = get<std::uint64_t>();
    if (!ok_ || count > (bytes_.size() - at_) / size) {
        ok_ = false;
        return 0;
    }
    return count;
}

std::vector<std::int64_t> Reader::integers()
{
    std::vector<std::int64_t> values(count(sizeof(std::int64_t)));
    for (std::int64_t& value : values)
        value = get<std::int64_t>();
    return values;
}

fx::ArgumentList Reader::list(int depth)
{
    fx::ArgumentList values;
    const std::size_t size = count();
    for (std::size_t i = 0; i < size && ok_; ++i)
        values.push_back(argument(depth + 1));
    return values;
}

fx::Argument Reader::argument(int depth)
{
    if (depth > kMaximumDepth) {
        ok_ = false;
        return {};
    }
    switch (get<std::uint8_t>()) {
    case indexOf<fx::None>():
        return {};
    case indexOf<Value>(): {
        const auto node = get<NodeId>();
        return Value{node, get<std::uint32_t>()};
    }
    case indexOf<bool>():
        return get<std::uint8_t>() != 0;
    case indexOf<std::int64_t>():
        return get<std::int64_t>();
    case indexOf<double>():
        return get<double>();
    case indexOf<std::string>():
        return string();
    case indexOf<std::complex<double>>(): {
        const auto real = get<double>();
        return std::complex<double>(real, get<double>());
    }
    case indexOf<ir::Dim>(): {
        auto dim = ir::Dim::parse(string());
        ok_ = ok_ && dim.ok();
        return ok_ ? fx::Argument(*dim) : fx::Argument();
    }
    case indexOf<ir::DType>():
        return get<ir::DType>();
    case indexOf<ir::Device>(): {
        ir::Device device{string(), std::nullopt};
        if (const auto index = get<std::int64_t>(); index >= 0)
            device.index = static_cast<int>(index);
        return device;
    }
    case indexOf<ir::Layout>():
        return get<ir::Layout>();
    case indexOf<ir::MemoryFormat>():
        return get<ir::MemoryFormat>();
    case indexOf<GraphId>():
        return get<GraphId>();
    case indexOf<fx::OperatorRef>():
        return fx::OperatorRef{string()};
    case indexOf<fx::CustomObject>(): {
        std::string name = string();
        return fx::CustomObject{std::move(name), string()};
    }
    case indexOf<fx::ArgumentList>():
        return list(depth);
    case indexOf<fx::ArgumentTuple>():
        return fx::ArgumentTuple{list(depth)};
    case indexOf<fx::ArgumentDict>(): {
        fx::ArgumentDict dict;
        dict.values = list(depth);
        for (std::size_t i = 0; i < dict.values.size() && ok_; ++i)
            dict.keys.push_back(string());
        return dict;
    }
    default:
        ok_ = false;
        return {};
    }
}

fx::Node Reader::node()
{
    fx::Node node;
    node.op = get<fx::Op>();
    node.name = string();
    node.target = string();
    for (std::size_t left = count(); left > 0 && ok_; --left)
        node.args.push_back(argument());
    for (std::size_t left = count(); left > 0 && ok_; --left) {
        std::string key = string();
        node.kwargs.emplace_back(std::move(key), argument());
    }
    node.val.kind = get<ir::Type::Kind>();
    node.subgraph = get<GraphId>();
    return node;
}

} // namespace sidelight::runtime
