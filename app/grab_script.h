// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>

#include <string>
#include <vector>

namespace sidelight::app {

class MainWindow;

/// Drives a window for pictures, tests and measurements, one action after the other, each when the graphs of the one
/// before are laid out:
///   expand NAME | expand-onnx NAME | expand-all | collapse-all | depth N | click NAME | step [N] | back [N] | next-pass [N] |
///   finish | restart | pass ID | select %NODE | select-onnx PATH | find TEXT | panel diagnostics|passes|changes|history|coverage|diff|log |
///   stop EXPRESSION | match | body |
///   hide inspector|panel | diagnostic N | fit | zoom-selection | zoom FACTOR | light | dark | contrast | text PERCENT |
///   verify | stack | swap | flow-right | hide-fx | hide-onnx | edge N | names | size WIDTHxHEIGHT | export-dialog |
///   shortcuts | commands | top | time ACTION
/// `click` presses the mark that opens the first box whose title holds NAME; `time` prints the milliseconds from an
/// action to its painted graph.
class GrabScript final : public QObject
{
    Q_OBJECT

public:
    GrabScript(MainWindow& window, std::vector<std::string> actions, QObject* parent = nullptr);

    void start();

signals:
    /// Everything ran and the window is still; `problem` says which action was not understood.
    void ended(const QString& problem);

private:
    void advance();
    [[nodiscard]] bool run(const QString& verb, const QString& rest);
    [[nodiscard]] bool click(const QString& title);
    [[nodiscard]] bool time(const QString& action);

    MainWindow& window_;
    std::vector<std::string> actions_;
    std::size_t next_ = 0;
    bool isTiming_ = false; ///< A painted graph is waited for.
};

} // namespace sidelight::app
