#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# keybraid reencrypt --tree and --manifest: many files, kills, full disks, reports.
. "$(dirname "$0")/lib.sh"

# What is mounted is unmounted before anything is removed.
unmount_first() {
    local code=$?
    cd /
    if mountpoint -q "$work/small"; then
        umount "$work/small" || umount -l "$work/small"
    fi
    (exit $code)
    cleanup
}
trap unmount_first EXIT

new_store alice bob carol
"$KEYBRAID" init --no-passphrase -q --store other.db || exit 1
"$KEYBRAID" keygen dave -q --store other.db || exit 1
"$KEYBRAID" keys export dave -o dave.jwk --store other.db || exit 1

kid_of_key() { "$KEYBRAID" keys show "$1" --json | grep -o '"kid":"[^"]*"' | tail -1 | cut -d'"' -f4; }
kid_of() { "$KEYBRAID" inspect "$1" --json | grep -o '"kid":"[^"]*"' | head -1 | cut -d'"' -f4; }
uses_of() { "$KEYBRAID" keys show "$1" --json | grep -o '"uses":[0-9]*' | tail -1 | cut -d: -f2; }
carol=$(kid_of_key carol)

# Every line of a report, to the letter: members in their order, strings with their escapes.
string='"([^"\\]|\\["\\bfnrt]|\\u[0-9a-f]{4})*"'
line="^\{\"path\":$string,(\"path_base64url\":\"[A-Za-z0-9_-]+\",)?\"status\":\"(done|already|due|skipped|failed)\""
line+=",\"from\":(null|\"[A-Za-z0-9_-]{43}\"),\"to\":(null|\"[A-Za-z0-9_-]{43}\"),\"bytes\":[0-9]+"
line+=",\"code\":(null|\"KB_ERR_[A-Z_]+\"),\"text\":(null|$string)\}\$"
# report_has FILE COUNT: that many lines, all well formed.
report_has() {
    checks=$((checks + 1))
    [ "$(grep -cE "$line" "$1")" -eq "$2" ] && [ "$(wc -l <"$1")" -eq "$2" ] ||
        bad "$1: $(grep -vE "$line" "$1" | head -3), $(wc -l <"$1") lines, expected $2"
}
# status_of PATH: in the last line of report that speaks of it, the path as it is written there.
status_of() { grep -F "{\"path\":\"$1\"," report | tail -1 | grep -o '"status":"[a-z]*"' | cut -d'"' -f4; }
is_status() { check test "$(status_of "$1")" = "$2"; }
decrypts_to() {
    run decrypt "$1"
    exits 0
    same out "$2"
}

scenario "a mixed tree: every token moves, everything else stays, what is bad is named"
mkdir -p tree/deep/er tree/empty tree/out
for name in alice bob carol; do
    echo "content of $name" >"plain.$name"
    must encrypt -r $name "plain.$name" -o "tree/$name"
    must encrypt -r $name "plain.$name" -o "tree/deep/er/$name" --format compact
done
odd=$'tree/deep/new\nline "quotes" \\ and \t tab'
bytes=$'tree/deep/not\xff\xfeutf8'
cp tree/alice "$odd"
cp tree/alice "$bytes"
must encrypt -r bob plain.bob -o tree/hidden --hide-recipient
must encrypt -r carol plain.carol -o tree/hidden-new --hide-recipient
head -c 900 tree/alice >tree/cut
cp tree/alice tree/deep/altered
at=$(grep -ob '"tag":"' tree/alice | cut -d: -f1)
# Another character of the alphabet, or it would be malformed.
[ "$(tail -c +$((at + 9)) tree/alice | head -c 1)" = A ] && other=B || other=A
printf $other | dd of=tree/deep/altered bs=1 seek=$((at + 8)) conv=notrunc status=none
run encrypt -r ./dave.jwk plain.bob -o tree/foreign
echo '{"name":"no token"}' >tree/package.json
echo "plain text" >tree/text
: >tree/nothing
echo secret >target
ln -s ../target tree/link
ln -s . tree/deep/loop
mkfifo tree/pipe
cp -a tree before
uses=$(uses_of carol)
run reencrypt -r carol --tree tree --report report
exits 1
says "7 done, 3 already, 6 skipped, 3 failed" "tree/cut" "tree/deep/altered" "tree/foreign"
report_has report 19
for name in alice bob deep/er/alice deep/er/bob hidden; do
    is_status "tree/$name" done
    check test "$(kid_of "tree/$name")" = "$carol"
    decrypts_to "tree/$name" "plain.$([ $name = hidden ] && echo bob || basename $name)"
