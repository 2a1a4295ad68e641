# SPDX-FileCopyrightText: 2026 Sidelight contributors
# SPDX-License-Identifier: Apache-2.0
#
# sidelight::onnx: static onnx, whole so that its operator schemas stay, on static protobuf, with no symbol exported: libtorch carries
# another protobuf, and a program that holds both must never let one bind to the other.

include_guard(GLOBAL)

sidelight_root(SIDELIGHT_ONNX "${SIDELIGHT_SETUP}/onnx" SIDELIGHT_ONNX_INCLUDE SIDELIGHT_ONNX_LIBRARY
    SIDELIGHT_ONNX_PROTO_LIBRARY)

find_path(SIDELIGHT_ONNX_INCLUDE onnx/onnx-ml.pb.h PATHS "${SIDELIGHT_ONNX_ROOT_DIR}/include" NO_DEFAULT_PATH)
find_library(SIDELIGHT_ONNX_LIBRARY libonnx.a PATHS "${SIDELIGHT_ONNX_ROOT_DIR}" PATH_SUFFIXES lib lib64 NO_DEFAULT_PATH)
find_library(SIDELIGHT_ONNX_PROTO_LIBRARY libonnx_proto.a PATHS "${SIDELIGHT_ONNX_ROOT_DIR}" PATH_SUFFIXES lib lib64
    NO_DEFAULT_PATH)
find_path(SIDELIGHT_PROTOBUF_INCLUDE google/protobuf/message.h)
find_library(SIDELIGHT_PROTOBUF_LIBRARY libprotobuf.a)
mark_as_advanced(SIDELIGHT_ONNX_INCLUDE SIDELIGHT_ONNX_LIBRARY SIDELIGHT_ONNX_PROTO_LIBRARY SIDELIGHT_PROTOBUF_INCLUDE
    SIDELIGHT_PROTOBUF_LIBRARY)

if(NOT SIDELIGHT_PROTOBUF_INCLUDE OR NOT SIDELIGHT_PROTOBUF_LIBRARY)
    sidelight_miss("protobuf" "no static library with headers (Debian: libprotobuf-dev, protobuf-compiler)")
endif()
if(NOT SIDELIGHT_ONNX_INCLUDE OR NOT SIDELIGHT_ONNX_LIBRARY OR NOT SIDELIGHT_ONNX_PROTO_LIBRARY)
    sidelight_miss("onnx" "no static libonnx.a and libonnx_proto.a with headers in ${SIDELIGHT_ONNX_ROOT_DIR}; SIDELIGHT_ONNX names another folder")
    return()
endif()

# What the static protobuf needs in turn: zlib, and since version 22 a flock of Abseil libraries.
set(sidelight_protobuf_needs z)
if(PkgConfig_FOUND)
    pkg_check_modules(SIDELIGHT_PC_PROTOBUF QUIET protobuf)
    if(SIDELIGHT_PC_PROTOBUF_FOUND)
        set(sidelight_protobuf_needs ${SIDELIGHT_PC_PROTOBUF_STATIC_LIBRARIES})
        list(REMOVE_ITEM sidelight_protobuf_needs protobuf)
    endif()
endif()

add_library(sidelight_onnx_schemas STATIC IMPORTED GLOBAL)
set_target_properties(sidelight_onnx_schemas PROPERTIES IMPORTED_LOCATION "${SIDELIGHT_ONNX_LIBRARY}")

add_library(sidelight_onnx INTERFACE)
target_include_directories(sidelight_onnx SYSTEM INTERFACE "${SIDELIGHT_ONNX_INCLUDE}" "${SIDELIGHT_PROTOBUF_INCLUDE}")
target_compile_definitions(sidelight_onnx INTERFACE ONNX_ML=1 ONNX_NAMESPACE=onnx)
target_link_libraries(sidelight_onnx INTERFACE
    "$<LINK_LIBRARY:WHOLE_ARCHIVE,sidelight_onnx_schemas>"
    "${SIDELIGHT_ONNX_PROTO_LIBRARY}" "${SIDELIGHT_PROTOBUF_LIBRARY}" ${sidelight_protobuf_needs} Threads::Threads)
target_link_options(sidelight_onnx INTERFACE "LINKER:--exclude-libs,ALL")
add_library(sidelight::onnx ALIAS sidelight_onnx)
