#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# Forms, segments, jobs, ranges, several recipients, and the events of --json.
. "$(dirname "$0")/lib.sh"
new_store alice
for name in ada ben cleo; do "$KEYBRAID" keygen $name --wrap -q || exit 1; done
head -c 400000 /dev/urandom >plain
printf '' >nothing
"$KEYBRAID" keys export alice -o alice.jwk || exit 1
"$KEYBRAID" keys export ben -o ben.jwk || exit 1
fact() { "$KEYBRAID" inspect "$1" --json | grep -o "\"$2\":[^,]*" | head -1 | cut -d: -f2 | tr -d '"'; }
uses() { "$KEYBRAID" keys show "$1" --json | grep -o '"uses":[0-9]*' | tail -1 | cut -d: -f2; }
is_json() { python3 -c 'import json,sys
for line in open(sys.argv[1]): assert isinstance(json.loads(line)["event"], str)' "$1"; }

scenario "every form with every content encryption comes back, by file, by pipe and in place"
for format in jwe compact container; do
    for enc in A256GCM A256GCM-FLOE-4K A256GCM-FLOE-64K A256GCM-FLOE-1M; do
        if [ $format$enc = containerA256GCM ]; then
            run encrypt -r alice plain --format container --enc $enc -o never
            exits 2
            says "segments"
            absent never
            continue
        fi
        must encrypt -r alice plain --format $format --enc $enc -o token
        check test "$(fact token enc)" = $enc
        check test "$(fact token segmented)" = "$([ $enc = A256GCM ] && echo false || echo true)"
        must decrypt token
        same plain out
        "$KEYBRAID" encrypt -r alice --format $format --enc $enc <plain 2>err | cat >token
        cat token | "$KEYBRAID" decrypt 2>err | cat >back
        same plain back
        must reencrypt -r ada --format $([ $format = compact ] && echo jwe || echo $format) --in-place token
        check test "$(fact token enc)" = $enc
        must decrypt token
        same plain out
    done
done

scenario "auto: one tag for a short file, segments for what has no known length or no other kind"
must encrypt -r alice plain -o token
check test "$(fact token enc)" = A256GCM
cat plain | "$KEYBRAID" encrypt -r alice >token 2>err
check test "$(fact token enc)" = A256GCM-FLOE-64K
must encrypt -r alice nothing -o token --format container
check test "$(fact token enc)" = A256GCM-FLOE-64K
must decrypt token -o back
same nothing back
truncate -s 67108865 long
must encrypt -r alice long -o token
check test "$(fact token enc)" = A256GCM-FLOE-64K
cat token | "$KEYBRAID" decrypt 2>err | cmp -s - long
check test "${PIPESTATUS[*]}" = "0 0 0"

scenario "one tag over more than 64 MiB is refused from a pipe, with advice"
truncate -s 68157440 long
must encrypt -r alice long -o token --enc A256GCM
cat token | "$KEYBRAID" decrypt -o never 2>err
rc=$?
last="decrypt of a long token from a pipe"
exits 6
says "give it as a file, or write it segmented"
absent never
rm long token

scenario "one, two and four jobs give the same"
head -c 3000000 /dev/urandom >content
for jobs in 1 2 4; do
    must encrypt -r alice content --format container -o token.$jobs --jobs $jobs
done
for jobs in 1 2 4; do
    for token in token.1 token.2 token.4; do
        must decrypt $token --jobs $jobs
        same content out
    done
    run reencrypt -r ada token.1 --jobs $jobs --format jwe
    exits 0
    cp out moved
    must decrypt moved --jobs $jobs
    same content out
done
for wrong in 0 257 x -1 ''; do
    run decrypt token.1 "--jobs=$wrong" -o never
    exits 2
    says "--jobs"
done

scenario "a range is that part of the content, of any form that has segments"
must convert --format jwe token.1 -o token.jwe
for token in token.1 token.jwe; do
    for range in 0:1 65503:2 100000:200000 2999999:1 0:3000000 3000000:0; do
        run decrypt $token --range $range
        exits 0
        cmp -s out <(tail -c +$((${range%:*} + 1)) content | head -c ${range#*:}) || bad "range $range of $token"
        cat $token | "$KEYBRAID" decrypt --range $range 2>err | cmp -s - out
        check test "${PIPESTATUS[*]}" = "0 0 0"
    done
    must decrypt $token --range 2900000: -o back
    check cmp -s back <(tail -c 100000 content)
    run decrypt $token --range 2999999:2 -o never
    exits 2
    says "the range ends after the content, which has 3000000 bytes"
done
for wrong in 5 :5 x:1 1:x -1:1 1:-1 ' 1:1' 1:1:1 1,1 9999999999999999999:1 0:99999999999999999999; do
    run decrypt token.1 "--range=$wrong" -o never
    exits 2
    says "--range"
done
must encrypt -r alice plain -o token
run decrypt token --range 0:1 -o never
exits 3
says "one tag"
absent never

scenario "conversion there and back gives the same bytes, without any key or store"
KEYBRAID_HOME=$work/nowhere
for from in jwe container; do
    to=$([ $from = jwe ] && echo container || echo jwe)
    must convert --format $from token.2 -o one
    must convert --format $to one -o two
    cat two | "$KEYBRAID" convert --format $from 2>err | cmp -s - one
    check test "${PIPESTATUS[*]}" = "0 0 0"
    chmod 640 two
    must convert --format $from two --in-place
    same one two
    mode_is two 640
done
for words in "--format container token" "--format compact token.1" "--format pgp token" "token" \
    "--format jwe --in-place" "--format jwe --in-place token -o x" "--format jwe token -o token"; do
    run convert $words
    exits 2
done
# What was cut off is found out by decryption only.
head -c 100000 token.1 >cut
must convert --format jwe cut --in-place
KEYBRAID_HOME=$work/home/store
run decrypt cut -o never
exits 1
absent never

scenario "keygen --wrap makes a key for several recipients, and it stays one"
must keygen dora --wrap --alg X448+ML-KEM-1024
prints CKEM1.X448.ML-KEM-1024.HKDF-SHA256+A256KW
must keys list
prints X448+ML-KEM-1024+A256KW
must keys show dora
prints +A256KW
must keys rotate dora
prints +A256KW
must keys rotate dora --alg P-384+ML-KEM-1024
prints CKEM1.P-384.ML-KEM-1024.HKDF-SHA256+A256KW
must keys rotate dora --kdf KMAC256
prints CKEM1.P-384.ML-KEM-1024.KMAC256+A256KW
run keys rotate alice --alg X25519+ML-KEM-768+A256KW
exits 4
says "alice"
run keygen eve --wrap --alg ML-DSA-65
exits 2
must keys export dora --private --key-passphrase-file "$pass" -o dora.key
must keys import dora-again dora.key --key-passphrase-file "$pass"
must encrypt -r dora plain -o token
must keys rotate dora
must decrypt token -o back
same plain back

scenario "each recipient opens the token, and nobody else; each use is counted once"
before="$(uses ada) $(uses cleo)"
must encrypt -r ada -r ./ben.jwk -r cleo plain -o token
check test "$(uses ada) $(uses cleo)" = "$((${before% *} + 1)) $((${before#* } + 1))"
check test "$(fact token mode)" = wrap
must inspect token
prints "1 of 3" "3 of 3" "ada, version 1" "ben, version 1" "cleo, version 1"
must inspect token --json
prints '"recipients":[{"alg":"CKEM1.X25519.ML-KEM-768.HKDF-SHA256+A256KW","kid":"'
for name in ada ben cleo; do
    must encrypt -r $name plain -o /dev/null
    "$KEYBRAID" init --no-passphrase -q --store $name.db
    must keys export $name --private --key-passphrase-file "$pass" -o $name.key
    must keys import $name $name.key --key-passphrase-file "$pass" --store $name.db
    must decrypt token -o back --store $name.db
    same plain back
done
must encrypt -r ada -r cleo plain -o two --hide-recipient
must inspect two
prints "(hidden)"
run decrypt two -o never --store ben.db
check test $rc -eq 1 -o $rc -eq 4
must decrypt two -o back --store cleo.db
same plain back

scenario "kinds of keys that do not go together are refused, by name, and not counted"
before="$(uses ada) $(uses alice)"
run encrypt -r ada -r alice plain -o never
exits 4
says "alice is a key for one recipient only" "keygen --wrap"
one_line
run encrypt -r ./alice.jwk -r ada plain -o never
exits 4
says alice.jwk
run reencrypt -r ada -r alice token -o never
exits 4
says alice
run rewrap -r alice token -o never
exits 4
says alice
run encrypt -r ada -r ada plain -o never
exits 2
says "-r ada is the key of -r ada again"
run encrypt -r ada plain --format compact -o never
exits 2
run encrypt -r ada -r cleo plain --format compact -o never
exits 2
must encrypt -r alice plain --format compact -o compact
run reencrypt -r ada compact -o never
exits 2
says "compact"
check test "$(uses ada) $(uses alice)" = "${before% *} $((${before#* } + 1))"
absent never
many=$(yes -- '-r ada' | head -65 | tr '\n' ' ')
run encrypt $many plain -o never
exits 2
says "more than 64 times"

scenario "rewrap changes who, keeps the content, and says that it does not revoke"
must encrypt -r ada plain -o token --format container --aad alice.jwk
before="$(uses ben) $(uses cleo)"
must rewrap -r ben --add token -o more
says "revokes nothing" "reencrypt"
must rewrap -r cleo -r ben --in-place more
says "revokes nothing"
check test "$(uses ben) $(uses cleo)" = "$((${before% *} + 2)) $((${before#* } + 1))"
must inspect more
prints "2 of 2"
for name in ben cleo; do
    must decrypt more -o back --store $name.db
    same plain back
done
run decrypt more -o never --store ada.db
exits 4
must decrypt token -o back --store ada.db
check cmp -s <(tail -c 400000 token) <(tail -c 400000 more)
run rewrap -r ben more -o never --store ada.db
exits 4
must encrypt -r alice plain -o direct
run rewrap -r ben direct -o never
exits 3
says "re-encrypt it"
absent never
must rewrap --help
prints "REVOKES NOTHING" "reencrypt"
must rewrap -q -r ada --in-place more
check test ! -s err
must inspect more
prints "1 of 1" "ada, version 1"

scenario "re-encryption goes from any form to any other, and to several"
must reencrypt -r ada -r cleo compact --format container -o moved
check test "$(fact moved mode) $(fact moved enc)" = "wrap A256GCM-FLOE-64K"
must reencrypt -r alice moved --format compact --enc A256GCM-FLOE-4K -o again
check test "$(fact again mode) $(fact again enc)" = "single A256GCM-FLOE-4K"
must reencrypt -r alice --in-place again --enc A256GCM
check test "$(fact again mode) $(fact again enc)" = "single A256GCM"
must decrypt again -o back
same plain back

scenario "a tree takes the same options, and is done when it is as they say"
mkdir tree
must encrypt -r alice plain -o tree/a
must encrypt -r ada -r ben plain -o tree/b
must reencrypt -r ada -r cleo --format container --enc A256GCM-FLOE-4K --tree tree
says "2 done, 0 already"
for file in tree/a tree/b; do
    check test "$(fact $file serialization) $(fact $file enc)" = "container A256GCM-FLOE-4K"
    must decrypt $file -o back --store cleo.db
    same plain back
done
must reencrypt -r cleo -r ada --format container --enc A256GCM-FLOE-4K --tree tree
says "0 done, 2 already"
must reencrypt -r ada --tree tree --json
says "2 done, 0 already"
prints '"status":"done","from":null,"to":"'
must reencrypt -r ada --tree tree
says "0 done, 2 already"

scenario "a container that is cut in a pipe: not authentic, and no file"
mkdir box
for keep in 20000 70000 2999000; do
    head -c $keep token.1 | "$KEYBRAID" decrypt -o box/out 2>err
    rc=$?
    last="decrypt of $keep bytes"
    exits 1
    one_line
    head -c $keep token.1 | "$KEYBRAID" reencrypt -r ada -o box/out 2>err
    rc=$?
    exits 1
    no_leftovers box ''
done
{ cat token.1; echo; } | "$KEYBRAID" decrypt -o box/out 2>err
rc=$?
last="decrypt of a container with a byte more"
exits 1
no_leftovers box ''
head -c 2000000 token.1 | "$KEYBRAID" decrypt >prefix 2>err
check cmp -s prefix <(head -c "$(stat -c %s prefix)" content)

scenario "--json: events on standard error, data on standard output, an end that says how"
run encrypt -r alice plain --json
exits 0
check is_json err
check grep -qx '{"event":"done","bytes":400000,"seconds":[0-9.]*}' err
cp out token
must decrypt token -o back --json
check is_json err
same plain back
{ head -c 100000 token.1; sleep 0.7; tail -c +100001 token.1; } | "$KEYBRAID" decrypt -o back --json 2>err
check is_json err
check grep -q '^{"event":"progress","bytes":[0-9]*,"total":null,"rate":[0-9]*,"seconds_left":null}$' err
# Segments are read once, content with one tag twice.
done_bytes() { tail -1 err | grep -o '"bytes":[0-9]*' | cut -d: -f2; }
must decrypt token.1 -o back --json
check test "$(done_bytes)" -eq "$(stat -c %s token.1)"
must decrypt token -o back --json
check test "$(done_bytes)" -eq $((2 * $(stat -c %s token)))
flip token 300000
run decrypt token --json -o never
check is_json err
check test "$(tail -1 err | cut -d, -f1,2)" = '{"event":"error","code":"KB_ERR_AUTH"' -o $rc -eq 3
run decrypt no-such-file --json
exits 5
says '{"event":"error","code":"KB_ERR_IO","exit":5,"text":"no-such-file'
run encrypt -r alice --json --nonsense
exits 2
check is_json err
must rewrap -r ben more --json -o again
check is_json err
says '{"event":"note","text":"this revokes nothing'
must convert --format jwe token.1 --json -o again
check is_json err
must reencrypt -r alice again --json --in-place
check is_json err
one_line

scenario "without a terminal and without --json nothing is said"
for words in "encrypt -r alice plain -o token" "decrypt token -o back" "reencrypt -r ada token -o moved" \
    "convert --format jwe token.1 -o again"; do
    must $words
    check test ! -s err
done
finish
