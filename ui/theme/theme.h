// The look of the program: style, palette, style sheet, fonts.
#pragma once
#include <QColor>
#include <QFont>
#include <QString>

#include "ui/theme/tokens.h"

class QApplication;
class QLabel;
class QWidget;

namespace visagist {

enum class Scheme { Dark, Light };

/// Sets style, palette and style sheet of the application; call it once at the start and again to switch. All
/// widgets get a PaletteChange. Installs, once, the filter that marks keyboard focus (property "kbd").
void applyTheme(QApplication& application, Scheme scheme);
Scheme currentScheme();

inline QColor colour(QRgb token) { return QColor::fromRgba(token); }
/// A person's or curve's colour; a seventh repeats the first.
inline QColor seriesColour(int index) {
    return colour(tokens().series[static_cast<std::size_t>(index < 0 ? 0 : index) % 6]);
}

/// Sizes of type, from the application's font (13 px at body).
enum class Type { Caption, Small, Body, Heading, Title, Figure };
QFont font(Type type);

/// A label of one of the kinds that the style sheet knows: "muted", "caption", "small", "heading", "title",
/// "figure", "warn", "error", "link"; several with spaces ("caption muted" is written "mutedcaption").
QLabel* makeLabel(const char* kind, QWidget* parent = nullptr);
/// Sets a property that the style sheet asks for, and has the widget styled anew.
void setKind(QWidget* widget, const char* kind);

}  // namespace visagist
