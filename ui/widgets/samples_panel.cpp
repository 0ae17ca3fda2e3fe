#include "ui/widgets/samples_panel.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSlider>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/models/words.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"
#include "ui/widgets/image_view.h"
#include "ui/widgets/sample_grid.h"

namespace visagist {

namespace {

constexpr int kSideWidth = 150, kWideEnough = 560;

}  // namespace

SamplesPanel::SamplesPanel(QWidget* parent)
    : QWidget(parent),
      m_title(makeLabel("heading")),
      m_back(new QToolButton),
      m_timeline(new QSlider(Qt::Horizontal)),
      m_forward(new QToolButton),
      m_step(new QLabel),
      m_grid(new SampleGridView),
      m_side(new QWidget),
      m_sideTitle(makeLabel("mutedcaption")),
      m_chosen(new QLabel),
      m_chosenName(makeLabel("heading")),
      m_open(new QPushButton) {
    makeHead();
    auto* side = new QVBoxLayout(m_side);
    side->setContentsMargins(0, 0, 0, 0);
    side->setSpacing(6);
    side->addWidget(m_sideTitle);
    m_chosen->setFixedSize(kSideWidth, kSideWidth);
    m_chosen->setScaledContents(true);
    side->addWidget(m_chosen);
    m_chosenName->setWordWrap(true);
    side->addWidget(m_chosenName);
    setKind(m_open, "flat");
    m_open->setIcon(icon("zoom", &Tokens::accent));
    side->addWidget(m_open, 0, Qt::AlignLeft);
    side->addStretch(1);
    m_side->setFixedWidth(kSideWidth);
    auto* row = new QHBoxLayout;
    row->setSpacing(size::edge);
    row->addWidget(m_grid, 1);
    row->addWidget(m_side);
    static_cast<QVBoxLayout*>(layout())->addLayout(row, 1);

    connect(m_grid, &SampleGridView::selectionChanged, this, &SamplesPanel::showChosen);
    connect(m_grid, &SampleGridView::opened, this, &SamplesPanel::openLarge);
    connect(m_open, &QPushButton::clicked, this, &SamplesPanel::openLarge);
    clear();
    retranslate();
}

void SamplesPanel::makeHead() {
    auto* head = new QHBoxLayout;
    head->setSpacing(size::gap);
    m_back->setIcon(icon("skipb"));
    m_forward->setIcon(icon("skipf"));
    m_timeline->setPageStep(1);
    for (QWidget* part : {static_cast<QWidget*>(m_title), static_cast<QWidget*>(m_back)})
        head->addWidget(part);
    head->addWidget(m_timeline, 1);
    head->addWidget(m_forward);
    head->addWidget(m_step);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(size::edge, 6, size::edge, size::gap);
    column->setSpacing(6);
    column->addLayout(head);
    connect(m_timeline, &QSlider::valueChanged, this, &SamplesPanel::pick);
    connect(m_back, &QToolButton::clicked, this, [this] { m_timeline->setValue(m_timeline->minimum()); });
    connect(m_forward, &QToolButton::clicked, this, [this] { m_timeline->setValue(m_timeline->maximum()); });
}

void SamplesPanel::clear() {
    m_steps.clear();
    m_shown = 0;
    m_grid->setGrid({}, 0, 0);
    refreshHead();
}

void SamplesPanel::setSteps(std::vector<std::int64_t> steps) {
    clear();
    m_steps = std::move(steps);
    refreshHead();
    if (!m_steps.empty()) Q_EMIT stepWanted(m_steps.back());
}

void SamplesPanel::addSample(std::int64_t step, const QImage& grid, int rows, int columns) {
    const bool looksAtNewest = m_steps.empty() || m_timeline->value() == m_timeline->maximum();
    // A run gone back to a checkpoint makes its later samples anew.
    m_steps.erase(std::lower_bound(m_steps.begin(), m_steps.end(), step), m_steps.end());
    m_steps.push_back(step);
    refreshHead();
    if (!looksAtNewest) return;
    const QSignalBlocker quiet(m_timeline);
    m_timeline->setValue(m_timeline->maximum());
    showSample(step, grid, rows, columns);
}

void SamplesPanel::showSample(std::int64_t step, const QImage& grid, int rows, int columns) {
    m_shown = step;
    m_grid->setGrid(grid, rows, columns);
    m_step->setText(tr("step %1").arg(stepText(step)));
}

void SamplesPanel::pick(int place) {
    if (place >= 0 && place < static_cast<int>(m_steps.size()))
        Q_EMIT stepWanted(m_steps[static_cast<std::size_t>(place)]);
}

void SamplesPanel::refreshHead() {
    const bool several = m_steps.size() > 1;
    const QSignalBlocker quiet(m_timeline);
    const bool atEnd = m_timeline->value() == m_timeline->maximum();
    m_timeline->setRange(0, std::max(0, static_cast<int>(m_steps.size()) - 1));
    if (atEnd) m_timeline->setValue(m_timeline->maximum());
    for (QWidget* part : {static_cast<QWidget*>(m_back), static_cast<QWidget*>(m_timeline),
                          static_cast<QWidget*>(m_forward)}) {
        part->setEnabled(several);
    }
    if (m_steps.empty()) m_step->clear();
    m_side->setVisible(width() >= kWideEnough && m_grid->rows() > 0);
}

void SamplesPanel::showChosen() {
    const QImage face = m_grid->cell(m_grid->selectedRow(), m_grid->selectedColumn());
    m_side->setVisible(width() >= kWideEnough && !face.isNull());
    if (face.isNull()) return;
    const int side = static_cast<int>(kSideWidth * devicePixelRatioF());
    m_chosen->setPixmap(
        QPixmap::fromImage(face.scaled(side, side, Qt::KeepAspectRatio, Qt::SmoothTransformation)));
    m_chosenName->setText(m_titles.value(m_grid->selectedColumn()));
}

void SamplesPanel::openLarge() {
    const QImage face = m_grid->cell(m_grid->selectedRow(), m_grid->selectedColumn());
    if (face.isNull()) return;
    auto* window = new QDialog(this);
    window->setAttribute(Qt::WA_DeleteOnClose);
    window->setWindowTitle(
        tr("%1, step %2").arg(m_titles.value(m_grid->selectedColumn()), stepText(m_shown)));
    auto* view = new ImageView;
    view->setPicture(face);
    auto* column = new QVBoxLayout(window);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(view);
    window->resize(640, 640);
    window->show();
}

void SamplesPanel::setTitles(const QStringList& titles) {
    m_titles = titles;
    m_grid->setTitles(titles);
    showChosen();
}

void SamplesPanel::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    m_side->setVisible(width() >= kWideEnough && m_grid->rows() > 0);
}

void SamplesPanel::retranslate() {
    m_title->setText(tr("Samples"));
    m_back->setToolTip(tr("First sample"));
    m_back->setAccessibleName(tr("First sample"));
    m_forward->setToolTip(tr("Newest sample"));
    m_forward->setAccessibleName(tr("Newest sample"));
    m_timeline->setAccessibleName(tr("Timeline of the samples"));
    m_sideTitle->setText(tr("Selected"));
    m_open->setText(tr("Open at full size"));
    m_grid->setEmptyText(tr("Samples show the same faces again and again while the network learns."));
    m_grid->setAccessibleName(tr("Sample grid"));
    if (m_shown) m_step->setText(tr("step %1").arg(stepText(m_shown)));
}

}  // namespace visagist
