/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Visits every regular file below a folder, in the order of the bytes of the names, in
 * bounded memory.
 *
 * Below the root no symbolic link is followed: folders are entered by descriptor, and a
 * file is opened relative to the descriptor of its folder. A folder that is moved or
 * replaced meanwhile leads nowhere else.
 *
 * Not here: what is done with a file is the visitor's business (scan.c, reencrypt.c).
 */
#ifndef KB_CLI_TREE_WALK_H
#define KB_CLI_TREE_WALK_H

#include <keybraid/status.h>
#include <stdbool.h>
#include <sys/stat.h>

#define KB_CLI_TREE_DEPTH_MAX 64   /* folders inside each other, the root included */
#define KB_CLI_TREE_BATCH     8192 /* names held per open folder */

/* A regular file; valid during the call. */
typedef struct kb_cli_tree_file {
    const char *path; /* root, slash, names: for people and reports */
    const char
        *relative;    /* the part of path below the root; of a root that is a file, its
                             last part */
    int folder;       /* descriptor of its folder; AT_FDCWD for a root that is a file */
    const char *name; /* in that folder */
    const struct stat *info; /* as it was found */
} kb_cli_tree_file;

/* Why something below the root was not visited. */
typedef enum kb_cli_tree_gap {
    KB_CLI_TREE_FAILED, /* a folder or file that the system refuses; errno says why */
    KB_CLI_TREE_DEEP,   /* a folder below KB_CLI_TREE_DEPTH_MAX others */
    KB_CLI_TREE_LINK,   /* a symbolic link */
    KB_CLI_TREE_SPECIAL /* a device, pipe or socket */
} kb_cli_tree_gap;

typedef struct kb_cli_tree_visitor {
    /* An error ends the walk, which passes it on. */
    kb_status (*file)(void *self, const kb_cli_tree_file *file);
    /* Told of what is left out; the walk goes on. system is errno for FAILED, else 0. */
    void (*gap)(void *self, const char *path, kb_cli_tree_gap why, int system);
    void *self;
} kb_cli_tree_visitor;

/*
 * Walks root, a folder or one regular file. A root that cannot be opened is KB_ERR_IO or
 * KB_ERR_ARGUMENT; what fails below it is a gap.
 *
 * Files that appear or vanish during the walk may be visited or not; none is visited
 * twice. Memory: KB_CLI_TREE_BATCH names per folder on the way down; a folder with more is
 * read again for the next batch.
 */
KB_MUST_USE kb_status kb_cli_tree_walk(const char *root,
                                       const kb_cli_tree_visitor *visitor);

/*
 * Opens a visited file for reading; *fd is the caller's to close. It must still be the
 * file that was found: KB_ERR_IO otherwise.
 */
KB_MUST_USE kb_status kb_cli_tree_open(int *fd, const kb_cli_tree_file *file);

#endif
