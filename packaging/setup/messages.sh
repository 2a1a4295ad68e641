# SPDX-FileCopyrightText: 2026 Sidelight contributors
# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
#
# How the scripts in packaging/ speak and run long commands. Sourced; the caller sets `program` and `setup`.

say() { printf '%s: %s\n' "$program" "$*" >&2; }

# fail WHAT [WHAT-TO-DO]: says so and ends.
fail() {
    printf '%s: error: %s\n' "$program" "$1" >&2
    [ $# -lt 2 ] || printf '%s: %s\n' "$program" "$2" >&2
    exit 1
}

# logged NAME WHAT-TO-DO COMMAND...: runs the command with its output in a log; on failure shows the log's end and ends.
logged() {
    local name=$1 remedy=$2 log started=$SECONDS
    shift 2
    mkdir -p "$setup/logs"
    log=$setup/logs/$name.log
    printf '$ %s\n' "$*" >"$log"
    if "$@" >>"$log" 2>&1 </dev/null; then
        [ $((SECONDS - started)) -lt 10 ] || say "  took $((SECONDS - started)) s"
        return 0
    fi
    tail -n 25 "$log" >&2
    fail "this failed: $* (all of its output: $log)" "$remedy"
}

# checked FILE SHA256: is the file there and the one we mean?
checked() {
    [ -f "$1" ] && printf '%s  %s\n' "$2" "$1" | sha256sum --check --status
}

# version_at_least HAVE WANT
version_at_least() {
    [ "$(printf '%s\n%s\n' "$2" "$1" | sort -V | head -n 1)" = "$2" ]
}
