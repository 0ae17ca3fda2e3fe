// The form of the import options, made from their table.
#pragma once
#include <QWidget>
#include <map>
#include <string>
#include <vector>

#include "core/options/import_table.h"

class QLabel;

namespace visagist {

class FoldSection;
class OptionRow;

class ImportForm : public QWidget {
    Q_OBJECT
public:
    explicit ImportForm(const ImportOptions& options, QWidget* parent = nullptr);

    const ImportOptions& options() const { return m_options; }
    /// Sets one option as though the person had; a value that is refused is told of in its row.
    void edit(const std::string& key, const nlohmann::json& value);
    OptionRow* row(const std::string& key) const;
    /// Detectors that cannot be chosen, and why. One that is chosen all the same is told of in its row.
    void setMissingDetectors(std::map<DetectorKind, QString> reasons);
    /// Why the import cannot begin with these options; "" where it can.
    QString obstacle() const;
    /// What is asked of faces is of no use for pictures that are aligned already.
    void setLooksForFaces(bool looks);
    /// What is asked of films is folded away where there are none.
    void setHasFilms(bool films);
    void reset();  ///< to the defaults

Q_SIGNALS:
    void edited();

private:
    FoldSection* sectionOf(const OptionInfo& option) const;
    void refresh();

    ImportOptions m_options;
    std::map<DetectorKind, QString> m_missing;
    bool m_looksForFaces = true;
    FoldSection *m_faces, *m_films, *m_advanced;
    std::vector<OptionRow*> m_rows;
};

}  // namespace visagist
