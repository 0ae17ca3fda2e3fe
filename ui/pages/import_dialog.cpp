#include "ui/pages/import_dialog.h"

#include <QButtonGroup>
#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/bridge/translate.h"
#include "ui/theme/theme.h"

namespace visagist {

ImportDialog::ImportDialog(std::vector<std::filesystem::path> paths, const std::vector<Person>& people,
                           const QString& current, QWidget* parent)
    : QDialog(parent),
      m_paths(std::move(paths)),
      m_onePerson(new QRadioButton(tr("One person:"), this)),
      m_personByFolder(new QRadioButton(tr("One person for each sub-folder, named after it"), this)),
      m_person(new QComboBox(this)),
      m_photographs(new QRadioButton(tr("Photographs: find the faces and align them"), this)),
      m_aligned(new QRadioButton(tr("Aligned faces: take each picture as it is"), this)),
      m_largestOnly(new QCheckBox(tr("Largest face only"), this)),
      m_buttons(new QDialogButtonBox(QDialogButtonBox::Cancel, this)) {
    m_hasFolder =
        std::ranges::any_of(m_paths, [](const auto& path) { return std::filesystem::is_directory(path); });
    setWindowTitle(tr("Import pictures"));
    addChoices(people, current);
    m_buttons->addButton(tr("Import"), QDialogButtonBox::AcceptRole)->setDefault(true);
    setKind(m_buttons->buttons().constLast(), "primary");
    connect(m_buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(m_buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);

    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 16, 16, 16);
    column->setSpacing(size::gap);
    QLabel* who = makeLabel("heading", this);
    who->setText(tr("Whose faces are these?"));
    column->addWidget(who);
    auto* person = new QHBoxLayout;
    person->addWidget(m_onePerson);
    person->addWidget(m_person, 1);
    column->addLayout(person);
    column->addWidget(m_personByFolder);
    column->addSpacing(size::gap);
    QLabel* what = makeLabel("heading", this);
    what->setText(tr("What are the pictures?"));
    column->addWidget(what);
    column->addWidget(m_photographs);
    column->addWidget(m_largestOnly);
    column->addWidget(m_aligned);
    column->addSpacing(size::gap);
    QLabel* promise = makeLabel("muted", this);
    promise->setText(tr("The pictures themselves are never changed."));
    column->addWidget(promise);
    column->addWidget(m_buttons);
    update();
}

void ImportDialog::addChoices(const std::vector<Person>& people, const QString& current) {
    auto* who = new QButtonGroup(this);
    who->addButton(m_onePerson);
    who->addButton(m_personByFolder);
    auto* what = new QButtonGroup(this);
    what->addButton(m_photographs);
    what->addButton(m_aligned);
    m_photographs->setChecked(true);
    m_onePerson->setChecked(true);
    m_personByFolder->setVisible(m_hasFolder);
    m_person->setEditable(true);
    m_person->setAccessibleName(tr("Name of the person"));
    m_person->lineEdit()->setPlaceholderText(tr("Name of the person"));
    for (const Person& person : people) m_person->addItem(QString::fromStdString(person.name));
    // A folder is mostly named after the person in it.
    const bool folder = m_paths.size() == 1 && std::filesystem::is_directory(m_paths.front());
    m_person->setCurrentText(!current.isEmpty() ? current
                             : folder           ? fromPath(m_paths.front().filename())
                                                : QString());
    connect(who, &QButtonGroup::buttonToggled, this, &ImportDialog::update);
    connect(what, &QButtonGroup::buttonToggled, this, &ImportDialog::update);
    connect(m_person, &QComboBox::editTextChanged, this, &ImportDialog::update);
}

void ImportDialog::update() {
    m_person->setEnabled(m_onePerson->isChecked());
    m_largestOnly->setEnabled(m_photographs->isChecked());
    const bool named = m_personByFolder->isChecked() || !m_person->currentText().trimmed().isEmpty();
    m_buttons->buttons().constLast()->setEnabled(named);
    m_buttons->buttons().constLast()->setToolTip(named ? QString() : tr("Give the person a name first."));
}

ImportRequest ImportDialog::request() const {
    ImportRequest request;
    request.paths = m_paths;
    if (m_onePerson->isChecked()) request.person = m_person->currentText().trimmed().toStdString();
    request.mode = m_aligned->isChecked() ? ImportMode::AlignedCrops : ImportMode::Detect;
    request.options.largestOnly = m_largestOnly->isChecked();
    return request;
}

}  // namespace visagist
