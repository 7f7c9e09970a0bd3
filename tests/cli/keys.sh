#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# keybraid keys: list, show, export, import, rotate.
. "$(dirname "$0")/lib.sh"
new_store alice bob
echo hello >plain
printf 'pass-phrase of the file\n' >filepass
chmod 600 filepass

kid_of() {
    "$KEYBRAID" inspect "$1" --json | grep -o '"kid":"[^"]*"' | head -1 | cut -d'"' -f4
}

scenario "list shows every version, for people and for machines"
must keys list
prints NAME alice bob primary X25519+ML-KEM-768
must keys list --json
prints '[{"name":"alice","id":"' '"state":"primary"' '"private":true' '"uses":0}'
check test "$(grep -o '"name"' out | wc -l)" -eq 2

scenario "show tells state, age, limits and uses"
must encrypt -r alice plain -o token
must keys show alice
prints "version 1, primary" "uses     1" "ago" "CKEM1.X25519.ML-KEM-768.HKDF-SHA256"
must keys show alice --json
prints '"uses":1' '"max_uses":null' '"protect_until_s":null'
run keys show nobody
exits 4
says "no such key" "nobody"
one_line

scenario "the public JWK is what a sender needs, and no more"
must keys export alice
prints '"kty":"AKP"' '"pub":"' '"kid":"'
refute grep -q '"priv"' out
must keys export alice -o alice.jwk
check test -s alice.jwk
refute grep -q '"priv"' alice.jwk

scenario "the private key leaves only into a protected file"
run keys export alice --private
exits 2
says "--private needs -o"
run keys export alice --private -o -
exits 2
umask 000
must keys export alice --private -o alice.key --key-passphrase-file filepass
umask 022
mode_is alice.key 600
refute grep -q priv\" alice.key
check grep -q '^{"keybraid":"private-key","v":1,"kdf":{"alg":"argon2id","memory_kib":65536,"passes":3,' alice.key

scenario "B7: an existing file is not replaced without --force, and a link never"
cp alice.key before
run keys export bob --private -o alice.key --key-passphrase-file filepass
exits 5
says "exists" "--force"
one_line
same alice.key before
chmod 644 alice.key
must keys export alice --private -o alice.key --key-passphrase-file filepass --force
mode_is alice.key 600
ln -s elsewhere link
run keys export alice --private -o link --key-passphrase-file filepass
exits 5
run keys export alice --private -o link --key-passphrase-file filepass --force
exits 5
absent elsewhere

scenario "a second store decrypts after export and import"
must init --no-passphrase --store second.db
must keys import alice alice.key --key-passphrase-file filepass --store second.db
prints "imported alice"
must decrypt token -o back --store second.db
same plain back

scenario "single and signature keys are made, exported as PEM and imported again"
must keygen kem --alg ML-KEM-768
must keygen signer --alg ML-DSA-65+Ed25519
prints "made signer, version 1: ML-DSA-65-Ed25519"
must keygen curve --alg ECDSA-P384
must keys export signer --pem -o signer.pem
check grep -q "^-----BEGIN PUBLIC KEY-----$" signer.pem
check test "$(tail -c 1 signer.pem | od -An -tx1)" = " 0a"
must keys import signer2 signer.pem
prints "imported the public part of signer2, version 1: ML-DSA-65-Ed25519"
must keys export curve --pem -o curve.pem
run keys import curve2 curve.pem
exits 4
says "curve.pem" "enc or sig"
one_line
must keys import curve2 curve.pem --use sig
prints "ECDSA-P384"
run keys import curve3 curve.pem --use both
exits 2
run keys export alice --pem
exits 3
says "no PEM form"
run keys export kem --pem --private -o kem.key
exits 2
run encrypt -r kem plain
exits 4
run encrypt -r signer plain
exits 4

scenario "a name keeps its purpose, and both halves of a signature count as levels"
must keys rotate signer
prints "rotated signer, version 2: ML-DSA-65-Ed25519"
must keys rotate signer --alg ML-DSA-87+Ed448
run keys rotate signer --alg ML-DSA-65+Ed25519
exits 4
says "--allow-downgrade"
run keys rotate signer --alg ML-KEM-768 --allow-downgrade
exits 4
says "for signatures"
run keys rotate bob --alg ML-DSA-87 --allow-downgrade
exits 4
says "for encryption"

