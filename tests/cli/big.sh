#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# A1: large files in constant memory: 2 GiB by default, or the size in KEYBRAID_BIG_BYTES.
. "$(dirname "$0")/lib.sh"
new_store alice
size=${KEYBRAID_BIG_BYTES:-2147483648}
limit_kib=262144 # address space
peak_kib=49152   # resident
time=$(type -P time)

# limited NAME ARGS...: the command under the limit; its peak is in the file NAME.
limited() {
    local name=$1
    shift
    last="keybraid $*"
    (
        ulimit -v $limit_kib
        exec "$time" -f '%M %e' -o "$name" "$KEYBRAID" "$@"
    ) 2>err
    rc=$?
    exits 0
    read -r peak seconds <"$name"
    echo "# $name: peak $peak KiB, $seconds s"
    check test "$peak" -lt $peak_kib
}

scenario "A1: $size bytes through encrypt and decrypt in $limit_kib KiB"
check test -x "${time:-}"
head -c "$size" /dev/urandom >plain
check test "$(stat -c %s plain)" -eq "$size"
head -c 300000000 plain | limited pipe encrypt -r alice -o token
limited encrypt encrypt -r alice plain -o token
sum=$(sha256sum <plain)
rm plain
limited decrypt decrypt token -o back
check test "$(sha256sum <back)" = "$sum"
rm back

scenario "the same for a re-encryption in place"
"$KEYBRAID" keygen bob -q
limited reencrypt reencrypt -r bob --in-place token
limited again decrypt token -o back
check test "$(sha256sum <back)" = "$sum"
finish
