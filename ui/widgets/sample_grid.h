// The sample grid of a run: the same faces every time, one a row, under the titles of their columns.
#pragma once
#include <QImage>
#include <QStringList>
#include <QWidget>

namespace visagist {

class SampleGridView : public QWidget {
    Q_OBJECT
public:
    explicit SampleGridView(QWidget* parent = nullptr);

    /// `image` holds rows x columns square cells without gaps.
    void setGrid(const QImage& image, int rows, int columns);
    void setTitles(const QStringList& titles);
    void setEmptyText(const QString& text);
    int rows() const { return m_rows; }
    int columns() const { return m_columns; }
    int selectedRow() const { return m_row; }
    int selectedColumn() const { return m_column; }
    void select(int row, int column);
    QImage cell(int row, int column) const;

    QSize sizeHint() const override { return {600, 300}; }
    QSize minimumSizeHint() const override { return {240, 120}; }

Q_SIGNALS:
    void selectionChanged();
    /// By double click, Return or Space.
    void opened(int row, int column);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    int cellSide() const;
    int titleHeight() const;
    QRect cellRect(int row, int column) const;
    bool cellAt(const QPoint& place, int& row, int& column) const;

    QImage m_image;
    QStringList m_titles;
    QString m_emptyText;
    int m_rows = 0, m_columns = 0, m_row = 0, m_column = 3;
};

}  // namespace visagist
