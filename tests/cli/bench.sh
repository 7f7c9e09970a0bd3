#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# keybraid bench: a small measurement, and what its check finds.
. "$(dirname "$0")/lib.sh"

row=X25519+ML-KEM-768_1024
record=records/composite_X25519+ML-KEM-768_1024.json

scenario "the families are listed, unknown ones are named"
must bench help
prints composite reencrypt primitives evidence compare check report
run bench nonsense
exits 2
says "unknown family nonsense"
run bench
exits 2
run bench composite --nonsense 1
exits 2
says "unknown option --nonsense"
run bench composite --only nonsense
exits 2
says "no such row"

scenario "a quick measurement prints its rows and leaves a folder that checks"
must bench composite --quick --only $row --calls 3 --seed 7 --out result
prints "CLASSICAL "
check grep -q '^X25519  *ML-KEM-768  *1024 .* PASS  *3$' out
check grep -q '^CLASSICAL,PQC,BYTES,ENC_MS,DEC_MS,CPU_ENC_MS,CPU_DEC_MS,ENC_MEM_KIB,DEC_MEM_KIB,' result/composite.csv
for file in composite.csv report.md report.html manifest.json $record; do
    check test -s "result/$file"
done
must bench check result
prints "0 faults"

scenario "a seed reproduces keys and payloads"
must bench composite --quick --only $row --calls 3 --seed 7 --out again
inputs() { grep -o '"inputs_sha256":"[0-9a-f]*"' "$1/$record"; }
check test "$(inputs result)" = "$(inputs again)"
must bench composite --quick --only $row --calls 3 --seed 8 --out other
check test "$(inputs result)" != "$(inputs other)"

scenario "one changed digit is found"
cp -r result edited
sed -i 's/"ticks":\[/"ticks":[1/' edited/$record
run bench check edited
exits 1
prints "does not follow from the samples"
rm -r edited
cp -r result edited
sed -i '2s/\./.1/' edited/composite.csv
run bench check edited
exits 1
prints "composite.csv: line 2 does not follow"

scenario "an earlier result is compared, and what is kept of it is checked"
must bench report result --baseline other
check grep -q "^### Comparison with an earlier result" result/report.md
must bench check result --baseline other
run bench check result --baseline again
exits 1
prints "records/baseline.json: is not what"
run bench report result --baseline nowhere
exits 5
run bench composite --baseline other
exits 2
says "--baseline needs --out"

scenario "two results are compared row by row"
big=records/composite_X25519+ML-KEM-768_1048576.json
must bench composite --quick --only ${big:8:-5} --calls 100 --seed 7 --out one
run bench compare one
exits 2
says "two sides are wanted"
run bench compare one other --nonsense
exits 2
must bench compare one one --out compared
prints "2 operations in both"
check test "$(tail -n 1 out)" = "0 of 1 rows flagged"
check grep -q '^FAMILY,ALG,TO,BYTES,OP,A_MS,B_MS,RATIO,LOW,HIGH,VERDICT,' compared/compare.csv
check grep -q '^composite,X25519+ML-KEM-768,,1048576,ENC,[0-9.]*,[0-9.]*,1.0000,' compared/compare.csv
check grep -q '^## Composite encryption' compared/report.md
must bench check compared
prints "2 records, 0 faults"
must bench report compared
must bench check compared
run bench compare one nowhere
exits 5

scenario "a comparison that was edited, or whose results were, is found"
sed -i '2s/1[.]0000/1.0001/' compared/compare.csv
run bench check compared
exits 1
prints "compare.csv: line 2 does not follow"
must bench report compared
cp -r one kept
must bench report one --baseline other
run bench check compared
exits 1
prints "states other manifests"
run bench report compared
exits 3
rm -r one && mv kept one

scenario "a slower result is flagged, by the exit code and in the last line"
# As if nothing else had run: what other load took from the calls makes the interval wide.
sed -i -E 's/"wall_ns":([0-9]+),"busy_ns":[0-9]+/"wall_ns":\1,"busy_ns":\1/g' one/$big
must bench report one
cp -r one slower
# A clock of a tenth of the rate: every time is ten times as long, those of hashing too.
sed -i -E 's/"ticks_per_s":([0-9]+)[0-9]([.][0-9]+)?,/"ticks_per_s":\1.0,/g' slower/$big
must bench report slower
must bench compare one slower
prints "between runs without a change" "0 of 1 rows flagged"
# Without those it is the build and not the machine.
sed -i -E 's/"(keccak|sha256|sha512|sm3)":([0-9]+)[0-9]/"\1":\2/g' slower/$big
must bench report slower
run bench compare one slower
exits 1
prints "SLOWER"
check test "$(tail -n 1 out)" = "1 of 1 rows flagged"
run bench compare slower one --json
exits 1
prints '"VERDICT":"FASTER"'
says "1 of 1 rows flagged"

