/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Sources from the inside: reading without a copy. */
#ifndef KB_STREAM_SOURCE_H
#define KB_STREAM_SOURCE_H

#include <keybraid/stream.h>

/* Sets *data to the next bytes, *got = 0 is the end: at most KB_STREAM_PIECE_BYTES, but of
 * memory, which is not copied, everything that is left. The bytes are the source's and
 * stand until the next call on it. */
KB_MUST_USE kb_status kb_source_next(kb_source *source, const uint8_t **data,
                                     size_t *got);

/* Goes to a place in a source that can be rewound; beyond the end is KB_ERR_ARGUMENT. */
KB_MUST_USE kb_status kb_source_seek(kb_source *source, uint64_t offset);

#endif
