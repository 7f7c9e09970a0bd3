#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# keybraid encrypt, and the way back.
. "$(dirname "$0")/lib.sh"
new_store alice
"$KEYBRAID" keys export alice -o alice.jwk || exit 1
head -c 1048576 /dev/urandom >random

# round_trip SIZE FORMAT: by file and by pipe.
round_trip() {
    head -c "$1" random >plain
    must encrypt -r alice plain -o token --format "$2"
    must decrypt token -o back
    same plain back
    "$KEYBRAID" encrypt -r alice --format "$2" <plain 2>err | cat >token
    cat token | "$KEYBRAID" decrypt 2>err | cat >back
    same plain back
}

scenario "A8: empty and very short inputs come back as they were"
for size in 0 1 2 3 4 5; do
    round_trip $size jwe
    round_trip $size compact
done

scenario "lengths around a piece, and one MiB, come back as they were"
for size in 49151 49152 65535 65536 65537 131072 1048576; do
    round_trip $size jwe
    round_trip $size compact
done

scenario "the two formats are what they are called"
must encrypt -r alice plain
check test "$(head -c 1 out)" = '{'
must encrypt -r alice plain --format compact
check grep -qE '^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]*\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+$' out

scenario "a JWK file is a recipient without any store or pass-phrase"
echo hello >plain
last="encrypt to a file with no store"
KEYBRAID_HOME=$work/nowhere "$KEYBRAID" encrypt -r alice.jwk plain -o token 2>err
rc=$?
exits 0
must decrypt token -o back
same plain back
cp alice.jwk alice-without-ending
KEYBRAID_HOME=$work/nowhere "$KEYBRAID" encrypt -r ./alice-without-ending plain -o token 2>err
rc=$?
exits 0
must decrypt token -o back
same plain back
absent nowhere

scenario "a use from a file is not counted, a use by name is"
uses() { "$KEYBRAID" keys show "$1" --json | grep -o '"uses":[0-9]*' | tail -1 | cut -d: -f2; }
before=$(uses alice)
must encrypt -r alice.jwk plain -o token
check test "$(uses alice)" -eq "$before"
must encrypt -r alice plain -o token
check test "$(uses alice)" -eq $((before + 1))

scenario "what fails before the encryption is not counted as a use"
before=$(uses alice)
run encrypt -r alice no-such-file -o never
exits 5
says no-such-file
run encrypt -r alice plain -o no-such-folder/never
exits 5
run encrypt -r alice plain -o never --aad no-such-file
exits 5
check test "$(uses alice)" -eq "$before"
absent never

scenario "aad, typ and cty travel readable and authenticated"
printf 'invoice 17' >label
must encrypt -r alice plain -o token --aad label --typ application/x-test --cty text/plain
must inspect token --json
prints '"aad_bytes":10' '"typ":"application/x-test"' '"cty":"text/plain"'
must decrypt token -o back
same plain back
: >empty
run encrypt -r alice plain --aad empty
exits 2
says "empty"
run encrypt -r alice plain --typ $'\xff'
exits 2
says '--typ \xff: not UTF-8'
head -c 1048577 /dev/zero >long
run encrypt -r alice plain --aad long -o never
exits 6
absent never

scenario "the recipient can be left out of the token"
must encrypt -r alice plain -o token --hide-recipient
must inspect token
prints "(hidden)"
must decrypt token -o back
same plain back

scenario "a missing key is named, exit code 4"
run encrypt -r nobody plain -o never
exits 4
says nobody "no such key" "keys list"
one_line
absent never
run encrypt -r nobody.jwk plain -o never
exits 5
says nobody.jwk
one_line

scenario "input and output may not be one file"
cp plain mine
run encrypt -r alice mine -o mine
exits 2
says "same file"
same plain mine
ln mine linked
run encrypt -r alice mine -o linked
exits 2
run encrypt -r alice mine -o ./mine
exits 2
same plain mine

scenario "an existing output keeps its mode, a new one is private"
rm -f fresh old
must encrypt -r alice plain -o fresh
mode_is fresh 600
echo old >old
chmod 640 old
must encrypt -r alice plain -o old
mode_is old 640

scenario "a failing write is an error and leaves nothing"
last="encrypt >/dev/full"
"$KEYBRAID" encrypt -r alice random >/dev/full 2>err
rc=$?
exits 5
one_line
last="encrypt into a closed pipe"
{ "$KEYBRAID" encrypt -r alice random 2>err; echo $? >code; } | head -c 10 >/dev/null
rc=$(cat code)
exits 5
one_line
run encrypt -r alice plain -o .
exits 5

scenario "two processes at once lose no use"
must keygen counted
for _ in 1 2; do
    (
        for _ in $(seq 25); do
            "$KEYBRAID" encrypt -r counted plain >/dev/null 2>>counting-errors || echo failed >>counting-errors
        done
    ) &
done
wait
check test ! -s counting-errors
check test "$(uses counted)" -eq 50

scenario "no more encryptions than allowed, also when several race for the last"
must keygen scarce --max-uses 10
for n in 1 2 3 4; do
    (
        for i in 1 2 3 4; do
            "$KEYBRAID" encrypt -r scarce plain -o "race.$n.$i" 2>/dev/null
        done
    ) &
done
wait
check test "$(ls race.* | wc -l)" -eq 10
check test "$(uses scarce)" -eq 10

scenario "an interrupted encryption leaves nothing behind"
for signal in INT TERM HUP; do
    mkdir box
    mkfifo feed
    # A shell without job control starts background jobs with SIGINT ignored.
    (exec env --default-signal=INT "$KEYBRAID" encrypt -r alice -o box/out <feed 2>err) &
    pid=$!
    exec 9>feed
    head -c 300000 random >&9
    sleep 0.5
    kill -$signal $pid
    wait $pid
    rc=$?
    last="encrypt under SIG$signal"
    exec 9>&-
    exits $((128 + $(kill -l $signal)))
    no_leftovers box ''
    rm -r box feed
done
finish
