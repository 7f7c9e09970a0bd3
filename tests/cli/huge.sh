#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# 10 GiB, or KEYBRAID_BIG_BYTES, through every verb by file and by pipe: the peak of resident
# memory is at most 32 MiB and 2 MiB a job. The disk holds one container of that size at most.
. "$(dirname "$0")/lib.sh"
new_store alice bob
"$KEYBRAID" keygen ada --wrap -q || exit 1
"$KEYBRAID" keygen ben --wrap -q || exit 1
size=${KEYBRAID_BIG_BYTES:-10737418240}
jobs=$(nproc)
peak_kib=$((32768 + jobs * 2048))
time=$(type -P time)

# measured NAME ARGS...: the command in a pipeline; its peak is in the file NAME.peak.
measured() {
    local name=$1
    shift
    "$time" -f '%M %e' -o $name.peak "$KEYBRAID" "$@" --jobs $jobs 2>$name.err
}

# small_peaks NAME...: of what was measured.
small_peaks() {
    local name peak seconds
    for name in "$@"; do
        read -r peak seconds < <(tail -n 1 $name.peak)
        echo "# $name: peak $peak KiB, $seconds s"
        check test "${peak:-0}" -gt 0 -a "${peak:-0}" -le $peak_kib
        rm $name.peak
    done
}

# all_well STATUS...: every command of a pipeline succeeded.
all_well() {
    checks=$((checks + 1))
    case " $* " in
    *" "[1-9]*) bad "exit codes $*: $(cat ./*.err | head -c 300)" ;;
    esac
}

# A file of zeros takes no room. The pipe carries bytes that are different everywhere.
truncate -s "$size" zeros
pattern() {
    openssl enc -aes-128-ctr -K 000102030405060708090a0b0c0d0e0f -iv 00000000000000000000000000000000 \
        -in zeros 2>/dev/null
}
pattern | sha256sum >pattern.sum
all_well "${PIPESTATUS[@]}"
sha256sum <zeros >zeros.sum

scenario "$size bytes by pipe, encrypt | decrypt, in every form with segments"
check test -x "${time:-}"
for form in "container A256GCM-FLOE-64K" "container A256GCM-FLOE-1M" "jwe A256GCM-FLOE-64K" "compact A256GCM-FLOE-4K"; do
    read -r format enc <<<"$form"
    pattern | measured encrypt encrypt -r alice --format $format --enc $enc |
        measured decrypt decrypt | sha256sum >sum
    all_well "${PIPESTATUS[@]}"
    same sum pattern.sum
    echo "# $form:"
    small_peaks encrypt decrypt
done

scenario "re-encryption, conversion and re-wrapping by pipe"
pattern | measured encrypt encrypt -r ada --format container | measured rewrap rewrap -r ben |
    measured reencrypt reencrypt -r bob | "$KEYBRAID" convert --format jwe 2>convert.err |
    measured again reencrypt -r alice --format container | measured decrypt decrypt | sha256sum >sum
all_well "${PIPESTATUS[@]}"
same sum pattern.sum
small_peaks encrypt rewrap reencrypt again decrypt

scenario "by file: encrypt, re-encrypt container to container, decrypt"
measured encrypt encrypt -r alice zeros -o token --format container
all_well $?
measured decrypt decrypt token | sha256sum >sum
all_well "${PIPESTATUS[@]}"
same sum zeros.sum
measured reencrypt reencrypt -r bob token | measured again decrypt | sha256sum >sum
all_well "${PIPESTATUS[@]}"
same sum zeros.sum
measured tail decrypt token --range $((size - 1000)):1000 >end
all_well $?
check cmp -s -n 1000 end zeros
check test "$(stat -c %s end)" -eq 1000
small_peaks encrypt decrypt reencrypt again tail

scenario "one tag: a file is encrypted without growing"
measured encrypt encrypt -r alice zeros --enc A256GCM | wc -c >count
all_well "${PIPESTATUS[@]}"
check test "$(cat count)" -gt $((size / 3 * 4))
small_peaks encrypt
finish
