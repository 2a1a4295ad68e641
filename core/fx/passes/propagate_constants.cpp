// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
//
// One walk in order: a call all of whose tensors are known is evaluated by libtorch, and what it gives is known too. Of what was evaluated, the tensors that the
// rest of the graph reads become constants of the state.

#include "core/fx/aliases.h"
#include "core/fx/calls.h"
#include "core/fx/passes/constant_placeholders.h"
#include "core/fx/passes/pipeline.h"
#include "core/fx/views.h"
#include "core/support/rules.h"
#include "core/support/text.h"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <optional>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

namespace sidelight::fx::passes {

namespace {

constexpr ir::PassOption kOptions[] = {
    {"max-bytes", std::int64_t{16} << 20, "The largest result, in bytes, that is computed ahead; 0 for any size."},
    {"parameters", true, "Whether parameters and buffers count as constants."},
};

/// Bytes of all tensors of a type; nothing when a size is not known.
std::optional<std::int64_t> byteCountOf(const ir::Type& type)
{
    if (type.kind == ir::Type::Kind::List) {
        std::int64_t sum = 0;
        for (const ir::Type& element : type.elements) {
            const auto bytes = byteCountOf(element);
            if (!bytes)
                return std::nullopt;
            sum += *bytes;
        }
        return sum;
    }
    if (!type.isTensor())
        return std::nullopt;
    auto bytes = static_cast<std::int64_t>(ir::itemSize(type.tensor.dtype));
    for (const ir::Dim& size : type.tensor.sizes) {
        const auto known = size.asConstant();
        if (!known || *known < 0 || __builtin_mul_overflow(bytes, *known, &bytes))
            return std::nullopt;
    }
    return bytes;
}

/// Whether a tensor of this type fills its storage: its strides are those of some order of its axes.
bool isDense(const ir::Type& type) { return type.tensor.strides.empty() || valueType(type).tensor.strides == type.tensor.strides; }

/// The same elements, laid out as the program says that they are, so that whoever reads them computes in the same order. `type` is dense.
std::optional<ir::Tensor> laidOut(const ir::Tensor& tensor, const ir::Type& type)
{
    if (type.tensor.strides.empty() || isContiguous(type))
        return tensor;
    auto bytes = ir::readContiguous(tensor);
    if (!bytes)
        return std::nullopt;
    ir::Tensor result = tensor;
    for (std::size_t axis = 0; axis < tensor.sizes.size(); ++axis)
        result.strides[axis] = *type.tensor.strides[axis].asConstant(); // Dense strides are numbers.
    result.storageOffset = 0;
    const std::size_t item = ir::itemSize(tensor.dtype);
    std::vector<std::byte> placed(bytes->size());
    std::vector<std::int64_t> index(tensor.sizes.size(), 0);
    for (std::size_t from = 0; from < bytes->size(); from += item) {
        std::int64_t to = 0;
        for (std::size_t axis = 0; axis < index.size(); ++axis)
            to += index[axis] * result.strides[axis];
        std::copy_n(bytes->begin() + static_cast<std::ptrdiff_t>(from), item, placed.begin() + to * static_cast<std::ptrdiff_t>(item));
        for (std::size_t axis = index.size(); axis-- > 0;) {
            if (++index[axis] < tensor.sizes[axis])
                break;
            index[axis] = 0;
        }
    }
    auto storage = std::make_shared<ir::Storage>();
    storage->content = std::move(placed);
    storage->name = tensor.storage ? tensor.storage->name : std::string();
    result.storage = std::move(storage);
    return result;
}

class Propagator {
public:
    explicit Propagator(PassContext& context)
        : context_(context), rewriter_(context.rewriter), placeholders_(rewriter_), written_(writtenValues(context.unit(), kMainGraph)),
          limit_(ir::optionOf<std::int64_t>(kConstantPropagation, context.options, "max-bytes"))
    {
    }

    Status run()
    {
        learnState();
        std::vector<NodeId> evaluated;
        for (const NodeId id : graph().orderCopy()) {
            if (context_.stop.stop_requested())
                break;
            rewriter_.visit(id);
            if (!isCandidate(id) || !evaluate(id))
                continue;
            rewriter_.match();
            evaluated_.insert(id);
            evaluated.push_back(id);
        }
        for (const NodeId id : evaluated)
            if (graph()[id].val.isTensor() && isReadByOthers(id))
                materialize(id);
        placeholders_.declare();
        for (auto id = evaluated.rbegin(); id != evaluated.rend(); ++id) {
            rewriter_.setCause(*id);
            if (!rewriter_.hasUsers(*id))
                if (Status status = rewriter_.erase(*id); !status)
                    return status;
        }
        return {};
    }

private:
    [[nodiscard]] const ir::Graph<Node>& graph() const { return rewriter_.graph(kMainGraph); }

    void learnState()
    {
        const bool all = ir::optionOf<bool>(kConstantPropagation, context_.options, "parameters");
        for (const auto& [id, spec] : inputSpecs(context_.unit())) {
            const bool isConstant = spec->kind == InputKind::ConstantTensor || (all && (spec->kind == InputKind::Parameter || spec->kind == InputKind::Buffer));
            const auto tensor = isConstant ? context_.unit().stateOf(spec->target) : nullptr;
            if (tensor && tensor->storage && tensor->storage->hasData() && written_.count(id) == 0 && !isMutated(context_.unit(), *spec))
                known_[id] = {*tensor};
        }
    }

