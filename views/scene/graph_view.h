// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/scene/camera.h"
#include "views/scene/graph_scene.h"
#include "views/scene/minimap.h"
#include "views/scene/tile_cache.h"

#include <QPixmap>
#include <QVariantAnimation>
#include <QWidget>

#include <optional>
#include <set>

namespace sidelight::views {

/// Shows one graph: pans, zooms, selects, expands in place. One widget that paints what is visible from the scene's
/// index; no item per node.
class GraphView final : public QWidget
{
    Q_OBJECT

public:
    explicit GraphView(QWidget* parent = nullptr);

    void setColors(const Palette& palette);
    void setMotionAllowed(bool isAllowed) { isMotionAllowed_ = isAllowed; }
    void setShowingValueNames(bool isShowing);
    /// Text for an empty view; an empty one is "nothing".
    void setMessage(const QString& message);

    [[nodiscard]] const GraphScene* scene() const { return scene_ ? &*scene_ : nullptr; }
    [[nodiscard]] const Camera& camera() const { return camera_; }
    [[nodiscard]] const std::set<NodePath>& selection() const { return selection_; }
    [[nodiscard]] const Highlights& highlights() const { return highlights_; }
    [[nodiscard]] QPoint positionOf(std::uint32_t box) const; ///< Of its middle, in the widget.
    /// Whether the minimap lets the boxes under it through: always, unless the pointer is on it.
    [[nodiscard]] bool isMapFaint() const;

public slots:
    /// Shows `graph`. The box or frame `anchor` stays where it is; without one the place that was looked at stays; the
    /// first graph is fitted.
    void showGraph(std::shared_ptr<const display::LaidOutGraph> graph, const display::BoxKey& anchor = {});
    void clear();
    void select(const std::set<NodePath>& paths);
    void setFound(const std::set<NodePath>& paths);
    /// Marks the partners of what is hovered in the other graph.
    void setPreview(const std::set<NodePath>& paths);
    void setCamera(const Camera& camera);
    void fit();
    void zoomToSelection();
    void zoomIn();
    void zoomOut();
    void zoomToActualSize();
    /// Moves as little as needed to show the selection.
    void revealSelection();
    void fly(const Camera& to);
    /// Selects the neighbour of the current box.
    void step(Direction direction);
    /// Opens the current box or closes the frame around it.
    void toggleCurrent();
    /// Opens the current box, or the frame around it, and all that is inside.
    void expandBelowCurrent();

signals:
    void selectionChanged(const std::set<NodePath>& paths);
    void toggled(const display::BoxKey& key);
    /// All inside this box or frame is to be opened.
    void expandBelowWanted(const display::BoxKey& key);
    void hovered(const QString& text);
    /// What a selection of the hovered box would select; empty when none is hovered.
    void boxHovered(const std::set<NodePath>& paths);
    /// An edge was clicked.
    void edgeSelected(const display::DisplayEdge& edge);
    void cameraChanged();
    void menuRequested(const QPoint& globalPosition);
    /// A graph that was set is on the screen for the first time.
    void graphPainted();

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    enum class Drag : std::uint8_t
    {
        None,
        Pressed,
        Panning,
        Map,
        Band
    };
    [[nodiscard]] Hit hitAt(const QPointF& at) const;
    [[nodiscard]] QRectF mapPlace() const;
    [[nodiscard]] std::set<NodePath> pathsAt(const Hit& hit) const;
    [[nodiscard]] std::set<NodePath> pathsIn(const QRectF& area) const;
    [[nodiscard]] std::optional<std::uint32_t> currentBox() const;
    /// What opening or closing by key is about: the current box, or the frame around it.
    [[nodiscard]] std::optional<display::BoxKey> currentFrame() const;
    [[nodiscard]] display::BoxKey chooseAnchor() const;
    void selectByUser(const std::set<NodePath>& paths, std::int64_t current);
    void click(const Hit& hit, bool isAdding);
    void hover(const QPointF& at);
    void refreshHighlights();
    void paintScene(QPainter& painter);
    void paintMessage(QPainter& painter);
    void startFade(const QPixmap& before);
    bool showToolTip(const QPoint& at, const QPoint& globalAt);

    std::optional<GraphScene> scene_;
    Minimap minimap_;
    TileCache tiles_;
    const Palette* palette_ = &lightPalette();
    Camera camera_;
    std::set<NodePath> selection_;
    std::set<NodePath> found_;
    Highlights highlights_;
    QString message_;
    bool isMotionAllowed_ = true;
    bool isShowingValueNames_ = false;
    bool isUnpainted_ = false; ///< The current graph was not painted yet.
    bool isOnMap_ = false;     ///< The pointer is on the minimap.
    bool isPlaced_ = false;    ///< A camera was chosen for the current graph.
    Drag drag_ = Drag::None;
    QPointF pressedAt_, lastAt_;
    QVariantAnimation flight_;
    QVariantAnimation fade_;
    Camera flightFrom_, flightTo_;
    QPixmap fading_;
};

} // namespace sidelight::views
