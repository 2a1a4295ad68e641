// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/lowering/call.h"

#include <algorithm>
#include <vector>

namespace sidelight::lowering {

ir::DType realTypeOf(ir::DType complex)
{
    switch (complex) {
    case ir::DType::Complex32: return ir::DType::Float16;
    case ir::DType::Complex64: return ir::DType::Float32;
    case ir::DType::Complex128: return ir::DType::Float64;
    default: return complex;
    }
}

bool isComplexCall(const fx::Node& node, const CallScope& scope)
{
    const auto holdsComplex = [](const auto& self, const ir::Type& type) -> bool {
        return (type.isTensor() && ir::isComplex(type.tensor.dtype)) ||
               std::ranges::any_of(type.elements, [&](const ir::Type& element) { return self(self, element); });
    };
    bool found = holdsComplex(holdsComplex, node.val);
    visitInputs(node, [&](Value value, std::uint32_t) { found = found || holdsComplex(holdsComplex, scope.typeOf(scope.resolve(value))); });
    return found;
}

onnxir::ValueType valueTypeOf(const ir::Type& type)
{
    using Kind = ir::Type::Kind;
    switch (type.kind) {
    case Kind::Tensor: {
        if (!ir::isComplex(type.tensor.dtype))
            return onnxir::ValueType::tensor(type.tensor.dtype, type.tensor.sizes);
        std::vector<ir::Dim> sizes = type.tensor.sizes;
        sizes.push_back(ir::Dim::constant(2));
        return onnxir::ValueType::tensor(realTypeOf(type.tensor.dtype), sizes);
    }
    case Kind::Int: return onnxir::ValueType::tensor(ir::DType::Int64, {});
    case Kind::Float: return onnxir::ValueType::tensor(ir::DType::Float64, {});
    case Kind::Bool: return onnxir::ValueType::tensor(ir::DType::Bool, {});
    default: return {};
    }
}

} // namespace sidelight::lowering
