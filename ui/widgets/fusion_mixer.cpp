#include "ui/widgets/fusion_mixer.h"

#include <QEvent>
#include <QGridLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSlider>
#include <QToolButton>
#include <QVBoxLayout>
#include <numeric>

#include "ui/theme/icons.h"
#include "ui/theme/theme.h"
#include "ui/widgets/fusion_triangle.h"
#include "ui/widgets/fusion_weights.h"
#include "ui/widgets/number_edit.h"

namespace visagist {

namespace {

constexpr int kFine = 1000;  // steps of a slider

QToolButton* smallButton(const char* name) {
    auto* button = new QToolButton;
    button->setIcon(icon(name));
    button->setIconSize({size::icon, size::icon});
    button->setFixedSize(size::iconButton, size::iconButton);
    return button;
}

}  // namespace

FusionMixer::FusionMixer(QWidget* parent)
    : QWidget(parent),
      m_title(makeLabel("heading")),
      m_randomise(smallButton("dice")),
      m_even(new QPushButton),
      m_triangle(new FusionTriangle) {
    setKind(m_even, "flat");
    auto* head = new QHBoxLayout;
    head->addWidget(m_title, 1);
    head->addWidget(m_even);
    head->addWidget(m_randomise);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(size::edge, 4, size::edge, size::gap);
    column->setSpacing(size::gap);
    column->addLayout(head);
    column->addWidget(m_triangle);
    connect(m_randomise, &QToolButton::clicked, this, &FusionMixer::randomise);
    connect(m_even, &QPushButton::clicked, this, &FusionMixer::even);
    connect(m_triangle, &FusionTriangle::moved, this, [this](const std::array<double, 3>& weights) {
        m_beforeSolo.clear();
        take(sharedOut(m_weights, locked(), {weights.begin(), weights.end()}));
    });
    setPeople({}, {});
    retranslate();
}

void FusionMixer::setPeople(const QStringList& names, const std::vector<int>& colours) {
    delete m_people;
    m_people = new QWidget;
    m_grid = new QGridLayout(m_people);
    m_grid->setContentsMargins(0, 0, 0, 0);
    m_grid->setHorizontalSpacing(size::rowGap);
    m_grid->setVerticalSpacing(size::rowGap);
    m_grid->setColumnStretch(2, 1);
    layout()->addWidget(m_people);
    m_rows.clear();
    m_beforeSolo.clear();
    const auto count = static_cast<std::size_t>(names.size());
    m_weights.assign(count, count ? 1.0 / static_cast<double>(count) : 0);
    for (std::size_t i = 0; i < count; ++i) {
        m_rows.push_back({.name = names[static_cast<int>(i)],
                          .colour = i < colours.size() ? colours[i] : static_cast<int>(i),
                          .dot = new QLabel,
                          .label = new QLabel,
                          .slider = new QSlider(Qt::Horizontal),
                          .number = new NumberEdit,
                          .lock = smallButton("unlock"),
                          .solo = smallButton("solo")});
        makeRow(i);
    }
    m_triangle->setVisible(count == 3);
    if (count == 3) m_triangle->setPeople(names, {m_rows[0].colour, m_rows[1].colour, m_rows[2].colour});
    m_randomise->setEnabled(count > 1);
    m_even->setEnabled(count > 1);
    paintDots();
    retranslate();
    refresh();
}

void FusionMixer::makeRow(std::size_t person) {
    Row& row = m_rows[person];
    row.slider->setRange(0, kFine);
    row.slider->setPageStep(kFine / 10);
    row.slider->setSingleStep(kFine / 100);
    row.slider->setProperty("series", row.colour);
    row.slider->setMinimumWidth(60);
    row.number->setRange(0, 100);
    row.number->setStep(1);
    row.number->setDecimals(0);
    row.number->setUnit(QStringLiteral("%"));
    row.number->setFixedWidth(68);
    row.lock->setCheckable(true);
    row.label->setMaximumWidth(84);
    const int line = static_cast<int>(person);
    m_grid->addWidget(row.dot, line, 0);
    m_grid->addWidget(row.label, line, 1);
    m_grid->addWidget(row.slider, line, 2);
    m_grid->addWidget(row.number, line, 3);
    m_grid->addWidget(row.lock, line, 4);
    m_grid->addWidget(row.solo, line, 5);
    connect(row.slider, &QSlider::valueChanged, this,
            [this, person](int value) { setWeight(person, static_cast<double>(value) / kFine); });
    connect(row.number, &NumberEdit::valueChanged, this,
            [this, person](double value) { setWeight(person, value / 100); });
    connect(row.lock, &QToolButton::toggled, this, [this, person](bool on) { setLocked(person, on); });
    connect(row.solo, &QToolButton::clicked, this, [this, person] { solo(person); });
}

void FusionMixer::setWeights(std::vector<double> weights) {
    const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
    if (weights.size() != m_rows.size() || !(sum > 0)) return;
    for (double& weight : weights) weight /= sum;
    m_weights = std::move(weights);
    m_beforeSolo.clear();
    refresh();
}

void FusionMixer::setWeight(std::size_t person, double value) {
    m_beforeSolo.clear();
    take(rebalanced(m_weights, locked(), person, value));
}

void FusionMixer::setLocked(std::size_t person, bool on) {
    Row& row = m_rows[person];
    row.lock->setChecked(on);
    row.lock->setIcon(icon(on ? "lock" : "unlock"));
    row.slider->setEnabled(!on);
    row.number->setEnabled(!on);
    retranslate();
}

void FusionMixer::solo(std::size_t person) {
    if (!m_beforeSolo.empty() && m_weights[person] == 1) {
        take(std::exchange(m_beforeSolo, {}));
        return;
    }
    std::vector<double> alone(m_weights.size(), 0.0);
    alone[person] = 1;
    if (m_beforeSolo.empty()) m_beforeSolo = m_weights;
    take(std::move(alone));
}

void FusionMixer::randomise() {
    m_beforeSolo.clear();
    take(randomised(m_weights, locked(), m_random));
}

void FusionMixer::even() {
    m_beforeSolo.clear();
    take(evened(m_weights, locked()));
}

void FusionMixer::take(std::vector<double> weights) {
    m_weights = std::move(weights);
    refresh();
    Q_EMIT weightsChanged();
}

void FusionMixer::refresh() {
    const std::vector<int> shown = percents(m_weights);
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        const QSignalBlocker quiet(m_rows[i].slider);
        if (!m_rows[i].slider->isSliderDown())
            m_rows[i].slider->setValue(static_cast<int>(m_weights[i] * kFine + 0.5));
        m_rows[i].number->setValue(shown[i]);
    }
    if (m_rows.size() == 3) m_triangle->setWeights({m_weights[0], m_weights[1], m_weights[2]});
}

