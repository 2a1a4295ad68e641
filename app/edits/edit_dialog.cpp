// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "app/edits/edit_dialog.h"

#include "views/support/fonts.h"
#include "views/support/text.h"

#include <QAbstractItemView>
#include <QCheckBox>
#include <QCompleter>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QStringListModel>
#include <QVBoxLayout>

namespace sidelight::app {
namespace {

constexpr int kWidth = 620;

void setInk(QWidget* widget, const QColor& color)
{
    QPalette own = widget->palette();
    own.setColor(QPalette::WindowText, color);
    widget->setPalette(own);
}

QLineEdit* codeField(const QString& accessibleName, QWidget* parent)
{
    auto* field = new QLineEdit(parent);
    field->setFont(views::codeFont(12));
    field->setAccessibleName(accessibleName);
    return field;
}

} // namespace

EditDialog::EditDialog(Task task, std::shared_ptr<const session::Document> document, EditedNode node, Apply apply,
    const views::Palette& palette, QWidget* parent)
    : QDialog(parent), task_(task), document_(std::move(document)), node_(std::move(node)), apply_(std::move(apply)),
      problem_(new QLabel(this))
{
    setWindowTitle(title());
    setMinimumWidth(kWidth);
    // The window's own colours, which may be dark where the desktop's are light.
    QPalette own = QWidget::palette();
    own.setColor(QPalette::Window, palette.chrome);
    own.setColor(QPalette::Base, palette.background);
    setPalette(own);
    build();
    // Style sheets keep the ink of a window from what is in it.
    for (QLabel* label : findChildren<QLabel*>())
        setInk(label, label == schema_ ? palette.secondaryText : label == problem_ ? palette.error : palette.text);
    if (readers_)
        setInk(readers_, palette.text);
    if (call_)
        followCall();
    adjustSize();
}

QString EditDialog::title() const
{
    const QString name = views::shown(node_.place.isOnnx ? node_.name : "%" + node_.name);
    switch (task_) {
    case Task::Rename:
        return tr("Rename %1").arg(name);
    case Task::Set:
        return tr("Change %1").arg(name);
    case Task::InsertBefore:
        return tr("Insert before %1").arg(name);
    case Task::InsertAfter:
        return tr("Insert after %1").arg(name);
    }
    return {};
}

void EditDialog::build()
{
    auto* heading = new QLabel(title(), this);
    heading->setTextFormat(Qt::PlainText);
    heading->setFont(views::wordFont(15, true));
    auto* form = new QFormLayout;
    form->setHorizontalSpacing(14);
    form->setVerticalSpacing(8);
    const bool isInsertion = task_ == Task::InsertBefore || task_ == Task::InsertAfter;
    if (task_ == Task::Rename || isInsertion) {
        name_ = codeField(tr("Name"), this);
        form->addRow(tr("Name"), name_);
        connect(name_, &QLineEdit::textEdited, this, [this] {
            isNamedByUser_ = true;
            problem_->clear();
        });
    }
    if (task_ != Task::Rename) {
        call_ = codeField(tr("Call"), this);
        schema_ = new QLabel(this);
        schema_->setTextFormat(Qt::PlainText);
        schema_->setWordWrap(true);
        schema_->setFont(views::codeFont(11));
        schema_->setMinimumHeight(QFontMetrics(schema_->font()).height() * 2);
        schema_->setAlignment(Qt::AlignTop | Qt::AlignLeft);
        form->addRow(tr("Call"), call_);
        form->addRow(QString(), schema_);
        words_ = new QStringListModel(this);
        completer_ = new QCompleter(words_, this);
        completer_->setWidget(call_);
        completer_->setFilterMode(Qt::MatchContains);
        completer_->setCaseSensitivity(Qt::CaseInsensitive);
        completer_->setMaxVisibleItems(12);
        completer_->popup()->setFont(views::codeFont(12));
        completer_->popup()->setPalette(QWidget::palette());
        call_->installEventFilter(this);
        connect(call_, &QLineEdit::textEdited, this, [this] {
            problem_->clear();
            followCall();
            complete();
        });
        connect(completer_, qOverload<const QString&>(&QCompleter::activated), this, &EditDialog::insertCompletion);
    }
    if (isInsertion) {
        const QString name = views::shown(node_.place.isOnnx ? node_.name : "%" + node_.name);
        readers_ = new QCheckBox(tr("What reads %1 from there on reads the new node").arg(views::withoutMnemonic(name)), this);
        readers_->setVisible(task_ == Task::InsertAfter);
        readers_->setChecked(task_ == Task::InsertAfter);
        form->addRow(QString(), readers_);
    }
    problem_->setTextFormat(Qt::PlainText);
    problem_->setWordWrap(true);
    problem_->setFont(views::wordFont(12));
    problem_->setAccessibleName(tr("Why it is refused"));
    problem_->setMinimumHeight(QFontMetrics(problem_->font()).height() * 2);
    problem_->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    auto* apply = buttons->addButton(tr("Apply"), QDialogButtonBox::AcceptRole);
    apply->setDefault(true);
    connect(buttons, &QDialogButtonBox::accepted, this, &EditDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &EditDialog::reject);

    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(20, 18, 20, 16);
    layout->setSpacing(12);
    layout->addWidget(heading);
    layout->addLayout(form);
    layout->addWidget(problem_);
    layout->addWidget(buttons);

    if (task_ == Task::Rename) {
        name_->setText(views::shown(node_.name));
        name_->selectAll();
        name_->setFocus();
        return;
    }
    if (task_ == Task::Set) {
        call_->setText(views::shown(node_.call));
        call_->setCursorPosition(0);
    } else {
        // Most are put on the value of the node they stand beside.
        const QString value = views::shown(node_.place.isOnnx ? node_.name : "%" + node_.name);
        call_->setText(node_.place.isOnnx ? QStringLiteral("Relu (%1)").arg(value) : QStringLiteral("torch.ops.aten.relu.default(%1)").arg(value));
        if (task_ == Task::InsertBefore)
            call_->setText(node_.place.isOnnx ? QStringLiteral("Relu ()") : QStringLiteral("torch.ops.aten.relu.default()"));
        call_->setSelection(0, static_cast<int>(call_->text().indexOf(QLatin1Char('('))));
    }
    call_->setFocus();
}

QString EditDialog::schema() const { return schema_ ? schema_->text() : QString(); }
QString EditDialog::problem() const { return problem_->text(); }

void EditDialog::followCall()
{
    schema_->setText(schemaText(*document_, node_, call_->text()));
    if (name_ && !isNamedByUser_)
        name_->setText(views::shown(freeName(*document_, node_, views::utf8(call_->text()))));
}

void EditDialog::complete()
{
    const int cursor = call_->cursorPosition();
    const CallWords found = callWords(*document_, node_, call_->text(), cursor);
    wordFrom_ = found.from;
    const QString prefix = call_->text().mid(found.from, cursor - found.from);
    if (prefix.isEmpty() || found.words.contains(prefix)) {
        completer_->popup()->hide();
        return;
    }
    words_->setStringList(found.words);
    completer_->setCompletionPrefix(prefix);
    if (completer_->completionCount() == 0) {
        completer_->popup()->hide();
        return;
    }
    completer_->popup()->setCurrentIndex(completer_->completionModel()->index(0, 0));
    completer_->complete();
}

void EditDialog::insertCompletion(const QString& word)
{
    const QString text = call_->text();
    const int cursor = call_->cursorPosition();
    call_->setText(text.left(wordFrom_) + word + text.mid(cursor));
    call_->setCursorPosition(wordFrom_ + static_cast<int>(word.size()));
    followCall();
}

bool EditDialog::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == call_ && event->type() == QEvent::KeyPress) {
        const auto* key = static_cast<QKeyEvent*>(event);
        const bool isAsked = key->key() == Qt::Key_Space && key->modifiers() == Qt::ControlModifier;
        if (isAsked) {
            complete();
            return true;
        }
    }
    return QDialog::eventFilter(watched, event);
}

