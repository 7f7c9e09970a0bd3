#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# keybraid decrypt: what it refuses, how it says so, and what it leaves behind.
. "$(dirname "$0")/lib.sh"
new_store alice
cp -a "$KEYBRAID_HOME" alice-store
echo hello >plain
"$KEYBRAID" encrypt -r alice plain -o token || exit 1
"$KEYBRAID" encrypt -r alice plain -o compact --format compact || exit 1
"$KEYBRAID" encrypt -r alice plain -o hidden --hide-recipient || exit 1
mkdir box
auth="not authentic: altered, or not of this key"

# refused CODE TEXT IN: with a new output, an existing one, and a pipe. Nothing is left.
refused() {
    echo precious >box/old
    run decrypt "$3" -o box/new
    exits "$1"
    says "$2"
    one_line
    run decrypt "$3" -o box/old
    exits "$1"
    run_in "$3" decrypt
    exits "$1"
    says "$2"
    check test ! -s out
    check grep -qx precious box/old
    no_leftovers box old
}

# member NAME FILE: offset and length of the text of a string member.
member() {
    grep -ob "\"$1\":\"[^\"]*\"" "$2" | head -1 | sed "s/:\"$1\":\"/ /; s/\"\$//" |
        while read -r at text; do
            echo $((at + ${#1} + 4)) ${#text}
        done
}

scenario "A3, A5: a tampered token is refused and leaves nothing behind"
for name in encrypted_key kc iv ciphertext tag; do
    set -- $(member $name token)
    check test $# -eq 2
    cp token bent
    # A letter in the middle becomes another letter, so that the text still decodes.
    at=$(($1 + $2 / 2 - 1))
    old=$(dd if=token bs=1 skip=$at count=1 status=none)
    [ "$old" = A ] && new=B || new=A
    printf $new | dd of=bent bs=1 seek=$at conv=notrunc status=none
    refused 1 "$auth" bent
    check test "$(cat err)" = "keybraid: $auth"
done

scenario "the same holds for a compact token"
dots=$(tr -dc . <compact | wc -c)
check test "$dots" -eq 4
for part in 2 3 4 5; do
    at=$(($(cut -d. -f1-$((part - 1)) compact | wc -c) + 3))
    cp compact bent
    old=$(dd if=compact bs=1 skip=$at count=1 status=none)
    [ "$old" = A ] && new=B || new=A
    printf $new | dd of=bent bs=1 seek=$at conv=notrunc status=none
    refused 1 "$auth" bent
done

scenario "a token that is cut anywhere is refused"
size=$(stat -c %s token)
for keep in 1 2 $((size / 4)) $((size / 2)) $((size - 2)) $((size - 1)); do
    head -c $keep token >bent
    run decrypt bent -o box/new
    exits 3
    one_line
done
for drop in 1 2 4; do
    head -c -$drop compact >bent
    run decrypt bent -o box/new
    check test $rc -eq 3 -o $rc -eq 1
done
rm -f box/old
no_leftovers box ''

scenario "bytes after the token are refused, one newline is not"
{ cat token; echo; } >longer
must decrypt longer -o back
same plain back
{ cat token; echo x; } >longer
refused 3 "malformed" longer
{ cat compact; echo; } >longer
must decrypt longer -o back
same plain back
{ cat compact; echo .; } >longer
run decrypt longer -o box/new
exits 3

scenario "what is no token is called so"
echo 'Dear Sir or Madam' >letter
refused 3 "not a token" letter
head -c 100000 /dev/urandom >noise
run decrypt noise -o box/new
exits 3
one_line
: >nothing
refused 3 "empty" nothing
printf '{}' >object
refused 3 "malformed" object

scenario "B1, B3: a token in another encoding is refused by its name"
printf '\xef\xbb\xbf' | cat - token >bom
refused 3 "byte order mark" bom
sed 's/./&\x00/g; 1s/^/\xff\xfe/' token >utf16
refused 3 "UTF-16" utf16

scenario "A5: a missing input leaves no output"
run decrypt no-such-file -o box/fresh
exits 5
says no-such-file
one_line
absent box/fresh
run decrypt . -o box/fresh
exits 5
absent box/fresh

scenario "B5: another key, a wrong pass-phrase, an altered token: three messages"
new_store bob
refused 4 "no such key" token
cp err wrong-key
run decrypt hidden -o box/fresh
check test $rc -eq 4 -o $rc -eq 1
absent box/fresh
rm -rf "$KEYBRAID_HOME"
cp -a alice-store "$KEYBRAID_HOME"
must init --passphrase-file "$pass" --store p.db
must keygen alice --passphrase-file "$pass" --store p.db
must encrypt -r alice plain -o ptoken --passphrase-file "$pass" --store p.db
printf 'another\n' >wrong
chmod 600 wrong
run decrypt ptoken -o box/fresh --passphrase-file wrong --store p.db
exits 4
says "pass-phrase"
one_line
absent box/fresh
refute cmp -s err wrong-key
must decrypt ptoken -o back --passphrase-file "$pass" --store p.db
same plain back

scenario "a damaged key in the store is not an altered token"
cp "$KEYBRAID_HOME/keystore.db" damaged.db
cp "$KEYBRAID_HOME/keystore.db.key" damaged.db.key
size=$(stat -c %s damaged.db)
for at in $(seq 5000 $((size / 12 + 1)) $((size - 1))); do
    cp "$KEYBRAID_HOME/keystore.db" damaged.db
    flip damaged.db $at
    run decrypt token -o box/maybe --store damaged.db
    # A flip in an unused page does no harm; any other is a fault of the store or no key.
    case $rc in
    0) same plain box/maybe ;;
    4 | 5) absent box/maybe ;;
    *) exits 5 ;;
    esac
    rm -f box/maybe
