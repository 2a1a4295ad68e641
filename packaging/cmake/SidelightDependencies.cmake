# SPDX-FileCopyrightText: 2026 Sidelight contributors
# SPDX-License-Identifier: Apache-2.0
#
# Third-party libraries as sidelight::<name> targets. Each is found once, here; what is missing is collected and told in one message.

include_guard(GLOBAL)
find_package(PkgConfig QUIET)

set(sidelight_missing "")

# Remembers that a library is missing and where it was looked for.
macro(sidelight_miss what where)
    string(APPEND sidelight_missing "    - ${what}: ${where}\n")
endmacro()

# sidelight_root(NAME fallback found…): NAME_ROOT_DIR becomes the folder a library is in: the cache or environment variable NAME,
# or the fallback. Where it changed, the variables that were found in the old one are forgotten.
function(sidelight_root name fallback)
    if(DEFINED ENV{${name}} AND NOT "$ENV{${name}}" STREQUAL "")
        set(default "$ENV{${name}}")
    else()
        set(default "")
    endif()
    set(${name} "${default}" CACHE PATH "Folder of the library; empty means the one in SIDELIGHT_SETUP")
    if(${name})
        set(root "${${name}}")
    else()
        set(root "${fallback}")
    endif()
    if(NOT "${root}" STREQUAL "${${name}_USED}")
        foreach(variable IN LISTS ARGN)
            unset(${variable} CACHE)
        endforeach()
        set(${name}_USED "${root}" CACHE INTERNAL "")
    endif()
    set(${name}_ROOT_DIR "${root}" PARENT_SCOPE)
endfunction()

# sidelight::<name> passes on an imported target of a package.
function(sidelight_forward name)
    add_library(sidelight_${name} INTERFACE)
    target_link_libraries(sidelight_${name} INTERFACE ${ARGN})
    add_library(sidelight::${name} ALIAS sidelight_${name})
endfunction()

function(sidelight_forward_package name package target debian)
    find_package(${package} QUIET)
    if(TARGET ${target})
        sidelight_forward(${name} ${target})
    else()
        sidelight_miss("${package}" "no CMake package (Debian: ${debian})")
        set(sidelight_missing "${sidelight_missing}" PARENT_SCOPE)
    endif()
endfunction()

function(sidelight_forward_pkgconfig name modules debian)
    if(PkgConfig_FOUND)
        pkg_check_modules(SIDELIGHT_PC_${name} QUIET IMPORTED_TARGET ${modules})
    endif()
    if(TARGET PkgConfig::SIDELIGHT_PC_${name})
        sidelight_forward(${name} PkgConfig::SIDELIGHT_PC_${name})
    else()
        sidelight_miss("${name}" "pkg-config does not know ${modules} (Debian: ${debian})")
        set(sidelight_missing "${sidelight_missing}" PARENT_SCOPE)
    endif()
endfunction()

find_package(Threads REQUIRED)
sidelight_forward_package(fmt fmt fmt::fmt libfmt-dev)
sidelight_forward_package(json nlohmann_json nlohmann_json::nlohmann_json nlohmann-json3-dev)
sidelight_forward_package(cli11 CLI11 CLI11::CLI11 libcli11-dev)
sidelight_forward_pkgconfig(minizip minizip libminizip-dev)
# In the place of the C library's malloc, which takes twice the time for graphs of many small strings. Sanitizers bring their own.
if(CMAKE_CXX_FLAGS MATCHES "-fsanitize")
    add_library(sidelight::allocator INTERFACE IMPORTED)
else()
    sidelight_forward_package(allocator mimalloc mimalloc libmimalloc-dev)
    if(TARGET sidelight_allocator)
        # Nothing names it, so a linker would leave it out again.
        target_link_options(sidelight_allocator INTERFACE "LINKER:--no-as-needed")
    endif()
endif()
sidelight_forward_pkgconfig(graphviz "libgvc;libcgraph;libcdt" libgraphviz-dev)

if(SIDELIGHT_BUILD_VIEWS)
    set(sidelight_qt_components Core Gui Widgets Svg PrintSupport)
    if(SIDELIGHT_BUILD_TESTS)
        list(APPEND sidelight_qt_components Test)
    endif()
    find_package(Qt6 6.4 QUIET COMPONENTS ${sidelight_qt_components})
    if(NOT Qt6_FOUND)
        list(JOIN sidelight_qt_components ", " sidelight_qt_list)
        sidelight_miss("Qt 6.4 or newer" "modules ${sidelight_qt_list} (Debian: qt6-base-dev, libqt6svg6-dev); or -DSIDELIGHT_BUILD_VIEWS=OFF")
    endif()
    find_package(Qt6LinguistTools QUIET)
    if(NOT TARGET Qt6::lrelease OR NOT TARGET Qt6::lupdate)
        sidelight_miss("Qt's linguist tools" "no lrelease and lupdate (Debian: qt6-tools-dev, qt6-l10n-tools); or -DSIDELIGHT_BUILD_VIEWS=OFF")
    endif()
endif()

if(SIDELIGHT_BUILD_TESTS)
    find_package(GTest QUIET)
    if(NOT GTest_FOUND)
        sidelight_miss("googletest" "no CMake package (Debian: libgtest-dev); or -DSIDELIGHT_BUILD_TESTS=OFF")
    endif()
endif()
if(SIDELIGHT_BUILD_BENCH)
    find_package(benchmark QUIET)
    if(NOT benchmark_FOUND)
        sidelight_miss("Google Benchmark" "no CMake package (Debian: libbenchmark-dev); or -DSIDELIGHT_BUILD_BENCH=OFF")
    endif()
endif()

include(SidelightOnnx)
if(SIDELIGHT_BUILD_EVALUATOR)
    include(SidelightTorch)
    include(SidelightOnnxRuntime)
endif()

if(sidelight_missing)
    message(FATAL_ERROR
        " Sidelight cannot be built, because these are missing:\n${sidelight_missing}"
        " packaging/bootstrap installs all of them (set-up folder: ${SIDELIGHT_SETUP}); then run cmake once more.\n")
endif()
