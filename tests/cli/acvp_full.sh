#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# keybraid acvp over the full public sets in $KEYBRAID_VECTORS; without it there is nothing
# to do. usage: acvp_full.sh PATH-OF-KEYBRAID quick|long: long has the sets that take
# minutes (data of gigabytes, SLH-DSA signing).
part=$2
. "$(dirname "$0")/lib.sh"
full=${KEYBRAID_VECTORS:-}
if [ -z "$full" ]; then
    echo "1..0 # skip: KEYBRAID_VECTORS is not set"
    is_finished=1
    exit 0
fi
all=0

# set_of NAME PROMPT EXPECTED: every case of the expected results comes out.
set_of() {
    local cases
    gzip -dc "$full/$2" >prompt.json && gzip -dc "$full/$3" >expected.json || bad "$1: files"
    cases=$(python3 -c '
import json, sys
print(sum(len(g["tests"]) for g in json.load(open("expected.json"))["testGroups"]))')
    must acvp prompt.json --check expected.json
    checks=$((checks + 1))
    [ "$(tail -n 1 out)" = "$cases passed, 0 failed" ] || bad "$1: $(tail -n 3 out)"
    echo "# $1: $(tail -n 1 out)"
    all=$((all + cases))
}

# folder_of FOLDER: a set in the form of the public server.
folder_of() {
    set_of "$1" "$1/prompt.json.gz" "$1/expectedResults.json.gz"
}

# more_of FOLDER...: sets that not every copy of the public files has.
more_of() {
    local folder
    for folder in "$@"; do
        if [ -f "$full/$folder/prompt.json.gz" ]; then
            folder_of "$folder"
        else
            echo "# $folder: not there"
        fi
    done
}

if [ "$part" = quick ]; then
    scenario "ML-KEM"
    for name in keyGen encapDecap encapDecap-tr1; do
        folder_of "ml-kem/acvp/$name"
        # Prompt and answers in one file.
        set_of "ml-kem/acvp/$name, projection" "ml-kem/acvp/$name/internalProjection.json.gz" \
            "ml-kem/acvp/$name/internalProjection.json.gz"
    done
    scenario "ML-DSA"
    for name in keyGen sigGen sigGen-tr1 sigVer; do
        folder_of "ml-dsa/acvp/$name"
    done
    scenario "SLH-DSA verification"
    set_of "slh-dsa/acvp/sigVer-2024" slh-dsa/acvp/sigVer-2024/internalProjection.json.gz \
        slh-dsa/acvp/sigVer-2024/internalProjection.json.gz
    scenario "SHAKE, HMAC and, where it is there, HKDF"
    for name in SHAKE-128-1.0 SHAKE-128-FIPS202 SHAKE-256-1.0 SHAKE-256-FIPS202; do
        folder_of "hash/acvp/$name"
    done
    for name in HMAC-SHA2-256 HMAC-SHA2-384 HMAC-SHA2-512 HMAC-SHA3-256; do
        folder_of "kdf-mac/acvp/$name"
    done
    more_of kdf-mac/acvp/KDA-HKDF
else
    scenario "SHA-2 and SHA-3 with data of gigabytes"
    for name in SHA2-256-1.0 SHA2-384-1.0 SHA2-512-1.0 SHA3-224-2.0 SHA3-256-2.0 \
        SHA3-384-2.0 SHA3-512-2.0; do
        folder_of "hash/acvp/$name"
    done
    more_of hash/acvp/SHA2-224-1.0 hash/acvp/SHA2-512-224-1.0 hash/acvp/SHA2-512-256-1.0
    scenario "SLH-DSA keys and signatures"
    folder_of slh-dsa/acvp/keyGen
    set_of "slh-dsa/acvp/sigGen, whole signatures" slh-dsa/acvp/sigGen/prompt.json.gz \
        slh-dsa/acvp/sigGen/expectedResults-subset.json.gz
    set_of "slh-dsa/acvp/sigGen, digests" slh-dsa/acvp/sigGen/prompt.json.gz \
        slh-dsa/acvp/sigGen/expectedDigests.json.gz
fi
echo "# $all cases"
finish
