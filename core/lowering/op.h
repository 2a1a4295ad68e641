// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lowering/body.h"
#include "core/lowering/constant.h"

#include <concepts>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

namespace sidelight::lowering {

class Op;

/// A value in the body that an Op builds. A default one stands for a result that is not computed.
class Operand {
public:
    Operand() = default;

    explicit operator bool() const { return op_ != nullptr; }
    [[nodiscard]] const onnxir::ValueType& type() const;
    [[nodiscard]] ir::DType dtype() const { return type().dtype; }
    [[nodiscard]] std::optional<std::int64_t> rank() const;
    /// Size of a dimension where it is a known number.
    [[nodiscard]] std::optional<std::int64_t> staticSize(std::int64_t dim) const;
    [[nodiscard]] Op& op() const { return *op_; }
    [[nodiscard]] ValueIndex index() const { return index_; }

private:
    friend class Op;
    Operand(Op* op, ValueIndex index) : op_(op), index_(index) {}
    Op* op_ = nullptr;
    ValueIndex index_ = kNoValue;
};
using Values = std::vector<Operand>;

/// A Python number or a symbolic one (a 0-d tensor, mostly int64). As an operator's input it takes the type of the operator's first operand.
class Scalar {
public:
    template <std::integral T>
    Scalar(T value) : content_(PythonNumber(static_cast<std::int64_t>(value)))
    {
    }
    Scalar(bool value) : content_(PythonNumber(value)) {}
    Scalar(double value) : content_(PythonNumber(value)) {}
    Scalar(PythonNumber value) : content_(value) {}
    Scalar(Operand value) : content_(value) {}

    [[nodiscard]] const PythonNumber* number() const { return std::get_if<PythonNumber>(&content_); }
    [[nodiscard]] const Operand* operand() const { return std::get_if<Operand>(&content_); }
    [[nodiscard]] std::optional<std::int64_t> integer() const { return number() ? asInteger(*number()) : std::nullopt; }
    /// Whether it is this constant.
    [[nodiscard]] bool is(double value) const { return number() && asDouble(*number()) == value; }
    [[nodiscard]] bool isFloating() const;

private:
    std::variant<PythonNumber, Operand> content_;
};
using Sizes = std::vector<Scalar>;

/// Attributes of one operator: `Attributes{{"axis", 1}, {"keepdims", 0}}`.
struct AttributeArgument {
    onnxir::Attribute attribute;
    template <std::integral T>
    AttributeArgument(std::string_view name, T value) : attribute{std::string(name), static_cast<std::int64_t>(value)}
    {
    }
    AttributeArgument(std::string_view name, double value) : attribute{std::string(name), static_cast<float>(value)} {}
    AttributeArgument(std::string_view name, const char* value) : attribute{std::string(name), std::string(value)} {}
    AttributeArgument(std::string_view name, std::string value) : attribute{std::string(name), std::move(value)} {}
    AttributeArgument(std::string_view name, std::vector<std::int64_t> value) : attribute{std::string(name), std::move(value)} {}
    AttributeArgument(std::string_view name, std::vector<std::string> value) : attribute{std::string(name), std::move(value)} {}
    AttributeArgument(std::string_view name, TensorPtr value) : attribute{std::string(name), std::move(value)} {}
};
using Attributes = std::initializer_list<AttributeArgument>;

/// Builds one function body. Operators may be made in any order (C++ does not order function arguments): finish() orders the body depth first from its
/// results, merges equal steps and leaves out what no result needs. Errors stick: after the first, what is built is of no use and failure() says why.
class Op {
public:
    explicit Op(std::int64_t opset) : opset_(opset) { open_.emplace_back(); }
    Op(const Op&) = delete;
    Op& operator=(const Op&) = delete;

    [[nodiscard]] std::int64_t opset() const { return opset_; }

    /// Declares the next formal input.
    Operand input(onnxir::ValueType type, std::string name);

    /// `op("Gemm", x, weight, bias, Attributes{{"transB", 1}})`. Arguments: Operand, std::optional<Operand>, Scalar or a number, Values, Attributes.
    template <class... Arguments>
    Operand operator()(std::string_view type, const Arguments&... arguments)
    {
        return outputs(1, type, arguments...).front();
    }
    /// The same for operators with several outputs.
    template <class... Arguments>
    Values outputs(std::size_t count, std::string_view type, const Arguments&... arguments)
    {
        Pending pending;
        pending.step.op.op_type = type;
        (add(pending, arguments), ...);
        return emit(std::move(pending), count);
    }
    /// An operator with a list of attributes that is made at run time.
    Values outputs(std::size_t count, std::string_view type, const Values& inputs, const std::vector<AttributeArgument>& attributes);
    Values outputs(std::size_t count, std::string_view type, const std::vector<std::optional<Operand>>& inputs, const std::vector<AttributeArgument>& attributes);
    /// A call of a function of the FunctionTable, or a step with regions, made by hand.
    Values emitStep(Step step, std::vector<onnxir::ValueType> types);

    /// Builds a region (the graph of an If, Loop or Scan) with these inputs. `make` returns its results.
    Region region(const std::vector<onnxir::ValueType>& inputs, const std::function<Values(const Values&)>& make);

