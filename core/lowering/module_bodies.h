// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lowering/call_lowering.h"
#include "core/lowering/module_tree.h"

#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace sidelight::lowering {

/// A step whose inputs and outputs are still FX values.
struct OpenStep {
    Step step;
    std::vector<Value> inputs;
    std::vector<Value> outputs;
    std::vector<onnxir::ValueType> outputTypes;
};

/// Turns a tree of module calls into functions of the table, innermost first.
class ModuleBodies {
public:
    /// `results` are read by the program's outputs; `fqnOf` gives the name of a weight, or an empty text; `nameOf` that of any value.
    ModuleBodies(CallLowering& calls, FunctionTable& table, const std::vector<LoweredCall>& items, std::set<Value> results,
                 std::function<std::string(Value)> fqnOf, std::function<std::string(Value)> nameOf);

    /// The steps of the main graph. Notes each module call that was split (SL3002).
    std::vector<OpenStep> build(const std::vector<ModuleChild>& children, DiagnosticLog& log);

private:
    struct Extent {
        std::size_t begin;
        std::size_t end;
    };
    void number(const std::vector<ModuleChild>& children, DiagnosticLog& log);
    OpenStep stepOf(const LoweredCall& call) const;
    OpenStep stepOf(const ModuleGroup& group, const std::string& parentPath, std::vector<const fx::ModuleFrame*> stack);
    std::vector<OpenStep> childrenOf(const std::vector<ModuleChild>& children, const std::string& path, const std::vector<const fx::ModuleFrame*>& stack);
    [[nodiscard]] bool isReadOutside(Value value, Extent extent) const;
    Body bodyOf(const std::vector<OpenStep>& steps, const std::vector<Value>& inputs, const std::vector<Value>& outputs, const std::string& path) const;

    CallLowering& calls_;
    FunctionTable& table_;
    const std::vector<LoweredCall>& items_;
    std::set<Value> results_;
    std::function<std::string(Value)> fqnOf_;
    std::function<std::string(Value)> nameOf_;
    std::vector<std::size_t> position_;                  ///< Of each item in the tree, depth first.
    std::map<Value, std::vector<std::size_t>> readers_;  ///< Positions of the items that read a value.
    std::size_t nextPosition_ = 0;
};

} // namespace sidelight::lowering
