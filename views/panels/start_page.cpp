// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "views/panels/start_page.h"

#include "views/support/fonts.h"
#include "views/support/in_every_language.h"
#include "views/support/text.h"

#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace sidelight::views {
namespace {

QLabel* makeLabel(const char* name, const QFont& font, const QString& text, QWidget* parent)
{
    auto* label = new QLabel(text, parent);
    label->setObjectName(QLatin1String(name));
    label->setFont(font);
    label->setTextFormat(Qt::PlainText);
    label->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    return label;
}

} // namespace

StartPage::StartPage(QWidget* parent)
    : QWidget(parent), samplesHead_(makeLabel("startHead", wordFont(12, true), {}, this)),
      recentHead_(makeLabel("startHead", wordFont(12, true), {}, this)), samples_(new QVBoxLayout),
      recent_(new QVBoxLayout)
{
    setObjectName(QStringLiteral("startPage"));
    setAttribute(Qt::WA_StyledBackground);
    auto* title = makeLabel("startTitle", wordFont(22, true), {}, this);
    auto* drop = makeLabel("dropZone", wordFont(13), {}, this);
    drop->setAlignment(Qt::AlignCenter);
    drop->setFixedHeight(170);
    drop->setMinimumWidth(560);
    drop->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto* open = new QPushButton(this);
    open->setFont(wordFont(13));
    open->setDefault(true);
    connect(open, &QPushButton::clicked, this, &StartPage::openRequested);

    auto* lists = new QHBoxLayout;
    lists->setSpacing(40);
    for (const auto& [head, column] : {std::pair{samplesHead_, samples_}, std::pair{recentHead_, recent_}}) {
        auto* list = new QVBoxLayout;
        list->setSpacing(8);
        list->addWidget(head);
        list->addLayout(column);
        list->addStretch(1);
        column->setSpacing(2);
        lists->addLayout(list, 1);
    }
    auto* page = new QVBoxLayout;
    page->setSpacing(16);
    page->addStretch(2);
    page->addWidget(title);
    page->addWidget(drop);
    page->addWidget(open, 0, Qt::AlignLeft);
    page->addSpacing(8);
    page->addLayout(lists);
    page->addStretch(3);
    auto* middle = new QHBoxLayout(this);
    middle->addStretch(1);
    middle->addLayout(page);
    middle->addStretch(1);
    setSamples({});
    setRecentFiles({});
    inEveryLanguage(this, [this, title, drop, open] {
        setAccessibleName(tr("Start"));
        samplesHead_->setText(tr("Samples"));
        recentHead_->setText(tr("Opened before"));
        title->setText(tr("Open a model"));
        drop->setText(tr("Drop a .pt2 or .onnx file here\n\nA .pt2 is made in Python by") +
                      QStringLiteral("\ntorch.export.save(torch.export.export(model, args), \"model.pt2\")"));
        open->setText(tr("Open\u2026"));
    });
}

void StartPage::setSamples(const QStringList& files)
{
    fill(samples_, samplesHead_, files);
}

void StartPage::setRecentFiles(const QStringList& files)
{
    fill(recent_, recentHead_, files);
}

void StartPage::fill(QVBoxLayout* column, QLabel* head, const QStringList& files)
{
    while (QLayoutItem* item = column->takeAt(0)) {
        item->widget()->hide();
        item->widget()->deleteLater(); // It may be the one that was clicked.
        delete item;
    }
    head->setVisible(!files.isEmpty());
    for (const QString& file : files) {
        const QString name = shown(utf8(QFileInfo(file).fileName()));
        auto* button = new QPushButton(withoutMnemonic(name), this);
        button->setObjectName(QStringLiteral("startFile"));
        button->setFont(wordFont(13));
        button->setCursor(Qt::PointingHandCursor);
        button->setToolTip(toolTipText(shown(utf8(file))));
        button->setAccessibleName(tr("Open %1").arg(name));
        column->addWidget(button);
        button->show();
        connect(button, &QPushButton::clicked, this, [this, file] { emit fileActivated(file); });
    }
}

} // namespace sidelight::views
