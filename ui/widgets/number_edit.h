// A field for one number with its unit: arrows, thousands, powers of ten, and a bad text that stays to be
// mended.
#pragma once
#include <QAbstractSpinBox>
#include <optional>

namespace visagist {

/// Unlike QSpinBox it holds 64-bit whole numbers and 1e-4, and never swallows a bad text: invalid() tells of
/// it and the last good value stays value(). The wheel works only with focus.
class NumberEdit : public QAbstractSpinBox {
    Q_OBJECT
public:
    enum class Kind { Whole, Real, Logarithmic };

    explicit NumberEdit(QWidget* parent = nullptr);

    void setKind(Kind kind);
    void setRange(double least, double most);  ///< inclusive
    void setUnit(const QString& unit);         ///< shown behind the number
    void setStep(double step);       ///< of the arrows; 0 (the start): a tenth of the value's magnitude
    void setDecimals(int decimals);  ///< of a Real; −1 (the start): as many as it takes

    double value() const { return m_value; }
    void setValue(double value);  ///< clamped to the range; says nothing
    /// Whether the text is not the number that value() is.
    bool isBad() const { return m_bad; }

    void stepBy(int steps) override;
    QValidator::State validate(QString& text, int& position) const override;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

Q_SIGNALS:
    void valueChanged(double value);      ///< by the person
    void invalid(const QString& reason);  ///< the text is no number in the range: what would be right
    void mended();                        ///< after invalid(): it is right again

protected:
    StepEnabled stepEnabled() const override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void takeText();
    void setBad(bool bad);
    QString textOf(double value) const;
    std::optional<double> numberOf(QString text) const;
    double stepped(double value, int steps) const;

    Kind m_kind = Kind::Real;
    double m_least = 0, m_most = 1, m_value = 0, m_step = 0;
    int m_decimals = -1;
    bool m_bad = false;
    QString m_unit;
};

}  // namespace visagist
