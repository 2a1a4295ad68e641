// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "app/main_window.h"

#include "app/debugger/debugger.h"
#include "app/edits/editor.h"
#include "app/export_dialog.h"
#include "views/panels/diagnostics_panel.h"
#include "views/panels/diff_panel.h"
#include "views/panels/graph_pane.h"
#include "views/panels/inspector.h"
#include "views/panels/pass_strip.h"
#include "views/panels/start_page.h"
#include "views/scene/graph_view.h"
#include "views/support/action_button.h"
#include "views/support/appearance.h"
#include "views/support/elided_label.h"
#include "views/support/fonts.h"
#include "views/support/text.h"

#include <QAction>
#include <QApplication>
#include <QCloseEvent>
#include <QDockWidget>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QMenu>
#include <QSplitter>
#include <QStackedWidget>
#include <QStatusBar>
#include <QTabBar>
#include <QTemporaryDir>
#include <QToolButton>

namespace sidelight::app {
namespace {

constexpr int kLayoutVersion = 1;

QDockWidget* makeDock(const char* name, QWidget* content, QMainWindow* window)
{
    auto* dock = new QDockWidget(window);
    dock->setObjectName(QLatin1String(name));
    dock->setWidget(content);
    dock->setFeatures(
        QDockWidget::DockWidgetClosable | QDockWidget::DockWidgetMovable | QDockWidget::DockWidgetFloatable);
    return dock;
}

} // namespace

MainWindow::MainWindow(Workspace& workspace, Settings& settings, QWidget* parent)
    : QMainWindow(parent), workspace_(workspace), settings_(settings), actions_(this),
      palette_(&views::paletteFor(settings.appearance()))
{
    setWindowTitle(tr("Sidelight"));
    setAcceptDrops(true);
    setFont(views::wordFont(12));
    resize(1600, 1000);
    debugger_ = new Debugger(workspace, actions_, this);
    editor_ = new Editor(actions_, this);
    buildTop();
    buildPanes();
    buildDocks();
    buildStatus();
    writeTexts();
    connectActions();
    connectLanguages();
    connectHands();
    restoreLayout();
    setTextPercent(settings_.textPercent());
    followVisits();
    applyColors();
    followState();
}

MainWindow::~MainWindow()
{
    // Docks, tabs and views still signal while Qt takes the window apart, when our own members are gone.
    for (QObject* child : findChildren<QObject*>())
        child->disconnect(this);
}

void MainWindow::buildTop()
{
    auto* bar = new QWidget(this);
    bar->setObjectName(QStringLiteral("topBar"));
    bar->setAttribute(Qt::WA_StyledBackground);
    bar->setFixedHeight(47);

    menuButton_ = new QToolButton(bar);
    menuButton_->setObjectName(QStringLiteral("menuButton"));
    menuButton_->setFont(views::wordFont(14, true));
    menuButton_->setPopupMode(QToolButton::InstantPopup);
    menuButton_->setFocusPolicy(Qt::TabFocus);
    auto* menu = new QMenu(menuButton_);
    recentMenu_ = new QMenu(menu);
    connect(recentMenu_, &QMenu::aboutToShow, this, &MainWindow::fillRecent);
    actions_.fillMainMenu(menu, recentMenu_);
    menuButton_->setMenu(menu);

    tabs_ = new QTabBar(bar);
    tabs_->setObjectName(QStringLiteral("modelTabs"));
    tabs_->setFont(views::wordFont(13));
    tabs_->setDrawBase(false);
    tabs_->setExpanding(false);
    tabs_->setElideMode(Qt::ElideRight);
    tabs_->setTabsClosable(false);
    tabs_->setUsesScrollButtons(true);
    tabs_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);

    findField_ = new QLineEdit(bar);
    findField_->setObjectName(QStringLiteral("findField"));
    findField_->setFont(views::wordFont(12));
    findField_->setFixedWidth(220);
    findField_->setFixedHeight(28);
    findField_->setClearButtonEnabled(true);
    findCount_ = new QLabel(bar);
    findCount_->setObjectName(QStringLiteral("dockNote"));
    findCount_->setFont(views::wordFont(11));

