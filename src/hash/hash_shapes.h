/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What hash_count.c needs of the table of shapes. */
#ifndef KB_HASH_HASH_SHAPES_H
#define KB_HASH_HASH_SHAPES_H

/* Empties the table. While no call runs. */
void kb_hash_shapes_reset(void);

#endif
