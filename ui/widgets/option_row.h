// One option of the form: whether it differs, its name, whether it may change in mid-run, and its control.
#pragma once
#include <QWidget>
#include <nlohmann/json.hpp>

#include "core/options/recipe.h"

class QCheckBox;
class QComboBox;
class QLabel;

namespace visagist {

class DotButton;
class NumberEdit;

class OptionRow : public QWidget {
    Q_OBJECT
public:
    explicit OptionRow(const OptionInfo& option, QWidget* parent = nullptr);

    const OptionInfo& option() const { return m_option; }
    void setValue(const nlohmann::json& value);   ///< says nothing
    void setPreset(const nlohmann::json& value);  ///< what the preset has
    bool differs() const { return m_value != m_preset; }
    /// Why it may not change now; "" where it may.
    void setLocked(const QString& reason);
    bool isLocked() const;
    /// One of the choices cannot be made, and why: greyed out in the list, with the reason as its tooltip;
    /// "" where it can.
    void setChoiceMissing(const std::string& key, const QString& reason);
    void showError(const QString& sentence);  ///< "" hides it
    QString error() const;
    bool matches(const QString& search) const;
    QWidget* control() const;
    void retranslate();

Q_SIGNALS:
    /// The person wants this value.
    void edited(const nlohmann::json& value);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void makeControl();
    void refreshDot();
    void refreshTips();
    QString textOf(const nlohmann::json& value) const;

    OptionInfo m_option;
    nlohmann::json m_value, m_preset;
    QString m_lockReason;
    DotButton* m_dot;
    QLabel* m_label;
    QLabel* m_bolt;
    QLabel* m_error;
    QCheckBox* m_switch = nullptr;
    QComboBox* m_choice = nullptr;
    NumberEdit* m_number = nullptr;
};

}  // namespace visagist
