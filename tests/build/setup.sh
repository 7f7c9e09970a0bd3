#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 OR MIT
# Set-up names what is missing, also a package that dpkg knows without having it, and says
# clearly that it needs root or sudo.
set -eu
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# A world without sudo, with an ordinary user and a made-up list of packages.
for tool in sh awk dirname grep cat; do
    ln -s "$(command -v $tool)" "$work/$tool"
done
cat >"$work/dpkg-query" <<'EOF'
#!/bin/sh
for package in "$@"; do :; done
case $package in
valgrind) echo "$STATE" ;;
*) echo installed ;;
esac
EOF
printf '#!/bin/sh\necho 1000\n' >"$work/id"
printf '#!/bin/sh\necho called >&2\nexit 1\n' >"$work/apt-get"
chmod +x "$work/dpkg-query" "$work/id" "$work/apt-get"

failed=0
# expect STATE WHAT CODE WORD...
expect() {
    code=0
    out=$(STATE=$1 PATH=$work "$work/sh" scripts/setup "$2" 2>&1) || code=$?
    want=$3
    shift 3
    [ "$code" -eq "$want" ] || { echo "not ok - exit $code, expected $want: $out"; failed=1; }
    for word in "$@"; do
        case $out in
        *"$word"*) ;;
        *) echo "not ok - '$word' is not in: $out"; failed=1 ;;
        esac
    done
}
expect installed test 0 "all packages are there"
for state in not-installed config-files half-installed; do
    expect $state test 1 "root or sudo" valgrind
done
expect installed long 0 "all packages are there"
expect not-installed long 1 "root or sudo" valgrind
expect not-installed build 0 "all packages are there"
expect installed nonsense 2 usage
[ $failed -eq 0 ] && echo ok
exit $failed
