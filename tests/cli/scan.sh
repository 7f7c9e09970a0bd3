#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# keybraid inspect --scan.
. "$(dirname "$0")/lib.sh"
new_store alice
printf 'hello' >plain

# b64: base64url of standard input. zeros N: the same of N zero bytes.
b64() { base64 -w0 | tr '+/' '-_' | tr -d '='; }
zeros() { head -c "$1" /dev/zero | b64; }

protected=$(printf '{"enc":"A256GCM"}' | b64)
tail='"iv":"AAAAAAAAAAAAAAAA","ciphertext":"AAAA","tag":"AAAAAAAAAAAAAAAAAAAAAA"'
epk='"epk":{"kty":"OKP","crv":"X25519","x":"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"}'

# old_token ALG BYTES: the older construction, one key wrapped under each component.
old_token() {
    printf '{"protected":"%s","recipients":[{"header":{"alg":"ECDH-ES+A256KW","role":"classical",%s},' \
        "$protected" "$epk"
    printf '"encrypted_key":"%s"},{"header":{"alg":"%s+A256KW","role":"pqc","ek":"%s"},' \
        "$(zeros 40)" "$1" "$(zeros "$2")"
    printf '"encrypted_key":"%s"}],%s}' "$(zeros 40)" "$tail"
}

# exactly N LINES-OF-OUT
exactly() { check test "$(wc -l <out)" -eq "$1"; }

mkdir -p tree/a tree/b/c
must encrypt -r alice plain -o tree/a/good.jwe
must encrypt -r alice plain -o tree/a/good.compact --format compact
printf 'just text\n' >tree/a/notes.txt
: >tree/a/empty
head -c 3000 /dev/urandom >tree/b/binary
printf '{"name":"x","version":1}' >tree/b/package.json

scenario "a tree of good tokens has no findings"
KEYBRAID_HOME=$work/nowhere run inspect --scan tree
exits 0
exactly 0
says "6 files, 2 tokens, 2 of them without findings"

scenario "with --quiet nothing is said"
must inspect --scan tree -q
exactly 0
check test ! -s err

old_token ML-KEM-768 1088 >tree/b/or.jwe
old_token HQC-192 4433 >tree/b/c/short.jwe
printf '%s..AAAAAAAAAAAAAAAA.AAAA.AAAA' "$(printf '{"alg":"ECDH-ES","enc":"A256GCM"}' | b64)" >tree/b/classical
printf '%s.AAAA.AAAAAAAAAAAAAAAA.AAAA.AAAA' "$(printf '{"alg":"HPKE-9-KE","enc":"A256GCM"}' | b64)" >tree/b/hpke
ln -s ../b tree/a/link
mkfifo tree/b/fifo

scenario "old and weak tokens are listed in order, with what they are"
run inspect --scan tree
exits 4
printf '%s\n' "high classical-only tree/b/classical" "high or-token tree/b/c/short.jwe" \
    "high short-hqc tree/b/c/short.jwe" "note other-jwe tree/b/hpke" "high or-token tree/b/or.jwe" |
    LC_ALL=C sort >expected
sed 's/  */ /g; s/:.*//' out | LC_ALL=C sort >got
same expected got
check test "$(sed 's/.* \(tree[^:]*\):.*/\1/' out | tr '\n' ' ')" = \
    "tree/b/c/short.jwe tree/b/c/short.jwe tree/b/classical tree/b/hpke tree/b/or.jwe "
prints "under ECDH-ES+A256KW and under ML-KEM-768+A256KW: either of them opens it" \
    "it names HQC-192, but carries a ciphertext of the length of HQC-128"
says "10 files, 6 tokens, 2 of them without findings; 1 links not followed" "or-token: 2;" \
    "keybraid encrypt -r NAME" "findings: 4"

scenario "a second run says the same"
cp out first
run inspect --scan tree
exits 4
same first out

