/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Counts the ways into a token and decides from them what it is. */
#include "envelope/classify_tally.h"

#include "codec/base64url.h"
#include "composite/alg.h"
#include "core/bytes.h"

#include <keybraid/catalog.h>
#include <keybraid/policy.h>
#include <stdio.h>

/* What follows an HQC ciphertext in one value at most: the other half's ciphertext, a
 * wrapped key or a commitment. Far below the distance to the next ciphertext length. */
#define HQC_BESIDE_MAX_BYTES 256

/* The beginnings of algorithm names, longer ones first where one begins another. */
static const struct {
    const char *begin;
    kb_jwe_family family;
} families[] = {
    {KB_COMPOSITE_PREFIX, KB_JWE_FAMILY_CKEM1}, {"ECDH", KB_JWE_FAMILY_CLASSICAL},
    {"RSA", KB_JWE_FAMILY_CLASSICAL},           {"X25519Kyber", KB_JWE_FAMILY_HYBRID},
    {"X25519ML", KB_JWE_FAMILY_HYBRID},         {"X25519", KB_JWE_FAMILY_CLASSICAL},
    {"X448", KB_JWE_FAMILY_CLASSICAL},          {"P-256", KB_JWE_FAMILY_CLASSICAL},
    {"P-384", KB_JWE_FAMILY_CLASSICAL},         {"P-521", KB_JWE_FAMILY_CLASSICAL},
    {"ML-KEM", KB_JWE_FAMILY_POST_QUANTUM},     {"MLKEM", KB_JWE_FAMILY_POST_QUANTUM},
    {"ML_KEM", KB_JWE_FAMILY_POST_QUANTUM},     {"Kyber", KB_JWE_FAMILY_POST_QUANTUM},
    {"KYBER", KB_JWE_FAMILY_POST_QUANTUM},      {"HQC", KB_JWE_FAMILY_POST_QUANTUM},
    {"DKEM", KB_JWE_FAMILY_POST_QUANTUM},       {"dir", KB_JWE_FAMILY_SYMMETRIC},
    {"A128", KB_JWE_FAMILY_SYMMETRIC},          {"A192", KB_JWE_FAMILY_SYMMETRIC},
    {"A256", KB_JWE_FAMILY_SYMMETRIC},          {"C20P", KB_JWE_FAMILY_SYMMETRIC},
    {"PBES2", KB_JWE_FAMILY_SYMMETRIC},
};

/* Suites of HPKE by number: draft-ietf-jose-hpke-encrypt (0-7) and -hpke-pq (8-13). */
static kb_jwe_family hpke_family(const char *number) {
    static const kb_jwe_family suites[] = {
        KB_JWE_FAMILY_CLASSICAL,    KB_JWE_FAMILY_CLASSICAL,   KB_JWE_FAMILY_CLASSICAL,
        KB_JWE_FAMILY_CLASSICAL,    KB_JWE_FAMILY_CLASSICAL,   KB_JWE_FAMILY_CLASSICAL,
        KB_JWE_FAMILY_CLASSICAL,    KB_JWE_FAMILY_CLASSICAL,   KB_JWE_FAMILY_HYBRID,
        KB_JWE_FAMILY_HYBRID,       KB_JWE_FAMILY_HYBRID,      KB_JWE_FAMILY_POST_QUANTUM,
        KB_JWE_FAMILY_POST_QUANTUM, KB_JWE_FAMILY_POST_QUANTUM};
    size_t n = 0, digits = strspn(number, "0123456789");
    for (size_t i = 0; i < digits && i < 3; i++) {
        n = n * 10 + (size_t)(number[i] - '0');
    }
    return digits != 0 && n < sizeof suites / sizeof suites[0] ? suites[n]
                                                               : KB_JWE_FAMILY_UNKNOWN;
}

static kb_jwe_family family_of(const kb_jwe_word *alg) {
    static const char hpke[] = "HPKE-";
    if (kb_text_begins(alg->text, alg->len, hpke)) {
        return hpke_family(alg->text + sizeof hpke - 1);
    }
    for (size_t i = 0; i < sizeof families / sizeof families[0]; i++) {
        if (kb_text_begins(alg->text, alg->len, families[i].begin)) {
            return families[i].family;
        }
    }
    return KB_JWE_FAMILY_UNKNOWN;
}

/* What the header says beside the algorithm. */
static kb_jwe_family family_of_half(const kb_jwe_params *header) {
    if (strcmp(header->role.text, "pqc") == 0) {
        return KB_JWE_FAMILY_POST_QUANTUM;
    }
    return strcmp(header->role.text, "classical") == 0 || header->has[KB_JWE_PARAM_EPK]
               ? KB_JWE_FAMILY_CLASSICAL
               : KB_JWE_FAMILY_UNKNOWN;
}

/* Finds HQC-192 or HQC-256 in an algorithm name, also as HQC192 and HQC-3 (the names of
 * the specification of 2025). */
