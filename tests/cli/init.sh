#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# keybraid init, and finding, opening and unlocking the store.
. "$(dirname "$0")/lib.sh"
db=$KEYBRAID_HOME/keystore.db

scenario "B7: store, key file and folder are private whatever the umask"
umask 000
must init --no-passphrase
umask 022
mode_is "$KEYBRAID_HOME" 700
mode_is "$db" 600
mode_is "$db.key" 600
no_leftovers "$KEYBRAID_HOME" keystore.db keystore.db.key

scenario "an existing store is never replaced"
cp "$db" before
run init --no-passphrase
exits 5
says "exists"
one_line
same "$db" before

scenario "B7: an existing key file or a symbolic link is refused"
mkdir -m 700 other
echo precious >other/keystore.db.key
chmod 644 other/keystore.db.key
run init --no-passphrase --store other/keystore.db
exits 5
check grep -qx precious other/keystore.db.key
absent other/keystore.db
ln -s "$work/target" other/link.db
run init --no-passphrase --store other/link.db
exits 5
absent target

scenario "the default place is made with its parents"
(
    unset KEYBRAID_HOME
    "$KEYBRAID" init --no-passphrase
) >out 2>err
rc=$?
last="init without KEYBRAID_HOME"
exits 0
mode_is "$HOME/.local/share/keybraid" 700
check test -f "$HOME/.local/share/keybraid/keystore.db"

scenario "--store wins over KEYBRAID_HOME"
must init --no-passphrase --store "$work/mine.db"
must keygen only-here --store "$work/mine.db"
run keys show only-here
exits 4
must keys show only-here --store "$work/mine.db"

scenario "a missing store is its own message, with advice, exit code 5"
for words in "keys list" "keys show a" "keygen a" "decrypt $pass" "encrypt -r a $pass"; do
    run $words --store "$work/none/keystore.db"
    exits 5
    says "no keystore" "keybraid init" "--store"
    one_line
done

scenario "the two ways to protect a store exclude each other"
run init --no-passphrase --passphrase-file "$pass" --store new.db
exits 2
says "exclude each other"
absent new.db

scenario "a pass-phrase from a file: first line, with either line end"
printf 'one two\r\nsecond line\n' >crlf
printf 'one two' >bare
chmod 600 crlf bare
must init --passphrase-file crlf --store p.db
must keygen a --store p.db --passphrase-file bare
mode_is p.db 600
absent p.db.key

scenario "a wrong pass-phrase is its own message, exit code 4"
run keygen b --store p.db --passphrase-file "$pass"
exits 4
says "pass-phrase"
one_line
run keys show b --store p.db
exits 4

scenario "pass-phrase files that hold none are refused and say why"
: >empty
printf '\xff\xfeo\0n\0e\0\n\0' >utf16
printf '\xef\xbb\xbfone two\n' >bom
head -c 1025 /dev/zero | tr '\0' x >long
chmod 600 empty utf16 bom long
run keygen b --store p.db --passphrase-file empty
exits 2
says "is empty"
run keygen b --store p.db --passphrase-file utf16
exits 2
says "UTF-16"
one_line
run keygen b --store p.db --passphrase-file bom
exits 2
says "byte order mark"
run keygen b --store p.db --passphrase-file long
exits 2
says "longer than 1024"
run keygen b --store p.db --passphrase-file no-such-file
exits 5
says "no-such-file"

scenario "a pass-phrase file that others may read is worth a warning"
cp "$pass" open-pass
chmod 644 open-pass
must init --passphrase-file open-pass --store w.db
says "warning" "may be read by others"

scenario "B4: without a terminal the missing pass-phrase is a clear error"
last="setsid keygen"
setsid "$KEYBRAID" keygen b --store p.db >out 2>err </dev/null
rc=$?
exits 2
says "no terminal" "--passphrase-file"
one_line
setsid "$KEYBRAID" init --store never.db >out 2>err </dev/null
rc=$?
exits 2
absent never.db

scenario "B4: the pass-phrase may come from standard input when the data does not"
run_in bare keygen from-stdin --store p.db --passphrase-file -
exits 0

scenario "names are listed and public keys exported without the pass-phrase"
must keys list --store p.db
prints from-stdin
must keys export a --store p.db
prints '"pub"'

scenario "a damaged store is its own message, exit code 5"
head -c 5000 /dev/urandom >junk.db
chmod 600 junk.db
run keys list --store junk.db
exits 5
one_line
: >empty.db
chmod 600 empty.db
run keys list --store empty.db
exits 5

scenario "a store whose key file is gone or wrong does not open"
new_store a
mv "$db.key" aside
run encrypt -r a "$pass"
exits 5
head -c 32 /dev/urandom >"$db.key"
chmod 600 "$db.key"
run encrypt -r a "$pass"
exits 4
one_line
mv aside "$db.key"
must encrypt -r a "$pass"

scenario "a store that others may read is refused"
chmod 644 "$db"
run encrypt -r a "$pass"
exits 4
chmod 600 "$db"
chmod 644 "$db.key"
run encrypt -r a "$pass"
exits 4
chmod 600 "$db.key"
finish
