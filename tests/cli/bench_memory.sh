#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# Heap and resident memory of streams, as keybraid bench shows them, stay where they are
# when the payload grows: 5 and 64 MiB, or the sizes in KEYBRAID_BENCH_BYTES.
. "$(dirname "$0")/lib.sh"
sizes=${KEYBRAID_BENCH_BYTES:-5242880 67108864}
heap_kib=256 # what another form of content, for large ones, may need more or less
rss_kib=1536 # pages that come and go with the kernel's accounting

# measured FAMILY PAIR BYTES: a row's CSV is FAMILY-BYTES/FAMILY.csv.
measured() {
    must bench "$1" --quick --only "_$2_" --bytes "$3" --calls 3 --warmup 1 \
        --out "$1-$3"
    must bench check "$1-$3"
}

# column FILE NAME PATTERN: the cell of that column in the first line that matches.
column() {
    awk -F, -v name="$2" -v pattern="$3" 'NR == 1 {
            for (i = 1; i <= NF; i++) if ($i == name) at = i
            next
        }
        at && $0 ~ pattern { print $at; exit }' "$1"
}

# growth FAMILY NAME PATTERN: by how much the column is larger than with the first size,
# in KiB, at most over all sizes.
growth() {
    local first='' most=0 bytes value
    for bytes in $sizes; do
        value=$(column "$1-$bytes/$1.csv" "$2" "$3")
        case $value in
        '' | *[!0-9.]*) echo "no-number" && return ;;
        esac
        first=${first:-$value}
        most=$(awk -v a="$value" -v b="$first" -v m="$most" \
            'BEGIN { d = a - b; printf "%d", (d > m ? d : m) }')
    done
    echo "$most"
}

# within WHAT GROWTH LIMIT
within() {
    echo "# $1: $2 KiB more at most, allowed are $3"
    check test "$2" -le "$3"
}

scenario "every row of the streams passes"
for bytes in $sizes; do
    measured streams X25519+ML-KEM-768 "$bytes"
    check test "$(grep -c ",$bytes,[A-Z]*,PASS,3," "streams-$bytes/streams.csv")" -eq 3
done

for operation in ENC DEC REENC; do
    scenario "$operation: neither heap nor resident memory grows with the payload"
    within MEM_KIB "$(growth streams MEM_KIB ",$operation,")" $heap_kib
    within RSS_BASE_KIB "$(growth streams RSS_BASE_KIB ",$operation,")" $rss_kib
    within RSS_PEAK_KIB "$(growth streams RSS_PEAK_KIB ",$operation,")" $rss_kib
done

scenario "re-encryption as the published page has it: the same"
for bytes in $sizes; do
    measured reencrypt X25519+ML-KEM-768_to_X25519+ML-KEM-768 "$bytes"
done
within REENC_MEM_KIB "$(growth reencrypt REENC_MEM_KIB PASS)" $heap_kib
within RSS_PEAK_KIB "$(growth reencrypt RSS_PEAK_KIB PASS)" $rss_kib

scenario "from memory to memory both grow, and these columns show it"
sizes="5242880 67108864"
for bytes in $sizes; do
    measured composite X25519+ML-KEM-768 "$bytes"
done
for name in ENC_MEM_KIB DEC_MEM_KIB RSS_PEAK_KIB; do
    check test "$(growth composite $name PASS)" -gt 60000
done

scenario "a family without payload has no other size"
run bench primitives --bytes 4096
exits 2
says "rows of primitives have no payload"

finish
