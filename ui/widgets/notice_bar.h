// The bar across the middle of a workspace: one sentence about what needs a look, and a button to close it.
#pragma once
#include <QFrame>

class QLabel;
class QToolButton;

namespace visagist {

class NoticeBar : public QFrame {
    Q_OBJECT
public:
    explicit NoticeBar(QWidget* parent = nullptr);
    /// Shows it; "" hides it.
    void tell(const QString& sentence, bool failure);
    QString text() const;
    bool isFailure() const { return m_failure; }
    void retranslate();

private:
    void changeEvent(QEvent* event) override;
    void paintMark();

    bool m_failure = false;
    QLabel* m_mark;
    QLabel* m_text;
    QToolButton* m_close;
};

}  // namespace visagist
