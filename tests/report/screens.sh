#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# Makes a small result with every family, and looks at its report and at that of a comparison
# in Chromium: 1280 and 400 pixels wide, light and dark, printed. The screenshots and a PDF
# stay in FOLDER/screens and FOLDER/screens/comparison.
#
# usage: tests/report/screens.sh PATH-OF-KEYBRAID-BENCH FOLDER
set -eu
here=$(cd "$(dirname "$0")" && pwd)
[ $# -eq 2 ] && [ -x "$1" ] || {
    echo "usage: $0 PATH-OF-KEYBRAID-BENCH FOLDER" >&2
    exit 2
}
bench=$(realpath "$1")

chromium=$(command -v chromium || command -v chromium-browser || command -v google-chrome) || {
    echo "1..0 # SKIP chromium is not installed (scripts/setup long installs it)"
    exit 77
}

rm -rf "$2"
mkdir -p "$2"
cd "$2"
measure() {
    echo "# $*"
    "$bench" "$@" --quick --calls 3 --seed 1 --out result >/dev/null
}
measure composite --only ML-KEM
measure reencrypt --only 5242880
# The halves of pairs, alone; all signatures in all their forms would take minutes.
measure primitives --only _0
measure evidence --only ML-DSA
"$bench" check result
"$bench" compare result result --out comparison >/dev/null
python3 "$here/screens.py" "$chromium" comparison/report.html screens/comparison
python3 "$here/screens.py" "$chromium" result/report.html screens
