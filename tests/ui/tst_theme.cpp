#include <QApplication>
#include <QDirIterator>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QPixmap>
#include <QRegularExpression>
#include <QScrollArea>
#include <QSpinBox>
#include <QTest>
#include <QVBoxLayout>
#include <QWheelEvent>
#include <cmath>

#include "ui/theme/icons.h"
#include "ui/theme/theme.h"

using namespace visagist;

namespace {

/// WCAG 2.2, "relative luminance".
double luminance(QRgb rgb) {
    const auto linear = [](int value) {
        const double v = value / 255.0;
        return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(qRed(rgb)) + 0.7152 * linear(qGreen(rgb)) + 0.0722 * linear(qBlue(rgb));
}

double contrast(QRgb a, QRgb b) {
    const double high = std::max(luminance(a), luminance(b)), low = std::min(luminance(a), luminance(b));
    return (high + 0.05) / (low + 0.05);
}

QString sourceText(const QString& file) {
    QFile opened(file);
    if (!opened.open(QIODevice::ReadOnly)) qFatal("%s cannot be read", qPrintable(file));
    return QString::fromUtf8(opened.readAll());
}

QApplication& application() { return *qobject_cast<QApplication*>(QCoreApplication::instance()); }

}  // namespace

class TestTheme : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { applyTheme(application(), Scheme::Dark); }

    void wordsAreReadable_data() {
        QTest::addColumn<QRgb>("words");
        QTest::addColumn<QRgb>("ground");
        QTest::addColumn<double>("least");
        for (const auto& [name, t] : {std::pair{"dark", kDark}, std::pair{"light", kLight}}) {
            const auto row = [&](const char* what, QRgb words, QRgb ground, double least) {
                QTest::addRow("%s %s", name, what) << words << ground << least;
            };
            for (const QRgb ground : {t.window, t.panel, t.control, t.hover, t.field, t.soft, t.canvas})
                row("text", t.text, ground, 4.5);
            for (const QRgb ground : {t.window, t.panel, t.control, t.hover, t.field})
                row("muted", t.muted, ground, 4.5);
            for (const QRgb ground : {t.window, t.panel}) {
                row("accent", t.accent, ground, 4.5);
                row("warn", t.warn, ground, 4.5);
                row("error", t.error, ground, 4.5);
            }
            row("on accent", t.onAccent, t.accent, 4.5);
            row("warn on its bar", t.warn, t.warnBack, 4.5);
            row("error on its bar", t.error, t.errorBack, 4.5);
            row("text on the amber bar", t.text, t.warnBack, 4.5);
            row("axis", t.axis, t.plot, 4.5);
            row("on pictures", kOnPicture, 0xFF575757, 4.5);  // black at 66 % over white
            for (const QRgb curve : t.series) row("series", curve, t.plot, 4.85);
        }
    }

    void wordsAreReadable() {
        QFETCH(QRgb, words);
        QFETCH(QRgb, ground);
        QFETCH(double, least);
        QVERIFY2(contrast(words, ground) >= least, qPrintable(QString::number(contrast(words, ground))));
    }

    void surfacesAreGrey() {
        for (const Tokens& t : {kDark, kLight}) {
            for (const QRgb rgb : {t.canvas, t.plot, t.window, t.panel, t.control, t.hover, t.field, t.line,
                                   t.edge, t.text, t.muted, t.axis, t.grid}) {
                QCOMPARE(qRed(rgb), qGreen(rgb));
                QCOMPARE(qGreen(rgb), qBlue(rgb));
            }
        }
    }

    void coloursStandInTokensOnly() {
        const QRegularExpression colour(
            QStringLiteral("\"#[0-9A-Fa-f]{3,8}\"|QColor\\s*\\(\\s*[0-9]|QColor\\s*\\{\\s*[0-9]|qRgba?\\s*\\("
                           "\\s*[0-9]|Qt::(white|"
                           "black|red|green|blue|cyan|magenta|yellow|gray|darkGray|lightGray)\\b"));
        QStringList found;
        int files = 0;
        QDirIterator sources(QStringLiteral(VISAGIST_SOURCE_DIR "/ui"),
                             {QStringLiteral("*.cpp"), QStringLiteral("*.h")}, QDir::Files,
                             QDirIterator::Subdirectories);
        while (sources.hasNext()) {
            const QString file = sources.next();
            ++files;
            if (file.endsWith(QLatin1StringView("theme/tokens.h"))) continue;
            const auto match = colour.match(sourceText(file));
            if (match.hasMatch()) found += file + QStringLiteral(": ") + match.captured();
        }
        QVERIFY(files > 20);
        QVERIFY2(found.isEmpty(), qPrintable(found.join(QLatin1Char('\n'))));
        QVERIFY(!sourceText(QStringLiteral(VISAGIST_SOURCE_DIR "/resources/theme.qss"))
                     .contains(QLatin1Char('#')));
    }

