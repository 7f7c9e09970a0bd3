#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# Full disks, closed pipes, slow readers and altered ends, for every verb that writes.
. "$(dirname "$0")/lib.sh"

# What is mounted is unmounted before anything is removed.
unmount_first() {
    local code=$?
    cd /
    if mountpoint -q "$work/small"; then
        umount "$work/small" || umount -l "$work/small"
    fi
    (exit $code)
    cleanup
}
trap unmount_first EXIT

new_store alice bob
for name in ada ben; do "$KEYBRAID" keygen $name --wrap -q || exit 1; done
head -c 1500000 /dev/urandom >plain
jobs=4
peak_kib=$((32768 + jobs * 2048))
must encrypt -r alice plain -o jwe --enc A256GCM
must encrypt -r alice plain -o segmented --enc A256GCM-FLOE-64K
must encrypt -r alice plain -o compact --format compact --enc A256GCM-FLOE-64K
must encrypt -r alice plain -o container --format container
must encrypt -r ada plain -o wrapped --format container

# The verbs and forms that write: arguments without an output, and those of them that have an
# input file of their own to replace.
writers=("encrypt -r alice plain --enc A256GCM" "encrypt -r alice plain --enc A256GCM-FLOE-64K"
    "encrypt -r alice plain --format compact --enc A256GCM-FLOE-4K"
    "encrypt -r alice plain --format container --jobs 4" "encrypt -r ada -r ben plain --format container"
    "decrypt jwe" "decrypt segmented" "decrypt compact" "decrypt container --jobs 4" "decrypt wrapped"
    "decrypt container --range 1000:1400000")
changers=("reencrypt -r bob jwe" "reencrypt -r bob segmented" "reencrypt -r bob compact"
    "reencrypt -r bob --jobs 4 container" "reencrypt -r bob --format container jwe"
    "convert --format container segmented" "convert --format container compact"
    "convert --format jwe container" "rewrap -r ben wrapped" "rewrap -r ben --add wrapped")

