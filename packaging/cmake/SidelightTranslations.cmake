# SPDX-FileCopyrightText: 2026 Sidelight contributors
# SPDX-License-Identifier: Apache-2.0
#
# sidelight_translations(<variable>): the sources that put resources/translations/*.ts, released, into the window as :/translations/*.qm.
# The build only reads the .ts files; `cmake --build <folder> --target translations` refreshes them from the sources of app and views.

include_guard(GLOBAL)

function(sidelight_translations variable)
    set(folder "${PROJECT_SOURCE_DIR}/resources/translations")
    set(out "${CMAKE_CURRENT_BINARY_DIR}/translations")
    set(listed "")
    set(released "")
    set(sources "")
    foreach(language IN ITEMS ja ru)
        set(source "${folder}/sidelight_${language}.ts")
        set(release "${out}/sidelight_${language}.qm")
        # An unfinished message is left out, so that it shows in English; translation_test finds it.
        add_custom_command(OUTPUT "${release}"
            COMMAND Qt6::lrelease -silent "${source}" -qm "${release}"
            DEPENDS "${source}"
            COMMENT "Releasing sidelight_${language}.ts"
            VERBATIM)
        list(APPEND sources "${source}")
        list(APPEND released "${release}")
        string(APPEND listed "        <file>sidelight_${language}.qm</file>\n")
    endforeach()
    file(CONFIGURE OUTPUT "${out}/translations.qrc"
        CONTENT "<!DOCTYPE RCC>\n<RCC version=\"1.0\">\n    <qresource prefix=\"/translations\">\n${listed}    </qresource>\n</RCC>\n")
    qt_add_resources(compiled "${out}/translations.qrc" OPTIONS -no-compress)
    set(${variable} ${compiled} ${released} PARENT_SCOPE)

    add_custom_target(translations
        COMMAND Qt6::lupdate -silent -no-obsolete -locations none -source-language en -I "${PROJECT_SOURCE_DIR}"
            app views -ts ${sources}
        WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}"
        COMMENT "Refreshing resources/translations/*.ts"
        VERBATIM)
endfunction()
