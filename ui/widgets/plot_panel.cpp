#include "ui/widgets/plot_panel.h"

#include <QBuffer>
#include <QCheckBox>
#include <QComboBox>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QSlider>
#include <QTabBar>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <span>

#include "core/base/file.h"
#include "ui/bridge/translate.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"

namespace visagist {

namespace {

constexpr std::int64_t kRanges[] = {0, 10000, 1000};  // last steps; 0: the whole run
enum Tab { Losses, Quality, Parts, Signs, Rates };
constexpr const char* kMeasurements[] = {
    "distance:", "floor:", "kernel:", "likeness", "nearest_photo", "both_parents"};

bool beginsWithOneOf(const std::string& name, std::span<const char* const> beginnings) {
    return std::ranges::any_of(beginnings, [&](const char* begin) { return name.starts_with(begin); });
}

/// What a measurement's distance is called: by the network that it was measured with.
QString distanceName(const std::string& network) {
    if (network.starts_with("inception-clean")) return PlotPanel::tr("FID (clean)");
    if (network.starts_with("inception")) return PlotPanel::tr("FID");
    if (network.starts_with("stylegan")) return PlotPanel::tr("FID (StyleGAN)");
    return PlotPanel::tr("Face distance");
}

QString measuredLabel(const std::string& name) {
    const std::string network = name.substr(name.find(':') + 1);
    QString label;
    if (name.starts_with("distance:"))
        label = distanceName(network);
    else if (name.starts_with("floor:"))
        label = PlotPanel::tr("%1 of photos").arg(distanceName(network));
    else if (name.starts_with("kernel:"))
        label = PlotPanel::tr("Kernel distance x 1000");
    else if (name.starts_with("likeness_photos"))
        label = PlotPanel::tr("Photos to their person");
    else if (name.starts_with("likeness"))
        label = PlotPanel::tr("Swaps to their person");
    else if (name.starts_with("nearest_photo"))
        label = PlotPanel::tr("Half mixes to the nearest photo");
    else
        label = PlotPanel::tr("Both parents nearest");
    const std::size_t number = name.find('#');
    return number == std::string::npos
               ? label
               : label + QLatin1Char(' ') + QString::fromStdString(name.substr(number));
}

}  // namespace

PlotPanel::PlotPanel(QWidget* parent)
    : QWidget(parent),
      m_tabs(new QTabBar),
      m_smoothLabel(makeLabel("mutedsmall")),
      m_smooth(new QSlider(Qt::Horizontal)),
      m_logarithmic(new QCheckBox),
      m_range(new QComboBox),
      m_export(new QToolButton),
      m_plot(new MetricPlot) {
    for (const Tab tab : {Losses, Quality, Parts, Signs, Rates}) m_tabs->insertTab(tab, QString());
    m_tabs->setDrawBase(false);
    m_tabs->setExpanding(false);
    m_smooth->setRange(0, 100);
    m_smooth->setValue(60);
    m_smooth->setFixedWidth(84);
    m_smoothLabel->setBuddy(m_smooth);
    m_logarithmic->setChecked(true);
    for (const std::int64_t range : kRanges) m_range->addItem(QString(), static_cast<qlonglong>(range));
    m_export->setIcon(icon("export"));

    auto* bar = new QHBoxLayout;
    bar->setContentsMargins(0, 0, size::edge, 0);
    bar->setSpacing(size::gap);
    bar->addWidget(m_tabs, 0, Qt::AlignBottom);
    bar->addStretch(1);
    bar->addWidget(m_smoothLabel);
    bar->addWidget(m_smooth);
    bar->addWidget(m_logarithmic);
    bar->addWidget(m_range);
    bar->addWidget(m_export);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 4, 0, 0);
    column->setSpacing(0);
    column->addLayout(bar);
    column->addWidget(m_plot, 1);

    connect(m_tabs, &QTabBar::currentChanged, this, &PlotPanel::showTab);
    connect(m_smooth, &QSlider::valueChanged, this,
            [this](int value) { m_plot->setSmoothing(value / 100.0); });
    connect(m_logarithmic, &QCheckBox::toggled, this, [this](bool on) { m_plot->setLogarithmic(on); });
    connect(m_range, &QComboBox::currentIndexChanged, this,
            [this] { m_plot->setLastSteps(m_range->currentData().toLongLong()); });
    connect(m_export, &QToolButton::clicked, this, &PlotPanel::exportPicture);
    connect(m_plot, &MetricPlot::markClicked, this, &PlotPanel::markClicked);
    retranslate();
}

void PlotPanel::clear() {
    m_plot->clear();
    m_measured.clear();
    showTab();
}

void PlotPanel::note(const std::string& name) {
    if (!beginsWithOneOf(name, kMeasurements) || !m_measured.insert(name).second) return;
    if (m_tabs->currentIndex() == Quality) showTab();
}

void PlotPanel::setHistory(std::map<std::string, MetricSeries> series) {
    for (auto& [name, curve] : series) {
        m_plot->setSeries(name, std::move(curve));
        note(name);
    }
}

