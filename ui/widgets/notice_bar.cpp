#include "ui/widgets/notice_bar.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>

#include "ui/theme/icons.h"
#include "ui/theme/theme.h"

namespace visagist {

NoticeBar::NoticeBar(QWidget* parent)
    : QFrame(parent), m_mark(new QLabel), m_text(new QLabel), m_close(new QToolButton) {
    setKind(this, "warnbar");
    m_text->setWordWrap(true);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_close->setIcon(icon("close"));
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(9, 4, size::gap, 4);
    row->setSpacing(size::gap);
    row->addWidget(m_mark);
    row->addWidget(m_text, 1);
    row->addWidget(m_close);
    connect(m_close, &QToolButton::clicked, this, &QWidget::hide);
    retranslate();
    hide();
}

void NoticeBar::tell(const QString& sentence, bool failure) {
    m_failure = failure;
    m_text->setText(sentence);
    setKind(this, failure ? "errorbar" : "warnbar");
    paintMark();
    setVisible(!sentence.isEmpty());
}

QString NoticeBar::text() const { return isHidden() ? QString() : m_text->text(); }

void NoticeBar::paintMark() {
    m_mark->setPixmap(iconPixmap(m_failure ? "error" : "warn", size::icon,
                                 m_failure ? &Tokens::error : &Tokens::warn, devicePixelRatioF()));
}

void NoticeBar::retranslate() {
    m_close->setToolTip(tr("Close"));
    m_close->setAccessibleName(tr("Close"));
}

void NoticeBar::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange) paintMark();
    QFrame::changeEvent(event);
}

}  // namespace visagist
