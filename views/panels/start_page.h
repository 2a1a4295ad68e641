// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QStringList>
#include <QWidget>

class QLabel;
class QVBoxLayout;

namespace sidelight::views {

/// What stands in the window while nothing is open: a place to drop files, samples, and what was open before.
class StartPage final : public QWidget
{
    Q_OBJECT

public:
    explicit StartPage(QWidget* parent = nullptr);

    void setSamples(const QStringList& files);
    void setRecentFiles(const QStringList& files);

signals:
    void openRequested();
    void fileActivated(const QString& file);

private:
    void fill(QVBoxLayout* column, QLabel* head, const QStringList& files);

    QLabel* samplesHead_;
    QLabel* recentHead_;
    QVBoxLayout* samples_;
    QVBoxLayout* recent_;
};

} // namespace sidelight::views
