// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
//
// The tables of DESIGN: which folder owns which third-party library, and which folder may look into which.

#include "tests/structure/families.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <span>

namespace sidelight::structure {
namespace {

struct Prefix {
    std::string_view text;
    Family family;
};

constexpr Prefix kPrefixes[] = {
    {"torch/", Family::Torch},
    {"ATen/", Family::Torch},
    {"c10/", Family::Torch},
    {"caffe2/", Family::Torch},
    {"onnxruntime", Family::OnnxRuntime},
    {"onnx/", Family::Onnx},
    {"google/protobuf/", Family::Onnx},
    {"graphviz/", Family::Graphviz},
    {"gvc.h", Family::Graphviz},
    {"cgraph.h", Family::Graphviz},
    {"cdt.h", Family::Graphviz},
    {"minizip/", Family::Zip},
    {"unzip.h", Family::Zip},
    {"zip.h", Family::Zip},
    {"zlib.h", Family::Zip},
    {"fmt/", Family::Fmt},
    {"nlohmann/", Family::Json},
    {"CLI/", Family::Cli},
    {"gtest/", Family::GoogleTest},
    {"gmock/", Family::GoogleTest},
    {"benchmark/", Family::Benchmark},
    // The operating system's.
    {"sys/", Family::Standard},
    {"linux/", Family::Standard},
    {"malloc.h", Family::Standard},
    {"unistd.h", Family::Standard},
    {"fcntl.h", Family::Standard},
    {"poll.h", Family::Standard},
    {"spawn.h", Family::Standard},
    {"signal.h", Family::Standard},
    {"sched.h", Family::Standard},
    {"dirent.h", Family::Standard},
    {"pthread.h", Family::Standard},
    {"dlfcn.h", Family::Standard},
    {"endian.h", Family::Standard},
    {"time.h", Family::Standard},
    {"locale.h", Family::Standard},
};

struct Owner {
    std::string_view folder; ///< A folder, or a single file.
    Family family;
};

constexpr Owner kOwners[] = {
    {"core/support/", Family::Fmt},
    {"core/support/json.cpp", Family::Json},
    {"core/io/", Family::Onnx},
    {"core/io/", Family::Zip},
    {"core/display/", Family::Graphviz},
    {"core/runtime/evaluator/", Family::Torch},
    {"core/runtime/schema_generator/", Family::Torch},
    {"core/runtime/evaluator/", Family::OnnxRuntime},
    {"views/", Family::Qt},
    {"app/", Family::Qt},
    {"app/", Family::Cli},
};

/// A folder and the folders that it may include from, beside itself.
struct Layer {
    std::string_view folder;
    std::array<std::string_view, 10> below;
};

constexpr Layer kLayers[] = {
    {"core/support/", {}},
    {"core/ir/", {"core/support/"}},
    {"core/fx/", {"core/ir/", "core/support/"}},
    {"core/onnxir/", {"core/ir/", "core/support/"}},
    {"core/lowering/", {"core/fx/", "core/onnxir/", "core/ir/", "core/support/"}},
    {"core/io/", {"core/fx/", "core/onnxir/", "core/ir/", "core/support/"}},
    {"core/runtime/", {"core/fx/", "core/onnxir/", "core/ir/", "core/support/"}},
    {"core/display/", {"core/fx/", "core/onnxir/", "core/ir/", "core/support/"}},
    {"core/session/",
        {"core/lowering/", "core/io/", "core/runtime/", "core/display/", "core/fx/", "core/onnxir/", "core/ir/", "core/support/"}},
    {"views/", {"core/display/", "core/fx/", "core/onnxir/", "core/ir/", "core/support/"}},
    {"app/", {"views/", "core/"}},
    {"tests/", {"core/", "views/", "app/"}},
};

/// The door that only the child program and its tests open.
constexpr std::string_view kEvaluator = "core/runtime/evaluator/";

bool isStandard(std::string_view path)
{
    return !path.empty() && std::ranges::all_of(path, [](unsigned char c) { return std::islower(c) || std::isdigit(c) || c == '_'; });
}

bool isQt(std::string_view path)
{
    return path.size() > 1 && path.front() == 'Q' && (std::isupper(static_cast<unsigned char>(path[1])) || path[1] == 't');
}

} // namespace

Family familyOf(std::string_view path)
{
    if (isStandard(path))
        return Family::Standard;
    if (isQt(path))
        return Family::Qt;
    const auto* found = std::ranges::find_if(kPrefixes, [&](const Prefix& prefix) { return path.starts_with(prefix.text); });
    return found == std::end(kPrefixes) ? Family::Unknown : found->family;
}

std::string_view nameOf(Family family)
{
    switch (family) {
    case Family::Standard: return "standard";
    case Family::Qt: return "Qt";
    case Family::Torch: return "libtorch";
    case Family::OnnxRuntime: return "ONNX Runtime";
    case Family::Onnx: return "protobuf/onnx";
    case Family::Graphviz: return "Graphviz";
    case Family::Zip: return "minizip";
    case Family::Fmt: return "fmt";
    case Family::Json: return "nlohmann-json";
    case Family::Cli: return "CLI11";
    case Family::GoogleTest: return "googletest";
    case Family::Benchmark: return "Google Benchmark";
    case Family::Unknown: break;
    }
    return "unknown";
}

bool isHeavy(Family family)
{
    return family == Family::Qt || family == Family::Torch || family == Family::Onnx || family == Family::Graphviz;
}

bool mayInclude(std::string_view file, Family family)
{
    if (family == Family::Standard)
        return true;
    if (family == Family::Unknown)
        return false;
    if (file.starts_with("tests/"))
        return true;
    const bool isHeader = file.ends_with(".h");
    if (isHeader && family != Family::Qt)
        return false;
    return std::ranges::any_of(kOwners, [&](const Owner& owner) { return owner.family == family && file.starts_with(owner.folder); });
}

bool mayDependOn(std::string_view file, std::string_view header)
{
    if (header.starts_with(kEvaluator))
        return file.starts_with(kEvaluator) || file.starts_with("tests/");
    const auto* layer = std::ranges::find_if(kLayers, [&](const Layer& candidate) { return file.starts_with(candidate.folder); });
    if (layer == std::end(kLayers))
        return false;
    if (header.starts_with(layer->folder))
        return true;
    return std::ranges::any_of(layer->below, [&](std::string_view below) { return !below.empty() && header.starts_with(below); });
}

} // namespace sidelight::structure
