#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# RSA keys of other software: imported, verified with, and nothing else.
. "$(dirname "$0")/lib.sh"
new_store enc
printf 'a message of some length\n' >message
auth="not authentic: altered, or not of this key"

if ! command -v openssl >/dev/null; then
    scenario "the openssl command is not here: nothing is tested"
    check true
    finish
fi

# make BITS: the key rBITS.pem, with its public forms.
make() {
    openssl genpkey -algorithm RSA -pkeyopt "rsa_keygen_bits:$1" -out "r$1.pem" 2>/dev/null
    chmod 600 "r$1.pem"
    openssl pkey -in "r$1.pem" -pubout -out "r$1.pub"
    openssl pkcs8 -topk8 -nocrypt -in "r$1.pem" -outform DER -out "r$1.der"
    openssl rsa -in "r$1.pem" -traditional -out "r$1.pkcs1" 2>/dev/null
    openssl rsa -in "r$1.pem" -traditional -outform DER -out "r$1.pkcs1der" 2>/dev/null
    openssl rsa -in "r$1.pem" -RSAPublicKey_out -out "r$1.pubpkcs1" 2>/dev/null
    openssl rsa -in "r$1.pem" -RSAPublicKey_out -outform DER -out "r$1.pubpkcs1der" 2>/dev/null
    openssl pkey -in "r$1.pem" -pubout -outform DER -out "r$1.pubder"
    chmod 600 "r$1".*
}

# pss BITS HASH SALT: signs message into sig.
pss() {
    openssl dgst "-$2" -sigopt rsa_padding_mode:pss -sigopt "rsa_pss_saltlen:$3" \
        -sign "r$1.pem" -out sig message
}

# thumbprint FILE: of a public key in PEM (RFC 7638), its exponent being 65537.
thumbprint() {
    local n
    n=$(openssl rsa -pubin -in "$1" -modulus -noout | cut -d= -f2 | sed 's/../\\x&/g')
    n=$(printf '%b' "$n" | base64 -w 0 | tr '+/' '-_' | tr -d =)
    printf '{"e":"AQAB","kty":"RSA","n":"%s"}' "$n" | openssl dgst -sha256 -binary | base64 |
        tr '+/' '-_' | tr -d =
}

scenario "keys of three sizes come in as PEM and DER, and verify what openssl signed"
for bits in 2048 3072 4096; do
    make "$bits"
    pss "$bits" sha256 32
    for form in pem pub der pubder pkcs1 pkcs1der pubpkcs1 pubpkcs1der; do
        must keys import "$form$bits" "r$bits.$form"
        prints "RSA-$bits-PS256" "kid $(thumbprint "r$bits.pub")"
        must verify -k "$form$bits" --raw --sig sig message
    done
    must keys show "pub$bits"
    prints "RSA-$bits-PS256" "public part only"
    must verify -k "./r$bits.pub" --raw --sig sig message
    must verify -k "./r$bits.pubder" --raw --sig sig message
    cp sig bad.sig
    flip bad.sig $((bits / 16))
    run verify -k "pub$bits" --raw --sig bad.sig message
    exits 1
    says "$auth"
    cp message changed
    flip changed 3
    run verify -k "pub$bits" --raw --sig sig changed
    exits 1
    printf x >>sig
    run verify -k "pub$bits" --raw --sig sig message
    exits 1
done
pss 2048 sha256 32
run verify -k pub3072 --raw --sig sig message
exits 1
run verify -k pub2048 --raw --context c --sig sig message
exits 2

scenario "a file of any size is verified in constant memory"
truncate -s 300M message.big
mv message message.small
ln -s message.big message
pss 3072 sha256 32
rm message
mv message.small message
limit="ulimit -v 200000"
# A sanitizer maps far more address space than that; then only the result is looked at.
bash -c "$limit && '$KEYBRAID' version" >/dev/null 2>&1 || limit=true
check bash -c "$limit"' && "$0" verify -k ./r3072.pub --raw --sig sig message.big -q' "$KEYBRAID"
rm message.big

scenario "another hash or length of salt is another signature"
for variant in "sha384 48" "sha512 64" "sha256 20" "sha1 20"; do
    # shellcheck disable=SC2086
    pss 2048 $variant
    run verify -k pub2048 --raw --sig sig message
    exits 1
done
openssl dgst -sha256 -sign r2048.pem -out sig message
run verify -k pub2048 --raw --sig sig message
exits 1

scenario "a key that says its hash is verified with by that hash"
must keys export pub2048 -o plain.jwk
check grep -q '"kty":"RSA","alg":"PS256","n":"' plain.jwk
for hash in 384 512; do
    sed "s/PS256/PS$hash/" plain.jwk >"ps$hash.jwk"
    must keys import "ps$hash" "ps$hash.jwk"
    prints "RSA-2048-PS$hash"
    pss 2048 "sha$hash" "$((hash / 8))"
    must verify -k "ps$hash" --raw --sig sig message
    must verify -k "./ps$hash.jwk" --raw --sig sig message
    run verify -k pub2048 --raw --sig sig message
    exits 1
done

