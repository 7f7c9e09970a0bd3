#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# SIGTERM and SIGKILL at any moment: what is written is old or absent, or complete.
. "$(dirname "$0")/lib.sh"
rounds=${KEYBRAID_KILL_ROUNDS:-20}
new_store alice bob
for name in ada ben; do "$KEYBRAID" keygen $name --wrap -q || exit 1; done
head -c 4000000 /dev/urandom >plain
must encrypt -r alice plain -o segmented --enc A256GCM-FLOE-64K
must encrypt -r alice plain -o jwe --enc A256GCM
must encrypt -r ada plain -o wrapped --format container
mkdir box
RANDOM=4711

# opens FILE: it decrypts to plain.
opens() { "$KEYBRAID" decrypt "$1" 2>/dev/null | cmp -s - plain; }

# is_whole VERB OLD: box/out is what it was, or complete.
is_whole() {
    if [ ! -e box/out ]; then
        [ -z "$2" ]
    elif [ -n "$2" ] && cmp -s box/out "$2"; then
        true
    elif [ "$1" = decrypt ]; then
        cmp -s box/out plain
    else
        opens box/out
    fi
}

# loop SIGNAL OLD VERB ARGS...: rounds of a command that works on box/out; OLD is what stands
# there before, '' for nothing.
loop() {
    local signal=$1 old=$2 verb=$3 began took killed=0 done=0 left=0 i after
    shift 2
    for i in 0 $(seq $rounds); do
        rm -rf box && mkdir box
        [ -z "$old" ] || cp "$old" box/out
        began=$(date +%s%N)
        "$KEYBRAID" "$@" 2>err </dev/null &
        pid=$!
        if [ $i -eq 0 ]; then # not disturbed, to know how long it takes
            wait $pid
            rc=$?
            took=$((($(date +%s%N) - began) / 1000))
            exits 0
        else
            after=$((took * (RANDOM % 1000) / 900))
            sleep "$(printf '%d.%06d' $((after / 1000000)) $((after % 1000000)))"
            while [ -e /proc/$pid/exe ] && ! [ /proc/$pid/exe -ef "$KEYBRAID" ]; do :; done
            kill -$signal $pid 2>/dev/null
            { wait $pid; } 2>/dev/null
            rc=$?
            last="keybraid $* under SIG$signal after $after us"
            checks=$((checks + 1))
            [ $rc -eq 0 ] || [ $rc -eq $((128 + $(kill -l $signal))) ] ||
                [ $rc -eq 143 ] || bad "$last: exit code $rc: $(head -c 200 err)"
            killed=$((killed + (rc != 0)))
            done=$((done + (rc == 0)))
        fi
        checks=$((checks + 1))
        is_whole "$verb" "$old" || bad "${last:-}: box/out is neither old nor complete"
        [ $rc -ne 0 ] || check test -e box/out
        if [ $signal = TERM ] || [ $rc -eq 0 ]; then
            no_leftovers box $([ -e box/out ] && echo out)
        else # at most the one hidden name that the next run over the folder removes
            left=$((left + $(ls -A box | grep -c '^\.keybraid-[0-9a-f]\{32\}\.tmp$')))
            no_leftovers box $([ -e box/out ] && echo out) $(ls -A box | grep '^\.keybraid-')
        fi
    done
    echo "# $verb, SIG$signal: $killed killed, $done done before, $left hidden names, $took us undisturbed"
    check test $killed -gt 0
}

for signal in TERM KILL; do
    scenario "SIG$signal at any moment: a new file is absent or complete"
    loop $signal '' encrypt -r alice plain -o box/out --format container
    loop $signal '' decrypt segmented -o box/out
    loop $signal '' decrypt jwe -o box/out
    scenario "SIG$signal at any moment: a file that is replaced is the old or the new one"
    loop $signal plain encrypt -r alice plain -o box/out
    loop $signal segmented reencrypt -r bob --in-place box/out
    loop $signal segmented convert --format container --in-place box/out
    loop $signal wrapped rewrap -r ben --in-place box/out
done
finish
