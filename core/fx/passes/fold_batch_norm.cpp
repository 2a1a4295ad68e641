// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
//
// In evaluation a batch norm multiplies each channel by s = weight / sqrt(var + eps) and adds bias - mean * s. After a convolution that is a convolution with the
// weight multiplied by s along its output channels and the bias (b - mean) * s + bias. Computed in float64, rounded once.

#include "core/fx/aliases.h"
#include "core/fx/calls.h"
#include "core/fx/passes/constant_placeholders.h"
#include "core/fx/passes/pipeline.h"
#include "core/fx/schema.h"
#include "core/support/rules.h"
#include "core/support/text.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace sidelight::fx::passes {

namespace {

constexpr std::string_view kConvolutions[] = {"aten.conv1d.default", "aten.conv1d.padding", "aten.conv2d.default", "aten.conv2d.padding", "aten.conv3d.default",
    "aten.conv3d.padding", "aten.convolution.default"};
constexpr std::string_view kNorms[] = {"aten.batch_norm.default", "aten.native_batch_norm.default", "aten._native_batch_norm_legit_no_training.default"};

template <std::size_t Count>
bool isOneOf(const std::string_view (&names)[Count], const Node& node)
{
    return node.op == Op::CallFunction && std::find(std::begin(names), std::end(names), node.overload()) != std::end(names);
}

using Numbers = std::vector<double>;

std::optional<Numbers> numbersOf(const ir::Tensor& tensor)
{
    const bool isSingle = tensor.dtype == ir::DType::Float32;
    if (!isSingle && tensor.dtype != ir::DType::Float64)
        return std::nullopt;
    const auto bytes = ir::readContiguous(tensor);
    if (!bytes)
        return std::nullopt;
    Numbers numbers(static_cast<std::size_t>(tensor.elementCount()));
    for (std::size_t at = 0; at < numbers.size(); ++at) {
        float single = 0;
        if (isSingle)
            std::memcpy(&single, bytes->data() + at * sizeof single, sizeof single);
        else
            std::memcpy(&numbers[at], bytes->data() + at * sizeof(double), sizeof(double));
        if (isSingle)
            numbers[at] = static_cast<double>(single);
    }
    return numbers;
}

std::shared_ptr<const ir::Tensor> tensorOf(ir::DType dtype, std::vector<std::int64_t> sizes, const Numbers& numbers)
{
    if (dtype == ir::DType::Float64)
        return std::make_shared<const ir::Tensor>(ir::Tensor::fromValues<double>(dtype, std::move(sizes), numbers));
    std::vector<float> singles(numbers.size());
    std::transform(numbers.begin(), numbers.end(), singles.begin(), [](double number) { return static_cast<float>(number); });
    return std::make_shared<const ir::Tensor>(ir::Tensor::fromValues<float>(dtype, std::move(sizes), singles));
}

/// Gives the call `value` for the schema's argument `name`, which is the one after those given or among them.
void setArgument(Node& node, const Schema& schema, std::string_view name, Argument value)
{
    if (Argument* given = givenArgument(node, schema, name)) {
        *given = std::move(value);
        return;
    }
    const bool isNext = node.args.size() < schema.arguments.size() && schema.arguments[node.args.size()].name == name;
    if (isNext)
        node.args.push_back(std::move(value));
    else
        node.kwargs.emplace_back(std::string(name), std::move(value));
}

class Folder {
public:
    explicit Folder(PassContext& context)
        : context_(context), rewriter_(context.rewriter), placeholders_(rewriter_), written_(writtenValues(context.unit(), kMainGraph))
    {
        for (const auto& [id, spec] : inputSpecs(context.unit()))
            if (spec->kind != InputKind::UserInput && written_.count(id) == 0 && !isMutated(context.unit(), *spec))
                if (auto tensor = context.unit().stateOf(spec->target); tensor && tensor->storage && tensor->storage->hasData())
                    state_.emplace(id, std::move(tensor));
    }

