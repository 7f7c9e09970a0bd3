#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# keybraid sign and verify.
. "$(dirname "$0")/lib.sh"
new_store enc
head -c 200001 /dev/urandom >plain
printf 'hello' >small
algs="ML-DSA-44 ML-DSA-87 SLH-DSA-SHA2-128f SLH-DSA-SHAKE-128f Ed25519 Ed448 ECDSA-P256 ECDSA-P384 ECDSA-P521 ML-DSA-65+Ed25519 ML-DSA-87+Ed448"
for alg in $algs; do
    "$KEYBRAID" keygen "k.${alg//+/_}" --alg "$alg" -q || exit 1
    "$KEYBRAID" keys export "k.${alg//+/_}" -o "k.${alg//+/_}.jwk" || exit 1
done
auth="not authentic: altered, or not of this key"

scenario "every algorithm signs a file, and a changed file or signature is refused"
for alg in $algs; do
    key=k.${alg//+/_}
    rm -f plain.sig
    must sign -k "$key" plain
    must verify -k "$key" plain
    must verify -k "./$key.jwk" plain
    cp plain changed
    flip changed 150000
    run verify -k "$key" --sig plain.sig changed
    exits 1
    says "$auth"
done

scenario "bare signatures have the length of the standard"
while read -r alg bytes; do
    key=k.${alg//+/_}
    must sign -k "$key" --raw small -o raw.sig
    check test "$(stat -c %s raw.sig)" = "$bytes"
    must verify -k "$key" --raw --sig raw.sig small
    cp raw.sig bad.sig
    flip bad.sig $((bytes / 2))
    run verify -k "$key" --raw --sig bad.sig small
    exits 1
    says "$auth"
    printf x >>raw.sig
    run verify -k "$key" --raw --sig raw.sig small
    exits 1
done <<'SIZES'
ML-DSA-44 2420
ML-DSA-87 4627
SLH-DSA-SHA2-128f 17088
SLH-DSA-SHAKE-128f 17088
Ed25519 64
Ed448 114
ECDSA-P256 64
ECDSA-P384 96
ECDSA-P521 132
ML-DSA-65+Ed25519 3373
SIZES

# limited ARGS...: the command succeeds in little address space.
limited() {
    last="keybraid $* in little memory"
    (
        eval "$limit"
        exec "$KEYBRAID" "$@"
    ) >out 2>err </dev/null
    rc=$?
    exits 0
}

scenario "bare signatures of any size take constant memory, but for EdDSA"
truncate -s 300M big
limit="ulimit -v 200000"
# A sanitizer maps far more address space than that; then only the result is looked at.
bash -c "$limit && '$KEYBRAID' version" >/dev/null 2>&1 || limit=true
for alg in ML-DSA-44 ML-DSA-65+Ed25519 SLH-DSA-SHA2-128f SLH-DSA-SHAKE-128f ECDSA-P256; do
    key=k.${alg//+/_}
    limited sign -k "$key" --raw big -o big.raw -q
    limited verify -k "$key" --raw --sig big.raw big -q
    cp big.raw "$key.raw"
done
limited sign -k k.Ed25519 big -o big.sig -q
limited verify -k k.Ed25519 --sig big.sig big -q
for alg in Ed25519 Ed448; do
    run sign -k "k.$alg" --raw big -o never
    exits 6
    says "holds the message" "without --raw any size"
    absent never
    run verify -k "k.$alg" --raw --sig small big
    exits 6
done

scenario "another file of that size is refused"
flip big 314572799
for alg in SLH-DSA-SHA2-128f SLH-DSA-SHAKE-128f ECDSA-P256; do
    run verify -k "k.$alg" --raw --sig "k.$alg.raw" big
    exits 1
    says "$auth"
done
flip big 314572799

scenario "SLH-DSA reads a redirected file twice, verifies a pipe and holds one to sign it"
run_in plain sign -k k.SLH-DSA-SHA2-128f --raw -o plain.raw
exits 0
must verify -k k.SLH-DSA-SHA2-128f --raw --sig plain.raw plain
cat plain | "$KEYBRAID" sign -k k.SLH-DSA-SHA2-128f --raw -o piped.raw -q 2>err
rc=$?
exits 0
must verify -k k.SLH-DSA-SHA2-128f --raw --sig piped.raw plain
cat big | "$KEYBRAID" verify -k k.SLH-DSA-SHA2-128f --raw --sig k.SLH-DSA-SHA2-128f.raw -q 2>err
rc=$?
exits 0
cat big | "$KEYBRAID" sign -k k.SLH-DSA-SHA2-128f --raw -o never 2>err
rc=$?
exits 6
says "reads its input twice" "a file may have any size"
absent never
rm -f big big.* ./*.raw

scenario "the context is bound, goes with --raw only and has a bound"
must sign -k k.ML-DSA-44 --raw --context firmware small -o raw.sig
must verify -k k.ML-DSA-44 --raw --context firmware --sig raw.sig small
run verify -k k.ML-DSA-44 --raw --context other --sig raw.sig small
exits 1
run verify -k k.ML-DSA-44 --raw --sig raw.sig small
exits 1
run sign -k k.ML-DSA-44 --context firmware small
exits 2
says "--raw"
run sign -k k.ECDSA-P256 --raw --context firmware small -o never
exits 2
says "has no context"
run sign -k k.ML-DSA-44 --raw --context "$(printf '%0256d' 1)" small -o never
exits 2
absent never

scenario "two keys make a pair, of which both are needed, in either order"
rm -f plain.sig
must sign -k k.Ed25519 -k k.ML-DSA-87 plain
must verify -k k.Ed25519 -k k.ML-DSA-87 plain
must verify -k k.ML-DSA-87 -k k.Ed25519 plain
for keys in "k.Ed25519 -k k.ML-DSA-44" "k.Ed25519" "k.ML-DSA-87"; do
    # shellcheck disable=SC2086
    run verify -k $keys plain
    refute test $rc -eq 0
done
run sign -k k.Ed25519 -k k.Ed25519 plain -o never
refute test $rc -eq 0
absent never
run sign -k k.Ed25519 -k k.Ed448 -k k.ML-DSA-44 plain
exits 2

scenario "a payload is carried and comes out only when the signature is good"
must sign --jws -k k.ML-DSA-44 small -o small.jws
must verify --jws -k k.ML-DSA-44 small.jws -o back
same small back
run verify --jws -k k.ML-DSA-87 small.jws -o never
refute test $rc -eq 0
absent never
sed 's/"payload":"aGVsbG8"/"payload":"aGVsbGk"/' small.jws >bad.jws
refute cmp -s small.jws bad.jws
run verify --jws -k k.ML-DSA-44 bad.jws -o never
exits 1
says "$auth"
absent never
run verify -k k.ML-DSA-44 --sig small.jws small
exits 3
must sign -k k.ML-DSA-44 small -o detached
run verify --jws -k k.ML-DSA-44 detached
exits 3

scenario "pipes work, and a rotated key verifies what it signed before"
run_in plain sign -k k.ML-DSA-44
exits 0
cp out piped.sig
must verify -k k.ML-DSA-44 --sig piped.sig plain
run_in plain verify -k k.ML-DSA-44 --sig piped.sig
exits 0
run_in plain verify -k k.ML-DSA-44
exits 2
must keys rotate k.ML-DSA-44
must verify -k k.ML-DSA-44 --sig piped.sig plain
run verify -k k.ML-DSA-44 --version 2 --sig piped.sig plain
exits 1

scenario "any number of threads makes a signature that verifies"
for alg in SLH-DSA-SHA2-128f ML-DSA-44; do
    for jobs in 1 2 7; do
        must sign -k "k.$alg" --jobs $jobs plain -o jobs.sig
        must verify -k "k.$alg" --sig jobs.sig plain
        must sign -k "k.$alg" --raw --jobs $jobs plain -o jobs.raw
        must verify -k "k.$alg" --raw --sig jobs.raw plain
    done
done
cat plain | "$KEYBRAID" sign -k k.SLH-DSA-SHA2-128f --raw --jobs 2 -o jobs.raw -q 2>err
rc=$?
exits 0
must verify -k k.SLH-DSA-SHA2-128f --raw --sig jobs.raw plain
must sign -k k.Ed25519 -k k.SLH-DSA-SHA2-128f --jobs 2 plain -o jobs.sig
must verify -k k.Ed25519 -k k.SLH-DSA-SHA2-128f --sig jobs.sig plain
for jobs in 257 x -1; do
    run sign -k k.ML-DSA-44 --jobs $jobs plain -o never
    exits 2
    absent never
done

scenario "what cannot be done is said"
run sign plain
exits 2
says "-k"
run sign -k nobody plain
exits 4
says "no key is named nobody"
run sign -k enc plain
exits 4
says "signs nothing"
run sign -k ./k.Ed25519.jwk plain
exits 2
run verify -k k.Ed25519 nofile
exits 5
run verify -k k.Ed25519 --sig plain plain
exits 3
run encrypt -r k.Ed25519 plain -o never
exits 4
absent never
run sign -k k.Ed25519 plain -o plain
exits 2
must keygen once --alg Ed25519 --max-uses 1
must sign -k once small -o s.sig
run sign -k once small -o t.sig
exits 6
absent t.sig
must verify -k once --sig s.sig small

finish
