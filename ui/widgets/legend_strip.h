// The legend above a plot: each curve with its value at one step.
#pragma once
#include <QColor>
#include <QString>
#include <QWidget>
#include <vector>

namespace visagist {

class LegendStrip : public QWidget {
public:
    struct Entry {
        QString label, value;
        QColor colour;
        bool operator==(const Entry&) const = default;
    };
    explicit LegendStrip(QWidget* parent = nullptr);
    /// `step` stands first ("Step 62,400"); painted by the plot's left axis.
    void setEntries(const QString& step, std::vector<Entry> entries);
    void setLeftMargin(int pixels);
    QString text() const;  ///< all of it, for screen readers and tests

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QString m_step;
    std::vector<Entry> m_entries;
    int m_left = 0;
};

}  // namespace visagist
