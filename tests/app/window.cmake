# SPDX-FileCopyrightText: 2026 Sidelight contributors
# SPDX-License-Identifier: Apache-2.0
#
# Tests of the window, of drawings and of the export dialog; all offscreen.

if(SIDELIGHT_BUILD_VIEWS)
    sidelight_test(window_test OWN_MAIN
        SOURCES
            export_dialog_test.cpp
            locate_test.cpp
            main_window_test.cpp
            render_test.cpp
            translated_window_test.cpp
            translation_test.cpp
            window_debugger_test.cpp
            window_edits_test.cpp
            window_hands_test.cpp
            window_keyboard_test.cpp
            window_looks_test.cpp
            window_main.cpp
            window_paired_test.cpp
        LIBS sidelight_window Qt6::Test)
    if(TARGET window_test)
        set_target_properties(window_test PROPERTIES AUTOMOC ON AUTOGEN_ORIGIN_DEPENDS OFF)
        target_compile_definitions(window_test PRIVATE SIDELIGHT_LUPDATE="$<TARGET_FILE:Qt6::lupdate>")
    endif()
    if(TARGET window_test AND TARGET sidelight-evaluator)
        add_dependencies(window_test sidelight-evaluator) # It verifies an export.
    endif()
    add_subdirectory(random)
endif()
