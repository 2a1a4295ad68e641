// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
//
// Reads the includes of every source as text and holds them against the tables in families.cpp. The heavy libraries of a
// translation unit are those of all project headers that it reaches; a depth-first walk with a memory, linear in the includes.

#include "tests/structure/include_rules.h"

#include "tests/structure/families.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <map>
#include <optional>
#include <set>
#include <sstream>

namespace sidelight::structure {
namespace {

namespace fs = std::filesystem;

struct Include {
    std::size_t line = 0;
    std::string path;
    bool angled = false;
};

struct Source {
    std::vector<std::string> firstLines; ///< Enough to see the licence below a `#!` line.
    std::vector<Include> includes;
};

using Tree = std::map<std::string, Source>;

constexpr std::array<std::string_view, 7> kTopFolders = {"app", "core", "packaging", "resources", "tests", "views", ".ci"};

bool isCode(std::string_view file)
{
    return file.ends_with(".h") || file.ends_with(".cpp");
}

/// Files that begin with the two SPDX lines: code, CMake, Python, shell, and scripts without a suffix.
bool carriesLicence(std::string_view file, const Source& source)
{
    static constexpr std::array<std::string_view, 7> kSuffixes = {".h", ".cpp", ".py", ".sh", ".cmake", ".cmake.in", ".env"};
    const bool bySuffix = std::ranges::any_of(kSuffixes, [&](std::string_view suffix) { return file.ends_with(suffix); });
    const bool isScript = !source.firstLines.empty() && source.firstLines.front().starts_with("#!");
    return bySuffix || isScript || file.ends_with("CMakeLists.txt");
}

std::optional<Include> parseInclude(std::string_view line, std::size_t number)
{
    const auto skipBlanks = [&] { line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size())); };
    skipBlanks();
    if (!line.starts_with('#'))
        return std::nullopt;
    line.remove_prefix(1);
    skipBlanks();
    if (!line.starts_with("include"))
        return std::nullopt;
    line.remove_prefix(std::string_view("include").size());
    skipBlanks();
    if (line.empty() || (line.front() != '<' && line.front() != '"'))
        return std::nullopt;
    const bool angled = line.front() == '<';
    const std::size_t end = line.find(angled ? '>' : '"', 1);
    if (end == std::string_view::npos)
        return std::nullopt;
    return Include{number, std::string(line.substr(1, end - 1)), angled};
}

Source readSource(const fs::path& path, bool code)
{
    Source source;
    std::ifstream stream(path, std::ios::binary);
    std::string line;
    bool inRawString = false;
    for (std::size_t number = 1; std::getline(stream, line); ++number) {
        if (number <= 3)
            source.firstLines.push_back(line);
        else if (!code)
            break;
        if (!code)
            continue;
        if (!inRawString) {
            if (auto include = parseInclude(line, number))
                source.includes.push_back(*std::move(include));
        }
        const std::size_t opened = line.find("R\"(");
        if (opened != std::string::npos)
            inRawString = true;
        if (inRawString && line.find(")\"", opened == std::string::npos ? 0 : opened) != std::string::npos)
            inRawString = false;
    }
    return source;
}

Tree readTree(const fs::path& root)
{
    Tree tree;
    const auto add = [&](const fs::path& path) {
        const std::string name = path.lexically_relative(root).generic_string();
        tree.emplace(name, readSource(path, isCode(name)));
    };
    if (fs::exists(root / "CMakeLists.txt"))
        add(root / "CMakeLists.txt");
    for (std::string_view folder : kTopFolders) {
        if (!fs::is_directory(root / folder))
            continue;
        for (const fs::directory_entry& entry : fs::recursive_directory_iterator(root / folder)) {
            if (entry.is_regular_file())
                add(entry.path());
        }
    }
    return tree;
}

/// The header that a source file implements: the same path with .h, if the tree has it.
std::optional<std::string> ownHeader(const Tree& tree, const std::string& file)
{
    if (!file.ends_with(".cpp"))
        return std::nullopt;
    std::string header = file.substr(0, file.size() - 4) + ".h";
    return tree.contains(header) ? std::optional(std::move(header)) : std::nullopt;
}

