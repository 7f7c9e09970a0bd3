/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Streams: bytes are pushed through stages, a piece at a time, in constant memory.
 *
 * A kb_stream is a stage: something that is fed and finished, such as an encryption, a
 * file being written, a memory buffer. A stage that produces bytes feeds its `next`. A
 * kb_source is where bytes come from; kb_source_pump drives one into a stage.
 *
 *     kb_source *in;  kb_stream *file, *seal;
 *     kb_source_open_file(&in, "notes.txt");
 *     kb_stream_to_file(&file, "notes.jwe", 0600);
 *     kb_jwe_encrypt_new(&seal, &options, file);
 *     kb_source_pump(in, seal);                 feeds, then finishes seal, which finishes
 * file
 *
 * A stage does not own its `next`: free both. Finishing a stage finishes its next after
 * the last byte; a stage that is freed without a successful finish leaves nothing behind.
 *
 * Threads: a stage or source belongs to one thread at a time; different ones are
 * independent.
 */
#ifndef KB_STREAM_H
#define KB_STREAM_H

#include <keybraid/status.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define KB_STREAM_PIECE_BYTES 262144 /* what files and descriptors deliver at once */

typedef struct kb_stream kb_stream;
typedef struct kb_source kb_source;

/** What a stage does. feed and finish report failure; free releases self (may be NULL).
 */
typedef struct kb_stream_ops {
    kb_status (*feed)(void *self, const uint8_t *data, size_t len);
    kb_status (*finish)(void *self);
    void (*free)(void *self);
} kb_stream_ops;

/**
 * Makes a stage of the caller's own functions. ops must outlive the stream.
 *
 * Returns: KB_OK, KB_ERR_ARGUMENT, KB_ERR_MEMORY. On error self is not freed.
 */
KB_API KB_MUST_USE kb_status kb_stream_new(kb_stream **out, const kb_stream_ops *ops,
                                           void *self);

/** Feeds len bytes (0 is fine). After a failure, or after finish: KB_ERR_STATE. */
KB_API KB_MUST_USE kb_status kb_stream_feed(kb_stream *stream, const void *data,
                                            size_t len);
/** Says that the input is complete. Once only. */
KB_API KB_MUST_USE kb_status kb_stream_finish(kb_stream *stream);
/** Releases the stage; NULL is fine. Unfinished output is discarded. */
KB_API void kb_stream_free(kb_stream *stream);

/**
 * Makes a stage that writes to an open descriptor, which stays open. Handles short writes
 * and EINTR.
 */
KB_API KB_MUST_USE kb_status kb_stream_to_fd(kb_stream **out, int fd);

/**
 * Makes a stage that creates or replaces the file at path when it is finished, not
 * before.
 *
 * The bytes go to an unnamed or temporary file in the same folder; finish syncs it,
 * renames it and syncs the folder. Freed unfinished, it leaves path and the folder as
 * they were. A path that is a symbolic link has its target replaced; a device or fifo is
 * written to directly; a folder is refused.
 *
 * mode:    of the new file, less the umask; the mode of an existing file is kept
 * Returns: KB_OK, KB_ERR_IO (text names the path), KB_ERR_MEMORY
 */
KB_API KB_MUST_USE kb_status kb_stream_to_file(kb_stream **out, const char *path,
                                               unsigned mode);

/**
 * As kb_stream_to_file, but for a new file only: finish fails with KB_ERR_FILE_EXISTS
 * when something is at path by then.
 */
KB_API KB_MUST_USE kb_status kb_stream_to_new_file(kb_stream **out, const char *path,
                                                   unsigned mode);

/** A growing buffer that a memory stage fills. */
typedef struct kb_buffer {
    uint8_t *data; /* wiped and released by kb_buffer_free */
    size_t len;
    size_t capacity;
} kb_buffer;

/** Makes a stage that appends to buffer; more than max bytes is KB_ERR_LIMIT. Freed
 * unfinished, it wipes and empties the buffer. */
KB_API KB_MUST_USE kb_status kb_stream_to_buffer(kb_stream **out, kb_buffer *buffer,
                                                 size_t max);
/** Wipes and releases the content. */
KB_API void kb_buffer_free(kb_buffer *buffer);

/** Opens a file for reading. Its size must not change until its end is reached:
 * KB_ERR_IO. */
KB_API KB_MUST_USE kb_status kb_source_open_file(kb_source **out, const char *path);
/** Reads from a descriptor (a pipe, standard input), which stays open. A regular file may
 * be rewound to where it stood. */
KB_API KB_MUST_USE kb_status kb_source_from_fd(kb_source **out, int fd);
/** Reads from memory, which must stay as it is. */
KB_API KB_MUST_USE kb_status kb_source_from_memory(kb_source **out, const void *data,
                                                   size_t len);
KB_API void kb_source_free(kb_source *source);

/** Reads up to cap bytes; *got = 0 is the end. */
KB_API KB_MUST_USE kb_status kb_source_read(kb_source *source, void *buffer, size_t cap,
                                            size_t *got);
/** Whether kb_source_rewind can succeed. */
KB_API bool kb_source_may_rewind(const kb_source *source);
/** Goes back to the first byte. KB_ERR_STATE for a pipe. */
KB_API KB_MUST_USE kb_status kb_source_rewind(kb_source *source);
/** Returns whether the size is known, and sets *size. */
KB_API bool kb_source_size(const kb_source *source, uint64_t *size);

/** Called by kb_source_read with the bytes delivered since the last rewind. */
typedef void (*kb_progress)(void *self, uint64_t done);
KB_API void kb_source_on_progress(kb_source *source, kb_progress progress, void *self);

/** Feeds everything from source to stage in pieces, then finishes stage. */
KB_API KB_MUST_USE kb_status kb_source_pump(kb_source *source, kb_stream *stage);

#ifdef __cplusplus
}
#endif
#endif
