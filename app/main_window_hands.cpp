// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
// Going back and forth in MainWindow: visits, diagnostics, panes, sizes of text, commands by name.

#include "app/command_palette.h"
#include "app/export_dialog.h"
#include "app/main_window.h"
#include "views/panels/diagnostics_panel.h"
#include "views/panels/graph_pane.h"
#include "views/panels/inspector.h"
#include "views/panels/start_page.h"
#include "views/scene/graph_view.h"
#include "views/support/fonts.h"
#include "views/support/text.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QFontInfo>
#include <QDir>
#include <QDockWidget>
#include <QLineEdit>
#include <QSplitter>
#include <QStackedWidget>
#include <QTemporaryDir>

#include <algorithm>

namespace sidelight::app {
namespace {

constexpr std::size_t kMostVisits = 200;
constexpr int kTextStep = 10;

/// The bundled samples: beside an installed program, else in the source tree.
QStringList sampleFiles()
{
    const QStringList folders{QCoreApplication::applicationDirPath() + QStringLiteral("/../share/sidelight/samples"),
        QStringLiteral(SIDELIGHT_SAMPLES)};
    for (const QString& folder : folders) {
        const QDir dir(folder);
        QStringList files;
        for (const QString& name : dir.entryList({QStringLiteral("*.pt2")}, QDir::Files, QDir::Name))
            files << dir.canonicalPath() + QLatin1Char('/') + name;
        if (!files.isEmpty())
            return files;
    }
    return {};
}

QStringList thatExist(QStringList files)
{
    files.erase(std::remove_if(files.begin(), files.end(), [](const QString& file) { return !QFile::exists(file); }),
        files.end());
    return files;
}

} // namespace

void MainWindow::connectHands()
{
    const auto on = [this](Act act, auto run) { connect(actions_[act], &QAction::triggered, this, run); };
    on(Act::GoBack, [this] { goToVisit(-1); });
    on(Act::GoForward, [this] { goToVisit(1); });
    on(Act::NextDiagnostic, [this] { stepDiagnostic(1); });
    on(Act::PreviousDiagnostic, [this] { stepDiagnostic(-1); });
    on(Act::ShowFx, [this] { followPanes(); });
    on(Act::ShowOnnx, [this] { followPanes(); });
    on(Act::SwapPanes, [this] { paneSplitter_->insertWidget(0, paneSplitter_->widget(1)); });
    on(Act::StackPanes, [this](bool isOn) { paneSplitter_->setOrientation(isOn ? Qt::Vertical : Qt::Horizontal); });
    on(Act::FlowRight, [this](bool isOn) {
        for (ModelSession* session : sessions_)
            session->setLeftToRight(isOn);
    });
    on(Act::LargerText, [this] { setTextPercent(settings_.textPercent() + kTextStep); });
    on(Act::SmallerText, [this] { setTextPercent(settings_.textPercent() - kTextStep); });
    on(Act::NormalText, [this] { setTextPercent(100); });
    on(Act::Palette, [this] { showPalette(); });
    on(Act::PasteGraph, [this] { openText(QGuiApplication::clipboard()->text()); });
    on(Act::Shortcuts, [this] {
        auto* sheet = new ShortcutSheet(actions_.all(), this);
        sheet->setAttribute(Qt::WA_DeleteOnClose);
        sheet->open();
    });
    on(Act::RepeatExport, [this] {
        exportModel();
        if (exportDialog_ && lastExport_ && current_->document() && current_->document()->exportable) {
            exportDialog_->choose(*lastExport_);
            exportDialog_->start();
        }
    });
    connect(startPage_, &views::StartPage::openRequested, actions_[Act::Open], &QAction::trigger);
    connect(startPage_, &views::StartPage::fileActivated, this, [this](const QString& file) {
        openModel(views::utf8(file));
    });
}

void MainWindow::openText(const QString& text)
{
    const QByteArray content = text.toUtf8();
    if (content.trimmed().isEmpty()) {
        say(tr("Nothing to paste: the clipboard has no text"));
        return;
    }
    if (!pasted_)
        pasted_ = std::make_unique<QTemporaryDir>();
    // onnx's own text begins with its header.
    const bool isOnnx = content.trimmed().startsWith('<');
    const QString path = pasted_->filePath(QStringLiteral("pasted-%1.%2").arg(++pastes_).arg(isOnnx ? QLatin1String("onnxtxt") : QLatin1String("txt")));
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size()) {
        say(tr("Not pasted: %1").arg(file.errorString()));
        return;
    }
    file.close();
    openModel(views::utf8(path));
}

void MainWindow::followStart()
{
    center_->setCurrentIndex(current_ ? 1 : 0);
    // There is nothing to inspect or to tell of while nothing is open.
    inspectorDock_->setVisible(current_ && actions_[Act::ShowInspector]->isChecked());
    panelDock_->setVisible(current_ && actions_[Act::ShowPanel]->isChecked());
    if (!current_) {
        startPage_->setSamples(sampleFiles());
        startPage_->setRecentFiles(thatExist(settings_.recentFiles()));
    }
}

