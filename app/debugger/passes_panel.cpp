// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "app/debugger/passes_panel.h"

#include "app/actions.h"
#include "app/debugger/pass_options_text.h"
#include "core/ir/pass_table.h"
#include "core/runtime/evaluator_client.h"
#include "core/session/pass_case.h"
#include "core/session/rule_files.h"
#include "core/session/statistics.h"
#include "core/support/file.h"
#include "core/support/json.h"
#include "views/support/action_button.h"
#include "views/support/core_words.h"
#include "views/support/in_every_language.h"
#include "views/support/text.h"

#include <QFileDialog>
#include <QHBoxLayout>
#include <QSaveFile>
#include <QTableView>

#include <algorithm>

namespace sidelight::app {
namespace {

constexpr int kOptionsColumn = 2;

QString outcomeText(ir::Outcome outcome)
{
    switch (outcome) {
    case ir::Outcome::Unchanged:
        return PassesPanel::tr("no effect");
    case ir::Outcome::Modified:
        return PassesPanel::tr("changed");
    case ir::Outcome::Failed:
        return PassesPanel::tr("failed");
    case ir::Outcome::Skipped:
        return PassesPanel::tr("skipped");
    }
    return {};
}

QString numbersText(const session::PassMatch& match)
{
    switch (match.match) {
    case session::Match::BitEqual:
        return PassesPanel::tr("bit-equal");
    case session::Match::Within:
        return PassesPanel::tr("within %1, %2 ulp").arg(match.maxAbsolute, 0, 'g', 3).arg(match.maxUlp);
    case session::Match::Differs:
        return PassesPanel::tr("differs: %1").arg(views::shown(match.reason));
    case session::Match::Unknown:
        return PassesPanel::tr("unknown: %1").arg(views::shown(match.reason));
    }
    return {};
}

/// The pipeline that a document ran with, passes that were not in it offered at their places.
session::Pipeline pipelineFor(const session::OpenOptions& options)
{
    session::Pipeline pipeline = options.pipeline ? *options.pipeline : session::defaultPipeline();
    (void)session::skipPasses(pipeline, options.skippedPasses);
    return pipeline;
}

} // namespace

PassesPanel::PassesPanel(Workspace& workspace, const Actions& actions, QWidget* parent) : SessionPanel(workspace, parent)
{
    for (const Act act : {Act::RunPipeline, Act::MatchPasses, Act::PassUp, Act::PassDown, Act::RepeatPass, Act::RemovePass,
             Act::ResetPasses, Act::LoadPasses, Act::SavePasses, Act::LoadRules, Act::SavePassTest}) {
        const auto kind = act == Act::RunPipeline ? views::ActionButton::Kind::Primary : views::ActionButton::Kind::Plain;
        buttons_.push_back(new views::ActionButton(actions[act], kind, this));
        buttons_.back()->setShowingShortcut(false);
        bar()->addWidget(buttons_.back());
    }
    bar()->addStretch(1);
    model()->setEditableColumn(kOptionsColumn);
    connect(model(), &views::RowsModel::rowChecked, this, &PassesPanel::check);
    connect(model(), &views::RowsModel::cellEdited, this, &PassesPanel::editOptions);
    connect(this, &RowsPanel::rowActivated, this, &PassesPanel::activate);
    views::inEveryLanguage(this, [this] {
        setAccessibleName(tr("Passes"));
        table()->setAccessibleName(tr("Passes"));
        setTitles({tr("Pass"), tr("Graph"), tr("Options"), tr("Outcome"), QStringLiteral("+"), QStringLiteral("\u2212"),
            QStringLiteral("~"), QStringLiteral("\u2195"), tr("Time"), tr("Numbers"), tr("What it does")});
    });
}

void PassesPanel::setButtonColors(const views::Palette& palette)
{
    setColors(palette);
    for (views::ActionButton* button : buttons_)
        button->setColors(palette);
}

PassesPanel::Place PassesPanel::placeOf(int row) const
{
    const auto at = static_cast<std::size_t>(std::max(row, 0));
    if (at < pipeline_.fx.size())
        return {Place::Kind::Fx, at};
    return at == pipeline_.fx.size() ? Place{Place::Kind::Lower, 0} : Place{Place::Kind::Onnx, at - pipeline_.fx.size() - 1};
}

int PassesPanel::rowOf(Place place) const
{
    const std::size_t first = place.kind == Place::Kind::Fx     ? 0
                              : place.kind == Place::Kind::Lower ? pipeline_.fx.size()
                                                                 : pipeline_.fx.size() + 1;
    return static_cast<int>(first + place.step);
}

void PassesPanel::refresh()
{
    const auto shown = document();
    if (!shown || !shown->hasProgram()) {
        shownDocument_ = nullptr;
        setRows({}, shown ? tr("This is a model as loaded: no pass ran on it.") : tr("Nothing is open."));
        return;
    }
    if (shown != shownDocument_)
        take();
    // Which pass is at hand.
    const std::size_t item = session()->position().item;
    const auto runs = [](const auto& step) { return step.enabled || step.pass->standard; };
    int current = -1;
    std::size_t records = 0;
    for (std::size_t i = 0; i < pipeline_.fx.size() && !isEdited_; ++i)
        if (runs(pipeline_.fx[i]) && ++records == item)
            current = rowOf({Place::Kind::Fx, i});
    if (!isEdited_ && ++records == item)
        current = rowOf({Place::Kind::Lower, 0});
    for (std::size_t i = 0; i < pipeline_.onnx.size() && !isEdited_; ++i)
        if (runs(pipeline_.onnx[i]) && ++records == item)
            current = rowOf({Place::Kind::Onnx, i});
    setCurrent(current);
}

void PassesPanel::take()
{
    shownDocument_ = document();
    pipeline_ = pipelineFor(session()->options());
    preset_ = session()->options().preset;
    isEdited_ = false;
    fill(-1);
}

const session::PassMatch* PassesPanel::matchOf(bool isOnnx, std::size_t record) const
{
    if (!matchedDocument_ || matchedDocument_ != shownDocument_)
        return nullptr;
    const auto match = std::ranges::find_if(
        matches_, [&](const session::PassMatch& one) { return one.isOnnx == isOnnx && one.record == record; });
    return match == matches_.end() ? nullptr : &*match;
}

template <class Unit>
QStringList PassesPanel::resultCells(const ir::Trace<Unit>& trace, std::size_t record) const
{
    const auto& done = trace.records[record];
    const session::Counts counts = session::countChanges(done);
    const auto number = [](std::size_t count) { return count == 0 ? QString() : QString::number(count); };
    const session::PassMatch* match = matchOf(std::is_same_v<Unit, onnxir::Model>, record);
    const QString numbers = match ? numbersText(*match) : QString();
    return {outcomeText(done.outcome), number(counts.added), number(counts.erased), number(counts.changed),
        number(counts.moved), views::durationText(std::chrono::duration<double>(done.elapsed).count()), numbers};
}

template <class Unit>
void PassesPanel::addRows(const std::vector<ir::PassStep<Unit>>& steps, const ir::Trace<Unit>* trace, std::size_t first,
    const QString& graph, std::vector<views::TableRow>& rows) const
{
    std::size_t record = first;
    for (const auto& step : steps) {
        views::TableRow row{{views::shown(step.pass->id), graph, views::shown(optionsText(step.options))},
            step.enabled ? views::TableRow::Tone::Plain : views::TableRow::Tone::Quiet, step.enabled};
        QStringList results{{}, {}, {}, {}, {}, {}, {}};
        if (trace && (step.enabled || step.pass->standard)) {
            if (record < trace->records.size()) {
                const ir::Outcome outcome = trace->records[record].outcome;
                results = resultCells(*trace, record);
                row.tone = outcome == ir::Outcome::Failed     ? views::TableRow::Tone::Bad
                           : outcome == ir::Outcome::Modified ? views::TableRow::Tone::Plain
                                                              : views::TableRow::Tone::Quiet;
                const session::PassMatch* match = matchOf(std::is_same_v<Unit, onnxir::Model>, record);
                if (match && match->match == session::Match::Differs)
                    row.tone = views::TableRow::Tone::Bad;
            }
            ++record;
        }
        row.cells << results << views::coreWord("pass", step.pass->summary);
        rows.push_back(std::move(row));
    }
}

void PassesPanel::fill(int cursor)
{
    std::vector<views::TableRow> rows;
    const session::Document* done = isEdited_ ? nullptr : shownDocument_.get();
    addRows<fx::ExportedProgram>(pipeline_.fx, done ? &done->fx : nullptr, 0, QStringLiteral("FX"), rows);
    views::TableRow lowering{{QStringLiteral("lower"), QStringLiteral("ONNX"), {}}, views::TableRow::Tone::Plain, {}};
    const bool isLowered = done && !done->isPaired() && !done->onnx.records.empty();
    lowering.cells << (isLowered ? resultCells(done->onnx, 0) : QStringList{{}, {}, {}, {}, {}, {}, {}})
                   << tr("Lowers every call to ONNX.");
    rows.push_back(std::move(lowering));
    addRows<onnxir::Model>(pipeline_.onnx, isLowered ? &done->onnx : nullptr, 1, QStringLiteral("ONNX"), rows);
    setRows(std::move(rows), {});
    setCursorRow(cursor);
}

void PassesPanel::edited(int cursor)
{
    isEdited_ = true;
    preset_.clear();
    fill(cursor);
    emit said(tr("The pipeline was changed: run it to see what it does (%1)").arg(buttons_.front()->text()));
}

template <class Change>
void PassesPanel::onSteps(int row, Change&& change)
{
    const Place place = placeOf(row);
    if (row < 0 || place.kind == Place::Kind::Lower)
        return;
    if (place.kind == Place::Kind::Fx)
        change(pipeline_.fx, place);
    else
        change(pipeline_.onnx, place);
}

void PassesPanel::check(int row, bool isOn)
{
    onSteps(row, [&](auto& steps, Place place) {
        steps[place.step].enabled = isOn;
        edited(row);
    });
}

void PassesPanel::editOptions(int row, const QString& text)
{
    onSteps(row, [&](auto& steps, Place place) {
        auto& step = steps[place.step];
        auto options = readOptions(step.pass->id, step.pass->options, views::utf8(text));
        if (!options) {
            emit said(views::shown(options.error().message));
            return;
        }
        if (*options == step.options)
            return;
        step.options = std::move(*options);
        edited(row);
    });
}

void PassesPanel::moveRow(int by)
{
    onSteps(cursorRow(), [&](auto& steps, Place place) {
        const auto to = static_cast<std::ptrdiff_t>(place.step) + by;
        if (to < 0 || to >= static_cast<std::ptrdiff_t>(steps.size()))
            return;
        std::swap(steps[place.step], steps[static_cast<std::size_t>(to)]);
        edited(rowOf({place.kind, static_cast<std::size_t>(to)}));
    });
}

void PassesPanel::repeatRow()
{
    onSteps(cursorRow(), [&](auto& steps, Place place) {
        auto again = steps[place.step];
        again.enabled = true;
        steps.insert(steps.begin() + static_cast<std::ptrdiff_t>(place.step) + 1, std::move(again));
        edited(rowOf({place.kind, place.step + 1}));
    });
}

void PassesPanel::removeRow()
{
    onSteps(cursorRow(), [&](auto& steps, Place place) {
        steps.erase(steps.begin() + static_cast<std::ptrdiff_t>(place.step));
        edited(std::min(rowOf(place), static_cast<int>(pipeline_.fx.size() + pipeline_.onnx.size())));
    });
}

void PassesPanel::reset()
{
    if (!document())
        return;
    pipeline_ = session::defaultPipeline();
    edited(0);
}

void PassesPanel::run()
{
    if (!document() || !session() || session()->isBody())
        return;
    session::OpenOptions options = session()->options();
    options.pipeline = std::make_shared<const session::Pipeline>(pipeline_);
    options.preset = preset_;
    options.skippedPasses.clear();
    options.until.reset();
    session()->reopen(options);
}

void PassesPanel::load(const QString& path)
{
    auto pipeline = session::readPreset(views::utf8(path));
    if (!pipeline) {
        emit said(views::shown(pipeline.error().message));
        return;
    }
    pipeline_ = std::move(*pipeline);
    edited(0);
    preset_ = views::utf8(path);
}

void PassesPanel::save(const QString& path)
{
    QSaveFile file(path);
    const std::string text = json::print(session::presetOf(pipeline_), 2) + "\n";
    if (!file.open(QIODevice::WriteOnly) || file.write(text.data(), static_cast<qint64>(text.size())) < 0 || !file.commit()) {
        emit said(tr("%1 could not be written: %2").arg(path, file.errorString()));
        return;
    }
    preset_ = views::utf8(path);
    emit said(tr("Saved %1").arg(path));
}

void PassesPanel::loadByDialog()
{
    const QString path = QFileDialog::getOpenFileName(this, tr("Load passes"), {}, tr("Presets (*.json)"));
    if (!path.isEmpty())
        load(path);
}

void PassesPanel::saveByDialog()
{
    const QString path = QFileDialog::getSaveFileName(this, tr("Save passes"), QStringLiteral("passes.json"), tr("Presets (*.json)"));
    if (!path.isEmpty())
        save(path);
}

void PassesPanel::addRules(const QString& path)
{
    if (!document() || !document()->hasProgram()) {
        emit said(tr("Rules change an FX graph: open a .pt2 first"));
        return;
    }
    if (const Status status = session::addRuleFile(pipeline_, views::utf8(path)); !status) {
        emit said(views::shown(status.error().message));
        return;
    }
    edited(0);
    run();
}

void PassesPanel::addRulesByDialog()
{
    const QString path = QFileDialog::getOpenFileName(this, tr("Run rules"), {}, tr("Rule files (*.rules)"));
    if (!path.isEmpty())
        addRules(path);
}

std::string PassesPanel::chosenPass() const
{
    const int row = cursorRow();
    const Place place = placeOf(row);
    if (row < 0 || place.kind == Place::Kind::Lower)
        return {};
    if (place.kind == Place::Kind::Fx)
        return std::string(pipeline_.fx[place.step].pass->id);
    return place.step < pipeline_.onnx.size() ? std::string(pipeline_.onnx[place.step].pass->id) : std::string();
}

void PassesPanel::saveTest(const QString& path)
{
    const auto shown = document();
    const std::string pass = chosenPass();
    if (!shown || pass.empty()) {
        emit said(tr("Choose a pass first"));
        return;
    }
    const auto work = [shown, pass, file = std::filesystem::path(views::utf8(path))](std::stop_token, const TellProgress&) -> Status {
        const auto passCase = session::passCaseOf(*shown, pass);
        return passCase ? support::writeText(file, session::printPassCase(*passCase)) : Status(passCase.error());
    };
    testJob_.start(workspace().general(), work, [this, path](const Status& written) {
        emit said(written ? tr("Saved %1").arg(path) : views::shown(support::toText(written.error())));
    });
}

void PassesPanel::saveTestByDialog()
{
    const std::string pass = chosenPass();
    if (pass.empty()) {
        emit said(tr("Choose a pass first"));
        return;
    }
    const QString path = QFileDialog::getSaveFileName(this, tr("Save as test"), views::shown(pass) + QStringLiteral(".txt"), tr("Tests (*.txt)"));
    if (!path.isEmpty())
        saveTest(path);
}

void PassesPanel::activate(int row)
{
    // The options cell is edited instead.
    if (isEdited_ || !session() || table()->currentIndex().column() == kOptionsColumn)
        return;
    std::size_t item = 0;
    const auto runs = [](const auto& step) { return step.enabled || step.pass->standard; };
    const Place place = placeOf(row);
    const std::size_t fxSteps = place.kind == Place::Kind::Fx ? place.step + 1 : pipeline_.fx.size();
    item += static_cast<std::size_t>(std::count_if(pipeline_.fx.begin(), pipeline_.fx.begin() + static_cast<std::ptrdiff_t>(fxSteps), runs));
    if (place.kind != Place::Kind::Fx)
        ++item;
    if (place.kind == Place::Kind::Onnx)
        item += static_cast<std::size_t>(std::count_if(pipeline_.onnx.begin(), pipeline_.onnx.begin() + static_cast<std::ptrdiff_t>(place.step) + 1, runs));
    session()->goTo(views::endOfItem(session()->passes()->counts(), item));
}

void PassesPanel::matchPasses()
{
    const auto shown = document();
    if (!shown || !shown->hasProgram() || isMatching())
        return;
    const auto work = [shown](std::stop_token stop, const TellProgress& tell) -> Matches {
        runtime::EvaluatorOptions evaluating;
        evaluating.stop = stop;
        runtime::EvaluatorClient evaluator(evaluating);
        session::MatchOptions options;
        options.stop = stop;
        options.progress = [&tell](std::string_view pass) { tell(views::shown(pass), -1); };
        return session::matchPasses(*shown, evaluator, options);
    };
    matchJob_.setProgressHandler([this](const QString& pass, int) { emit said(tr("Comparing numbers before and after %1").arg(pass)); });
    matchJob_.start(workspace().general(), work, [this, shown](const Matches& matches) { takeMatches(shown, matches); });
    emit said(tr("Comparing numbers before and after every pass"));
    emit matchingChanged();
}

void PassesPanel::takeMatches(const std::shared_ptr<const session::Document>& of, const Matches& matches)
{
    emit matchingChanged();
    if (!matches) {
        emit said(views::shown(support::toText(matches.error())));
        return;
    }
    matchedDocument_ = of;
    matches_ = *matches;
    const bool isAlike = std::ranges::none_of(matches_, [](const auto& match) { return match.match == session::Match::Differs; });
    if (session() && session()->document() == of) {
        std::vector<Diagnostic> findings;
        for (const session::PassMatch& match : matches_)
            findings.insert(findings.end(), match.diagnostics.begin(), match.diagnostics.end());
        session()->addFindings(findings);
    }
    fill(cursorRow());
    refreshIfSeen();
    emit said(isAlike ? tr("Every pass keeps the numbers that it promises to keep") : tr("A pass changes numbers: see the diagnostics"));
}

} // namespace sidelight::app
