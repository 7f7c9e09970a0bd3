#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# Verbs, options, help: what needs no key.
. "$(dirname "$0")/lib.sh"

verbs="init keygen keys,list keys,show keys,export keys,import keys,rotate encrypt decrypt
reencrypt rewrap convert inspect sign verify catalog selftest acvp bench version"

scenario "help goes to standard output and ends with 0"
for words in help --help -h; do
    must $words
    prints "usage: keybraid" "encrypt" "selftest"
    check test ! -s err
done

scenario "every verb has help with two examples"
for verb in $verbs; do
    words=${verb/,/ }
    must $words --help
    prints "usage: keybraid $words" "examples:"
    check test "$(grep -c '^  .*keybraid ' out)" -ge 2
    must help $words
    prints "usage: keybraid $words"
done
must keys --help
prints "keys rotate"

scenario "help is given even beside other mistakes"
must encrypt --nonsense --help
prints "usage: keybraid encrypt"

scenario "no arguments: usage on standard error, exit code 2"
run
exits 2
says "usage: keybraid"
check test ! -s out
run keys
exits 2
says "keys list"

scenario "what is wrong is named, in one line, with exit code 2"
for words in nonsense "keys nonsense" "help nonsense" --nonsense; do
    run $words
    exits 2
    says nonsense
    one_line
done
run encrypt --nonsense
exits 2
says "unknown option --nonsense" "keybraid encrypt --help"
one_line
run encrypt -z
exits 2
says "unknown option -z"
run encrypt -r
exits 2
says "--recipient needs a value"
run encrypt -r a --aad=
exits 2
says "--aad has an empty value"
run encrypt -r a --format jwe --format compact
exits 2
says "--format is given twice"
run encrypt -r a --quiet=yes
exits 2
says "--quiet takes no value"
run encrypt -r a one two
exits 2
says "one argument too many: two"
run keygen
exits 2
says "NAME is missing"
run keys import alice
exits 2
says "FILE is missing"
run encrypt
exits 2
says "-r NAME"

scenario "values that are none are refused and named"
run encrypt -r a --format pgp
exits 2
says "--format pgp"
run encrypt -r a --enc A128GCM
exits 2
says "--enc A128GCM"
run catalog --profile nonsense
exits 2
says "--profile nonsense"
run encrypt -r a --format compact --aad "$pass"
exits 2
says "--aad needs --format jwe"
run keygen a --expires soon
exits 2
says "--expires soon"
for when in 0d 2020-01-01 2027-02-30 2027-13-01 99999999d 2027-01-31T25:00:00Z 5x d -5d; do
    run keygen a --expires=$when
    exits 2
    says "--expires $when"
done
for uses in 0 -1 x 99999999999999999999 1.5; do
    run keygen a --max-uses=$uses
    exits 2
    says "--max-uses"
done

scenario "B4: standard input can be wanted only once"
run decrypt --passphrase-file -
exits 2
says "standard input cannot be both" "--passphrase-file"
run encrypt -r a --aad - -
exits 2
says "standard input cannot be both" "--aad"
run keys import a - --key-passphrase-file -
exits 2
says "standard input cannot be both"

scenario "names from outside are shown with their control characters escaped"
run $'\033[31mred'
exits 2
says '\x1b[31mred'
one_line
run encrypt -r $'a\nb'
refute test $rc -eq 0
one_line

scenario "version says what runs"
must version
prints "keybraid 0." libcrypto processor tables
must --version
prints "keybraid 0."
must version --json
prints '"version":"0.' '"libcrypto":"OpenSSL' '"tables":{'

# families TABLE: how many families run on it, going by the last output.
families() { sed -n '/^tables/,$p' out | grep -c " $1\$"; }

scenario "KEYBRAID_CPU=portable forces the portable tables, all does not"
KEYBRAID_CPU=all must version
total=$(sed -n '/^tables/,$p' out | wc -l)
check test "$total" -ge 9
prints "Keccak " "base64url "
cp out all
KEYBRAID_CPU=portable must version
prints "processor  none"
check test "$(families portable)" -eq "$total"
KEYBRAID_CPU=portable must --version --json
prints '"processor":"none"' '"Keccak":"portable"' '"base64url":"portable"'
if grep -q ' avx2$' all; then
    avx2=$(grep -c ' avx2$' all)
    KEYBRAID_CPU=avx2 must version
    check test "$(families avx2)" -ge "$avx2"
    refute grep -q '^processor.* sha' out
    KEYBRAID_CPU=bmi2,sha must version
    check test "$(families avx2)" -eq 0
fi

scenario "a KEYBRAID_CPU that is none is an error of every verb, and of the bench"
for words in version "catalog --pairs" help "bench help"; do
    KEYBRAID_CPU=fast run $words
    exits 2
    says KEYBRAID_CPU
    one_line
done
last="keybraid-bench help"
KEYBRAID_CPU=avx2,fast "${KEYBRAID%/*}/keybraid-bench" help >out 2>err
rc=$?
exits 2
says KEYBRAID_CPU
one_line
KEYBRAID_CPU=portable "${KEYBRAID%/*}/keybraid-bench" help >out 2>err
rc=$?
exits 0
prints ratio KEYBRAID_CPU
must version --help
prints KEYBRAID_CPU

scenario "catalog lists algorithms and the pairs that follow from them"
must catalog
prints ML-KEM-768 recommended "FIPS 203"
must catalog --pairs
prints X25519+ML-KEM-768
must catalog --pairs --json
prints '{"alg":"X25519+ML-KEM-768","classical":"X25519","pqc":"ML-KEM-768","levels":[1,3]}'
pairs=$(grep -o '"alg"' out | wc -l)
must catalog --pairs --json --profile securecore-2026
check test "$(grep -o '"alg"' out | wc -l)" -eq "$pairs"
prints '"levels":[2,3]'

scenario "a closed standard output is an error, not a silence"
"$KEYBRAID" version >&- 2>err
rc=$?
last="version >&-"
exits 5
"$KEYBRAID" version >/dev/full 2>err
rc=$?
last="version >/dev/full"
exits 5
says "standard output"
finish