done
is_status 'tree/deep/new\nline \"quotes\" \\ and \t tab' done
decrypts_to "$odd" plain.alice
decrypts_to "$bytes" plain.alice
check grep -qF "\"path_base64url\":\"$(printf %s "$bytes" | base64 | tr '+/' '-_' | tr -d '=')\",\"status\":\"done\"" report
for name in carol deep/er/carol hidden-new; do
    is_status "tree/$name" already
    same "tree/$name" "before/$name"
done
for name in package.json text nothing link deep/loop pipe; do is_status "tree/$name" skipped; done
for name in package.json text nothing cut deep/altered foreign; do same "tree/$name" "before/$name"; done
check test -L tree/link -a -p tree/pipe -a "$(cat target)" = secret
for name in cut:FORMAT deep/altered:AUTH foreign:NO_KEY; do
    is_status "tree/${name%:*}" failed
    check grep -qF "\"code\":\"KB_ERR_${name#*:}\"" <(grep -F "\"tree/${name%:*}\"" report)
done
# Nothing is said of a token that was refused.
check grep -qE '"tree/deep/altered".*"code":"KB_ERR_AUTH","text":null' report
check test -z "$(find tree -name '.keybraid-*')"
check test "$(uses_of carol)" -eq $((uses + 7))

scenario "a second run touches nothing and counts nothing"
rm tree/cut tree/deep/altered tree/foreign
find tree -type f -printf '%p %i %T@\0' | sort -z >state1
must reencrypt -r carol --tree tree --report again
says "0 done, 10 already"
find tree -type f -printf '%p %i %T@\0' | sort -z >state2
same state1 state2
report_has again 16
check test "$(uses_of carol)" -eq $((uses + 7))
# The same for a run to a key whose private part is elsewhere.
must reencrypt -r ./dave.jwk --tree tree
says "10 done, 0 already" "cannot be verified"
must reencrypt -r ./dave.jwk --tree tree
says "0 done, 10 already"

scenario "what the options ask for counts as done only when it is so"
rm -rf tree
mkdir tree
must encrypt -r carol plain.carol -o tree/json
must encrypt -r carol plain.carol -o tree/compact --format compact
must encrypt -r alice plain.alice -o tree/old
must reencrypt -r carol --tree tree --format compact
says "2 done, 1 already"
must reencrypt -r carol --tree tree --format compact
says "0 done, 3 already"
must reencrypt -r carol --tree tree --hide-recipient
says "3 done, 0 already"
refute grep -q '"kid":"' <("$KEYBRAID" inspect tree/old --json)
must reencrypt -r carol --tree tree --hide-recipient
says "0 done, 3 already"
printf 'invoice 17' >label
must reencrypt -r carol --tree tree --format jwe --aad label
says "3 done, 0 already"
must reencrypt -r carol --tree tree --format jwe --aad label
says "0 done, 3 already"
decrypts_to tree/old plain.alice
must keys rotate carol
must reencrypt -r carol --tree tree
says "3 done, 0 already"
carol=$(kid_of_key carol)
check test "$(kid_of tree/old)" = "$carol"
check test "$(uses_of carol)" -eq 3
run reencrypt -r ./dave.jwk --tree tree --hide-recipient
exits 4
says "private key"

scenario "a dry run says what is due and changes nothing"
cp -a tree before2
uses=$(uses_of alice)
must reencrypt -r alice --tree tree --dry-run --json
says "3 due, 0 already"
cp out report
report_has report 3
for name in json compact old; do
    is_status "tree/$name" due
    same "tree/$name" "before2/$name"
