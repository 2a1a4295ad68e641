// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
// Finding nodes in MainWindow.

#include "app/main_window.h"
#include "core/display/search.h"
#include "views/panels/graph_pane.h"
#include "views/scene/graph_view.h"
#include "views/support/text.h"

#include <QLabel>
#include <QLineEdit>
#include <QRegularExpression>

#include <optional>

namespace sidelight::app {

void MainWindow::find(const QString& text)
{
    findField_->setText(text);
    runFind();
}

void MainWindow::runFind()
{
    const QString typed = findField_->text().trimmed();
    // "/conv.*weight/" is a regular expression.
    std::optional<QRegularExpression> pattern;
    if (typed.size() > 2 && typed.startsWith(QLatin1Char('/')) && typed.endsWith(QLatin1Char('/')))
        pattern.emplace(typed.mid(1, typed.size() - 2), QRegularExpression::CaseInsensitiveOption);
    const bool isBroken = pattern && !pattern->isValid();
    const display::Query query = display::parseQuery(views::utf8(typed));
    if (isBroken || query.words.empty() || !current_ || !current_->document()) {
        findJob_.cancel();
        found_.clear();
        findCount_->setText(isBroken ? tr("no regular expression") : QString());
        fxPane_->view()->setFound({});
        onnxPane_->view()->setFound({});
        return;
    }
    const auto work = [query, pattern, document = current_->document(), position = current_->position()](
                          std::stop_token stop, const TellProgress&) {
        display::SearchOptions options;
        options.stop = stop;
        if (pattern)
            options.pattern = [&pattern](std::string_view text) {
                return pattern->match(QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()))).hasMatch();
            };
        std::vector<Found> found;
        if (document->hasProgram())
            for (const NodePath& path : display::findNodes(programAt(*document, position), query, options))
                found.push_back({Side::Fx, path});
        if (document->hasModel())
            for (const NodePath& path : display::findNodes(modelAt(*document, position), query, options))
                found.push_back({Side::Onnx, path});
        return found;
    };
    findJob_.start(workspace_.general(), work, [this](std::vector<Found> found) {
        found_ = std::move(found);
        foundAt_ = -1;
        for (const Side side : {Side::Fx, Side::Onnx}) {
            std::set<NodePath> paths;
            for (const Found& one : found_)
                if (one.side == side)
                    paths.insert(one.path);
            pane(side)->view()->setFound(paths);
        }
        findCount_->setText(found_.empty() ? tr("nothing found") : tr("%n found", nullptr, static_cast<int>(found_.size())));
    });
}

QString MainWindow::findText() const
{
    return findCount_->text();
}

void MainWindow::goToFound(int step)
{
    if (found_.empty() || !current_)
        return;
    const int count = static_cast<int>(found_.size());
    foundAt_ = foundAt_ < 0 && step < 0 ? count - 1 : (foundAt_ + step + count) % count;
    const Found& one = found_[static_cast<std::size_t>(foundAt_)];
    findCount_->setText(tr("%1 of %2").arg(foundAt_ + 1).arg(count));
    current_->reveal(one.side, one.path);
}

} // namespace sidelight::app
