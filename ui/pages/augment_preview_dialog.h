// What the options of augmentation do to the faces, before a run and beside one.
#pragma once
#include <QDialog>
#include <filesystem>
#include <optional>

#include "core/options/recipe.h"
#include "ui/bridge/background_job.h"

class QLabel;
class QPushButton;

namespace visagist {

class SampleGridView;

/// Follows the options: the newest recipe is drawn beside the window.
class AugmentPreviewDialog : public QDialog {
    Q_OBJECT
public:
    explicit AugmentPreviewDialog(QWidget* parent = nullptr);

    /// Draws the faces of `project` with these options.
    void preview(const std::filesystem::path& project, const Recipe& recipe);
    void retranslate();
    SampleGridView& grid() const { return *m_grid; }

Q_SIGNALS:
    /// The newest wish is shown, or it was said why not.
    void drawn();

protected:
    void changeEvent(QEvent* event) override;

private:
    void draw();

    struct Wish {
        std::filesystem::path project;
        Recipe recipe;
    };
    std::optional<Wish> m_wish;  ///< what was asked for last
    bool m_waits = false;        ///< it came while another was drawn
    std::uint64_t m_seed = 1;
    SampleGridView* m_grid;
    QLabel* m_note;
    QPushButton* m_again;
    QPushButton* m_close;
    BackgroundJob m_job;
};

}  // namespace visagist
