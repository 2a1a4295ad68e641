// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "app/debugger/pass_options_text.h"

#include "core/ir/pass_table.h"
#include "core/support/rules.h"
#include "core/support/text.h"
#include "core/support/trimmed.h"

#include <algorithm>
#include <charconv>
#include <optional>

namespace sidelight::app {
namespace {

template <class T>
std::optional<T> numberFrom(std::string_view text)
{
    T value{};
    const auto [rest, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
    return problem == std::errc() && rest == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

/// The value as the option's type; as a text where it does not read as that, which the check then refuses.
ir::PassOptions::mapped_type valueOf(const ir::PassOption* option, std::string_view text)
{
    constexpr std::size_t kBool = 0, kInteger = 1, kReal = 2;
    const std::size_t type = option ? option->standard.index() : 3;
    if (type == kBool && (text == "true" || text == "false"))
        return text == "true";
    if (type == kInteger)
        if (const auto value = numberFrom<std::int64_t>(text))
            return *value;
    if (type == kReal)
        if (const auto value = numberFrom<double>(text))
            return *value;
    return std::string(text);
}

} // namespace

std::string optionsText(const ir::PassOptions& options)
{
    std::string text;
    for (const auto& [name, value] : options) {
        text += concat(text.empty() ? "" : ", ", name, "=");
        if (const bool* isOn = std::get_if<bool>(&value))
            text += *isOn ? "true" : "false";
        else if (const std::int64_t* integer = std::get_if<std::int64_t>(&value))
            text += std::to_string(*integer);
        else if (const double* real = std::get_if<double>(&value))
            text += support::pythonFloat(*real);
        else
            text += std::get<std::string>(value);
    }
    return text;
}

Result<ir::PassOptions> readOptions(std::string_view pass, std::span<const ir::PassOption> known, std::string_view text)
{
    ir::PassOptions options;
    if (support::trimmed(text).empty())
        return options;
    for (const std::string_view item : support::split(text, ',')) {
        const std::size_t sign = item.find('=');
        if (sign == std::string_view::npos)
            return support::diagnose(rules::kUsage, concat("options are written name=value, name=value; '", support::trimmed(item), "' has no ="));
        const std::string name(support::trimmed(item.substr(0, sign)));
        const auto option = std::find_if(known.begin(), known.end(), [&](const ir::PassOption& one) { return one.name == name; });
        options[name] = valueOf(option == known.end() ? nullptr : &*option, support::trimmed(item.substr(sign + 1)));
    }
    if (const Status status = ir::detail::checkOptions(pass, known, options); !status)
        return status.error();
    return options;
}

} // namespace sidelight::app
