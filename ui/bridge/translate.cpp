#include "ui/bridge/translate.h"

#include <QCoreApplication>

#include "core/base/path.h"

namespace visagist {

QString coreText(const std::string& source) { return QCoreApplication::translate("core", source.c_str()); }

QString translated(const Message& message) {
    const std::string pattern = coreText(message.source).toStdString();
    return QString::fromStdString(Message::fill(pattern, message.arguments));
}

QString translated(const std::exception& error) {
    if (const auto* ours = dynamic_cast<const Error*>(&error)) return translated(ours->message());
    return QString::fromUtf8(error.what());
}

QString fromPath(const std::filesystem::path& path) { return QString::fromStdString(utf8FromPath(path)); }

std::filesystem::path toPath(const QString& name) { return pathFromUtf8(name.toStdString()); }

}  // namespace visagist