    auto* layout = new QHBoxLayout(bar);
    layout->setContentsMargins(10, 0, 16, 0);
    layout->setSpacing(8);
    layout->addWidget(menuButton_);
    layout->addWidget(tabs_, 3, Qt::AlignVCenter);
    for (const Act act : {Act::Restart, Act::Back, Act::Step, Act::NextPass, Act::Finish}) {
        buttons_.push_back(new views::ActionButton(actions_[act], views::ActionButton::Kind::Plain, bar));
        buttons_.back()->setShowingShortcut(act != Act::Restart);
        layout->addWidget(buttons_.back());
        stepButtons_.push_back(buttons_.back());
    }
    layout->addStretch(2);
    layout->addWidget(findCount_);
    layout->addWidget(findField_);
    for (const Act act : {Act::Verify, Act::Stop}) {
        buttons_.push_back(new views::ActionButton(actions_[act], views::ActionButton::Kind::Plain, bar));
        buttons_.back()->setShowingShortcut(false);
        layout->addWidget(buttons_.back());
        connect(actions_[act], &QAction::changed, buttons_.back(),
            [button = buttons_.back(), action = actions_[act]] { button->setVisible(action->isVisible()); });
    }
    buttons_.push_back(new views::ActionButton(actions_[Act::Export], views::ActionButton::Kind::Primary, bar));
    buttons_.back()->setShowingShortcut(false);
    buttons_.back()->setMinimumWidth(92);
    layout->addWidget(buttons_.back());

    passStrip_ = new views::PassStrip(this);
    connect(passStrip_, &views::PassStrip::itemActivated, this, [this](std::size_t item) {
        if (current_)
            current_->goTo(views::endOfItem(current_->passes()->counts(), item));
    });
    connect(passStrip_, &views::PassStrip::positionSought, this, [this](const views::Position& position) {
        if (current_)
            current_->goTo(position);
    });
    auto* top = new QWidget(this);
    auto* column = new QVBoxLayout(top);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(bar);
    column->addWidget(passStrip_);
    setMenuWidget(top);
}

void MainWindow::buildPanes()
{
    center_ = new QStackedWidget(this);
    startPage_ = new views::StartPage(center_);
    auto* splitter = paneSplitter_ = new QSplitter(Qt::Horizontal, center_);
    center_->addWidget(startPage_);
    center_->addWidget(splitter);
    splitter->setObjectName(QStringLiteral("paneSplitter"));
    splitter->setHandleWidth(1);
    splitter->setChildrenCollapsible(true);
    fxPane_ = new views::GraphPane(QString(), splitter);
    onnxPane_ = new views::GraphPane(QString(), splitter);
    splitter->addWidget(fxPane_);
    splitter->addWidget(onnxPane_);
    splitter->setSizes({1, 1});
    setCentralWidget(center_);
    connectPane(Side::Fx);
    connectPane(Side::Onnx);
}

void MainWindow::connectPane(Side side)
{
    views::GraphView* view = pane(side)->view();
    view->setShowingValueNames(settings_.isShowingValueNames());
    view->addAction(actions_[Act::Toggle]);
    view->addAction(actions_[Act::ExpandBelow]);
    connect(view, &views::GraphView::selectionChanged, this, [this, side](const std::set<NodePath>& paths) {
        lastFocused_ = side;
        if (current_)
            current_->select(side, paths);
    });
    connect(view, &views::GraphView::toggled, this, [this, side](const display::BoxKey& key) {
        if (current_)
            current_->toggle(side, key);
    });
    connect(view, &views::GraphView::expandBelowWanted, this, [this, side](const display::BoxKey& key) {
        if (current_)
            current_->expandBelow(side, key);
    });
    connect(view, &views::GraphView::menuRequested, this, [this, side](const QPoint& at) {
        lastFocused_ = side;
        auto* menu = new QMenu(this);
        menu->setAttribute(Qt::WA_DeleteOnClose);
        actions_.fillGraphMenu(menu);
        menu->popup(at);
    });
    connect(view, &views::GraphView::boxHovered, this,
        [this, side](const std::set<NodePath>& paths) { preview(side, paths); });
    connect(view, &views::GraphView::edgeSelected, this, [this, side](const display::DisplayEdge& edge) {
        if (current_)
            current_->inspectEdge(side, edge);
    });
    connect(view, &views::GraphView::hovered, this, [this](const QString& text) {
        if (current_ && current_->document() && !current_->isBusy())
            say(text.isEmpty() ? current_->summary() : text);
    });
    connect(view, &views::GraphView::graphPainted, this, &MainWindow::graphPainted);
}