class Checker {
public:
    explicit Checker(const Tree& tree) : tree_(tree) { }

    std::vector<Violation> run()
    {
        for (const auto& [file, source] : tree_) {
            if (carriesLicence(file, source))
                checkLicence(file, source);
            if (!isCode(file))
                continue;
            for (const Include& include : source.includes)
                checkInclude(file, include);
            checkOwnHeaderFirst(file, source);
            if (file.ends_with(".cpp"))
                checkHeavyPair(file);
        }
        return std::move(violations_);
    }

private:
    void report(const std::string& file, std::size_t line, std::string rule, std::string message)
    {
        violations_.push_back({file, line, std::move(rule), std::move(message)});
    }

    void checkLicence(const std::string& file, const Source& source)
    {
        const bool shebang = !source.firstLines.empty() && source.firstLines.front().starts_with("#!");
        const std::size_t first = shebang ? 1 : 0;
        const auto has = [&](std::size_t index, std::string_view text) {
            return index < source.firstLines.size() && source.firstLines[index].find(text) != std::string::npos;
        };
        if (!has(first, "SPDX-FileCopyrightText: ") || !has(first + 1, "SPDX-License-Identifier: Apache-2.0"))
            report(file, first + 1, "licence", "does not begin with the two SPDX lines");
    }

    void checkInclude(const std::string& file, const Include& include)
    {
        if (include.angled) {
            const Family family = familyOf(include.path);
            if (!mayInclude(file, family))
                report(file, include.line, "third-party",
                    "<" + include.path + "> is " + std::string(nameOf(family)) + ", which this file may not include");
            return;
        }
        const bool generated = include.path.ends_with(".moc") || include.path.starts_with("moc_");
        if (generated && (file.starts_with("views/") || file.starts_with("app/") || file.starts_with("tests/")))
            return;
        if (!tree_.contains(include.path))
            report(file, include.line, "unresolved", "\"" + include.path + "\" is no file from the root of the tree");
        else if (!mayDependOn(file, include.path))
            report(file, include.line, "layer", "may not look into \"" + include.path + "\"");
    }

    /// A header that its own source includes first is known to compile alone.
    void checkOwnHeaderFirst(const std::string& file, const Source& source)
    {
        const auto header = ownHeader(tree_, file);
        if (!header || (!source.includes.empty() && source.includes.front().path == *header))
            return;
        report(file, source.includes.empty() ? 1 : source.includes.front().line, "own-header", "must include \"" + *header + "\" first");
    }

    void checkHeavyPair(const std::string& file)
    {
        const std::set<Family>& heavy = heavyOf(file);
        if (heavy.size() < 2)
            return;
        std::string names;
        for (Family family : heavy)
            names += (names.empty() ? "" : " and ") + std::string(nameOf(family));
        report(file, 1, "heavy-pair", "one translation unit holds " + names);
    }

    const std::set<Family>& heavyOf(const std::string& file)
    {
        const auto [position, isNew] = heavy_.try_emplace(file);
        std::set<Family>& result = position->second;
        const auto source = tree_.find(file);
        if (!isNew || source == tree_.end())
            return result;
        for (const Include& include : source->second.includes) {
            if (!include.angled) {
                const std::set<Family> reached = heavyOf(include.path);
                result.insert(reached.begin(), reached.end());
            } else if (const Family family = familyOf(include.path); isHeavy(family)) {
                result.insert(family);
            }
        }
        return result;
    }

    const Tree& tree_;
    std::map<std::string, std::set<Family>> heavy_;
    std::vector<Violation> violations_;
};

} // namespace

std::vector<Violation> checkTree(const fs::path& root)
{
    const Tree tree = readTree(root);
    return Checker(tree).run();
}

std::string toText(const std::vector<Violation>& violations)
{
    std::ostringstream text;
    for (const Violation& violation : violations)
        text << violation.file << ':' << violation.line << ": " << violation.rule << ": " << violation.message << '\n';
    return text.str();
}

} // namespace sidelight::structure