scenario "a private PEM of other software is imported"
printf '%s\n' '-----BEGIN PRIVATE KEY-----' \
    'MC4CAQAwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp+K06/nwoy/HU++CXqI9EdVhC' \
    '-----END PRIVATE KEY-----' >ed.pem
chmod 600 ed.pem
must keys import ed ed.pem
prints "imported ed, version 1: Ed25519"
must keys export ed --pem
prints "MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE="
if command -v openssl >/dev/null; then
    scenario "keys of openssl are imported and come out as openssl writes them"
    for alg in X25519 X448 ED25519 ED448 P-256 P-384 P-521; do
        case $alg in
        P-*) openssl genpkey -algorithm EC -pkeyopt "ec_paramgen_curve:$alg" -out o.pem 2>/dev/null ;;
        *) openssl genpkey -algorithm "$alg" -out o.pem 2>/dev/null ;;
        esac
        chmod 600 o.pem
        openssl pkey -in o.pem -pubout -out o.pub
        must keys import "o-$alg" o.pem --use sig
        must keys export "o-$alg" --pem -o o.out
        same o.pub o.out
        openssl pkey -in o.pem -outform DER -out o.der
        must keys import "d-$alg" o.der --use enc
        openssl pkey -in o.pem -pubout -outform DER -out o.pubder
        must keys import "p-$alg" o.pubder --use sig
    done
    openssl pkey -in o.pem -aes256 -passout pass:x -out o.enc 2>/dev/null
    run keys import enc o.enc
    exits 3
    says "encrypted PKCS#8"
    openssl ecparam -name prime256v1 -genkey -out o.sec1 2>/dev/null
    chmod 600 o.sec1
    must keys import sec1 o.sec1 --use sig
    prints "ECDSA-P256"
fi

scenario "a wrong pass-phrase of the file is its own message"
run keys import other alice.key --key-passphrase-file "$pass" --store second.db
exits 4
says "key file"
one_line

scenario "a protected file that was altered in any part does not open"
for at in 3 27 60 80 110 150 400 700; do
    cp alice.key bent
    flip bent $at
    run keys import other bent --key-passphrase-file filepass --store second.db
    refute test $rc -eq 0
    refute test $rc -ge 70
    one_line
done
head -c 900 alice.key >bent
run keys import other bent --key-passphrase-file filepass --store second.db
refute test $rc -eq 0

scenario "a work factor out of bounds is refused before any work"
for change in s/65536/99999999/ s/65536/1/ 's/"passes":3/"passes":4000000/' 's/"passes":3/"passes":0/' \
    's/"passes":3/"passes":-1/' 's/"passes":3/"passes":1e9/' 's/"passes":3/"passes":4294967297/'; do
    sed "$change" alice.key >bent
    run keys import other bent --key-passphrase-file filepass --store second.db
    check test $rc -eq 6 -o $rc -eq 3
    one_line
done

scenario "a public JWK makes a key that only encrypts"
must keys export bob -o bob.jwk
must keys import public-bob bob.jwk --store second.db
prints "public part"
must encrypt -r public-bob plain -o forbob --store second.db
must decrypt forbob -o back
same plain back
run decrypt forbob -o never --store second.db
exits 4
absent never

scenario "private JWKs of another implementation open its tokens"
vectors=$tests_dir/../../vectors/ckem1/tokens.kat
must init --no-passphrase --store foreign.db
n=0
while IFS= read -r line; do
    value=${line#* = }
    case $line in
    'mode = '*) mode=$value ;;
    'enc = '*) enc=$value ;;
    'jwk_0_text = '*) printf '%s' "$value" >foreign.jwk ;;
    'plaintext ='*) printf '%s' "${line#plaintext =}" | tr -d ' \n' >hex ;;
    'token_text = '*)
        printf '%s' "$value" >foreign.jwe
        if [ "$mode" != wrap ] && [ "$enc" = A256GCM ]; then
            n=$((n + 1))
            cp foreign.jwk known.jwk
            chmod 600 foreign.jwk
            must keys import "foreign$n" foreign.jwk --store foreign.db
            refute grep -q warning err
            must decrypt foreign.jwe -o back --store foreign.db
            check test "$(od -An -v -tx1 back | tr -d ' \n')" = "$(cat hex)"
        fi
        ;;
    esac
