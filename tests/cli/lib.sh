# SPDX-License-Identifier: Apache-2.0 OR MIT
# What the scenario scripts share. A script is called with the path of the command, works
# in a folder of its own, and prints lines in the TAP manner:
#
#     . "$(dirname "$0")/lib.sh"
#     scenario "a key that is missing is named"
#     run encrypt -r nobody data
#     exits 4
#     says "no such key"
#     finish
#
# It fails when a check failed, when a scenario made no check, and when finish was not
# reached.
set -u
# script runs what SHELL names; a shell that dies with its child would end a scenario early.
export LC_ALL=C SHELL=/bin/bash

case ${1:-${KEYBRAID:-}} in
/*) KEYBRAID=${1:-$KEYBRAID} ;;
'')
    echo "usage: $0 PATH-OF-KEYBRAID" >&2
    exit 2
    ;;
*) KEYBRAID=$PWD/${1:-$KEYBRAID} ;;
esac

tests_dir=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
work=$(mktemp -d "${TMPDIR:-/tmp}/keybraid-test.XXXXXX") || exit 1
export HOME=$work/home KEYBRAID_HOME=$work/home/store
mkdir -m 700 "$HOME" && cd "$work" || exit 1
umask 022

count=0
failed=0
checks=0
scenario_bad=0
scenario_name=
is_finished=0
pass=$work/pass
printf 'a pass-phrase of the test\n' >"$pass"
chmod 600 "$pass"

cleanup() {
    code=$?
    # A child that is killed before it becomes the command may still have this trap.
    [ $BASHPID -eq $$ ] || exit $code
    cd /
    chmod -R u+rwx "$work" 2>/dev/null
    rm -rf "$work"
    if [ $is_finished -ne 1 ]; then
        echo "not ok - the script ended before finish"
        exit 1
    fi
    exit $code
}
trap cleanup EXIT

close_scenario() {
    [ -n "$scenario_name" ] || return 0
    count=$((count + 1))
    if [ $checks -eq $scenario_checks ]; then
        echo "# no check was made"
        scenario_bad=1
    fi
    if [ $scenario_bad -ne 0 ]; then
        failed=$((failed + 1))
        echo "not ok $count - $scenario_name"
    else
        echo "ok $count - $scenario_name"
    fi
}

scenario() {
    close_scenario
    scenario_name=$1
    scenario_bad=0
    scenario_checks=$checks
}

bad() {
    scenario_bad=1
    echo "# $*"
}

# run ARGS...: the command with its output in out, its messages in err, its exit code in rc.
run() {
    last="keybraid $*"
    "$KEYBRAID" "$@" >out 2>err </dev/null
    rc=$?
}

# run_in FILE ARGS...: the same with standard input from FILE.
run_in() {
    local input=$1
    shift
    last="keybraid $* < $input"
    "$KEYBRAID" "$@" >out 2>err <"$input"
    rc=$?
}

# must ARGS...: run, and exit code 0.
must() {
    run "$@"
    exits 0
}

exits() {
    checks=$((checks + 1))
    [ "$rc" -eq "$1" ] || bad "$last: exit code $rc, expected $1: $(head -c 300 err)"
}

# says TEXT...: each stands in the messages.
says() {
    local text
    for text in "$@"; do
        checks=$((checks + 1))
        grep -qF -- "$text" err || bad "$last: '$text' is not in: $(head -c 400 err)"
    done
}

# prints TEXT...: each stands in the output.
prints() {
    local text
    for text in "$@"; do
        checks=$((checks + 1))
        grep -qF -- "$text" out || bad "$last: '$text' is not in the output: $(head -c 400 out)"
    done
}

# one_line: exactly one line of messages, without control characters.
one_line() {
    checks=$((checks + 1))
    [ "$(wc -l <err)" -eq 1 ] || bad "$last: not one line: $(cat err)"
    checks=$((checks + 1))
    ! tr -d '\n' <err | grep -q '[[:cntrl:]]' || bad "$last: control characters in the message"
}

# check COMMAND...: succeeds.
check() {
    checks=$((checks + 1))
    "$@" || bad "failed: $*"
}

# refute COMMAND...: does not succeed.
refute() {
    checks=$((checks + 1))
    ! "$@" || bad "should not succeed: $*"
}

same() { check cmp -s "$1" "$2"; }
absent() { refute test -e "$1"; }
mode_is() { check test "$(stat -c %a "$1")" = "$2"; }

# no_leftovers FOLDER NAME...: nothing is in the folder but these names.
no_leftovers() {
    local folder=$1 found want
    shift
    found=$(ls -A "$folder" | sort | tr '\n' ' ')
    want=$(printf '%s\n' "$@" | sed '/^$/d' | sort | tr '\n' ' ')
    checks=$((checks + 1))
    [ "$found" = "$want" ] || bad "in $folder: '$found', expected '$want'"
}

# new_store: a fresh store with a key file in $KEYBRAID_HOME, and keys of the names given.
new_store() {
    local name
    rm -rf "$KEYBRAID_HOME"
    "$KEYBRAID" init --no-passphrase -q || bad "init failed"
    for name in "$@"; do
        "$KEYBRAID" keygen "$name" -q || bad "keygen $name failed"
    done
}

# flip FILE OFFSET: inverts the lowest bit of one byte.
flip() {
    local byte
    byte=$(od -An -tu1 -j "$2" -N 1 "$1")
    printf "\\$(printf %03o $((byte ^ 1)))" | dd of="$1" bs=1 seek="$2" conv=notrunc status=none
}

# on_terminal INPUT COMMAND: runs a shell command on a terminal of its own with the lines of
# INPUT typed in one after the other; the terminal's output is in tty, the exit code in rc.
on_terminal() {
    local input=$1
    last=$2
    rm -f tty
    # Each line is typed when a question stands there and nobody else's line is under way.
    (
        printf '%b' "$input" | while IFS= read -r typed; do
            for _ in $(seq 200); do
                sleep 0.05
                [ "$(grep -c ': ' tty 2>/dev/null || true)" -gt "${asked:-0}" ] && break
            done
            sleep 0.1
            asked=$(grep -c ': ' tty 2>/dev/null || true)
            printf '%s\n' "$typed"
        done
        sleep 0.1
    ) | script -qefc "$2" tty >/dev/null 2>&1
    rc=$?
    # script frames the record with lines of its own.
    sed -i '/^Script \(started\|done\)/d; s/\r$//' tty
    cp tty err
    cp tty out
}

# shown TEXT: waits until the terminal shows it, at most 20 s.
shown() {
    local _
    for _ in $(seq 200); do
        grep -qF -- "$1" tty 2>/dev/null && return 0
        sleep 0.1
    done
    return 1
}

finish() {
    close_scenario
    is_finished=1
    echo "1..$count"
    echo "# $checks checks, $failed of $count scenarios failed"
    [ $failed -eq 0 ] && [ $checks -gt 0 ] && exit 0
    exit 1
}
