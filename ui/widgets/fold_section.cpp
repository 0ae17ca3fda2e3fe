#include "ui/widgets/fold_section.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QToolButton>
#include <QVBoxLayout>

#include "ui/theme/icons.h"
#include "ui/theme/theme.h"
#include "ui/widgets/dot_button.h"

namespace visagist {

FoldSection::FoldSection(QWidget* parent)
    : QWidget(parent),
      m_head(new QToolButton),
      m_count(makeLabel("mutedcaption")),
      m_dot(new QLabel),
      m_body(new QWidget),
      m_bodyLayout(new QVBoxLayout(m_body)) {
    m_head->setCheckable(true);
    m_head->setChecked(true);
    m_head->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    setKind(m_head, "fold");
    m_head->setFont(visagist::font(Type::Heading));
    m_head->setIconSize({size::mark, size::mark});
    m_head->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);

    auto* head = new QHBoxLayout;
    head->setContentsMargins(6, 4, size::edge, 0);
    head->addWidget(m_head, 1);
    head->setSpacing(size::rowGap);
    head->addWidget(m_dot);
    head->addWidget(m_count);
    m_bodyLayout->setContentsMargins(0, 0, 0, 6);
    m_bodyLayout->setSpacing(0);
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->setSpacing(0);
    all->addLayout(head);
    all->addWidget(m_body);
    auto* rule = new QFrame;
    setKind(rule, "separator");
    all->addWidget(rule);
    connect(m_head, &QToolButton::toggled, this, &FoldSection::refresh);
    refresh();
}

void FoldSection::setTitle(const QString& title) { m_head->setText(title); }
QString FoldSection::title() const { return m_head->text(); }

void FoldSection::setCount(int rows) {
    m_rows = rows;
    refresh();
}

void FoldSection::setChanged(bool changed) {
    m_changed = changed;
    refresh();
}

bool FoldSection::isOpen() const { return m_head->isChecked() || m_forced; }

void FoldSection::setOpen(bool open) { m_head->setChecked(open); }

void FoldSection::forceOpen(bool forced) {
    m_forced = forced;
    refresh();
}

void FoldSection::refresh() {
    const bool open = isOpen();
    m_body->setVisible(open);
    m_head->setIcon(icon(open ? "chevd" : "chevr"));
    m_count->setText(QLocale().toString(m_rows));
    m_count->setVisible(!open);
    m_dot->setPixmap(dotPixmap(devicePixelRatioF()));
    m_dot->setVisible(!open && m_changed);
}

}  // namespace visagist
