#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# The tour in README.md works as it stands there.
. "$(dirname "$0")/lib.sh"

scenario "the tour in the README runs to its end when pasted"
awk '/^```sh$/ { on = 1; next } /^```$/ { on = 0 } on' "$tests_dir/../../README.md" >tour
check test "$(grep -c keybraid tour)" -ge 10
mkdir -p build/release
ln -s "$KEYBRAID" build/release/keybraid
unset KEYBRAID_HOME
last="the tour"
{ echo 'set -e'; cat tour; } | TMPDIR=$work bash >out 2>err
rc=$?
exits 0
prints "the quick brown fox" "note.txt" CKEM1.X25519.ML-KEM-768.HKDF-SHA256 "alice, version 1" "version 2, primary"
says "good signature by ./maker.jwk (ML-DSA-65-Ed25519"
check test "$(grep -c 'the quick brown fox' out)" -eq 2
check test ! -e "$HOME/.local"
finish
