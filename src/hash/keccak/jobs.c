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
    kb_keccak_job *job; /* NULL: none */
    size_t piece, at;   /* next input: byte `at` of the piece */
    size_t left;        /* bytes that out still lacks */
    uint8_t *out;       /* where the next goes */
    bool is_squeezing;  /* the input is used up and padded */
    uint8_t block[STATE_BYTES];
} slot;

typedef struct run {
    kb_keccak_job *jobs;
    size_t count;
    size_t first; /* no job before this one waits */
    size_t active;
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

static void start(run *r, slot *s, kb_keccak_job *job) {
    job->progress = RUNNING;
    s->job = job;
    s->piece = s->at = 0;
    s->left = job->out_len;
    s->out = job->out;
    s->is_squeezing = false;
    r->active++;
}

/* The pieces of the input and, as one more, the suffix. */
static kb_keccak_piece piece_of(const kb_keccak_job *job, size_t i) {
    if (i < KB_KECCAK_JOB_PIECES) {
        return job->in[i];
    }
    return (kb_keccak_piece){job->suffix, job->suffix_len};
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

/* The next `rate` bytes that the state absorbs, padded where the input ends. Behind them
 * are zeros up to `room`. A whole block of a piece is absorbed where it lies. */
static const uint8_t *next_block(slot *s, size_t room) {
    const kb_keccak_job *job = s->job;
    size_t rate = job->rate, have = 0;
    if (s->is_squeezing) {
        return nothing;
    }
    for (; s->piece <= KB_KECCAK_JOB_PIECES && have < rate; s->piece++, s->at = 0) {
        kb_keccak_piece piece = piece_of(job, s->piece);
        size_t n = piece.len - s->at;
        if (n == 0) {
            continue;
        }
        const uint8_t *from = (const uint8_t *)piece.data + s->at;
        if (have == 0 && n >= rate && room == rate) {
            s->at += rate;
            return from;
        }
        n = n < rate - have ? n : rate - have;
        copy(s->block + have, from, n);
        have += n;
        s->at += n;
        if (s->at < piece.len) {
            break;
        }
    }
    memset(s->block + have, 0, room - have);
    if (have < rate) {
        s->block[have] ^= job->domain;
        s->block[rate - 1] ^= 0x80;
        s->is_squeezing = true;
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

/* Gives the job what it still wants of the block in state, whose words are stride apart.
 * The first `have` bytes are at s->out already. */
static void deliver(run *r, slot *s, const uint64_t *state, size_t stride, size_t have) {
    kb_keccak_job *job = s->job;
    size_t at = have;
    s->out += have;
    s->left -= have;
    for (;;) {
        size_t n = s->left < job->rate - at ? s->left : job->rate - at;
        read_bytes(s->out, state, stride, at, n);
        at += n;
        s->out += n;
        s->left -= n;
        if (s->left > 0) {
            return;
        }
        if (job->take == NULL || !job->take(job)) {
            job->progress = ENDED;
            s->job = NULL;
            r->active--;
            return;
        }
        s->out = job->out;
        s->left = job->out_len;
    }
}

/* To the end of the job of slot j, the only one that can go on. */
static void run_single(run *r, size_t j, bool is_fresh) {
    const kb_keccak_ops *ops = kb_keccak_ops_get();
    slot *s = &r->slots[j];
    uint64_t one[KB_KECCAK_LANE_COUNT];
    KB_WIPE_AT_END(one);
    for (size_t i = 0; i < KB_KECCAK_LANE_COUNT; i++) {
        one[i] = is_fresh ? 0 : r->lanes[i][j];
    }
    while (s->job != NULL) {
        if (!s->is_squeezing) {
            size_t rate = s->job->rate;
            const uint8_t *block = next_block(s, rate);
            for (size_t i = 0; i < rate / 8; i++) {
                one[i] ^= kb_load_le64(block + 8 * i);
            }
        }
        KB_HASH_COUNT_KECCAK(1, 0);
        ops->permute(one);
        if (s->is_squeezing) {
            deliver(r, s, one, 1, 0);
        }
    }
}

static void absorb_wide(run *r, unsigned fresh) {
    const uint8_t *in[WIDTH];
    size_t room = 0;
    for (size_t j = 0; j < WIDTH; j++) {
        const slot *s = &r->slots[j];
        if (s->job != NULL && !s->is_squeezing && s->job->rate > room) {
            room = s->job->rate;
        }
    }
    if (room == 0) {
        return;
    }
    for (size_t j = 0; j < WIDTH; j++) {
        in[j] = r->slots[j].job != NULL ? next_block(&r->slots[j], room) : nothing;
    }
    kb_keccak_ops_get()->absorb_x4(r->lanes, in, room / 8, fresh);
}

static void squeeze_wide(run *r) {
    /* Whole words that every job with output wants. */
    size_t words = KB_KECCAK_LANE_COUNT;
    uint8_t *out[WIDTH];
    bool gives[WIDTH], any = false;
    for (size_t j = 0; j < WIDTH; j++) {
        const slot *s = &r->slots[j];
        gives[j] = s->job != NULL && s->is_squeezing;
        out[j] = r->unwanted;
        if (gives[j]) {
            size_t n = s->left < s->job->rate ? s->left : s->job->rate;
            words = n / 8 < words ? n / 8 : words;
            out[j] = s->out;
            any = true;
        }
    }
    if (!any) {
        return;
    }
    kb_keccak_ops_get()->squeeze_x4(out, r->lanes, words);
    for (size_t j = 0; j < WIDTH; j++) {
        if (gives[j]) {
            deliver(r, &r->slots[j], (const uint64_t *)&r->lanes + j, WIDTH, 8 * words);
        }
    }
}

void kb_keccak_run(kb_keccak_job *jobs, size_t count) {
    const kb_keccak_ops *ops = kb_keccak_ops_get();
    const size_t width = ops->is_wide ? WIDTH : 1;
    /* States that no step has computed yet; at first none of the four has a value. */
    unsigned fresh = 15;
    run r;
    KB_WIPE_AT_END(r);
    r.jobs = jobs;
    r.count = count;
    r.first = r.active = 0;
    for (size_t j = 0; j < WIDTH; j++) {
        r.slots[j].job = NULL;
    }
    for (size_t i = 0; i < count; i++) {
        jobs[i].progress = WAITING;
    }
    for (;;) {
        size_t last = 0;
        for (size_t j = 0; j < width; j++) {
            kb_keccak_job *job = r.slots[j].job == NULL ? next_job(&r) : NULL;
            if (job != NULL) {
                start(&r, &r.slots[j], job);
                fresh |= 1U << j;
            }
            last = r.slots[j].job != NULL ? j : last;
        }
        if (r.active == 0) {
            return;
        }
        if (r.active == 1) {
            run_single(&r, last, (fresh >> last & 1) != 0);
            continue;
        }
        absorb_wide(&r, fresh);
        fresh = 0;
        KB_HASH_COUNT_KECCAK(0, 1);
        ops->permute_x4(r.lanes, WIDTH);
        squeeze_wide(&r);
    }
}
