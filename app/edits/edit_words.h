// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/ir/edit_text.h"
#include "core/session/manual_edits.h"

#include <QString>
#include <QStringList>

namespace sidelight::app {

/// A node that edits by hand can name, as it stands where they are made.
struct EditedNode
{
    session::EditPlace place;
    NodeId id = kNoNode;
    std::string graph; ///< What `in` says of its graph; empty for the main graph.
    std::string name;
    std::string call; ///< What stands right of `=`; empty for what is no call.
    std::string previous, next; ///< Its neighbours in the graph; empty at the ends.
};

/// The node `id` where edits at `place` are made; nothing when it is not there (any more).
std::optional<EditedNode> editedNode(const session::Document& document, const session::EditPlace& place, NodeId id);

/// The line of an edit of `node`; `edit` gives the rest.
std::string editLine(const EditedNode& node, ir::Edit edit);

/// A free name for a node that is put beside `node`, made of the operator in `call`.
std::string freeName(const session::Document& document, const EditedNode& node, std::string_view call);

/// What can stand at `cursor` of a call: operators at its beginning, then names of values, arguments and attributes. `from` is where the word begins.
struct CallWords
{
    int from = 0;
    QStringList words;
};
CallWords callWords(const session::Document& document, const EditedNode& node, const QString& call, int cursor);

/// The schema of the operator that `call` names, for reading; empty when there is none.
QString schemaText(const session::Document& document, const EditedNode& node, const QString& call);

} // namespace sidelight::app
