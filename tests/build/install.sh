#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 OR MIT
# A program outside the tree builds against an installed library, found by pkg-config.
# usage: tests/build/install.sh BUILD
set -eu
build=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
DESTDIR=$work/root cmake --install "$build" --prefix /usr >"$work/log" ||
    { cat "$work/log"; exit 1; }
pc=$(find "$work/root" -name keybraid.pc)
[ -n "$pc" ] || { echo "no keybraid.pc installed"; exit 1; }
pc_dir=$(dirname "$pc")
lib=$(dirname "$pc_dir")

cat >"$work/user.c" <<'EOF'
#include <keybraid/secret.h>
#include <keybraid/status.h>

#include <stdio.h>

int main(void) {
    kb_secret *secret = NULL;
    if (kb_secret_new(&secret, 32) != KB_OK || kb_secret_len(secret) != 32) {
        return 1;
    }
    kb_secret_free(secret);
    return puts(kb_status_name(kb_secret_new(&secret, 0))) == EOF;
}
EOF
# The installed paths begin with /usr; the sysroot puts the folder before them. The
# libraries behind ours (Requires.private) are looked up as usual.
flags=$(PKG_CONFIG_PATH=$pc_dir PKG_CONFIG_SYSROOT_DIR=$work/root \
    pkg-config --cflags --libs keybraid)
# shellcheck disable=SC2086
${CC:-cc} -std=c17 -Wall -Wextra -Werror -pedantic -o "$work/user" "$work/user.c" \
    -I"$work/root/usr/include" -L"$lib" $flags
out=$(LD_LIBRARY_PATH=$lib "$work/user")
[ "$out" = KB_ERR_ARGUMENT ] || { echo "the program said: $out"; exit 1; }
[ "$(PKG_CONFIG_PATH=$pc_dir pkg-config --modversion keybraid)" != "" ]

# Every header compiles alone.
for header in "$work"/root/usr/include/keybraid/*.h; do
    echo "#include <keybraid/$(basename "$header")>" >"$work/alone.c"
    ${CC:-cc} -std=c17 -Wall -Wextra -Werror -pedantic -fsyntax-only \
        -I"$work/root/usr/include" "$work/alone.c"
done
echo "ok: a program built against $(find "$work/root" -name 'libkeybraid.so*' | wc -l) installed files"