void MainWindow::followPanes()
{
    const auto& document = current_ ? current_->document() : nullptr;
    const bool hasFx = !document || document->hasProgram();
    const bool wantsFx = actions_[Act::ShowFx]->isChecked();
    const bool wantsOnnx = actions_[Act::ShowOnnx]->isChecked();
    // One graph is always there.
    const bool hasOnnx = !document || document->hasModel() || !current_->isBody();
    const bool showsFx = hasFx && (wantsFx || !wantsOnnx || !hasOnnx);
    fxPane_->setVisible(showsFx);
    onnxPane_->setVisible(hasOnnx && (wantsOnnx || !showsFx));
}

void MainWindow::remember(Side side, const std::set<NodePath>& paths)
{
    if (isGoing_ || paths.empty() || !current_)
        return;
    const Visit visit{current_, side, paths};
    if (visitAt_ < visits_.size() && visits_[visitAt_] == visit)
        return;
    if (!visits_.empty())
        visits_.resize(std::min(visits_.size(), visitAt_ + 1));
    if (visits_.size() == kMostVisits)
        visits_.erase(visits_.begin());
    visits_.push_back(visit);
    visitAt_ = visits_.size() - 1;
    followVisits();
}

void MainWindow::forget(const ModelSession* session)
{
    std::erase_if(visits_, [&](const Visit& visit) { return visit.session == session; });
    visitAt_ = visits_.empty() ? 0 : visits_.size() - 1;
    followVisits();
}

void MainWindow::followVisits()
{
    actions_[Act::GoBack]->setEnabled(!visits_.empty() && visitAt_ > 0);
    actions_[Act::GoForward]->setEnabled(visitAt_ + 1 < visits_.size());
}

void MainWindow::goToVisit(int step)
{
    if ((step < 0 && visitAt_ == 0) || (step > 0 && visitAt_ + 1 >= visits_.size()))
        return;
    visitAt_ = step < 0 ? visitAt_ - 1 : visitAt_ + 1;
    const Visit visit = visits_[visitAt_];
    isGoing_ = true;
    showSession(visit.session);
    visit.session->select(visit.side, visit.paths);
    pane(visit.side)->view()->revealSelection();
    isGoing_ = false;
    followVisits();
}

void MainWindow::stepDiagnostic(int step)
{
    const int count = current_ ? current_->diagnostics()->rowCount() : 0;
    if (count == 0)
        return;
    diagnosticAt_ = diagnosticAt_ < 0 || diagnosticAt_ >= count ? (step > 0 ? 0 : count - 1)
                                                                : (diagnosticAt_ + step + count) % count;
    showPanel(Act::ShowDiagnostics);
    const int at = diagnosticAt_;
    showDiagnostic(current_->diagnostics()->diagnostics()[static_cast<std::size_t>(at)]);
    diagnosticAt_ = at;
    diagnosticsPanel_->selectDiagnostic(at);
}

namespace {

/// Also of a font whose size was given in points, as the desktop's are.
double pixelsOf(const QFont& font)
{
    return font.pixelSize() > 0 ? font.pixelSize() : QFontInfo(font).pixelSize();
}

} // namespace

void MainWindow::setTextPercent(int percent)
{
    const double before = pixelsOf(QApplication::font());
    settings_.setTextPercent(percent);
    const int pixels = qRound(12 * settings_.textPercent() / 100.0);
    QFont font = QApplication::font();
    font.setPixelSize(pixels);
    QApplication::setFont(font);
    if (pixels == qRound(before))
        return;
    for (QWidget* widget : findChildren<QWidget*>()) {
        if (!widget->testAttribute(Qt::WA_SetFont))
            continue;
        // The size that was meant is kept, so that steps do not add up their rounding.
        const QVariant meant = widget->property("meantPixels");
        const double base = meant.isValid() ? meant.toDouble() : pixelsOf(widget->font()) * 12.0 / before;
        widget->setProperty("meantPixels", base);
        QFont own = widget->font();
        own.setPixelSize(std::max(1, qRound(base * pixels / 12.0)));
        widget->setFont(own);
    }
    setFont(views::wordFont(12));
    const double scale = std::max(1.0, pixels / 12.0);
    findField_->setFixedHeight(qRound(28 * scale));
    findChild<QWidget*>(QStringLiteral("topBar"))->setFixedHeight(qRound(47 * scale));
    findChild<QWidget*>(QStringLiteral("dockTitle"))->setFixedHeight(qRound(38 * scale));
    applyColors();
    say(tr("Text at %1 %").arg(settings_.textPercent()));
}

void MainWindow::showPalette()
{
    auto* palette = new CommandPalette(actions_.all(), this);
    palette->setAttribute(Qt::WA_DeleteOnClose);
    connect(palette, &CommandPalette::nodesWanted, this, [this](const QString& text) {
        find(text);
        findField_->setFocus(Qt::ShortcutFocusReason);
    });
    palette->open();
}

} // namespace sidelight::app
