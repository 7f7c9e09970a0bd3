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
#include <keybraid/keybraid.h>
#include <stdio.h>
#include <string.h>

int main(void) {
    static const char text[] = "over and out";
    kb_key *key = NULL;
    kb_buffer token = {0}, back = {0};
    if (kb_key_generate(&key, "CKEM1.X25519.ML-KEM-768.HKDF-SHA256") != KB_OK) {
        return 1;
    }
    kb_jwe_encrypt_options options = {.recipient = key};
    int bad = kb_jwe_encrypt_memory(&token, &options, text, sizeof text) != KB_OK ||
              kb_jwe_decrypt_memory(&back, kb_keyring_of(key), token.data, token.len) !=
                  KB_OK ||
              back.len != sizeof text || memcmp(back.data, text, sizeof text) != 0;
    kb_buffer_free(&back);
    kb_buffer_free(&token);
    kb_key_free(key);
    return bad || puts(kb_version()) == EOF;
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
version=$(PKG_CONFIG_PATH=$pc_dir pkg-config --modversion keybraid)
[ "$out" = "$version" ] || { echo "the program says $out, pkg-config $version"; exit 1; }

# Every header compiles alone.
for header in "$work"/root/usr/include/keybraid/*.h; do
    echo "#include <keybraid/$(basename "$header")>" >"$work/alone.c"
    ${CC:-cc} -std=c17 -Wall -Wextra -Werror -pedantic -fsyntax-only \
        -I"$work/root/usr/include" "$work/alone.c"
done
if [ -x "$build/keybraid" ] && ! [ -x "$work/root/usr/bin/keybraid" ]; then
    echo "the command was built but not installed"
    exit 1
fi
echo "ok: a program built against $(find "$work/root" -name 'libkeybraid.so*' | wc -l) installed files"
