// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
//
// A dispatch key above all others is switched on while the call runs, and its fallback sees every operator that is called: one with a composite kernel goes
// on to it, so that its parts come here in turn; any other is recorded, and runs with the key switched off. All runs on numbers, not on meta tensors, for which many
// operators have a kernel in Python only; what looks at the numbers is refused. A kernel may also write numbers itself, which nothing sees: the parts are
// therefore run once more without the call, and must give what it gave.

#include "core/runtime/evaluator/decompose.h"

#include "core/runtime/evaluator/failure.h"
#include "core/runtime/evaluator/torch_tensors.h"
#include "core/runtime/evaluator/torch_values.h"

#include <ATen/core/LegacyTypeDispatch.h>
#include <ATen/core/Tensor.h>
#include <ATen/core/dispatch/Dispatcher.h>
#include <ATen/core/ivalue.h>
#include <ATen/core/jit_type.h>
#include <ATen/CPUGeneratorImpl.h>
#include <ATen/Functions.h>
#include <c10/core/GradMode.h>
#include <c10/core/impl/LocalDispatchKeySet.h>
#include <torch/library.h>

#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace sidelight::runtime::evaluator {
namespace {

constexpr c10::DispatchKey kKey = c10::DispatchKey::TESTING_ONLY_GenericMode;
constexpr std::uint32_t kFirstId = 0x80000000;
constexpr std::size_t kMostCalls = 2000;

std::string overloadName(const c10::FunctionSchema& schema)
{
    std::string name = schema.name();
    name.replace(name.find("::"), 2, ".");
    return name + "." + (schema.overload_name().empty() ? "default" : schema.overload_name());
}

bool isComposite(const c10::OperatorHandle& op)
{
    return op.hasKernelForDispatchKey(c10::DispatchKey::CompositeImplicitAutograd) ||
           op.hasKernelForDispatchKey(c10::DispatchKey::CompositeExplicitAutograd);
}

/// Names the tensors that calls make, and writes the calls down.
class Recorder
{
public:
    explicit Recorder(const DecomposeRequest& request) : kept_(request.kept.begin(), request.kept.end()) {}

    void bind(NodeId id, const at::Tensor& tensor) { remember(tensor, Value{id, 0}); }

    void handle(const c10::OperatorHandle& op, c10::DispatchKeySet keys, torch::jit::Stack* stack)
    {
        const std::string overload = overloadName(op.schema());
        TORCH_CHECK(!op.hasTag(at::Tag::data_dependent_output) && !op.hasTag(at::Tag::dynamic_output_shape), overload, ", a part of it, depends on the numbers");
        if (!isFirst_ && (kept_.count(overload) != 0 || !isComposite(op))) {
            TORCH_CHECK(kept_.count(overload) != 0, overload, ", a part of it, has no lowering and no composite kernel");
            record(op, overload, stack);
            return;
        }
        TORCH_CHECK(isComposite(op), overload, " has no composite kernel");
        isFirst_ = false;
        op.redispatchBoxed(keys & c10::DispatchKeySet(c10::DispatchKeySet::FULL_AFTER, kKey), stack);
        // A kernel that makes a tensor without calling an operator is no composition, whatever it is registered as.
        for (const c10::IValue& result : torch::jit::last(*stack, op.schema().returns().size()))
            TORCH_CHECK(!result.isTensor() || isKnown(result.toTensor()), overload, ", a part of it, has no lowering and makes its result itself");
    }

    DecomposedReply finish(const c10::IValue& value)
    {
        const c10::impl::ExcludeDispatchKeyGuard off(kKey);
        if (value.isTuple() || value.isList())
            for (const c10::IValue& item : value.isTuple() ? value.toTupleRef().elements().vec() : value.toListRef().vec())
                reply_.results.push_back(plain(item));
        else
            reply_.results.push_back(plain(value));
        return std::move(reply_);
    }

private:
    void record(const c10::OperatorHandle& op, const std::string& overload, torch::jit::Stack* stack)
    {
        TORCH_CHECK(reply_.calls.size() < kMostCalls, "it is made of more than ", kMostCalls, " calls");
        const c10::impl::ExcludeDispatchKeyGuard off(kKey);
        const c10::FunctionSchema& schema = op.schema();
        WireNode call;
        call.id = NodeId{kFirstId + static_cast<std::uint32_t>(reply_.calls.size())};
        call.node.target = "torch.ops." + overload;
        call.node.name = schema.name().substr(schema.name().find("::") + 2);
        addArguments(call.node, schema, *stack);
        op.callBoxed(*stack);
        // Results are on the stack in the place of the arguments.
        const std::size_t count = schema.returns().size();
        std::vector<TensorRef> types;
        if (count == 1 && stack->back().isTensor()) {
            types.push_back(typeOf(stack->back().toTensor()));
            remember(stack->back().toTensor(), Value{call.id, 0});
        } else {
            addOutputs(call.id, count == 1 ? stack->back() : c10::IValue(c10::ivalue::Tuple::create({stack->end() - static_cast<std::ptrdiff_t>(count), stack->end()})), types);
            call.node.val.kind = ir::Type::Kind::List;
        }
        reply_.calls.push_back(std::move(call));
        reply_.types.push_back(std::move(types));
    }

