// The form of a run's options, made from the options table.
#pragma once
#include <QWidget>
#include <string>
#include <vector>

#include "core/options/recipe.h"

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;

namespace visagist {

class FoldSection;
class OptionRow;

class OptionsForm : public QWidget {
    Q_OBJECT
public:
    /// What may be edited: everything (a new run), all but the network (a run that can be resumed), or what
    /// may change in mid-run.
    enum class Lock { Nothing, Network, Running };

    explicit OptionsForm(QWidget* parent = nullptr);

    /// Shows a recipe and compares it with the preset that is nearest to it.
    void setRecipe(const Recipe& recipe);
    const Recipe& recipe() const { return m_recipe; }
    std::string preset() const;
    void choosePreset(const std::string& key);
    void setLock(Lock lock);
    /// Sets one option as though the person had; a value that is refused is told of in its row.
    void edit(const std::string& key, const nlohmann::json& value);
    /// Shows what an option has become, without telling of it.
    void showValue(const std::string& key, const std::string& text);

    int shownRows() const;
    OptionRow* row(const std::string& key) const;
    void search(const QString& text);
    void retranslate();

Q_SIGNALS:
    /// The person changed an option, chose a preset or reset something: recipe() is new.
    void recipeChanged();
    /// The same for one option; `text` as setOptionFromText() reads it.
    void optionEdited(const QString& key, const QString& text);

private:
    void makeHead();
    void makeSections();
    FoldSection* sectionOf(const OptionInfo& option) const;
    void refreshRows();
    void refreshDifference();
    void resetAll();

    Recipe m_recipe, m_presetRecipe;
    Lock m_lock = Lock::Nothing;
    QComboBox* m_preset;
    QLineEdit* m_search;
    QWidget* m_difference;
    QLabel* m_differenceDot;
    QLabel* m_differenceText;
    QPushButton* m_resetAll;
    QLabel* m_nothingFound;
    FoldSection* m_basic;
    FoldSection* m_losses;
    FoldSection* m_advanced;
    std::vector<OptionRow*> m_rows;
    std::vector<std::pair<std::string, QLabel*>> m_advancedHeads;  ///< section and its heading in Advanced
};

}  // namespace visagist
