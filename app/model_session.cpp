// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "app/model_session.h"

#include "app/inspections.h"
#include "app/partners.h"
#include "app/printed_diff.h"
#include "views/support/core_words.h"
#include "views/support/text.h"

#include <QFileInfo>

namespace sidelight::app {
namespace {

QString stageText(const std::string& name)
{
    if (name == "read")
        return ModelSession::tr("Read");
    return views::coreWord("stage", name);
}

double parameterCount(const fx::ExportedProgram& program)
{
    double count = 0;
    if (!program.signature)
        return count;
    for (const fx::InputSpec& input : program.signature->inputs) {
        const auto tensor = input.kind == fx::InputKind::Parameter ? program.stateOf(input.target) : nullptr;
        if (tensor)
            count += static_cast<double>(tensor->elementCount());
    }
    return count;
}

} // namespace

ModelSession::ModelSession(
    std::filesystem::path path, session::OpenOptions options, Workspace& workspace, QObject* parent)
    : QObject(parent), path_(std::move(path)), options_(std::move(options)), workspace_(workspace),
      passes_(new views::PassModel(this)), diagnostics_(new views::DiagnosticModel(this)),
      log_(new views::LogModel(this))
{
    openJob_.setProgressHandler(
        [this](const QString& stage, int) { emit progressed(tr("Opening %1: %2").arg(title(), stage)); });
    verifyJob_.setProgressHandler(
        [this](const QString& stage, int) { emit progressed(tr("Verifying %1: %2").arg(title(), stage)); });
}

ModelSession::ModelSession(
    std::shared_ptr<const session::Document> ready, QString title, Workspace& workspace, QObject* parent)
    : ModelSession(ready->path, ready->options, workspace, parent)
{
    ready_ = std::move(ready);
    title_ = std::move(title);
}

ModelSession::~ModelSession() = default;

QString ModelSession::title() const
{
    if (isBody())
        return title_;
    const QString name = views::shown(path_.filename().string());
    return options_.beside.empty() ? name
                                   : tr("%1 + %2").arg(name, views::shown(options_.beside.filename().string()));
}

void ModelSession::open()
{
    if (!options_.previous)
        goal_.reset();
    state_ = State::Loading;
    emit stateChanged();
    log_->append(tr("Opening %1").arg(views::shown(path_.string())));
    const auto work = [path = path_, options = options_, ready = ready_](std::stop_token stop, const TellProgress& tell) {
        session::OpenOptions running = options;
        running.stop = stop;
        running.progress = [&tell](std::string_view stage) { tell(stageText(std::string(stage)), -1); };
        Opened opened;
        auto result = ready ? Result<std::shared_ptr<const session::Document>>(ready)
                            : session::openDocument(path, running);
        if (!result) {
            opened.failure = views::shown(support::toText(result.error()));
            return opened;
        }
        opened.document = *std::move(result);
        opened.badges = std::make_shared<const AllBadges>(badgesOf(*opened.document, opened.document->diagnostics()));
        if (opened.document->hasProgram())
            opened.fxOpen = display::firstExpansion(opened.document->program());
        if (opened.document->hasModel())
            opened.onnxOpen = display::firstExpansion(opened.document->model());
        return opened;
    };
    openJob_.start(workspace_.general(), work, [this](Opened opened) { take(std::move(opened)); });
}

void ModelSession::reopen(const session::OpenOptions& options)
{
    options_ = options;
    open();
}

void ModelSession::rerun(const session::OpenOptions& options, Goal goal)
{
    goal_ = std::move(goal);
    options_ = options;
    options_.previous = document_;
    open();
    options_.previous.reset();
}

void ModelSession::goToGoal()
{
    passes_->setPosition(views::endOf(passes_->counts()));
    if (!goal_)
        return;
    const Goal goal = *std::exchange(goal_, std::nullopt);
    if (goal.item < passes_->counts().size()) {
        const views::Position end = views::endOfItem(passes_->counts(), goal.item);
        passes_->setPosition(goal.change ? views::Position{goal.item, std::min(*goal.change, passes_->counts()[goal.item])} : end);
    }
    if (!goal.link)
        return;
    const auto isThere = [&](Side side, const NodePath& path) {
        return side == Side::Fx ? document_->hasProgram() && programAt(*document_, position()).graphs.graphOf(path.leaf()).has_value()
                                : document_->hasModel() && modelAt(*document_, position()).graphs.graphOf(path.leaf()).has_value();
    };
    link_.origin = goal.link->origin;
    const std::set<NodePath>& paths = link_.origin == Side::Fx ? goal.link->fx : goal.link->onnx;
    for (const NodePath& path : paths)
        if (isThere(link_.origin, path))
            (link_.origin == Side::Fx ? link_.fx : link_.onnx).insert(path);
}

void ModelSession::verify()
{
    if (!document_ || isVerifying())
        return;
    const auto work = [document = document_](std::stop_token stop, const TellProgress& tell) {
        return verifyDocument(*document,
            {stop, [&tell](std::string_view stage) { tell(stageText(std::string(stage)), -1); }});
    };
    verifyJob_.start(workspace_.general(), work,
        [this](const Result<runtime::VerifyReport>& result) { takeVerification(result); });
    log_->append(tr("Verifying %1 against PyTorch").arg(title()));
    emit verificationChanged({});
}

void ModelSession::takeVerification(const Result<runtime::VerifyReport>& result)
{
    std::vector<Diagnostic> findings;
    QString text;
    if (!result) {
        verification_ = nullptr;
        findings = {result.error()};
        text = tr("Not verified: %1").arg(views::shown(support::toText(result.error())));
        log_->append(text);
    } else {
        verification_ = std::make_shared<const runtime::VerifyReport>(*result);
        findings = result->diagnostics;
        for (const runtime::VerifiedOutput& output : result->outputs)
            log_->append(tr("%1: %2").arg(
                views::shown(output.name), views::coreWord("verified against PyTorch", describe(output))));
        const int outputs = static_cast<int>(result->outputs.size());
        text = result->equal() ? tr("Verified: %n output(s) equal PyTorch's", nullptr, outputs)
                               : tr("The export differs from PyTorch: see the diagnostics");
        log_->append(text);
    }
    addFindings(findings);
    emit verificationChanged(text);
}

void ModelSession::addFindings(const std::vector<Diagnostic>& findings)
{
    std::vector<Diagnostic> all = document_->diagnostics();
    all.insert(all.end(), findings.begin(), findings.end());
    badges_ = std::make_shared<const AllBadges>(badgesOf(*document_, all));
    diagnostics_->setDiagnostics(std::move(all));
    makeGraph(Side::Fx);
    makeGraph(Side::Onnx);
    inspect();
    emit findingsChanged();
}

void ModelSession::stopWork()
{
    if (verifyJob_.isRunning()) {
        verifyJob_.cancel();
        log_->append(tr("Verifying was stopped"));
        emit verificationChanged(tr("Verifying was stopped"));
    }
    if (!openJob_.isRunning())
        return;
    openJob_.cancel();
    failure_ = tr("Opening was stopped");
    log_->append(failure_);
    state_ = document_ ? State::Ready : State::Failed;
    emit stateChanged();
}

void ModelSession::take(Opened opened)
{
    if (!opened.document && document_) {
        // A file that cannot be read again does not take away what is open.
        log_->append(opened.failure);
        state_ = State::Ready;
        emit stateChanged();
        emit progressed(opened.failure);
        return;
    }
    verifyJob_.cancel();
    verification_ = nullptr;
    failure_ = opened.failure;
    document_ = std::move(opened.document);
    badges_ = std::move(opened.badges);
    fx_.shown = nullptr;
    onnx_.shown = nullptr;
    if (!std::exchange(isReopened_, true)) {
        fx_.expansion = std::move(opened.fxOpen);
        onnx_.expansion = std::move(opened.onnxOpen);
    }
    link_ = {};
    state_ = document_ ? State::Ready : State::Failed;
    if (!document_) {
        log_->append(failure_);
        passes_->setItems({});
        diagnostics_->setDiagnostics({});
        emit stateChanged();
        return;
    }
    for (const session::Stage& stage : document_->stages)
        log_->append(tr("%1: %2").arg(
            stageText(stage.name), views::durationText(std::chrono::duration<double>(stage.elapsed).count())));
    for (const Diagnostic& diagnostic : document_->diagnostics())
        log_->append(views::shown(support::toText(diagnostic)));
    passes_->setItems(passItems(*document_));
    goToGoal();
    diagnostics_->setDiagnostics(document_->diagnostics());
    emit stateChanged();
    emit positionChanged();
    // What was selected before the passes ran again is still in sight.
    const std::set<NodePath>& chosen = link_.origin == Side::Fx ? link_.fx : link_.onnx;
    const auto kept = chosen.size() == 1 ? std::optional(*chosen.begin()) : std::nullopt;
    for (const Side side : {Side::Fx, Side::Onnx})
        makeGraph(side, {}, side == link_.origin ? kept : std::nullopt);
    if (!link_.fx.empty() || !link_.onnx.empty())
        refreshLink(true);
    inspect();
}

bool ModelSession::isBusy() const
{
    return openJob_.isRunning() || fx_.job.isRunning() || onnx_.job.isRunning();
}

QString ModelSession::summary() const
{
    if (!document_)
        return {};
    QStringList parts;
    for (const session::Stage& stage : document_->stages)
        parts << tr("%1 %2").arg(
            stageText(stage.name), views::durationText(std::chrono::duration<double>(stage.elapsed).count()));
    double layout = 0;
    for (const Pane* pane : {&fx_, &onnx_})
        layout += pane->shown ? pane->shown->seconds : 0;
    if (layout > 0)
        parts << tr("layout %1").arg(views::durationText(layout));
    if (document_->hasProgram())
        parts << tr("%1 parameters").arg(views::countText(parameterCount(document_->program())));
    return parts.join(QStringLiteral(" \u00B7 "));
}

QString ModelSession::note(Side side) const
{
    const std::shared_ptr<const ShownGraph>& graph = shown(side);
    if (!document_ || !graph)
        return {};
    const Place& place = graph->place;
    QStringList parts;
    if (side == Side::Fx) {
        const auto& records = document_->fx.records;
        if (!isBody())
            parts << (place.kind == Place::Kind::Initial || records.empty()
                          ? tr("as loaded")
                          : tr(place.kind == Place::Kind::Overlay && place.change < records[place.record].changes.size()
                                    ? "in %1"
                                    : "after %1")
                                .arg(views::shown(records[place.record].pass->id)));
        parts << tr("%n node(s)", nullptr, static_cast<int>(graph->nodes));
    } else if (document_->hasModel() && document_->onnx.records.empty()) {
        if (!isBody())
            parts << (document_->isPaired() ? views::shown(options_.beside.filename().string()) : tr("as loaded"));
        if (const auto opset = document_->model().opsetOf({}))
            parts << tr("opset %1").arg(*opset);
        parts << tr("%n node(s)", nullptr, static_cast<int>(graph->nodes));
        parts << tr("%n function(s)", nullptr, static_cast<int>(graph->functions));
    } else if (!document_->onnx.records.empty()) {
        const auto& record = document_->onnx.records[place.record];
        if (place.kind == Place::Kind::Overlay && place.change < record.changes.size())
            parts << tr("in %1").arg(views::shown(record.pass->id));
        else
            parts << (place.kind == Place::Kind::Initial ? tr("as loaded") : place.record == 0 && document_->hasProgram() && !document_->isPaired() ? tr("as lowered") : tr("after %1").arg(views::shown(record.pass->id)));
        parts << tr("opset %1").arg(options_.opset);
        parts << tr("%n node(s)", nullptr, static_cast<int>(graph->nodes)) + QStringLiteral(", ") +
                     tr("%n function(s)", nullptr, static_cast<int>(graph->functions));
    }
    return parts.join(QStringLiteral(" \u00B7 "));
}

std::set<NodePath> ModelSession::partnersOf(Side side, const std::set<NodePath>& paths) const
{
    if (!document_ || !document_->hasProgram() || !onnx_.shown)
        return {};
    return side == Side::Fx ? onnxPartners(onnx_.shown->provenance, paths)
                            : fxPartners(onnx_.shown->provenance, document_->program(), paths);
}

QString ModelSession::whyAlone(Side side, const NodePath& path) const
{
    if (!document_ || !document_->hasProgram() || !partnersOf(side, {path}).empty())
        return {};
    return views::shown(side == Side::Fx ? whyNoOnnx(*document_, path.leaf()) : whyNoFx(*document_, path));
}

void ModelSession::makeGraph(Side side, const display::BoxKey& anchor, const std::optional<NodePath>& reveal)
{
    if (!document_)
        return;
    Pane& target = pane(side);
    const GraphRequest request{document_, side, passes_->position(), target.expansion, badges_,
        workspace_.measure(), isLeftToRight_, reveal};
    const auto work = [request, previous = target.shown](std::stop_token stop, const TellProgress&) {
        return makeShownGraph(request, previous, stop);
    };
    target.job.start(workspace_.layout(), work, [this, side, anchor, reveal](std::shared_ptr<const ShownGraph> graph) {
        if (reveal)
            pane(side).expansion = graph->expansion;
        pane(side).shown = std::move(graph);
        emit graphReady(side, anchor);
        if (side == Side::Onnx)
            refreshLink(false);
        if (reveal)
            emit revealed(side);
    });
}

void ModelSession::reveal(Side side, const NodePath& path)
{
    select(side, {path});
    makeGraph(side, {}, path);
}

void ModelSession::select(Side side, const std::set<NodePath>& paths)
{
    link_ = {};
    link_.origin = side;
    (side == Side::Fx ? link_.fx : link_.onnx) = paths;
    refreshLink(true);
    inspect();
}

void ModelSession::refreshLink(bool isNew)
{
    if (document_ && document_->hasProgram() && onnx_.shown) {
        const lowering::Provenance& provenance = onnx_.shown->provenance;
        link_.why.clear();
        if (link_.origin == Side::Fx) {
            link_.onnx = onnxPartners(provenance, link_.fx);
            if (link_.fx.size() == 1 && link_.onnx.empty())
                link_.why = views::shown(whyNoOnnx(*document_, link_.fx.begin()->leaf()));
        } else {
            link_.fx = fxPartners(provenance, document_->program(), link_.onnx);
            if (link_.onnx.size() == 1 && link_.fx.empty())
                link_.why = views::shown(whyNoFx(*document_, *link_.onnx.begin()));
        }
    }
    emit linkChanged(isNew);
}

InspectionRequest ModelSession::inspectionRequest(Side side) const
{
    return {document_, passes_->position(), side, side == Side::Fx ? link_.fx : link_.onnx,
        fx_.shown ? fx_.shown->graph : nullptr, onnx_.shown ? onnx_.shown->graph : nullptr};
}

void ModelSession::inspectEdge(Side side, const display::DisplayEdge& edge)
{
    if (!document_)
        return;
    const auto work = [request = inspectionRequest(side), edge](std::stop_token, const TellProgress&) {
        return std::pair{app::inspectEdge(request, edge), QColor()};
    };
    inspectJob_.start(workspace_.general(), work,
        [this](std::pair<display::Inspection, QColor> made) { emit inspected(made.first, made.second); });
}

void ModelSession::inspect()
{
    if (!document_)
        return;
    const InspectionRequest request = inspectionRequest(link_.origin);
    const auto work = [request, verified = verification_](std::stop_token, const TellProgress&) {
        auto made = makeInspection(request);
        if (verified)
            addVerification(made.first, request, *verified);
        return made;
    };
    inspectJob_.start(workspace_.general(), work,
        [this](std::pair<display::Inspection, QColor> made) { emit inspected(made.first, made.second); });
}

void ModelSession::requestDiff()
{
    if (!document_)
        return;
    const auto work = [document = document_, position = passes_->position()](
                          std::stop_token, const TellProgress&) { return printedDiff(*document, position); };
    diffJob_.start(workspace_.general(), work,
        [this](std::pair<std::vector<views::DiffLine>, QString> made) { emit diffReady(made.first, made.second); });
}

} // namespace sidelight::app
