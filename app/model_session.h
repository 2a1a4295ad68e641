// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/latest_job.h"
#include "app/workspace.h"
#include "views/models/diagnostic_model.h"
#include "views/models/log_model.h"
#include "views/models/pass_model.h"
#include "views/scene/camera.h"

// moc reads no concepts.
#ifndef Q_MOC_RUN
#include "app/inspections.h"
#include "app/shown_graph.h"
#include "app/verification.h"
#include "core/display/inspect.h"
#include "views/support/line_diff.h"
#endif

#include <QColor>
#include <QObject>

#include <memory>
#include <optional>
#include <set>

namespace sidelight::app {

/// One opened model and how far the user has come with it: position in the passes, what is open, what is selected.
/// Makes the graphs it shows in the background.
class ModelSession final : public QObject
{
    Q_OBJECT

public:
    enum class State : std::uint8_t
    {
        Loading,
        Ready,
        Failed
    };
    struct Link
    {
        std::set<NodePath> fx;
        std::set<NodePath> onnx;
        Side origin = Side::Fx;
        QString why; ///< Why the other side has nothing; empty when it has.
    };

    /// Where a model is looked at once it was run again, and what stays selected if it is there.
    struct Goal
    {
        std::size_t item = 0; ///< Of the pass strip.
        std::optional<std::size_t> change; ///< None: all of the item's.
        std::optional<Link> link;
    };

    ModelSession(
        std::filesystem::path path, session::OpenOptions options, Workspace& workspace, QObject* parent = nullptr);
    /// Of a document that is there already: the body of a function, called `title`.
    ModelSession(std::shared_ptr<const session::Document> ready, QString title, Workspace& workspace,
        QObject* parent = nullptr);
    ~ModelSession() override;

    void open();
    void reopen(const session::OpenOptions& options);
    /// Runs the passes that are others now, and what follows them, without reading the file again.
    void rerun(const session::OpenOptions& options, Goal goal);

    [[nodiscard]] const std::filesystem::path& path() const { return path_; }
    [[nodiscard]] QString title() const;
    /// Whether it shows the body of a function, not a file.
    [[nodiscard]] bool isBody() const { return ready_ != nullptr; }
    [[nodiscard]] State state() const { return state_; }
    [[nodiscard]] const std::shared_ptr<const session::Document>& document() const { return document_; }
    [[nodiscard]] const QString& failure() const { return failure_; }
    [[nodiscard]] const session::OpenOptions& options() const { return options_; }
    [[nodiscard]] const std::shared_ptr<const ShownGraph>& shown(Side side) const
    {
        return side == Side::Fx ? fx_.shown : onnx_.shown;
    }
    [[nodiscard]] const display::Expansion& expansion(Side side) const
    {
        return side == Side::Fx ? fx_.expansion : onnx_.expansion;
    }
    /// What stands for `paths` in the other graph.
    [[nodiscard]] std::set<NodePath> partnersOf(Side side, const std::set<NodePath>& paths) const;
    /// Why a node has no partner; empty when it has.
    [[nodiscard]] QString whyAlone(Side side, const NodePath& path) const;
    [[nodiscard]] const Link& link() const { return link_; }
    [[nodiscard]] views::PassModel* passes() { return passes_; }
    [[nodiscard]] views::DiagnosticModel* diagnostics() { return diagnostics_; }
    [[nodiscard]] views::LogModel* log() { return log_; }
    [[nodiscard]] const views::Position& position() const { return passes_->position(); }
    /// Whether graphs of the current position are still being made.
    [[nodiscard]] bool isBusy() const;
    /// Whether nothing at all is under way: graphs, inspector, diff.
    [[nodiscard]] bool isSettled() const
    {
        return !isBusy() && !inspectJob_.isRunning() && !diffJob_.isRunning() && !verifyJob_.isRunning();
    }
    [[nodiscard]] bool isVerifying() const { return verifyJob_.isRunning(); }
    /// What the last verification found; null before, and after one that could not be run.
    [[nodiscard]] const std::shared_ptr<const runtime::VerifyReport>& verification() const { return verification_; }
    /// "Read 0.02 s · passes 0.01 s · layout 0.03 s · 5.7 M parameters".
    [[nodiscard]] QString summary() const;
    /// "after type-promotion · 214 nodes".
    [[nodiscard]] QString note(Side side) const;

