// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
//
// The files of translations: complete, true to their sources, and up to date. When a text of the window was added or
// changed, refresh them with the target `translations` and write what is missing in both languages.

#include "app/language.h"

#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QXmlStreamReader>

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace sidelight::app {
namespace {

struct Message
{
    QString context;
    QString source;
    QString type; ///< "unfinished", "vanished", "obsolete"; empty for a good one.
    bool isNumerus = false;
    QStringList forms;

    [[nodiscard]] std::string name() const { return (context + QLatin1String(": ") + source).toStdString(); }
};

QString fileOf(const QString& language)
{
    return QStringLiteral(SIDELIGHT_SOURCE_DIR "/resources/translations/sidelight_%1.ts").arg(language);
}

std::vector<Message> messagesOf(const QString& path)
{
    QFile file(path);
    EXPECT_TRUE(file.open(QIODevice::ReadOnly)) << path.toStdString();
    QXmlStreamReader xml(&file);
    std::vector<Message> messages;
    QString context;
    while (!xml.atEnd()) {
        if (xml.readNext() != QXmlStreamReader::StartElement)
            continue;
        const auto element = xml.name();
        if (element == QLatin1String("name")) {
            context = xml.readElementText();
        } else if (element == QLatin1String("message")) {
            messages.push_back(
                {context, {}, {}, xml.attributes().value(QLatin1String("numerus")) == QLatin1String("yes"), {}});
        } else if (element == QLatin1String("source")) {
            messages.back().source = xml.readElementText();
        } else if (element == QLatin1String("translation")) {
            messages.back().type = xml.attributes().value(QLatin1String("type")).toString();
            if (!messages.back().isNumerus)
                messages.back().forms << xml.readElementText();
        } else if (element == QLatin1String("numerusform")) {
            messages.back().forms << xml.readElementText();
        }
    }
    EXPECT_FALSE(xml.hasError()) << xml.errorString().toStdString();
    return messages;
}

/// "%1", "%2", "%n", each as often as it occurs.
QStringList placeholders(const QString& text)
{
    static const QRegularExpression placeholder(QStringLiteral("%(?:[0-9]+|n)"));
    QStringList found;
    for (auto match = placeholder.globalMatch(text); match.hasNext();)
        found << match.next().captured();
    found.sort();
    return found;
}

bool hasMnemonic(const QString& text)
{
    static const QRegularExpression mnemonic(QStringLiteral("&\\w"), QRegularExpression::UseUnicodePropertiesOption);
    return text.contains(mnemonic);
}

class Translation : public ::testing::TestWithParam<const char*>
{
protected:
    QString language = QString::fromLatin1(GetParam());
    std::vector<Message> messages = messagesOf(fileOf(language));
};

INSTANTIATE_TEST_SUITE_P(
    Languages, Translation, ::testing::Values("ja", "ru"), [](const auto& one) { return std::string(one.param); });

TEST_P(Translation, IsComplete)
{
    EXPECT_GT(messages.size(), 400U);
    const int formsOfPlural = language == QLatin1String("ru") ? 3 : 1;
    for (const Message& message : messages) {
        EXPECT_TRUE(message.type.isEmpty()) << message.name() << " is " << message.type.toStdString();
        EXPECT_EQ(message.forms.size(), message.isNumerus ? formsOfPlural : 1) << message.name();
        for (const QString& form : message.forms)
            EXPECT_FALSE(form.trimmed().isEmpty()) << message.name();
    }
}

TEST_P(Translation, KeepsPlaceholdersMnemonicsAndEllipses)
{
    const QString ellipsis = QStringLiteral("\u2026");
    for (const Message& message : messages) {
        for (const QString& form : message.forms) {
            EXPECT_EQ(placeholders(form), placeholders(message.source)) << message.name();
            EXPECT_EQ(hasMnemonic(form), hasMnemonic(message.source)) << message.name();
            EXPECT_EQ(form.endsWith(ellipsis), message.source.endsWith(ellipsis)) << message.name();
            EXPECT_EQ(form.count(QLatin1Char('\n')), message.source.count(QLatin1Char('\n'))) << message.name();
        }
    }
}

TEST_P(Translation, SaysTheSameForTheSameTextEverywhereInAMenu)
{
    // Two commands of one name could not be told apart in the palette.
    std::map<QString, QString> sources;
    for (const Message& message : messages) {
        if (message.context != QLatin1String("actions") || !hasMnemonic(message.source))
            continue;
        QString plain = message.forms.front();
        plain.remove(QLatin1Char('&'));
        EXPECT_TRUE(sources.emplace(plain, message.source).second)
            << message.name() << " reads as " << sources[plain].toStdString();
    }
}

TEST_P(Translation, HasEveryTextOfTheSources)
{
    const QTemporaryDir folder;
    const QString copy = folder.filePath(QStringLiteral("sidelight_%1.ts").arg(language));
    ASSERT_TRUE(QFile::copy(fileOf(language), copy));
    QProcess lupdate;
    lupdate.setWorkingDirectory(QStringLiteral(SIDELIGHT_SOURCE_DIR));
    lupdate.start(QStringLiteral(SIDELIGHT_LUPDATE),
        {QStringLiteral("-silent"), QStringLiteral("-locations"), QStringLiteral("none"),
            QStringLiteral("-source-language"), QStringLiteral("en"), QStringLiteral("-I"),
            QStringLiteral(SIDELIGHT_SOURCE_DIR), QStringLiteral("app"), QStringLiteral("views"), QStringLiteral("-ts"),
            copy});
    ASSERT_TRUE(lupdate.waitForFinished(100'000)) << lupdate.errorString().toStdString();
    ASSERT_EQ(lupdate.exitCode(), 0) << lupdate.readAllStandardError().toStdString();
    for (const Message& message : messagesOf(copy))
        EXPECT_NE(message.type, QLatin1String("unfinished"))
            << message.name() << " is not translated; the target `translations` brings it into the files";
}

TEST(Language, HasACodeThatIsReadBack)
{
    for (const Language language : {Language::System, Language::English, Language::Japanese, Language::Russian})
        EXPECT_EQ(languageOf(codeOf(language)), language);
    EXPECT_EQ(languageOf(QStringLiteral("tlh")), Language::System);
    EXPECT_NE(systemLanguage(), Language::System);
}

} // namespace
} // namespace sidelight::app
