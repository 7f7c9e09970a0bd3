/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Items with key handles: the same results as with the bytes, and what is refused. */
#include "batch_help.h"
#include "key/key.h"

static room rooms[ITEMS];
static kb_batch_item items[ITEMS];
static kb_batch *batch;
static kb_batch_counts counts;

/* The item with a handle in place of alg and bytes. */
static kb_batch_item by_handle(kb_batch_item item, const kb_key *key) {
    item.alg = NULL;
    item.key = key;
    switch (item.op) {
    case KB_BATCH_ENCAPS:
        item.encaps.pk = NULL;
        break;
    case KB_BATCH_DECAPS:
        item.decaps.sk = NULL;
        break;
    case KB_BATCH_SIGN:
        item.sign.sk = NULL;
        break;
    case KB_BATCH_VERIFY:
        item.verify.pk = NULL;
        break;
    default:
        break;
    }
    return item;
}

/* Twice, so that what the handle keeps takes part when it keeps something. */
static void exchange(const char *id) {
    kb_key *key = NULL;
    const kb_alg *alg = kb_catalog_find(id);
    REQUIRE_OK(kb_key_generate(&key, id));
    for (int round = 0; round < 3; round++) {
        for (size_t i = 0; i < 11; i++) {
            items[i] = by_handle(encaps_item(alg, &rooms[i], NULL), key);
        }
        CHECK_OK(kb_batch_run(batch, items, 11, &counts));
        CHECK_INT(counts.done, 11);
        for (size_t i = 0; i < 11; i++) {
            static uint8_t ss[SS_BYTES];
            CHECK_OK(kb_kem_decaps(id, ss, alg->ss_bytes, rooms[i].ct, alg->ct_bytes,
                                   kb_secret_bytes(key->sk), key->sk_len));
            CHECK_MEM(ss, rooms[i].ss, alg->ss_bytes);
            memcpy(rooms[i].sk, ss, alg->ss_bytes);
            items[i] = by_handle(decaps_item(alg, &rooms[i], rooms[i].ct, NULL), key);
        }
        memset(rooms[0].ss, 0, SS_BYTES);
        CHECK_OK(kb_batch_run(batch, items, 11, &counts));
        for (size_t i = 0; i < 11; i++) {
            CHECK_MEM(rooms[i].ss, rooms[i].sk, alg->ss_bytes);
        }
    }
    kb_key_free(key);
}

TEST(kems_exchange_by_handles) {
    static const char *const ids[] = {"ML-KEM-512",  "ML-KEM-768", "ML-KEM-1024",
                                      "HQC-128-R26", "X25519",     "P-256"};
    REQUIRE_OK(kb_batch_new(&batch, NULL));
    for (size_t i = 0; i < sizeof ids / sizeof ids[0]; i++) {
        exchange(ids[i]);
    }
    kb_batch_free(batch);
}

static void sign_and_verify(const char *id) {
    kb_key *key = NULL;
    const kb_alg *alg = kb_catalog_find(id);
    const kb_sig_message message = {(const uint8_t *)"message", 7, NULL, 0};
    REQUIRE(alg != NULL);
    REQUIRE_OK(kb_key_generate(&key, id));
    for (size_t i = 0; i < 3; i++) {
        items[i] = by_handle(sign_item(alg, &rooms[i], message, NULL), key);
        items[i].sign.sig_room = SIG_BYTES;
    }
    CHECK_OK(kb_batch_run(batch, items, 3, NULL));
    for (size_t i = 0; i < 3; i++) {
        items[i] = by_handle(
            verify_item(alg, rooms[i].sig, items[i].sign.sig_len, message, NULL), key);
    }
    CHECK_OK(kb_batch_run(batch, items, 3, NULL));
    items[1].verify.message.msg_len--;
    CHECK_STATUS(kb_batch_run(batch, items, 3, &counts), KB_ERR_AUTH);
    CHECK_INT(items[1].status, KB_ERR_AUTH);
    CHECK_INT(counts.done, 2);
    items[1].verify.sig = NULL;
    CHECK_STATUS(kb_batch_run(batch, items, 3, &counts), KB_ERR_ARGUMENT);
    kb_key_free(key);
}

