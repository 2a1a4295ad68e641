// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "app/export_dialog.h"

#include "app/export_command.h"
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

ExportDialog::ExportDialog(std::filesystem::path model, std::shared_ptr<const session::Document> document,
    session::OpenOptions options, Workspace& workspace, QWidget* parent)
    : QDialog(parent), model_(std::move(model)), document_(std::move(document)), options_(std::move(options)),
      workspace_(workspace), target_(new QLineEdit(this)), opset_(new QSpinBox(this)), functions_(new QComboBox(this)),
      weights_(new QButtonGroup(this)), overwrite_(new QCheckBox(tr("Replace files that exist"), this)),
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
        [this] { QGuiApplication::clipboard()->setText(command_->text()); });
    connect(close_, &QPushButton::clicked, this, [this] { state_ == State::Running ? cancel() : reject(); });
    connect(target_, &QLineEdit::textChanged, this, &ExportDialog::followForm);
    connect(opset_, &QSpinBox::valueChanged, this, &ExportDialog::followForm);
    connect(functions_, &QComboBox::currentIndexChanged, this, &ExportDialog::followForm);
    connect(weights_, &QButtonGroup::idToggled, this, &ExportDialog::followForm);
    connect(overwrite_, &QCheckBox::toggled, this, &ExportDialog::followForm);
    job_.setProgressHandler([this](const QString& text, int percent) { showProgress(text, percent); });
    followForm();
}

void ExportDialog::buildForm()
{
    target_->setText(QString::fromStdString(defaultTarget(model_).string()));
    target_->setAccessibleName(tr("File to write"));
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

void ExportDialog::setTarget(const QString& path)
{
    target_->setText(path);
}

void ExportDialog::setWeights(io::Weights weights)
{
    for (int i = 0; i < int(std::size(kWeights)); ++i)
        if (kWeights[i].weights == weights)
            weights_->button(i)->setChecked(true);
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
    return {target_->text(), opset_->value(), functions_->currentIndex(), weights_->checkedId()};
}

void ExportDialog::choose(const Choice& choice)
{
    target_->setText(choice.target);
    opset_->setValue(choice.opset);
    functions_->setCurrentIndex(choice.functions);
    if (QAbstractButton* button = weights_->button(choice.weights))
        button->setChecked(true);
    overwrite_->setChecked(true);
}

QString ExportDialog::command() const
{
    return command_->text();
}

session::OpenOptions ExportDialog::chosenOptions() const
{
    session::OpenOptions options = options_;
    options.opset = opset_->value();
    options.functions = kFunctions[std::max(functions_->currentIndex(), 0)].level;
    return options;
}

io::Weights ExportDialog::chosenWeights() const
{
    return kWeights[std::max(weights_->checkedId(), 0)].weights;
}

void ExportDialog::followForm()
{
    functionsHint_->setText(tr(kFunctions[std::max(functions_->currentIndex(), 0)].hint));
    command_->setText(views::shown(exportCommand(
        model_, views::utf8(target_->text()), chosenOptions(), chosenWeights(), overwrite_->isChecked())));
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
    const session::OpenOptions options = chosenOptions();
    const bool isSame = document_ && options.opset == options_.opset && options.functions == options_.functions;
    const std::filesystem::path target = views::utf8(target_->text().trimmed());
    const auto work = [model = model_, opened = isSame ? document_ : nullptr, options, target,
                          weights = chosenWeights(), overwrite = overwrite_->isChecked()](
                          std::stop_token stop, const TellProgress& tell) -> Outcome {
        const auto failed = [&](const Diagnostic& error) {
            if (error.ruleId == rules::kCancelled.id || stop.stop_requested())
                return Outcome{State::Cancelled, tr("Cancelled; nothing was written.")};
            return Outcome{State::Failed, views::shown(support::toText(error))};
        };
        std::shared_ptr<const session::Document> document = opened;
        if (!document) {
            session::OpenOptions running = options;
            running.stop = stop;
            running.progress = [&](std::string_view stage) { tell(views::shown(stage), -1); };
            auto result = session::openDocument(model, running);
            if (!result)
                return failed(result.error());
            document = *std::move(result);
        }
        io::WriteOptions write;
        write.weights = weights;
        write.overwrite = overwrite;
        write.stop = stop;
        write.progress = [&](std::uint64_t done, std::uint64_t total) {
            tell(tr("%1 of %2").arg(bytesText(done), bytesText(total)),
                total > 0 ? int(100.0 * double(done) / double(total)) : 100);
        };
        auto written = session::exportDocument(*document, target, write);
        if (!written)
            return failed(written.error());
        QStringList lines{tr("Written: %1").arg(bytesText(written->bytes))};
        for (const std::filesystem::path& file : written->files) {
            if (lines.size() > 6) {
                lines << tr("and %1 more").arg(written->files.size() - 6);
                break;
            }
            lines << views::shown(file.string());
        }
        return Outcome{State::Written, lines.join(QLatin1Char('\n'))};
    };
    job_.start(workspace_.general(), work, [this](Outcome outcome) { end(outcome); });
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
