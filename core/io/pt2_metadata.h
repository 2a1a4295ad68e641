// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/fx/node.h"
#include "core/support/json.h"

#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace sidelight::io::pt2 {

/// Frames of a Python traceback text, outermost first.
std::vector<fx::SourceFrame> parseStackTrace(std::string_view text);
/// "key,path,type" joined by ";"; commas within brackets belong to their part.
std::vector<fx::ModuleFrame> parseModuleStack(std::string_view text);
/// torch.fx.traceback.NodeSource as JSON: a list of steps, each with the steps before it in its own `from_node`. Newest
/// first.
std::vector<fx::NodeSource> parseFromNode(std::string_view text);

/// Makes each node's metadata; equal texts are parsed once, equal metadata are shared.
class MetadataReader
{
public:
    /// `metadata` is the node's object of texts; what is no text is left out.
    std::shared_ptr<const fx::NodeMeta> read(const json::Object& metadata);

private:
    std::unordered_map<std::string, std::shared_ptr<const fx::NodeMeta>> known_;
    std::unordered_map<std::string, std::vector<fx::SourceFrame>> stacks_;
    std::unordered_map<std::string, std::vector<fx::ModuleFrame>> modules_;
};

} // namespace sidelight::io::pt2
