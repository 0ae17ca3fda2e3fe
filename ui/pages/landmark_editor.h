// Moving the landmarks of a face; the aligned face follows.
#pragma once
#include <QWidget>
#include <memory>
#include <optional>

#include "core/curate/face_edits.h"
#include "ui/bridge/background_job.h"

class QLabel;
class QPushButton;
class QTimer;

namespace visagist {

class CropPreview;
class LandmarkView;

/// Photographs are read, and crops made, beside the window.
class LandmarkEditor : public QWidget {
    Q_OBJECT
public:
    explicit LandmarkEditor(QWidget* parent = nullptr);

    /// Shows a face. Where it is the one that is shown already, with other landmarks than it has here, these
    /// are taken (after an undo).
    void setFace(const Face& face, int cropSize);
    /// Stores at once what is waiting to be stored.
    void finish();
    /// Landmarks of another face, kept where they are in the picture. Said in words where they fit no face.
    void copyFrom(const Face& other);
    void setReadOnly(bool readOnly);
    void setCanCopy(bool before, bool after);
    LandmarkView& view() { return *m_view; }
    void retranslate();

Q_SIGNALS:
    /// To be stored: see moveLandmarks().
    void edited(qint64 face, const std::vector<visagist::Point>& landmarks,
                const visagist::Affine& photoFromUnit, const QByteArray& cropPng);
    void copyWanted(bool before);
    /// Why a change was not taken; "" where all is well.
    void refused(const QString& why);

private:
    struct Photo {
        std::string path;
        std::int64_t frame = 0;
        std::shared_ptr<const Image> image;
        QImage picture;
    };
    struct Cut {
        std::int64_t face = 0;
        std::vector<Point> landmarks;
        Affine photoFromUnit;
        QImage picture;
        QByteArray png;  ///< of the crop, where it is to be stored
    };
    bool hasPhoto() const;
    void readPhoto();
    void endReading(const JobOutcome& outcome);
    void cut(bool store);
    void startCutting();
    void endCutting(const JobOutcome& outcome);
    /// Takes the landmarks as they are, or puts `before` back and says why.
    void take(const std::vector<Point>& before);
    void findAnew();
    void endFinding(const JobOutcome& outcome);
    void updateButtons();

    std::optional<Face> m_face;
    int m_cropSize = 256;
    bool m_readOnly = false, m_wanted = false, m_store = false, m_waiting = false;
    Photo m_photo;
    std::vector<Point> m_opened;  ///< as the face was when it was shown first
    BackgroundJob m_reader, m_cutter, m_finder;
    QTimer* m_quiet;  ///< what is nudged is stored when it was not for a moment
    LandmarkView* m_view;
    CropPreview* m_preview;
    QPushButton *m_copyBefore, *m_copyAfter, *m_find, *m_reset, *m_all;
    QLabel* m_help;
};

}  // namespace visagist
