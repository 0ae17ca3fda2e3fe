// Before an import: whose faces, what kind of pictures, and how faces are looked for.
#pragma once
#include <QDialog>
#include <memory>

#include "core/curate/import_job.h"
#include "core/store/person_table.h"
#include "ui/bridge/background_job.h"

class QComboBox;
class QDialogButtonBox;
class QLabel;
class QPushButton;
class QRadioButton;

namespace visagist {

class ImageView;
class ImportForm;

class ImportDialog : public QDialog {
    Q_OBJECT

public:
    struct Start {
        std::vector<Person> people{};
        QString current{};        ///< offered as the person
        ImportOptions options{};  ///< as they were the last time
        DetectorCatalogue detectors = detectorsOfFaceRoom();
        bool again = false;  ///< also files that were imported before
    };

    ImportDialog(std::vector<std::filesystem::path> paths, Start start, QWidget* parent = nullptr);
    ~ImportDialog() override;

    /// What the person chose.
    ImportRequest request() const;
    ImportForm& form() const { return *m_form; }
    /// Looks for faces in one of the pictures with the options as they are; tried() at the end.
    void tryOnePicture();

Q_SIGNALS:
    void listed();  ///< what was chosen has been counted, and the detectors' files looked for
    void tried(int faces);

private:
    void addChoices(const std::vector<Person>& people, const QString& current);
    QLayout* choicesColumn();
    QLayout* trialColumn();
    void startListing();
    void endListing(const JobOutcome& outcome);
    void endTrial(const JobOutcome& outcome);
    void update();

    std::vector<std::filesystem::path> m_paths, m_photos;
    std::size_t m_nextPhoto = 0;
    DetectorCatalogue m_detectors;
    bool m_again = false;
    bool m_hasFolder = false;
    QRadioButton* m_onePerson;
    QRadioButton* m_personByFolder;
    QComboBox* m_person;
    QRadioButton* m_photographs;
    QRadioButton* m_aligned;
    QLabel* m_chosen;
    ImportForm* m_form;
    ImageView* m_picture;
    QLabel* m_verdict;
    QPushButton* m_try;
    QPushButton* m_import;
    QDialogButtonBox* m_buttons;
    std::unique_ptr<BackgroundJob> m_listing, m_trial;
};

}  // namespace visagist