std::vector<std::string> EditDialog::lines() const
{
    ir::Edit edit;
    switch (task_) {
    case Task::Rename:
        edit.kind = ir::Edit::Kind::Rename;
        edit.other = views::utf8(name_->text().trimmed());
        return {editLine(node_, edit)};
    case Task::Set:
        edit.kind = ir::Edit::Kind::Set;
        edit.call = views::utf8(call_->text().trimmed());
        return {editLine(node_, edit)};
    case Task::InsertBefore:
    case Task::InsertAfter:
        break;
    }
    edit.kind = ir::Edit::Kind::Insert;
    edit.node = views::utf8(name_->text().trimmed());
    edit.call = views::utf8(call_->text().trimmed());
    edit.other = node_.name;
    edit.after = task_ == Task::InsertAfter;
    std::vector<std::string> lines{editLine(node_, edit)};
    if (!readers_->isChecked())
        return lines;
    ir::Edit replace;
    replace.kind = ir::Edit::Kind::Replace;
    replace.other = edit.node;
    lines.push_back(editLine(node_, replace));
    return lines;
}

void EditDialog::accept()
{
    const QString why = apply_(lines());
    problem_->setText(why);
    if (why.isEmpty())
        QDialog::accept();
    else
        (call_ ? call_ : name_)->setFocus();
}

} // namespace sidelight::app
