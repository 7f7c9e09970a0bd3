#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# keybraid acvp: answers, comparison with expected results, files that are not understood.
. "$(dirname "$0")/lib.sh"
sets=$tests_dir/../../vectors/acvp

# last_line TEXT: the last line of the output is exactly that.
last_line() {
    checks=$((checks + 1))
    [ "$(tail -n 1 out)" = "$1" ] || bad "$last: last line '$(tail -n 1 out)', expected '$1'"
}

# edit IN OUT PYTHON: changes a set, which the statements know as s and its groups as g.
edit() {
    python3 - "$1" "$2" "$3" <<'EOF' || bad "edit $1"
import json, sys
s = json.load(open(sys.argv[1]))
g = s["testGroups"]
exec(sys.argv[3])
json.dump(s, open(sys.argv[2], "w"))
EOF
}

scenario "every set of the repository: all answers are the expected ones"
total=0
for prompt in "$sets"/*.prompt.json; do
    cases=$(grep -c '"tcId"' "${prompt%.prompt.json}.expected.json")
    must acvp "$prompt" --check "${prompt%.prompt.json}.expected.json"
    last_line "$cases passed, 0 failed"
    check test ! -s err
    check test "$cases" -gt 0
    total=$((total + cases))
done
echo "# $total cases"

scenario "the response holds ids and answers only, in the order of the prompt"
p=$sets/ml-kem-encapdecap-tr1.prompt.json e=$sets/ml-kem-encapdecap-tr1.expected.json
must acvp "$p" -o response.json
check test ! -s out
run acvp "$p"
exits 0
same out response.json
check python3 - response.json "$e" <<'EOF'
import json, sys
a, b = (json.load(open(f)) for f in sys.argv[1:])
assert list(a) == ["vsId", "algorithm", "mode", "revision", "isSample", "testGroups"], list(a)
assert a == b
EOF

scenario "a response is accepted as expected results of its own prompt"
for name in ml-dsa-siggen ml-kem-keygen shake-128 slh-dsa-sigver kda-hkdf hqc-encapdecap dkem-encapdecap; do
    cases=$(grep -c '"tcId"' "$sets/$name.prompt.json")
    must acvp "$sets/$name.prompt.json" -o response.json
    must acvp "$sets/$name.prompt.json" --check response.json
    last_line "$cases passed, 0 failed"
done

scenario "the array with the protocol version is read, and answered in that form"
edit "$p" array.json 's = [{"acvVersion": "1.0"}, s]'
must acvp array.json -o response.json
edit "$e" array-expected.json 's = [{"acvVersion": "1.0"}, s]'
check python3 -c 'import json; assert json.load(open("response.json")) == json.load(open("array-expected.json"))'
must acvp array.json --check response.json
last_line "7 passed, 0 failed"
must acvp "$p" --check response.json
last_line "7 passed, 0 failed"

# wrong NAME PYTHON TEXT: one expected value is changed, one case fails.
wrong() {
    edit "$sets/$1.expected.json" wrong.json "$2"
    run acvp "$sets/$1.prompt.json" --check wrong.json
    exits 1
    cases=$(grep -c '"tcId"' "$sets/$1.expected.json")
    last_line "$((cases - 1)) passed, 1 failed"
    prints "$3"
    one_line
}
flip_digit='def f(t, n, i=0): t[n] = t[n][:i] + ("1" if t[n][i] == "0" else "0") + t[n][i + 1:]
'

scenario "one changed answer: one failed, named, exit code 1"
wrong ml-kem-keygen "${flip_digit}f(g[0]['tests'][0], 'dk', 3000)" "tgId 1, tcId"
wrong ml-kem-encapdecap "${flip_digit}f(g[0]['tests'][0], 'k', 63)" ": k"
wrong ml-kem-encapdecap "t = g[-1]['tests'][0]; t['testPassed'] = not t['testPassed']" testPassed
wrong ml-dsa-siggen "${flip_digit}f(g[0]['tests'][0], 'signatureSha256', 9)" signature
wrong ml-dsa-siggen "g[0]['tests'][0]['signatureLength'] += 1" signature
wrong ml-dsa-sigver "t = g[0]['tests'][0]; t['testPassed'] = not t['testPassed']" testPassed
wrong slh-dsa-siggen "${flip_digit}f(g[0]['tests'][0], 'signatureSha256', 63)" signature
wrong sha2-256 "${flip_digit}f(g[0]['tests'][0], 'md', 0)" ": md"
wrong sha2-256 "${flip_digit}f(g[1]['tests'][0]['resultsArray'][99], 'md', 0)" resultsArray
wrong sha3-512 "g[1]['tests'][0]['resultsArray'].pop()" resultsArray
wrong shake-128 "g[1]['tests'][0]['resultsArray'][50]['outLen'] += 8" resultsArray
wrong hmac-sha3-256 "${flip_digit}f(g[0]['tests'][0], 'mac', 0)" ": mac"
wrong kda-hkdf "${flip_digit}f(g[0]['tests'][0], 'dkm', 255)" ": dkm"
wrong kda-hkdf "g[2]['tests'][0]['testPassed'] = False" testPassed
wrong kda-hkdf-r2 "g[1]['tests'][0]['dkms'].reverse()" dkms
wrong hqc-keygen "${flip_digit}f(g[0]['tests'][0], 'ek', 4481)" ": ek"
wrong dkem-encapdecap "${flip_digit}f(g[0]['tests'][0], 'c', 0)" ": c"

scenario "an answer that is missing or cut is wrong, and so is one of another type"
wrong ml-kem-keygen "del g[0]['tests'][0]['dk']" ": dk"
wrong ml-kem-keygen "t = g[0]['tests'][0]; t['ek'] = t['ek'][:-2]" ": ek"
wrong ml-kem-keygen "g[0]['tests'][0]['ek'] = 1" ": ek"
wrong ml-kem-encapdecap "g[-1]['tests'][0]['testPassed'] = 'true'" testPassed

scenario "only the cases of the expected results count"
edit "$e" some.json 'g[0]["tests"] = []; del g[1:3]'
run acvp "$p" --check some.json
exits 0
last_line "4 passed, 0 failed"
edit "$e" none.json 's["testGroups"] = []'
run acvp "$p" --check none.json
exits 0
last_line "0 passed, 0 failed"

scenario "an expected case that the prompt does not ask for has failed"
edit "$e" more.json 'g[0]["tests"].append({"tcId": 99999, "k": "00"})'
run acvp "$p" --check more.json
exits 1
prints "tcId 99999: not in the prompt"
last_line "7 passed, 1 failed"

scenario "hexadecimal digits of either case are the same"
edit "$e" lower.json 'for x in g:
    for t in x["tests"]:
        t.update({k: v.lower() for k, v in t.items() if isinstance(v, str)})'
run acvp "$p" --check lower.json
exits 0
last_line "7 passed, 0 failed"

scenario "a signature and its digest may stand together: both count"
name=ml-dsa-siggen
must acvp "$sets/$name.prompt.json" -o response.json
edit response.json both.json "d = json.load(open('$sets/$name.expected.json'))
for x, y in zip(g, d['testGroups']):
    for t, u in zip(x['tests'], y['tests']): t.update(u)"
must acvp "$sets/$name.prompt.json" --check both.json
last_line "8 passed, 0 failed"
edit both.json bad.json "${flip_digit}f(g[0]['tests'][0], 'signature', 8)"
run acvp "$sets/$name.prompt.json" --check bad.json
exits 1
last_line "7 passed, 1 failed"

scenario "with --check and -o there are a response and a comparison"
run acvp "$p" --check "$e" -o both-response.json
exits 0
last_line "7 passed, 0 failed"
must acvp "$p" --check both-response.json
run acvp "$p" --check "$e" -o -
exits 0
says "7 passed, 0 failed"
check python3 -c 'import json; json.load(open("out"))'

scenario "standard input may be the prompt, or the expected results, not both"
run_in "$p" acvp - --check "$e"
exits 0
last_line "7 passed, 0 failed"
run_in "$e" acvp "$p" --check -
exits 0
last_line "7 passed, 0 failed"
run acvp - --check -
exits 2

scenario "without given randomness signatures are fresh, and compared by verification"
for name in ml-dsa-siggen slh-dsa-siggen; do
    edit "$sets/$name.prompt.json" fresh.json 'for x in g:
    for t in x["tests"]:
        t.pop("rnd", None); t.pop("additionalRandomness", None)'
    must acvp fresh.json -o first.json
    must acvp fresh.json -o second.json
    refute cmp -s first.json second.json
    must acvp fresh.json --check first.json
    cases=$(grep -c '"tcId"' "$sets/$name.expected.json")
    last_line "$cases passed, 0 failed"
    edit first.json bad.json "${flip_digit}f(g[-1]['tests'][0], 'signature', 40)"
    run acvp fresh.json --check bad.json
    exits 1
    last_line "$((cases - 1)) passed, 1 failed"
done

# refused NAME PYTHON TEXT...: the changed prompt is not understood.
refused() {
    local name=$1 change=$2
    shift 2
    edit "$sets/$name.prompt.json" bad.json "$change"
    rm -f response.json
    run acvp bad.json -o response.json
    exits 3
    says bad.json "$@"
    one_line
    absent response.json
}

scenario "what is unknown is named"
refused sha2-256 's["algorithm"] = "SHA4-256"' "algorithm SHA4-256"
refused sha2-256 's["revision"] = "9.9"' "SHA2-256: revision 9.9"
refused ml-kem-keygen 's["mode"] = "keyVer"' "ML-KEM: mode keyVer"
refused ml-kem-keygen 'del s["mode"]' "mode is missing"
refused ml-kem-keygen 'g[0]["testType"] = "XYZ"' "testType XYZ" "tgId 1"
refused ml-kem-keygen 'g[0]["parameterSet"] = "ML-KEM-42"' "parameterSet ML-KEM-42" "tgId 1, tcId"
refused ml-kem-encapdecap 'g[0]["function"] = "f"' "function f"
refused ml-kem-encapdecap-tr1 'g[1]["keyFormat"] = "x"' "keyFormat x"
refused ml-dsa-siggen 'g[0]["signatureInterface"] = "x"' "signatureInterface x"
refused ml-dsa-siggen 'g[0]["signatureInterface"] = "external"; g[0]["preHash"] = "x"' "preHash x"
refused ml-dsa-siggen 'g[1]["tests"][0]["hashAlg"] = "MD5"; g[1]["preHash"] = "preHash"' "hashAlg MD5"
refused sha2-256 'g[1]["mctVersion"] = "x"' "mctVersion x"
refused sha2-256-large 'g[0]["tests"][0]["largeMsg"]["expansionTechnique"] = "x"' "expansionTechnique x"
refused kda-hkdf 'g[0]["kdfConfiguration"]["hmacAlg"] = "SHA-1"' "SHA-1"
refused kda-hkdf 'g[0]["kdfConfiguration"]["fixedInfoPattern"] = "uPartyInfo||x"' "fixedInfoPattern: x"
refused hqc-keygen 'g[0]["parameterSet"] = "HQC-512"' "parameterSet HQC-512"
refused dkem-keygen 'g[0]["parameterSet"] = "DKEM-1"' "parameterSet DKEM-1"

scenario "fields that are missing or of another type are named with group and case"
for field in d z; do
    refused ml-kem-keygen "del g[1]['tests'][0]['$field']" "tgId 2, tcId" "$field is missing"
    refused ml-kem-keygen "g[1]['tests'][0]['$field'] = 5" "tgId 2, tcId" "$field is not a string"
    refused ml-kem-keygen "g[1]['tests'][0]['$field'] = 'XY' * 32" "$field has a character"
    refused ml-kem-keygen "g[1]['tests'][0]['$field'] = 'A' * 63" "63 hexadecimal digits"
    refused ml-kem-keygen "g[1]['tests'][0]['$field'] = 'A' * 62" "31 bytes, 32 are needed"
    refused ml-kem-keygen "g[1]['tests'][0]['$field'] = 'A' * 66" "33 bytes, 32 are needed"
    refused ml-kem-keygen "g[1]['tests'][0]['$field'] = ''" "0 bytes, 32 are needed"
done
refused ml-kem-keygen 'del g[0]["tgId"]' "group 0" tgId
refused ml-kem-keygen 'g[0]["tgId"] = "1"' tgId
refused ml-kem-keygen 'del g[0]["testType"]' "testType is missing"
refused ml-kem-keygen 'del g[0]["tests"]' tests
refused ml-kem-keygen 'g[0]["tests"] = {}' tests
refused ml-kem-keygen 'g[0]["tests"] = [1]' tests
refused ml-kem-keygen 'del g[0]["tests"][0]["tcId"]' tcId
refused ml-kem-keygen 's["testGroups"] = 3' testGroups
refused ml-kem-keygen 'del s["algorithm"]' "algorithm is missing"
refused ml-kem-keygen 's["revision"] = 1' "revision is not a string"
refused ml-kem-keygen 's["mode"] = 1' "mode is not a string"
refused ml-dsa-siggen 'g[0]["deterministic"] = "yes"' "deterministic is not"
refused ml-dsa-siggen 'del g[0]["deterministic"]' "deterministic is missing"
refused sha2-256 'g[0]["tests"][0]["len"] = "8"' "len is not"
refused sha2-256 'g[0]["tests"][0]["len"] = -8' "len is not"
refused sha2-256 'g[0]["tests"][0]["len"] = 1.5' "len is not"
refused sha2-256 'g[0]["tests"][0]["len"] = 10**15' "len says"
refused sha2-256 'g[1]["tests"][0]["len"] = 10**15 * 8' "len says"
refused hmac-sha2-256 'g[0]["tests"][0]["macLen"] = 264' macLen
refused hmac-sha2-256 'g[0]["tests"][0]["macLen"] = 0' macLen
refused shake-128 'g[1]["minOutLen"] = 8' minOutLen
refused sha2-256-large 'g[0]["tests"][0]["largeMsg"]["content"] = ""' content
refused sha2-256-large 'g[0]["tests"][0]["largeMsg"] = []' largeMsg
refused kda-hkdf 'del g[0]["tests"][0]["fixedInfoPartyU"]' fixedInfoPartyU
refused kda-hkdf 'g[0]["tests"][0]["kdfParameter"]["l"] = 0' "HKDF cannot give 0 bytes"
refused kda-hkdf 'del g[2]["tests"][0]["dkm"]' "dkm is missing"

scenario "a message may end within a byte; the bits after its end do not count"
for name in sha2-224-bits sha3-224-bits shake-256-bits; do
    edit "$sets/$name.prompt.json" ones.json 'for x in g:
    for t in x["tests"]:
        rest = -t["len"] % 8
        t["msg"] = t["msg"][:-2] + "%02X" % (int(t["msg"][-2:], 16) | (1 << rest) - 1)'
    must acvp ones.json --check "$sets/$name.expected.json"
    last_line "$(grep -c '"tcId"' "$sets/$name.expected.json") passed, 0 failed"
done
wrong sha2-384-bits "${flip_digit}f(g[0]['tests'][0], 'md', 95)" ": md"
wrong shake-128-out-bits "${flip_digit}f(g[-1]['tests'][-1], 'md', 1)" ": md"
# One bit more or less is another message; the byte that holds the bit must be there.
edit "$sets/sha2-224-bits.prompt.json" longer.json 'g[0]["tests"][0]["len"] += 1'
run acvp longer.json --check "$sets/sha2-224-bits.expected.json"
exits 1
last_line "6 passed, 1 failed"
refused sha2-224-bits 'g[0]["tests"][0]["len"] += 8' "len says"
refused sha3-512-bits 'g[0]["tests"][0]["len"] += 8' "len says"
refused shake-256-bits 'g[0]["tests"][0]["len"] += 8' "len says"

scenario "lengths that are not whole bytes are refused where they are not supported"
refused hmac-sha2-256 'g[0]["tests"][0]["keyLen"] -= 1' "not whole bytes"
refused hmac-sha2-256 'g[0]["tests"][0]["macLen"] -= 1' "not whole bytes"
refused shake-128 'g[1]["minOutLen"] += 1' "not whole bytes"
refused sha2-256 'g[1]["tests"][0]["len"] -= 1' "not whole bytes"
refused sha2-256-large 'g[0]["tests"][0]["largeMsg"]["fullLength"] -= 1' "not whole bytes"
refused kda-hkdf 'g[0]["tests"][0]["kdfParameter"]["l"] = 1023' "not whole bytes"

scenario "keys that fail their check are no input of an operation"
refused ml-kem-encapdecap "t = g[0]['tests'][0]; t['ek'] = 'FF' * (len(t['ek']) // 2)" "tgId 1, tcId"
refused ml-dsa-siggen-tr1 "t = g[2]['tests'][0]; t['sk'] = t['sk'][:-8] + '00000000'" "tcId"

scenario "files that are no vector sets are not understood"
: >bad.json
run acvp bad.json
exits 3
for text in '{' '[]' '[1]' '3' '{"a":1}' '{"testGroups":[],"testGroups":[]}' 'x' '{"testGroups":"\u0000"}'; do
    printf '%s' "$text" >bad.json
    run acvp bad.json
    exits 3
    check test ! -s out
    run acvp "$p" --check bad.json
    exits 3
    says bad.json
done
head -c 2000 "$p" >bad.json
run acvp bad.json
exits 3
python3 -c 'print("[" * 100000 + "]" * 100000)' >bad.json
run acvp bad.json
exits 3
says bad.json
one_line
python3 -c 'print("{\"a\":" * 100000)' >bad.json
run acvp bad.json
exits 3
edit "$e" twice.json 'g[0]["tests"] *= 2'
run acvp "$p" --check twice.json
exits 3
says "stands there twice"
run acvp "$p" --check "$sets/ml-kem-keygen.expected.json"
exits 3
says "that of the prompt is encapDecap"

scenario "work is bounded: lengths without end are refused"
edit "$sets/sha2-256-large.prompt.json" bad.json 'g[0]["tests"][0]["largeMsg"]["fullLength"] = 2**62'
run acvp bad.json
exits 6
edit "$sets/shake-128.prompt.json" bad.json 'g[0]["tests"][0]["outLen"] = 2**40'
run acvp bad.json
exits 6

scenario "files that cannot be read or written, and usage"
run acvp no-such-file.json
exits 5
run acvp "$p" --check no-such-file.json
exits 5
run acvp "$p" -o no-such-folder/response.json
exits 5
run acvp
exits 2
says "PROMPT.json is missing"
cp "$e" kept.json
run acvp "$p" --check kept.json -o kept.json
exits 2
same "$e" kept.json
finish
