// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/fx/program.h"
#include "core/support/json.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace sidelight::io::pt2 {

/// An object with one member: the schema's unions.
json::Value choice(std::string_view field, json::Value value);
/// `{"name": …}`.
json::Value named(std::string_view name);

/// sympy's srepr text, which ir::Dim::parseSympy reads.
std::string sympyText(const ir::Dim& dim);

/// Writes the schema's own types. The first failure sticks.
class ValueWriter
{
public:
    using Hints = std::map<std::string, std::int64_t, std::less<>>;
    explicit ValueWriter(const Hints& hints) : hints_(hints) {}

    [[nodiscard]] bool failed() const { return failure_.has_value(); }
    [[nodiscard]] const Diagnostic& failure() const { return *failure_; }
    void fail(Diagnostic diagnostic);

    [[nodiscard]] json::Value symInt(const ir::Dim& dim) const;
    [[nodiscard]] json::Value symFloat(const ir::Dim& dim) const;
    [[nodiscard]] json::Value symBool(const ir::Dim& dim) const;
    static json::Value device(const ir::Device& device);
    /// `where` names the value in the message when the schema has no such type.
    json::Value tensorMeta(const ir::TensorType& type, std::string_view where);
    json::Value tensorMeta(
        const ir::Tensor& tensor, bool requiresGrad, const ir::Device& device, std::string_view where);

private:
    const Hints& hints_;
    std::optional<Diagnostic> failure_;
};

/// The schema's texts of a node's metadata.
json::Object metadataOf(const fx::Node& node);

} // namespace sidelight::io::pt2
