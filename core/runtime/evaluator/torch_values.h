// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/fx/node.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace c10 {
struct IValue;
} // namespace c10

namespace sidelight::runtime::evaluator {

using Lookup = std::function<const c10::IValue&(Value)>;

/// The value of an argument as it stands: numbers, lists (generic), what `lookup` gives for a Value.
c10::IValue plainValue(const fx::Argument& argument, const Lookup& lookup);

/// Calls one ATen operator through the dispatcher's boxed interface. Arguments left out take the schema's defaults;
/// Python's conversions are made (a number for a tensor or a list, a tensor of one element for a number).
c10::IValue callAten(const fx::Node& node, const Lookup& lookup);

/// The items of a tuple or list; any other value as the only one.
std::vector<c10::IValue> itemsOf(const c10::IValue& value);

/// A number out of a tensor of one element; any other value as it is.
c10::IValue itemOf(const c10::IValue& value);

} // namespace sidelight::runtime::evaluator
