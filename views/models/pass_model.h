// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/models/position.h"

#include <QAbstractListModel>

#include <string>
#include <vector>

namespace sidelight::views {

/// One card of the pass strip.
struct PassItem
{
    enum class Side : std::uint8_t
    {
        Fx,
        Onnx
    };
    enum class Outcome : std::uint8_t
    {
        Loaded,
        Unchanged,
        Modified,
        Failed,
        Skipped
    };
    Side side = Side::Fx;
    Outcome outcome = Outcome::Loaded;
    std::string id;        ///< "loaded", "type-promotion", "lower".
    std::string summary;   ///< What the pass does, or why it was skipped.
    std::size_t nodes = 0; ///< Loaded: how many there are.
    std::size_t added = 0, changed = 0, erased = 0, moved = 0;
    std::size_t changes = 0; ///< Entries of its log.
    double seconds = 0;
};

/// Passes of both graphs in the order they ran, and where the session stands.
class PassModel final : public QAbstractListModel
{
    Q_OBJECT

public:
    enum Role
    {
        CountsRole = Qt::UserRole,
        StateRole,
        OutcomeRole,
        IsFirstOfOnnxRole
    };
    enum class State : std::uint8_t
    {
        Done,
        Current,
        Ahead
    };

    using QAbstractListModel::QAbstractListModel;

    void setItems(std::vector<PassItem> items);
    void setPosition(const Position& position);
    [[nodiscard]] const std::vector<PassItem>& items() const { return items_; }
    [[nodiscard]] const Position& position() const { return position_; }
    [[nodiscard]] ChangeCounts counts() const;
    /// "step 2 / 3", "all passes ran".
    [[nodiscard]] QString positionText() const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;

private:
    [[nodiscard]] State stateOf(std::size_t item) const;
    std::vector<PassItem> items_;
    Position position_;
};

} // namespace sidelight::views
