// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/fx/node.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sidelight::fx {

/// What one argument or return of an ATen schema is: `SymInt[2]`, `Tensor?[]`, `ScalarType?`.
struct SchemaType {
    enum class Kind : std::uint8_t {
        Tensor, Int, SymInt, Float, Bool, SymBool, Scalar, Complex, String, ScalarType, Layout, Device, MemoryFormat,
        Dimname, Generator, Storage, Stream, QScheme, Any, Object, ///< Object: a custom class, a dict, a type variable.
    };
    Kind kind = Kind::Object;
    bool optional = false;         ///< `?` outermost: None is allowed.
    bool list = false;             ///< `[]`.
    bool optionalElements = false; ///< `?[]`: elements may be None.
    std::optional<int> listSize;   ///< The 2 of `int[2]`: one scalar stands for as many.
    std::string text;              ///< As printed, without alias annotation.

    [[nodiscard]] bool isTensor() const { return kind == Kind::Tensor && !list; }
    [[nodiscard]] bool isTensorList() const { return kind == Kind::Tensor && list; }
    friend bool operator==(const SchemaType&, const SchemaType&) = default;
};

/// Alias annotation: `(a!)` is {"a", true}. An empty set means no annotation.
struct AliasInfo {
    std::string set;    ///< "a", or "a|b"; `*` is the wildcard.
    std::string after;  ///< What it may alias afterwards, the `*` of `(a -> *)`; empty when the same.
    bool write = false; ///< `!`.
    friend bool operator==(const AliasInfo&, const AliasInfo&) = default;
};

struct SchemaArgument {
    std::string name;
    SchemaType type;
    std::optional<Argument> defaultValue; ///< Typed by `type`: a ScalarType is an ir::DType, a list an ArgumentList as it is written.
    bool keywordOnly = false;
    AliasInfo alias;
    friend bool operator==(const SchemaArgument&, const SchemaArgument&) = default;
};

struct SchemaReturn {
    std::string name; ///< Mostly empty.
    SchemaType type;
    AliasInfo alias;
    friend bool operator==(const SchemaReturn&, const SchemaReturn&) = default;
};

/// at::Tag, those that passes and lowering ask for.
enum class SchemaTag : std::uint32_t {
    Core = 1u << 0,
    ViewCopy = 1u << 1,
    NondeterministicSeeded = 1u << 2,
    Pointwise = 1u << 3,
    InplaceView = 1u << 4,
    DataDependentOutput = 1u << 5,
    DynamicOutputShape = 1u << 6,
    Reduction = 1u << 7,
    MaybeAliasing = 1u << 8,         ///< maybe_aliasing_or_mutating
    CompositeImplicit = 1u << 16,    ///< Has a CompositeImplicitAutograd kernel: decomposes into other operators.
    CompositeExplicit = 1u << 17,    ///< Has a CompositeExplicitAutograd kernel.
};

/// One ATen overload as libtorch's dispatcher declares it.
struct Schema {
    std::string name;     ///< "aten.add".
    std::string overload; ///< "Tensor"; "default" when unnamed.
    std::string text;     ///< Verbatim: `aten::add.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor`.
    std::vector<SchemaArgument> arguments;
    std::vector<SchemaReturn> returns;
    std::uint32_t tags = 0;

    [[nodiscard]] std::string key() const { return name + "." + overload; } ///< "aten.add.Tensor".
    [[nodiscard]] bool has(SchemaTag tag) const { return (tags & static_cast<std::uint32_t>(tag)) != 0; }
    /// Whether it writes to an argument: `(a!)`.
    [[nodiscard]] bool isMutable() const;
    /// Whether a return shares memory with an argument that is not written: `(a)`.
    [[nodiscard]] bool isView() const;
    /// The argument named `argument`, or null.
    [[nodiscard]] const SchemaArgument* find(std::string_view argument) const;
};

/// The schema of `overload` ("aten.add.Tensor"; `torch.ops.` in front is fine), or null. Parsed at its first use, then kept; safe from several threads.
const Schema* findSchema(std::string_view overload);

/// Parses the text of one schema. Fails with FXE0014. `tags` are those of the dispatcher.
Result<Schema> parseSchema(std::string_view text, std::uint32_t tags = 0);

/// The overload that computes the same without writing to its argument: "aten.relu_.default" gives "aten.relu.default". Empty when there is none.
std::string_view functionalTwin(std::string_view overload);

/// Overloads of the same operator, else those with the nearest names, best first.
std::vector<std::string> nearOverloads(std::string_view overload, std::size_t limit = 3);

/// Number of overloads in the table, and the key of each, ascending.
std::size_t schemaCount();
std::string_view schemaKey(std::size_t index);

} // namespace sidelight::fx
