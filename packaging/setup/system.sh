# SPDX-FileCopyrightText: 2026 Sidelight contributors
# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
#
# The distribution's packages: found with one question to dpkg, installed with apt-get when some are missing.

# One requirement a word; alternatives with |, the first that the distribution knows is installed.
system_packages() {
    echo g++ cmake ninja-build pkgconf\|pkg-config ccache mold\|lld
    echo qt6-base-dev libqt6svg6-dev\|qt6-svg-dev qt6-tools-dev qt6-l10n-tools fonts-dejavu-core
    echo libgraphviz-dev libprotobuf-dev protobuf-compiler zlib1g-dev
    echo libminizip-dev libmimalloc-dev libfmt-dev nlohmann-json3-dev libcli11-dev libgtest-dev libbenchmark-dev
    python3 -c 'import venv, ensurepip' 2>/dev/null || echo python3-venv
    if [ "$with_ci" = 1 ]; then
        echo clang lld clang-tidy clang-format xvfb
    fi
}

# What the window reads better with: Japanese glyphs, Qt's own dialogs in other languages. Nothing fails without them.
recommended_packages() { echo fonts-vlgothic\|fonts-noto-cjk\|fonts-ipafont-gothic qt6-translations-l10n; }

# missing_packages REQUIREMENT...: prints those of which no alternative is installed.
missing_packages() {
    local installed requirement name found
    installed=" $(dpkg-query -W -f='${Status} ${Package}\n' 2>/dev/null | sed -n 's/^install ok installed //p' | tr '\n' ' ') "
    for requirement in "$@"; do
        found=0
        for name in ${requirement//|/ }; do
            case $installed in *" $name "*) found=1 ;; esac
        done
        [ $found = 1 ] || printf '%s\n' "$requirement"
    done
}

known_package() { [ -n "$(apt-cache madison "$1" 2>/dev/null)" ]; }

# The first alternative of each requirement that apt knows; the first of all where it knows none, so that apt says its name.
choose_packages() {
    local requirement name chosen
    for requirement in "$@"; do
        chosen=${requirement%%|*}
        for name in ${requirement//|/ }; do
            if known_package "$name"; then
                chosen=$name
                break
            fi
        done
        printf '%s\n' "$chosen"
    done
}

# apt_install PACKAGE...: as root, by sudo without a password, or not at all.
apt_install() {
    local -a as_root=()
    if [ "$(id -u)" != 0 ]; then
        if command -v sudo >/dev/null && sudo -n true 2>/dev/null; then
            as_root=(sudo -n)
        else
            fail "these packages are missing and you are not root: $*" \
                "run: sudo apt-get update && sudo apt-get install $*; then run $program again"
        fi
    fi
    logged apt-install "see whether the package sources of this system are reachable, then run $program again" \
        "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends "$@"
}

apt_update() {
    [ "${apt_updated:-0}" = 0 ] || return 0
    apt_updated=1
    [ "$(id -u)" = 0 ] || { command -v sudo >/dev/null && sudo -n true 2>/dev/null; } || return 0
    local -a as_root=()
    [ "$(id -u)" = 0 ] || as_root=(sudo -n)
    say "  refreshing the list of packages"
    logged apt-update "see whether the package sources of this system are reachable, then run $program again" \
        "${as_root[@]}" apt-get update
}

install_system_packages() {
    local -a missing chosen
    if ! command -v apt-get >/dev/null || ! command -v dpkg-query >/dev/null; then
        say "no apt-get here; Sidelight needs what these Debian packages hold: $(system_packages | tr '\n' ' ')"
        say "cmake says which one it does not find"
        return 0
    fi
    local -a required
    read -r -d '' -a required < <(system_packages) || true
    mapfile -t missing < <(missing_packages "${required[@]}")
    if [ ${#missing[@]} -gt 0 ]; then
        work_to_do
        apt_update
        mapfile -t chosen < <(choose_packages "${missing[@]}")
        say "installing packages of the distribution: ${chosen[*]}"
        apt_install "${chosen[@]}"
    fi
    install_recommended_packages
}

# Only as root, and only what apt knows; a failure is told and leaves everything else as it is.
install_recommended_packages() {
    local -a recommended missing chosen
    [ "$(id -u)" = 0 ] || return 0
    read -r -d '' -a recommended < <(recommended_packages) || true
    mapfile -t missing < <(missing_packages "${recommended[@]}")
    [ ${#missing[@]} -gt 0 ] || return 0
    mapfile -t chosen < <(choose_packages "${missing[@]}")
    say "installing recommended packages of the distribution: ${chosen[*]}"
    DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends "${chosen[@]}" >/dev/null 2>&1 ||
        say "  not installed; without ${chosen[*]} Japanese text may show as boxes, and some dialogs stay English"
}