    /// A call that gives tensors of a known size within the limit, from nothing but known tensors, the same each time.
    [[nodiscard]] bool isCandidate(NodeId id) const
    {
        const Node& node = graph()[id];
        if (node.op != Op::CallFunction || written_.count(id) != 0 || !isDeterministic(context_.unit(), node) || node.overload().starts_with("higher_order."))
            return false;
        const auto bytes = byteCountOf(node.val);
        if (!bytes || (limit_ > 0 && *bytes > limit_))
            return false;
        bool reads = false;
        bool allKnown = true;
        visitInputs(node, [&](Value value, std::uint32_t) {
            reads = true;
            allKnown = allKnown && known_.count(value.node) != 0;
        });
        if (node.val.isTensor() && !isDense(node.val))
            return false;
        return allKnown && (reads || node.overload().starts_with("aten."));
    }

    bool evaluate(NodeId id)
    {
        const Node& node = graph()[id];
        if (node.target == "operator.getitem") {
            const auto& list = known_.at(node.args.front().as<Value>()->node);
            const auto* at = node.args.size() > 1 ? node.args[1].as<std::int64_t>() : nullptr;
            if (!at || *at < 0 || static_cast<std::size_t>(*at) >= list.size())
                return false;
            auto placed = laidOut(list[static_cast<std::size_t>(*at)], node.val);
            if (!placed)
                return false;
            known_[id] = {std::move(*placed)};
            return true;
        }
        std::vector<ir::Tensor> inputs;
        bool isPlain = true; // No list read as a whole.
        visitInputs(node, [&](Value value, std::uint32_t) {
            const auto& tensors = known_.at(value.node);
            isPlain = isPlain && tensors.size() == 1 && graph()[value.node].val.isTensor();
            inputs.push_back(tensors.front());
        });
        if (!isPlain)
            return false;
        auto results = context_.services.evaluator->evaluate(node, inputs);
        if (!results) {
            Diagnostic why = support::diagnose(rules::kFxPass, concat("%", node.name, " was not computed ahead: ", results.error().message), {locationOf(node)});
            why.level = Level::Note;
            context_.log.append(std::move(why));
            return false;
        }
        if (!agree(node.val, *results))
            return false;
        if (node.val.isTensor()) {
            auto placed = laidOut(results->front(), node.val);
            if (!placed)
                return false;
            results->front() = std::move(*placed);
        }
        known_[id] = std::move(*results);
        return true;
    }

    /// Whether the tensors are what the program says that the call gives.
    static bool agree(const ir::Type& type, const std::vector<ir::Tensor>& results)
    {
        const auto one = [](const ir::Type& expected, const ir::Tensor& tensor) {
            if (!expected.isTensor() || expected.tensor.dtype != tensor.dtype || expected.tensor.rank() != tensor.sizes.size())
                return false;
            for (std::size_t axis = 0; axis < tensor.sizes.size(); ++axis)
                if (expected.tensor.sizes[axis].asConstant() != tensor.sizes[axis])
                    return false;
            return true;
        };
        if (type.kind != ir::Type::Kind::List)
            return results.size() == 1 && one(type, results.front());
        return results.size() == type.elements.size() && std::equal(results.begin(), results.end(), type.elements.begin(),
                                                                     [&](const ir::Tensor& tensor, const ir::Type& expected) { return one(expected, tensor); });
    }

    [[nodiscard]] bool isReadByOthers(NodeId id) const
    {
        const auto& uses = rewriter_.uses({id});
        return std::any_of(uses.begin(), uses.end(), [&](const ir::Use& use) { return evaluated_.count(use.user) == 0; });
    }

    void materialize(NodeId id)
    {
        rewriter_.setCause(id);
        const Node folded = graph()[id];
        const NodeId constant = placeholders_.add(folded, std::make_shared<const ir::Tensor>(known_.at(id).front()), id, "folded_");
        readInstead(rewriter_, id, constant, evaluated_);
    }

    PassContext& context_;
    Rewriter& rewriter_;
    ConstantPlaceholders placeholders_;
    std::set<NodeId> written_;
    std::int64_t limit_;
    std::unordered_map<NodeId, std::vector<ir::Tensor>> known_; ///< By output.
    std::set<NodeId> evaluated_;
};

Status propagateConstants(PassContext& context)
{
    if (!context.services.evaluator) {
        context.skipped = "there is no evaluator to compute with";
        return {};
    }
    return Propagator(context).run();
}

constexpr std::string_view kHelp = R"(Looks for calls of the main graph all of whose tensors are known: constant tensors and, with option parameters, parameters and buffers that the program does
not write to; and for calls without tensors, such as arange.

Makes constants of what they give: libtorch computes them, in a process of its own, and what the rest of the graph reads becomes a constant tensor of the
state, with a placeholder (c_folded_...) in front of the user inputs. Calls in between are erased. Where constant-folding computes small tensors itself, this
takes any operator.

Leaves random calls, views that repeat elements (expand), results over max-bytes (16 MiB; 0 for any size) or of symbolic size, calls of subgraphs, tensors that are written to, numbers and lists
as such, and calls that libtorch refuses: a note (FXE0010) says which and why. Weights that are computed ahead can no longer be replaced by name. Without an
evaluator the pass is skipped.

Before:
    %t : call_function[target=torch.ops.aten.t.default](args = (%p_weight,))
    %mm : call_function[target=torch.ops.aten.mm.default](args = (%x, %t))
After:
    %c_folded_t : placeholder[target=c_folded_t]
    %mm : call_function[target=torch.ops.aten.mm.default](args = (%x, %c_folded_t))
)";

} // namespace

constinit const Pass kConstantPropagation{
    .id = "constant-propagation",
    .summary = "Computes ahead, in the evaluator, what depends on parameters and constants alone.",
    .run = propagateConstants,
    .help = kHelp,
    .options = kOptions,
    .standard = false,
};

} // namespace sidelight::fx::passes
