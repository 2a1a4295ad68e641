# SPDX-FileCopyrightText: 2026 Sidelight contributors
# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
#
# ONNX Runtime with its C and C++ headers in $setup/onnxruntime: out of an npm package, else the distribution's.

onnxruntime_from_npm() {
    local work=$setup/work/onnxruntime file headers
    file=$work/$ONNXRUNTIME_NPM_PACKAGE-$ONNXRUNTIME_NPM_VERSION.tgz
    mkdir -p "$work"
    if ! checked "$file" "$ONNXRUNTIME_NPM_SHA256"; then
        say "downloading ONNX Runtime ($ONNXRUNTIME_NPM_PACKAGE $ONNXRUNTIME_NPM_VERSION, 150 MB)"
        rm -rf "$work/download"
        mkdir -p "$work/download"
        logged onnxruntime-download "see whether npm reaches its registry, then run $program again; or name an ONNX Runtime in SIDELIGHT_ONNXRUNTIME" \
            npm pack "$ONNXRUNTIME_NPM_PACKAGE@$ONNXRUNTIME_NPM_VERSION" --pack-destination "$work/download"
        checked "$work/download/${file##*/}" "$ONNXRUNTIME_NPM_SHA256" ||
            fail "$work/download/${file##*/} is not the file that packaging/versions.env names" \
                "remove $work and run $program again; if it stays so, the registry serves another file: do not use it"
        mv "$work/download/${file##*/}" "$file"
    fi
    rm -rf "$work/package" "$work/fresh"
    tar -xzf "$file" -C "$work" --wildcards 'package/Plugins/Linux/x64/*' 'package/*/onnxruntime_*.h' \
        'package/*/cpu_provider_factory.h' || fail "cannot unpack $file" "see whether the disk is full"
    # The same headers come once for each Apple platform.
    headers=$(dirname "$(find "$work/package" -name onnxruntime_cxx_api.h | LC_ALL=C sort | head -n 1)")
    [ -f "$headers/onnxruntime_c_api.h" ] && [ -f "$work/package/Plugins/Linux/x64/libonnxruntime.so" ] ||
        fail "$file does not hold the headers and the library that were expected"
    mkdir -p "$work/fresh/include" "$work/fresh/lib"
    cp "$headers"/*.h "$work/fresh/include/"
    cp "$work/package/Plugins/Linux/x64"/libonnxruntime*.so "$work/fresh/lib/"
    # The library calls itself libonnxruntime.so.1.
    ln -s libonnxruntime.so "$work/fresh/lib/libonnxruntime.so.1"
    finish_onnxruntime "$work/fresh"
    rm -rf "$work"
}

# Links to the distribution's library, so that all of Sidelight looks in one place.
onnxruntime_from_distribution() {
    local fresh=$setup/work/onnxruntime-fresh library headers
    headers=$(dirname "$(dpkg-query -L libonnxruntime-dev | grep '/onnxruntime_cxx_api\.h$' | head -n 1)")
    library=$(dpkg-query -L libonnxruntime-dev | grep '/libonnxruntime\.so$' | head -n 1)
    [ -f "$headers/onnxruntime_cxx_api.h" ] && [ -e "$library" ] || fail "the package libonnxruntime-dev holds no headers or no library"
    rm -rf "$fresh"
    mkdir -p "$fresh/lib"
    ln -s "$headers" "$fresh/include"
    ln -s "$library" "$fresh/lib/libonnxruntime.so"
    finish_onnxruntime "$fresh"
}

# finish_onnxruntime FOLDER: puts the folder in its place, stamp inside.
finish_onnxruntime() {
    printf '%s\n' "$onnxruntime_stamp" >"$1/.sidelight"
    rm -rf "$setup/onnxruntime"
    mv "$1" "$setup/onnxruntime"
}

install_onnxruntime() {
    local installed
    if [ -n "${SIDELIGHT_ONNXRUNTIME:-}" ]; then
        [ -n "$(find "$SIDELIGHT_ONNXRUNTIME/" -maxdepth 3 -name 'libonnxruntime.so*' 2>/dev/null | head -n 1)" ] ||
            fail "SIDELIGHT_ONNXRUNTIME=$SIDELIGHT_ONNXRUNTIME holds no lib/libonnxruntime.so" "name a folder with include/ and lib/"
        return 0
    fi
    onnxruntime_stamp="$ONNXRUNTIME_NPM_PACKAGE $ONNXRUNTIME_NPM_VERSION"
    if [ -f "$setup/onnxruntime/.sidelight" ] && [ -e "$setup/onnxruntime/lib/libonnxruntime.so" ]; then
        installed=$(cat "$setup/onnxruntime/.sidelight")
        case $installed in "$onnxruntime_stamp" | distribution*) return 0 ;; esac
    fi
    work_to_do
    if [ "$(uname -m)" = x86_64 ]; then
        if ! command -v npm >/dev/null && command -v apt-get >/dev/null; then
            apt_update
            if known_package npm; then
                say "installing npm, which downloads ONNX Runtime"
                apt_install npm
            fi
        fi
        if command -v npm >/dev/null; then
            onnxruntime_from_npm
            return 0
        fi
    fi
    if command -v apt-get >/dev/null; then
        apt_update
        if known_package libonnxruntime-dev; then
            say "taking ONNX Runtime of the distribution"
            apt_install libonnxruntime-dev
            onnxruntime_stamp="distribution $(dpkg-query -W -f='${Version}' libonnxruntime-dev)"
            onnxruntime_from_distribution
            return 0
        fi
    fi
    fail "no way to get ONNX Runtime with its headers: no npm on x86-64, and the distribution has no libonnxruntime-dev" \
        "install npm, or name a folder with include/ and lib/ of ONNX Runtime in SIDELIGHT_ONNXRUNTIME"
}