    /// Of a tuple or list of tensors. The element is told by Value::output, which getitem nodes stand for later.
    void addOutputs(NodeId call, const c10::IValue& value, std::vector<TensorRef>& types)
    {
        TORCH_CHECK(value.isTuple() || value.isList(), "a part gives a ", value.tagKind(), ", which depends on the data");
        std::uint32_t output = 0;
        for (const c10::IValue& item : value.isTuple() ? value.toTupleRef().elements().vec() : value.toListRef().vec()) {
            TORCH_CHECK(item.isTensor(), "a part gives a ", item.tagKind(), ", which depends on the data");
            types.push_back(item.toTensor().defined() ? typeOf(item.toTensor()) : TensorRef{});
            remember(item.toTensor(), Value{call, output++});
        }
    }

    static TensorRef typeOf(const at::Tensor& tensor)
    {
        TensorRef type;
        type.dtype = fromTorchScalarType(static_cast<std::int64_t>(tensor.scalar_type()));
        type.sizes = tensor.sizes().vec();
        type.strides = tensor.strides().vec();
        return type;
    }

    void remember(const at::Tensor& tensor, Value value)
    {
        if (!tensor.defined())
            return;
        values_[tensor.unsafeGetTensorImpl()] = value;
        alive_.push_back(tensor); // No other tensor may get its address.
    }

    [[nodiscard]] bool isKnown(const at::Tensor& tensor) const
    {
        return !tensor.defined() || values_.count(tensor.unsafeGetTensorImpl()) != 0;
    }

    void addArguments(fx::Node& node, const c10::FunctionSchema& schema, const torch::jit::Stack& stack) const
    {
        const std::size_t first = stack.size() - schema.arguments().size();
        std::size_t lastGiven = 0;
        for (std::size_t i = 0; i < schema.arguments().size(); ++i) {
            const c10::Argument& declared = schema.arguments()[i];
            const c10::IValue& value = stack[first + i];
            const bool isDefault = declared.default_value() && sameAsDefault(value, *declared.default_value());
            fx::Argument argument = toArgument(value, *declared.real_type());
            if (!declared.kwarg_only()) {
                node.args.push_back(std::move(argument));
                lastGiven = isDefault ? lastGiven : node.args.size();
            } else if (!isDefault) {
                node.kwargs.emplace_back(declared.name(), std::move(argument));
            }
        }
        node.args.resize(lastGiven);
    }

    static bool sameAsDefault(const c10::IValue& value, const c10::IValue& standard)
    {
        if (value.isTensor() && !value.toTensor().defined())
            return standard.isNone();
        if (value.isTensor() || standard.isTensor() || value.isTensorList())
            return false;
        return value.tagKind() == standard.tagKind() && c10::_fastEqualsForContainer(value, standard);
    }

    [[nodiscard]] fx::Argument toArgument(const c10::IValue& value, const c10::Type& type) const
    {
        if (value.isNone())
            return fx::None{};
        switch (type.kind()) {
        case c10::TypeKind::OptionalType:
            return toArgument(value, *type.castRaw<c10::OptionalType>()->getElementType());
        case c10::TypeKind::ListType: {
            fx::ArgumentList items;
            for (const c10::IValue& item : value.toListRef())
                items.push_back(toArgument(item, *type.castRaw<c10::ListType>()->getElementType()));
            return items;
        }
        case c10::TypeKind::ScalarTypeType:
            return fromTorchScalarType(value.toInt());
        case c10::TypeKind::LayoutType:
            TORCH_CHECK(value.toInt() == static_cast<std::int64_t>(c10::Layout::Strided), "a part makes a sparse tensor");
            return ir::Layout::Strided;
        case c10::TypeKind::MemoryFormatType:
            return memoryFormat(value.toMemoryFormat());
        default:
            return plain(value);
        }
    }

    static ir::MemoryFormat memoryFormat(c10::MemoryFormat format)
    {
        switch (format) {
        case c10::MemoryFormat::Preserve:
            return ir::MemoryFormat::Preserve;
        case c10::MemoryFormat::ChannelsLast:
            return ir::MemoryFormat::ChannelsLast;
        case c10::MemoryFormat::ChannelsLast3d:
            return ir::MemoryFormat::ChannelsLast3d;
        default:
            return ir::MemoryFormat::Contiguous;
        }
    }

    [[nodiscard]] fx::Argument plain(const c10::IValue& value) const
    {
        if (value.isNone())
            return fx::None{};
        if (value.isTensor())
            return tensorArgument(value.toTensor());
        if (value.isBool())
            return value.toBool();
        if (value.isInt())
            return value.toInt();
        if (value.isDouble())
            return value.toDouble();
        if (value.isString())
            return value.toStringRef();
        if (value.isComplexDouble()) {
            const c10::complex<double> number = value.toComplexDouble();
            return std::complex<double>(number.real(), number.imag());
        }
        if (value.isDevice()) // Meta stands for the device of the call.
            return ir::Device{};
        TORCH_CHECK(false, "a part takes a ", value.tagKind());
    }

