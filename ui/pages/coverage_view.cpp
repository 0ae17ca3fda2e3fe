#include "ui/pages/coverage_view.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>
#include <utility>

#include "core/store/project.h"
#include "ui/bridge/translate.h"
#include "ui/theme/theme.h"
#include "ui/widgets/pose_map.h"
#include "ui/widgets/share_bar.h"

namespace visagist {

CoverageView::CoverageView(QWidget* parent)
    : QWidget(parent),
      m_text(makeLabel("muted")),
      m_hint(makeLabel("muted")),
      m_measure(new QPushButton),
      m_scroll(new QScrollArea) {
    m_scroll->setWidgetResizable(true);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_text->setWordWrap(true);
    m_hint->setWordWrap(true);
    auto* line = new QHBoxLayout;
    line->setContentsMargins(size::edge, size::gap, size::edge, size::gap);
    line->addWidget(m_text, 1);
    line->addWidget(m_measure);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(line);
    column->addWidget(m_scroll, 1);
    m_hint->setContentsMargins(size::edge, size::rowGap, size::edge, size::gap);
    column->addWidget(m_hint);
    connect(m_measure, &QPushButton::clicked, this, &CoverageView::measureWanted);
    connect(&m_job, &BackgroundJob::finished, this, &CoverageView::end);
    retranslate();
}

void CoverageView::load(const std::filesystem::path& project) {
    m_project = project;
    m_wanted = true;
    if (!m_job.isRunning()) start();
}

void CoverageView::start() {
    m_wanted = false;
    if (m_project.empty()) return show({});
    m_job.start([path = m_project](const std::stop_token&, const BackgroundJob::Report&) -> std::any {
        return coverage(Project::open(path, Access::ReadOnly).database());
    });
}

void CoverageView::end(const JobOutcome& outcome) {
    if (m_wanted) return start();
    if (outcome.succeeded()) {
        show(std::any_cast<std::vector<PersonCoverage>>(outcome.result));
    } else if (!outcome.cancelled()) {
        Q_EMIT failed(translated(*outcome.error));
    }
    Q_EMIT loaded();
}

void CoverageView::show(std::vector<PersonCoverage> people) {
    m_people = std::move(people);
    fill();
}

void CoverageView::setMayMeasure(bool may) { m_measure->setEnabled(may); }

QWidget* CoverageView::card(const PersonCoverage& person) {
    auto* card = new QFrame;
    setKind(card, "panel");
    card->setAttribute(Qt::WA_StyledBackground);
    auto* column = new QVBoxLayout(card);
    column->setContentsMargins(size::edge, size::edge, size::edge, size::edge);
    column->setSpacing(size::gap);
    auto* name = makeLabel("heading");
    name->setText(QString::fromStdString(person.name));
    auto* counts = makeLabel("mutedsmall");
    const QLocale locale;
    counts->setText(tr("%1 faces, the pose of %2 is known")
                        .arg(locale.toString(static_cast<qlonglong>(person.faces)),
                             locale.toString(static_cast<qlonglong>(person.posed))));
    auto* map = new PoseMap;
    map->setCoverage(person);
    connect(map, &PoseMap::chosen, this, [this](const QString& query) { Q_EMIT chosen(query, QString()); });
    column->addWidget(name);
    column->addWidget(counts);
    column->addWidget(map);
    for (const CoverageAspect& aspect : person.aspects) {
        // These two are the heat map's.
        if (aspect.known == 0 || std::string_view(aspect.key) == "yaw" ||
            std::string_view(aspect.key) == "pitch")
            continue;
        std::vector<ShareBar::Part> parts;
        for (const CoverageShare& share : aspect.shares)
            parts.push_back({coreText(share.label), share.faces, QString::fromStdString(share.query)});
        auto* bar = new ShareBar;
        bar->setParts(coreText(aspect.label), std::move(parts));
        connect(bar, &ShareBar::chosen, this,
                [this](const QString& query) { Q_EMIT chosen(query, QString()); });
        column->addWidget(bar);
    }
    if (!person.holes.empty()) {
        auto* missing = makeLabel("warn");
        missing->setText(tr("Missing"));
        column->addSpacing(size::rowGap);
        column->addWidget(missing);
    }
    for (const CoverageHole& hole : person.holes) {
        auto* button = new QPushButton(translated(hole.message));
        setKind(button, "flat");
        button->setToolTip(tr("Shows the faces that come nearest to it first"));
        connect(button, &QPushButton::clicked, this, [this, hole] {
            Q_EMIT chosen(QString::fromStdString(hole.query), QString::fromStdString(hole.order));
        });
        column->addWidget(button, 0, Qt::AlignLeft);
    }
    column->addStretch(1);
    return card;
}

void CoverageView::fill() {
    std::int64_t faces = 0, measured = 0;
    for (const PersonCoverage& person : m_people) faces += person.faces, measured += person.measured;
    auto* content = new QWidget;
    auto* row = new QHBoxLayout(content);
    row->setContentsMargins(size::edge, size::rowGap, size::edge, size::edge);
    row->setSpacing(size::edge);
    if (measured > 0)
        for (const PersonCoverage& person : m_people) row->addWidget(card(person), 0, Qt::AlignTop);
    row->addStretch(1);
    m_scroll->setWidget(content);
    const QLocale locale;
    m_text->setText(
        faces == 0 ? tr("No faces yet.")
        : measured == 0
            ? tr("The faces are not measured yet: then it is known which way they look and how they are lit.")
        : measured < faces
            ? tr("%1 of %2 faces are not measured yet.")
                  .arg(locale.toString(static_cast<qlonglong>(faces - measured)),
                       locale.toString(static_cast<qlonglong>(faces)))
            : tr("All %1 faces are measured.").arg(locale.toString(static_cast<qlonglong>(faces))));
    m_measure->setVisible(measured < faces);
    m_hint->setVisible(measured > 0);
}

void CoverageView::retranslate() {
    m_measure->setText(tr("Measure and compare"));
    m_hint->setText(
        tr("The stronger a cell, the more faces look that way. Click a cell, a bar or a sentence to see the "
           "faces behind it."));
    fill();
}

}  // namespace visagist
