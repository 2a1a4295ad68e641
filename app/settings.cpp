// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "app/settings.h"

#include <algorithm>

namespace sidelight::app {
namespace {

constexpr int kMostRecent = 10;
constexpr QLatin1String kRecent("recent");
constexpr QLatin1String kAppearance("appearance");
constexpr QLatin1String kLanguage("language");
constexpr QLatin1String kValueNames("value-names");
constexpr QLatin1String kTextPercent("text-percent");

QString defaultFile()
{
    return QSettings(
        QSettings::IniFormat, QSettings::UserScope, QStringLiteral("sidelight"), QStringLiteral("sidelight"))
        .fileName();
}

} // namespace

Settings::Settings(const QString& file) : settings_(file.isEmpty() ? defaultFile() : file, QSettings::IniFormat) {}

QStringList Settings::recentFiles() const
{
    return settings_.value(kRecent).toStringList();
}

void Settings::addRecentFile(const QString& path)
{
    QStringList recent = recentFiles();
    recent.removeAll(path);
    recent.prepend(path);
    settings_.setValue(kRecent, QStringList(recent.mid(0, kMostRecent)));
}

void Settings::clearRecentFiles()
{
    settings_.remove(kRecent);
}

views::Appearance Settings::appearance() const
{
    const QString name = settings_.value(kAppearance).toString();
    if (name == QLatin1String("light"))
        return views::Appearance::Light;
    if (name == QLatin1String("contrast"))
        return views::Appearance::Contrast;
    return name == QLatin1String("dark") ? views::Appearance::Dark : views::Appearance::System;
}

void Settings::setAppearance(views::Appearance appearance)
{
    const char* name = appearance == views::Appearance::Light      ? "light"
                       : appearance == views::Appearance::Dark     ? "dark"
                       : appearance == views::Appearance::Contrast ? "contrast"
                                                                   : "system";
    settings_.setValue(kAppearance, QLatin1String(name));
}

Language Settings::language() const
{
    return languageOf(settings_.value(kLanguage).toString());
}

void Settings::setLanguage(Language language)
{
    settings_.setValue(kLanguage, codeOf(language));
}

bool Settings::isShowingValueNames() const
{
    return settings_.value(kValueNames).toBool();
}

void Settings::setShowingValueNames(bool isShowing)
{
    settings_.setValue(kValueNames, isShowing);
}

int Settings::textPercent() const
{
    return std::clamp(settings_.value(kTextPercent, 100).toInt(), 70, 200);
}

void Settings::setTextPercent(int percent)
{
    settings_.setValue(kTextPercent, percent);
}

QByteArray Settings::blob(const char* name) const
{
    return settings_.value(QLatin1String(name)).toByteArray();
}

void Settings::setBlob(const char* name, const QByteArray& value)
{
    settings_.setValue(QLatin1String(name), value);
}

} // namespace sidelight::app
