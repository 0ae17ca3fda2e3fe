// All that is known of one face: its photograph, measures and source.
#pragma once
#include <QImage>
#include <QWidget>
#include <filesystem>
#include <optional>

#include "core/store/face_score_table.h"
#include "core/store/face_table.h"
#include "core/store/person_table.h"
#include "ui/bridge/background_job.h"

class QFormLayout;
class QLabel;
class QToolButton;

namespace visagist {

class PhotoView;

/// Photographs are read beside the window; a face that is chosen meanwhile is read next.
class FaceInspector : public QWidget {
    Q_OBJECT

public:
    explicit FaceInspector(QWidget* parent = nullptr);

    void setFace(const Face& face, const std::optional<Person>& person,
                 const std::optional<FaceScores>& scores = {});
    void clear();
    void retranslate();

private:
    struct Photo {
        std::string path;
        std::int64_t frame = 0;  ///< of a film
        QImage picture;
        int width = 0, height = 0;  ///< of the photograph itself
    };
    void addToolbar();
    QLabel* addRow(QFormLayout* form, QLabel*& name);
    void addScores(QFormLayout* form);
    void showScores();
    bool isPhotoOf(const Face& face) const;
    void readPhoto();
    void showPhoto(const JobOutcome& outcome);
    void showFacts();

    std::optional<Face> m_face;
    std::optional<Person> m_person;
    std::optional<FaceScores> m_scores;
    Photo m_photo;
    BackgroundJob m_reader;
    QLabel *m_title, *m_dot, *m_personName;
    PhotoView* m_view;
    QToolButton *m_box, *m_landmarks;
    QLabel *m_faceHeading, *m_scoresHeading, *m_sourceHeading;
    std::vector<std::pair<QLabel*, QLabel*>> m_scoreRows;  ///< name and value, as in faceScoreTable()
    QLabel* m_noScores;
    QLabel *m_sizeName, *m_size, *m_rollName, *m_roll, *m_scoreName, *m_score, *m_stateName, *m_state;
    QLabel *m_fileName, *m_file, *m_folderName, *m_folder, *m_photoSizeName, *m_photoSize;
};

}  // namespace visagist
