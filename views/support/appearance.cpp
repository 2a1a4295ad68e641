// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "views/support/appearance.h"

#include <QGuiApplication>

#include <utility>

namespace sidelight::views {
namespace {

// Names in angle brackets are replaced by the palette's colours.
constexpr char kStyle[] = R"(
QMainWindow, #topBar, QStatusBar { background: <chrome>; }
QMainWindow::separator { background: <line>; width: 1px; height: 1px; }
#topBar { border-bottom: 1px solid <line>; }
#passStrip { background: <chrome>; border: none; border-bottom: 1px solid <line>; }
QStatusBar { border-top: 1px solid <line>; color: <secondary>; }
QStatusBar::item { border: none; }
#statusText { color: <secondary>; }
#menuButton { border: none; background: transparent; color: <text>; padding: 4px 6px; border-radius: 6px; }
#menuButton:hover, #menuButton:open { background: <hover>; }
#menuButton::menu-indicator { image: none; width: 0; }
#commandLabel { color: <secondary>; border: none; background: transparent; padding: 2px 6px; border-radius: 4px; }
#commandLabel:hover { background: <hover>; color: <text>; }
#modelTabs { background: transparent; }
#modelTabs::tab { background: transparent; border: 1px solid transparent; border-radius: 6px; padding: 5px 10px; margin-right: 6px; color: <secondary>; }
#modelTabs::tab:selected { background: <background>; border-color: <line>; color: <text>; }
#modelTabs::tab:hover:!selected { background: <hover>; }
#dockTabs { background: transparent; }
#dockTabs::tab { background: transparent; border: none; border-bottom: 2px solid transparent; padding: 8px 2px 6px 2px; margin-left: 14px; margin-right: 14px; color: <secondary>; }
#dockTabs::tab:selected { color: <text>; border-bottom-color: <accent>; }
#dockTabs::tab:hover:!selected { color: <text>; }
#dockTitle { background: <background>; border-bottom: 1px solid <line>; }
#paneHeader { background: <pane>; }
#paneTitle, #inspectorTitle { color: <text>; }
#paneNote, #inspectorSubtitle, #dockNote { color: <secondary>; }
#inspectorPane, #inspectorBody, #panelBody { background: <background>; border: none; }
#paneSplitter::handle { background: <line>; }
#startPage { background: <pane>; }
#startTitle { color: <text>; }
#startHead { color: <secondary>; }
#dropZone { border: 2px dashed <line>; border-radius: 12px; color: <secondary>; background: <background>; }
#startFile { text-align: left; border: 1px solid transparent; background: transparent; color: <accent>; padding: 5px 8px; }
#startFile:hover { background: <hover>; }
#startFile:focus { border-color: <accent>; }
#findField { background: <background>; border: 1px solid <line>; border-radius: 6px; padding: 4px 10px; color: <text>; selection-background-color: <accent>; selection-color: <accentText>; }
#findField:focus { border-color: <accent>; }
QPushButton { background: <background>; color: <text>; border: 1px solid <line>; border-radius: 6px; padding: 5px 16px; }
QPushButton:hover { background: <hover>; }
QPushButton:focus { border-color: <text>; }
QPushButton:default { background: <accent>; color: <accentText>; border-color: <accent>; }
QPushButton:disabled { background: <chrome>; color: <secondary>; border-color: <line>; }
QDialog QLineEdit { background: <background>; color: <text>; border: 1px solid <line>; border-radius: 6px; padding: 4px 8px; }
QDialog QLineEdit:focus { border-color: <accent>; }
#levelButton { border: 1px solid <line>; border-radius: 9px; padding: 1px 9px; color: <secondary>; background: transparent; }
#levelButton:checked { background: <hover>; color: <text>; border-color: <accent>; }
#levelButton:focus { border-color: <accent>; }
QTableView, QListView { background: <background>; border: none; color: <text>; selection-background-color: <hover>; selection-color: <text>; outline: none; }
QHeaderView::section { background: <background>; color: <secondary>; border: none; padding: 3px 6px; }
#panelBody QHeaderView::section:first { padding-left: 16px; }
QSlider#changeSlider { min-height: 16px; background: transparent; }
QSlider#changeSlider::groove:horizontal { height: 5px; border-radius: 2px; background: <line>; }
QSlider#changeSlider::sub-page:horizontal { height: 5px; border-radius: 2px; background: <accent>; }
QSlider#changeSlider::handle:horizontal { width: 12px; margin: -4px 0; border-radius: 6px; background: <background>; border: 2px solid <accent>; }
QSlider#changeSlider:focus::handle:horizontal, QSlider#changeSlider::handle:horizontal:hover { border-color: <text>; }
QSlider#changeSlider:disabled::handle:horizontal { border-color: <line>; }
QToolTip { background: <background>; color: <text>; border: 1px solid <line>; padding: 3px; }
QMenu { background: <background>; color: <text>; border: 1px solid <line>; padding: 4px; }
QMenu::item { padding: 5px 28px 5px 24px; border-radius: 4px; }
QMenu::item:selected { background: <hover>; color: <text>; }
QMenu::item:disabled { color: <secondary>; }
QMenu::separator { height: 1px; background: <line>; margin: 4px 6px; }
QScrollBar:vertical { background: transparent; width: 11px; margin: 0; }
QScrollBar:horizontal { background: transparent; height: 11px; margin: 0; }
QScrollBar::handle { background: <line>; border-radius: 4px; min-height: 26px; min-width: 26px; margin: 2px; }
QScrollBar::handle:hover { background: <edge>; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
)";

bool isDark(const QColor& window)
{
    return window.lightness() < 128;
}

} // namespace

bool isSystemDark()
{
    return isDark(QGuiApplication::palette().color(QPalette::Window));
}

const Palette& paletteFor(Appearance appearance)
{
    if (appearance == Appearance::Contrast)
        return contrastPalette();
    const bool wantsDark = appearance == Appearance::Dark || (appearance == Appearance::System && isSystemDark());
    return wantsDark ? darkPalette() : lightPalette();
}

QPalette toQPalette(const Palette& p)
{
    QPalette palette;
    palette.setColor(QPalette::Window, p.chrome);
    palette.setColor(QPalette::WindowText, p.text);
    palette.setColor(QPalette::Base, p.background);
    palette.setColor(QPalette::AlternateBase, p.pane);
    palette.setColor(QPalette::Text, p.text);
    palette.setColor(QPalette::PlaceholderText, p.secondaryText);
    palette.setColor(QPalette::Button, p.background);
    palette.setColor(QPalette::ButtonText, p.text);
    palette.setColor(QPalette::BrightText, p.error);
    palette.setColor(QPalette::ToolTipBase, p.background);
    palette.setColor(QPalette::ToolTipText, p.text);
    palette.setColor(QPalette::Highlight, p.accent);
    palette.setColor(QPalette::HighlightedText, p.accentText);
    palette.setColor(QPalette::Link, p.accent);
    palette.setColor(QPalette::LinkVisited, p.accent);
    palette.setColor(QPalette::Light, p.background);
    palette.setColor(QPalette::Midlight, p.hover);
    palette.setColor(QPalette::Mid, p.line);
    palette.setColor(QPalette::Dark, p.edge);
    palette.setColor(QPalette::Shadow, p.nodeBorder);
    for (const QPalette::ColorRole role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        palette.setColor(QPalette::Disabled, role, p.erased);
    return palette;
}

QString styleSheetFor(const Palette& p)
{
    QString sheet = QString::fromLatin1(kStyle);
    const std::pair<const char*, QColor> names[] = {{"chrome", p.chrome}, {"line", p.line},
        {"secondary", p.secondaryText}, {"text", p.text}, {"hover", p.hover}, {"background", p.background},
        {"accentText", p.accentText}, {"accent", p.accent}, {"pane", p.pane}, {"edge", p.edge}};
    for (const auto& [name, color] : names)
        sheet.replace(QStringLiteral("<%1>").arg(QLatin1String(name)), color.name());
    return sheet;
}

} // namespace sidelight::views