scenario "--json gives a line per token and a summary"
run inspect --scan tree --json
exits 4
exactly 7
check python3 - out <<'PY'
import json, sys
rows = [json.loads(line) for line in open(sys.argv[1])]
summary = rows.pop()["summary"]
assert summary["files"] == 10 and summary["tokens"] == 6 and summary["fine"] == 2, summary
assert summary["links_not_followed"] == 1 and summary["special_files"] == 1, summary
assert summary["findings"]["or-token"] == 2 and summary["findings"]["short-hqc"] == 1, summary
by_path = {row["path"]: row for row in rows}
short = by_path["tree/b/c/short.jwe"]
assert [f["code"] for f in short["findings"]] == ["or-token", "short-hqc"], short
assert short["kind"] == "or-token" and short["recipients"] == 2 and short["enc"] == "A256GCM"
assert short["alg"] == ["ECDH-ES+A256KW", "HQC-192+A256KW"], short
assert all(f["severity"] and f["explanation"] and f["advice"] for f in short["findings"])
good = by_path["tree/a/good.jwe"]
assert good["kind"] == "ckem1" and good["findings"] == [] and good["serialization"] == "general"
PY

scenario "notes alone are no reason to fail"
mkdir notes && cp tree/b/hpke notes
must inspect --scan notes
prints "other-jwe"

scenario "one file can be scanned"
run inspect --scan tree/b/or.jwe
exits 4
exactly 1
prints "tree/b/or.jwe: "
must inspect --scan tree/a/good.jwe
exactly 0

scenario "a token that no policy allows is listed with the reason"
must keygen lab --alg X25519+DKEM-128 --allow-experimental
must encrypt -r lab --allow-experimental plain -o dkem.jwe
run inspect --scan dkem.jwe
exits 4
prints policy-refused experimental

scenario "a damaged token of ours is told with the reader's reason"
mkdir damaged
head -c 1500 tree/a/good.jwe >damaged/cut.jwe
(cat tree/a/good.jwe && printf 'x') >damaged/more.jwe
run inspect --scan damaged
exits 4
exactly 2
prints "damaged         damaged/cut.jwe: it cannot be read whole" "damaged/more.jwe"

scenario "names cannot act on the terminal, and any name goes into JSON"
mkdir odd
old_token ML-KEM-768 1088 >odd/$'red\033[31m\nnew'
old_token ML-KEM-768 1088 >odd/$'latin\xe9'
run inspect --scan odd
exits 4
exactly 2
refute grep -q $'\033' out
prints 'latin\xe9' 'red\x1b[31m\x0anew'
run inspect --scan odd --json
exits 4
exactly 3
check python3 - out <<'PY'
import base64, json, sys
rows = [json.loads(line) for line in open(sys.argv[1])]
assert rows[0]["path"] is None
assert base64.urlsafe_b64decode(rows[0]["path_base64url"] + "==") == b"odd/latin\xe9"
assert rows[1]["path"] == "odd/red\x1b[31m\nnew"
PY

scenario "what cannot be read is told, the rest is scanned, and the code says so"
if [ "$(id -u)" -ne 0 ]; then
    cp -r tree closed && chmod 0 closed/a closed/b/classical
    run inspect --scan closed
    chmod 700 closed/a
    exits 5
    prints "error   unreadable      closed/a: " "closed/b/classical: " "closed/b/or.jwe"
    says "the scan is not complete, 2 unreadable"
else
    deep=closed
    for _ in $(seq 70); do deep=$deep/d; done
    mkdir -p "$deep"
    cp tree/b/or.jwe closed/or.jwe
    run inspect --scan closed
    exits 5
    prints "error   unreadable      closed/d/d" "closed/or.jwe"
    says "the scan is not complete, 1 unreadable"
    run inspect --scan closed --json
    exits 5
    prints '"code":"unreadable"' '"unreadable":1'
fi

scenario "what cannot be scanned is refused"
run inspect --scan nothing-here
exits 5
one_line
run inspect --scan /dev/null
exits 2
run inspect --scan tree plain
exits 2
run inspect --scan tree --store p.db
exits 2
run inspect --scan
exits 2
run inspect --scan tree --scan tree
exits 2

scenario "a full standard output is an error"
"$KEYBRAID" inspect --scan tree >/dev/full 2>err
rc=$?
last="inspect --scan > /dev/full"
exits 5

scenario "a large token takes no memory"
limit="ulimit -v 65536"
# A sanitizer maps far more address space than that; then only the result is looked at.
bash -c "$limit && '$KEYBRAID' version" >/dev/null 2>&1 || limit=true
{
    printf '{"header":{"alg":"ECDH-ES"},"ciphertext":"'
    head -c 100000000 /dev/zero | tr '\0' A
    printf '"}'
} >large
last="inspect --scan large"
bash -c "$limit"' && "$0" inspect --scan large' "$KEYBRAID" >out 2>err
rc=$?
exits 4
prints classical-only
refute grep -q damaged out

finish