    // Constants.
    Operand constant(TensorPtr tensor);
    Operand constant(ir::DType dtype, const PythonNumber& number, std::vector<std::int64_t> sizes = {});
    Operand integers(std::span<const std::int64_t> values);
    Operand integers(std::initializer_list<std::int64_t> values) { return integers(std::span(values.begin(), values.size())); }
    /// The scalar as a 0-d tensor of `dtype`.
    Operand scalar(const Scalar& value, ir::DType dtype);

    // Types.
    Operand cast(const Operand& value, ir::DType dtype); ///< Nothing to do when it is of that type already.
    Operand castLike(const Operand& value, const Operand& like) { return cast(value, like.dtype()); }
    /// Says what is known of a value's sizes.
    Operand typed(const Operand& value, onnxir::ValueType type);

    // Shapes. Sizes that are numbers stay numbers; others are computed from the tensor.
    Scalar size(const Operand& value, std::int64_t dim);
    Sizes sizes(const Operand& value);
    Operand shapeOf(const Operand& value); ///< 1-D int64.
    Operand shape(const Sizes& sizes);     ///< 1-D int64.
    Operand reshape(const Operand& value, const Sizes& sizes);
    Operand expand(const Operand& value, const Sizes& sizes);
    Operand transpose(const Operand& value, std::vector<std::int64_t> permutation);
    Operand unsqueeze(const Operand& value, std::vector<std::int64_t> dims);
    Operand squeeze(const Operand& value, std::vector<std::int64_t> dims);
    Operand slice(const Operand& value, std::int64_t dim, const Scalar& start, const Scalar& end, const Scalar& step = 1);
    Operand concat(const Values& values, std::int64_t dim);
    Operand reduce(std::string_view type, const Operand& value, const std::vector<std::int64_t>& dims, bool keepDims);

    /// Notes an error; the first counts.
    void fail(std::string message);
    [[nodiscard]] const std::optional<std::string>& failure() const { return failure_; }

    /// The body with `results`, which get `resultTypes`. Inputs that no result needs are left out; `keptInputs` says which stay.
    Body finish(const Values& results, const std::vector<onnxir::ValueType>& resultTypes, std::vector<std::size_t>& keptInputs);

private:
    friend class Operand;
    struct Pending {
        Step step;
        std::vector<std::variant<std::monostate, Operand, Scalar>> inputs;
    };
    void add(Pending& pending, const Operand& value) const { pending.inputs.emplace_back(value); }
    void add(Pending& pending, const std::optional<Operand>& value) const;
    void add(Pending& pending, const Scalar& value) const { pending.inputs.emplace_back(value); }
    void add(Pending& pending, std::int64_t value) const { pending.inputs.emplace_back(Scalar(value)); }
    void add(Pending& pending, int value) const { pending.inputs.emplace_back(Scalar(value)); }
    void add(Pending& pending, double value) const { pending.inputs.emplace_back(Scalar(value)); }
    void add(Pending& pending, std::nullopt_t) const { pending.inputs.emplace_back(); }
    void add(Pending& pending, const Values& values) const;
    void add(Pending& pending, const Attributes& attributes) const;
    Values emit(Pending pending, std::size_t count);
    Values place(Step step, std::vector<onnxir::ValueType> types);

    std::int64_t opset_;
    std::vector<BodyValue> values_;
    std::vector<ValueIndex> inputs_;
    std::vector<Region> open_; ///< The root region and those being built.
    std::unordered_map<ValueIndex, Operand> vectorOf_; ///< Sizes that were squeezed out of a vector.
    std::optional<std::string> failure_;
};

Operand operator+(const Operand& left, const Operand& right);
Operand operator-(const Operand& left, const Operand& right);
Operand operator*(const Operand& left, const Operand& right);
Operand operator/(const Operand& left, const Operand& right);
Operand operator+(const Operand& left, const Scalar& right);
Operand operator-(const Operand& left, const Scalar& right);
Operand operator*(const Operand& left, const Scalar& right);
Operand operator/(const Operand& left, const Scalar& right);
Operand operator+(const Scalar& left, const Operand& right);
Operand operator-(const Scalar& left, const Operand& right);
Operand operator*(const Scalar& left, const Operand& right);
Operand operator/(const Scalar& left, const Operand& right);
Operand operator-(const Operand& value);

// Comparisons, element by element.
Operand operator<(const Operand& left, const Operand& right);
Operand operator>(const Operand& left, const Operand& right);
Operand operator<=(const Operand& left, const Operand& right);
Operand operator>=(const Operand& left, const Operand& right);
Operand operator<(const Operand& left, const Scalar& right);
Operand operator>(const Operand& left, const Scalar& right);
Operand operator<=(const Operand& left, const Scalar& right);
Operand operator>=(const Operand& left, const Scalar& right);
Operand equal(const Operand& left, const Scalar& right);

// Arithmetic of sizes: numbers are folded.
Scalar operator+(const Scalar& left, const Scalar& right);
Scalar operator-(const Scalar& left, const Scalar& right);
Scalar operator*(const Scalar& left, const Scalar& right);
Scalar floorDivide(const Scalar& left, const Scalar& right);
/// As Python's %: the sign is the divisor's.
Scalar remainder(const Scalar& left, const Scalar& right);
Scalar smaller(const Scalar& left, const Scalar& right);
Scalar larger(const Scalar& left, const Scalar& right);

/// Names of step inputs and types of their results as far as ONNX's own rules give them without the schemas.
onnxir::ValueType resultType(const Step& step, const std::vector<BodyValue>& values, std::size_t output);

} // namespace sidelight::lowering
