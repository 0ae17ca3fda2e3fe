// Before an import: whose faces, and what kind of pictures.
#pragma once
#include <QDialog>

#include "core/curate/import_job.h"
#include "core/store/person_table.h"

class QCheckBox;
class QComboBox;
class QDialogButtonBox;
class QLabel;
class QRadioButton;

namespace visagist {

class ImportDialog : public QDialog {
    Q_OBJECT

public:
    /// `current` is offered as the person.
    ImportDialog(std::vector<std::filesystem::path> paths, const std::vector<Person>& people,
                 const QString& current, QWidget* parent = nullptr);

    /// What the person chose.
    ImportRequest request() const;

private:
    void addChoices(const std::vector<Person>& people, const QString& current);
    void update();

    std::vector<std::filesystem::path> m_paths;
    bool m_hasFolder = false;
    QRadioButton* m_onePerson;
    QRadioButton* m_personByFolder;
    QComboBox* m_person;
    QRadioButton* m_photographs;
    QRadioButton* m_aligned;
    QCheckBox* m_largestOnly;
    QDialogButtonBox* m_buttons;
};

}  // namespace visagist
