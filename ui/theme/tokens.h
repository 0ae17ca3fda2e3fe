// Every colour and size of the window, dark and light: the only file that holds any.
#pragma once
#include <QRgb>
#include <array>

namespace visagist {

struct Tokens {
    QRgb canvas;   ///< behind pictures
    QRgb plot;     ///< behind curves
    QRgb window;   ///< page, tables
    QRgb panel;    ///< side panels, rail, status line, table header
    QRgb control;  ///< buttons
    QRgb hover;    ///< under the mouse
    QRgb field;    ///< inputs
    QRgb line;     ///< separators
    QRgb edge;     ///< outline of controls
    QRgb text;
    QRgb muted;     ///< second line, labels, units, placeholder
    QRgb disabled;  ///< always with a reason in the tooltip
    QRgb axis;      ///< axes, neutral bars, check box outline
    QRgb grid;      ///< grid lines of plots
    QRgb accent;    ///< focus, tick, link, primary button
    QRgb onAccent;  ///< words on accent
    QRgb soft;      ///< selected row, pressed toggle
    QRgb warn, warnBack;
    QRgb error, errorBack;
    std::array<QRgb, 6> series;  ///< curves and people, in this order
};

inline constexpr Tokens kDark{
    .canvas = 0xFF171717,
    .plot = 0xFF171717,
    .window = 0xFF1F1F1F,
    .panel = 0xFF262626,
    .control = 0xFF323232,
    .hover = 0xFF3C3C3C,
    .field = 0xFF1A1A1A,
    .line = 0xFF383838,
    .edge = 0xFF525252,
    .text = 0xFFE8E8E8,
    .muted = 0xFFABABAB,
    .disabled = 0xFF7C7C7C,
    .axis = 0xFF8A8A8A,
    .grid = 0xFF2E2E2E,
    .accent = 0xFF35B6A6,
    .onAccent = 0xFF081A17,
    .soft = 0xFF1D4B45,
    .warn = 0xFFF2C14E,
    .warnBack = 0xFF3A3018,
    .error = 0xFFFF8A78,
    .errorBack = 0xFF3A201C,
    .series = {0xFF78B8F7, 0xFFD9953F, 0xFFDD6396, 0xFF9F74FF, 0xFFD0EE3C, 0xFF43E57F}};

inline constexpr Tokens kLight{
    .canvas = 0xFFC4C4C4,
    .plot = 0xFFFFFFFF,
    .window = 0xFFE9E9E9,
    .panel = 0xFFF4F4F4,
    .control = 0xFFFFFFFF,
    .hover = 0xFFDEDEDE,
    .field = 0xFFFFFFFF,
    .line = 0xFFD4D4D4,
    .edge = 0xFFB4B4B4,
    .text = 0xFF1C1C1C,
    .muted = 0xFF565656,
    .disabled = 0xFF8A8A8A,
    .axis = 0xFF6A6A6A,
    .grid = 0xFFE6E6E6,
    .accent = 0xFF0A6F64,
    .onAccent = 0xFFFFFFFF,
    .soft = 0xFFC5E6E1,
    .warn = 0xFF7A5200,
    .warnBack = 0xFFFBEFCF,
    .error = 0xFFB3261E,
    .errorBack = 0xFFFBE3E0,
    .series = {0xFF0B4F8A, 0xFF9A6700, 0xFF7A1038, 0xFF9B42E6, 0xFF454F06, 0xFF2F7A50}};

/// On pictures, whatever the theme.
inline constexpr QRgb kOnPicture = 0xFFF2F2F2;
inline constexpr QRgb kPictureShade = 0xA8000000;  ///< black at 66 % under words on pictures
inline constexpr QRgb kPictureWhite = 0xFFFFFFFF;
inline constexpr QRgb kPictureBlack = 0xFF000000;

/// Device-independent pixels.
namespace size {
inline constexpr int gap = 8, rowGap = 4, edge = 12;
inline constexpr int panelHeader = 36, toolbar = 44, optionRow = 32, control = 28, iconButton = 28,
                     tableRow = 28;
inline constexpr int statusLine = 28, rail = 80, railItem = 56, leftPanel = 244, inspector = 296,
                     narrowInspector = 272;
inline constexpr int icon = 16, mark = 14, railIcon = 20;
inline constexpr int radius = 4, badge = 18;
}  // namespace size

/// The colours in use; read them when painting, as they change with the theme. GUI thread.
const Tokens& tokens();

}  // namespace visagist
