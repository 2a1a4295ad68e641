# SPDX-FileCopyrightText: 2026 Sidelight contributors
# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
#
# The Python environment $setup/venv: libtorch lies in its torch wheel; a newer CMake for onnx, and the peers of the benchmarks.

# venv_has STAMP-NAME CONTENT
venv_has() { [ -f "$setup/venv/.sidelight-$1" ] && [ "$(cat "$setup/venv/.sidelight-$1")" = "$2" ]; }

make_venv() {
    local python=${SIDELIGHT_PYTHON:-python3}
    command -v "$python" >/dev/null || fail "no $python" "install Python 3.10 or newer, or name it in SIDELIGHT_PYTHON"
    "$python" -c 'import sys; sys.exit(sys.version_info < (3, 10))' ||
        fail "$("$python" --version) is too old for torch $TORCH_VERSION" "name Python 3.10 or newer in SIDELIGHT_PYTHON"
    if ! "$setup/venv/bin/python" -c 'import pip' 2>/dev/null; then
        say "making the Python environment $setup/venv"
        rm -rf "$setup/venv"
        logged venv "install the package python3-venv, then run $program again" "$python" -m venv "$setup/venv"
    fi
}

# pip_stamped STAMP-NAME REQUIREMENT...: installs them unless the stamp says they are there; the stamp is written last.
pip_stamped() {
    local name=$1
    shift
    ! venv_has "$name" "$*" || return 0
    work_to_do
    make_venv
    say "installing into $setup/venv: $*"
    logged "pip-$name" "see whether pip reaches its package index, then run $program again" \
        "$setup/venv/bin/python" -m pip install --disable-pip-version-check --no-input "$@"
    printf '%s\n' "$*" >"$setup/venv/.sidelight-$name"
}

install_torch() {
    if [ -n "${SIDELIGHT_TORCH:-}" ]; then
        local root=${SIDELIGHT_TORCH%/share/cmake*}
        [ -f "$root/lib/libtorch_cpu.so" ] ||
            fail "SIDELIGHT_TORCH=$SIDELIGHT_TORCH holds no lib/libtorch_cpu.so" "name the folder torch of a wheel, or an unpacked libtorch"
        return 0
    fi
    pip_stamped torch "torch==$TORCH_VERSION" "$NUMPY_REQUIREMENT"
}

install_bench_peers() {
    [ -z "${SIDELIGHT_TORCH:-}" ] || pip_stamped torch "torch==$TORCH_VERSION" "$NUMPY_REQUIREMENT"
    pip_stamped bench "onnx==$ONNX_VERSION" "onnxscript==$ONNXSCRIPT_VERSION" "onnxruntime==$ONNXRUNTIME_PYTHON_VERSION"
}
