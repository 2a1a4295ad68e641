# SPDX-FileCopyrightText: 2026 Sidelight contributors
# SPDX-License-Identifier: Apache-2.0
#
# What the user may choose, and what is chosen for all targets: language, compiler launcher, linker.

include_guard(GLOBAL)
include(CheckLinkerFlag)

if(DEFINED ENV{SIDELIGHT_SETUP} AND NOT "$ENV{SIDELIGHT_SETUP}" STREQUAL "")
    set(sidelight_default_setup "$ENV{SIDELIGHT_SETUP}")
else()
    set(sidelight_default_setup "${PROJECT_SOURCE_DIR}/.setup")
endif()
set(SIDELIGHT_SETUP "${sidelight_default_setup}" CACHE PATH "Folder that packaging/bootstrap filled")
get_filename_component(SIDELIGHT_SETUP "${SIDELIGHT_SETUP}" ABSOLUTE)

option(SIDELIGHT_BUILD_VIEWS "Build the window (needs Qt 6)" ON)
option(SIDELIGHT_BUILD_EVALUATOR "Build sidelight-evaluator (needs libtorch and ONNX Runtime)" ON)
option(SIDELIGHT_BUILD_TESTS "Build the tests" ON)
option(SIDELIGHT_BUILD_BENCH "Build the benchmarks" OFF)
option(SIDELIGHT_WERROR "Treat warnings in our own code as errors" OFF)

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
    set(CMAKE_BUILD_TYPE Release CACHE STRING "Kind of build" FORCE)
endif()

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
# Programs of all folders lie side by side, so that sidelight finds sidelight-evaluator beside itself as it does when installed.
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/bin")

# Paths are hashed relative to the sources, so that build folders side by side share what they compiled.
find_program(SIDELIGHT_CCACHE ccache)
mark_as_advanced(SIDELIGHT_CCACHE)
if(SIDELIGHT_CCACHE)
    foreach(language IN ITEMS C CXX)
        if(NOT CMAKE_${language}_COMPILER_LAUNCHER)
            set(CMAKE_${language}_COMPILER_LAUNCHER env "CCACHE_BASEDIR=${PROJECT_SOURCE_DIR}" CCACHE_NOHASHDIR=1
                CCACHE_SLOPPINESS=pch_defines,time_macros "${SIDELIGHT_CCACHE}")
        endif()
    endforeach()
endif()

check_linker_flag(CXX "-fuse-ld=mold" SIDELIGHT_HAS_MOLD)
if(SIDELIGHT_HAS_MOLD)
    add_link_options(-fuse-ld=mold)
else()
    check_linker_flag(CXX "-fuse-ld=lld" SIDELIGHT_HAS_LLD)
    if(SIDELIGHT_HAS_LLD)
        add_link_options(-fuse-ld=lld)
    endif()
endif()

# Exported models are byte-equal whichever compiler built the program, so products and sums are never fused.
add_compile_options(-ffp-contract=off)

if(CMAKE_GENERATOR MATCHES "Ninja" AND CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    add_compile_options(-fcolor-diagnostics)
elseif(CMAKE_GENERATOR MATCHES "Ninja" AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    add_compile_options(-fdiagnostics-color=auto)
endif()
