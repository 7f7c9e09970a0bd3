/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The long hashes of four operations side by side, the rest of one after another. */
#include "kem/hqc/many.h"

#include "core/secret.h"
#include "kem/hqc/sample.h"
#include "kem/hqc/steps.h"

#define MANY KB_HQC_MANY
#define SEED KB_HQC_SEED_BYTES

/* y, seed_dk and sigma; the rest of an expanded key is public. */
static void wipe_secrets(kb_hqc_many_room *room) {
    for (size_t j = 0; j < MANY; j++) {
        kb_hqc_private *priv = &room->priv[j];
        kb_wipe(&priv->y, sizeof priv->y);
        kb_wipe(priv->seed_dk, sizeof priv->seed_dk);
        kb_wipe(priv->sigma, sizeof priv->sigma);
    }
}

/* h of four public seeds, and H(ek) beside them when with_hash is set. */
static void expand(const kb_hqc_params *params, kb_hqc_many_room *room, bool with_hash) {
    kb_keccak_job jobs[2 * MANY];
    for (size_t j = 0; j < MANY; j++) {
        kb_hqc_public *pub = &room->priv[j].pub;
        jobs[j] = kb_hqc_uniform_job(params, &pub->h, pub->seed_ek);
        if (with_hash) {
            kb_hqc_swap_bytes(&pub->s);
            jobs[MANY + j] = kb_hqc_hash_job(params, pub);
        }
    }
    kb_keccak_run(jobs, with_hash ? 2 * MANY : MANY);
    for (size_t j = 0; j < MANY; j++) {
        kb_hqc_public *pub = &room->priv[j].pub;
        kb_hqc_uniform_from_bytes(params, &pub->h);
        if (with_hash) {
            kb_hqc_swap_bytes(&pub->s);
        }
    }
}

static void generate(const kb_hqc_params *params, kb_hqc_many_room *room,
                     const uint8_t *const seed_kem[MANY]) {
    for (size_t j = 0; j < MANY; j++) {
        kb_hqc_begin_keys(params, &room->priv[j], seed_kem[j]);
    }
    expand(params, room, false);
    for (size_t j = 0; j < MANY; j++) {
        kb_hqc_finish_keys(params, &room->priv[j]);
    }
}

void kb_hqc_public_of_x4(const kb_hqc_params *params, uint8_t *const ek[MANY],
                         const uint8_t *const seed_kem[MANY], kb_hqc_many_room *room) {
    generate(params, room, seed_kem);
    for (size_t j = 0; j < MANY; j++) {
        kb_hqc_store_ek(params, ek[j], &room->priv[j].pub);
    }
    wipe_secrets(room);
}

void kb_hqc_encaps_x4(const kb_hqc_params *params, uint8_t *const ct[MANY],
                      uint8_t *const ss[MANY], const uint8_t *const ek[MANY],
                      const uint8_t *const coins[MANY], kb_hqc_many_room *room) {
    for (size_t j = 0; j < MANY; j++) {
        kb_hqc_load_ek(params, &room->priv[j].pub, ek[j]);
    }
    expand(params, room, true);
    for (size_t j = 0; j < MANY; j++) {
        kb_hqc_encaps_to(params, ct[j], ss[j], &room->priv[j].pub, coins[j],
                         coins[j] + params->k);
    }
}

void kb_hqc_decaps_with_x4(const kb_hqc_params *params, uint8_t *const ss[MANY],
                           const uint8_t *const ct[MANY],
                           const kb_hqc_private *const priv[MANY]) {
    uint8_t rejected[MANY][SEED];
    KB_WIPE_AT_END(rejected);
    kb_keccak_job jobs[MANY];
    for (size_t j = 0; j < MANY; j++) {
        jobs[j] = kb_hqc_reject_job(params, rejected[j], priv[j], ct[j]);
    }
    kb_keccak_run(jobs, MANY);
    for (size_t j = 0; j < MANY; j++) {
        kb_hqc_decaps_or(params, ss[j], ct[j], priv[j], rejected[j]);
    }
}

/* H(ek) of four keys that were generated. */
static void hash_generated(const kb_hqc_params *params, kb_hqc_many_room *room) {
    kb_keccak_job jobs[MANY];
    for (size_t j = 0; j < MANY; j++) {
        kb_hqc_swap_bytes(&room->priv[j].pub.s);
        jobs[j] = kb_hqc_hash_job(params, &room->priv[j].pub);
    }
    kb_keccak_run(jobs, MANY);
    for (size_t j = 0; j < MANY; j++) {
        kb_hqc_swap_bytes(&room->priv[j].pub.s);
    }
}

void kb_hqc_decaps_seed_x4(const kb_hqc_params *params, uint8_t *const ss[MANY],
                           const uint8_t *const ct[MANY],
                           const uint8_t *const seed_kem[MANY], kb_hqc_many_room *room) {
    const kb_hqc_private *const with[MANY] = {&room->priv[0], &room->priv[1],
                                              &room->priv[2], &room->priv[3]};
    generate(params, room, seed_kem);
    hash_generated(params, room);
    kb_hqc_decaps_with_x4(params, ss, ct, with);
    wipe_secrets(room);
}
