// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/ir/pass_table.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>

namespace sidelight::testing {

/// A pass says what people need to know of it: a sentence, a help page with an example, and each option with what it is for; and takes what it says it takes.
template <class Unit>
void expectDocumented(const ir::Pass<Unit>& pass)
{
    SCOPED_TRACE(std::string(pass.id));
    EXPECT_EQ(pass.id.find_first_not_of("abcdefghijklmnopqrstuvwxyz-"), std::string_view::npos);
    EXPECT_TRUE(pass.summary.ends_with('.')) << pass.summary;
    for (const std::string_view part : {"Looks for ", "\nMakes ", "\nLeaves ", "\nBefore", "\nAfter"})
        EXPECT_NE(pass.help.find(part), std::string_view::npos) << part;
    EXPECT_TRUE(pass.help.empty() || (pass.help.front() != '\n' && pass.help.back() == '\n'));
    EXPECT_GE(pass.tolerance, 0);
    std::set<std::string_view> names;
    ir::PassOptions all;
    for (const ir::PassOption& option : pass.options) {
        EXPECT_TRUE(names.insert(option.name).second) << option.name;
        EXPECT_EQ(option.name.find_first_not_of("abcdefghijklmnopqrstuvwxyz-"), std::string_view::npos) << option.name;
        EXPECT_TRUE(option.summary.ends_with('.')) << option.name;
        EXPECT_NE(pass.help.find(option.name), std::string_view::npos) << option.name << " is not in the help page";
        const auto* text = std::get_if<std::string_view>(&option.standard);
        const bool chosen = !text || option.choices.empty() || std::find(option.choices.begin(), option.choices.end(), *text) != option.choices.end();
        EXPECT_TRUE(chosen) << option.name;
        std::visit(
            [&](auto standard) {
                if constexpr (std::is_same_v<decltype(standard), std::string_view>)
                    all[std::string(option.name)] = std::string(standard);
                else
                    all[std::string(option.name)] = standard;
            },
            option.standard);
    }
    EXPECT_TRUE(ir::checkOptions(pass, all).ok());
    all["no-such-option"] = true;
    EXPECT_FALSE(ir::checkOptions(pass, all).ok());
}

} // namespace sidelight::testing
