// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "app/export_dialog.h"

#include "app/export_command.h"
#include "app/verification.h"
#include "core/session/export.h"
#include "core/support/rules.h"
#include "views/support/fonts.h"
#include "views/support/text.h"

#include <QButtonGroup>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QDesktopServices>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QGridLayout>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QRadioButton>
#include <QSpinBox>
#include <QUrl>
#include <QVBoxLayout>

#include <algorithm>

namespace sidelight::app {
namespace {

struct WeightsChoice
{
    io::Weights weights;
    const char* text;
    const char* hint;
};
constexpr WeightsChoice kWeights[] = {
    {io::Weights::Embed, QT_TRANSLATE_NOOP("sidelight::app::ExportDialog", "Embed"),
        QT_TRANSLATE_NOOP("sidelight::app::ExportDialog", "One file that holds everything; up to 1.9 GB.")},
    {io::Weights::External, QT_TRANSLATE_NOOP("sidelight::app::ExportDialog", "External"),
        QT_TRANSLATE_NOOP("sidelight::app::ExportDialog", "Weights in NAME.onnx.data beside the model; any size.")},
    {io::Weights::PerTensor, QT_TRANSLATE_NOOP("sidelight::app::ExportDialog", "Per tensor"),
        QT_TRANSLATE_NOOP("sidelight::app::ExportDialog", "A file for each initializer in NAME_initializers/.")},
    {io::Weights::None, QT_TRANSLATE_NOOP("sidelight::app::ExportDialog", "None"),
        QT_TRANSLATE_NOOP(
            "sidelight::app::ExportDialog", "The graph only: small to share, names and shapes of weights stay.")},
};

struct FunctionsChoice
{
    lowering::FunctionLevel level;
    const char* text;
    const char* hint;
};
constexpr FunctionsChoice kFunctions[] = {
    {lowering::FunctionLevel::Both, QT_TRANSLATE_NOOP("sidelight::app::ExportDialog", "Operators and modules"),
        QT_TRANSLATE_NOOP(
            "sidelight::app::ExportDialog", "Each ATen operator and each nn.Module is a function that can be opened.")},
    {lowering::FunctionLevel::Operator, QT_TRANSLATE_NOOP("sidelight::app::ExportDialog", "Operators"),
        QT_TRANSLATE_NOOP("sidelight::app::ExportDialog", "Each ATen operator is a function; modules are flat.")},
    {lowering::FunctionLevel::Module, QT_TRANSLATE_NOOP("sidelight::app::ExportDialog", "Modules"),
        QT_TRANSLATE_NOOP("sidelight::app::ExportDialog", "Each nn.Module is a function of plain ONNX operators.")},
    {lowering::FunctionLevel::None, QT_TRANSLATE_NOOP("sidelight::app::ExportDialog", "None"),
        QT_TRANSLATE_NOOP(
            "sidelight::app::ExportDialog", "Plain ONNX operators only, for tools that know no functions.")},
};

QString bytesText(std::uint64_t bytes)
{
    return bytes < 10'000 ? ExportDialog::tr("%1 bytes").arg(bytes)
                          : ExportDialog::tr("%1B").arg(views::countText(double(bytes)));
}

/// What differs from PyTorch, output by output.
QString differences(const runtime::VerifyReport& report)
{
    QStringList lines{ExportDialog::tr("Not written: the export differs from PyTorch.")};
    for (const runtime::VerifiedOutput& output : report.outputs)
        lines << QStringLiteral("%1: %2").arg(views::shown(output.name), views::shown(describe(output)));
    for (const Diagnostic& diagnostic : report.diagnostics)
        lines << views::shown(support::toText(diagnostic));
    return lines.join(QLatin1Char('\n'));
}

QLabel* hintLabel(const QString& text, QWidget* parent)
{
    auto* label = new QLabel(text, parent);
    label->setObjectName(QStringLiteral("dockNote"));
    label->setFont(views::wordFont(11));
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    return label;
}

} // namespace

/// All that the work in the background needs.
struct ExportDialog::Order
{
    std::filesystem::path model;
    std::shared_ptr<const session::Document> opened; ///< Null when the model must be opened with other settings.
    session::OpenOptions options;
    std::filesystem::path target;
    io::Weights weights = io::Weights::Embed;
    bool overwrite = false;
    bool comparesNumbers = false;
};

ExportDialog::ExportDialog(std::filesystem::path model, std::shared_ptr<const session::Document> document,
    session::OpenOptions options, Workspace& workspace, QWidget* parent)
    : QDialog(parent), model_(std::move(model)), document_(std::move(document)), options_(std::move(options)),
      workspace_(workspace), target_(new QLineEdit(this)), opset_(new QSpinBox(this)), functions_(new QComboBox(this)),
      weights_(new QButtonGroup(this)), overwrite_(new QCheckBox(tr("Replace files that exist"), this)),
      checksModel_(new QCheckBox(tr("onnx's checker and shape inference"), this)),
      comparesNumbers_(new QCheckBox(tr("Run it in ONNX Runtime and compare with PyTorch"), this)),
      endsHere_(new QCheckBox(this)),
      functionsHint_(hintLabel({}, this)), command_(hintLabel({}, this)), result_(new QLabel(this)),
      progress_(new QProgressBar(this)), openFolder_(new QPushButton(tr("Open folder"), this)),
      copyCommand_(new QPushButton(tr("Copy command"), this)), start_(new QPushButton(tr("Export"), this)),
      close_(new QPushButton(tr("Close"), this))
{
    setWindowTitle(tr("Export %1").arg(views::shown(model_.filename().string())));
    setMinimumWidth(560);
    buildForm();
    connect(start_, &QPushButton::clicked, this, &ExportDialog::start);
    openFolder_->hide();
    connect(openFolder_, &QPushButton::clicked, this, [this] {
        QDesktopServices::openUrl(QUrl::fromLocalFile(QFileInfo(target_->text().trimmed()).absolutePath()));
    });
    connect(copyCommand_, &QPushButton::clicked, this,
        [this] { QGuiApplication::clipboard()->setText(commandText_); });
    connect(close_, &QPushButton::clicked, this, [this] { state_ == State::Running ? cancel() : reject(); });
    connect(target_, &QLineEdit::textChanged, this, &ExportDialog::followForm);
    connect(opset_, &QSpinBox::valueChanged, this, &ExportDialog::followForm);
    connect(functions_, &QComboBox::currentIndexChanged, this, &ExportDialog::followForm);
    connect(weights_, &QButtonGroup::idToggled, this, &ExportDialog::followForm);
    for (QCheckBox* box : {overwrite_, checksModel_, comparesNumbers_, endsHere_})
        connect(box, &QCheckBox::toggled, this, &ExportDialog::followForm);
    job_.setProgressHandler([this](const QString& text, int percent) { showProgress(text, percent); });
    followForm();
}

void ExportDialog::buildForm()
{
    target_->setText(QString::fromStdString(defaultTarget(model_).string()));
    target_->setAccessibleName(tr("File to write"));
    overwrite_->setObjectName(QStringLiteral("overwrite"));
    opset_->setRange(18, static_cast<int>(std::max<std::int64_t>(18, session::newestOpset())));
    opset_->setValue(static_cast<int>(options_.opset));
    opset_->setAccessibleName(tr("ONNX opset"));
    opset_->setMaximumWidth(90);
    functions_->setAccessibleName(tr("Functions to keep"));
    for (const FunctionsChoice& choice : kFunctions) {
        functions_->addItem(tr(choice.text));
        if (choice.level == options_.functions)
            functions_->setCurrentIndex(functions_->count() - 1);
    }
    auto* browse = new QPushButton(tr("Browse\u2026"), this);
    connect(browse, &QPushButton::clicked, this, &ExportDialog::browse);
    auto* where = new QHBoxLayout;
    where->addWidget(target_, 1);
    where->addWidget(browse);
    auto* weights = new QGridLayout;
    weights->setHorizontalSpacing(14);
    weights->setVerticalSpacing(5);
    for (int i = 0; i < int(std::size(kWeights)); ++i) {
        auto* button = new QRadioButton(tr(kWeights[i].text), this);
        weights_->addButton(button, i);
        weights->addWidget(button, i, 0);
        weights->addWidget(hintLabel(tr(kWeights[i].hint), this), i, 1);
    }
    weights->setColumnStretch(1, 1);
    weights_->button(0)->setChecked(true);
    auto* form = new QFormLayout;
    form->setVerticalSpacing(10);
    form->setHorizontalSpacing(16);
    form->addRow(tr("File"), where);
    form->addRow(QString(), overwrite_);
    form->addRow(tr("Opset"), opset_);
    form->addRow(tr("Functions"), functions_);
    form->addRow(QString(), functionsHint_);
    form->addRow(tr("Weights"), weights);
    auto* checks = new QVBoxLayout;
    checks->setSpacing(5);
    checks->addWidget(checksModel_);
    checks->addWidget(comparesNumbers_);
    checks->addWidget(endsHere_);
    endsHere_->hide();
    checksModel_->setChecked(options_.check);
    form->addRow(tr("Checks"), checks);
    if (document_ && !document_->hasProgram()) { // An edited ONNX model is written as it is, and has no PyTorch beside it.
        for (QWidget* row : {static_cast<QWidget*>(opset_), static_cast<QWidget*>(functions_), static_cast<QWidget*>(functionsHint_)})
            form->setRowVisible(row, false);
        comparesNumbers_->hide();
    }

    command_->setFont(views::codeFont(11));
    command_->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    command_->setAccessibleName(tr("The same as a command"));
    result_->setTextFormat(Qt::PlainText);
    result_->setWordWrap(true);
    result_->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    result_->setAccessibleName(tr("Result"));
    result_->hide();
    progress_->setRange(0, 100);
    progress_->setAccessibleName(tr("Progress"));
    progress_->hide();
    start_->setDefault(true);
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(copyCommand_);
    buttons->addWidget(openFolder_);
    buttons->addStretch(1);
    buttons->addWidget(close_);
    buttons->addWidget(start_);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(20, 18, 20, 16);
    layout->setSpacing(12);
    layout->addLayout(form);
    layout->addWidget(command_);
    layout->addWidget(progress_);
    layout->addWidget(result_);
    layout->addLayout(buttons);
}

void ExportDialog::offerEnd(const session::PipelineEnd& here)
{
    here_ = here;
    const QString pass = views::shown(here.pass);
    endsHere_->setText(here.changes ? tr("Leave out the passes after change %1 of %2").arg(*here.changes).arg(pass)
                                    : tr("Leave out the passes after %1").arg(pass));
    endsHere_->show();
}

void ExportDialog::setTarget(const QString& path)
{
    target_->setText(path);
}

void ExportDialog::setWeights(io::Weights weights)
{
    weightsButton(weights)->setChecked(true);
}

QAbstractButton* ExportDialog::weightsButton(io::Weights weights) const
{
    const auto* choice = std::ranges::find(kWeights, weights, &WeightsChoice::weights);
    return weights_->button(static_cast<int>(choice - std::begin(kWeights)));
}

void ExportDialog::setOverwriting(bool isOverwriting)
{
    overwrite_->setChecked(isOverwriting);
}

QString ExportDialog::resultText() const
{
    return result_->text();
}

ExportDialog::Choice ExportDialog::chosen() const
{
    return {model_, target_->text(), opset_->value(), functions_->currentIndex(), weights_->checkedId(),
        checksModel_->isChecked(), comparesNumbers_->isChecked()};
}

void ExportDialog::choose(const Choice& choice)
{
    const bool isLowered = !document_ || document_->hasProgram();
    if (isLowered) {
        opset_->setValue(choice.opset);
        functions_->setCurrentIndex(choice.functions);
    }
    if (QAbstractButton* button = weights_->button(choice.weights))
        button->setChecked(true);
    checksModel_->setChecked(choice.checksModel);
    comparesNumbers_->setChecked(choice.comparesNumbers && isLowered);
    // What one model was written to is not for another.
    if (choice.model == model_) {
        target_->setText(choice.target);
        overwrite_->setChecked(true);
    }
}

QString ExportDialog::command() const
{
    return commandText_;
}

session::OpenOptions ExportDialog::chosenOptions() const
{
    session::OpenOptions options = options_;
    options.opset = opset_->value();
    options.functions = kFunctions[std::max(functions_->currentIndex(), 0)].level;
    options.check = checksModel_->isChecked();
    if (endsHere_->isChecked())
        options.until = here_;
    return options;
}

io::Weights ExportDialog::chosenWeights() const
{
    return kWeights[std::max(weights_->checkedId(), 0)].weights;
}

void ExportDialog::followForm()
{
    functionsHint_->setText(tr(kFunctions[std::max(functions_->currentIndex(), 0)].hint));
    std::string command = exportCommand(
        model_, views::utf8(target_->text()), chosenOptions(), chosenWeights(), overwrite_->isChecked());
    if (comparesNumbers_->isChecked())
        command = verifyCommand(model_, chosenOptions()) + " && " + command;
    // The label breaks lines at spaces only: options keep their dashes.
    commandText_ = views::shown(command);
    QString shown = commandText_;
    command_->setText(shown.replace(QLatin1Char('-'), QStringLiteral("-\u2060")));
    start_->setEnabled(state_ != State::Running && !target_->text().trimmed().isEmpty());
}

void ExportDialog::browse()
{
    auto* dialog = new QFileDialog(this, tr("Export as ONNX"), target_->text(), tr("ONNX models (*.onnx)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(QStringLiteral("onnx"));
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& file) {
        target_->setText(file);
        overwrite_->setChecked(QFileInfo::exists(file)); // The file dialog asked.
    });
    dialog->open();
}

void ExportDialog::showProgress(const QString& text, int percent)
{
    if (state_ != State::Running)
        return;
    progress_->setRange(0, percent < 0 ? 0 : 100);
    progress_->setValue(std::max(percent, 0));
    progress_->setFormat(text);
}

void ExportDialog::start()
{
    if (state_ == State::Running)
        return;
    state_ = State::Running;
    result_->hide();
    progress_->show();
    close_->setText(tr("Cancel"));
    followForm();
    showProgress(tr("preparing"), -1);
    job_.start(workspace_.general(),
        [asked = order()](std::stop_token stop, const TellProgress& tell) { return carryOut(asked, stop, tell); },
        [this](Outcome outcome) { end(outcome); });
}

ExportDialog::Order ExportDialog::order() const
{
    const session::OpenOptions options = chosenOptions();
    const bool isSame = document_ && options.opset == options_.opset && options.functions == options_.functions &&
                        options.check == options_.check && !endsHere_->isChecked();
    return {model_, isSame ? document_ : nullptr, options, views::utf8(target_->text().trimmed()), chosenWeights(),
        overwrite_->isChecked(), comparesNumbers_->isChecked()};
}

ExportDialog::Outcome ExportDialog::carryOut(const Order& order, std::stop_token stop, const TellProgress& tell)
{
    const auto failed = [&](const Diagnostic& error) {
        if (error.ruleId == rules::kCancelled.id || stop.stop_requested())
            return Outcome{State::Cancelled, tr("Cancelled; nothing was written.")};
        return Outcome{State::Failed, views::shown(support::toText(error))};
    };
    std::shared_ptr<const session::Document> document = order.opened;
    if (!document) {
        session::OpenOptions running = order.options;
        running.stop = stop;
        running.progress = [&](std::string_view stage) { tell(views::shown(stage), -1); };
        auto result = session::openDocument(order.model, running);
        if (!result)
            return failed(result.error());
        document = *std::move(result);
    }
    // The numbers come first: an export that differs is not written.
    QString numbers;
    if (order.comparesNumbers) {
        const auto report =
            verifyDocument(*document, {stop, [&](std::string_view stage) { tell(views::shown(stage), -1); }});
        if (!report)
            return failed(report.error());
        if (!report->equal())
            return {State::Failed, differences(*report)};
        numbers = tr("%n output(s) equal PyTorch's", nullptr, static_cast<int>(report->outputs.size()));
    }
    io::WriteOptions write;
    write.weights = order.weights;
    write.overwrite = order.overwrite;
    write.stop = stop;
    write.progress = [&](std::uint64_t done, std::uint64_t total) {
        tell(tr("%1 of %2").arg(bytesText(done), bytesText(total)),
            total > 0 ? int(100.0 * double(done) / double(total)) : 100);
    };
    auto written = session::exportDocument(*document, order.target, write);
    if (!written)
        return failed(written.error());
    QStringList lines{tr("Written: %1").arg(bytesText(written->bytes))};
    if (!numbers.isEmpty())
        lines << numbers;
    constexpr std::size_t kMostFiles = 6;
    for (std::size_t i = 0; i < std::min(written->files.size(), kMostFiles); ++i)
        lines << views::shown(written->files[i].string());
    if (written->files.size() > kMostFiles)
        lines << tr("and %1 more").arg(written->files.size() - kMostFiles);
    const auto findings = static_cast<int>(document->diagnostics().size());
    if (findings > 0)
        lines << tr("%n finding(s): see the diagnostics", nullptr, findings);
    return {State::Written, lines.join(QLatin1Char('\n'))};
}

void ExportDialog::cancel()
{
    if (state_ != State::Running)
        return;
    // The work goes on until it has cleaned up; its outcome says that it was cancelled.
    close_->setEnabled(false);
    progress_->setFormat(tr("cancelling"));
    job_.requestStop();
}

void ExportDialog::end(const Outcome& outcome)
{
    state_ = outcome.state;
    progress_->hide();
    result_->setText(outcome.text);
    result_->show();
    openFolder_->setVisible(state_ == State::Written);
    close_->setText(tr("Close"));
    close_->setEnabled(true);
    followForm();
    emit ended();
}

void ExportDialog::reject()
{
    if (state_ == State::Running)
        cancel();
    else
        QDialog::reject();
}

} // namespace sidelight::app