void MainWindow::buildDocks()
{
    inspector_ = new views::Inspector(this);
    inspectorDock_ = makeDock("inspectorDock", inspector_, this);
    // A slim handle instead of a title: the inspected thing is the title.
    auto* handle = new QWidget(inspectorDock_);
    handle->setFixedHeight(7);
    handle->setObjectName(QStringLiteral("inspectorPane"));
    handle->setAttribute(Qt::WA_StyledBackground);
    handle->setCursor(Qt::SizeAllCursor);
    inspectorDock_->setTitleBarWidget(handle);
    addDockWidget(Qt::RightDockWidgetArea, inspectorDock_);
    connect(inspector_, &views::Inspector::linkActivated, this, &MainWindow::followLink);

    auto* title = new QWidget(this);
    title->setObjectName(QStringLiteral("dockTitle"));
    title->setAttribute(Qt::WA_StyledBackground);
    title->setFixedHeight(38);
    panelTabs_ = new QTabBar(title);
    panelTabs_->setObjectName(QStringLiteral("dockTabs"));
    panelTabs_->setFont(views::wordFont(13, true));
    panelTabs_->setDrawBase(false);
    panelTabs_->setExpanding(false);
    panels_ = new QStackedWidget(this);
    diagnosticsPanel_ = new views::DiagnosticsPanel(this);
    connect(diagnosticsPanel_, &views::DiagnosticsPanel::diagnosticActivated, this, &MainWindow::showDiagnostic);
    panels_->addWidget(diagnosticsPanel_);
    for (const Act act : kPanels) {
        panelTabs_->addTab(QString());
        if (act != Act::ShowDiagnostics)
            panels_->addWidget(new QWidget(panels_)); // Made when it is first shown.
    }

    auto* row = new QHBoxLayout(title);
    row->setContentsMargins(2, 0, 16, 0);
    row->setSpacing(10);
    row->addWidget(panelTabs_);
    row->addStretch(1);
    row->addWidget(diagnosticsPanel_->filterBar());
    panelDock_ = makeDock("panelDock", panels_, this);
    panelDock_->setTitleBarWidget(title);
    panelDock_->installEventFilter(this);
    addDockWidget(Qt::BottomDockWidgetArea, panelDock_);
    setCorner(Qt::BottomRightCorner, Qt::BottomDockWidgetArea);
    resizeDocks({inspectorDock_}, {374}, Qt::Horizontal);
    connect(panelTabs_, &QTabBar::currentChanged, this, [this](int tab) {
        showPanel(kPanels[static_cast<std::size_t>(std::max(tab, 0))]);
    });
}

void MainWindow::buildStatus()
{
    status_ = new views::ElidedLabel(Qt::ElideRight, this);
    status_->setObjectName(QStringLiteral("statusText"));
    status_->setFont(views::wordFont(11));
    status_->setContentsMargins(12, 0, 0, 0);
    command_ = new QToolButton(this);
    command_->setObjectName(QStringLiteral("commandLabel"));
    command_->setFont(views::codeFont(11));
    connect(command_, &QToolButton::clicked, actions_[Act::CopyCommand], &QAction::trigger);
    statusBar()->setSizeGripEnabled(false);
    statusBar()->addWidget(status_, 1);
    statusBar()->addPermanentWidget(command_);
}