std::vector<bool> FusionMixer::locked() const {
    std::vector<bool> result;
    for (const Row& row : m_rows) result.push_back(row.lock->isChecked());
    return result;
}

void FusionMixer::paintDots() {
    for (const Row& row : m_rows) {
        const double ratio = devicePixelRatioF();
        QPixmap dot((QSizeF(12, 12) * ratio).toSize());
        dot.setDevicePixelRatio(ratio);
        dot.fill(Qt::transparent);
        QPainter painter(&dot);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        painter.setBrush(seriesColour(row.colour));
        painter.drawEllipse(QRectF(1, 1, 10, 10));
        painter.end();
        row.dot->setPixmap(dot);
    }
}

void FusionMixer::retranslate() {
    m_title->setText(tr("Mix"));
    m_randomise->setToolTip(tr("Random mix"));
    m_randomise->setAccessibleName(tr("Random mix"));
    m_even->setText(tr("Even"));
    m_even->setToolTip(tr("The same share for everybody who is not locked"));
    m_triangle->setAccessibleName(tr("Mix of three people; the arrow keys move it"));
    for (const Row& row : m_rows) {
        row.label->setText(row.label->fontMetrics().elidedText(row.name, Qt::ElideMiddle, 84));
        row.label->setToolTip(row.name);
        row.slider->setAccessibleName(tr("Share of %1").arg(row.name));
        row.number->setAccessibleName(tr("Share of %1 in per cent").arg(row.name));
        const QString lock = row.lock->isChecked() ? tr("Unlock the share of %1").arg(row.name)
                                                   : tr("Lock the share of %1").arg(row.name);
        row.lock->setToolTip(lock);
        row.lock->setAccessibleName(lock);
        row.slider->setToolTip(row.lock->isChecked() ? tr("Locked") : QString());
        row.number->setToolTip(row.slider->toolTip());
        row.solo->setToolTip(tr("%1 alone; again for the mix from before").arg(row.name));
        row.solo->setAccessibleName(tr("%1 alone").arg(row.name));
    }
}

void FusionMixer::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange) paintDots();
    QWidget::changeEvent(event);
}

}  // namespace visagist
