// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/io/onnx_writer.h"

#include "core/io/onnx_proto.h"
#include "core/io/tensor_stream.h"
#include "core/onnxir/element_type.h"
#include "core/support/rules.h"
#include "core/support/text.h"

#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/io/zero_copy_stream_impl_lite.h>
#include <onnx/onnx_pb.h>

#include <new>
#include <optional>
#include <set>
#include <system_error>
#include <unordered_map>
#include <utility>

// Embedded weights are streamed: the messages around them are serialized by protobuf, the tags and lengths of the
// nested fields ModelProto.graph, GraphProto.initializer and TensorProto.raw_data are written here, in the order of
// field numbers that protobuf itself uses.

namespace sidelight::io {

namespace {

namespace fs = std::filesystem;
using support::AtomicFile;

/// The tag of a length-delimited field, and its length, as they stand before the content.
std::string fieldHead(int field, std::uint64_t length)
{
    std::string out;
    const auto varint = [&](std::uint64_t value) {
        for (; value >= 0x80; value >>= 7)
            out += static_cast<char>((value & 0x7f) | 0x80);
        out += static_cast<char>(value);
    };
    varint(static_cast<std::uint64_t>(field) << 3 | 2);
    varint(length);
    return out;
}

std::string serialized(const google::protobuf::MessageLite& message)
{
    std::string out;
    google::protobuf::io::StringOutputStream stream(&out);
    google::protobuf::io::CodedOutputStream coded(&stream);
    coded.SetSerializationDeterministic(true);
    message.SerializePartialToCodedStream(&coded);
    coded.Trim();
    return out;
}

/// A serialized model with gaps where the weights go. `pieces` has one element more than `weights`.
struct Serialized
{
    std::vector<std::string> pieces;
    std::vector<ir::Tensor> weights;
    std::uint64_t size = 0;
};

/// Splits `proto` (which it consumes) at the initializers of the main graph that `streamed` names by position.
Serialized serialize(onnx::ModelProto& proto, const std::vector<std::optional<ir::Tensor>>& streamed)
{
    onnx::GraphProto graph;
    graph.Swap(proto.mutable_graph());
    proto.clear_graph();
    onnx::ModelProto rest; // Fields after graph.
    rest.mutable_opset_import()->Swap(proto.mutable_opset_import());
    rest.mutable_metadata_props()->Swap(proto.mutable_metadata_props());
    rest.mutable_functions()->Swap(proto.mutable_functions());
    google::protobuf::RepeatedPtrField<onnx::TensorProto> initializers;
    initializers.Swap(graph.mutable_initializer());
    onnx::GraphProto nodes; // Fields before initializer.
    nodes.mutable_node()->Swap(graph.mutable_node());
    nodes.set_name(graph.name());
    graph.clear_name();

    Serialized out;
    std::string text = serialized(nodes);
    nodes.Clear();
    for (int i = 0; i < initializers.size(); ++i) {
        const std::string head = serialized(initializers.Get(i));
        const auto& tensor = streamed[static_cast<std::size_t>(i)];
        const std::uint64_t bytes = tensor ? onnxir::rawByteCount(tensor->dtype, tensor->sizes).value_or(0) : 0;
        const std::string raw = bytes > 0 ? fieldHead(onnx::TensorProto::kRawDataFieldNumber, bytes) : std::string();
        text += fieldHead(onnx::GraphProto::kInitializerFieldNumber, head.size() + raw.size() + bytes);
        text += head;
        text += raw;
        if (bytes > 0) {
            out.size += bytes;
            out.weights.push_back(*tensor);
            out.pieces.push_back(std::exchange(text, {}));
        }
    }
    text += serialized(graph);
    out.pieces.push_back(std::move(text));
    for (const std::string& piece : out.pieces)
        out.size += piece.size();
    const std::string head = serialized(proto) + fieldHead(onnx::ModelProto::kGraphFieldNumber, out.size);
    const std::string tail = serialized(rest);
    out.pieces.front().insert(0, head);
    out.pieces.back() += tail;
    out.size += head.size() + tail.size();
    return out;
}

Diagnostic tooLarge(std::uint64_t size, std::uint64_t limit)
{
    Diagnostic diagnostic =
        support::diagnose(rules::kTooLargeToEmbed, concat("the model would have ", size, " bytes and at most ", limit,
                                                       " can be embedded; export with --weights external"));
    diagnostic.fixes.push_back({"Store the weights beside the model: --weights external."});
    return diagnostic;
}

Result<Serialized> serializeModel(
    const onnxir::Model& model, const WeightPlan& plan, Weights weights, std::uint64_t embedLimit)
{
    std::unordered_map<NodeId, std::optional<ir::Tensor>> gaps;
    const bool embeds = weights == Weights::Embed;
    const auto& mainGraph = model.main();
    std::uint64_t inMemory = 0;
    const DataFill fillData = [&](NodeId id, const onnxir::Node& initializer, onnx::TensorProto& tensor) -> Status {
        if (const auto placement = plan.placements.find(id); placement != plan.placements.end()) {
            const auto add = [&](const char* key, std::string value) {
                auto* entry = tensor.add_external_data();
                entry->set_key(key);
                entry->set_value(std::move(value));
            };
            add("location", placement->second.location);
            add("offset", std::to_string(placement->second.offset));
            add("length", std::to_string(placement->second.length));
            tensor.set_data_location(onnx::TensorProto::EXTERNAL);
            return {};
        }
        const std::uint64_t bytes =
            onnxir::rawByteCount(initializer.tensor->dtype, initializer.tensor->sizes).value_or(0);
        if (embeds && bytes > 0 && mainGraph.contains(id) && initializer.tensor->dtype != ir::DType::String) {
            gaps[id] = *initializer.tensor;
            return {};
        }
        inMemory += bytes;
        if (inMemory > embedLimit)
            return tooLarge(inMemory, embedLimit);
        return fillInline(*initializer.tensor, tensor);
    };
    onnx::ModelProto proto;
    if (Status status = buildProto(model, fillData, proto); !status)
        return status.error();
    std::vector<std::optional<ir::Tensor>> streamed;
    for (const NodeId id : mainGraph.order())
        if (mainGraph[id].kind == onnxir::Kind::Initializer)
            streamed.push_back(gaps.count(id) != 0 ? gaps[id] : std::nullopt);
    Serialized out = serialize(proto, streamed);
    if (out.size > embedLimit)
        return tooLarge(out.size, embedLimit);
    return out;
}

/// The paths an export may touch.
struct Targets
{
    fs::path model;
    fs::path data;   ///< Empty: none.
    fs::path folder; ///< Empty: none.
};

Diagnostic refused(const fs::path& path, std::string_view why)
{
    return support::diagnose(rules::kTargetRefused, concat(support::plainText(path.string()), " ", why),
        {{path.string(), "file", {}, 0, {}, {}}});
}

std::string stemOf(const fs::path& target)
{
    const std::string name = target.filename().string();
    const std::string_view suffix = ".onnx";
    const bool hasSuffix =
        name.size() > suffix.size() && name.compare(name.size() - suffix.size(), suffix.size(), suffix) == 0;
    return hasSuffix ? name.substr(0, name.size() - suffix.size()) : name;
}

/// Files that must survive: the sources of weights and the caller's inputs.
bool isInput(const fs::path& path, const onnxir::Model& model, const WriteOptions& options)
{
    std::error_code error;
    for (const fs::path& input : options.inputs)
        if (fs::equivalent(path, input, error))
            return true;
    std::set<const support::File*> seen;
    for (const GraphId graphId : model.graphs.ids()) {
        const auto& graph = model.graphs[graphId];
        for (const NodeId id : graph.order()) {
            const onnxir::Node& node = graph[id];
            const auto* extent = node.tensor && node.tensor->storage
                                     ? std::get_if<ir::FileExtent>(&node.tensor->storage->content)
                                     : nullptr;
            if (extent && extent->file && seen.insert(extent->file.get()).second && extent->file->isSameFile(path))
                return true;
        }
    }
    return false;
}

Status checkFile(const fs::path& path, const onnxir::Model& model, const WriteOptions& options)
{
    std::error_code error;
    const fs::file_status status = fs::status(path, error);
    if (!fs::exists(status))
        return {};
    if (fs::is_directory(status))
        return refused(path, "is a folder; name a file");
    if (!fs::is_regular_file(status))
        return refused(path, "is not a regular file; name another target");
    if (isInput(path, model, options))
        return refused(path, "is what the model is read from; name another target");
    if (!options.overwrite)
        return refused(path, "exists already; use --force to replace it");
    return {};
}

/// An old folder of initializers may go only if it holds regular files alone, none of them an input.
Status checkFolder(const fs::path& path, const onnxir::Model& model, const WriteOptions& options)
{
    std::error_code error;
    const fs::file_status status = fs::symlink_status(path, error);
    if (!fs::exists(status))
        return {};
    if (!fs::is_directory(status))
        return refused(path, "is not a folder, and the initializers would go there");
    if (!options.overwrite)
        return refused(path, "exists already; use --force to replace it");
    for (auto entry = fs::directory_iterator(path, error); !error && entry != fs::directory_iterator();
         entry.increment(error)) {
        if (!fs::is_regular_file(entry->symlink_status(error)))
            return refused(path, "holds more than initializers; remove it yourself or name another target");
        if (isInput(entry->path(), model, options))
            return refused(entry->path(), "is what the model is read from; name another target");
    }
    return error ? Status(refused(path, error.message())) : Status{};
}

Result<Targets> checkTargets(
    const fs::path& target, const WeightPlan& plan, const onnxir::Model& model, const WriteOptions& options)
{
    if (target.filename().empty() || target.filename() == "." || target.filename() == "..")
        return refused(target, "names a folder; name a file in it");
    std::error_code error;
    if (!plan.files.empty() && plan.files.front().location.find("..") != std::string::npos)
        return refused(target, "has two dots in a row in its name, which onnx and ONNX Runtime refuse for external "
                               "data; name another target or embed the weights");
    Targets targets{target, {}, {}};
    if (fs::is_symlink(target, error))
        targets.model = fs::weakly_canonical(target, error);
    if (options.weights == Weights::External && !plan.files.empty())
        targets.data = targets.model.parent_path() / plan.files.front().location;
    if (options.weights == Weights::PerTensor && !plan.files.empty())
        targets.folder = targets.model.parent_path() / fs::path(plan.files.front().location).parent_path();
    if (Status status = checkFile(targets.model, model, options); !status)
        return status.error();
    if (!targets.data.empty())
        if (Status status = checkFile(targets.data, model, options); !status)
            return status.error();
    if (options.weights == Weights::None && !plan.files.empty() && !options.overwrite) {
        const fs::path data = targets.model.parent_path() / plan.files.front().location;
        if (fs::exists(fs::symlink_status(data, error)))
            return refused(data,
                "exists and would be taken for this model's weights; move it away, or use --force if it holds them");
    }
    if (!targets.folder.empty())
        if (Status status = checkFolder(targets.folder, model, options); !status)
            return status.error();
    return targets;
}

Status writeStretches(const DataFile& plan, AtomicFile& file, Transfer& transfer)
{
    static constexpr std::uint64_t kZeros = 4096;
    for (const Stretch& stretch : plan.stretches) {
        while (file.position() < stretch.offset)
            if (Status status = file.write(std::string(std::min(kZeros, stretch.offset - file.position()), '\0'));
                !status)
                return status;
        if (Status status = streamRaw(stretch.tensor, file, transfer); !status)
            return status;
    }
    return {};
}

Status writeModel(const Serialized& serialized, AtomicFile& file, Transfer& transfer)
{
    for (std::size_t i = 0; i < serialized.pieces.size(); ++i) {
        if (Status status = file.write(std::string_view(serialized.pieces[i])); !status)
            return status;
        if (i < serialized.weights.size())
            if (Status status = streamRaw(serialized.weights[i], file, transfer); !status)
                return status;
    }
    return {};
}

std::uint64_t totalOf(const WeightPlan& plan, const Serialized& serialized)
{
    std::uint64_t total = 0;
    const auto add = [&](const ir::Tensor& tensor) {
        total += onnxir::rawByteCount(tensor.dtype, tensor.sizes).value_or(0);
    };
    for (const DataFile& file : plan.files)
        for (const Stretch& stretch : file.stretches)
            add(stretch.tensor);
    for (const ir::Tensor& tensor : serialized.weights)
        add(tensor);
    return total;
}

Result<WrittenFiles> write(const onnxir::Model& model, const fs::path& target, const WriteOptions& options)
{
    const std::string stem = stemOf(fs::is_symlink(target) ? fs::weakly_canonical(target) : target);
    auto plan = planWeights(model, options.weights, stem);
    if (!plan)
        return plan.error();
    const auto targets = checkTargets(target, *plan, model, options);
    if (!targets)
        return targets.error();
    const auto serialized = serializeModel(model, *plan, options.weights, options.embedLimit);
    if (!serialized)
        return serialized.error();
    if (options.weights == Weights::None)
        plan->files.clear();

    Transfer transfer{options.stop, options.progress, 0, totalOf(*plan, *serialized)};
    if (Status status = transfer.advance(0); !status)
        return status.error();
    WrittenFiles written{{targets->model}, serialized->size};
    auto modelFile = AtomicFile::create(targets->model);
    if (!modelFile)
        return modelFile.error();
    std::optional<AtomicFile> dataFile;
    std::optional<PendingFolder> folder;
    if (!targets->folder.empty()) {
        auto made = PendingFolder::create(targets->folder);
        if (!made)
            return made.error();
        folder = std::move(*made);
    }
    for (const DataFile& data : plan->files) {
        const fs::path path = folder ? folder->temporaryPath() / fs::path(data.location).filename() : targets->data;
        auto file = AtomicFile::create(path);
        if (!file)
            return file.error();
        if (Status status = writeStretches(data, *file, transfer); !status)
            return status.error();
        written.files.push_back(folder ? targets->folder / path.filename() : path);
        written.bytes += data.size;
        if (!folder)
            dataFile = std::move(*file);
        else if (Status status = file->commit(); !status)
            return status.error();
    }
    if (Status status = writeModel(*serialized, *modelFile, transfer); !status)
        return status.error();
    if (Status status =
            commitTogether(std::move(*modelFile), std::move(dataFile), std::move(folder), options.commitStep);
        !status)
        return status.error();
    return written;
}

} // namespace

Result<WrittenFiles> writeOnnx(const onnxir::Model& model, const fs::path& target, const WriteOptions& options)
{
    try {
        return write(model, target, options);
    } catch (const std::bad_alloc&) {
        return support::diagnose(
            rules::kWriteFailed, concat(target.string(), ": not enough memory to write the model"));
    } catch (const std::exception& error) {
        return support::diagnose(
            rules::kWriteFailed, concat(target.string(), ": cannot be written: ", std::string_view(error.what())));
    }
}

Result<std::string> toOnnxBytes(const onnxir::Model& model, std::uint64_t limit)
{
    const auto checked = planWeights(model, Weights::Embed, "model");
    if (!checked)
        return checked.error();
    const auto serialized = serializeModel(model, *checked, Weights::Embed, limit);
    if (!serialized)
        return serialized.error();
    std::string out;
    out.reserve(serialized->size);
    for (std::size_t i = 0; i < serialized->pieces.size(); ++i) {
        out += serialized->pieces[i];
        if (i == serialized->weights.size())
            break;
        const auto bytes = rawBytes(serialized->weights[i]);
        if (!bytes)
            return bytes.error();
        out.append(reinterpret_cast<const char*>(bytes->data()), bytes->size());
    }
    return out;
}

} // namespace sidelight::io