scenario "a full disk: no output, no temporary file, exit code 5, and what was there stays"
mkdir small
if mount -t tmpfs -o size=2m,mode=700 tmpfs small 2>/dev/null; then
    head -c 900000 /dev/zero >small/filler
    for words in "${writers[@]}" "${changers[@]}"; do
        run $words -o small/out
        exits 5
        says "No space left"
        one_line
        no_leftovers small filler
        "$KEYBRAID" $words 2>err >small/out
        rc=$?
        last="keybraid $words > small/out"
        exits 5
        says "standard output" "No space left"
        rm small/out
    done
    for words in "${changers[@]}"; do
        token=${words##* }
        rm small/filler
        cp $token small/$token
        head -c $((1800000 - $(stat -c %s $token))) /dev/zero >small/filler 2>/dev/null
        run ${words/%$token/small/$token} --in-place
        exits 5
        says "No space left"
        same $token small/$token
        no_leftovers small filler $token
        rm small/$token
    done
    umount small
else
    echo "# skipped: a tmpfs cannot be mounted here"
    check true
fi
for words in "${writers[@]}" "${changers[@]}"; do
    "$KEYBRAID" $words 2>err >/dev/full
    rc=$?
    last="keybraid $words > /dev/full"
    exits 5
    says "No space left"
done

scenario "a pipe that its reader closes: exit code 5 and one line"
for words in "${writers[@]}" "${changers[@]}"; do
    "$KEYBRAID" $words 2>err | head -c 1000 >some
    rc=${PIPESTATUS[0]}
    last="keybraid $words | head -c 1000"
    exits 5
    says "standard output" "Broken pipe"
    one_line
done

# alter_end FILE COPY: another byte in the last segment or the tag, of base64url where it is text.
alter_end() {
    local at byte
    at=$(($(stat -c %s "$1") - 20))
    cp "$1" "$2"
    if [ "$(head -c 1 "$1" | tr -d '\211')" = "{" ] || [ "$1" = compact ]; then
        byte=$(tail -c +$((at + 1)) "$1" | head -c 1)
        printf "$([ "$byte" = A ] && echo B || echo A)" | dd of="$2" bs=1 seek=$at conv=notrunc status=none
    else
        flip "$2" $at
    fi
}

scenario "altered in its last segment: no file; a pipe has a true beginning and exit code 1"
mkdir box
for form in jwe segmented compact container wrapped; do
    alter_end $form bad
    run decrypt bad -o box/out
    exits 1
    no_leftovers box ''
    echo old >box/out
    run decrypt bad -o box/out
    exits 1
    check test "$(cat box/out)" = old
    rm box/out
    for how in file pipe; do
        if [ $how = file ]; then
            run decrypt bad
        else
            cat bad | "$KEYBRAID" decrypt >out 2>err
            rc=${PIPESTATUS[1]}
            last="cat bad | keybraid decrypt, $form"
        fi
        exits 1
        size=$(stat -c %s out)
        check cmp -s -n "$size" out plain
        if [ $form = jwe ]; then
            check test "$size" -eq 0
        else
            check test "$size" -ge 1000000 -a "$size" -lt 1500000
        fi
    done
    cp bad box/token
    for words in "reencrypt -r bob" "rewrap -r ben"; do
        [ $form = wrapped ] || [ "$words" = "reencrypt -r bob" ] || continue
        run $words --in-place box/token
        exits 1
        same bad box/token
        no_leftovers box token
    done
    rm box/token
done

scenario "a slow reader makes no memory grow, and no file but the input and the store is open"
seconds=${KEYBRAID_SLOW_SECONDS:-2}
truncate -s 200000000 zeros
must encrypt -r alice zeros -o zeros.kb --format container
must encrypt -r alice zeros -o zeros.jwe --enc A256GCM-FLOE-64K
must encrypt -r alice zeros -o zeros.tag --enc A256GCM
slow=("encrypt -r alice zeros --format container --jobs $jobs" "encrypt -r alice zeros --enc A256GCM"
    "encrypt -r alice zeros --jobs $jobs" "decrypt zeros.kb --jobs $jobs" "decrypt zeros.jwe --jobs $jobs"
    "decrypt zeros.tag" "reencrypt -r bob zeros.kb --jobs $jobs" "convert --format jwe zeros.kb")
# All at once, each into a pipe of its own that is read at 1 MB/s. They wait for their readers,
# which are opened after them so that none inherits another's.
mkdir slow
for i in "${!slow[@]}"; do
    mkfifo slow/pipe.$i
    "$KEYBRAID" ${slow[i]} >slow/pipe.$i 2>slow/err.$i </dev/null &
    pids[i]=$!
done
for i in "${!slow[@]}"; do
    exec {fd}<slow/pipe.$i
    fds[i]=$fd
done
before=$(ls -A . | sort)
# What this shell has open its children have, too: the log of who runs the tests.
ls -l /proc/$$/fd | sed -n 's/.* -> //p' >slow/inherited
for _ in $(seq $((seconds * 4))); do
    for i in "${!slow[@]}"; do
        dd bs=250000 count=1 iflag=fullblock status=none <&${fds[i]} >>slow/seen.$i
    done
    sleep 0.25
done
check test "$(ls -A . | sort)" = "$before"
for i in "${!slow[@]}"; do
    peak=$(awk '$1 == "VmHWM:" { print $2 }' /proc/${pids[i]}/status)
    ls -l /proc/${pids[i]}/fd | sed -n 's/.* -> //p' | grep -v "^$work/slow/pipe" >slow/open
    fd=${fds[i]}
    exec {fd}<&-
    wait ${pids[i]}
    rc=$?
    last="keybraid ${slow[i]} at 1 MB/s"
    cp slow/err.$i err
    exits 5
    says "Broken pipe"
    echo "# $last: peak $peak KiB, $(wc -l <slow/open) open files"
    check test "${peak:-0}" -gt 0 -a "${peak:-0}" -le $peak_kib
    grep -vxFf slow/inherited slow/open >slow/own
    refute grep -vE "^(pipe:|/dev/null$|$work/(zeros|slow/err|home/store))" slow/own
    case ${slow[i]} in
    decrypt*) check cmp -s -n $((seconds * 1000000)) slow/seen.$i zeros ;;
    esac
done
rm -r slow

scenario "a file that is being written has no name until it is whole"
mkdir fresh
mkfifo feed
for words in "encrypt -r alice" "decrypt" "reencrypt -r bob"; do
    "$KEYBRAID" $words -o fresh/out <feed 2>err &
    pid=$!
    exec 9>feed
    head -c 20000000 $([ "$words" = "encrypt -r alice" ] && echo zeros || echo zeros.kb) >&9
    sleep 0.3
    check test -z "$(ls -A fresh | grep -v '^\.keybraid-[0-9a-f]\{32\}\.tmp$')"
    check test "$(ls -l /proc/$pid/fd | grep -c "$work/fresh/")" -eq 1
    kill -TERM $pid
    wait $pid
    rc=$?
    last="keybraid $words under SIGTERM"
    exits 143
    exec 9>&-
    no_leftovers fresh ''
done
finish
