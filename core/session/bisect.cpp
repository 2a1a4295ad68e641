// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/bisect.h"

#include "core/session/first_wrong_node.h"
#include "core/support/rules.h"
#include "core/support/text.h"

#include <utility>

namespace sidelight::session {
namespace {

using Kind = Verdict::Kind;

/// One trace of the document.
template <class Unit>
class TraceSearch {
public:
    TraceSearch(const ir::Trace<Unit>& trace, const GraphJudge& judge, const BisectOptions& options) : trace_(trace), judge_(judge), options_(options) {}

    /// The first record of those looked at whose end is bad; `tolerance` grows by what the records are declared to move.
    Result<std::optional<Culprit>> run(std::size_t first, double& tolerance)
    {
        for (std::size_t i = first; i < trace_.records.size(); ++i) {
            const auto& record = trace_.records[i];
            tolerance += record.pass->tolerance;
            if (record.changes.empty() || !wanted(record))
                continue;
            if (options_.stop.stop_requested())
                return support::diagnose(rules::kCancelled, "bisecting was cancelled");
            tell(concat("after ", record.pass->id));
            const Verdict end = judge_.judge(record.after, tolerance);
            if (end.kind == Kind::Good)
                continue;
            return std::optional(search(i, end, tolerance));
        }
        return std::optional<Culprit>();
    }
    [[nodiscard]] bool ran(const std::string& pass) const
    {
        for (const auto& record : trace_.records)
            if (record.pass->id == pass)
                return true;
        return false;
    }

private:
    [[nodiscard]] bool wanted(const ir::PassRecord<Unit>& record) const { return options_.pass.empty() || options_.pass == record.pass->id; }
    void tell(const std::string& what) const
    {
        if (options_.progress)
            options_.progress(what);
    }
    Verdict at(std::size_t record, std::size_t change, double tolerance) const
    {
        tell(concat(trace_.records[record].pass->id, " after change ", change));
        return judge_.judge(trace_.at({record, change}), tolerance);
    }

    /// Between a good beginning and a bad end.
    Culprit search(std::size_t index, Verdict end, double tolerance) const
    {
        const auto& record = trace_.records[index];
        std::size_t good = 0;
        std::size_t bad = record.changes.size();
        while (bad - good > 1 && !options_.stop.stop_requested()) {
            bool moved = false;
            for (const std::size_t change : inside(good, bad)) {
                const Verdict verdict = at(index, change, tolerance);
                if (verdict.kind == Kind::CannotSay)
                    continue;
                (verdict.kind == Kind::Good ? good : bad) = change;
                if (verdict.kind == Kind::Bad)
                    end = verdict;
                moved = true;
                break;
            }
            if (!moved)
                break;
        }
        Culprit culprit;
        culprit.record = index;
        culprit.pass = record.pass->id;
        culprit.change = bad;
        culprit.untold = bad - good - 1;
        culprit.reason = std::move(end.reason);
        return culprit;
    }

    /// Positions between the two, the middle first, then outwards; a few, where none can be judged.
    static std::vector<std::size_t> inside(std::size_t good, std::size_t bad)
    {
        constexpr std::size_t kMost = 24;
        const std::size_t middle = good + (bad - good) / 2;
        std::vector<std::size_t> positions{middle};
        for (std::size_t step = 1; positions.size() < kMost && (middle >= good + 1 + step || middle + step < bad); ++step) {
            if (middle + step < bad)
                positions.push_back(middle + step);
            if (middle >= good + 1 + step)
                positions.push_back(middle - step);
        }
        return positions;
    }

    const ir::Trace<Unit>& trace_;
    const GraphJudge& judge_;
    const BisectOptions& options_;
};

/// The lowering is right or wrong as a whole: half a model cannot run.
Culprit loweringCulprit(const Document& document, const GraphJudge& judge, runtime::EvaluatorClient& evaluator, std::string reason)
{
    Culprit culprit;
    culprit.isOnnx = true;
    culprit.pass = "lower";
    culprit.reason = std::move(reason);
    if (judge.check().kind == GraphCheck::Kind::Equal && !judge.inputs().empty())
        if (const NodeId node = firstWrongNode(document, judge.inputs().front(), evaluator); node != kNoNode) {
            culprit.text.node = concat("%", document.program().main()[node].name);
            culprit.text.before = nodeLine(document.program(), kMainGraph, node);
        }
    return culprit;
}

} // namespace

Result<std::optional<Culprit>> bisect(const Document& document, runtime::EvaluatorClient& evaluator, const BisectOptions& options)
{
    if (!document.hasProgram())
        return support::diagnose(rules::kUsage, concat(document.path.string(), " is an ONNX model: no pass ran on it; give a .pt2"));
    auto judge = GraphJudge::make(document.fx.initial, document.fx.final(), evaluator, options.check);
    if (!judge)
        return judge.error();
    TraceSearch<fx::ExportedProgram> fxSearch(document.fx, *judge, options);
    TraceSearch<onnxir::Model> onnxSearch(document.onnx, *judge, options);
    if (!options.pass.empty() && !fxSearch.ran(options.pass) && !onnxSearch.ran(options.pass))
        return support::diagnose(rules::kUnknownPass, concat("no pass '", options.pass, "' ran here (see 'sidelight passes')"));
    if (const Verdict loaded = judge->judge(document.fx.initial, 0); loaded.kind != Kind::Good)
        return support::diagnose(rules::kUsage, concat("the check does not hold for the program as it was loaded, so no pass is to blame: ", loaded.reason));

    double tolerance = 0;
    auto found = fxSearch.run(0, tolerance);
    if (!found)
        return found.error();
    if (*found) {
        Culprit culprit = std::move(**found);
        const auto& record = document.fx.records[culprit.record];
        culprit.text = describeChanges(document.fx.before(culprit.record), record).at(culprit.change - 1);
        return std::optional(std::move(culprit));
    }
    if (document.isPaired() || document.onnx.records.empty() || document.onnx.records.front().outcome == ir::Outcome::Failed)
        return std::optional<Culprit>();
    if (options.pass.empty() || options.pass == "lower")
        if (const Verdict lowered = judge->judge(document.onnx.records.front().after, tolerance); lowered.kind != Kind::Good)
            return std::optional(loweringCulprit(document, *judge, evaluator, lowered.reason));
    found = onnxSearch.run(1, tolerance);
    if (!found || !*found)
        return found;
    Culprit culprit = std::move(**found);
    culprit.isOnnx = true;
    const auto& record = document.onnx.records[culprit.record];
    culprit.text = describeChanges(document.onnx.before(culprit.record), record, nullptr).at(culprit.change - 1);
    return std::optional(std::move(culprit));
}

} // namespace sidelight::session
