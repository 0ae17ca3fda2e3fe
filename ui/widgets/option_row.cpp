#include "ui/widgets/option_row.h"

#include <QCheckBox>
#include <QComboBox>
#include <QEvent>
#include <QGridLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLocale>
#include <QSignalBlocker>
#include <QStandardItemModel>

#include "ui/bridge/translate.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"
#include "ui/widgets/dot_button.h"
#include "ui/widgets/number_edit.h"

namespace visagist {

namespace {

constexpr int kControlWidth = 124;

}  // namespace

OptionRow::OptionRow(const OptionInfo& option, QWidget* parent)
    : QWidget(parent),
      m_option(option),
      m_dot(new DotButton),
      m_label(new QLabel),
      m_bolt(new QLabel),
      m_error(makeLabel("error")) {
    makeControl();
    control()->setFixedWidth(kControlWidth);
    control()->setObjectName(QString::fromStdString(option.key));
    m_label->setWordWrap(true);
    m_label->setBuddy(control());
    m_bolt->setFixedWidth(size::mark);
    m_error->setWordWrap(true);
    m_error->hide();

    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(size::edge, 2, size::edge, 2);
    grid->setHorizontalSpacing(size::rowGap);
    grid->setVerticalSpacing(2);
    grid->addWidget(m_dot, 0, 0);
    grid->addWidget(m_label, 0, 1);
    grid->addWidget(m_bolt, 0, 2);
    grid->addWidget(control(), 0, 3);
    grid->addWidget(m_error, 1, 1, 1, 3);
    grid->setColumnStretch(1, 1);
    connect(m_dot, &QAbstractButton::clicked, this, [this] {
        if (!isLocked()) Q_EMIT edited(m_preset);
    });
    retranslate();
}

void OptionRow::makeControl() {
    using Kind = OptionInfo::Kind;
    if (m_option.kind == Kind::Switch) {
        m_switch = new QCheckBox;
        connect(m_switch, &QCheckBox::clicked, this, [this](bool on) { Q_EMIT edited(on); });
    } else if (m_option.kind == Kind::Choice) {
        m_choice = new QComboBox;
        m_choice->setFocusPolicy(Qt::StrongFocus);
        for (const Choice& choice : m_option.choices)
            m_choice->addItem(QString(), QString::fromLatin1(choice.key));
        connect(m_choice, &QComboBox::activated, this,
                [this] { Q_EMIT edited(m_choice->currentData().toString().toStdString()); });
    } else {
        m_number = new NumberEdit;
        const bool whole = m_option.kind == Kind::Integer;
        const bool factors = m_option.flags & kLogarithmic;
        m_number->setKind(whole     ? NumberEdit::Kind::Whole
                          : factors ? NumberEdit::Kind::Logarithmic
                                    : NumberEdit::Kind::Real);
        m_number->setRange(m_option.min, m_option.max);
        connect(m_number, &NumberEdit::valueChanged, this, [this, whole](double value) {
            if (whole)
                Q_EMIT edited(static_cast<std::int64_t>(value));
            else
                Q_EMIT edited(value);
        });
        connect(m_number, &NumberEdit::invalid, this, &OptionRow::showError);
        connect(m_number, &NumberEdit::mended, this, [this] { showError({}); });
    }
}

QWidget* OptionRow::control() const {
    if (m_switch) return m_switch;
    if (m_choice) return m_choice;
    return m_number;
}

void OptionRow::setValue(const nlohmann::json& value) {
    m_value = value;
    if (m_switch) {
        m_switch->setChecked(value.get<bool>());
    } else if (m_choice) {
        m_choice->setCurrentIndex(m_choice->findData(QString::fromStdString(value.get<std::string>())));
    } else {
        m_number->setValue(value.get<double>());
    }
    showError({});
    refreshDot();
}

void OptionRow::setPreset(const nlohmann::json& value) {
    m_preset = value;
    refreshDot();
}

void OptionRow::refreshDot() {
    m_dot->setShown(differs() && !m_value.is_null() && !m_preset.is_null());
    refreshTips();
}

void OptionRow::setLocked(const QString& reason) {
    m_lockReason = reason;
    control()->setEnabled(reason.isEmpty());
    refreshTips();
}

void OptionRow::setChoiceMissing(const std::string& key, const QString& reason) {
    const int place = m_choice ? m_choice->findData(QString::fromStdString(key)) : -1;
    auto* items = m_choice ? qobject_cast<QStandardItemModel*>(m_choice->model()) : nullptr;
    if (place < 0 || !items) return;
    items->item(place)->setEnabled(reason.isEmpty());
    items->item(place)->setToolTip(reason);
}

bool OptionRow::isLocked() const { return !m_lockReason.isEmpty(); }

void OptionRow::showError(const QString& sentence) {
    m_error->setText(sentence);
    m_error->setVisible(!sentence.isEmpty());
}

QString OptionRow::error() const { return m_error->isHidden() ? QString() : m_error->text(); }

bool OptionRow::matches(const QString& search) const {
    const QString key = QString::fromStdString(m_option.key);
    for (const QString& text : {m_label->text(), coreText(m_option.help), key}) {
        if (text.contains(search, Qt::CaseInsensitive)) return true;
    }
    return search.isEmpty();
}

QString OptionRow::textOf(const nlohmann::json& value) const {
    if (value.is_boolean()) return value.get<bool>() ? tr("on") : tr("off");
    if (value.is_number_integer())
        return QLocale().toString(static_cast<qlonglong>(value.get<std::int64_t>()));
    if (value.is_number()) return QLocale().toString(value.get<double>(), 'g', 6);
    for (const Choice& choice : m_option.choices) {
        if (value == choice.key) return coreText(choice.label);
    }
    return {};
}

void OptionRow::refreshTips() {
    const QString help = coreText(m_option.help);
    QString tip = help;
    if (isLocked()) tip += QStringLiteral("\n") + m_lockReason;
    m_label->setToolTip(tip);
    control()->setToolTip(tip);
    control()->setWhatsThis(help);
    m_dot->setToolTip(m_dot->isShown()
                          ? tr("The preset has %1. Click, or press Delete in the row, to go back to it.")
                                .arg(textOf(m_preset))
                          : QString());
}

void OptionRow::retranslate() {
    const QString label = coreText(m_option.label);
    m_label->setText(label);
    control()->setAccessibleName(label);
    control()->setAccessibleDescription(coreText(m_option.help));
    m_dot->setAccessibleName(tr("Reset %1 to the preset").arg(label));
    if (m_option.live())
        m_bolt->setPixmap(iconPixmap("bolt", size::mark, &Tokens::muted, devicePixelRatioF()));
    m_bolt->setToolTip(m_option.live() ? tr("May change during the run") : QString());
    if (m_number && !m_option.unit.empty()) m_number->setUnit(coreText(m_option.unit));
    for (std::size_t i = 0; m_choice && i < m_option.choices.size(); ++i)
        m_choice->setItemText(static_cast<int>(i), coreText(m_option.choices[i].label));
    if (!error().isEmpty() && m_number) m_number->setValue(m_number->value());
    if (!error().isEmpty()) showError({});  // it was in the other language
    refreshTips();
}

void OptionRow::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Delete && m_dot->isShown() && !isLocked()) {
        Q_EMIT edited(m_preset);
        return;
    }
    QWidget::keyPressEvent(event);
}

void OptionRow::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange && m_option.live())
        m_bolt->setPixmap(iconPixmap("bolt", size::mark, &Tokens::muted, devicePixelRatioF()));
    QWidget::changeEvent(event);
}

}  // namespace visagist
