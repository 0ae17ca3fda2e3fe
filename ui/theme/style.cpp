#include "ui/theme/style.h"

#include <QPainter>
#include <QStyleFactory>
#include <QStyleOption>
#include <QWidget>

#include "ui/theme/icons.h"
#include "ui/theme/theme.h"

namespace visagist {

namespace {

constexpr int kCheckBox = 16, kGroove = 4, kHandle = 12, kSpinButtons = 20;

bool flag(const QWidget* widget, const char* property) {
    return widget && widget->property(property).toBool();
}

void drawIcon(QPainter* painter, const char* name, int side, QRgb Tokens::*colour, const QRect& inside) {
    const QPixmap pixmap = iconPixmap(name, side, colour, painter->device()->devicePixelRatioF());
    painter->drawPixmap(inside.x() + (inside.width() - side) / 2, inside.y() + (inside.height() - side) / 2,
                        pixmap);
}

/// The box of a line edit, combo or number field: 1 px outline, 2 px where the keyboard is.
void drawField(QPainter* painter, const QStyleOption* option, const QWidget* widget, bool button) {
    const Tokens& t = tokens();
    const bool enabled = option->state & QStyle::State_Enabled;
    const bool focused = enabled && (option->state & QStyle::State_HasFocus);
    const bool hovered = enabled && button && (option->state & QStyle::State_MouseOver);
    QRgb outline = enabled ? t.edge : t.line;
    if (focused) outline = t.accent;
    if (flag(widget, "wrong")) outline = t.error;
    const qreal width = focused && flag(widget, "kbd") ? 2 : 1;
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(QPen(colour(outline), width));
    painter->setBrush(!enabled ? QBrush(Qt::NoBrush) : QBrush(colour(hovered ? t.hover : t.field)));
    const qreal inset = width / 2;
    painter->drawRoundedRect(QRectF(option->rect).adjusted(inset, inset, -inset, -inset), size::radius,
                             size::radius);
    painter->restore();
}

void drawCheckBox(QPainter* painter, const QStyleOption* option) {
    const Tokens& t = tokens();
    const bool enabled = option->state & QStyle::State_Enabled;
    const bool on = option->state & QStyle::State_On;
    const QRect box(option->rect.x(), option->rect.y() + (option->rect.height() - kCheckBox) / 2, kCheckBox,
                    kCheckBox);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(QPen(colour(!enabled ? t.line : on ? t.accent : t.axis), 1));
    painter->setBrush(on && enabled ? QBrush(colour(t.accent)) : QBrush(colour(t.field)));
    painter->drawRoundedRect(QRectF(box).adjusted(0.5, 0.5, -0.5, -0.5), 3, 3);
    if (on) drawIcon(painter, "check", 14, enabled ? &Tokens::onAccent : &Tokens::disabled, box);
    if (option->state & QStyle::State_NoChange)
        painter->fillRect(box.adjusted(4, 7, -4, -7), colour(t.accent));
    painter->restore();
}

void drawCombo(QPainter* painter, const QStyleOptionComboBox* option, const QWidget* widget,
               const QStyle* style) {
    drawField(painter, option, widget, !option->editable);
    const QRect arrow = style->subControlRect(QStyle::CC_ComboBox, option, QStyle::SC_ComboBoxArrow, widget);
    const bool enabled = option->state & QStyle::State_Enabled;
    drawIcon(painter, "chevd", 14, enabled ? &Tokens::muted : &Tokens::disabled, arrow);
}

void drawSpinArrow(QPainter* painter, const QStyleOptionSpinBox* option, const QRect& rect, bool up) {
    const bool possible =
        (option->state & QStyle::State_Enabled) &&
        (option->stepEnabled & (up ? QAbstractSpinBox::StepUpEnabled : QAbstractSpinBox::StepDownEnabled));
    const QPointF centre = QRectF(rect).center();
    const qreal rise = up ? -1.5 : 1.5;
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(QPen(colour(possible ? tokens().muted : tokens().disabled), 1.3, Qt::SolidLine,
                         Qt::RoundCap, Qt::RoundJoin));
    const QPointF points[3] = {centre + QPointF(-3, -rise), centre + QPointF(0, rise),
                               centre + QPointF(3, -rise)};
    painter->drawPolyline(points, 3);
    painter->restore();
}

void drawSpinBox(QPainter* painter, const QStyleOptionSpinBox* option, const QWidget* widget,
                 const QStyle* style) {
    drawField(painter, option, widget, false);
    if (option->buttonSymbols == QAbstractSpinBox::NoButtons) return;
    for (const auto part : {QStyle::SC_SpinBoxUp, QStyle::SC_SpinBoxDown}) {
        const QRect rect = style->subControlRect(QStyle::CC_SpinBox, option, part, widget);
        const bool pressed = (option->activeSubControls & part) && (option->state & QStyle::State_MouseOver);
        if (pressed && (option->state & QStyle::State_Enabled))
            painter->fillRect(rect, colour(tokens().hover));
        drawSpinArrow(painter, option, rect, part == QStyle::SC_SpinBoxUp);
    }
}

void drawSlider(QPainter* painter, const QStyleOptionSlider* option, const QWidget* widget,
                const QStyle* style) {
    const Tokens& t = tokens();
    const bool enabled = option->state & QStyle::State_Enabled;
    const QRect handle = style->subControlRect(QStyle::CC_Slider, option, QStyle::SC_SliderHandle, widget);
    const QRect all = option->rect;
    const QRectF groove(all.x() + 1, all.center().y() - kGroove / 2 + 1, all.width() - 2, kGroove);
    QRectF filled = groove;
    if (option->upsideDown)
        filled.setLeft(handle.center().x());
    else
        filled.setRight(handle.center().x());
    const QVariant series = widget ? widget->property("series") : QVariant();
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(Qt::NoPen);
    painter->setBrush(colour(t.edge));
    painter->drawRoundedRect(groove, kGroove / 2.0, kGroove / 2.0);
    painter->setBrush(!enabled           ? colour(t.line)
                      : series.isValid() ? seriesColour(series.toInt())
                                         : colour(t.accent));
    painter->drawRoundedRect(filled, kGroove / 2.0, kGroove / 2.0);
    const bool keyboard = (option->state & QStyle::State_HasFocus) && flag(widget, "kbd");
    painter->setPen(keyboard ? QPen(colour(t.accent), 2) : QPen(Qt::NoPen));
    painter->setBrush(colour(enabled ? t.text : t.disabled));
    painter->drawEllipse(QRectF(handle).center(), kHandle / 2.0, kHandle / 2.0);
    painter->restore();
}

}  // namespace

ThemedStyle::ThemedStyle() : QProxyStyle(QStyleFactory::create(QStringLiteral("Fusion"))) {}

QSize ThemedStyle::sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& contents,
                                    const QWidget* widget) const {
    QSize result = QProxyStyle::sizeFromContents(type, option, contents, widget);
    if (type == CT_ComboBox || type == CT_SpinBox || type == CT_LineEdit)
        result.setHeight(std::max(result.height(), size::control));
    if (type == CT_ComboBox) result.rwidth() += size::gap;
    return result;
}

