/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The two hash suites: SM3 with the layer of the submission, SHAKE and SHA-3. */
#include "kem/dkem/hash.h"

#include "core/secret.h"

#include <string.h>

#define S_MAX KB_DKEM_SEED_MAX_BYTES

void kb_dkem_hash_g(const kb_dkem_params *params, uint8_t *out, const uint8_t *d) {
    size_t s = params->seed_bytes;
    if (params->suite == KB_DKEM_SM3) {
        kb_sm3_xof(out, 2 * s, d, s);
    } else if (s == 32) {
        kb_sha3_512(out, d, s);
    } else {
        kb_shake128(out, 2 * s, d, s);
    }
}

void kb_dkem_hash_j(const kb_dkem_params *params, uint8_t *out, const uint8_t *m,
                    const uint8_t *rho) {
    size_t s = params->seed_bytes;
    KB_SECRET_LOCAL(in, 2 * S_MAX);
    memcpy(in, m, s);
    memcpy(in + s, rho, s);
    if (params->suite == KB_DKEM_SM3) {
        kb_sm3_xof(out, 2 * s, in, 2 * s);
    } else {
        kb_shake128(out, 2 * s, in, 2 * s);
    }
}

void kb_dkem_hash_kdf(const kb_dkem_params *params, uint8_t *out, const uint8_t *in,
                      size_t len) {
    size_t s = params->seed_bytes;
    if (params->suite == KB_DKEM_SM3 && s == 32) {
        kb_sm3_hash(out, in, len);
    } else if (params->suite == KB_DKEM_SM3) {
        kb_sm3_pseudohash512(out, in, len);
    } else if (s == 32) {
        kb_sha3_256(out, in, len);
    } else {
        kb_shake256(out, s, in, len);
    }
}

void kb_dkem_seed_init(kb_dkem_seed *out, const kb_dkem_params *params,
                       const uint8_t *seed) {
    out->suite = params->suite;
    out->len = params->seed_bytes;
    memcpy(out->bytes, seed, out->len);
    /* A seed of 64 bytes is compressed here, once for all streams. */
    kb_sm3_init(&out->begun);
    if (out->suite == KB_DKEM_SM3) {
        kb_sm3_absorb(&out->begun, seed, out->len);
    }
}

/* The streams that have blocks left to begin, in the order in which they came. Each is in
 * it once, so a ring of as many places as there are streams is enough. */
typedef struct queue {
    kb_dkem_stream *waiting[KB_DKEM_STREAM_MAX];
    size_t first, count;
} queue;

static_assert((KB_DKEM_STREAM_MAX & (KB_DKEM_STREAM_MAX - 1)) == 0, "a mask is enough");

static void push(queue *q, kb_dkem_stream *stream) {
    q->waiting[(q->first + q->count++) % KB_DKEM_STREAM_MAX] = stream;
}

static void pop(queue *q) {
    q->first = (q->first + 1) % KB_DKEM_STREAM_MAX;
    q->count--;
}

/* Every block of every stream is a message of its own with the seed as its beginning. */
static void read_sm3(const kb_dkem_seed *seed, queue *q, size_t suffix_len) {
    uint64_t tail[KB_SM3_LANE_COUNT];
    uint8_t *out[KB_SM3_LANE_COUNT];
    const unsigned shift = suffix_len == 1 ? 24 : 16;
    while (q->count > 0) {
        /* The pieces that this batch of blocks completes. */
        kb_dkem_stream *ended[KB_SM3_LANE_COUNT];
        size_t used = 0, ended_count = 0;
        while (used < KB_SM3_LANE_COUNT && q->count > 0) {
            kb_dkem_stream *s = q->waiting[q->first];
            size_t left = (s->len - s->begun) / KB_SM3_BYTES;
            size_t room = KB_SM3_LANE_COUNT - used, n = left < room ? left : room;
            uint64_t suffix = (uint64_t)s->suffix[0] << 56 | (uint64_t)s->suffix[1] << 48;
            for (size_t j = 0; j < n; j++) {
                tail[used + j] = suffix | (uint64_t)(s->counter + 1 + j) << shift;
                out[used + j] = s->out + s->begun + j * KB_SM3_BYTES;
            }
            used += n;
            s->counter += (uint32_t)n;
            s->begun += n * KB_SM3_BYTES;
            if (n == left) {
                ended[ended_count++] = s;
                pop(q);
            }
        }
        kb_sm3_finish_x16(out, &seed->begun, tail, suffix_len + 4, used);
        for (size_t j = 0; j < ended_count; j++) {
            ended[j]->begun = 0;
            if (ended[j]->take != NULL && ended[j]->take(ended[j])) {
                push(q, ended[j]);
            }
        }
    }
}

#define WIDTH 4

/* Up to four streams in step: all of them read a piece more while one wants it. */
static void read_shake_x4(const kb_dkem_seed *seed, kb_dkem_stream *streams, size_t used,
                          size_t suffix_len) {
    uint8_t in[WIDTH][S_MAX + 2], unwanted[KB_SHAKE128_RATE_BYTES];
    KB_WIPE_AT_END(in);
    kb_keccak_x4 sponge;
    KB_WIPE_AT_END(sponge);
    const uint8_t *in_at[WIDTH] = {in[0], in[1], in[2], in[3]};
    uint8_t *out[WIDTH];
    bool is_open[WIDTH] = {false};
    for (size_t j = 0; j < used; j++) {
        memcpy(in[j], seed->bytes, seed->len);
        memcpy(in[j] + seed->len, streams[j].suffix, sizeof streams[j].suffix);
        is_open[j] = true;
    }
    kb_keccak_x4_absorb_all(&sponge, KB_SHAKE128_RATE_BYTES, KB_KECCAK_DOMAIN_SHAKE,
                            in_at, used, seed->len + suffix_len);
    for (size_t open = used, len = streams[0].len; open > 0;
         len = KB_SHAKE128_RATE_BYTES) {
        for (size_t j = 0; j < used; j++) {
            out[j] = is_open[j] ? streams[j].out : unwanted;
        }
        kb_keccak_x4_squeeze(&sponge, out, len);
        for (size_t j = 0; j < used; j++) {
            if (is_open[j] &&
                (streams[j].take == NULL || !streams[j].take(&streams[j]))) {
                is_open[j] = false;
                open--;
            }
        }
    }
}

void kb_dkem_streams_read(const kb_dkem_seed *seed, kb_dkem_stream *streams, size_t count,
                          size_t suffix_len) {
    if (seed->suite == KB_DKEM_SHAKE) {
        for (size_t i = 0; i < count; i += WIDTH) {
            size_t used = count - i < WIDTH ? count - i : WIDTH;
            read_shake_x4(seed, streams + i, used, suffix_len);
        }
        return;
    }
    queue q = {.first = 0, .count = 0};
    for (size_t j = 0; j < count; j++) {
        streams[j].counter = 0;
        streams[j].begun = 0;
        push(&q, &streams[j]);
    }
    read_sm3(seed, &q, suffix_len);
}
