#include "ui/theme/theme.h"

#include <QApplication>
#include <QFile>
#include <QLabel>
#include <QPalette>
#include <QStyle>
#include <array>
#include <utility>

#include "ui/theme/focus_filter.h"
#include "ui/theme/style.h"

// Outside of any namespace, as the macro wants it: resources of a static library are not found by themselves.
static void initResources() {
    Q_INIT_RESOURCE(resources);
    Q_INIT_RESOURCE(i18n);
}

namespace visagist {

namespace {

Scheme g_scheme = Scheme::Dark;

constexpr double kBody = 13;  ///< the px of the type table that the application's font stands for
constexpr double kBodyPoints = 10;

double pixelsOf(Type type) {
    switch (type) {
        case Type::Caption:
            return 11;
        case Type::Small:
            return 12;
        case Type::Body:
        case Type::Heading:
            return kBody;
        case Type::Title:
            return 15;
        case Type::Figure:
            return 20;
    }
    return kBody;
}

/// Every name that the style sheet may use behind an @, longest first where one begins another.
QList<std::pair<QString, QString>> sheetWords(const Tokens& t) {
    const auto css = [](QRgb rgb) { return colour(rgb).name(); };
    const auto points = [](Type type) {
        return QString::number(font(type).pointSizeF(), 'f', 2) + QLatin1StringView("pt");
    };
    return {{QStringLiteral("@warnBack"), css(t.warnBack)},
            {QStringLiteral("@warn"), css(t.warn)},
            {QStringLiteral("@errorBack"), css(t.errorBack)},
            {QStringLiteral("@error"), css(t.error)},
            {QStringLiteral("@onAccent"), css(t.onAccent)},
            {QStringLiteral("@accent"), css(t.accent)},
            {QStringLiteral("@canvas"), css(t.canvas)},
            {QStringLiteral("@window"), css(t.window)},
            {QStringLiteral("@panel"), css(t.panel)},
            {QStringLiteral("@control"), css(t.control)},
            {QStringLiteral("@hover"), css(t.hover)},
            {QStringLiteral("@field"), css(t.field)},
            {QStringLiteral("@line"), css(t.line)},
            {QStringLiteral("@edge"), css(t.edge)},
            {QStringLiteral("@text"), css(t.text)},
            {QStringLiteral("@muted"), css(t.muted)},
            {QStringLiteral("@disabled"), css(t.disabled)},
            {QStringLiteral("@axis"), css(t.axis)},
            {QStringLiteral("@soft"), css(t.soft)},
            {QStringLiteral("@captionType"), points(Type::Caption)},
            {QStringLiteral("@smallType"), points(Type::Small)},
            {QStringLiteral("@titleType"), points(Type::Title)},
            {QStringLiteral("@figureType"), points(Type::Figure)}};
}

QString styleSheet(const Tokens& t) {
    QFile file(QStringLiteral(":/theme.qss"));
    if (!file.open(QIODevice::ReadOnly)) qFatal("the style sheet is missing from the program");
    QString sheet = QString::fromUtf8(file.readAll());
    for (const auto& [name, value] : sheetWords(t)) sheet.replace(name, value);
    return sheet;
}

QPalette palette(const Tokens& t) {
    QPalette p;
    const std::array<std::pair<QPalette::ColorRole, QRgb>, 20> roles{{{QPalette::Window, t.window},
                                                                      {QPalette::WindowText, t.text},
                                                                      {QPalette::Base, t.field},
                                                                      {QPalette::AlternateBase, t.panel},
                                                                      {QPalette::ToolTipBase, t.panel},
                                                                      {QPalette::ToolTipText, t.text},
                                                                      {QPalette::Text, t.text},
                                                                      {QPalette::Button, t.control},
                                                                      {QPalette::ButtonText, t.text},
                                                                      {QPalette::BrightText, t.error},
                                                                      {QPalette::Highlight, t.soft},
                                                                      {QPalette::HighlightedText, t.text},
                                                                      {QPalette::Link, t.accent},
                                                                      {QPalette::LinkVisited, t.accent},
                                                                      {QPalette::PlaceholderText, t.muted},
                                                                      {QPalette::Light, t.hover},
                                                                      {QPalette::Midlight, t.control},
                                                                      {QPalette::Mid, t.edge},
                                                                      {QPalette::Dark, t.line},
                                                                      {QPalette::Shadow, t.canvas}}};
    for (const auto& [role, rgb] : roles) p.setColor(role, colour(rgb));
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        p.setColor(QPalette::Disabled, role, colour(t.disabled));
    p.setColor(QPalette::Disabled, QPalette::Base, colour(t.window));
    p.setColor(QPalette::Disabled, QPalette::Button, colour(t.window));
    p.setColor(QPalette::Disabled, QPalette::Highlight, colour(t.line));
    return p;
}

}  // namespace

const Tokens& tokens() { return g_scheme == Scheme::Dark ? kDark : kLight; }

Scheme currentScheme() { return g_scheme; }

void applyTheme(QApplication& application, Scheme scheme) {
    g_scheme = scheme;
    static bool first = true;
    if (std::exchange(first, false)) {
        initResources();
        QFont body = application.font();
        if (body.pointSizeF() < kBodyPoints) body.setPointSizeF(kBodyPoints);
        application.setFont(body);
        application.setStyle(new ThemedStyle);
        application.installEventFilter(new FocusFilter(&application));
    }
    application.setPalette(palette(tokens()));
    application.setStyleSheet(styleSheet(tokens()));
}

QFont font(Type type) {
    QFont result = QApplication::font();
    result.setPointSizeF(result.pointSizeF() * pixelsOf(type) / kBody);
    result.setBold(type == Type::Heading || type == Type::Title || type == Type::Figure);
    return result;
}

QLabel* makeLabel(const char* kind, QWidget* parent) {
    auto* label = new QLabel(parent);
    label->setProperty("kind", QString::fromLatin1(kind));
    return label;
}

void setKind(QWidget* widget, const char* kind) {
    const QString wanted = QString::fromLatin1(kind);
    if (widget->property("kind").toString() == wanted) return;
    widget->setProperty("kind", wanted);
    widget->setAttribute(Qt::WA_StyledBackground);  // plain widgets paint no style sheet's ground without it
    widget->style()->unpolish(widget);
    widget->style()->polish(widget);
}

}  // namespace visagist
