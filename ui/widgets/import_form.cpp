#include "ui/widgets/import_form.h"

#include <QVBoxLayout>
#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

#include "ui/bridge/translate.h"
#include "ui/widgets/fold_section.h"
#include "ui/widgets/option_row.h"

namespace visagist {

namespace {

constexpr int kChoiceWidth = 190;  ///< the dialog has more room than the panel of training

struct FilmKey {
    std::string_view key;
    std::optional<FrameChoice> only;  ///< of use for this choice of frames alone
};

constexpr std::array<FilmKey, 8> kFilmKeys{{{"frames", {}},
                                            {"frames_per_second", FrameChoice::PerSecond},
                                            {"frame_step", FrameChoice::EveryNth},
                                            {"scene_frames", FrameChoice::SceneCuts},
                                            {"scene_spacing", FrameChoice::SceneCuts},
                                            {"scene_threshold", FrameChoice::SceneCuts},
                                            {"trim_from", {}},
                                            {"trim_to", {}}}};

const FilmKey* filmKey(const std::string& key) {
    const auto* const found =
        std::ranges::find_if(kFilmKeys, [&](const FilmKey& each) { return each.key == key; });
    return found == kFilmKeys.end() ? nullptr : found;
}

}  // namespace

ImportForm::ImportForm(const ImportOptions& options, QWidget* parent)
    : QWidget(parent),
      m_options(options),
      m_faces(new FoldSection),
      m_films(new FoldSection),
      m_advanced(new FoldSection) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    for (FoldSection* section : {m_faces, m_films, m_advanced}) column->addWidget(section);
    column->addStretch(1);
    m_faces->setTitle(tr("Faces"));
    m_films->setTitle(tr("Films"));
    m_advanced->setTitle(tr("Advanced"));
    m_advanced->setOpen(false);
    for (const OptionInfo& option : importOptionTable()) {
        auto* row = new OptionRow(option);
        row->setPreset(importOptionValue(ImportOptions{}, option.key));
        if (option.kind == OptionInfo::Kind::Choice) row->control()->setFixedWidth(kChoiceWidth);
        sectionOf(option)->body()->addWidget(row);
        m_rows.push_back(row);
        connect(row, &OptionRow::edited, this,
                [this, key = option.key](const nlohmann::json& value) { edit(key, value); });
    }
    refresh();
}

FoldSection* ImportForm::sectionOf(const OptionInfo& option) const {
    if (option.advanced()) return m_advanced;
    return filmKey(option.key) ? m_films : m_faces;
}

OptionRow* ImportForm::row(const std::string& key) const {
    const auto found =
        std::ranges::find_if(m_rows, [&](const OptionRow* row) { return row->option().key == key; });
    return found == m_rows.end() ? nullptr : *found;
}

void ImportForm::edit(const std::string& key, const nlohmann::json& value) {
    try {
        setImportOption(m_options, key, value);
    } catch (const Error& error) {
        row(key)->showError(translated(error));
        return;
    }
    refresh();
    Q_EMIT edited();
}

void ImportForm::reset() {
    m_options = {};
    refresh();
    Q_EMIT edited();
}

void ImportForm::setMissingDetectors(std::map<DetectorKind, QString> reasons) {
    m_missing = std::move(reasons);
    const auto choices = choicesOf(DetectorKind{});
    for (std::size_t i = 0; i < choices.size(); ++i) {
        const auto reason = m_missing.find(static_cast<DetectorKind>(i));
        row("detector")
            ->setChoiceMissing(choices[i].key, reason == m_missing.end() ? QString() : reason->second);
    }
    refresh();
    Q_EMIT edited();
}

QString ImportForm::obstacle() const {
    if (m_options.trimTo > 0 && m_options.trimTo <= m_options.trimFrom)
        return tr("The trim leaves nothing of a film: its end lies before its start.");
    if (!m_looksForFaces) return {};
    const auto missing = m_missing.find(m_options.detector);
    return missing == m_missing.end() ? QString() : missing->second;
}

void ImportForm::setLooksForFaces(bool looks) {
    m_looksForFaces = looks;
    refresh();
}

void ImportForm::setHasFilms(bool films) { m_films->setOpen(films); }

void ImportForm::refresh() {
    for (FoldSection* section : {m_faces, m_films, m_advanced}) {
        int shown = 0;
        bool changed = false;
        for (OptionRow* row : m_rows) {
            const std::string& key = row->option().key;
            if (sectionOf(row->option()) != section) continue;
            row->setValue(importOptionValue(m_options, key));
            const FilmKey* film = filmKey(key);
            const bool used = !film || !film->only || *film->only == m_options.frames;
            row->setVisible(used);
            row->setLocked(film || m_looksForFaces
                               ? QString()
                               : tr("Aligned faces are taken as they are: no face is looked for."));
            shown += used ? 1 : 0;
            changed = changed || (used && row->differs());
        }
        section->setCount(shown);
        section->setChanged(changed);
    }
    const auto missing = m_missing.find(m_options.detector);
    if (missing != m_missing.end()) row("detector")->showError(missing->second);
    if (m_options.trimTo > 0 && m_options.trimTo <= m_options.trimFrom) row("trim_to")->showError(obstacle());
}

}  // namespace visagist