    void everyWordOfTheStyleSheetIsReplaced() {
        for (const Scheme scheme : {Scheme::Dark, Scheme::Light}) {
            applyTheme(application(), scheme);
            QVERIFY(application().styleSheet().contains(QStringLiteral("QPushButton")));
            QVERIFY(!application().styleSheet().contains(QLatin1Char('@')));
        }
    }

    void switchingRepaintsInTheOtherColours() {
        QWidget window;
        window.resize(40, 40);
        for (const auto& [scheme, expected] :
             {std::pair{Scheme::Light, kLight.window}, std::pair{Scheme::Dark, kDark.window}}) {
            applyTheme(application(), scheme);
            QCOMPARE(window.grab().toImage().pixel(20, 20), expected);
        }
    }

    void everyIconIsPaintedInTheColourAskedFor() {
        QDirIterator icons(QStringLiteral(":/icons"));
        int count = 0;
        while (icons.hasNext()) {
            icons.next();
            ++count;
            const QByteArray name = icons.fileInfo().completeBaseName().toLatin1();
            const QImage image = iconPixmap(name.constData(), 20, &Tokens::accent, 2)
                                     .toImage()
                                     .convertToFormat(QImage::Format_ARGB32);
            QCOMPARE(image.size(), QSize(40, 40));
            int painted = 0, strange = 0;
            for (int y = 0; y < 40; ++y) {
                for (int x = 0; x < 40; ++x) {
                    const QRgb pixel = image.pixel(x, y);
                    if (qAlpha(pixel) < 255) continue;  // edges are rounded
                    ++painted;
                    const auto far = [&](int (*channel)(QRgb)) {
                        return std::abs(channel(pixel) - channel(kDark.accent)) > 2;
                    };
                    if (far(qRed) || far(qGreen) || far(qBlue)) ++strange;  // strokes that cross are rounded
                }
            }
            QVERIFY2(painted > 0, name);
            QVERIFY2(strange == 0, name);
        }
        QVERIFY(count >= 60);
    }

    void iconsNamedInTheSourcesExist() {
        const QRegularExpression use(QStringLiteral("\\bicon(?:Pixmap)?\\(\"([a-z]+)\""));
        QDirIterator sources(QStringLiteral(VISAGIST_SOURCE_DIR "/ui"), {QStringLiteral("*.cpp")},
                             QDir::Files, QDirIterator::Subdirectories);
        int uses = 0;
        while (sources.hasNext()) {
            const QString file = sources.next();
            auto matches = use.globalMatch(sourceText(file));
            while (matches.hasNext()) {
                ++uses;
                const QString name = matches.next().captured(1);
                QVERIFY2(QFile::exists(QStringLiteral(":/icons/%1.svg").arg(name)),
                         qPrintable(file + QStringLiteral(": ") + name));
            }
        }
        QVERIFY(uses > 20);
    }

    void keyboardFocusIsMarkedAndMouseFocusIsNot() {
        QWidget window;
        auto* layout = new QVBoxLayout(&window);
        auto* first = new QLineEdit;
        auto* second = new QLineEdit;
        layout->addWidget(first);
        layout->addWidget(second);
        window.show();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        first->setFocus(Qt::MouseFocusReason);
        QVERIFY(!first->property("kbd").toBool());
        QTest::keyClick(first, Qt::Key_Tab);
        QCOMPARE(window.focusWidget(), second);
        QVERIFY(second->property("kbd").toBool());
        first->setFocus(Qt::MouseFocusReason);
        QVERIFY(!second->property("kbd").toBool());
    }

    void theWheelDoesNotChangeANumberWithoutFocus() {
        QSpinBox spin;
        spin.setValue(5);
        spin.setFocusPolicy(Qt::StrongFocus);
        const auto turn = [&] {
            QWheelEvent wheel({5, 5}, spin.mapToGlobal(QPointF(5, 5)), {}, {0, 120}, Qt::NoButton,
                              Qt::NoModifier, Qt::NoScrollPhase, false);
            QApplication::sendEvent(&spin, &wheel);
        };
        spin.show();
        QVERIFY(QTest::qWaitForWindowActive(&spin));
        spin.clearFocus();
        turn();
        QCOMPARE(spin.value(), 5);
        spin.setFocus();
        turn();
        QCOMPARE(spin.value(), 6);
    }

    void typeKeepsItsOrder() {
        QVERIFY(font(Type::Caption).pointSizeF() < font(Type::Small).pointSizeF());
        QVERIFY(font(Type::Small).pointSizeF() < font(Type::Body).pointSizeF());
        QVERIFY(font(Type::Body).pointSizeF() < font(Type::Title).pointSizeF());
        QVERIFY(font(Type::Title).pointSizeF() < font(Type::Figure).pointSizeF());
        QVERIFY(font(Type::Heading).bold());
    }
};

QTEST_MAIN(TestTheme)
#include "tst_theme.moc"
