# SPDX-FileCopyrightText: 2026 Sidelight contributors
# SPDX-License-Identifier: Apache-2.0
#
# sidelight::onnxruntime: the C and C++ API of ONNX Runtime. Only sidelight-evaluator links it.

include_guard(GLOBAL)

sidelight_root(SIDELIGHT_ONNXRUNTIME "${SIDELIGHT_SETUP}/onnxruntime" SIDELIGHT_ONNXRUNTIME_INCLUDE
    SIDELIGHT_ONNXRUNTIME_LIBRARY)

find_path(SIDELIGHT_ONNXRUNTIME_INCLUDE onnxruntime_cxx_api.h PATHS "${SIDELIGHT_ONNXRUNTIME_ROOT_DIR}"
    PATH_SUFFIXES include include/onnxruntime include/onnxruntime/core/session NO_DEFAULT_PATH)
find_library(SIDELIGHT_ONNXRUNTIME_LIBRARY onnxruntime PATHS "${SIDELIGHT_ONNXRUNTIME_ROOT_DIR}"
    PATH_SUFFIXES lib lib64 "lib/${CMAKE_LIBRARY_ARCHITECTURE}" NO_DEFAULT_PATH)
mark_as_advanced(SIDELIGHT_ONNXRUNTIME_INCLUDE SIDELIGHT_ONNXRUNTIME_LIBRARY)

if(NOT SIDELIGHT_ONNXRUNTIME_INCLUDE OR NOT SIDELIGHT_ONNXRUNTIME_LIBRARY)
    sidelight_miss("ONNX Runtime" "no library with headers in ${SIDELIGHT_ONNXRUNTIME_ROOT_DIR}; SIDELIGHT_ONNXRUNTIME names another folder; or -DSIDELIGHT_BUILD_EVALUATOR=OFF")
    return()
endif()

add_library(sidelight_onnxruntime INTERFACE)
target_include_directories(sidelight_onnxruntime SYSTEM INTERFACE "${SIDELIGHT_ONNXRUNTIME_INCLUDE}")
target_link_libraries(sidelight_onnxruntime INTERFACE "${SIDELIGHT_ONNXRUNTIME_LIBRARY}")
add_library(sidelight::onnxruntime ALIAS sidelight_onnxruntime)
