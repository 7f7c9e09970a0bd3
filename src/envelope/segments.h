/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Segmented content in both directions: bytes in any pieces are cut into segments, sealed
 * or opened in the threads of a pool, and passed on in order.
 *
 * Sealing takes plaintext and gives the FLOE body; opening takes the body and gives
 * plaintext, each segment after its tag was verified. The last segment is sealed or
 * opened by finish, so that whatever is wrong after it is found before its release.
 *
 * Memory: one segment; with a pool 2 * jobs + 1 times 256 KiB or a segment, whichever is
 * more. Feeding waits while that many are in flight. One owner; sink is called in the
 * owner's thread only.
 */
#ifndef KB_ENVELOPE_SEGMENTS_H
#define KB_ENVELOPE_SEGMENTS_H

#include "sym/floe.h"

#include <keybraid/pool.h>

typedef struct kb_segments kb_segments;

/* Takes what comes out, in order. */
typedef kb_status (*kb_segments_sink)(void *self, const uint8_t *data, size_t len);

/* floe and pool (NULL: no threads) must outlive the segments. first is the number of the
 * first segment that will be fed, 0 for a whole message. KB_ERR_MEMORY. */
KB_MUST_USE kb_status kb_segments_seal_new(kb_segments **out, const kb_floe *floe,
                                           kb_pool *pool, kb_segments_sink sink,
                                           void *self);
KB_MUST_USE kb_status kb_segments_open_new(kb_segments **out, const kb_floe *floe,
                                           kb_pool *pool, uint64_t first,
                                           kb_segments_sink sink, void *self);

/* Takes len bytes. KB_ERR_AUTH without detail for every fault of a body; KB_ERR_LIMIT
 * (2^40 segments); what sink returns. After a failure only free. */
KB_MUST_USE kb_status kb_segments_feed(kb_segments *s, const uint8_t *data, size_t len);
/* Ends the message: seals what is left as the final segment, or opens the final segment;
 * a body that ends before it is KB_ERR_AUTH. */
KB_MUST_USE kb_status kb_segments_finish(kb_segments *s);
/* Takes back or waits for what is in flight, wipes and releases; NULL is fine. */
void kb_segments_free(kb_segments *s);

#endif
