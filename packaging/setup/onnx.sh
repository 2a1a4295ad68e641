# SPDX-FileCopyrightText: 2026 Sidelight contributors
# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
#
# onnx as static libraries in $setup/onnx, built from its source distribution. An interrupted build goes on where it was; the
# result is installed beside its place and renamed, with the stamp inside.

# The CMake that builds onnx: the system's, or the venv's where that is too old.
onnx_cmake() {
    local version
    version=$(cmake --version 2>/dev/null | sed -n '1s/.* //p')
    if [ -n "$version" ] && version_at_least "$version" "$ONNX_CMAKE_MINIMUM"; then
        command -v cmake
        return 0
    fi
    pip_stamped cmake "$CMAKE_REQUIREMENT" >&2
    printf '%s\n' "$setup/venv/bin/cmake"
}

download_onnx() {
    local file=$setup/work/onnx-$ONNX_VERSION.tar.gz folder=$setup/work/onnx-download
    ! checked "$file" "$ONNX_SHA256" || return 0
    make_venv
    say "downloading the source of onnx $ONNX_VERSION"
    rm -rf "$folder"
    logged onnx-download "see whether pip reaches its package index, then run $program again" \
        "$setup/venv/bin/python" -m pip download --disable-pip-version-check --no-input --no-deps --no-binary onnx \
        --dest "$folder" "onnx==$ONNX_VERSION"
    checked "$folder/onnx-$ONNX_VERSION.tar.gz" "$ONNX_SHA256" ||
        fail "$folder/onnx-$ONNX_VERSION.tar.gz is not the file that packaging/versions.env names" \
            "remove $folder and run $program again; if it stays so, the index serves another file: do not use it"
    mv "$folder/onnx-$ONNX_VERSION.tar.gz" "$file"
    rm -rf "$folder"
}

install_onnx() {
    local cmake stamp source=$setup/work/onnx-$ONNX_VERSION build=$setup/work/onnx-build fresh=$setup/work/onnx-install
    if [ -n "${SIDELIGHT_ONNX:-}" ]; then
        [ -f "$SIDELIGHT_ONNX/lib/libonnx.a" ] && [ -f "$SIDELIGHT_ONNX/lib/libonnx_proto.a" ] ||
            fail "SIDELIGHT_ONNX=$SIDELIGHT_ONNX holds no lib/libonnx.a and lib/libonnx_proto.a" "name the folder of an installed static onnx"
        return 0
    fi
    stamp="onnx $ONNX_VERSION protobuf $(pkg-config --modversion protobuf 2>/dev/null)"
    ! { [ -f "$setup/onnx/.sidelight" ] && [ "$(cat "$setup/onnx/.sidelight")" = "$stamp" ]; } || return 0
    work_to_do
    cmake=$(onnx_cmake) || exit 1
    if [ ! -f "$source/.unpacked" ]; then
        download_onnx
        rm -rf "$source" "$build"
        tar -xzf "$setup/work/onnx-$ONNX_VERSION.tar.gz" -C "$setup/work" ||
            fail "cannot unpack $setup/work/onnx-$ONNX_VERSION.tar.gz" "see whether the disk is full"
        touch "$source/.unpacked"
    fi
    [ "$(cat "$build/.sidelight" 2>/dev/null)" = "$stamp" ] || rm -rf "$build"
    mkdir -p "$build"
    printf '%s\n' "$stamp" >"$build/.sidelight"
    say "building onnx $ONNX_VERSION (about 3 minutes on 2 cores)"
    local -a launcher=()
    ! command -v ccache >/dev/null || launcher=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache)
    logged onnx-configure "the log names what is missing; $program installs it on Debian and Ubuntu" \
        "$cmake" -G Ninja -S "$source" -B "$build" -DCMAKE_BUILD_TYPE=Release -DBUILD_SHARED_LIBS=OFF \
        -DCMAKE_POSITION_INDEPENDENT_CODE=ON -DCMAKE_CXX_STANDARD=20 -DCMAKE_INSTALL_LIBDIR=lib \
        -DONNX_ML=ON -DONNX_BUILD_PYTHON=OFF -DONNX_BUILD_TESTS=OFF -DONNX_USE_PROTOBUF_SHARED_LIBS=OFF \
        -DProtobuf_USE_STATIC_LIBS=ON "${launcher[@]}"
    logged onnx-build "run $program again: the build goes on where it stopped" "$cmake" --build "$build"
    rm -rf "$fresh"
    logged onnx-install "see whether the disk is full" "$cmake" --install "$build" --prefix "$fresh"
    printf '%s\n' "$stamp" >"$fresh/.sidelight"
    rm -rf "$setup/onnx"
    mv "$fresh" "$setup/onnx"
    rm -rf "$build" "$source" "$setup/work/onnx-$ONNX_VERSION.tar.gz"
}
