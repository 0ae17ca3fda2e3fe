// What a style sheet cannot paint from the theme's colours: inputs, check boxes, sliders.
#pragma once
#include <QProxyStyle>

namespace visagist {

/// Fusion with flat inputs. A slider with the property "series" (an int) has its filled part in that series
/// colour (a person's); an input with the property "wrong" (true) has the outline of an error.
class ThemedStyle : public QProxyStyle {
    Q_OBJECT

public:
    ThemedStyle();

    QSize sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& size,
                           const QWidget* widget) const override;
    int pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const override;
    int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                  QStyleHintReturn* data) const override;
    QRect subControlRect(ComplexControl control, const QStyleOptionComplex* option, SubControl part,
                         const QWidget* widget) const override;
    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                       const QWidget* widget) const override;
    void drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
                            const QWidget* widget) const override;
};

}  // namespace visagist