done
check test "$(uses_of alice)" = "$uses"

scenario "a manifest: the paths that stand in it, and what is no token is a failure"
rm -rf tree
mkdir -p tree/a "tree/b c"
for name in a/1 a/2 "b c/3" 4; do must encrypt -r alice plain.alice -o "tree/$name"; done
printf 'tree/a/1\n\n./tree/a/2\ntree/b c/3' >list
must reencrypt -r bob --manifest list
says "3 done, 0 already, 0 skipped, 0 failed"
check test "$(kid_of tree/4)" = "$(kid_of_key alice)"
cp tree/4 $'tree/odd\nname'
ln -s 4 tree/link
printf 'tree/odd\nname\0tree/4\0tree/4\0' >list
run_in list reencrypt -r bob --manifest - -0
exits 0
says "2 done, 1 already"
printf '%s\n' tree/a/1 plain.alice tree/none tree tree/link nowhere/x / >list
run reencrypt -r bob --manifest list --report manifest.report
exits 3
says "0 done, 1 already, 0 skipped, 6 failed"
report_has manifest.report 7
printf 'a\0b\n' >list
run reencrypt -r bob --manifest list
exits 3
says "-0"
head -c 5000 /dev/zero | tr '\0' x >list
run reencrypt -r bob --manifest list
exits 3
says "too long"
run reencrypt -r bob --manifest no-such-list
exits 5

scenario "options that do not go together are refused"
for words in "--tree tree --manifest list" "--tree tree tree/4" "--tree tree -o x" "--tree tree -0" \
    "--tree tree/4" "--report x tree/4" "--dry-run tree/4" "--tree tree --jobs 0" \
    "--tree tree --jobs 65" "--manifest - --aad -" "--tree tree --format compact --aad label"; do
    run reencrypt -r bob $words
    exits 2
done
run reencrypt --tree tree
exits 2
run reencrypt -r bob --tree no-such-folder
exits 5
run reencrypt -r nobody --tree tree
exits 4
run reencrypt -r bob --tree tree --report tree
exits 5

scenario "a key that is used up ends the run, and its count is exact"
must keygen thrice --max-uses 3
rm -rf tree
mkdir tree
for name in 1 2 3 4 5; do must encrypt -r alice plain.alice -o tree/$name; done
run reencrypt -r thrice --tree tree --jobs 2
exits 6
says "3 done" "used 3 times"
check test "$(uses_of thrice)" -eq 3
must reencrypt -r bob --tree tree
says "5 done"

scenario "other hard links keep the old token, and the report says so"
rm -rf tree
mkdir tree
must encrypt -r alice plain.alice -o tree/token
ln tree/token outside
cp outside before3
rm report
must reencrypt -r bob --tree tree --report report
check grep -q '"text":"other hard links keep the old token"' report
same outside before3
chmod 640 tree/token
must reencrypt -r alice --tree tree
mode_is tree/token 640

scenario "a report that was cut off in the middle of a line goes on with a new one"
rm report
printf '{"path":"tree/tok' >report
must reencrypt -r bob --tree tree --report report
check test "$(wc -l <report)" -eq 2
check test "$(tail -1 report | grep -cE "$line")" -eq 1
must reencrypt -r bob --tree tree --report report
check test "$(tail -2 report | grep -cE "$line")" -eq 2
mode_is report 644
rm report
must reencrypt -r bob --tree tree --report report
mode_is report 600

scenario "leftovers of killed writers go, those of living ones and other names stay"
dead=tree/.keybraid-0123456789abcdef0123456789abcdef.tmp
living=tree/.keybraid-fedcba9876543210fedcba9876543210.tmp
other=tree/.keybraid-mine.tmp
touch "$dead" "$living" "$other"
exec 8<"$living"
flock 8
must reencrypt -r bob --tree tree
says "1 leftover of killed runs removed"
absent "$dead"
check test -e "$living" -a -e "$other"
exec 8<&-
must reencrypt -r bob --tree tree --dry-run
check test -e "$living"
must reencrypt -r bob --tree tree
absent "$living"

