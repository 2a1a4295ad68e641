// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDialog>
#include <QPointer>
#include <QStringList>

#include <vector>

class QAction;
class QLineEdit;
class QListWidget;

namespace sidelight::app {

/// A field over a list of commands: typing narrows it, Enter runs the marked one. What starts with another word is
/// looked for among the nodes.
class CommandPalette final : public QDialog
{
    Q_OBJECT

public:
    CommandPalette(const QList<QAction*>& actions, QWidget* parent = nullptr);

    [[nodiscard]] QLineEdit* field() const { return field_; }
    /// Texts of the list, as shown.
    [[nodiscard]] QStringList shownTexts() const;

signals:
    /// The last row was chosen: find this text among the nodes.
    void nodesWanted(const QString& text);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void follow();
    void runCurrent();

    struct Entry
    {
        QPointer<QAction> action;
        QString text;
    };
    std::vector<Entry> entries_;
    QLineEdit* field_;
    QListWidget* list_;
};

/// The text of an action without its mnemonic's mark.
QString plainText(const QAction& action);

/// All shortcuts in a window, for reading.
class ShortcutSheet final : public QDialog
{
    Q_OBJECT

public:
    ShortcutSheet(const QList<QAction*>& actions, QWidget* parent = nullptr);
    [[nodiscard]] int rowCount() const;
};

} // namespace sidelight::app