int ThemedStyle::pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const {
    switch (metric) {
        case PM_IndicatorWidth:
        case PM_IndicatorHeight:
            return kCheckBox;
        case PM_SliderThickness:
        case PM_SliderControlThickness:
        case PM_SliderLength:
            return kHandle + 4;
        case PM_SmallIconSize:
        case PM_ButtonIconSize:
        case PM_TabBarIconSize:
            return size::icon;
        case PM_LayoutHorizontalSpacing:
        case PM_LayoutVerticalSpacing:
            return size::gap;
        default:
            return QProxyStyle::pixelMetric(metric, option, widget);
    }
}

int ThemedStyle::styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                           QStyleHintReturn* data) const {
    switch (hint) {
        case SH_UnderlineShortcut:
        case SH_EtchDisabledText:
        case SH_DitherDisabledText:
        case SH_ComboBox_Popup:
            return 0;
        case SH_Slider_AbsoluteSetButtons:
            return Qt::LeftButton;
        case SH_DialogButtonBox_ButtonsHaveIcons:
            return 0;
        default:
            return QProxyStyle::styleHint(hint, option, widget, data);
    }
}

QRect ThemedStyle::subControlRect(ComplexControl control, const QStyleOptionComplex* option, SubControl part,
                                  const QWidget* widget) const {
    if (control == CC_SpinBox) {
        const auto* spin = qstyleoption_cast<const QStyleOptionSpinBox*>(option);
        const bool buttons = spin && spin->buttonSymbols != QAbstractSpinBox::NoButtons;
        const QRect inside = option->rect.adjusted(2, 2, -2, -2);
        const int width = buttons ? kSpinButtons : 0, half = inside.height() / 2;
        const int left = inside.right() + 1 - width;
        if (part == SC_SpinBoxUp && buttons) return {left, inside.top(), width, half};
        if (part == SC_SpinBoxDown && buttons)
            return {left, inside.top() + half, width, inside.height() - half};
        if (part == SC_SpinBoxEditField) return inside.adjusted(4, 0, -width, 0);
    }
    return QProxyStyle::subControlRect(control, option, part, widget);
}

void ThemedStyle::drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                                const QWidget* widget) const {
    switch (element) {
        case PE_PanelLineEdit:
            if (const auto* frame = qstyleoption_cast<const QStyleOptionFrame*>(option);
                frame && frame->lineWidth > 0)
                drawField(painter, option, widget, false);
            return;
        case PE_FrameLineEdit:
            return;
        case PE_IndicatorCheckBox:
        case PE_IndicatorItemViewItemCheck:
            drawCheckBox(painter, option);
            return;
        case PE_FrameFocusRect:
            return;  // the style sheet and the delegates paint it, for the keyboard only
        default:
            QProxyStyle::drawPrimitive(element, option, painter, widget);
    }
}

void ThemedStyle::drawComplexControl(ComplexControl control, const QStyleOptionComplex* option,
                                     QPainter* painter, const QWidget* widget) const {
    if (control == CC_ComboBox) {
        if (const auto* combo = qstyleoption_cast<const QStyleOptionComboBox*>(option); combo && combo->frame)
            return drawCombo(painter, combo, widget, proxy());
    } else if (control == CC_SpinBox) {
        if (const auto* spin = qstyleoption_cast<const QStyleOptionSpinBox*>(option))
            return drawSpinBox(painter, spin, widget, proxy());
    } else if (control == CC_Slider) {
        const auto* slider = qstyleoption_cast<const QStyleOptionSlider*>(option);
        if (slider && slider->orientation == Qt::Horizontal)
            return drawSlider(painter, slider, widget, proxy());
    }
    QProxyStyle::drawComplexControl(control, option, painter, widget);
}

}  // namespace visagist