    [[nodiscard]] fx::Argument tensorArgument(const at::Tensor& tensor) const
    {
        if (!tensor.defined())
            return fx::None{};
        if (const auto known = values_.find(tensor.unsafeGetTensorImpl()); known != values_.end())
            return known->second;
        // A number that the kernel made a tensor of, without calling an operator.
        TORCH_CHECK(tensor.unsafeGetTensorImpl()->is_wrapped_number(), "a part reads a tensor that no operator made");
        const c10::Scalar number = tensor.item();
        if (number.isBoolean())
            return number.toBool();
        if (number.isIntegral(false))
            return number.toLong();
        TORCH_CHECK(!number.isComplex(), "a part reads a complex number that no operator made");
        return number.toDouble();
    }

    std::unordered_set<std::string> kept_;
    std::unordered_map<const c10::TensorImpl*, Value> values_;
    std::vector<at::Tensor> alive_;
    DecomposedReply reply_;
    bool isFirst_ = true;
};

thread_local Recorder* recorder = nullptr;

void intercept(const c10::OperatorHandle& op, c10::DispatchKeySet keys, torch::jit::Stack* stack)
{
    recorder->handle(op, keys, stack);
}

void registerIntercept()
{
    static torch::Library library(torch::Library::IMPL, "_", kKey, __FILE__, __LINE__);
    static const bool isRegistered = [] {
        library.fallback(torch::CppFunction::makeFromBoxedFunction<&intercept>());
        return true;
    }();
    static_cast<void>(isRegistered);
}

using Values = std::map<std::pair<NodeId, std::uint32_t>, c10::IValue>;

/// Numbers that most operators take: floating ones between 0 and 1, integers 0 and 1.
Values numbersFor(const DecomposeRequest& request)
{
    at::manual_seed(0);
    Values inputs;
    for (std::size_t i = 0; i < request.inputs.size(); ++i) {
        const TensorRef& type = request.types[i];
        if (inputs.count({request.inputs[i], 0}) != 0)
            continue;
        const auto options = at::TensorOptions().dtype(static_cast<c10::ScalarType>(torchScalarType(type.dtype)));
        const at::Tensor tensor = at::empty_strided(type.sizes, type.strides, options);
        tensor.copy_(at::isIntegralType(tensor.scalar_type(), true) ? at::randint(2, tensor.sizes(), at::kLong) : at::rand(tensor.sizes(), at::kDouble));
        inputs[{request.inputs[i], 0}] = tensor;
    }
    return inputs;
}

struct Traced
{
    DecomposedReply reply;
    std::vector<c10::IValue> results;
};

Traced trace(const DecomposeRequest& request)
{
    const c10::AutoGradMode noGrad(false);
    const at::AutoDispatchBelowADInplaceOrView below; // Autograd's kernels hand out views as tensors of their own.
    const Values inputs = numbersFor(request);
    at::manual_seed(1);
    Recorder record(request);
    for (const auto& [key, value] : inputs)
        record.bind(key.first, value.toTensor());
    recorder = &record;
    const c10::impl::IncludeDispatchKeyGuard on(kKey);
    const c10::IValue value = callAten(request.call, [&](Value read) -> const c10::IValue& { return inputs.at({read.node, read.output}); });
    return {record.finish(value), itemsOf(value)};
}

/// Runs the parts on the numbers that the call was traced on. Raises c10::Error when they give others.
void checkNumbers(const DecomposeRequest& request, const DecomposedReply& reply, const std::vector<c10::IValue>& expected)
{
    const c10::AutoGradMode noGrad(false);
    Values values = numbersFor(request);
    const Lookup lookup = [&](Value value) -> const c10::IValue& { return values.at({value.node, value.output}); };
    at::manual_seed(1);
    for (const WireNode& call : reply.calls) {
        const auto outputs = itemsOf(callAten(call.node, lookup));
        for (std::uint32_t i = 0; i < outputs.size(); ++i)
            values[{call.id, i}] = outputs[i];
    }
    TORCH_CHECK(expected.size() == reply.results.size(), "its parts give ", reply.results.size(), " results, it gives ", expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
        const c10::IValue actual = plainValue(reply.results[i], lookup);
        const bool areTensors = expected[i].isTensor() && expected[i].toTensor().defined() && actual.isTensor() && actual.toTensor().defined();
        TORCH_CHECK(!areTensors || (expected[i].toTensor().sizes() == actual.toTensor().sizes() &&
                                       at::allclose(expected[i].toTensor(), actual.toTensor(), 1e-4, 1e-5, /*equal_nan=*/true)),
            "its parts give other numbers, so that its kernel does more than to call operators");
    }
}

} // namespace

Outcome decompose(const DecomposeRequest& request)
{
    try {
        registerIntercept();
        Traced traced = trace(request);
        checkNumbers(request, traced.reply, traced.results);
        return std::move(traced.reply);
    } catch (...) {
        return failureOfException();
    }
}

} // namespace sidelight::runtime::evaluator
