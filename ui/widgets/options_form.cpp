#include "ui/widgets/options_form.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/bridge/translate.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"
#include "ui/widgets/dot_button.h"
#include "ui/widgets/fold_section.h"
#include "ui/widgets/option_row.h"

namespace visagist {

namespace {

/// A value as setOptionFromText() reads it.
std::string textOf(const nlohmann::json& value) {
    return value.is_string() ? value.get<std::string>() : value.dump();
}

/// The preset whose recipe has the fewest options that differ.
std::string nearestPreset(const Recipe& recipe) {
    std::string nearest;
    std::size_t least = optionTable().size() + 1;
    for (const Preset& preset : presets()) {
        Recipe other = presetRecipe(preset.key);
        const bool sameSize = other.model.resolution == recipe.model.resolution;
        const std::size_t differing = changedKeys(recipe, other).size() + (sameSize ? 0 : 5);
        if (differing >= least) continue;
        least = differing;
        nearest = preset.key;
    }
    return nearest;
}

}  // namespace

OptionsForm::OptionsForm(QWidget* parent)
    : QWidget(parent),
      m_preset(new QComboBox),
      m_search(new QLineEdit),
      m_difference(new QWidget),
      m_differenceDot(new QLabel),
      m_differenceText(makeLabel("mutedsmall")),
      m_resetAll(new QPushButton),
      m_nothingFound(makeLabel("muted")),
      m_basic(new FoldSection),
      m_losses(new FoldSection),
      m_advanced(new FoldSection) {
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->setSpacing(0);
    makeHead();
    makeSections();
    setRecipe(Recipe{});
    retranslate();
}

void OptionsForm::makeHead() {
    auto* head = new QVBoxLayout;
    head->setContentsMargins(size::edge, 0, size::edge, 6);
    head->setSpacing(size::gap);
    head->addWidget(m_preset);
    m_search->setClearButtonEnabled(true);
    m_search->addAction(icon("search", &Tokens::muted), QLineEdit::LeadingPosition);
    head->addWidget(m_search);
    auto* line = new QHBoxLayout(m_difference);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(size::rowGap);
    line->addWidget(m_differenceDot);
    line->addWidget(m_differenceText, 1);
    setKind(m_resetAll, "flat");
    line->addWidget(m_resetAll);
    head->addWidget(m_difference);
    m_nothingFound->setWordWrap(true);
    m_nothingFound->hide();
    head->addWidget(m_nothingFound);
    static_cast<QVBoxLayout*>(layout())->addLayout(head);
    auto* rule = new QFrame;
    setKind(rule, "separator");
    layout()->addWidget(rule);

    for (const Preset& preset : presets()) m_preset->addItem(QString(), QString::fromLatin1(preset.key));
    connect(m_preset, &QComboBox::activated, this,
            [this] { choosePreset(m_preset->currentData().toString().toStdString()); });
    connect(m_search, &QLineEdit::textChanged, this, &OptionsForm::search);
    connect(m_resetAll, &QPushButton::clicked, this, &OptionsForm::resetAll);
}

void OptionsForm::makeSections() {
    auto* inside = new QWidget;
    setKind(inside, "panel");
    auto* column = new QVBoxLayout(inside);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    for (FoldSection* section : {m_basic, m_losses, m_advanced}) column->addWidget(section);
    column->addStretch(1);
    m_advanced->setOpen(false);
    for (const OptionInfo& option : optionTable()) {
        FoldSection* section = sectionOf(option);
        const bool newHead = section == m_advanced &&
                             (m_advancedHeads.empty() || m_advancedHeads.back().first != option.section);
        if (newHead) {
            QLabel* heading = makeLabel("mutedcaption");
            heading->setContentsMargins(size::edge + 18, 6, size::edge, 2);
            section->body()->addWidget(heading);
            m_advancedHeads.emplace_back(option.section, heading);
        }
        auto* row = new OptionRow(option);
        section->body()->addWidget(row);
        m_rows.push_back(row);
        connect(row, &OptionRow::edited, this,
                [this, key = option.key](const nlohmann::json& value) { edit(key, value); });
    }
    auto* scroll = new QScrollArea;
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setKind(scroll, "panel");
    scroll->setWidget(inside);
    static_cast<QVBoxLayout*>(layout())->addWidget(scroll, 1);
}

FoldSection* OptionsForm::sectionOf(const OptionInfo& option) const {
    if (option.advanced()) return m_advanced;
    return option.section == LossOptions::section() ? m_losses : m_basic;
}

void OptionsForm::setRecipe(const Recipe& recipe) {
    m_recipe = recipe;
    const std::string preset = nearestPreset(recipe);
    m_presetRecipe = presetRecipe(preset);
    m_preset->setCurrentIndex(m_preset->findData(QString::fromStdString(preset)));
    refreshRows();
}

std::string OptionsForm::preset() const { return m_preset->currentData().toString().toStdString(); }

void OptionsForm::choosePreset(const std::string& key) {
    m_presetRecipe = presetRecipe(key);
    m_recipe = m_presetRecipe;
    m_preset->setCurrentIndex(m_preset->findData(QString::fromStdString(key)));
    refreshRows();
    Q_EMIT recipeChanged();
}

void OptionsForm::setLock(Lock lock) {
    m_lock = lock;
    m_preset->setEnabled(lock == Lock::Nothing);
    m_preset->setToolTip(lock == Lock::Nothing ? tr("What the options start from")
                                               : tr("The preset is chosen before a run begins"));
    for (OptionRow* row : m_rows) {
        QString reason;
        if (lock == Lock::Running && !row->option().live()) reason = tr("Locked while the run is on");
        if (lock == Lock::Network && row->option().section == ModelOptions::section())
            reason = tr("The network of a run is fixed once it has begun");
        row->setLocked(reason);
    }
    refreshDifference();
}

void OptionsForm::edit(const std::string& key, const nlohmann::json& value) {
    OptionRow* edited = row(key);
    try {
        setOption(m_recipe, key, value);
    } catch (const Error& error) {
        edited->showError(translated(error));
        return;
    }
    edited->setValue(optionValue(m_recipe, key));
    refreshDifference();
    Q_EMIT optionEdited(QString::fromStdString(key), QString::fromStdString(textOf(value)));
    Q_EMIT recipeChanged();
}

void OptionsForm::showValue(const std::string& key, const std::string& text) {
    setOptionFromText(m_recipe, key, text);
    row(key)->setValue(optionValue(m_recipe, key));
    refreshDifference();
}

OptionRow* OptionsForm::row(const std::string& key) const {
    const auto found = std::find_if(m_rows.begin(), m_rows.end(),
                                    [&](const OptionRow* row) { return row->option().key == key; });
    return found == m_rows.end() ? nullptr : *found;
}

int OptionsForm::shownRows() const {
    return static_cast<int>(
        std::count_if(m_rows.begin(), m_rows.end(), [](const OptionRow* row) { return !row->isHidden(); }));
}

void OptionsForm::search(const QString& text) {
    const QString wanted = text.trimmed();
    for (OptionRow* row : m_rows) row->setVisible(row->matches(wanted));
    for (const auto& [section, heading] : m_advancedHeads) {
        heading->setVisible(std::any_of(m_rows.begin(), m_rows.end(), [&](const OptionRow* row) {
            return row->option().advanced() && row->option().section == section && !row->isHidden();
        }));
    }
    for (FoldSection* section : {m_basic, m_losses, m_advanced}) {
        const bool any = std::any_of(m_rows.begin(), m_rows.end(), [&](const OptionRow* row) {
            return sectionOf(row->option()) == section && !row->isHidden();
        });
        section->setVisible(any);
        section->forceOpen(!wanted.isEmpty());
    }
    m_nothingFound->setVisible(shownRows() == 0);
}

void OptionsForm::refreshRows() {
    for (OptionRow* row : m_rows) {
        row->setPreset(optionValue(m_presetRecipe, row->option().key));
        row->setValue(optionValue(m_recipe, row->option().key));
    }
    refreshDifference();
}

void OptionsForm::refreshDifference() {
    int differing = 0;
    for (FoldSection* section : {m_basic, m_losses, m_advanced}) {
        int rows = 0, changed = 0;
        for (const OptionRow* row : m_rows) {
            if (sectionOf(row->option()) != section) continue;
            ++rows;
            changed += row->differs() ? 1 : 0;
        }
        section->setCount(rows);
        section->setChanged(changed > 0);
        differing += changed;
    }
    m_differenceDot->setPixmap(dotPixmap(devicePixelRatioF()));
    m_differenceDot->setVisible(differing > 0);
    m_differenceText->setText(differing ? tr("%n differ from the preset", nullptr, differing)
                                        : tr("As in the preset"));
    m_resetAll->setVisible(differing > 0 && m_lock == Lock::Nothing);
}

void OptionsForm::resetAll() { choosePreset(preset()); }

void OptionsForm::retranslate() {
    m_preset->setAccessibleName(tr("Preset"));
    int index = 0;
    for (const Preset& preset : presets()) {
        m_preset->setItemText(index, coreText(preset.label));
        m_preset->setItemData(index, coreText(preset.help), Qt::ToolTipRole);
        ++index;
    }
    m_search->setPlaceholderText(tr("Find an option"));
    m_search->setAccessibleName(tr("Find an option"));
    m_resetAll->setText(tr("Reset all"));
    m_nothingFound->setText(tr("No option is called that."));
    m_basic->setTitle(tr("Basic"));
    m_losses->setTitle(coreText(LossOptions::section()));
    m_advanced->setTitle(tr("Advanced"));
    for (const auto& [section, heading] : m_advancedHeads) heading->setText(coreText(section));
    for (OptionRow* row : m_rows) row->retranslate();
    setLock(m_lock);
}

}  // namespace visagist
