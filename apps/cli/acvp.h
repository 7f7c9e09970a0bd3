/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * What the files of the verb acvp share: a case, reading its fields, writing its answer,
 * the families, the comparison with expected results.
 *
 * Texts of failures name the field only; acvp.c puts the ids of group and case before
 * them.
 *
 * Not here: what the fields mean is doc/acvp.md and the file of each family.
 */
#ifndef KB_CLI_ACVP_H
#define KB_CLI_ACVP_H

#include <jansson.h>
#include <keybraid/status.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

typedef struct kb_acvp_bytes {
    uint8_t *data;
    size_t len;
} kb_acvp_bytes;

/* Decoded fields and results of one case at once. */
#define KB_ACVP_HELD_MAX 160

typedef struct kb_acvp_case {
    const char *algorithm, *revision, *test_type;
    const json_t *group, *test;
    const json_t *expected; /* NULL when nothing is compared */
    json_t *answer;
    bool has_verdict; /* the family has compared by itself, because of fresh randomness */
    bool is_right;    /* what it found */
    kb_acvp_bytes held[KB_ACVP_HELD_MAX];
    size_t held_count;
} kb_acvp_case;

/* Wipes and releases what the case holds, its answer apart. */
void kb_acvp_release(kb_acvp_case *c);
/* Returns zeroed memory that lasts as long as the case; len 0 is fine. */
KB_MUST_USE kb_status kb_acvp_alloc(uint8_t **out, kb_acvp_case *c, size_t len);

/* ---- Fields (acvp_fields.c) ---- */

/* Finds a field in the case or else in its group; NULL when it is absent or null. */
const json_t *kb_acvp_find(const kb_acvp_case *c, const char *name);
/* A field of its type; KB_ERR_FORMAT when it is missing or of another type. */
KB_MUST_USE kb_status kb_acvp_text(const char **out, const kb_acvp_case *c,
                                   const char *name);
/* The same with what stands for a missing field. */
KB_MUST_USE kb_status kb_acvp_text_or(const char **out, const kb_acvp_case *c,
                                      const char *name, const char *otherwise);
KB_MUST_USE kb_status kb_acvp_bool_or(bool *out, const kb_acvp_case *c, const char *name,
                                      bool otherwise);
KB_MUST_USE kb_status kb_acvp_bool(bool *out, const kb_acvp_case *c, const char *name);
/* A number 0..max; a greater one is KB_ERR_LIMIT. */
KB_MUST_USE kb_status kb_acvp_number(uint64_t *out, const kb_acvp_case *c,
                                     const char *name, uint64_t max);
/* Bytes written as hexadecimal digits of either case. */
KB_MUST_USE kb_status kb_acvp_bytes_any(kb_acvp_bytes *out, kb_acvp_case *c,
                                        const char *name);
/* The same with a length that is required. */
KB_MUST_USE kb_status kb_acvp_bytes_of(const uint8_t **out, kb_acvp_case *c,
                                       const char *name, size_t len);
/* The same, cut to the number of whole bytes that the field len_name gives in bits.
 * KB_ERR_UNSUPPORTED for part of a byte. */
KB_MUST_USE kb_status kb_acvp_bytes_bits(kb_acvp_bytes *out, kb_acvp_case *c,
                                         const char *name, const char *len_name);

/* The same of a JSON value that was found otherwise; name is for the text. */
KB_MUST_USE kb_status kb_acvp_value_text(const char **out, const json_t *value,
                                         const char *name);
KB_MUST_USE kb_status kb_acvp_value_number(uint64_t *out, const json_t *value,
                                           const char *name, uint64_t max);
KB_MUST_USE kb_status kb_acvp_value_bytes(kb_acvp_bytes *out, kb_acvp_case *c,
                                          const json_t *value, const char *name);

/* Results; to is the answer or an object in it. KB_ERR_MEMORY. */
KB_MUST_USE kb_status kb_acvp_put_bytes(json_t *to, const char *name, const uint8_t *data,
                                        size_t len);
