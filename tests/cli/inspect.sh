#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# keybraid inspect.
. "$(dirname "$0")/lib.sh"
new_store alice
printf 'hello' >plain

scenario "a token is described without any key"
must encrypt -r alice plain -o token
KEYBRAID_HOME=$work/nowhere run inspect token
exits 0
prints CKEM1.X25519.ML-KEM-768.HKDF-SHA256 A256GCM direct general "5 bytes" "$(stat -c %s token) bytes"
refute grep -q '^key ' out

scenario "the key of the store is named where it is known"
must inspect token
prints "alice, version 1"
must inspect token --json
prints '"key":{"name":"alice","version":1}'

scenario "JSON has every field"
must encrypt -r alice plain -o compact --format compact --typ t/x
run_in compact inspect --json
exits 0
prints '"alg":"CKEM1.X25519.ML-KEM-768.HKDF-SHA256"' '"enc":"A256GCM"' '"kid":"' '"mode":"single"' \
    '"serialization":"compact"' '"typ":"t/x"' '"cty":null' '"aad_bytes":0' '"ciphertext_bytes":5' \
    "\"token_bytes\":$(stat -c %s compact)"

scenario "what reads the JSON finds one recipient, and whether content is segmented"
prints '"segmented":false' '"recipients":[{"alg":"CKEM1.X25519.ML-KEM-768.HKDF-SHA256","kid":"'
must encrypt -r alice plain -o compact --format compact --hide-recipient
must inspect compact --json
prints '"recipients":[{"alg":"CKEM1.X25519.ML-KEM-768.HKDF-SHA256","kid":null,"key":null}]'

scenario "text from a token cannot act on the terminal"
must encrypt -r alice plain -o token --typ $'\033[31mred\a'
must inspect token
prints '\x1b[31mred\x07'
refute grep -q $'\033' out
must inspect token --json
refute grep -q $'\033' out

scenario "a store that needs a pass-phrase is not asked for it"
must init --passphrase-file "$pass" --store p.db
must inspect token --store p.db
prints "A256GCM"

scenario "what is no token is called so"
echo hello >letter
run inspect letter
exits 3
says "letter" "not a token"
one_line
: >nothing
run inspect nothing
exits 3
says "empty"
run_in nothing inspect
exits 3
says "standard input"
run inspect no-such-file
exits 5
printf '\xef\xbb\xbf{}' >bom
run inspect bom
exits 3
says "byte order mark"
finish
