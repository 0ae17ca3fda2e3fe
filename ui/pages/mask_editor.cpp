#include "ui/pages/mask_editor.h"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QPainter>
#include <QPushButton>
#include <QSlider>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "core/face/face_mask.h"
#include "ui/bridge/qt_image.h"
#include "ui/bridge/translate.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"
#include "ui/widgets/crop_preview.h"
#include "ui/widgets/mask_view.h"

namespace visagist {

namespace {

constexpr int kStoreDelay = 350;  // milliseconds

/// The bytes of a grey picture, to be painted on in place.
QImage canvasOf(Image& mask) {
    return QImage(mask.data(), mask.width(), mask.height(), static_cast<qsizetype>(mask.bytesPerRow()),
                  QImage::Format_Grayscale8);
}

/// Dabs so close that they are one stroke; `soft`: share of the radius over which a dab ends.
void paintStroke(Image& mask, QPointF from, QPointF to, double diameter, double soft) {
    QImage canvas = canvasOf(mask);
    QPainter painter(&canvas);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setCompositionMode(QPainter::CompositionMode_Lighten);
    const double radius = std::max(0.5, diameter / 2), step = std::max(0.5, radius / 4);
    const double length = std::hypot(to.x() - from.x(), to.y() - from.y());
    const int dabs = 1 + static_cast<int>(length / step);
    for (int i = 0; i <= dabs; ++i) {
        const QPointF at = from + (to - from) * (static_cast<double>(i) / dabs);
        QRadialGradient fall(at, radius);
        fall.setColorAt(0, colour(kPictureWhite));
        fall.setColorAt(std::clamp(1 - soft, 0.0, 0.999), colour(kPictureWhite));
        fall.setColorAt(1, colour(soft > 0 ? kPictureBlack : kPictureWhite));
        painter.setBrush(fall);
        painter.drawEllipse(at, radius, radius);
    }
}

}  // namespace

MaskEditor::MaskEditor(QWidget* parent)
    : QWidget(parent),
      m_quiet(new QTimer(this)),
      m_view(new MaskView),
      m_tools(new QButtonGroup(this)),
      m_brush(new QToolButton),
      m_eraser(new QToolButton),
      m_polygon(new QToolButton),
      m_sizeLabel(makeLabel("mutedsmall")),
      m_softLabel(makeLabel("mutedsmall")),
      m_shadeLabel(makeLabel("mutedsmall")),
      m_layersHeading(makeLabel("heading")),
      m_help(makeLabel("mutedsmall")),
      m_size(new QSlider(Qt::Horizontal)),
      m_soft(new QSlider(Qt::Horizontal)),
      m_shade(new QSlider(Qt::Horizontal)),
      m_make(new QPushButton(icon("mask"), QString())),
      m_remove(new QPushButton(icon("trash"), QString())),
      m_clear(new QPushButton),
      m_list(new QListWidget) {
    m_quiet->setSingleShot(true);
    m_quiet->setInterval(kStoreDelay);
    auto* bar = new QWidget;
    addTools(bar);
    m_help->setWordWrap(true);
    m_help->setFixedWidth(CropPreview::kSide);
    m_list->setFixedWidth(CropPreview::kSide);
    m_list->setMaximumHeight(180);
    auto* side = new QVBoxLayout;
    side->setContentsMargins(size::edge, size::edge, size::edge, size::edge);
    side->setSpacing(size::gap);
    side->addWidget(m_layersHeading);
    side->addWidget(m_list);
    side->addWidget(m_remove);
    side->addWidget(m_clear);
    side->addWidget(m_help);
    side->addStretch(1);
    auto* row = new QHBoxLayout;
    row->setSpacing(0);
    row->addWidget(m_view, 1);
    row->addLayout(side);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(bar);
    column->addLayout(row, 1);
    setFocusProxy(m_view);

    connect(m_view, &MaskView::stroked, this, &MaskEditor::stroke);
    connect(m_view, &MaskView::strokeEnded, this, &MaskEditor::changed);
    connect(m_view, &MaskView::polygonClosed, this, &MaskEditor::addPolygon);
    connect(m_view, &MaskView::brushSizeChanged, this,
            [this](double pixels) { m_size->setValue(static_cast<int>(std::lround(pixels))); });
    connect(m_size, &QSlider::valueChanged, m_view, [this](int value) {
        if (value != std::lround(m_view->brushSize())) m_view->setBrushSize(value);
    });
    connect(m_shade, &QSlider::valueChanged, m_view,
            [this](int value) { m_view->setOpacity(value / 100.0); });
    connect(m_tools, &QButtonGroup::idClicked, this,
            [this](int tool) { m_view->setTool(static_cast<MaskView::Tool>(tool)); });
    connect(m_make, &QPushButton::clicked, this, &MaskEditor::makeAutomatic);
    connect(m_remove, &QPushButton::clicked, this, [this] { removeLayer(m_list->currentRow()); });
    connect(m_clear, &QPushButton::clicked, this, [this] {
        m_layers.clear();
        changed();
    });
    connect(m_list, &QListWidget::currentRowChanged, this, &MaskEditor::updateButtons);
    connect(m_quiet, &QTimer::timeout, this, &MaskEditor::finish);
    connect(&m_automatic, &BackgroundJob::finished, this, &MaskEditor::endAutomatic);
    retranslate();
}

void MaskEditor::addTools(QWidget* bar) {
    auto* row = new QHBoxLayout(bar);
    row->setContentsMargins(size::edge, 0, size::edge, size::gap);
    row->setSpacing(size::gap);
    int tool = 0;
    for (const auto& [button, name] :
         {std::pair{m_brush, "brush"}, std::pair{m_eraser, "close"}, std::pair{m_polygon, "polygon"}}) {
        button->setIcon(icon(name));
        button->setCheckable(true);
        m_tools->addButton(button, tool++);
        row->addWidget(button);
    }
    m_brush->setChecked(true);
    m_size->setRange(1, 160);
    m_size->setValue(24);
    m_soft->setRange(0, 100);
    m_soft->setValue(30);
    m_shade->setRange(0, 100);
    m_shade->setValue(60);
    for (const auto& [label, slider] :
         {std::pair{m_sizeLabel, m_size}, std::pair{m_softLabel, m_soft}, std::pair{m_shadeLabel, m_shade}}) {
        slider->setFixedWidth(84);
        label->setBuddy(slider);
        row->addWidget(label);
        row->addWidget(slider);
    }
    row->addStretch(1);
    row->addWidget(m_make);
}

void MaskEditor::setFace(const Face& face, const Image& crop, std::vector<MaskLayer> layers) {
    const bool another = !m_face || m_face->id != face.id;
    if (another) finish();
    m_face = face;
    if (another || !(crop == m_crop)) {
        m_crop = crop;
        m_view->setPicture(qImageFrom(crop), crop.width(), crop.height());
        if (another) m_view->showPart(QRectF(0, 0, crop.width(), crop.height()));
    }
    if (another || !m_waiting) m_layers = std::move(layers);
    showMask();
    fillLayers();
}

void MaskEditor::setReadOnly(bool readOnly) {
    m_readOnly = readOnly;
    updateButtons();
}

void MaskEditor::finish() {
    m_quiet->stop();
    if (!std::exchange(m_waiting, false) || !m_face) return;
    Q_EMIT edited(m_face->id, m_layers);
}

Image& MaskEditor::paintedLayer(bool erase) {
    const MaskMode mode = erase ? MaskMode::Remove : MaskMode::Add;
    if (m_layers.empty() || m_layers.back().source != MaskSource::Painted || m_layers.back().mode != mode) {
        // The first stroke of an eraser takes away from the whole face, not from nothing.
        if (m_layers.empty() && erase) {
            Image all(m_crop.width(), m_crop.height(), 1);
            std::fill_n(all.data(), all.byteCount(), std::uint8_t{255});
            m_layers.push_back({MaskSource::Painted, MaskMode::Add, std::move(all)});
        }
        m_layers.push_back({MaskSource::Painted, mode, Image(m_crop.width(), m_crop.height(), 1)});
    }
    return m_layers.back().mask;
}

void MaskEditor::stroke(QPointF from, QPointF to, bool erase, bool begins) {
    if (m_readOnly || m_crop.empty()) return;
    const std::size_t before = m_layers.size();
    paintStroke(paintedLayer(erase), from, to, m_view->brushSize(), m_soft->value() / 100.0);
    showMask();
    if (begins && m_layers.size() != before) fillLayers();
}

void MaskEditor::addPolygon(const QPolygonF& corners, bool remove) {
    if (m_readOnly || m_crop.empty()) return;
    std::vector<Point> unit;
    for (const QPointF& corner : corners)
        unit.push_back({corner.x() / m_crop.width(), corner.y() / m_crop.height()});
    m_layers.push_back(
        {MaskSource::Polygon, remove ? MaskMode::Remove : MaskMode::Add, polygonMask(unit, m_crop.width())});
    changed();
}

void MaskEditor::removeLayer(int index) {
    if (m_readOnly || index < 0 || index >= static_cast<int>(m_layers.size())) return;
    // The list begins with the uppermost.
    m_layers.erase(m_layers.end() - 1 - index);
    changed();
}

void MaskEditor::makeAutomatic() {
    if (m_readOnly || m_crop.empty() || m_automatic.isRunning()) return;
    std::vector<Point> unit;
    const Affine unitFromPhoto = m_face->photoFromUnit.inverse();
    for (const Point& p : m_face->landmarks) unit.push_back(unitFromPhoto.map(p));
    m_automatic.start([crop = m_crop, unit, face = m_face->id](const std::stop_token&,
                                                               const BackgroundJob::Report&) -> std::any {
        return std::pair(face, refinedMask(crop, outlineMask(unit, crop.width())));
    });
    updateButtons();
}

void MaskEditor::endAutomatic(const JobOutcome& outcome) {
    updateButtons();
    if (!outcome.succeeded()) return Q_EMIT refused(translated(*outcome.error));
    auto [face, mask] = std::any_cast<std::pair<std::int64_t, Image>>(outcome.result);
    if (!m_face || m_face->id != face) return;
    std::erase_if(m_layers, [](const MaskLayer& layer) { return layer.source == MaskSource::Automatic; });
    m_layers.insert(m_layers.begin(), {MaskSource::Automatic, MaskMode::Add, std::move(mask)});
    changed();
}

void MaskEditor::changed() {
    showMask();
    fillLayers();
    m_waiting = true;
    m_quiet->start();
}

void MaskEditor::showMask() {
    const auto combined = m_crop.empty() ? std::nullopt : combinedMask(m_layers, m_crop.width());
    m_view->setMask(combined ? qImageFrom(*combined) : QImage());
}

QString MaskEditor::layerText(const MaskLayer& layer) const {
    const QString source = layer.source == MaskSource::Automatic  ? tr("Automatic")
                           : layer.source == MaskSource::Painted  ? tr("Painted")
                           : layer.source == MaskSource::Polygon  ? tr("Polygon")
                           : layer.source == MaskSource::Imported ? tr("Imported")
                                                                  : tr("Hides the face");
    return layer.mode == MaskMode::Remove && layer.source != MaskSource::Occluder
               ? tr("%1, taken away").arg(source)
           : layer.mode == MaskMode::Replace ? tr("%1, in place of those below").arg(source)
                                             : source;
}

void MaskEditor::fillLayers() {
    const int chosen = std::max(0, m_list->currentRow());
    m_list->clear();
    for (auto layer = m_layers.rbegin(); layer != m_layers.rend(); ++layer)
        m_list->addItem(layerText(*layer));
    m_list->setCurrentRow(std::min(chosen, m_list->count() - 1));
    updateButtons();
}

void MaskEditor::updateButtons() {
    const bool may = !m_readOnly && !m_crop.empty();
    m_view->setEnabled(!m_readOnly);
    m_make->setEnabled(may && !m_automatic.isRunning());
    m_remove->setEnabled(may && m_list->currentRow() >= 0);
    m_clear->setEnabled(may && !m_layers.empty());
}

void MaskEditor::retranslate() {
    m_brush->setToolTip(tr("Brush: paints what is the face"));
    m_eraser->setToolTip(tr("Eraser: takes away from the face"));
    m_polygon->setToolTip(tr("Polygon: click its corners, Enter closes it; with Alt it takes away"));
    for (QToolButton* button : {m_brush, m_eraser, m_polygon}) button->setAccessibleName(button->toolTip());
    m_sizeLabel->setText(tr("Size"));
    m_size->setAccessibleName(tr("Size"));
    m_size->setToolTip(tr("Size of the brush ([ and ])"));
    m_softLabel->setText(tr("Softness"));
    m_soft->setAccessibleName(tr("Softness"));
    m_shadeLabel->setText(tr("Shade"));
    m_shade->setAccessibleName(tr("Shade"));
    m_shade->setToolTip(tr("How dark what is not the face is shown"));
    m_make->setText(tr("Automatic mask"));
    m_make->setToolTip(
        tr("Outlines the face by its landmarks, then moves the border to where the colours change"));
    m_layersHeading->setText(tr("Layers"));
    m_list->setAccessibleName(tr("Layers of the mask, the uppermost first"));
    m_remove->setText(tr("Remove layer"));
    m_clear->setText(tr("Clear the mask"));
    m_clear->setToolTip(tr("Without a mask of its own the face has that of an average face"));
    m_view->setAccessibleName(tr("Mask over the aligned face"));
    m_help->setText(tr(
        "Alt turns brush and eraser into each other. Wheel enlarges, right button moves. Everything can be "
        "undone."));
    fillLayers();
}

}  // namespace visagist
