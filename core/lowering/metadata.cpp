// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/lowering/metadata.h"

#include "core/fx/module_stack.h"
#include "core/support/text.h"

#include <algorithm>
#include <utility>

namespace sidelight::lowering {

namespace {

std::string pythonList(const std::vector<std::string>& items)
{
    std::string out = "[";
    for (const std::string& item : items)
        out += concat(out.size() > 1 ? ", " : "", support::pythonString(item));
    return out + "]";
}

/// `File "model.py", line 14, in forward` and the line of code, frame by frame.
std::string stackText(const std::vector<fx::SourceFrame>& frames)
{
    std::string out;
    for (const fx::SourceFrame& frame : frames) {
        out += concat(out.empty() ? "" : "\n", "  File \"", frame.file, "\", line ", frame.line, ", in ", frame.function);
        if (!frame.code.empty())
            out += concat("\n    ", frame.code);
    }
    return out.substr(std::min<std::size_t>(out.size(), 2));
}

struct Scopes {
    std::vector<std::string> namespaces;
    std::vector<std::string> names;
    std::vector<std::string> classes;

    void add(const std::string& name, const std::string& className)
    {
        namespaces.push_back(concat(name, ": ", className));
        names.push_back(name);
        classes.push_back(className);
    }
    [[nodiscard]] onnxir::Properties properties() const
    {
        return {{std::string(onnxir::kKeyNamespace), support::join(namespaces, "/")},
                {std::string(onnxir::kKeyClassHierarchy), pythonList(classes)},
                {std::string(onnxir::kKeyNameScopes), pythonList(names)}};
    }
};

} // namespace

onnxir::Properties propertiesOf(const fx::Node& node, std::string text)
{
    Scopes scopes;
    for (const fx::ModuleFrame& frame : node.metadata().nn_module_stack)
        if (fx::isModule(frame))
            scopes.add(frame.path, frame.className);
    scopes.add(node.name, std::string(node.overload()));
    onnxir::Properties properties = scopes.properties();
    if (!text.empty())
        properties.emplace_back(onnxir::kKeyFxNode, std::move(text));
    if (!node.metadata().stack_trace.empty())
        properties.emplace_back(onnxir::kKeyStackTrace, stackText(node.metadata().stack_trace));
    std::ranges::sort(properties);
    return properties;
}

onnxir::Properties propertiesOf(const std::vector<const fx::ModuleFrame*>& stack, std::size_t depth)
{
    Scopes scopes;
    for (std::size_t i = 0; i <= depth && i < stack.size(); ++i)
        scopes.add(stack[i]->path, stack[i]->className);
    onnxir::Properties properties = scopes.properties();
    std::ranges::sort(properties);
    return properties;
}

std::vector<const fx::ModuleFrame*> moduleStackOf(const fx::Node& node)
{
    std::vector<const fx::ModuleFrame*> stack;
    for (const fx::ModuleFrame& frame : node.metadata().nn_module_stack)
        if (!frame.path.empty() && fx::isModule(frame))
            stack.push_back(&frame);
    return stack;
}

} // namespace sidelight::lowering