TEST(signatures_and_composites_of_them_are_made_by_handles) {
    REQUIRE_OK(kb_batch_new(&batch, NULL));
    sign_and_verify("ML-DSA-65");
    sign_and_verify("Ed25519");
    sign_and_verify("SLH-DSA-SHA2-128f");
    sign_and_verify("ML-DSA-65-Ed25519");
    kb_batch_free(batch);
}

TEST(a_handle_that_is_no_key_for_the_item_is_refused) {
    kb_key *kem = NULL, *open = NULL, *pair = NULL, *sig = NULL;
    const kb_alg *alg = kb_catalog_find("ML-KEM-768");
    const kb_alg *dsa = kb_catalog_find("ML-DSA-44");
    const kb_sig_message message = {NULL, 0, NULL, 0};
    REQUIRE_OK(kb_batch_new(&batch, NULL));
    REQUIRE_OK(kb_key_generate(&kem, alg->id));
    REQUIRE_OK(kb_key_public_copy(&open, kem));
    REQUIRE_OK(kb_key_generate(&pair, "CKEM1.X25519.ML-KEM-768.HKDF-SHA256"));
    REQUIRE_OK(kb_key_generate(&sig, dsa->id));
    memset(rooms, 0xee, sizeof rooms);
    items[0] = by_handle(decaps_item(alg, &rooms[0], rooms[0].ct, NULL), open);
    items[1] = by_handle(encaps_item(alg, &rooms[1], NULL), pair);
    items[2] = by_handle(encaps_item(alg, &rooms[2], NULL), sig);
    items[3] = by_handle(sign_item(dsa, &rooms[3], message, NULL), kem);
    items[4] = by_handle(encaps_item(alg, &rooms[4], NULL), kem);
    items[4].alg = alg->id;
    items[5] = by_handle(encaps_item(alg, &rooms[5], NULL), kem);
    items[5].encaps.pk = rooms[5].pk;
    items[6] = by_handle(keygen_item(alg, &rooms[6]), kem);
    items[7] = by_handle(encaps_item(alg, &rooms[7], NULL), kem);
    items[7].encaps.ct_len++;
    items[8] = by_handle(decaps_item(alg, &rooms[8], rooms[8].ct, NULL), kem);
    items[8].decaps.ct_len--;
    items[9] = by_handle(encaps_item(alg, &rooms[9], NULL), open);
    items[10] = by_handle(verify_item(dsa, rooms[9].sig, 9, message, NULL), pair);
    static const kb_status want[] = {KB_ERR_KEY,      KB_ERR_KEY,      KB_ERR_KEY,
                                     KB_ERR_KEY,      KB_ERR_ARGUMENT, KB_ERR_ARGUMENT,
                                     KB_ERR_ARGUMENT, KB_ERR_ARGUMENT, KB_ERR_FORMAT,
                                     KB_OK,           KB_ERR_KEY};
    CHECK_STATUS(kb_batch_run(batch, items, 11, &counts), KB_ERR_KEY);
    CHECK_INT(counts.done, 1);
    for (size_t i = 0; i < 11; i++) {
        CHECK_INT(items[i].status, want[i]);
    }
    CHECK(is_zero(rooms[0].ss, alg->ss_bytes));
    CHECK(is_zero(rooms[3].sig, dsa->sig_bytes));
    CHECK(is_zero(rooms[4].ct, alg->ct_bytes));
    CHECK(is_zero(rooms[6].sk, alg->sk_bytes));
    CHECK(is_zero(rooms[7].ss, alg->ss_bytes) && rooms[7].ct[0] == 0xee);
    CHECK(is_zero(rooms[8].ss, alg->ss_bytes));
    kb_key_free(kem);
    kb_key_free(open);
    kb_key_free(pair);
    kb_key_free(sig);
    kb_batch_free(batch);
}

int main(void) {
    RUN(kems_exchange_by_handles);
    RUN(signatures_and_composites_of_them_are_made_by_handles);
    RUN(a_handle_that_is_no_key_for_the_item_is_refused);
    return TEST_END();
}
