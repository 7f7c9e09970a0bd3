#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# keybraid reencrypt, in place too.
. "$(dirname "$0")/lib.sh"
new_store alice bob
head -c 200000 /dev/urandom >plain
echo hello >small
"$KEYBRAID" keys export bob -o bob.jwk || exit 1
"$KEYBRAID" init --no-passphrase -q --store carol.db || exit 1
"$KEYBRAID" keygen carol -q --store carol.db || exit 1
"$KEYBRAID" keys export carol -o carol.jwk --store carol.db || exit 1
auth="not authentic: altered, or not of this key"
kid_of() { "$KEYBRAID" inspect "$1" --json | grep -o '"kid":"[^"]*"' | head -1 | cut -d'"' -f4; }
kid_of_key() { "$KEYBRAID" keys show "$1" --json | grep -o '"kid":"[^"]*"' | tail -1 | cut -d'"' -f4; }

scenario "the token moves to the other key with the same content"
must encrypt -r alice plain -o token
must reencrypt -r bob token -o moved
check test "$(kid_of moved)" = "$(kid_of_key bob)"
must decrypt moved -o back
same plain back
run_in token reencrypt -r bob.jwk
exits 0
cp out piped
must decrypt piped -o back
same plain back

scenario "format, aad, typ and cty stay, and change when asked to"
printf 'invoice 17' >label
printf 'number 18' >other
must encrypt -r alice small -o token --aad label --typ a/b --cty c/d
must reencrypt -r bob token -o moved
must inspect moved --json
prints '"aad_bytes":10' '"typ":"a/b"' '"cty":"c/d"' '"serialization":"general"'
must reencrypt -r bob token -o moved --aad other
must inspect moved --json
prints '"aad_bytes":9'
must encrypt -r alice small -o compact --format compact
must reencrypt -r bob compact -o moved
must inspect moved --json
prints '"serialization":"compact"'
must reencrypt -r bob compact -o moved --format jwe
must inspect moved --json
prints '"serialization":"general"'
must decrypt moved -o back
same small back
run reencrypt -r bob token -o never --format compact
refute test $rc -eq 0
absent never

scenario "in place: the same name, the other key, the old mode"
must encrypt -r alice plain -o token
chmod 640 token
must reencrypt -r bob --in-place token
mode_is token 640
check test "$(kid_of token)" = "$(kid_of_key bob)"
must decrypt token -o back
same plain back

scenario "in place to a key whose private part is elsewhere goes, and says so"
must encrypt -r alice plain -o token
must reencrypt -r carol.jwk --in-place token
says "cannot be verified"
must decrypt token -o back --store carol.db
same plain back

scenario "input and output that are one file need --in-place"
must encrypt -r alice small -o token
cp token before
run reencrypt -r bob token -o token
exits 2
says "--in-place"
same token before
run reencrypt -r bob --in-place
exits 2
run reencrypt -r bob --in-place token -o other
exits 2
run reencrypt -r bob --in-place -
exits 2
same token before

scenario "other hard links keep the old token, with a warning"
ln token link
must reencrypt -r bob --in-place token
says "hard links"
same link before
must decrypt token -o back
same small back

scenario "a symbolic link stays and its target is replaced"
must encrypt -r alice small -o target
ln -s target pointer
must reencrypt -r bob --in-place pointer
check test -L pointer
check test "$(kid_of target)" = "$(kid_of_key bob)"

scenario "A3: a failing re-encryption leaves the old token and nothing else"
mkdir box
must encrypt -r alice small -o box/token
at=$(grep -ob '"tag":"' box/token | cut -d: -f1)
flip box/token $((at + 7))
cp box/token before
run reencrypt -r bob --in-place box/token
check test $rc -eq 1 -o $rc -eq 3
same box/token before
no_leftovers box token
must encrypt -r alice small -o box/token
cp box/token before
run reencrypt -r nobody --in-place box/token
exits 4
same box/token before
run reencrypt -r bob --in-place box/token --store carol.db
exits 4
same box/token before
no_leftovers box token
run reencrypt -r bob box/no-such-token -o box/never
exits 5
no_leftovers box token

scenario "a kill at any moment leaves the old or the new token, complete"
rm -r box
mkdir box
head -c 3000000 /dev/urandom >content
must encrypt -r alice content -o original
cp original box/token
began=$(date +%s%N)
must reencrypt -r bob --in-place box/token
took=$(($(date +%s%N) - began))
old=0
new=0
for round in $(seq 24); do
    cp original box/token
    "$KEYBRAID" reencrypt -r bob --in-place box/token 2>/dev/null &
    pid=$!
    # From the start to a little after the end of an undisturbed run.
    sleep "$(awk "BEGIN { print $took * $round / 20 / 1e9 }")"
    kill -KILL $pid 2>/dev/null
    wait $pid 2>/dev/null
    if cmp -s original box/token; then
        old=$((old + 1))
    else
        new=$((new + 1))
        check test "$(kid_of box/token)" = "$(kid_of_key bob)"
    fi
    must decrypt box/token -o back
    same content back
done
echo "# $old kills left the old token, $new the new one"
check test $old -ge 1

scenario "in place without the recipient in the token: verified all the same"
must encrypt -r alice content -o hidden
must reencrypt -r bob --in-place hidden --hide-recipient
refute grep -q verified err
must inspect hidden
prints "(hidden)"
must decrypt hidden -o back
same content back

scenario "an interrupted re-encryption leaves the old token and nothing else"
head -c 30000000 /dev/urandom >content
rm -rf box
mkdir box
must encrypt -r alice content -o original
for delay in 0.1 0.08 0.06 0.04 0.02 0.01; do
    cp original box/token
    (exec env --default-signal=INT "$KEYBRAID" reencrypt -r bob --in-place box/token 2>err) &
    pid=$!
    sleep $delay
    kill -INT $pid 2>/dev/null
    wait $pid
    rc=$?
    # A fast machine may be done before the signal, or be hit between the new token's
    # taking its place and the end.
    [ $rc -eq 0 ] || ! cmp -s original box/token || break
done
last="reencrypt under SIGINT"
exits 130
same original box/token
no_leftovers box token
finish