done

# watched TOKEN: decrypts it to box/out while looking at the folder, and at what the process
# holds open there, since a file may have no name; `seen` gets every name and size.
watched() {
    local pid fd
    rm -f box/*
    : >seen
    looks=0
    last="decrypt $1 -o box/out"
    "$KEYBRAID" decrypt "$1" -o box/out 2>err &
    pid=$!
    while kill -0 $pid 2>/dev/null; do
        looks=$((looks + 1))
        ls -A box >>seen
        for fd in /proc/$pid/fd/*; do
            case $(readlink "$fd" 2>/dev/null) in
            "$work"/box/*) stat -L -c '%s bytes' "$fd" 2>/dev/null | grep -v '^0 ' >>seen ;;
            esac
        done
    done
    wait $pid
    rc=$?
}

scenario "no byte of plaintext is on disk before the tag is verified"
new_store big
head -c 60000000 /dev/zero | tr '\0' 'S' >secret
must encrypt -r big secret -o bigtoken
set -- $(member tag bigtoken)
cp bigtoken bent
old=$(dd if=bent bs=1 skip=$1 count=1 status=none)
[ "$old" = A ] && new=B || new=A
printf $new | dd of=bent bs=1 seek=$1 conv=notrunc status=none
# On a busy machine a run may be over after a look or two; then it is watched again.
looked=0
for _ in 1 2 3 4 5 6 7 8; do
    watched bent
    exits 1
    check test ! -s seen
    no_leftovers box ''
    looked=$((looked + looks))
    [ $looked -ge 3 ] && break
done
check test $looked -ge 3
# The watch is worth something: it does see the plaintext of the token that is whole.
for _ in 1 2 3 4 5; do
    watched bigtoken
    grep -q bytes seen && break
done
exits 0
check grep -q bytes seen
same secret box/out

scenario "the last byte of the file counts too"
cp bigtoken bent
flip bent $(($(stat -c %s bent) - 1))
watched bent
exits 3
check test ! -s seen
no_leftovers box ''

scenario "a pipe is held back, and beyond 64 MiB refused with advice"
cat bigtoken | "$KEYBRAID" decrypt >back 2>err
same secret back
cat bent | "$KEYBRAID" decrypt >back 2>err
last="decrypt of an altered token from a pipe"
check test ! -s back
head -c 90000000 /dev/zero >huge
must encrypt -r big huge -o hugetoken --enc A256GCM
cat hugetoken | "$KEYBRAID" decrypt >back 2>err
rc=${PIPESTATUS[1]}
last="decrypt of a huge token from a pipe"
exits 6
one_line
check test ! -s back
must decrypt hugetoken -o back
same huge back
finish