    Status run()
    {
        for (const NodeId id : graph().orderCopy()) {
            if (!rewriter_.contains(id))
                continue;
            rewriter_.visit(id);
            if (!isOneOf(kNorms, graph()[id]))
                continue;
            const NodeId convolution = convolutionBefore(id);
            if (convolution == kNoNode)
                continue;
            rewriter_.match();
            const std::string reason = whyNot(id, convolution);
            if (reason.empty()) {
                if (Status status = fold(id, convolution); !status)
                    return status;
                continue;
            }
            Diagnostic note = support::diagnose(rules::kFxPass, concat("%", graph()[id].name, " was not folded into %", graph()[convolution].name, ": ", reason),
                                                {locationOf(graph()[id])});
            note.level = Level::Note;
            context_.log.append(std::move(note));
        }
        placeholders_.declare();
        return {};
    }

private:
    [[nodiscard]] const ir::Graph<Node>& graph() const { return rewriter_.graph(kMainGraph); }

    [[nodiscard]] const Argument* argument(NodeId id, std::string_view name) const
    {
        const Schema* schema = findSchema(graph()[id].target);
        return schema ? argumentOf(graph()[id], *schema, name) : nullptr;
    }
    [[nodiscard]] NodeId valueOf(NodeId id, std::string_view name) const
    {
        const Argument* given = argument(id, name);
        const auto* value = given ? given->as<Value>() : nullptr;
        return value ? value->node : kNoNode;
    }
    [[nodiscard]] std::shared_ptr<const ir::Tensor> tensorOfArgument(NodeId id, std::string_view name) const
    {
        const auto found = state_.find(valueOf(id, name));
        return found == state_.end() ? nullptr : found->second;
    }

    [[nodiscard]] NodeId convolutionBefore(NodeId norm) const
    {
        const NodeId source = valueOf(norm, "input");
        const Node* node = graph().find(source);
        return node && isOneOf(kConvolutions, *node) ? source : kNoNode;
    }
    /// The value that is the normalized tensor: the call, or the first item of its list.
    [[nodiscard]] NodeId resultOf(NodeId norm) const
    {
        if (graph()[norm].val.isTensor())
            return norm;
        const auto& uses = rewriter_.uses({norm});
        if (uses.size() != 1)
            return kNoNode;
        const Node& item = rewriter_.node(uses.front().user);
        const bool isFirst = item.target == "operator.getitem" && item.args.size() > 1 && item.args[1] == Argument(0);
        return isFirst ? uses.front().user : kNoNode;
    }

    [[nodiscard]] std::string whyNot(NodeId norm, NodeId convolution) const
    {
        const Argument* training = argument(norm, "training");
        if (training && training->as<bool>() && *training->as<bool>())
            return "it is in training mode and takes the statistics of its input";
        const Argument* transposed = argument(convolution, "transposed");
        if (transposed && transposed->as<bool>() && *transposed->as<bool>())
            return "the convolution is transposed";
        if (rewriter_.uses({convolution}).size() != 1)
            return "something else reads the convolution";
        const NodeId result = resultOf(norm);
        if (result == kNoNode)
            return "more than its first result is read";
        const ir::Type& before = graph()[convolution].val;
        const ir::Type& after = graph()[result].val;
        if (written_.count(convolution) != 0 || written_.count(norm) != 0)
            return "its tensor is written to";
        if (!before.isTensor() || before.tensor.dtype != after.tensor.dtype || before.tensor.sizes != after.tensor.sizes || before.tensor.strides != after.tensor.strides)
            return "its result has another type than the convolution's";
        const auto weight = tensorOfArgument(convolution, "weight");
        if (!weight)
            return "the convolution's weight is no constant";
        if (rewriter_.uses({valueOf(convolution, "weight")}).size() != 1)
            return "something else reads the convolution's weight";
        if (weight->dtype != ir::DType::Float32 && weight->dtype != ir::DType::Float64)
            return concat("weights of ", ir::name(weight->dtype), " would be rounded");
        for (const auto& [id, name] : {std::pair{norm, "weight"}, {norm, "bias"}, {norm, "running_mean"}, {norm, "running_var"}, {convolution, "bias"}}) {
            const bool isOptional = std::string_view(name) == "weight" || std::string_view(name) == "bias";
            const Argument* given = argument(id, name);
            if (isOptional && (!given || given->isNone()))
                continue;
            const auto tensor = tensorOfArgument(id, name);
            if (!tensor || tensor->dtype != weight->dtype || weight->sizes.empty() || tensor->elementCount() != weight->sizes.front())
                return concat("its ", name, " is no constant with a number for each channel");
        }
        return {};
    }

