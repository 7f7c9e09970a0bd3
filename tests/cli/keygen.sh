#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# keybraid keygen: algorithms, names, limits.
. "$(dirname "$0")/lib.sh"
new_store

scenario "the default is X25519 with ML-KEM-768"
must keygen alice
prints "made alice, version 1: CKEM1.X25519.ML-KEM-768.HKDF-SHA256, kid "
must keygen bob --json
prints '{"name":"bob","version":1,"alg":"CKEM1.X25519.ML-KEM-768.HKDF-SHA256","kid":"'
must keygen quiet --quiet
check test ! -s out -a ! -s err

scenario "every pair of the catalog can be made, used and read back"
"$KEYBRAID" catalog --pairs --json | grep -o '"alg":"[^"]*"' | cut -d'"' -f4 >pairs
check test "$(wc -l <pairs)" -ge 8
echo hello >plain
n=0
while read -r alg; do
    n=$((n + 1))
    must keygen "pair$n" --alg "$alg"
    must encrypt -r "pair$n" plain -o token
    must decrypt token -o back
    same plain back
done <pairs

scenario "every key derivation can be chosen"
for kdf in $("$KEYBRAID" catalog --json | tr '{' '\n' | grep '"kind":"kdf"' | cut -d'"' -f4); do
    must keygen "kdf-$kdf" --kdf "$kdf"
    prints ".$kdf, kid"
    must encrypt -r "kdf-$kdf" plain -o token
    must decrypt token -o back
    same plain back
done

scenario "pairs and algorithms that do not go are refused"
run keygen x --alg X25519+ML-KEM-1024
exits 4
one_line
run keygen x --alg X25519+ML-KEM-512
exits 4
run keygen x --alg ROT13+ML-KEM-768
exits 3
one_line
run keygen x --alg RSA
exits 4
run keygen x --kdf MD5
exits 3
run keygen x --alg ML-KEM-768 --kdf HKDF-SHA256
exits 2
run keys show x
exits 4

scenario "a name is used once"
run keygen alice
exits 4
says "exists"
one_line

scenario "names that are none are refused"
for name in .hidden -x 'a b' 'a/b' 'ä' "$(printf 'a%.0s' $(seq 65))" $'a\nb'; do
    run keygen -- "$name"
    exits 2
    one_line
done
must keygen -- a.b_c-9

scenario "a single key can be made and exported but not encrypted to"
must keygen single --alg ML-KEM-768
must keys export single
prints '"alg":"ML-KEM-768"'
run encrypt -r single plain -o never
exits 4
one_line
absent never

scenario "a key that has expired encrypts no more and still decrypts"
must keygen short --expires 6s
must encrypt -r short plain -o before
sleep 7
run encrypt -r short plain -o never
exits 4
says "expired" "keys rotate"
one_line
absent never
must decrypt before -o back
same plain back
must keys show short
prints ", expired"

scenario "a key that is used up encrypts no more and still decrypts"
must keygen few --max-uses 2
must encrypt -r few plain -o first
must encrypt -r few plain -o second
run encrypt -r few plain -o never
exits 6
says "used up" "keys rotate"
one_line
absent never
must decrypt first -o back
same plain back
must keys show few
prints "2 of 2, used up"

scenario "expiry is told as it was asked for"
must keygen dated --expires 2099-12-31
must keys show dated
prints "2099-12-31 00:00:00 UTC"
must keygen timed --expires 2099-12-31T23:59:58Z
must keys show timed
prints "2099-12-31 23:59:58 UTC"
must keygen leap --expires 2096-02-29
must keys show leap
prints "2096-02-29"
finish
