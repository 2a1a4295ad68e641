// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/fx/names.h"
#include "core/fx/program.h"

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace sidelight::fx::passes {

/// What each placeholder of the main graph is, by the signature.
std::unordered_map<NodeId, const InputSpec*> inputSpecs(const ExportedProgram& program);
/// Whether the program gives the tensor of `target` another value at the end.
bool isMutated(const ExportedProgram& program, const InputSpec& spec);
/// Makes the readers of `folded` read `constant` instead, but for those among `evaluated`, which are folded themselves.
void readInstead(Rewriter& rewriter, NodeId folded, NodeId constant, const std::set<NodeId>& evaluated, ir::CodeLocation where = ir::CodeLocation::current());

/// Constant tensors that a pass adds to the main graph: each a tensor of the state and a placeholder in front of the user inputs; declare() puts them all into the
/// signature, in one change.
class ConstantPlaceholders {
public:
    explicit ConstantPlaceholders(Rewriter& rewriter);

    /// A new constant that stands for `like`, named c_<prefix><its name>; its metadata are those of `origin`.
    NodeId add(const Node& like, std::shared_ptr<const ir::Tensor> tensor, NodeId origin, std::string_view prefix);
    /// A placeholder for the tensor `target` that the state has already.
    NodeId addStored(const Node& like, const std::string& target, NodeId origin);
    /// Must be called once, after the last one.
    void declare();

private:
    NodeId insert(Node placeholder, InputSpec spec, NodeId origin);

    [[nodiscard]] std::string nameLike(std::string_view base);

    Rewriter& rewriter_;
    std::optional<NameScope> names_; ///< From the first constant on: most programs have none to add.
    NodeId firstUserInput_ = kNoNode;
    NodeId firstCall_ = kNoNode; ///< The first node that is no placeholder; it must not be erased before the constants are in.
    std::vector<InputSpec> specs_; ///< In order of their placeholders.
};

} // namespace sidelight::fx::passes