scenario "a file that changes while it is worked on keeps what was written to it"
rm -rf tree
mkdir tree
head -c 8000000 /dev/urandom >big
must encrypt -r alice big -o original
# started_on FILE ARGS...: the command, stopped while it reads FILE; fails when it was too fast.
started_on() {
    local file=$1 fd pos
    shift
    "$KEYBRAID" "$@" >out 2>err </dev/null &
    pid=$!
    while kill -0 $pid 2>/dev/null; do
        for fd in /proc/$pid/fd/*; do
            [ "$fd" -ef "$file" ] || continue
            read -r _ pos 2>/dev/null <"/proc/$pid/fdinfo/${fd##*/}" || continue
            [ "$pos" -gt 0 ] || continue
            kill -STOP $pid
            [ "$fd" -ef "$file" ] && return 0
            kill -CONT $pid
            return 1
        done
    done
    return 1
}
for change in "touch tree/token" "chmod 604 tree/token" "cp plain.bob tree/new && mv tree/new tree/token" "rm tree/token"; do
    for attempt in 1 2 3 4 5; do
        cp original tree/token
        started_on tree/token reencrypt -r bob --tree tree && break
        wait $pid
    done
    check test -d /proc/$pid
    eval "$change"
    stat -c '%i %s %Y %a' tree/token >state1 2>/dev/null
    kill -CONT $pid
    wait $pid
    rc=$?
    last="reencrypt while: $change"
    exits 5
    says "changed while it was worked on" "0 done, 0 already, 0 skipped, 1 failed"
    stat -c '%i %s %Y %a' tree/token >state2 2>/dev/null
    same state1 state2
    no_leftovers tree $([ "$change" = "rm tree/token" ] || echo token)
done

# 200 tokens of two keys: copies of 20, so that each content is known by the name.
scenario "the tree for the runs that are disturbed"
mkdir originals plains
for i in $(seq 10 29); do
    head -c $((i * 400)) /dev/urandom >plains/$i
    must encrypt -r $([ $((i % 2)) -eq 0 ] && echo alice || echo bob) plains/$i -o originals/$i
done
fresh_tree() {
    rm -rf tree
    mkdir -p tree/{0,1,2,3,4}/{0,1}
    local i
    for i in 0/0 0/1 1/0 1/1 2/0 2/1 3/0 3/1 4/0 4/1; do cp originals/* tree/$i/; done
    (cd tree && find . -type f -exec sha256sum {} + | sort) >sums
}
# check_changed: what differs from sums still holds what it held; sums is renewed.
check_changed() {
    local sum file
    (cd tree && find . -type f ! -name '.keybraid-*' -exec sha256sum {} + | sort) >sums.new
    checks=$((checks + 1))
    cmp -s <(cut -c 65- sums | sort) <(cut -c 65- sums.new | sort) || bad "files came or went"
    comm -13 sums sums.new >changed
    while read -r sum file; do
        decrypts_to "tree/$file" "plains/${file##*/}"
    done <changed
    mv sums.new sums
}
all_new() {
    must reencrypt -r carol --tree tree
    says "0 done, 200 already, 0 skipped, 0 failed"
    check test -z "$(find tree -name '.keybraid-*')"
}
fresh_tree
check test "$(wc -l <sums)" -eq 200

scenario "kill -9 at any moment: every file is the old or the new token, and the next run goes on"
rm -f report
began=$(date +%s%N)
must reencrypt -r carol --tree tree
took=$((($(date +%s%N) - began) / 1000000))
check_changed
fresh_tree
kills=0
trees=1
while [ $kills -lt 24 ]; do
    if [ "$(find tree -newer sums -type f | wc -l)" -gt 180 ]; then
        fresh_tree
        trees=$((trees + 1))
    fi
    "$KEYBRAID" reencrypt -r carol --tree tree --report report -q &
    pid=$!
    sleep "$(awk "BEGIN { srand($kills * 7919); print (15 + rand() * $took / 8) / 1000 }")"
    kill -KILL $pid 2>/dev/null
    { wait $pid; } 2>/dev/null
    kills=$((kills + 1))
    check_changed