scenario "rows on one side only are listed"
must bench compare one other
prints "ONLY-A" "ONLY-B" "0 operations in both" "note  composite: seed: 7 in A, 8 in B"
check test "$(tail -n 1 out)" = "0 of 4 rows flagged"

scenario "two programs are measured in turn and compared"
program=$(dirname "$KEYBRAID")/keybraid-bench
run bench compare "$program" "$program" --out two
exits 2
says "need --family"
run bench compare "$program" "$program" --family ratio --out two
exits 2
run bench compare "$program" "$program" --family primitives
exits 2
says "need --out"
run bench compare "$program" one --family primitives --out two
exits 2
says "a folder and a program"
run bench compare one other --trials 4
exits 2
says "go with --out and --json only"
run bench compare /bin/true "$program" --family primitives --out two
exits 2
says "is no keybraid-bench"
run bench compare "$program" "$program" --family primitives --only ML-KEM-512 --trials 4 --calls 20 --out two
check test $rc -le 1
prints "primitives  ML-KEM-512" "13 operations in both"
for side in a b; do
    check test "$(grep -o '"ticks":' two/$side/records/primitives_ML-KEM-512_0.json | wc -l)" = 52
    check test "$(grep -o '"inputs_sha256":"[0-9a-f]*"' two/$side/records/primitives_ML-KEM-512_0.json)" = \
        "$(grep -o '"inputs_sha256":"[0-9a-f]*"' two/a/records/primitives_ML-KEM-512_0.json)"
done
check grep -q "one trial of each in turn" two/report.md
must bench check two
prints "2 records, 0 faults"
mv two moved
must bench check moved
sed -i 's/"ticks":\[/"ticks":[1/' moved/b/records/primitives_ML-KEM-512_0.json
run bench check moved
exits 1
prints "does not follow from the samples"

scenario "the report of the family evidence has the seven sections"
must bench evidence --quick --only ML-KEM-512 --calls 3 --out evidence
for section in 1 2 3 4 5 6 7; do
    check grep -q "^#### $section[.] " evidence/report.md
done
check grep -q "^| ML-KEM-512 | 800 | 64 | 768 | 32 |" evidence/report.md

scenario "figures of another program stand beside ours, and the check computes both"
peer="OPERATION,PEER,VERSION,COMPILER,N,MIN_KC,MEDIAN_KC,YARDSTICK_KC,UNIX_TIME"
printf '%s\n' "$peer" "ML-KEM-512/ENCAPS,other,1.0,gcc -O3,100,10,12,1.5,$(date +%s)" >peer.csv
must bench primitives --quick --only ML-KEM-512 --calls 50 --peer-csv peer.csv --out peers
prints "YARDSTICK_KC"
check grep -q '^ML-KEM-512,ENCAPS,PASS,.*,other,1.0,gcc -O3,100,10.000,12.000,1.5000,' \
    peers/primitives-peers.csv
must bench check peers
sed -i '3s/PASS,/PASS,1/' peers/primitives-peers.csv
run bench check peers
exits 1
prints "primitives-peers.csv: line 3 does not follow"
must bench primitives --quick --only ML-KEM-512 --calls 3 --out peers
check test ! -e peers/primitives-peers.csv
sed -i 's/,12,/,9,/' peer.csv
run bench primitives --quick --peer-csv peer.csv
exits 3
says "line 2, MEDIAN_KC: is less than MIN_KC"
run bench composite --quick --peer-csv peer.csv
exits 2
says "not for composite"

scenario "numbers for machines"
must bench composite --quick --only $row --calls 3 --json
prints '"CLASSICAL":"X25519"' '"BYTES":1024'

scenario "re-encryption and algorithms alone are measured too"
must bench reencrypt --quick --only P-256+ML-KEM-768_to_P-256+ML-KEM-768_5242880 --calls 3
prints "PASS"
must bench primitives --quick --only ML-KEM-512 --calls 3 --out result
for operation in KEYGEN ENCAPS DECAPS; do
    check grep -q "^ML-KEM-512  *$operation  *PASS  *3 " out
done
check test -s result/composite.csv
check test -s result/primitives.csv
must bench check result

finish
