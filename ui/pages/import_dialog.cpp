#include "ui/pages/import_dialog.h"

#include <QButtonGroup>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QScrollArea>
#include <QVBoxLayout>
#include <algorithm>
#include <array>
#include <fstream>

#include "core/curate/film_reader.h"
#include "core/curate/picture_list.h"
#include "core/image/picture_header.h"
#include "ui/bridge/detection_trial.h"
#include "ui/bridge/translate.h"
#include "ui/theme/theme.h"
#include "ui/widgets/image_view.h"
#include "ui/widgets/import_form.h"

namespace visagist {

namespace {

/// What the chosen paths hold.
struct Listing {
    std::vector<std::filesystem::path> photos;
    int films = 0, unreadable = 0;
    std::map<DetectorKind, Message> missing;
};

/// By its first bytes.
bool isPicture(const std::filesystem::path& path) {
    std::array<char, 64> start{};
    std::ifstream file(path, std::ios::binary);
    file.read(start.data(), start.size());
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(start.data());
    return pictureKind({bytes, static_cast<std::size_t>(file.gcount())}) != PictureKind::Unknown;
}

Listing listingOf(const std::vector<std::filesystem::path>& paths, const DetectorCatalogue& detectors) {
    Listing listing;
    for (const ListedPicture& each : listPictures(paths, "any")) {
        if (each.missing || !each.refusal.empty())
            ++listing.unreadable;
        else if (filmKindOf(each.path))
            ++listing.films;
        else if (isPicture(each.path))
            listing.photos.push_back(each.path);
        else
            ++listing.unreadable;
    }
    listing.missing = missingDetectors(detectors);
    return listing;
}

/// The work may hold on for longer than the dialog: it is stopped, and goes when it has ended.
void letGo(std::unique_ptr<BackgroundJob>& job, QObject* keeper) {
    if (!job || !job->isRunning() || !keeper) return;
    job->disconnect();
    job->requestStop();
    BackgroundJob* old = job.release();
    old->setParent(keeper);
    QObject::connect(old, &BackgroundJob::finished, old, &QObject::deleteLater);
}

}  // namespace

ImportDialog::ImportDialog(std::vector<std::filesystem::path> paths, Start start, QWidget* parent)
    : QDialog(parent),
      m_paths(std::move(paths)),
      m_detectors(std::move(start.detectors)),
      m_again(start.again),
      m_onePerson(new QRadioButton(tr("One person:"), this)),
      m_personByFolder(new QRadioButton(tr("One person for each sub-folder, named after it"), this)),
      m_person(new QComboBox(this)),
      m_photographs(new QRadioButton(tr("Photographs: find the faces and align them"), this)),
      m_aligned(new QRadioButton(tr("Aligned faces: take each picture as it is"), this)),
      m_chosen(makeLabel("muted", this)),
      m_form(new ImportForm(start.options)),
      m_picture(new ImageView(this)),
      m_verdict(makeLabel("muted", this)),
      m_try(new QPushButton(tr("Try on one picture"), this)),
      m_buttons(new QDialogButtonBox(QDialogButtonBox::Cancel, this)) {
    m_hasFolder =
        std::ranges::any_of(m_paths, [](const auto& path) { return std::filesystem::is_directory(path); });
    setWindowTitle(tr("Import pictures"));
    addChoices(start.people, start.current);
    m_import = m_buttons->addButton(tr("Import"), QDialogButtonBox::AcceptRole);
    m_import->setDefault(true);
    setKind(m_import, "primary");
    m_buttons->button(QDialogButtonBox::Cancel)->setText(tr("Cancel"));
    QPushButton* usual = m_buttons->addButton(tr("Usual options"), QDialogButtonBox::ResetRole);
    usual->setToolTip(tr("Puts every option back to what it is in a new project"));
    connect(usual, &QPushButton::clicked, m_form, &ImportForm::reset);
    connect(m_buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(m_buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_form, &ImportForm::edited, this, &ImportDialog::update);
    connect(m_try, &QPushButton::clicked, this, &ImportDialog::tryOnePicture);

    auto* halves = new QHBoxLayout;
    halves->setSpacing(16);
    halves->addLayout(choicesColumn(), 1);
    halves->addLayout(trialColumn(), 1);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 16, 16, 16);
    column->setSpacing(size::gap);
    column->addLayout(halves, 1);
    column->addWidget(m_buttons);
    resize(900, 640);
    startListing();
    update();
}

ImportDialog::~ImportDialog() {
    letGo(m_listing, parent());
    letGo(m_trial, parent());
}

QLayout* ImportDialog::choicesColumn() {
    auto* column = new QVBoxLayout;
    column->setSpacing(size::gap);
    m_chosen->setWordWrap(true);
    column->addWidget(m_chosen);
    QLabel* who = makeLabel("heading", this);
    who->setText(tr("Whose faces are these?"));
    column->addWidget(who);
    auto* person = new QHBoxLayout;
    person->addWidget(m_onePerson);
    person->addWidget(m_person, 1);
    column->addLayout(person);
    column->addWidget(m_personByFolder);
    QLabel* what = makeLabel("heading", this);
    what->setText(tr("What are the pictures?"));
    column->addWidget(what);
    column->addWidget(m_photographs);
    column->addWidget(m_aligned);
    auto* scroll = new QScrollArea(this);
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setKind(scroll, "panel");
    setKind(m_form, "panel");
    scroll->setWidget(m_form);
    column->addWidget(scroll, 1);
    QLabel* promise = makeLabel("muted", this);
    promise->setText(tr("The pictures themselves are never changed."));
    column->addWidget(promise);
    return column;
}

QLayout* ImportDialog::trialColumn() {
    auto* column = new QVBoxLayout;
    column->setSpacing(size::gap);
    m_picture->setEmptyText(tr("Try the options on one picture to see which faces they find."));
    m_picture->setAccessibleName(tr("The picture that was tried"));
    column->addWidget(m_picture, 1);
    m_verdict->setWordWrap(true);
    column->addWidget(m_verdict);
    column->addWidget(m_try, 0, Qt::AlignLeft);
    return column;
}

void ImportDialog::startListing() {
    m_chosen->setText(tr("Counting the pictures …"));
    m_listing = std::make_unique<BackgroundJob>();
    connect(m_listing.get(), &BackgroundJob::finished, this, &ImportDialog::endListing);
    m_listing->start([paths = m_paths, detectors = m_detectors](std::stop_token,
                                                                const BackgroundJob::Report&) -> std::any {
        return listingOf(paths, detectors);
    });
}

void ImportDialog::endListing(const JobOutcome& outcome) {
    if (!outcome.succeeded()) {
        m_chosen->setText(translated(*outcome.error));
    } else {
        const auto listing = std::any_cast<Listing>(outcome.result);
        m_photos = listing.photos;
        QStringList parts{tr("%n picture(s)", nullptr, static_cast<int>(m_photos.size()))};
        if (listing.films > 0) parts += tr("%n film(s)", nullptr, listing.films);
        if (listing.unreadable > 0)
            parts += tr("%n file(s) that cannot be read", nullptr, listing.unreadable);
        m_chosen->setText(tr("Chosen: %1").arg(parts.join(tr(", ", "between two items"))));
        m_form->setHasFilms(listing.films > 0);
        std::map<DetectorKind, QString> missing;
        for (const auto& [kind, why] : listing.missing) missing[kind] = translated(why);
        m_form->setMissingDetectors(std::move(missing));
    }
    update();
    Q_EMIT listed();
}

void ImportDialog::tryOnePicture() {
    if (m_photos.empty() || (m_trial && m_trial->isRunning())) return;
    const std::filesystem::path file = m_photos[m_nextPhoto++ % m_photos.size()];
    m_verdict->setText(tr("Looking for faces in %1 …").arg(fromPath(file.filename())));
    m_trial = std::make_unique<BackgroundJob>();
    connect(m_trial.get(), &BackgroundJob::finished, this, &ImportDialog::endTrial);
    ImportRequest tried = request();
    tried.mode = ImportMode::Detect;
    m_trial->start([file, tried](std::stop_token, const BackgroundJob::Report&) -> std::any {
        return tryDetection(file, tried);
    });
    update();
}

void ImportDialog::endTrial(const JobOutcome& outcome) {
    int faces = -1;
    if (!outcome.succeeded()) {
        m_verdict->setText(translated(*outcome.error));
    } else {
        const auto trial = std::any_cast<DetectionTrial>(outcome.result);
        faces = trial.faces;
        m_picture->setPicture(trial.picture);
        m_verdict->setText(faces == 0 ? tr("No face was found in this picture.")
                                      : tr("%n face(s) would be taken.", nullptr, faces));
    }
    if (m_photos.size() > 1) m_try->setText(tr("Try on the next picture"));
    update();
    Q_EMIT tried(faces);
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
    m_form->setLooksForFaces(m_photographs->isChecked());
    const bool named = m_personByFolder->isChecked() || !m_person->currentText().trimmed().isEmpty();
    const QString obstacle = named ? m_form->obstacle() : tr("Give the person a name first.");
    m_import->setEnabled(obstacle.isEmpty());
    m_import->setToolTip(obstacle);
    const QString noTrial = m_aligned->isChecked() ? tr("Aligned faces are taken as they are.")
                            : m_photos.empty()     ? tr("There is no photograph to try the options on.")
                                                   : m_form->obstacle();
    m_try->setEnabled(noTrial.isEmpty() && !(m_trial && m_trial->isRunning()));
    m_try->setToolTip(noTrial);
}

ImportRequest ImportDialog::request() const {
    ImportRequest request;
    request.paths = m_paths;
    if (m_onePerson->isChecked()) request.person = m_person->currentText().trimmed().toStdString();
    request.mode = m_aligned->isChecked() ? ImportMode::AlignedCrops : ImportMode::Detect;
    request.options = m_form->options();
    request.detectors = m_detectors;
    request.again = m_again;
    return request;
}

}  // namespace visagist
