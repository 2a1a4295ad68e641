// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "views/panels/graph_pane.h"

#include "views/scene/graph_view.h"
#include "views/support/elided_label.h"
#include "views/support/fonts.h"
#include "views/support/in_every_language.h"
#include "views/support/text.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>

namespace sidelight::views {

GraphPane::GraphPane(const QString& title, QWidget* parent)
    : QWidget(parent), title_(new QLabel(this)), note_(new ElidedLabel(Qt::ElideRight, this)),
      trail_(new ElidedLabel(Qt::ElideLeft, this)), view_(new GraphView(this))
{
    auto* header = new QWidget(this);
    header->setObjectName(QStringLiteral("paneHeader"));
    header->setAttribute(Qt::WA_StyledBackground);
    title_->setObjectName(QStringLiteral("paneTitle"));
    title_->setFont(wordFont(13, true));
    title_->setTextFormat(Qt::PlainText);
    for (QLabel* label : {note_, trail_}) {
        label->setObjectName(QStringLiteral("paneNote"));
        label->setFont(wordFont(12));
    }
    trail_->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    auto* row = new QHBoxLayout(header);
    row->setContentsMargins(16, 8, 16, 6);
    row->setSpacing(14);
    row->addWidget(title_);
    row->addWidget(note_);
    row->addStretch(1);
    row->addWidget(trail_);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(header);
    layout->addWidget(view_, 1);
    setFocusProxy(view_);
    setTitle(title);
    inEveryLanguage(this, [this] {
        trail_->setAccessibleName(tr("Module of the selection"));
        followSelection();
    });
    connect(view_, &GraphView::selectionChanged, this, &GraphPane::followSelection);
    connect(view_, &GraphView::cameraChanged, this, &GraphPane::followSelection);
}

void GraphPane::setColors(const Palette& palette)
{
    view_->setColors(palette);
}

void GraphPane::setTitle(const QString& title)
{
    title_->setText(title);
    setAccessibleName(title);
    view_->setAccessibleName(title);
}

void GraphPane::setNote(const QString& note)
{
    note_->setText(note);
}

QString GraphPane::note() const
{
    return note_->text();
}

QString GraphPane::trail() const
{
    return trail_->text();
}

void GraphPane::followSelection()
{
    const QString trail = trailOf(*view_);
    if (trail != trail_->text())
        trail_->setText(trail);
}

QString trailOf(const GraphView& view)
{
    const GraphScene* scene = view.scene();
    const Highlights& highlights = view.highlights();
    if (!scene || (highlights.selected.empty() && highlights.selectedFrames.empty()))
        return {};
    const auto& graph = scene->laidOut().graph;
    const auto selected = static_cast<std::size_t>(highlights.current >= 0       ? highlights.current
                                                   : highlights.selected.empty() ? 0
                                                                                 : *highlights.selected.begin());
    display::ClusterId at = highlights.selected.empty() ? display::ClusterId{*highlights.selectedFrames.begin()}
                                                        : graph.nodes[selected].cluster;
    QStringList names;
    std::string inner;
    while (at != display::kNoCluster) {
        const std::string& title = graph.clusters[display::index(at)].title;
        const std::string name = title.substr(0, title.find(" \u00B7 "));
        // "attn" in "layers.0", not "layers.0.attn" once more.
        if (!names.isEmpty() && inner.starts_with(name + "."))
            names.front() = shown(inner.substr(name.size() + 1));
        names.prepend(shown(name));
        inner = name;
        at = graph.clusters[display::index(at)].parent;
    }
    if (names.isEmpty())
        return {};
    names.prepend(GraphPane::tr("model"));
    return names.join(QStringLiteral(" \u203A "));
}

} // namespace sidelight::views
