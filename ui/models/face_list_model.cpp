#include "ui/models/face_list_model.h"

#include <QFileInfo>
#include <algorithm>
#include <utility>

namespace visagist {

FaceListModel::FaceListModel(QObject* parent) : QAbstractListModel(parent) {
    connect(&m_thumbnails, &ThumbnailLoader::loaded, this, [this](qint64 face) {
        if (const QModelIndex index = indexOf(face); index.isValid())
            Q_EMIT dataChanged(index, index, {Qt::DecorationRole});
    });
}

void FaceListModel::setFaces(std::vector<Face> faces, const std::vector<Person>& people) {
    std::vector<std::int64_t> before;
    for (const std::size_t place : m_shown) before.push_back(m_faces[place].id);
    std::vector<Face> old = std::exchange(m_faces, std::move(faces));
    m_people.clear();
    for (const Person& person : people) m_people[person.id] = person;

    std::vector<std::size_t> rows = shownRows();
    const bool same =
        std::ranges::equal(before, rows, {}, {}, [&](std::size_t place) { return m_faces[place].id; });
    if (!same) {
        // Views may look at the old rows until the reset begins.
        std::swap(m_faces, old);
        beginResetModel();
        std::swap(m_faces, old);
        m_shown = std::move(rows);
        indexRows();
        endResetModel();
        return;
    }
    m_shown = std::move(rows);
    indexRows();
    if (!m_shown.empty()) Q_EMIT dataChanged(index(0), index(rowCount() - 1));
}

void FaceListModel::setFilter(const FaceListFilter& filter) {
    if (filter == m_filter) return;
    m_filter = filter;
    showRows();
}

void FaceListModel::setFound(std::optional<std::vector<std::int64_t>> faces) {
    if (faces == m_found) return;
    m_found = std::move(faces);
    showRows();
}

void FaceListModel::showRows() {
    std::vector<std::size_t> rows = shownRows();
    if (rows == m_shown) return;
    beginResetModel();
    m_shown = std::move(rows);
    indexRows();
    endResetModel();
}

QModelIndex FaceListModel::indexOf(qint64 face) const {
    const auto row = m_rows.constFind(face);
    return row == m_rows.constEnd() ? QModelIndex() : index(*row);
}

int FaceListModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_shown.size());
}

QVariant FaceListModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || index.row() >= rowCount()) return {};
    const Face& shown = face(index);
    const auto person = m_people.find(shown.person);
    switch (role) {
        case Qt::DisplayRole:
        case Qt::AccessibleTextRole:
            return QFileInfo(QString::fromStdString(shown.sourcePath)).fileName();
        case Qt::ToolTipRole: {
            const QString name =
                person == m_people.end() ? QString() : QString::fromStdString(person->second.name);
            return data(index, Qt::DisplayRole).toString() + QLatin1Char('\n') + name;
        }
        case Qt::DecorationRole:
            return m_thumbnails.thumbnail(shown.id);
        case FaceIdRole:
            return QVariant::fromValue<qint64>(shown.id);
        case ExcludedRole:
            return shown.excluded;
        case PersonColourRole:
            return person == m_people.end() ? 0 : person->second.colour;
        case FileRole:
            return QString::fromStdString(shown.sourcePath);
        default:
            return {};
    }
}

std::vector<std::size_t> FaceListModel::shownRows() const {
    std::vector<std::size_t> rows;
    if (!m_found) {
        for (std::size_t place = 0; place < m_faces.size(); ++place) {
            if (passes(m_faces[place])) rows.push_back(place);
        }
        return rows;
    }
    for (const std::int64_t id : *m_found) {
        const auto face = std::ranges::lower_bound(m_faces, id, {}, &Face::id);  // they are ordered by id
        if (face != m_faces.end() && face->id == id && passes(*face))
            rows.push_back(static_cast<std::size_t>(face - m_faces.begin()));
    }
    return rows;
}

bool FaceListModel::passes(const Face& face) const {
    return (!m_filter.person || face.person == *m_filter.person) && (!face.excluded || m_filter.withExcluded);
}

void FaceListModel::indexRows() {
    m_rows.clear();
    m_rows.reserve(static_cast<qsizetype>(m_shown.size()));
    for (std::size_t row = 0; row < m_shown.size(); ++row)
        m_rows.insert(m_faces[m_shown[row]].id, static_cast<int>(row));
}

}  // namespace visagist
