# SPDX-FileCopyrightText: 2026 Sidelight contributors
# SPDX-License-Identifier: Apache-2.0
#
# sidelight::torch: libtorch as it comes in the Python wheel, or unpacked on its own. Only sidelight-evaluator and the generator of
# the ATen schema table link it: its headers bring another protobuf and names that Qt uses too.

include_guard(GLOBAL)

file(GLOB sidelight_torch_wheels "${SIDELIGHT_SETUP}/venv/lib/python3*/site-packages/torch")
list(APPEND sidelight_torch_wheels "${SIDELIGHT_SETUP}/venv/lib/python3/site-packages/torch")
list(GET sidelight_torch_wheels 0 sidelight_torch_wheel)
sidelight_root(SIDELIGHT_TORCH "${sidelight_torch_wheel}" SIDELIGHT_TORCH_INCLUDE SIDELIGHT_TORCH_CPU_LIBRARY
    SIDELIGHT_C10_LIBRARY)
# The wheel's own cmake_prefix_path, <torch>/share/cmake, is taken as well.
string(REGEX REPLACE "/share/cmake(/.*)?$" "" SIDELIGHT_TORCH_ROOT_DIR "${SIDELIGHT_TORCH_ROOT_DIR}")

find_path(SIDELIGHT_TORCH_INCLUDE torch/script.h PATHS "${SIDELIGHT_TORCH_ROOT_DIR}/include/torch/csrc/api/include"
    "${SIDELIGHT_TORCH_ROOT_DIR}/include" NO_DEFAULT_PATH)
find_library(SIDELIGHT_TORCH_CPU_LIBRARY torch_cpu PATHS "${SIDELIGHT_TORCH_ROOT_DIR}/lib" NO_DEFAULT_PATH)
find_library(SIDELIGHT_C10_LIBRARY c10 PATHS "${SIDELIGHT_TORCH_ROOT_DIR}/lib" NO_DEFAULT_PATH)
mark_as_advanced(SIDELIGHT_TORCH_INCLUDE SIDELIGHT_TORCH_CPU_LIBRARY SIDELIGHT_C10_LIBRARY)

if(NOT SIDELIGHT_TORCH_INCLUDE OR NOT SIDELIGHT_TORCH_CPU_LIBRARY OR NOT SIDELIGHT_C10_LIBRARY)
    sidelight_miss("libtorch" "nothing in ${SIDELIGHT_TORCH_ROOT_DIR}; SIDELIGHT_TORCH names another folder; or -DSIDELIGHT_BUILD_EVALUATOR=OFF")
    return()
endif()

add_library(sidelight_torch INTERFACE)
target_include_directories(sidelight_torch SYSTEM INTERFACE
    "${SIDELIGHT_TORCH_ROOT_DIR}/include" "${SIDELIGHT_TORCH_ROOT_DIR}/include/torch/csrc/api/include")
target_link_libraries(sidelight_torch INTERFACE
    "${SIDELIGHT_TORCH_CPU_LIBRARY}" "${SIDELIGHT_C10_LIBRARY}" Threads::Threads)
# Kernels register themselves, so the library is needed even where no symbol of it is named.
target_link_options(sidelight_torch INTERFACE
    "LINKER:--no-as-needed" "LINKER:--allow-shlib-undefined" "LINKER:-rpath-link,${SIDELIGHT_TORCH_ROOT_DIR}/lib")
add_library(sidelight::torch ALIAS sidelight_torch)
