// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "app/language.h"

#include <QCoreApplication>
#include <QLibraryInfo>
#include <QLocale>
#include <QTranslator>

#include <memory>
#include <mutex>

// Resources of a static library are named outside any namespace.
static void initTranslations()
{
    Q_INIT_RESOURCE(translations);
}

namespace sidelight::app {
namespace {

constexpr QLatin1String kTranslatorName("sidelight-translator");

/// English plurals: "%n error(s)" is "%n error" for one and "%n errors" for all others.
class EnglishPlurals final : public QTranslator
{
public:
    using QTranslator::QTranslator;
    [[nodiscard]] bool isEmpty() const override { return false; }
    [[nodiscard]] QString translate(const char*, const char* source, const char*, int n) const override
    {
        QString text = QString::fromUtf8(source);
        if (n < 0 || !text.contains(QLatin1String("(s)")))
            return {};
        return text.replace(QLatin1String("(s)"), n == 1 ? QString() : QStringLiteral("s"));
    }
};

void install(std::unique_ptr<QTranslator> translator)
{
    translator->setObjectName(kTranslatorName);
    translator->setParent(QCoreApplication::instance());
    QCoreApplication::installTranslator(translator.release());
}

void installFile(const QString& name, const QString& folder)
{
    auto translator = std::make_unique<QTranslator>();
    if (translator->load(name, folder))
        install(std::move(translator));
}

} // namespace

QString codeOf(Language language)
{
    switch (language) {
    case Language::System:
        return {};
    case Language::English:
        return QStringLiteral("en");
    case Language::Japanese:
        return QStringLiteral("ja");
    case Language::Russian:
        return QStringLiteral("ru");
    }
    return {};
}

Language languageOf(const QString& code)
{
    for (const Language language : {Language::English, Language::Japanese, Language::Russian})
        if (code == codeOf(language))
            return language;
    return Language::System;
}

Language systemLanguage()
{
    for (const QString& name : QLocale::system().uiLanguages()) {
        const Language language = languageOf(name.section(QLatin1Char('-'), 0, 0));
        if (language != Language::System)
            return language;
    }
    return Language::English;
}

void setLanguage(Language language)
{
    static std::once_flag once;
    std::call_once(once, initTranslations);
    for (QTranslator* before : QCoreApplication::instance()->findChildren<QTranslator*>(kTranslatorName)) {
        QCoreApplication::removeTranslator(before);
        delete before;
    }
    // The one that is installed last is asked first.
    install(std::make_unique<EnglishPlurals>());
    const Language chosen = language == Language::System ? systemLanguage() : language;
    if (chosen == Language::English)
        return;
    installFile(QStringLiteral("qtbase_") + codeOf(chosen), QLibraryInfo::path(QLibraryInfo::TranslationsPath));
    installFile(QStringLiteral("sidelight_") + codeOf(chosen), QStringLiteral(":/translations"));
}

} // namespace sidelight::app