void MainWindow::restoreLayout()
{
    if (const QByteArray geometry = settings_.blob("geometry"); !geometry.isEmpty())
        restoreGeometry(geometry);
    if (const QByteArray state = settings_.blob("layout"); !state.isEmpty())
        restoreState(state, kLayoutVersion);
    actions_[Act::ShowInspector]->setChecked(!inspectorDock_->isHidden());
    actions_[Act::ShowPanel]->setChecked(!panelDock_->isHidden());
    actions_[Act::ValueNames]->setChecked(settings_.isShowingValueNames());
    if (const QByteArray panes = settings_.blob("panes"); !panes.isEmpty())
        paneSplitter_->restoreState(panes);
    actions_[Act::StackPanes]->setChecked(paneSplitter_->orientation() == Qt::Vertical);
    if (settings_.blob("panes-swapped") == "1")
        paneSplitter_->insertWidget(0, onnxPane_);
    const QByteArray hidden = settings_.blob("panes-hidden");
    actions_[Act::ShowFx]->setChecked(hidden != "fx");
    actions_[Act::ShowOnnx]->setChecked(hidden != "onnx");
    actions_[Act::FlowRight]->setChecked(settings_.blob("flow-right") == "1");
    const views::Appearance appearance = settings_.appearance();
    actions_[appearance == views::Appearance::Contrast ? Act::AppearanceContrast
             : appearance == views::Appearance::Dark  ? Act::AppearanceDark
             : appearance == views::Appearance::Light ? Act::AppearanceLight
                                                      : Act::AppearanceSystem]
        ->setChecked(true);
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    inspectorDock_->setVisible(actions_[Act::ShowInspector]->isChecked());
    panelDock_->setVisible(actions_[Act::ShowPanel]->isChecked());
    settings_.setBlob("geometry", saveGeometry());
    settings_.setBlob("layout", saveState(kLayoutVersion));
    settings_.setBlob("panes", paneSplitter_->saveState());
    settings_.setBlob("panes-swapped", paneSplitter_->indexOf(onnxPane_) == 0 ? "1" : "0");
    settings_.setBlob("panes-hidden", !actions_[Act::ShowFx]->isChecked()     ? "fx"
                                      : !actions_[Act::ShowOnnx]->isChecked() ? "onnx"
                                                                              : "");
    settings_.setBlob("flow-right", actions_[Act::FlowRight]->isChecked() ? "1" : "0");
    event->accept();
}

bool MainWindow::eventFilter(QObject* watched, QEvent* event)
{
    // The border of a dock is dragged by the window itself, which tells nobody.
    if (watched == panelDock_ && event->type() == QEvent::Resize && QApplication::mouseButtons() == Qt::LeftButton)
        isPanelSizedByUser_ = true;
    return QMainWindow::eventFilter(watched, event);
}

void MainWindow::changeEvent(QEvent* event)
{
    QMainWindow::changeEvent(event);
    if (event->type() == QEvent::ApplicationPaletteChange && settings_.appearance() == views::Appearance::System)
        applyColors();
    if (event->type() == QEvent::LanguageChange)
        followLanguage();
}

void MainWindow::setAppearance(views::Appearance appearance)
{
    settings_.setAppearance(appearance);
    applyColors();
}

void MainWindow::applyColors()
{
    palette_ = &views::paletteFor(settings_.appearance());
    setPalette(views::toQPalette(*palette_));
    setStyleSheet(views::styleSheetFor(*palette_));
    for (views::ActionButton* button : buttons_)
        button->setColors(*palette_);
    passStrip_->setColors(*palette_);
    fxPane_->setColors(*palette_);
    onnxPane_->setColors(*palette_);
    inspector_->setColors(*palette_);
    diagnosticsPanel_->setColors(*palette_);
    debugger_->setColors(*palette_);
    editor_->setColors(*palette_);
    if (diffPanel_)
        diffPanel_->setColors(*palette_);
}

} // namespace sidelight::app
