// One bar divided among the values of one respect, as light from the left, the front, the right.
#pragma once
#include <vector>

#include "ui/widgets/cell_picker.h"

namespace visagist {

class ShareBar : public CellPicker {
    Q_OBJECT
public:
    struct Part {
        QString label;
        qint64 count = 0;
        QString query;
    };
    explicit ShareBar(QWidget* parent = nullptr);

    void setParts(const QString& name, std::vector<Part> parts);
    /// Of a part, in the widget. Parts of nothing are thin, and are there to be chosen too.
    QRectF part(int index) const;
    QString partText(int index) const;  ///< "from the left: 12"
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    int cellAt(QPointF place) const override;
    QRectF placeOf(int cell) const override { return part(cell); }
    QString textOf(int cell) const override { return partText(cell); }
    QString queryOf(int cell) const override;
    int beside(int cell, Qt::Key arrow) const override;

private:
    QString m_name;
    std::vector<Part> m_parts;
    qint64 m_sum = 0;
};

}  // namespace visagist
