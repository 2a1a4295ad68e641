// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/latest_job.h"
#include "app/workspace.h"

#ifndef Q_MOC_RUN
#include "core/io/onnx_writer.h"
#include "core/session/document.h"
#endif

#include <QDialog>

#include <memory>
#include <optional>

class QAbstractButton;
class QButtonGroup;
class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QProgressBar;
class QPushButton;
class QSpinBox;

namespace sidelight::app {

/// Asks how to write a model, writes it in the background with progress, and says what was written or why not.
class ExportDialog final : public QDialog
{
    Q_OBJECT

public:
    enum class State : std::uint8_t
    {
        Asking,
        Running,
        Written,
        Failed,
        Cancelled
    };

    /// All that is asked.
    struct Choice
    {
        std::filesystem::path model; ///< Of which `target` is the export.
        QString target;
        int opset = 18;
        int functions = 0; ///< Index of the box.
        int weights = 0;   ///< Index of the button.
        bool checksModel = true;
        bool comparesNumbers = false;
    };
    /// `document` may be null when the model failed to open with its settings.
    ExportDialog(std::filesystem::path model, std::shared_ptr<const session::Document> document,
        session::OpenOptions options, Workspace& workspace, QWidget* parent = nullptr);

    /// Offers to export the graph as it is at a position inside the passes instead of behind them all.
    void offerEnd(const session::PipelineEnd& here);
    void setTarget(const QString& path);
    void setWeights(io::Weights weights);
    void setOverwriting(bool isOverwriting);
    [[nodiscard]] State state() const { return state_; }
    [[nodiscard]] QString resultText() const;
    [[nodiscard]] QString command() const;
    [[nodiscard]] Choice chosen() const;
    /// What was chosen before; a repeated export writes over what that wrote.
    void choose(const Choice& choice);
    [[nodiscard]] QPushButton* openFolder() const { return openFolder_; }
    [[nodiscard]] QSpinBox* opset() const { return opset_; }
    [[nodiscard]] QComboBox* functions() const { return functions_; }
    [[nodiscard]] QLineEdit* target() const { return target_; }
    [[nodiscard]] QCheckBox* checksModel() const { return checksModel_; }
    [[nodiscard]] QCheckBox* comparesNumbers() const { return comparesNumbers_; }
    [[nodiscard]] QCheckBox* endsHere() const { return endsHere_; }
    [[nodiscard]] QPushButton* startButton() const { return start_; }
    [[nodiscard]] QAbstractButton* weightsButton(io::Weights weights) const;

public slots:
    void start();
    void cancel();
    void reject() override;

signals:
    /// Written, failed or cancelled.
    void ended();

private:
    struct Outcome
    {
        State state = State::Failed;
        QString text;
    };
    void buildForm();
    [[nodiscard]] session::OpenOptions chosenOptions() const;
    [[nodiscard]] io::Weights chosenWeights() const;
    struct Order;
    [[nodiscard]] Order order() const;
    static Outcome carryOut(const Order& order, std::stop_token stop, const TellProgress& tell);
    void browse();
    void followForm();
    void showProgress(const QString& text, int percent);
    void end(const Outcome& outcome);

    std::filesystem::path model_;
    std::shared_ptr<const session::Document> document_;
    session::OpenOptions options_;
    Workspace& workspace_;
    State state_ = State::Asking;
    QLineEdit* target_;
    QSpinBox* opset_;
    QComboBox* functions_;
    QButtonGroup* weights_;
    QCheckBox* overwrite_;
    QCheckBox* checksModel_;
    QCheckBox* comparesNumbers_;
    QCheckBox* endsHere_;
    std::optional<session::PipelineEnd> here_;
    QLabel* functionsHint_;
    QLabel* command_;
    QString commandText_; ///< Of command_, without marks for breaking lines.
    QLabel* result_;
    QProgressBar* progress_;
    QPushButton* openFolder_;
    QPushButton* copyCommand_;
    QPushButton* start_;
    QPushButton* close_;
    LatestJob<Outcome> job_;
};

} // namespace sidelight::app
