// SPDX-FileCopyrightText: 2026 Sidelight contributors
// SPDX-License-Identifier: Apache-2.0

#include "app/application.h"

#include <QApplication>

#include <gtest/gtest.h>

int main(int argc, char** argv)
{
    sidelight::app::prepareApplication(true);
    ::testing::InitGoogleTest(&argc, argv);
    QApplication application(argc, argv);
    sidelight::app::styleApplication();
    return RUN_ALL_TESTS();
}