done <"$vectors"
check test $n -ge 6
chmod 644 known.jwk
must keys import readable known.jwk --store foreign.db
says "warning" "private key" "may be read by others"

scenario "encrypting to a private JWK uses its public part, with a warning"
must encrypt -r known.jwk plain -o forforeign
says "warning" "private key"
must keys list --store foreign.db
must decrypt forforeign -o back --store foreign.db
same plain back

scenario "a private JWK whose halves do not belong together is refused"
sed 's/\("priv":"\)A/\1B/; t; s/\("priv":"\)./\1A/' known.jwk >bent.jwk
refute cmp -s known.jwk bent.jwk
run keys import bent bent.jwk --store foreign.db
exits 4
one_line

scenario "a public key has no private part to export"
run keys export public-bob --private -o never --key-passphrase-file filepass --store second.db
exits 4
absent never

scenario "B1, B3: files in another encoding are refused by its name"
printf '\xef\xbb\xbf' | cat - bob.jwk >bom.jwk
iconv -f UTF-8 -t UTF-16 bob.jwk >utf16.jwk
run keys import x bom.jwk
exits 3
says "byte order mark"
one_line
run keys import x utf16.jwk
exits 3
says "UTF-16"
one_line
run encrypt -r ./bom.jwk plain
exits 3
says "byte order mark"
run encrypt -r ./utf16.jwk plain
exits 3
says "UTF-16"
one_line

scenario "files that are no key are refused"
for content in '' '{}' '[]' 'hello' '{"kty":"AKP"}' '{"kty":"oct","k":"AAAA"}' '{"keybraid":"private-key"}'; do
    printf '%s' "$content" >junk.jwk
    run keys import x junk.jwk --key-passphrase-file filepass
    check test $rc -eq 3 -o $rc -eq 4
    one_line
done
run keys import x no-such-file
exits 5
says no-such-file
cut -c1-600 bob.jwk >cut.jwk
run keys import x cut.jwk
exits 3

scenario "a name that is taken is not imported over"
run keys import bob bob.jwk
exits 4
says exists

scenario "after rotation old tokens decrypt and new ones use the new key"
must encrypt -r alice plain -o old
must keys rotate alice
prints "rotated alice, version 2"
must encrypt -r alice plain -o new
refute test "$(kid_of old)" = "$(kid_of new)"
must decrypt old -o back
same plain back
must decrypt new -o back
same plain back
must keys show alice
prints "version 1, retired" "version 2, primary"
must keys export alice --version 1
prints "$(kid_of old)"
must keys export alice
prints "$(kid_of new)"
run keys export alice --version 9
exits 4

scenario "rotation keeps the limits unless told otherwise"
must keygen lim --max-uses 7 --expires 10d
must keys rotate lim
must keys show lim --json
check test "$(grep -o '"max_uses":7' out | wc -l)" -eq 2
refute grep -q '"protect_until_s":null' out
must keys rotate lim --max-uses none --expires never
must keys show lim --json
prints '"max_uses":null' '"protect_until_s":null'

scenario "rotation to a lower level needs --allow-downgrade"
must keygen strong --alg X448+ML-KEM-1024
run keys rotate strong --alg X448+ML-KEM-768
exits 4
says "--allow-downgrade"
one_line
run keys rotate strong --alg ML-KEM-1024
exits 4
must keys rotate strong
prints "CKEM1.X448.ML-KEM-1024"
must keys rotate strong --alg P-521+ML-KEM-1024
must keys rotate strong --alg X448+ML-KEM-768 --allow-downgrade
prints "version 4: CKEM1.X448.ML-KEM-768"
run keys rotate nobody
exits 4
says nobody
finish
