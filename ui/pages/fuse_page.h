// Fuse: a driver, a mix of people, and the fused face.
#pragma once
#include <memory>
#include <optional>

#include "ui/bridge/background_job.h"
#include "ui/bridge/driver_loader.h"
#include "ui/bridge/fusion_session.h"
#include "ui/pages/page.h"

class QAction;
class QCheckBox;
class QComboBox;
class QLabel;
class QListView;
class QProgressBar;
class QPushButton;
class QSlider;
class QSplitter;
class QToolButton;

namespace visagist {

class FaceListModel;
class FusionMixer;
class ImageView;
class NoticeBar;
class NumberEdit;

class FusePage : public Page {
    Q_OBJECT
public:
    /// `open` makes the fuser; tests give another one than Fuser::open().
    explicit FusePage(ProjectSession& session, QWidget* parent = nullptr, FusionSession::OpenFuser open = {});
    ~FusePage() override;

    /// Loads this checkpoint; without an id the newest whole one.
    void useCheckpoint(std::optional<std::int64_t> checkpoint);
    void openPicture(const QString& file);
    void chooseFace(std::int64_t face);
    /// Writes what is shown as a PNG file.
    void exportTo(const QString& file);

    FusionSession& fusion() { return m_fusion; }
    FusionMixer& mixer() const { return *m_mixer; }
    ImageView& view() const { return *m_view; }
    NoticeBar& notice() const { return *m_notice; }
    QPushButton& exportButton() const { return *m_exportButton; }

    void retranslate() override;
    QList<QAction*> menuActions() const override;
    QWidget* leftPanel() const override { return m_left; }
    QWidget* inspector() const override { return m_inspector; }
    QWidget* middle() const override;

protected:
    void showEvent(QShowEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    struct Amount {
        QLabel* label;
        QSlider* slider;
        NumberEdit* number;
    };
    QWidget* makeLeft();
    QWidget* makeMiddle();
    QWidget* makeInspector();
    Amount makeAmount(double most, double value);
    void connectParts();

    void projectChanged();
    void reloadFaces();
    void loadDriver(std::function<LoadedDriver()> load);
    void driverLoaded(LoadedDriver loaded);
    void useDriverFace(int index);
    void opened(const FuserInfo& info);
    void fused(const FusionResult& result);
    void askForFusion();
    void showResult();
    void refresh();
    bool showsPhoto() const;
    QString whyNotExport() const;
    void chooseExportFile();

    FusionSession m_fusion;
    std::optional<LoadedDriver> m_driver;
    FusionResult m_result;
    bool m_seen = false, m_opening = false;
    QString m_openError;
    QAction *m_openAction, *m_exportAction, *m_newestAction;

    QSplitter* m_splitter;
    QWidget* m_left;
    QLabel* m_driverTitle;
    QPushButton* m_openButton;
    QCheckBox* m_aligned;
    QComboBox* m_whichFace;
    QLabel* m_facesTitle;
    FaceListModel* m_faces;
    QListView* m_faceList;
    QLabel* m_noFaces;
    NoticeBar* m_notice;
    QToolButton* m_split;
    QComboBox* m_shown;
    QComboBox* m_zoom;
    QLabel* m_info;
    QProgressBar* m_busy;
    ImageView* m_view;
    QWidget* m_inspector;
    FusionMixer* m_mixer;
    QLabel* m_mergeTitle;
    Amount m_strength, m_feather;
    QLabel* m_exportTitle;
    QLabel* m_exportText;
    QPushButton* m_exportButton;
    std::unique_ptr<BackgroundJob> m_driverJob, m_exportJob;
};

}  // namespace visagist