void PlotPanel::append(std::int64_t step, const std::map<std::string, double>& values) {
    for (const auto& [name, value] : values) {
        m_plot->append(name, step, value);
        note(name);
    }
}

std::vector<MetricPlot::Curve> PlotPanel::measuredCurves(
    std::initializer_list<const char*> beginnings) const {
    std::vector<MetricPlot::Curve> curves;
    for (const char* begin : beginnings)
        for (const std::string& name : m_measured)
            if (name.starts_with(begin) &&
                std::ranges::find(curves, name, &MetricPlot::Curve::name) == curves.end())
                curves.push_back({name, measuredLabel(name), static_cast<int>(curves.size())});
    return curves;
}

void PlotPanel::showTab() {
    const int tab = m_tabs->currentIndex();
    m_plot->setEmptyText(tab == Quality
                             ? tr("The curves appear with the first measurement of the faces (see Measuring "
                                  "in the options).")
                             : tr("The curves appear with the first report of a run."));
    switch (tab) {
        case Quality:
            return m_plot->setCurves(measuredCurves({"distance:", "floor:", "kernel:", "likeness",
                                                     "likeness_photos", "both_parents", "nearest_photo"}));
        case Losses:
            return m_plot->setCurves({{"generator", tr("Generator"), 0},
                                      {"discriminator", tr("Discriminator"), 1},
                                      {"reconstruction", tr("Reconstruction"), 2},
                                      {"validation", tr("Validation"), 3}});
        case Parts:
            return m_plot->setCurves({{"identity", tr("Identity"), 0},
                                      {"perceptual", tr("Perceptual"), 1},
                                      {"feature_match", tr("Discriminator's features"), 2},
                                      {"adversarial", tr("Adversarial"), 3},
                                      {"cycle", tr("Content cycle"), 4},
                                      {"balance", tr("Balance"), 5}});
        case Signs:
            return m_plot->setCurves({{"diversity", tr("Diversity"), 0},
                                      {"person_guess", tr("Guess of the person"), 1},
                                      {"discriminator_augmentation", tr("Adaptive augmentation"), 2},
                                      {"r1", tr("R1 penalty"), 3}});
        default:
            return m_plot->setCurves({{"learning_rate", tr("Learning rate"), 0},
                                      {"images_per_second", tr("Images a second"), 1},
                                      {"loss_scale", tr("Loss scale"), 2}});
    }
}

void PlotPanel::exportPicture() {
    const QString name =
        QFileDialog::getSaveFileName(this, tr("Export the plot"), tr("plot.png"), tr("PNG pictures (*.png)"));
    if (name.isEmpty()) return;
    QByteArray png;
    QBuffer buffer(&png);
    m_plot->picture().save(&buffer, "PNG");
    try {
        const auto* bytes = reinterpret_cast<const std::uint8_t*>(png.constData());
        writeFileAtomically(toPath(name), std::span(bytes, static_cast<std::size_t>(png.size())));
        Q_EMIT told(tr("The plot is in %1.").arg(name));
    } catch (const Error& error) {
        Q_EMIT told(translated(error));
    }
}

void PlotPanel::retranslate() {
    m_tabs->setTabText(Losses, tr("Losses"));
    m_tabs->setTabText(Quality, tr("Quality"));
    m_tabs->setTabToolTip(
        Quality,
        tr("How far swaps and half mixes are from photographs, beside how far photographs are from each "
           "other, "
           "and how near they are to the people they are to show (below 0.6 it is that person); lower is "
           "better"));
    m_tabs->setTabText(Parts, tr("Parts"));
    m_tabs->setTabToolTip(Parts, tr("The losses that the generator's is made of, before their weights"));
    m_tabs->setTabText(Signs, tr("Signs"));
    m_tabs->setTabToolTip(Signs,
                          tr("How the run is: do faces differ, is the person forgotten, how strong is the "
                             "adaptive augmentation"));
    m_tabs->setTabText(Rates, tr("Rates"));
    m_tabs->setAccessibleName(tr("Plots"));
    m_smoothLabel->setText(tr("Smooth"));
    m_smooth->setAccessibleName(tr("Smooth"));
    m_smooth->setToolTip(tr("How much the strong curve is smoothed; the faint one is as measured"));
    m_logarithmic->setText(tr("Log axis"));
    m_range->setItemText(0, tr("Whole run"));
    m_range->setItemText(1, tr("Last %1 steps").arg(QLocale().toString(10000)));
    m_range->setItemText(2, tr("Last %1 steps").arg(QLocale().toString(1000)));
    m_range->setAccessibleName(tr("Range"));
    m_export->setToolTip(tr("Export the plot as PNG…"));
    m_export->setAccessibleName(tr("Export the plot as PNG…"));
    m_plot->setAxisText(tr("step"), tr("Step %1"));
    m_plot->setAccessibleName(tr("Curves of the run"));
    showTab();
}

}  // namespace visagist
