#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# What happens on a terminal: questions, echo, binary output, progress.
. "$(dirname "$0")/lib.sh"
new_store alice
echo 'hello, terminal' >plain
"$KEYBRAID" encrypt -r alice plain -o token || exit 1
k=$KEYBRAID

scenario "a pass-phrase is asked for twice, not shown, and works"
on_terminal 'open sesame\nopen sesame\n' "$k init --store t.db"
exits 0
prints "new pass-phrase of the keystore: " "again: "
refute grep -q sesame tty
check test -f t.db
printf 'open sesame\n' >right
chmod 600 right
must keygen a --store t.db --passphrase-file right

scenario "two different entries make no store"
on_terminal 'one\ntwo\n' "$k init --store u.db"
exits 2
prints "differ"
absent u.db

scenario "an empty pass-phrase makes no store"
on_terminal '\n' "$k init --store u.db"
exits 2
prints "is empty"
absent u.db

scenario "B4: with data on standard input the question goes to the terminal"
on_terminal 'open sesame\n' "cat plain | $k encrypt -r a --store t.db >ttoken"
exits 0
prints "pass-phrase of the keystore: "
refute grep -q sesame tty
must decrypt ttoken -o back --store t.db --passphrase-file right
same plain back

scenario "B5: a wrong pass-phrase at the terminal is called that"
on_terminal 'close sesame\n' "$k decrypt ttoken --store t.db -o never"
exits 4
prints "pass-phrase"
absent never

scenario "an interrupted question gives the echo back"
rm -f tty
(
    shown 'pass-phrase of the keystore: '
    printf '\003'
    shown 'echo'
) | script -qefc "$k keygen b --store t.db; echo code \$?; stty -a | tr ' ;' '\n\n' | grep -x -- '-\?echo'" tty >/dev/null 2>&1
last="keygen, interrupted at its question"
check grep -q 'code 130' tty
check grep -qx $'echo\r' tty

scenario "text is shown on a terminal"
on_terminal '' "$k decrypt token"
exits 0
prints "hello, terminal"
printf 'gr\xc3\xbc\xc3\x9fe \xe2\x82\xac \xf0\x9f\x94\x91\tx\n' >utf8
must encrypt -r alice utf8 -o utoken
on_terminal '' "$k decrypt utoken"
exits 0
prints "$(cut -f1 utf8)"

scenario "binary is refused on a terminal, with advice and exit code 2"
for content in '\x00' '\x1b[31mred' 'abc\x07' '\xff\xfe' '\xc3' '\xe2\x80\xae' '\xc2\x9b31m' '\x7f'; do
    printf "$content" >binary
    must encrypt -r alice binary -o btoken
    on_terminal '' "$k decrypt btoken"
    exits 2
    prints "not written to a terminal" "-o FILE"
    refute grep -q $'\033\\[31m' tty
    must decrypt btoken -o back
    same binary back
done

scenario "a character that the end of a piece cuts is text"
{
    head -c 65535 /dev/zero | tr '\0' a
    printf '\xe2\x82\xac\n'
} >cut
must encrypt -r alice cut -o ctoken
on_terminal '' "$k decrypt ctoken"
exits 0
check grep -q $'\xe2\x82\xac' tty

scenario "a token is text and may go to a terminal"
on_terminal '' "$k encrypt -r alice plain"
exits 0
prints '"ciphertext":"'

scenario "data can be typed in, and the user is told how to end it"
rm -f tty
(
    shown Ctrl-D
    printf 'typed\n\004'
    sleep 1
) | script -qefc "$k encrypt -r alice -o typed.jwe" tty >/dev/null 2>&1
last="encrypt of typed text"
check grep -q Ctrl-D tty
must decrypt typed.jwe
prints typed

scenario "long work shows its progress, short work and --quiet do not"
on_terminal '' "(cat plain; sleep 1.3; cat plain) | $k encrypt -r alice -o ptoken"
exits 0
check grep -q 'encrypting: ' tty
on_terminal '' "(cat plain; sleep 1.3; cat plain) | $k encrypt -r alice -o ptoken -q"
exits 0
refute grep -q 'encrypting' tty
on_terminal '' "$k encrypt -r alice plain -o ptoken"
exits 0
refute grep -q 'encrypting' tty
finish
