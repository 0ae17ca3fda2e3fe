#include "ui/widgets/needs_panel.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/models/words.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"

namespace visagist {

NeedsPanel::NeedsPanel(QWidget* parent)
    : QWidget(parent),
      m_memoryTitle(makeLabel("mutedsmall")),
      m_memoryText(makeLabel("small")),
      m_memoryBar(new QProgressBar),
      m_timeTitle(makeLabel("mutedsmall")),
      m_timeText(makeLabel("small")),
      m_measure(new QPushButton),
      m_boltMark(new QLabel),
      m_boltNote(makeLabel("mutedcaption")) {
    m_memoryBar->setTextVisible(false);
    m_memoryBar->setRange(0, 1000);
    setKind(m_measure, "flat");
    const auto line = [](std::initializer_list<QWidget*> widgets, int stretched) {
        auto* row = new QHBoxLayout;
        row->setSpacing(size::rowGap);
        int place = 0;
        for (QWidget* widget : widgets) row->addWidget(widget, place++ == stretched);
        return row;
    };
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(size::edge, size::gap, size::edge, size::gap);
    column->setSpacing(6);
    column->addLayout(line({m_memoryTitle, m_memoryText}, 0));
    column->addWidget(m_memoryBar);
    column->addLayout(line({m_timeTitle, m_timeText, m_measure}, 0));
    column->addLayout(line({m_boltMark, m_boltNote}, 1));
    connect(m_measure, &QPushButton::clicked, this,
            [this] { m_state == Time::Measuring ? measureCancelled() : measureWanted(); });
    retranslate();
}

void NeedsPanel::setMemory(std::int64_t needed, std::int64_t there) {
    m_needed = needed;
    m_there = there;
    const double share = static_cast<double>(needed) / static_cast<double>(std::max<std::int64_t>(1, there));
    m_memoryBar->setValue(static_cast<int>(std::min(1.0, share) * 1000));
    retranslate();
}

void NeedsPanel::setTime(Time state, double seconds) {
    m_state = state;
    m_seconds = seconds;
    retranslate();
}

void NeedsPanel::setMayMeasure(bool may, const QString& whyNot) {
    m_may = may;
    m_whyNot = whyNot;
    retranslate();
}

QString NeedsPanel::timeText() const { return m_timeText->text(); }

void NeedsPanel::retranslate() {
    m_memoryTitle->setText(tr("Memory for training"));
    m_memoryText->setText(m_there ? tr("%1 of %2").arg(bytesText(m_needed), bytesText(m_there)) : QString());
    m_timeTitle->setText(tr("Time for training"));
    m_timeText->setText(m_state == Time::Known       ? tr("about %1").arg(durationText(m_seconds))
                        : m_state == Time::Measuring ? tr("measuring…")
                                                     : QString());
    m_measure->setText(m_state == Time::Measuring ? tr("Cancel") : tr("Measure"));
    m_measure->setVisible(m_state != Time::Known);
    m_measure->setEnabled(m_may || m_state == Time::Measuring);
    m_measure->setToolTip(m_may ? tr("Does a few steps of each stage and stores nothing") : m_whyNot);
    m_boltMark->setPixmap(iconPixmap("bolt", size::mark, &Tokens::muted, devicePixelRatioF()));
    m_boltNote->setText(tr("may change during the run"));
}

}  // namespace visagist
