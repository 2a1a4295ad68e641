// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "app/debugger/change_places.h"

namespace sidelight::app {

session::ChangePlace placeOfPosition(const session::Document& document, const views::Position& position)
{
    const std::size_t fxRecords = document.fx.records.size();
    if (position.item == 0)
        return {};
    const std::size_t record = position.item - 1;
    if (record < fxRecords)
        return {false, record, position.change};
    return {true, record - fxRecords, position.change};
}

views::Position positionOfPlace(const session::Document& document, const session::ChangePlace& place)
{
    return {1 + place.record + (place.isOnnx ? document.fx.records.size() : 0), place.change};
}

} // namespace sidelight::app
