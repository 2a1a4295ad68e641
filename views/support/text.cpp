// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "views/support/text.h"

#include "core/support/text.h"

#include <QCoreApplication>
#include <QRegularExpression>

namespace sidelight::views {

QString shown(std::string_view text)
{
    const std::string plain = support::plainText(text);
    return QString::fromUtf8(plain.data(), static_cast<qsizetype>(plain.size()));
}

QString shownLines(std::string_view text)
{
    QString out;
    std::size_t begin = 0;
    while (begin <= text.size()) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        std::string line(text.substr(begin, end - begin));
        for (std::size_t tab = line.find('\t'); tab != std::string::npos; tab = line.find('\t', tab))
            line.replace(tab, 1, "    ");
        out += shown(line);
        if (end < text.size())
            out += QLatin1Char('\n');
        begin = end + 1;
    }
    return out;
}

QString toolTipText(const QString& plain)
{
    QString escaped = plain.toHtmlEscaped();
    escaped.replace(QLatin1Char('\n'), QLatin1String("<br>"));
    return QLatin1String("<qt>") + escaped + QLatin1String("</qt>");
}

QString withoutMnemonic(QString plain)
{
    return plain.replace(QLatin1Char('&'), QLatin1String("&&"));
}

QString withoutMnemonicMark(QString text)
{
    static const QRegularExpression added(QStringLiteral("\\(&.\\)"));
    return text.remove(added).remove(QLatin1Char('&'));
}

std::string utf8(const QString& text)
{
    return text.toStdString();
}

QString durationText(double seconds)
{
    if (seconds < 0.0095)
        return QCoreApplication::translate("durations", "%1 ms").arg(seconds * 1000, 0, 'f', 1);
    return QCoreApplication::translate("durations", "%1 s").arg(seconds, 0, 'f', 2);
}

QString countText(double count)
{
    if (count >= 1e9)
        return QCoreApplication::translate("counts", "%1 G").arg(count / 1e9, 0, 'f', 1);
    if (count >= 1e6)
        return QCoreApplication::translate("counts", "%1 M").arg(count / 1e6, 0, 'f', 1);
    if (count >= 1e4)
        return QCoreApplication::translate("counts", "%1 k").arg(count / 1e3, 0, 'f', 1);
    return QString::number(count, 'f', 0);
}

} // namespace sidelight::views
