// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/language.h"
#include "views/support/appearance.h"

#include <QByteArray>
#include <QSettings>
#include <QStringList>

namespace sidelight::app {

/// What the window remembers from one run to the next.
class Settings
{
public:
    /// `file`: an .ini file; empty means the user's own.
    explicit Settings(const QString& file = {});

    [[nodiscard]] QStringList recentFiles() const;
    /// Puts a file first; at most ten are kept.
    void addRecentFile(const QString& path);
    void clearRecentFiles();

    [[nodiscard]] views::Appearance appearance() const;
    void setAppearance(views::Appearance appearance);
    [[nodiscard]] Language language() const;
    void setLanguage(Language language);
    [[nodiscard]] bool isShowingValueNames() const;
    void setShowingValueNames(bool isShowing);
    [[nodiscard]] int textPercent() const; ///< Size of words and code outside graphs.
    void setTextPercent(int percent);
    [[nodiscard]] QByteArray blob(const char* name) const; ///< Geometry and places of regions.
    void setBlob(const char* name, const QByteArray& value);

private:
    QSettings settings_;
};

} // namespace sidelight::app
