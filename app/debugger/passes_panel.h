// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/debugger/session_panel.h"

#ifndef Q_MOC_RUN
#include "core/session/exact_match.h"
#include "core/session/pipeline.h"
#endif

namespace sidelight::views {
class ActionButton;
} // namespace sidelight::views

namespace sidelight::app {

class Actions;

/// The pipeline: passes of both graphs to be switched on and off, moved, repeated, given options, loaded and saved; what each did, how long it took, and whether the
/// numbers are the same behind it.
class PassesPanel final : public SessionPanel
{
    Q_OBJECT

public:
    PassesPanel(Workspace& workspace, const Actions& actions, QWidget* parent = nullptr);

    void setButtonColors(const views::Palette& palette);
    /// Opens the model again with the pipeline as it stands here.
    void run();
    void moveRow(int by);
    void repeatRow();
    void removeRow();
    void reset();
    void load(const QString& path);
    void save(const QString& path);
    /// Asks for a file first.
    void loadByDialog();
    void saveByDialog();
    /// Adds a step that changes the FX graph as a rule file says, and runs the passes.
    void addRules(const QString& path);
    void addRulesByDialog();
    /// Writes what the chosen pass got and made as a test, in the background.
    void saveTest(const QString& path);
    void saveTestByDialog();
    /// Compares the numbers before and after every pass, in the background.
    void matchPasses();
    void stopMatching() { matchJob_.requestStop(); }
    [[nodiscard]] bool isMatching() const { return matchJob_.isRunning(); }
    [[nodiscard]] bool isBusy() const override { return isMatching() || testJob_.isRunning(); }
    /// Whether what is shown has not run.
    [[nodiscard]] bool isEdited() const { return isEdited_; }
    [[nodiscard]] const session::Pipeline& pipeline() const { return pipeline_; }

signals:
    /// A comparison began or ended.
    void matchingChanged();

protected:
    void refresh() override;

private:
    struct Place
    {
        enum class Kind : std::uint8_t
        {
            Fx,
            Lower,
            Onnx
        };
        Kind kind = Kind::Fx;
        std::size_t step = 0;
    };
    using Matches = Result<std::vector<session::PassMatch>>;

    [[nodiscard]] Place placeOf(int row) const;
    [[nodiscard]] int rowOf(Place place) const;
    /// The id of the pass that the cursor is on; empty on the lowering, and where there is none.
    [[nodiscard]] std::string chosenPass() const;
    void take();
    void fill(int cursor);
    void edited(int cursor);
    void check(int row, bool isOn);
    void editOptions(int row, const QString& text);
    void activate(int row);
    void takeMatches(const std::shared_ptr<const session::Document>& of, const Matches& matches);
    /// Runs `change` on the list of steps that `row` is of, and the step's place in it.
    template <class Change>
    void onSteps(int row, Change&& change);
    template <class Unit>
    void addRows(const std::vector<ir::PassStep<Unit>>& steps, const ir::Trace<Unit>* trace, std::size_t first,
        const QString& graph, std::vector<views::TableRow>& rows) const;
    /// How the numbers behind a record compare; null when they were not compared.
    [[nodiscard]] const session::PassMatch* matchOf(bool isOnnx, std::size_t record) const;
    template <class Unit>
    [[nodiscard]] QStringList resultCells(const ir::Trace<Unit>& trace, std::size_t record) const;

    session::Pipeline pipeline_;
    std::filesystem::path preset_;
    bool isEdited_ = false;
    std::shared_ptr<const session::Document> shownDocument_; ///< Whose pipeline was taken.
    std::shared_ptr<const session::Document> matchedDocument_;
    std::vector<session::PassMatch> matches_;
    std::vector<views::ActionButton*> buttons_;
    LatestJob<Matches> matchJob_;
    LatestJob<Status> testJob_;
};

} // namespace sidelight::app
