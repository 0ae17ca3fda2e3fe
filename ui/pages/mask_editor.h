// Painting the mask of an aligned face, layer by layer.
#pragma once
#include <QWidget>
#include <optional>
#include <vector>

#include "core/image/mask_layer.h"
#include "core/store/face_table.h"
#include "ui/bridge/background_job.h"

class QButtonGroup;
class QLabel;
class QListWidget;
class QPushButton;
class QSlider;
class QTimer;
class QToolButton;

namespace visagist {

class MaskView;

class MaskEditor : public QWidget {
    Q_OBJECT
public:
    explicit MaskEditor(QWidget* parent = nullptr);

    /// Shows a face with its layers; what was painted on the same face and waits to be stored stays.
    void setFace(const Face& face, const Image& crop, std::vector<MaskLayer> layers);
    /// Stores at once what is waiting to be stored.
    void finish();
    void setReadOnly(bool readOnly);
    MaskView& view() { return *m_view; }
    const std::vector<MaskLayer>& layers() const { return m_layers; }
    /// Lays the mask that landmarks and colours make at the bottom, in place of an earlier one.
    void makeAutomatic();
    void removeLayer(int index);
    void retranslate();

Q_SIGNALS:
    void edited(qint64 face, const std::vector<visagist::MaskLayer>& layers);
    void refused(const QString& why);

private:
    void addTools(QWidget* bar);
    void stroke(QPointF from, QPointF to, bool erase, bool begins);
    void addPolygon(const QPolygonF& corners, bool remove);
    /// The layer that strokes go into: the uppermost, where it is painted in this mode; else a new one.
    Image& paintedLayer(bool erase);
    /// Shows what the layers make, and stores it in a moment.
    void changed();
    void showMask();
    void fillLayers();
    void endAutomatic(const JobOutcome& outcome);
    QString layerText(const MaskLayer& layer) const;
    void updateButtons();

    std::optional<Face> m_face;
    Image m_crop;
    std::vector<MaskLayer> m_layers;
    bool m_readOnly = false, m_waiting = false;
    BackgroundJob m_automatic;
    QTimer* m_quiet;
    MaskView* m_view;
    QButtonGroup* m_tools;
    QToolButton *m_brush, *m_eraser, *m_polygon;
    QLabel *m_sizeLabel, *m_softLabel, *m_shadeLabel, *m_layersHeading, *m_help;
    QSlider *m_size, *m_soft, *m_shade;
    QPushButton *m_make, *m_remove, *m_clear;
    QListWidget* m_list;
};

}  // namespace visagist
