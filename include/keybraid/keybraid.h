/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Everything of libkeybraid in one include. */
#ifndef KB_KEYBRAID_H
#define KB_KEYBRAID_H

#include <keybraid/aead.h>
#include <keybraid/batch.h>
#include <keybraid/catalog.h>
#include <keybraid/hash.h>
#include <keybraid/jwe.h>
#include <keybraid/jws.h>
#include <keybraid/kdf.h>
#include <keybraid/kem.h>
#include <keybraid/key.h>
#include <keybraid/keystore.h>
#include <keybraid/policy.h>
#include <keybraid/pool.h>
#include <keybraid/secret.h>
#include <keybraid/selftest.h>
#include <keybraid/sig.h>
#include <keybraid/status.h>
#include <keybraid/stream.h>
#include <keybraid/version.h>

#endif
