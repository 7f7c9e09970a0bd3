/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The sponges of kb_keccak_run: which job has which state, what each state absorbs next,
 * where its output goes. */
#include "hash/keccak/jobs.h"

#include "core/bytes.h"
#include "core/secret.h"
#include "hash/hash_count.h"
#include "hash/keccak/ops.h"

#define WIDTH       4
#define STATE_BYTES (8 * KB_KECCAK_LANE_COUNT)

enum { WAITING = 0, RUNNING, ENDED };

/* One of the states, and the job that it belongs to. */
typedef struct slot {
    kb_keccak_job *job;
    size_t rate;
    const uint8_t *in; /* input that is left of the piece in hand */
    size_t in_left;
    size_t next_piece;
    uint8_t *out; /* where the next output goes, and how much is wanted there */
    size_t out_left;
    uint8_t block[STATE_BYTES];
} slot;

typedef struct run {
    kb_keccak_job *jobs;
    size_t count;
    size_t first; /* no job before this one waits */
    /* Bit j: slot j has a job that has input left; whose input is padded. */
    unsigned absorbing, squeezing;
    slot slots[WIDTH];
    KB_KECCAK_ALIGNED uint64_t lanes[KB_KECCAK_LANE_COUNT][WIDTH];
    uint8_t unwanted[STATE_BYTES]; /* output of states that have none to give */
} run;

static const uint8_t nothing[STATE_BYTES];

/* The first job that waits for no other; NULL when there is none. */
static kb_keccak_job *next_job(run *r) {
    while (r->first < r->count && r->jobs[r->first].progress != WAITING) {
        r->first++;
    }
    for (size_t i = r->first; i < r->count; i++) {
        kb_keccak_job *job = &r->jobs[i];
        if (job->progress == WAITING &&
            (job->after == NULL || job->after->progress == ENDED)) {
            return job;
        }
    }
    return NULL;
}

static void start(run *r, size_t j, kb_keccak_job *job) {
    slot *s = &r->slots[j];
    job->progress = RUNNING;
    s->job = job;
    s->rate = job->rate;
    s->in_left = s->next_piece = 0;
    s->out = job->out;
    s->out_left = job->out_len;
    r->absorbing |= 1U << j;
    KB_HASH_PART_BEGIN(j, job->rate, job->domain,
                       job->in[0].len + job->in[1].len + job->in[2].len + job->in[3].len +
                           job->suffix_len,
                       job->out_len);
}

/* Takes the next piece that is not empty in hand, at last the suffix; returns whether
 * there was one. */
static bool take_piece(slot *s) {
    const kb_keccak_job *job = s->job;
    while (s->next_piece < KB_KECCAK_JOB_PIECES) {
        const kb_keccak_piece *piece = &job->in[s->next_piece++];
        if (piece->len > 0) {
            s->in = piece->data;
            s->in_left = piece->len;
            return true;
        }
    }
    if (s->next_piece++ > KB_KECCAK_JOB_PIECES) {
        return false;
    }
    s->in = job->suffix;
    s->in_left = job->suffix_len;
    return s->in_left > 0;
}

static void copy(uint8_t *to, const uint8_t *from, size_t n) {
    if (n > 32) {
        memcpy(to, from, n);
        return;
    }
    /* Seeds and nonces, for which a call takes longer. */
    for (; n >= 8; n -= 8, to += 8, from += 8) {
        memcpy(to, from, 8);
    }
    for (; n > 0; n--) {
        *to++ = *from++;
    }
}

/* The next block that the state of slot j absorbs, padded where the input ends. Behind
 * it are zeros up to `room` bytes. A whole block of a piece is absorbed where it lies. */
static const uint8_t *next_block(run *r, size_t j, size_t room) {
    slot *s = &r->slots[j];
    size_t rate = s->rate, have = 0;
    while (have < rate && (s->in_left > 0 || take_piece(s))) {
        size_t n = s->in_left < rate - have ? s->in_left : rate - have;
        const uint8_t *from = s->in;
        s->in += n;
        s->in_left -= n;
        if (n == room) {
            return from;
        }
        copy(s->block + have, from, n);
        have += n;
    }
    memset(s->block + have, 0, room - have);
    if (have < rate) {
        s->block[have] ^= s->job->domain;
        s->block[rate - 1] ^= 0x80;
        r->absorbing &= ~(1U << j);
        r->squeezing |= 1U << j;
    }
    return s->block;
}

static void read_bytes(uint8_t *out, const uint64_t *state, size_t stride, size_t at,
                       size_t len) {
    for (; len > 0 && at % 8 != 0; len--, at++) {
        *out++ = (uint8_t)(state[at / 8 * stride] >> 8 * (at % 8));
    }
    for (; len >= 8; len -= 8, at += 8, out += 8) {
        kb_store_le64(out, state[at / 8 * stride]);
    }
    for (; len > 0; len--, at++) {
        *out++ = (uint8_t)(state[at / 8 * stride] >> 8 * (at % 8));
    }
}

/* Gives the job of slot j what it still wants of the block in state, whose words are
 * stride apart. The first `have` bytes are at s->out already. */
