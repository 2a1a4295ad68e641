// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/support/palette.h"

// moc reads no concepts.
#ifndef Q_MOC_RUN
#include "app/edits/edit_words.h"
#endif

#include <QDialog>

#include <functional>

class QCheckBox;
class QCompleter;
class QLabel;
class QLineEdit;
class QPushButton;
class QStringListModel;

namespace sidelight::app {

/// Asks for what an edit of one node needs: a name, a call with completion from the schemas, or both. A refused edit is told in place, and the dialog stays.
class EditDialog final : public QDialog
{
    Q_OBJECT

public:
    enum class Task : std::uint8_t
    {
        Rename,
        Set,
        InsertBefore,
        InsertAfter
    };
    /// Makes the lines, one edit after another; returns why not, or nothing when they were made.
    using Apply = std::function<QString(const std::vector<std::string>& lines)>;

    EditDialog(Task task, std::shared_ptr<const session::Document> document, EditedNode node, Apply apply,
        const views::Palette& palette, QWidget* parent = nullptr);

    [[nodiscard]] QLineEdit* nameField() const { return name_; }
    [[nodiscard]] QLineEdit* callField() const { return call_; }
    [[nodiscard]] QCheckBox* readersBox() const { return readers_; }
    [[nodiscard]] QCompleter* completer() const { return completer_; }
    [[nodiscard]] QString schema() const;
    [[nodiscard]] QString problem() const;

public slots:
    void accept() override;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void build();
    void followCall();
    void complete();
    void insertCompletion(const QString& word);
    [[nodiscard]] std::vector<std::string> lines() const;
    [[nodiscard]] QString title() const;

    Task task_;
    std::shared_ptr<const session::Document> document_;
    EditedNode node_;
    Apply apply_;
    bool isNamedByUser_ = false;
    int wordFrom_ = 0;
    QLineEdit* name_ = nullptr;
    QLineEdit* call_ = nullptr;
    QLabel* schema_ = nullptr;
    QCheckBox* readers_ = nullptr;
    QLabel* problem_;
    QStringListModel* words_ = nullptr;
    QCompleter* completer_ = nullptr;
};

} // namespace sidelight::app
