// The icons of resources/icons, painted in the colours of the theme and sharp at every scale.
#pragma once
#include <QIcon>

#include "ui/theme/tokens.h"

namespace visagist {

/// `name` is a file of resources/icons without its ending ("play"). Painted in `text`, muted while disabled,
/// at the device's pixel ratio; follows the theme without being set anew.
QIcon icon(const char* name);
/// The same in another colour of the theme, e.g. &Tokens::warn.
QIcon icon(const char* name, QRgb Tokens::*colour);
/// One picture of it for a delegate or label, `side` device-independent pixels wide.
QPixmap iconPixmap(const char* name, int side, QRgb Tokens::*colour, qreal devicePixelRatio);

}  // namespace visagist