static void deliver(run *r, size_t j, const uint64_t *state, size_t stride, size_t have) {
    slot *s = &r->slots[j];
    kb_keccak_job *job = s->job;
    size_t at = have;
    s->out += have;
    s->out_left -= have;
    for (;;) {
        size_t n = s->out_left < s->rate - at ? s->out_left : s->rate - at;
        read_bytes(s->out, state, stride, at, n);
        at += n;
        s->out += n;
        s->out_left -= n;
        if (s->out_left > 0) {
            return;
        }
        KB_HASH_PAUSE();
        bool wants_more = job->take != NULL && job->take(job);
        KB_HASH_RESUME();
        if (!wants_more) {
            job->progress = ENDED;
            r->squeezing &= ~(1U << j);
            KB_HASH_PART_END(j);
            return;
        }
        KB_HASH_PART_MORE(j, job->out_len);
        s->out = job->out;
        s->out_left = job->out_len;
    }
}

/* To the end of the job of slot j, the only one that can go on. */
static void run_single(run *r, size_t j, bool is_fresh) {
    const kb_keccak_ops *ops = kb_keccak_ops_get();
    uint64_t one[KB_KECCAK_LANE_COUNT];
    KB_WIPE_AT_END(one);
    for (size_t i = 0; i < KB_KECCAK_LANE_COUNT; i++) {
        one[i] = is_fresh ? 0 : r->lanes[i][j];
    }
    while ((r->absorbing | r->squeezing) != 0) {
        if (r->absorbing != 0) {
            size_t rate = r->slots[j].rate;
            const uint8_t *block = next_block(r, j, rate);
            for (size_t i = 0; i < rate / 8; i++) {
                one[i] ^= kb_load_le64(block + 8 * i);
            }
        }
        KB_HASH_COUNT_KECCAK(1, 0);
        ops->permute(one);
        if (r->squeezing != 0) {
            deliver(r, j, one, 1, 0);
        }
    }
}

static void absorb_wide(run *r, unsigned fresh) {
    const uint8_t *in[WIDTH] = {nothing, nothing, nothing, nothing};
    const unsigned absorbing = r->absorbing;
    size_t room = 0;
    for (size_t j = 0; j < WIDTH; j++) {
        if ((absorbing >> j & 1) != 0 && r->slots[j].rate > room) {
            room = r->slots[j].rate;
        }
    }
    if (room == 0) {
        return;
    }
    for (size_t j = 0; j < WIDTH; j++) {
        if ((absorbing >> j & 1) != 0) {
            in[j] = next_block(r, j, room);
        }
    }
    kb_keccak_ops_get()->absorb_x4(r->lanes, in, room / 8, fresh);
}

static void squeeze_wide(run *r) {
    uint8_t *out[WIDTH] = {r->unwanted, r->unwanted, r->unwanted, r->unwanted};
    const unsigned squeezing = r->squeezing;
    /* Whole words that every job with output wants. */
    size_t bytes = STATE_BYTES;
    if (squeezing == 0) {
        return;
    }
    for (size_t j = 0; j < WIDTH; j++) {
        if ((squeezing >> j & 1) != 0) {
            const slot *s = &r->slots[j];
            size_t n = s->out_left < s->rate ? s->out_left : s->rate;
            bytes = n < bytes ? n : bytes;
            out[j] = s->out;
        }
    }
    bytes -= bytes % 8;
    kb_keccak_ops_get()->squeeze_x4(out, r->lanes, bytes / 8);
    for (size_t j = 0; j < WIDTH; j++) {
        slot *s = &r->slots[j];
        if ((squeezing >> j & 1) == 0) {
            continue;
        }
        if (bytes == s->rate && s->out_left > bytes) {
            s->out += bytes;
            s->out_left -= bytes;
        } else {
            deliver(r, j, (const uint64_t *)&r->lanes + j, WIDTH, bytes);
        }
    }
}

void kb_keccak_run(kb_keccak_job *jobs, size_t count) {
    KB_HASH_SCOPE(KB_HASH_FN_KECCAK_JOBS, 0, 0, count);
    const kb_keccak_ops *ops = kb_keccak_ops_get();
    const unsigned all = ops->is_wide ? 15 : 1;
    /* States that no step has computed yet; at first none of the four has a value. */
    unsigned fresh = 15;
    run r;
    KB_WIPE_AT_END(r);
    r.jobs = jobs;
    r.count = count;
    r.first = 0;
    r.absorbing = r.squeezing = 0;
    for (size_t i = 0; i < count; i++) {
        jobs[i].progress = WAITING;
    }
    for (;;) {
        unsigned idle = all & ~(r.absorbing | r.squeezing);
        kb_keccak_job *job;
        while (idle != 0 && (job = next_job(&r)) != NULL) {
            start(&r, (size_t)__builtin_ctz(idle), job);
            fresh |= idle & -idle;
            idle &= idle - 1;
        }
        unsigned busy = r.absorbing | r.squeezing;
        if (busy == 0) {
            return;
        }
        if ((busy & (busy - 1)) == 0) {
            run_single(&r, (size_t)__builtin_ctz(busy), (fresh & busy) != 0);
            continue;
        }
        absorb_wide(&r, fresh);
        fresh = 0;
        KB_HASH_COUNT_KECCAK(0, 1);
        KB_HASH_COUNT_KECCAK_LANES((uint64_t)__builtin_popcount(busy));
        ops->permute_x4(r.lanes, WIDTH);
        squeeze_wide(&r);
    }
}