    std::optional<views::Camera> fxCamera, onnxCamera;

public slots:
    void goTo(const views::Position& position);
    void step();
    void stepBack();
    void nextPass();
    void finish();
    void restart();
    void toggle(Side side, const display::BoxKey& key);
    /// Opens a box or frame and all that is inside.
    void expandBelow(Side side, const display::BoxKey& key);
    void setExpandedAll(bool isAll);
    /// Opens boxes of both graphs that lie inside fewer than `depth` others; 0 closes all.
    void setExpandedTo(std::size_t depth);
    void setLeftToRight(bool isLeftToRight);
    void select(Side side, const std::set<NodePath>& paths);
    /// Selects a node and opens what hides it.
    void reveal(Side side, const NodePath& path);
    /// Lets the inspector show a value; the selection stays.
    void inspectEdge(Side side, const display::DisplayEdge& edge);
    /// Runs the export beside PyTorch in the background.
    void verify();
    /// Adds findings to those of the document, in the table and on the nodes.
    void addFindings(const std::vector<Diagnostic>& findings);
    /// Gives up what is being read or verified; what is open stays.
    void stopWork();
    /// Asks for the printed graph before and after the current pass.
    void requestDiff();

signals:
    void stateChanged();
    void progressed(const QString& stage);
    void positionChanged();
    /// A graph is ready to be shown; `anchor` is the box that was opened or closed.
    void graphReady(Side side, const display::BoxKey& anchor);
    /// What reveal() selected has a box of its own now, or cannot have one.
    void revealed(Side side);
    /// `isNew`: something else was selected; else only its partners were looked up anew.
    void linkChanged(bool isNew);
    /// A verification began, ended or was stopped; `text` is its result, empty while it runs.
    void verificationChanged(const QString& text);
    /// addFindings added some.
    void findingsChanged();
    void inspected(const display::Inspection& inspection, const QColor& chipColor);
    void diffReady(const std::vector<views::DiffLine>& lines, const QString& emptyHint);

private:
    struct Pane
    {
        display::Expansion expansion;
        std::shared_ptr<const ShownGraph> shown;
        LatestJob<std::shared_ptr<const ShownGraph>> job;
    };
    struct Opened
    {
        std::shared_ptr<const session::Document> document;
        std::shared_ptr<const AllBadges> badges;
        display::Expansion fxOpen, onnxOpen;
        QString failure;
    };
    [[nodiscard]] Pane& pane(Side side) { return side == Side::Fx ? fx_ : onnx_; }
    void take(Opened opened);
    /// Goes where the user was going, in a document that is there.
    void goToGoal();
    /// Of both graphs.
    void setExpansion(const display::Expansion& expansion);
    void makeGraph(Side side, const display::BoxKey& anchor = {}, const std::optional<NodePath>& reveal = {});
    void refreshLink(bool isNew);
    void inspect();
    [[nodiscard]] InspectionRequest inspectionRequest(Side side) const;
    void takeVerification(const Result<runtime::VerifyReport>& result);

    std::filesystem::path path_;
    session::OpenOptions options_;
    std::shared_ptr<const session::Document> ready_;
    QString title_; ///< Of a body.
    Workspace& workspace_;
    State state_ = State::Loading;
    QString failure_;
    bool isLeftToRight_ = false;
    bool isReopened_ = false; ///< What is open stays open when a model is read again.
    std::shared_ptr<const session::Document> document_;
    std::shared_ptr<const AllBadges> badges_;
    Pane fx_, onnx_;
    Link link_;
    views::PassModel* passes_;
    views::DiagnosticModel* diagnostics_;
    views::LogModel* log_;
    std::shared_ptr<const runtime::VerifyReport> verification_;
    std::optional<Goal> goal_;
    LatestJob<Opened> openJob_;
    LatestJob<Result<runtime::VerifyReport>> verifyJob_;
    LatestJob<std::pair<display::Inspection, QColor>> inspectJob_;
    LatestJob<std::pair<std::vector<views::DiffLine>, QString>> diffJob_;
};

} // namespace sidelight::app