scenario "id-RSASSA-PSS with parameters of PS256, PS384, PS512, or none"
for hash in 256 384 512; do
    openssl genpkey -algorithm RSA-PSS -pkeyopt rsa_keygen_bits:2048 \
        -pkeyopt "rsa_pss_keygen_md:sha$hash" -pkeyopt "rsa_pss_keygen_mgf1_md:sha$hash" \
        -pkeyopt "rsa_pss_keygen_saltlen:$((hash / 8))" -out "p$hash.pem" 2>/dev/null
    chmod 600 "p$hash.pem"
    openssl pkey -in "p$hash.pem" -pubout -out "p$hash.pub"
    must keys import "p$hash" "p$hash.pem"
    prints "RSA-2048-PS$hash"
    must keys import "q$hash" "p$hash.pub"
    prints "RSA-2048-PS$hash"
    openssl dgst "-sha$hash" -sigopt rsa_padding_mode:pss -sigopt "rsa_pss_saltlen:$((hash / 8))" \
        -sign "p$hash.pem" -out sig message
    must verify -k "q$hash" --raw --sig sig message
done
openssl genpkey -algorithm RSA-PSS -pkeyopt rsa_keygen_bits:2048 -out p.pem 2>/dev/null
openssl pkey -in p.pem -pubout -out p.pub
must keys import p p.pub
prints "RSA-2048-PS256"
openssl genpkey -algorithm RSA-PSS -pkeyopt rsa_keygen_bits:2048 -pkeyopt rsa_pss_keygen_md:sha1 \
    -pkeyopt rsa_pss_keygen_mgf1_md:sha1 -pkeyopt rsa_pss_keygen_saltlen:20 -out p1.pem 2>/dev/null
openssl pkey -in p1.pem -pubout -out p1.pub
run keys import p1 p1.pub
exits 3
says "SHA-1"
openssl genpkey -algorithm RSA-PSS -pkeyopt rsa_keygen_bits:2048 \
    -pkeyopt rsa_pss_keygen_md:sha256 -pkeyopt rsa_pss_keygen_mgf1_md:sha256 \
    -pkeyopt rsa_pss_keygen_saltlen:20 -out p2.pem 2>/dev/null
openssl pkey -in p2.pem -pubout -out p2.pub
run keys import p2 p2.pub
exits 3

scenario "openssl reads what is exported, and verifies with it"
must keys export pem2048 --pem -o out.pub
same out.pub r2048.pub
for hash in 384 512; do
    must keys export "q$hash" --pem -o out.pub
    openssl pkey -pubin -in out.pub -outform DER -out out.der
    check test -s out.der
    openssl dgst "-sha$hash" -sigopt rsa_padding_mode:pss \
        -sigopt "rsa_pss_saltlen:$((hash / 8))" -sign "p$hash.pem" -out sig message
    check openssl dgst "-sha$hash" -sigopt rsa_padding_mode:pss \
        -sigopt "rsa_pss_saltlen:$((hash / 8))" -verify out.pub -signature sig message >/dev/null
done
must keys export pem2048 --private -o private.key --key-passphrase-file "$pass"
must keys import again private.key --key-passphrase-file "$pass"
prints "RSA-2048-PS256" "$(thumbprint r2048.pub)"

scenario "nothing new is made, signed, encrypted or paired with RSA"
for form in "" --raw --jws; do
    # shellcheck disable=SC2086
    run sign -k pem2048 $form message -o never
    exits 4
    says "RSA-2048-PS256" "only verifies"
    one_line
    absent never
done
must keys show pem2048
prints "uses     0"
must keygen ed --alg Ed25519
run sign -k pem2048 -k ed message -o never
exits 4
run sign -k ed -k pem2048 message -o never
exits 4
absent never
must sign -k ed message -o ed.sig
run verify -k ed -k pub2048 --sig ed.sig message
exits 4
says "no part of a pair"
run encrypt -r pub2048 message -o never
exits 4
run encrypt -r ./plain.jwk message -o never
exits 4
absent never
for alg in RSA RSA-2048 RSA-2048-PS256 RSA-3072-PS512; do
    run keygen made --alg "$alg"
    exits 4
    says "RSA"
    one_line
done
run keygen made --alg RSA-2048-PS256+ML-KEM-768
exits 4
run keys show made
exits 4
run keys rotate pem2048
exits 4
says "RSA"
must keys show pem2048
prints "version 1, primary"

scenario "other sizes and exponents are refused with their number"
make 1024
make 2056
run keys import small r1024.pub
exits 3
says "1024 bits" "2048, 3072 and 4096"
one_line
run keys import odd r2056.pem
exits 3
says "2056 bits"
openssl genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:2048 -pkeyopt rsa_keygen_pubexp:3 \
    -out e3.pem 2>/dev/null
run keys import e3 e3.pem
exits 3
says "exponent of 3"
openssl genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:2048 -pkeyopt rsa_keygen_primes:3 \
    -out three.pem 2>/dev/null
run keys import three three.pem
exits 3
says "more than two primes"
openssl rsa -in r2048.pem -traditional -aes256 -passout pass:x -out locked.pem 2>/dev/null
run keys import locked locked.pem
exits 3
finish