done
echo "# $kills kills, $trees trees, $(grep -c '"done"' report) files done under them"
check test "$(grep -c '"done"' report)" -ge 24
must reencrypt -r carol --tree tree --report report
check_changed
all_new
# Lines that a kill cut off are the only ones that are not whole.
check test "$(grep -vcE "$line" report)" -le 24

scenario "SIGTERM and SIGINT: files under way are finished, the summary comes, the code is the signal's"
for signal in TERM INT; do
    for attempt in 1 2 3 4 5; do
        fresh_tree
        (exec env --default-signal=$signal "$KEYBRAID" reencrypt -r carol --tree tree --report term.report 2>err) &
        pid=$!
        until [ "$(cat term.report 2>/dev/null | wc -l)" -ge 5 ]; do kill -0 $pid 2>/dev/null || break; done
        kill -$signal $pid 2>/dev/null
        wait $pid
        rc=$?
        [ $rc -eq 0 ] || break
        rm term.report
    done
    last="reencrypt under SIG$signal"
    exits $((128 + $(kill -l $signal)))
    says " done, "
    did=$(grep -o '[0-9]* done' err | cut -d' ' -f1)
    report_has term.report "$did"
    check_changed
    check test "$(wc -l <changed)" -eq "$did"
    must reencrypt -r carol --tree tree
    says "$((200 - did)) done, $did already"
    rm term.report
done
all_new

scenario "two runs at once share the work, and every use is counted once"
fresh_tree
uses=$(uses_of carol)
"$KEYBRAID" reencrypt -r carol --tree tree --report report.a -q &
pid=$!
must reencrypt -r carol --tree tree --report report.b
wait $pid
rc=$?
exits 0
report_has report.a 200
report_has report.b 200
check test "$(cat report.a report.b | grep -c '"done"')" -eq 200
check test "$(uses_of carol)" -eq $((uses + 200))
check_changed
all_new

scenario "one job works in the order of the names"
fresh_tree
rm report
must reencrypt -r carol --tree tree --jobs 1 --report report
report_has report 200
check cmp -s <(grep -o '^{"path":"[^"]*' report | cut -d'"' -f4) <(find tree -type f | sort)

scenario "a closed pipe ends the run, not the files"
fresh_tree
"$KEYBRAID" reencrypt -r carol --tree tree --json 2>err | head -1 >line
rc=${PIPESTATUS[0]}
last="reencrypt --json | head -1"
exits 5
check grep -qE "$line" line
check_changed

scenario "a full disk: what does not fit keeps its old token, the rest goes on"
mkdir small
if mount -t tmpfs -o size=3m,mode=700 tmpfs small 2>/dev/null; then
    head -c 800000 /dev/urandom >medium
    must encrypt -r alice medium -o medium.token
    mkdir small/tree
    cp medium.token small/tree/medium
    cp originals/10 originals/12 originals/14 small/tree/
    head -c 1400000 /dev/zero >small/filler
    cp -a small/tree before4
    run reencrypt -r carol --tree small/tree --report full.report
    exits 5
    says "3 done, 0 already, 0 skipped, 1 failed" "No space left"
    same small/tree/medium before4/medium
    no_leftovers small/tree medium 10 12 14
    report_has full.report 4
    # A report that cannot be written ends the run.
    cat /dev/zero >small/filler2 2>/dev/null
    run reencrypt -r alice --tree tree --report small/report
    exits 5
    says "No space left"
    rm small/filler small/filler2
    must reencrypt -r carol --tree small/tree
    says "1 done, 3 already"
    decrypts_to small/tree/medium medium
    umount small
else
    echo "# skipped: a tmpfs cannot be mounted here"
    check true
fi
finish
