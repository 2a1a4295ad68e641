// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lowering/body.h"

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace sidelight::lowering {

constexpr std::string_view kOperatorDomain = "pkg.torch.aten";
constexpr std::string_view kModuleDomain = "pkg.torch.module";
constexpr std::string_view kUnsupportedDomain = "pkg.sidelight.unsupported";

/// The functions of a model to be: structurally equal bodies of one name are one function.
class FunctionTable {
public:
    struct Entry {
        onnxir::OpId id;
        std::string displayName;
        std::string doc; ///< ATen schema.
        Body body; ///< Types and metadata are what all calls have in common; names are those of the first call.
    };

    /// The function for `body`, which is new or shared. Names are `name`, `name_2`, … in order of first use. `identity` keeps apart what is
    /// structurally equal but not the same thing (two classes with one short name).
    struct Name {
        std::string_view domain;
        std::string name;
        std::string displayName;
        std::string identity;
        std::string doc;
    };
    std::size_t share(const Name& name, Body body);

    [[nodiscard]] const Entry& operator[](std::size_t index) const { return entries_[index]; }
    [[nodiscard]] std::size_t size() const { return entries_.size(); }

private:
    std::vector<Entry> entries_;
    std::map<std::string, std::size_t> byStructure_;
    std::map<std::pair<std::string, std::string>, std::size_t> nameCounts_;
    std::map<std::pair<std::string, std::string>, bool> taken_;
};

/// `aten_linear`, `aten_add_Tensor`, `operator_mul`, `higher_order_cond`: no dots (Netron cuts there), `.default` dropped.
std::string functionNameOf(std::string_view overload);

/// `text` with bytes outside [A-Za-z0-9_] replaced by `_`.
std::string identifierOf(std::string_view text);

} // namespace sidelight::lowering
