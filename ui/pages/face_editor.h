// One face in full, to be corrected: its landmarks on the photograph, or its mask on the aligned face.
#pragma once
#include <QWidget>
#include <functional>
#include <optional>

#include "core/store/database.h"
#include "core/store/face_table.h"

class QButtonGroup;
class QLabel;
class QPushButton;
class QStackedWidget;
class QToolButton;

namespace visagist {

class LandmarkEditor;
class MaskEditor;

class FaceEditor : public QWidget {
    Q_OBJECT
public:
    enum class Mode { Landmarks, Mask };
    /// Carries an edit out, so that it can be undone; says in the window where it failed.
    using CarryOut = std::function<void(const std::function<std::optional<std::int64_t>(Database&)>&)>;

    FaceEditor(CarryOut carryOut, QWidget* parent = nullptr);

    /// Shows a face; `place`: "12 of 340". Throws Error where its pictures cannot be read.
    void edit(Database& database, std::int64_t face, const QString& place, bool readOnly);
    /// The face that is shown, as the project has it now. False where it is gone.
    bool refresh(Database& database);
    void setMode(Mode mode);
    Mode mode() const;
    /// Stores at once what is waiting to be stored.
    void finish();
    std::int64_t face() const { return m_face ? m_face->id : 0; }
    void retranslate();

Q_SIGNALS:
    void closed();
    void stepWanted(int by);  ///< -1, 1: the face before, behind
    void excludeWanted();

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    void copyLandmarks(bool before);
    void refuse(const QString& why);

    CarryOut m_carryOut;
    Database* m_database = nullptr;
    std::optional<Face> m_face;
    std::optional<Face> m_before, m_after;  ///< neighbours in a film
    LandmarkEditor* m_landmarks;
    MaskEditor* m_masks;
    QStackedWidget* m_stack;
    QButtonGroup* m_modes;
    QToolButton *m_landmarksButton, *m_maskButton, *m_previous, *m_next;
    QPushButton *m_back, *m_exclude;
    QLabel *m_title, *m_place, *m_refusal;
};

}  // namespace visagist
