// The faces of a project as rows: all of them, or those that a search found, in its order.
#pragma once
#include <QAbstractListModel>
#include <QHash>
#include <map>
#include <optional>
#include <vector>

#include "core/store/face_table.h"
#include "core/store/person_table.h"
#include "ui/models/thumbnail_loader.h"

namespace visagist {

struct FaceListFilter {
    std::optional<std::int64_t> person;
    bool withExcluded = true;
    bool operator==(const FaceListFilter&) const = default;
};

class FaceListModel : public QAbstractListModel {
    Q_OBJECT

public:
    enum Role {
        FaceIdRole = Qt::UserRole + 1,  ///< qint64
        ExcludedRole,                   ///< bool
        PersonColourRole,               ///< int, a series colour
        FileRole                        ///< QString, the source's path
    };

    explicit FaceListModel(QObject* parent = nullptr);

    /// Where the rows stay the same only their data change, and selection and place are kept.
    void setFaces(std::vector<Face> faces, const std::vector<Person>& people);
    void setFilter(const FaceListFilter& filter);
    const FaceListFilter& filter() const { return m_filter; }
    /// The faces (ids) that a search found, in order; nothing: all, in the order they were added. What is no
    /// longer there is passed over.
    void setFound(std::optional<std::vector<std::int64_t>> faces);
    ThumbnailLoader& thumbnails() { return m_thumbnails; }

    const Face& face(const QModelIndex& index) const {
        return m_faces[m_shown[static_cast<std::size_t>(index.row())]];
    }
    QModelIndex indexOf(qint64 face) const;
    std::size_t total() const { return m_faces.size(); }

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;

private:
    std::vector<std::size_t> shownRows() const;
    bool passes(const Face& face) const;
    void showRows();
    void indexRows();

    std::vector<Face> m_faces;
    std::map<std::int64_t, Person> m_people;
    FaceListFilter m_filter;
    std::optional<std::vector<std::int64_t>> m_found;
    std::vector<std::size_t> m_shown;  ///< places in m_faces
    QHash<qint64, int> m_rows;
    mutable ThumbnailLoader m_thumbnails;  ///< asked while data() is read
};

}  // namespace visagist
