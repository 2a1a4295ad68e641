# SPDX-FileCopyrightText: 2026 Sidelight contributors
# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
#
# Configuring and building for the scripts in packaging/. Sourced after messages.sh; the caller sets `root` and `setup`.

# configure PRESET FOLDER [CMAKE-ARGUMENT...]
configure() {
    local preset=$1 folder=$2
    shift 2
    local -a arguments=("-DSIDELIGHT_SETUP=$setup" "-DSIDELIGHT_TORCH=${SIDELIGHT_TORCH:-}" "-DSIDELIGHT_ONNX=${SIDELIGHT_ONNX:-}"
        "-DSIDELIGHT_ONNXRUNTIME=${SIDELIGHT_ONNXRUNTIME:-}")
    [ "${CI:-}" != true ] || arguments+=(-DSIDELIGHT_WERROR=ON)
    say "configuring $folder"
    (cd "$root" && logged "configure-${folder##*/}" "the log names what is missing; packaging/bootstrap installs it" \
        cmake --preset "$preset" -B "$folder" "${arguments[@]}" "$@")
}

# build FOLDER [TARGET...]: shows the compiler's output only when it fails or warns.
build() {
    local folder=$1 started=$SECONDS
    shift
    local -a targets=()
    [ $# = 0 ] || targets=(--target "$@")
    say "building $folder${1:+: $*}"
    cmake --build "$folder" "${targets[@]}" >&2 </dev/null ||
        fail "the build in $folder failed" "the compiler's message is above"
    say "  took $((SECONDS - started)) s"
}
