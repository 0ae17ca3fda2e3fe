#include "ui/widgets/busy_bar.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QProgressBar>
#include <QPushButton>
#include <QTimer>
#include <QVBoxLayout>

#include "ui/models/words.h"
#include "ui/theme/theme.h"

namespace visagist {

namespace {
constexpr int kAppearMilliseconds = 200, kDetailMilliseconds = 2000;
}

BusyBar::BusyBar(QWidget* parent)
    : QFrame(parent),
      m_what(new QLabel(this)),
      m_details(makeLabel("muted", this)),
      m_bar(new QProgressBar(this)),
      m_cancel(new QPushButton(this)) {
    setProperty("kind", QStringLiteral("panel"));
    m_bar->setTextVisible(false);
    auto* words = new QHBoxLayout;
    words->setSpacing(size::gap);
    words->addWidget(m_what);
    words->addWidget(m_details, 1);
    auto* column = new QVBoxLayout;
    column->setSpacing(6);
    column->addLayout(words);
    column->addWidget(m_bar);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(size::edge, size::gap, size::edge, size::gap);
    row->setSpacing(size::edge);
    row->addLayout(column, 1);
    row->addWidget(m_cancel);
    connect(m_cancel, &QPushButton::clicked, this, &BusyBar::cancelled);
    retranslate();
    hide();
}

void BusyBar::begin(const QString& what) {
    m_busy = true;
    m_clock.start();
    m_what->setText(what);
    m_details->clear();
    m_bar->setRange(0, 0);
    m_cancel->setEnabled(true);
    QTimer::singleShot(kAppearMilliseconds, this, [this] { setVisible(m_busy); });
}

void BusyBar::setProgress(qint64 done, qint64 total) {
    // The bar counts in thousandths: an int would not hold every total.
    m_bar->setRange(0, total > 0 ? 1000 : 0);
    if (total > 0) m_bar->setValue(static_cast<int>(done * 1000 / total));
    m_details->setText(details(done, total));
}

QString BusyBar::details(qint64 done, qint64 total) const {
    if (total <= 0) return {};
    const QLocale locale;
    const QString count = tr("%1 of %2").arg(locale.toString(done), locale.toString(total));
    const double seconds = static_cast<double>(m_clock.elapsed()) / 1000;
    if (m_clock.elapsed() < kDetailMilliseconds || done <= 0) return count;
    const double rate = static_cast<double>(done) / seconds;
    const double left = static_cast<double>(total - done) / rate;
    return tr("%1, %2 a second, %3 left")
        .arg(count, locale.toString(rate, 'f', rate < 10 ? 1 : 0), durationText(left));
}

void BusyBar::setStopping(const QString& what) {
    m_what->setText(what);
    m_details->clear();
    m_bar->setRange(0, 0);
    m_cancel->setEnabled(false);
}

void BusyBar::end() {
    m_busy = false;
    hide();
}

QString BusyBar::text() const { return m_what->text(); }

void BusyBar::retranslate() { m_cancel->setText(tr("Cancel")); }

}  // namespace visagist
