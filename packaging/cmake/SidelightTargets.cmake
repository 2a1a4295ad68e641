# SPDX-FileCopyrightText: 2026 Sidelight contributors
# SPDX-License-Identifier: Apache-2.0
#
# The only ways targets are made here:
#   sidelight_library(<name> SOURCES … [PUBLIC libs …] [PRIVATE libs …])
#   sidelight_executable(<name> SOURCES … [PRIVATE libs …])
#   sidelight_test(<name> SOURCES … [LIBS …] [OWN_MAIN] [TIMEOUT seconds] [LABELS …])
#   sidelight_benchmark(<name> SOURCES … [LIBS …])

include_guard(GLOBAL)

# Settings of every target of ours: the repository root as include folder, warnings.
function(sidelight_target_defaults name)
    target_include_directories(${name} PRIVATE "${PROJECT_SOURCE_DIR}")
    target_compile_options(${name} PRIVATE -Wall -Wextra -Wpedantic -Wshadow -Wconversion)
    if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
        # Of g++, -Wconversion and -Wpedantic do not include these two in C++; generated tables are long strings.
        target_compile_options(${name} PRIVATE -Wno-sign-conversion -Wno-overlength-strings)
    elseif(CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
        # g++ 12 sees overlaps in std::string's own code when it optimises (its bug 105651).
        target_compile_options(${name} PRIVATE $<$<CONFIG:Release>:-Wno-restrict>)
    endif()
    if(SIDELIGHT_WERROR)
        target_compile_options(${name} PRIVATE -Werror)
    endif()
endfunction()

function(sidelight_library name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;PUBLIC;PRIVATE")
    if(arg_UNPARSED_ARGUMENTS)
        message(FATAL_ERROR "sidelight_library(${name}): unknown arguments ${arg_UNPARSED_ARGUMENTS}")
    endif()
    add_library(${name} STATIC ${arg_SOURCES})
    sidelight_target_defaults(${name})
    target_link_libraries(${name} PUBLIC ${arg_PUBLIC} PRIVATE ${arg_PRIVATE})
endfunction()

function(sidelight_executable name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;PRIVATE;LIBS")
    if(arg_UNPARSED_ARGUMENTS)
        message(FATAL_ERROR "sidelight_executable(${name}): unknown arguments ${arg_UNPARSED_ARGUMENTS}")
    endif()
    add_executable(${name} ${arg_SOURCES})
    sidelight_target_defaults(${name})
    target_link_libraries(${name} PRIVATE ${arg_PRIVATE} ${arg_LIBS})
endfunction()

if(SIDELIGHT_BUILD_TESTS)
    include(GoogleTest)
    enable_testing()
    # With a test preset, ctest builds first, so that `ctest --preset dev` is enough after an edit.
    configure_file("${CMAKE_CURRENT_LIST_DIR}/build_before_tests.cmake.in" "${PROJECT_BINARY_DIR}/build_before_tests.cmake" @ONLY)
    set_property(DIRECTORY "${PROJECT_SOURCE_DIR}" APPEND PROPERTY TEST_INCLUDE_FILES
        "${PROJECT_BINARY_DIR}/build_before_tests.cmake")
endif()

function(sidelight_test name)
    if(NOT SIDELIGHT_BUILD_TESTS)
        return()
    endif()
    cmake_parse_arguments(PARSE_ARGV 1 arg "OWN_MAIN" "TIMEOUT" "SOURCES;LIBS;LABELS")
    if(arg_UNPARSED_ARGUMENTS)
        message(FATAL_ERROR "sidelight_test(${name}): unknown arguments ${arg_UNPARSED_ARGUMENTS}")
    endif()
    if(NOT arg_TIMEOUT)
        set(arg_TIMEOUT 120)
    endif()
    sidelight_executable(${name} SOURCES ${arg_SOURCES} LIBS ${arg_LIBS} GTest::gtest)
    if(NOT arg_OWN_MAIN)
        target_link_libraries(${name} PRIVATE GTest::gtest_main)
    endif()
    target_compile_definitions(${name} PRIVATE SIDELIGHT_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
    set(labels "")
    if(arg_LABELS)
        set(labels LABELS ${arg_LABELS})
    endif()
    gtest_discover_tests(${name} DISCOVERY_MODE PRE_TEST WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}" DISCOVERY_TIMEOUT 60
        PROPERTIES TIMEOUT ${arg_TIMEOUT} ${labels} ENVIRONMENT "QT_QPA_PLATFORM=offscreen")
endfunction()

function(sidelight_benchmark name)
    if(NOT SIDELIGHT_BUILD_BENCH)
        return()
    endif()
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;LIBS")
    sidelight_executable(${name} SOURCES ${arg_SOURCES} LIBS ${arg_LIBS} benchmark::benchmark)
    target_compile_definitions(${name} PRIVATE SIDELIGHT_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
endfunction()
