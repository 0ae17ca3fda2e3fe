#include "ui/pages/augment_preview_dialog.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include "core/data/augment_preview.h"
#include "ui/bridge/qt_image.h"
#include "ui/bridge/translate.h"
#include "ui/theme/theme.h"
#include "ui/widgets/sample_grid.h"

namespace visagist {

namespace {

struct Drawn {
    QImage image;
    int rows = 0, columns = 0;
};

}  // namespace

AugmentPreviewDialog::AugmentPreviewDialog(QWidget* parent)
    : QDialog(parent),
      m_grid(new SampleGridView),
      m_note(makeLabel("mutedsmall")),
      m_again(new QPushButton),
      m_close(new QPushButton) {
    m_note->setWordWrap(true);
    m_again->setAutoDefault(false);
    m_close->setAutoDefault(false);
    auto* foot = new QHBoxLayout;
    foot->addWidget(m_note, 1);
    foot->addWidget(m_again);
    foot->addWidget(m_close);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(size::edge, size::edge, size::edge, size::edge);
    column->setSpacing(size::gap);
    column->addWidget(m_grid, 1);
    column->addLayout(foot);
    resize(900, 580);
    connect(m_again, &QPushButton::clicked, this, [this] {
        ++m_seed;
        draw();
    });
    connect(m_close, &QPushButton::clicked, this, &QDialog::close);
    connect(&m_job, &BackgroundJob::finished, this, [this](const JobOutcome& outcome) {
        if (outcome.succeeded()) {
            const auto made = std::any_cast<Drawn>(outcome.result);
            m_grid->setGrid(made.image, made.rows, made.columns);
            m_grid->setEmptyText(tr("There are no faces yet. Import pictures first."));
        } else if (!outcome.cancelled()) {
            m_grid->setGrid({}, 0, 0);
            m_grid->setEmptyText(translated(*outcome.error));
        }
        if (m_waits) return draw();
        Q_EMIT drawn();
    });
    retranslate();
}

void AugmentPreviewDialog::preview(const std::filesystem::path& project, const Recipe& recipe) {
    m_wish = Wish{project, recipe};
    draw();
}

void AugmentPreviewDialog::draw() {
    m_waits = m_job.isRunning();
    if (m_waits || !m_wish) return;
    m_job.start([wish = *m_wish, seed = m_seed](std::stop_token stop, const BackgroundJob::Report&) {
        const Project project = Project::open(wish.project, Access::ReadOnly);
        const AugmentPreview preview =
            previewAugmentation(project, wish.recipe.data, pixels(wish.recipe.model.resolution), seed, stop);
        return std::any(
            Drawn{preview.rows ? qImageFrom(preview.image) : QImage(), preview.rows, preview.columns});
    });
}

void AugmentPreviewDialog::retranslate() {
    setWindowTitle(tr("Augmentation preview"));
    QStringList titles{tr("Face")};
    for (int draw = 0; draw < AugmentPreview::kDraws; ++draw)
        titles << tr("Encoder sees") << tr("Decoder makes");
    m_grid->setTitles(titles);
    m_note->setText(tr("Follows the options of Train. In the last stage the warp is off."));
    m_again->setText(tr("Draw again"));
    m_close->setText(tr("Close"));
}

void AugmentPreviewDialog::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) retranslate();
    QDialog::changeEvent(event);
}

}  // namespace visagist