KB_MUST_USE kb_status kb_acvp_put_number(json_t *to, const char *name, uint64_t value);
KB_MUST_USE kb_status kb_acvp_put_bool(json_t *to, const char *name, bool value);
/* Takes the reference to value, also when it fails; NULL is KB_ERR_MEMORY. */
KB_MUST_USE kb_status kb_acvp_put(json_t *to, const char *name, json_t *value);

/* Whether word is one of the words of list, which | separates. */
bool kb_acvp_is_one_of(const char *word, const char *list);

/* ---- Families (acvp_families.c) ---- */

typedef struct kb_acvp_family {
    const char *algorithm;
    const char *mode; /* NULL when the algorithm has none */
    const char *revisions;
    const char *test_types;
    kb_status (*answer)(kb_acvp_case *c);
} kb_acvp_family;

/* Finds the row; KB_ERR_UNSUPPORTED names what is unknown. mode may be NULL. */
KB_MUST_USE kb_status kb_acvp_family_find(const kb_acvp_family **out,
                                          const char *algorithm, const char *mode,
                                          const char *revision);

kb_status kb_acvp_mlkem_keygen(kb_acvp_case *c);
kb_status kb_acvp_mlkem_encap_decap(kb_acvp_case *c);
kb_status kb_acvp_mldsa_keygen(kb_acvp_case *c);
kb_status kb_acvp_mldsa_siggen(kb_acvp_case *c);
kb_status kb_acvp_mldsa_sigver(kb_acvp_case *c);
kb_status kb_acvp_slhdsa_keygen(kb_acvp_case *c);
kb_status kb_acvp_slhdsa_siggen(kb_acvp_case *c);
kb_status kb_acvp_slhdsa_sigver(kb_acvp_case *c);
kb_status kb_acvp_hqc_keygen(kb_acvp_case *c);
kb_status kb_acvp_hqc_encap_decap(kb_acvp_case *c);
kb_status kb_acvp_dkem_keygen(kb_acvp_case *c);
kb_status kb_acvp_dkem_encap_decap(kb_acvp_case *c);
kb_status kb_acvp_hash(kb_acvp_case *c);
kb_status kb_acvp_shake(kb_acvp_case *c);
kb_status kb_acvp_hmac(kb_acvp_case *c);
kb_status kb_acvp_hkdf(kb_acvp_case *c);

/* ---- Files and comparison (acvp_file.c, acvp_check.c) ---- */

/* Reads a file of JSON ("-" is standard input): at most 512 MiB, 16 levels; *set is the
 * vector set in it, which may be an element of an array. json_decref takes *root. */
KB_MUST_USE kb_status kb_acvp_load(json_t **root, json_t **set, const char *path);
/* Gives the array of objects of that name; KB_ERR_FORMAT. */
KB_MUST_USE kb_status kb_acvp_list(json_t **out, const json_t *object, const char *name);
/* Gives tgId or tcId. */
KB_MUST_USE kb_status kb_acvp_id(json_int_t *out, const json_t *object, const char *name);

/* An index of the cases of a set by their ids. */
typedef struct kb_acvp_index {
    json_t *cases;
} kb_acvp_index;

/* Makes it; the same case twice is KB_ERR_FORMAT. The set must stay. */
KB_MUST_USE kb_status kb_acvp_index_new(kb_acvp_index *out, const json_t *set);
void kb_acvp_index_free(kb_acvp_index *index);
/* Takes the case out of the index and returns it, NULL when it is not there. The set
 * holds it. */
const json_t *kb_acvp_index_take(kb_acvp_index *index, json_int_t group, json_int_t test);
/* Calls each for the cases that are left. */
void kb_acvp_index_rest(const kb_acvp_index *index,
                        void (*each)(void *self, const char *ids), void *self);

/* Compares an answer with what is expected; *differs is the name of the first field that
 * is not right, NULL for none. KB_ERR_INTERNAL, KB_ERR_MEMORY. */
KB_MUST_USE kb_status kb_acvp_compare(const char **differs, const json_t *answer,
                                      const json_t *expected);

#endif
