/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * FLOE, authenticated encryption in segments: messages of any length in constant memory,
 * every segment verified by itself, with its place and whether it is the last one.
 *
 * Source: C2SP FLOE, with AES-256-GCM, HKDF-Expand-SHA384, a 32-byte IV and a 32-byte
 * header tag. A message is a header, then segments 0, 1, ... and exactly one final one.
 * The header tag commits to the key. A kb_floe is one message, a lane one thread's cipher
 * for it; both belong to the process that made them, never to its forked children, which
 * would use the same nonces.
 *
 * Not here: who reads and orders the segments is the caller's business; one message under
 * one tag is sym/gcm.h; given IVs and nonces, for known answers only, are
 * sym/floe_derand.h.
 */
#ifndef KB_SYM_FLOE_H
#define KB_SYM_FLOE_H

#include <keybraid/status.h>
#include <stddef.h>
#include <stdint.h>

#define KB_FLOE_KEY_BYTES      32
#define KB_FLOE_IV_BYTES       32
#define KB_FLOE_NONCE_BYTES    12
#define KB_FLOE_HEADER_BYTES   74 /* parameters 10, IV 32, tag 32 */
#define KB_FLOE_OVERHEAD_BYTES 32 /* per segment: length 4, nonce 12, tag 16 */
/* Where the text of a segment starts; text and ciphertext have the same length. */
#define KB_FLOE_TEXT_OFFSET       16
#define KB_FLOE_SEGMENT_MIN_BYTES (KB_FLOE_OVERHEAD_BYTES + 1)
#define KB_FLOE_SEGMENT_MAX_BYTES (UINT32_C(1) << 20)
#define KB_FLOE_SEGMENTS_MAX      (UINT64_C(1) << 40)

/* One message: keys and associated data. Read-only once made, so that lanes of several
 * threads share it. Heap: aad_len and a page of locked memory. */
typedef struct kb_floe kb_floe;

/* One thread's cipher, in the direction of its message: holds the AEAD key of the current
 * 2^20 segments. Asks for no memory per segment. */
typedef struct kb_floe_lane kb_floe_lane;

/* Starts a message with a fresh IV and writes its header; *out is set on success only.
 * segment_bytes counts encrypted bytes, KB_FLOE_SEGMENT_MIN_BYTES to
 * KB_FLOE_SEGMENT_MAX_BYTES. key and aad are copied. KB_ERR_ARGUMENT (segment_bytes),
 * KB_ERR_RNG, KB_ERR_MEMORY; the header is zero then. */
KB_MUST_USE kb_status kb_floe_seal_new(kb_floe **out,
                                       const uint8_t key[KB_FLOE_KEY_BYTES],
                                       uint32_t segment_bytes, const void *aad,
                                       size_t aad_len,
                                       uint8_t header[KB_FLOE_HEADER_BYTES]);

/* Whether the parameters in the header are those of segment_bytes: KB_ERR_FORMAT if not.
 * Needs no key and says nothing about the rest of the header. */
KB_MUST_USE kb_status kb_floe_check_header(const uint8_t header[KB_FLOE_HEADER_BYTES],
                                           uint32_t segment_bytes);

/* Opens a message; *out is set on success only. Parameters as in kb_floe_seal_new, the
 * header is untrusted. KB_ERR_FORMAT (its parameters), KB_ERR_AUTH (its tag does not fit
 * key, aad and IV; constant-time), KB_ERR_ARGUMENT, KB_ERR_MEMORY. */
KB_MUST_USE kb_status kb_floe_open_new(kb_floe **out,
                                       const uint8_t key[KB_FLOE_KEY_BYTES],
                                       uint32_t segment_bytes, const void *aad,
                                       size_t aad_len,
                                       const uint8_t header[KB_FLOE_HEADER_BYTES]);

/* Wipes and releases, after all lanes; NULL is fine. */
void kb_floe_free(kb_floe *floe);

uint32_t kb_floe_segment_bytes(const kb_floe *floe);

/* Makes a lane; *out is set on success only. The message must outlive it. The first
 * segment derives the key, which hashes all of aad. KB_ERR_MEMORY. */
KB_MUST_USE kb_status kb_floe_lane_new(kb_floe_lane **out, const kb_floe *floe);
/* Wipes and releases; NULL is fine. */
void kb_floe_lane_free(kb_floe_lane *lane);

/*
 * Seals segment number index: in_len bytes of text become in_len + 32 at out. A segment
 * that is not the final one has exactly segment_bytes - 32 bytes of text, the final one
 * at most that, perhaps none. in is either out + KB_FLOE_TEXT_OFFSET or does not overlap
 * out. No index twice in one message, except that of a failed call.
 *
 * KB_ERR_ARGUMENT (in_len), KB_ERR_STATE (the message is being opened), KB_ERR_LIMIT
 * (index >= KB_FLOE_SEGMENTS_MAX, or the last one that exists and not final): out is
 * untouched. KB_ERR_RNG, KB_ERR_MEMORY, KB_ERR_INTERNAL: out is zero.
 */
KB_MUST_USE kb_status kb_floe_lane_seal(kb_floe_lane *lane, uint64_t index, bool is_final,
                                        uint8_t *out, const uint8_t *in, size_t in_len);

/*
 * Opens segment number index of len bytes, all of them untrusted: len - 32 bytes of text
 * go to out. out is either in + KB_FLOE_TEXT_OFFSET or does not overlap in; in must be
 * memory that nobody else changes meanwhile.
 *
 * Every defect is KB_ERR_AUTH: len outside 32..segment_bytes or below segment_bytes for a
 * segment that is not the final one, a wrong length field, place, finality or tag.
 * KB_ERR_STATE (the message is being sealed), KB_ERR_MEMORY, KB_ERR_INTERNAL. On error
 * out is zero; it is untouched when len is outside 32..segment_bytes or the state wrong.
 */
KB_MUST_USE kb_status kb_floe_lane_open(kb_floe_lane *lane, uint64_t index, bool is_final,
                                        uint8_t *out, const uint8_t *in, size_t len);

#endif