    [[nodiscard]] Numbers channels(NodeId id, std::string_view name, std::size_t count, double standard) const
    {
        const auto tensor = tensorOfArgument(id, name);
        const auto numbers = tensor ? numbersOf(*tensor) : std::nullopt;
        return numbers ? *numbers : Numbers(count, standard);
    }

    Status fold(NodeId norm, NodeId convolution)
    {
        const auto weight = tensorOfArgument(convolution, "weight");
        auto weights = numbersOf(*weight);
        const double* eps = argument(norm, "eps")->as<double>();
        if (!weights || !eps)
            return {}; // Data that cannot be read are what lowering or the writer complains about.
        const auto count = static_cast<std::size_t>(weight->sizes.front());
        const Numbers scale = channels(norm, "weight", count, 1);
        const Numbers shift = channels(norm, "bias", count, 0);
        const Numbers mean = channels(norm, "running_mean", count, 0);
        const Numbers variance = channels(norm, "running_var", count, 1);
        Numbers biases = channels(convolution, "bias", count, 0);
        const std::size_t perChannel = count == 0 ? 0 : weights->size() / count;
        for (std::size_t channel = 0; channel < count; ++channel) {
            const double factor = scale[channel] / std::sqrt(variance[channel] + *eps);
            for (std::size_t at = channel * perChannel; at < (channel + 1) * perChannel; ++at)
                (*weights)[at] *= factor;
            biases[channel] = (biases[channel] - mean[channel]) * factor + shift[channel];
        }
        const NodeId oldWeight = valueOf(convolution, "weight");
        const NodeId newWeight = placeholders_.add(graph()[oldWeight], tensorOf(weight->dtype, weight->sizes, *weights), oldWeight, "folded_");
        Node like = graph()[oldWeight];
        like.name += "_bias";
        like.val.tensor.sizes = {ir::Dim::constant(weight->sizes.front())};
        const NodeId newBias = placeholders_.add(like, tensorOf(weight->dtype, {weight->sizes.front()}, biases), norm, "folded_");

        Node changed = graph()[convolution];
        const Schema& schema = *findSchema(changed.target);
        setArgument(changed, schema, "weight", Value{newWeight});
        setArgument(changed, schema, "bias", Value{newBias});
        rewriter_.update(convolution, std::move(changed));
        const NodeId result = resultOf(norm);
        if (Status status = rewriter_.deleteAndForward(result, {convolution}); !status || result == norm)
            return status;
        return rewriter_.erase(norm);
    }

    PassContext& context_;
    Rewriter& rewriter_;
    ConstantPlaceholders placeholders_;
    std::set<NodeId> written_;
    std::unordered_map<NodeId, std::shared_ptr<const ir::Tensor>> state_;
};

Status foldBatchNorms(PassContext& context) { return Folder(context).run(); }

constexpr std::string_view kHelp = R"(Looks for a batch norm in evaluation mode (batch_norm, native_batch_norm, _native_batch_norm_legit_no_training) right after a convolution of one, two or three
dimensions, all of whose numbers are parameters, buffers or constants.

Makes the convolution compute both: its weight is multiplied by weight / sqrt(running_var + eps) of the norm for each output channel, and its bias takes up the
rest. The new weight and bias are constants (c_folded_...) beside the old ones, which nothing reads any more; they can no longer be replaced by name.

Leaves a norm in training mode, a transposed convolution, a convolution or a weight that something else reads too, statistics that the program writes to, and
types other than float32 and float64: a note (FXE0010) says which and why. Numbers are rounded elsewhere than before: they move by about 1e-5 of a tensor's
largest.

Before:
    %conv2d : call_function[target=torch.ops.aten.conv2d.default](args = (%x, %p_conv_weight))
    %batch_norm : call_function[target=torch.ops.aten.batch_norm.default](args = (%conv2d, %p_bn_weight, %p_bn_bias, %b_mean, %b_var, False, 0.1, 1e-05, True))
After:
    %conv2d : call_function[target=torch.ops.aten.conv2d.default](args = (%x, %c_folded_p_conv_weight, %c_folded_p_conv_weight_bias))
)";

} // namespace

constinit const Pass kBatchNormFolding{
    .id = "batch-norm-folding",
    .summary = "Folds batch norms in evaluation mode into the convolutions before them.",
    .run = foldBatchNorms,
    .help = kHelp,
    .standard = false,
    .tolerance = 1e-5,
};

} // namespace sidelight::fx::passes
