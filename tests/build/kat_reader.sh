#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 OR MIT
# The reader of known answers refuses files that would let a test pass without testing.
set -eu
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat >"$work/run.c" <<'EOF'
#include "kat/kat.h"

static void bytes(const kat_case *c) {
    size_t len;
    const uint8_t *in = kat_hex(c, "in", &len);
    kat_check(c, "out", in, len);
}

int main(void) {
    static const kat_op ops[] = {{"bytes", bytes}};
    return kat_main("x", ops, 1);
}
EOF
${CC:-cc} -std=c17 -D_POSIX_C_SOURCE=200809L -DKB_VECTORS_DIR="\"$work/small\"" \
    -DKB_VECTORS_FULL_DIR="\"$work/full\"" -Iinclude -Isrc -Itests -o "$work/run" \
    "$work/run.c" src/core/status.c src/core/error.c
unset KEYBRAID_VECTORS
mkdir -p "$work/small/x"
failed=0

# expect WHAT STATUS: the file comes from standard input
expect() {
    cat >"$work/small/x/a.kat"
    status=0
    "$work/run" >"$work/log" 2>&1 || status=1
    if [ "$status" -ne "$2" ]; then
        echo "not ok - $1: $(cat "$work/log")"
        failed=1
    fi
}
head='format = keybraid-kat-1\ncases = 1\n\n'
good='op = bytes\nid = 1\nin = 00ff\nout = 00ff\n'
printf "$head$good" | expect "a good file passes" 0
printf "# note\n$head\n\n# note\n$good\n\n" | expect "comments and empty lines are fine" 0
printf "${head}op = bytes\nid = 1\nin =\nout =\n" | expect "an empty value is fine" 0
printf "${head}op = bytes\nid = 1\nin = 00ff\nout = 00fe\n" | expect "a wrong answer" 1
printf "${head}op = bytes\nid = 1\nin = 00ff\nout = 00\n" | expect "a short answer" 1
printf "${head}op = other\nid = 1\nin = 00\nout = 00\n" | expect "an unknown op" 1
printf "${head}op = bytes\nid = 1\nin = 0g\nout = 00\n" | expect "no hex" 1
printf "${head}op = bytes\nid = 1\nin = 000\nout = 00\n" | expect "an odd number of digits" 1
printf "${head}op = bytes\nid = 1\nin = 00\n" | expect "a missing field" 1
printf "${head}op bytes\n" | expect "a line without =" 1
printf "$head" | expect "no case" 1
printf "$head$good\n$good" | expect "more cases than the head says" 1
printf "$good" | expect "no head" 1
printf "" | expect "an empty file" 1
rm "$work/small/x/a.kat"
if "$work/run" >/dev/null 2>&1; then echo "not ok - no files"; failed=1; fi
printf "$head$good" >"$work/small/x/a.kat"
if KEYBRAID_VECTORS=/somewhere "$work/run" >/dev/null 2>&1; then
    echo "not ok - the full set is wanted but was not imported"
    failed=1
fi
[ "$failed" -eq 0 ] && echo "ok"
exit "$failed"
