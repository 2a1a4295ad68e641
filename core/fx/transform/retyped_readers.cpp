// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "core/fx/transform/retyped_readers.h"

#include "core/fx/edit/retype.h"

namespace sidelight::fx {

namespace {

ir::Type withoutStrides(ir::Type type)
{
    type.tensor.strides.clear();
    for (ir::Type& element : type.elements)
        element = withoutStrides(std::move(element));
    return type;
}

} // namespace

void RetypedReaders::note(const std::vector<NodeId>& readers, const ir::Type& before, const ir::Type& now)
{
    if (before == now)
        return;
    Group& group = groups_[withoutStrides(before) == withoutStrides(now) ? 0 : 1];
    group.readers.insert(group.readers.end(), readers.begin(), readers.end());
    group.before = before;
    group.now = now;
}

void RetypedReaders::retype(Rewriter& rewriter, GraphId graph) const
{
    for (const Group& group : groups_)
        if (!group.readers.empty())
            fx::retype(rewriter, graph, group.readers, group.before, group.now);
}

} // namespace sidelight::fx