static const char *large_hqc(const kb_jwe_word *alg) {
    static const struct {
        const char *digits, *name;
    } sets[] = {
        {"192", "HQC-192"}, {"256", "HQC-256"}, {"3", "HQC-192"}, {"5", "HQC-256"}};
    const char *at = strstr(alg->text, "HQC");
    if (at == NULL) {
        return NULL;
    }
    at += 3;
    at += *at == '-' || *at == '_';
    size_t digits = strspn(at, "0123456789");
    for (size_t i = 0; i < sizeof sets / sizeof sets[0]; i++) {
        if (kb_text_is(at, digits, sets[i].digits)) {
            return sets[i].name;
        }
    }
    return NULL;
}

/* Whether a value holds an HQC-128 ciphertext and cannot hold a larger one. */
static bool is_short(uint64_t chars) {
    size_t ct = kb_catalog_find("HQC-128-R26")->ct_bytes;
    return chars >= KB_BASE64URL_TEXT_LEN(ct) &&
           chars <= KB_BASE64URL_TEXT_LEN(ct + HQC_BESIDE_MAX_BYTES);
}

static void count(kb_jwe_survey *s, kb_jwe_family family, uint64_t n,
                  const kb_jwe_word *alg) {
    s->count[family] += n;
    if (n != 0 && s->alg[family].len == 0) {
        s->alg[family] = *alg;
    }
}

static void note(kb_status *first, char text[200], kb_status status) {
    if (*first == KB_OK && status == KB_ERR_POLICY) {
        *first = status;
        snprintf(text, 200, "%s", kb_last_error()->text);
    }
}

/* Takes the part up to the next dot off an algorithm string. */
static const char *take_part(char out[32], const char *text) {
    size_t n = strcspn(text, ".");
    snprintf(out, 32, "%.*s", (int)(n < 31 ? n : 31), text);
    return text + n + (text[n] == '.');
}

/* Asks policy about the halves of a CKEM1 algorithm. Names that it does not know are for
 * the reader to refuse. */
static void ask_policy(kb_jwe_tally *t, const kb_jwe_word *alg) {
    kb_jwe_survey *s = &t->survey;
    char half[2][32];
    if (strcmp(t->checked.text, alg->text) == 0) {
        return;
    }
    t->checked = *alg;
    const char *rest = take_part(half[0], alg->text + strlen(KB_COMPOSITE_PREFIX));
    (void)take_part(half[1], rest);
    note(&s->protect, s->protect_text, kb_policy_check_pair(half[0], half[1], false));
    for (int i = 0; i < 2; i++) {
        note(&s->process, s->process_text,
             kb_policy_check_use(half[i], KB_USE_PROCESS, false));
    }
}

/* Counts n recipients of one named algorithm; has_short: one carries a short value. */
static void add_named(kb_jwe_tally *t, const kb_jwe_word *alg, kb_jwe_family family,
                      uint64_t n, bool has_short) {
    count(&t->survey, family, n, alg);
    if (family == KB_JWE_FAMILY_CKEM1) {
        ask_policy(t, alg);
    }
    if (has_short && t->survey.short_hqc == NULL) {
        t->survey.short_hqc = large_hqc(alg);
    }
}

void kb_jwe_tally_add(kb_jwe_tally *tally, const kb_jwe_params *header,
                      uint64_t longest) {
    bool has_short = is_short(longest);
    kb_jwe_family half = family_of_half(header);
    tally->survey.recipients++;
    if (header->alg.len != 0) {
        kb_jwe_family family = family_of(&header->alg);
        add_named(tally, &header->alg, family == KB_JWE_FAMILY_UNKNOWN ? half : family, 1,
                  has_short);
        return;
    }
    tally->is_unnamed_short |= has_short;
    tally->unnamed[half]++;
}

static kb_jwe_kind decide(const kb_jwe_survey *s) {
    uint64_t classical = s->count[KB_JWE_FAMILY_CLASSICAL];
    if (s->count[KB_JWE_FAMILY_CKEM1] != 0 &&
        s->count[KB_JWE_FAMILY_CKEM1] == s->recipients) {
        return KB_JWE_KIND_CKEM1;
    }
    if (classical != 0 && classical == s->recipients) {
        return KB_JWE_KIND_CLASSICAL;
    }
    return s->recipients > 1 ? KB_JWE_KIND_OR : KB_JWE_KIND_OTHER;
}

void kb_jwe_tally_finish(kb_jwe_tally *tally, const kb_jwe_word *shared) {
    static const kb_jwe_word no_name = {.len = 0};
    kb_jwe_family family = family_of(shared);
    for (kb_jwe_family half = 0; half < KB_JWE_FAMILY_COUNT; half++) {
        /* Both halves of a CKEM1 token serve the shared algorithm; elsewhere the role is
         * what tells a recipient's family when it has one. */
        bool is_role = half != KB_JWE_FAMILY_UNKNOWN && half != family &&
                       family != KB_JWE_FAMILY_CKEM1;
        if (tally->unnamed[half] != 0) {
            add_named(tally, is_role ? &no_name : shared, is_role ? half : family,
                      tally->unnamed[half], false);
        }
    }
    if (tally->is_unnamed_short && tally->survey.short_hqc == NULL) {
        tally->survey.short_hqc = large_hqc(shared);
    }
    tally->survey.kind = decide(&tally->survey);
}
