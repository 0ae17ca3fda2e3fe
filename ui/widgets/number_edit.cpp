#include "ui/widgets/number_edit.h"

#include <QEvent>
#include <QKeyEvent>
#include <QLineEdit>
#include <QLocale>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

#include "ui/models/words.h"

namespace visagist {

NumberEdit::NumberEdit(QWidget* parent) : QAbstractSpinBox(parent) {
    setFocusPolicy(Qt::StrongFocus);  // not by the wheel
    setCorrectionMode(QAbstractSpinBox::CorrectToPreviousValue);
    connect(lineEdit(), &QLineEdit::editingFinished, this, &NumberEdit::takeText);
    connect(this, &QAbstractSpinBox::editingFinished, this, &NumberEdit::takeText);  // Return
    setValue(0);
}

void NumberEdit::setKind(Kind kind) {
    m_kind = kind;
    setValue(m_value);
}

void NumberEdit::setRange(double least, double most) {
    m_least = least;
    m_most = most;
    setValue(m_value);
}

void NumberEdit::setUnit(const QString& unit) {
    m_unit = unit;
    if (!m_bad) lineEdit()->setText(textOf(m_value));
    updateGeometry();
}

void NumberEdit::setStep(double step) { m_step = step; }

void NumberEdit::setDecimals(int decimals) {
    m_decimals = decimals;
    setValue(m_value);
}

void NumberEdit::setValue(double value) {
    m_value = std::clamp(value, m_least, m_most);
    setBad(false);
    lineEdit()->setText(textOf(m_value));
}

void NumberEdit::stepBy(int steps) {
    takeText();
    const double value = std::clamp(stepped(m_value, steps), m_least, m_most);
    const bool changes = value != m_value;
    setValue(value);
    if (changes) Q_EMIT valueChanged(m_value);
}

double NumberEdit::stepped(double value, int steps) const {
    for (int i = 0; i < std::abs(steps); ++i) {
        const double size = std::max(std::abs(value), 1e-12);
        if (m_kind == Kind::Logarithmic) {  // 1, 2, 5, 10 …
            const double power = std::pow(10.0, std::floor(std::log10(size) + 1e-9));
            const double lead = size / power;
            if (steps > 0)
                value = power * (lead < 1.999 ? 2 : lead < 4.999 ? 5 : 10);
            else
                value = power * (lead > 5.001 ? 5 : lead > 2.001 ? 2 : lead > 1.001 ? 1 : 0.5);
            continue;
        }
        double step = m_step;
        if (step <= 0) {
            const double reference = value == 0 ? std::min(1.0, (m_most - m_least) / 10) : size;
            step = std::pow(10.0, std::floor(std::log10(reference) + 1e-9)) / 10;
        }
        if (m_kind == Kind::Whole) step = std::max(1.0, std::round(step));
        value = std::round(value / step + (steps > 0 ? 1 : -1)) * step;
    }
    return value;
}

QValidator::State NumberEdit::validate(QString&, int&) const {
    return QValidator::Acceptable;  // whatever is typed stays; takeText() judges it
}

QAbstractSpinBox::StepEnabled NumberEdit::stepEnabled() const {
    if (isReadOnly()) return StepNone;
    return (m_value > m_least ? StepDownEnabled : StepNone) | (m_value < m_most ? StepUpEnabled : StepNone);
}

void NumberEdit::takeText() {
    const std::optional<double> number = numberOf(lineEdit()->text());
    if (!number || *number < m_least || *number > m_most) {
        setBad(true);
        const QString least = textOf(m_least), most = textOf(m_most);
        Q_EMIT invalid(m_kind == Kind::Whole ? tr("A whole number from %1 to %2").arg(least, most)
                                             : tr("A number from %1 to %2").arg(least, most));
        return;
    }
    // The shown text is rounded: leaving the field untouched must not change the value.
    const bool changes = textOf(*number) != textOf(m_value);
    const bool wasBad = m_bad;
    if (changes) m_value = *number;
    setValue(m_value);
    if (wasBad) Q_EMIT mended();
    if (changes) Q_EMIT valueChanged(m_value);
}

void NumberEdit::setBad(bool bad) {
    if (m_bad == bad) return;
    m_bad = bad;
    setProperty("wrong", bad);
    update();
}

QString NumberEdit::textOf(double value) const {
    const QLocale locale;
    QString text;
    if (m_kind == Kind::Whole) {
        text = locale.toString(static_cast<qlonglong>(value));
    } else if (m_decimals >= 0) {
        text = locale.toString(value, 'f', m_decimals);
    } else if (value != 0 && (std::abs(value) < 1e-3 || std::abs(value) >= 1e6)) {
        text = powerText(value, 6);
    } else {
        text = locale.toString(value, 'g', 6);
    }
    return m_unit.isEmpty() ? text : text + QLatin1Char(' ') + m_unit;
}

std::optional<double> NumberEdit::numberOf(QString text) const {
    if (!m_unit.isEmpty() && text.trimmed().endsWith(m_unit))
        text.chop(m_unit.size() + text.size() - text.trimmed().size());
    text = text.trimmed().replace(QChar(0x2212), QLatin1Char('-'));
    bool ok = false;
    double value = QLocale().toDouble(text, &ok);
    if (!ok) value = QLocale::c().toDouble(text, &ok);
    if (!ok || !std::isfinite(value)) return {};
    if (m_kind == Kind::Whole && value != std::floor(value)) return {};
    return value;
}

QSize NumberEdit::sizeHint() const {
    QSize size = QAbstractSpinBox::sizeHint();
    const QFontMetrics metrics(font());
    const int wide = std::max(metrics.horizontalAdvance(textOf(m_most > 1e7 ? 150000 : m_most)),
                              metrics.horizontalAdvance(textOf(m_value)));
    size.setWidth(wide + 38);  // arrows and padding
    return size;
}

void NumberEdit::wheelEvent(QWheelEvent* event) {
    if (hasFocus())
        QAbstractSpinBox::wheelEvent(event);
    else
        event->ignore();
}

void NumberEdit::keyPressEvent(QKeyEvent* event) {
    const bool vertical = event->key() == Qt::Key_Up || event->key() == Qt::Key_Down;
    if (vertical && event->modifiers().testFlag(Qt::ShiftModifier)) {
        stepBy(event->key() == Qt::Key_Up ? 10 : -10);
        return;
    }
    if (event->key() == Qt::Key_Escape) {  // back to the last good value
        const bool wasBad = m_bad;
        setValue(m_value);
        if (wasBad) Q_EMIT mended();
        return;
    }
    QAbstractSpinBox::keyPressEvent(event);
}

void NumberEdit::focusInEvent(QFocusEvent* event) {
    QAbstractSpinBox::focusInEvent(event);
    if (event->reason() != Qt::MouseFocusReason && !m_unit.isEmpty())
        lineEdit()->setSelection(0, static_cast<int>(lineEdit()->text().size() - m_unit.size() - 1));
}

void NumberEdit::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LocaleChange && !m_bad) lineEdit()->setText(textOf(m_value));
    QAbstractSpinBox::changeEvent(event);
}

}  // namespace visagist
