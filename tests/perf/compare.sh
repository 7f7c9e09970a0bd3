#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# keybraid-bench compare with real builds: a program beside itself is not flagged, one in
# which encapsulation takes a tenth longer is; two quick runs of one program are not.
#
# usage: tests/perf/compare.sh PATH-OF-KEYBRAID-BENCH PATH-OF-THE-DELAYED-ONE FOLDER
set -u
[ $# -eq 3 ] && [ -x "$1" ] && [ -x "$2" ] || {
    echo "usage: $0 PATH-OF-KEYBRAID-BENCH PATH-OF-THE-DELAYED-ONE FOLDER" >&2
    exit 2
}
bench=$(realpath "$1")
delayed=$(realpath "$2")
rm -rf "$3"
mkdir -p "$3" && cd "$3" || exit 1
failed=0
count=0
echo "# load $(cut -d ' ' -f 1-3 /proc/loadavg)"

# expect WHAT RC COMMAND...: one rule with the exit code it wants; the output is shown.
expect() {
    local what=$1 want=$2 rc ok=ok
    shift 2
    count=$((count + 1))
    "$@" >out 2>&1
    rc=$?
    sed 's/^/# /' out
    [ $rc -eq "$want" ] || {
        echo "# exit code $rc, expected $want"
        ok="not ok"
        failed=$((failed + 1))
    }
    echo "$ok $count - $what"
}

# verdict FOLDER OPERATION: the verdict of ML-KEM-768 there.
verdict() { grep "^primitives,ML-KEM-768,.*,$2," "$1/compare.csv" | cut -d , -f 11; }
interleaved() { "$bench" compare "$1" "$2" --family primitives --only ML-KEM-768 --quick --trials 12 --out "$3"; }
is_one_of() { [[ " ${*:2} " == *" $1 "* ]]; }

expect "a build beside itself is not flagged" 0 interleaved "$bench" "$bench" same
expect "a build that is a tenth slower in one function is flagged" 1 interleaved "$bench" "$delayed" slower
expect "as slower, in that function" 0 test "$(verdict slower ENCAPS)" = SLOWER
expect "in no other: key generation" 0 is_one_of "$(verdict slower KEYGEN)" SAME OPEN
expect "in no other: decapsulation" 0 is_one_of "$(verdict slower DECAPS)" SAME OPEN
expect "the other way round it is faster" 1 interleaved "$delayed" "$bench" faster
expect "in that function" 0 test "$(verdict faster ENCAPS)" = FASTER
expect "every number follows from the samples" 0 "$bench" check slower

for run in first second; do
    "$bench" composite --quick --only _1024 --out $run >/dev/null 2>&1 || echo "# $run failed"
done
"$bench" compare first second >out
tail -n 2 out | sed 's/^/# /'
flagged=$(tail -n 1 out | sed -n 's/^\([0-9]*\) of 60 rows flagged$/\1/p')
expect "of 60 rows of two quick runs at most one in twenty is flagged" 0 test "${flagged:-60}" -le 3

echo "1..$count"
exit $((failed != 0))
