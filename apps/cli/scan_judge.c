/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What a scan says about one token. */
#include "scan_judge.h"

#include "codec/utf8.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define BY_THE_WRITER                                                                    \
    "decrypt it with the software that wrote it, encrypt the content again with "        \
    "\"keybraid encrypt -r NAME\", and destroy every copy of the old token; what was "   \
    "copied before stays exposed"
#define BY_REENCRYPTION                                                                  \
    "move it to a key of a recommended pair (\"keybraid catalog --pairs\") with "        \
    "\"keybraid reencrypt -r NAME"

static const kb_cli_scan_row rows[KB_CLI_SCAN_CODE_COUNT] = {
    [KB_CLI_SCAN_OR_TOKEN] = {"or-token", "high", KB_CLI_SCAN_HIGH, BY_THE_WRITER},
    [KB_CLI_SCAN_SHORT_HQC] = {"short-hqc", "high", KB_CLI_SCAN_HIGH, BY_THE_WRITER},
    [KB_CLI_SCAN_CLASSICAL_ONLY] = {"classical-only", "high", KB_CLI_SCAN_HIGH,
                                    BY_THE_WRITER},
    [KB_CLI_SCAN_POLICY_REFUSED] = {"policy-refused", "high", KB_CLI_SCAN_HIGH,
                                    BY_REENCRYPTION " --allow-experimental\""},
    [KB_CLI_SCAN_POLICY_PAIR] = {"policy-pair", "medium", KB_CLI_SCAN_MEDIUM,
                                 BY_REENCRYPTION "\""},
    [KB_CLI_SCAN_UNSUPPORTED] = {"unsupported", "medium", KB_CLI_SCAN_MEDIUM,
                                 "open it with the version of Keybraid that wrote it"},
    [KB_CLI_SCAN_DAMAGED] = {"damaged", "medium", KB_CLI_SCAN_MEDIUM,
                             "restore the file from a copy, and scan that"},
    [KB_CLI_SCAN_ALTERNATIVES] = {"alternatives", "note", KB_CLI_SCAN_NOTE,
                                  "nothing, if every recipient is meant to read it"},
    [KB_CLI_SCAN_OTHER_JWE] = {"other-jwe", "note", KB_CLI_SCAN_NOTE,
                               "judge it by the rules of the software that wrote it"},
    [KB_CLI_SCAN_UNREADABLE] = {"unreadable", "error", KB_CLI_SCAN_ERROR,
                                "see to it that it can be read, and scan again"},
};

const kb_cli_scan_row *kb_cli_scan_row_of(kb_cli_scan_code code) {
    return &rows[code];
}

__attribute__((format(printf, 3, 4))) static void
add(kb_cli_scan_judgement *j, kb_cli_scan_code code, const char *format, ...) {
    va_list args;
    kb_cli_scan_finding *f = &j->finding[j->count++];
    f->code = code;
    va_start(args, format);
    vsnprintf(f->text, sizeof f->text, format, args);
    va_end(args);
    /* A reason may quote the token, cut within a character; reports are UTF-8. */
    bool is_text = kb_utf8_is_valid(f->text, strlen(f->text));
    for (char *c = f->text; !is_text && *c != '\0'; c++) {
        *c = (*c & 0x80) != 0 ? '?' : *c;
    }
}

/* What to call the algorithm of a family: its name, or words when the token has none. */
static const char *name_of(const kb_jwe_survey *s, kb_jwe_family family) {
    static const char *const words[] = {
        [KB_JWE_FAMILY_UNKNOWN] = "an unnamed algorithm",
        [KB_JWE_FAMILY_CKEM1] = "CKEM1",
        [KB_JWE_FAMILY_CLASSICAL] = "a classical algorithm",
        [KB_JWE_FAMILY_POST_QUANTUM] = "a post-quantum algorithm",
        [KB_JWE_FAMILY_HYBRID] = "a hybrid algorithm",
        [KB_JWE_FAMILY_SYMMETRIC] = "a shared key"};
    return s->alg[family].len != 0 ? s->alg[family].text : words[family];
}

/* The first family that occurs, but not this one; the family itself when none does. */
static kb_jwe_family another(const kb_jwe_survey *s, kb_jwe_family but) {
    static const kb_jwe_family order[] = {KB_JWE_FAMILY_POST_QUANTUM,
                                          KB_JWE_FAMILY_HYBRID, KB_JWE_FAMILY_CKEM1,
                                          KB_JWE_FAMILY_SYMMETRIC, KB_JWE_FAMILY_UNKNOWN};
    for (size_t i = 0; i < sizeof order / sizeof order[0]; i++) {
        if (order[i] != but && s->count[order[i]] != 0) {
            return order[i];
        }
    }
    return but;
}

static void judge_alternatives(kb_cli_scan_judgement *j, const kb_jwe_survey *s) {
    if (s->count[KB_JWE_FAMILY_CLASSICAL] != 0) {
        add(j, KB_CLI_SCAN_OR_TOKEN,
            "the content key is wrapped separately under %s and under %s: either of them "
            "opens it, so breaking the classical one is enough",
            name_of(s, KB_JWE_FAMILY_CLASSICAL),
            name_of(s, another(s, KB_JWE_FAMILY_CLASSICAL)));
        return;
    }
    if (s->count[KB_JWE_FAMILY_CKEM1] != 0) {
        kb_jwe_family other = another(s, KB_JWE_FAMILY_CKEM1);
        add(j, KB_CLI_SCAN_OR_TOKEN,
            "beside CKEM1 recipients stands one of %s, which opens it alone",
            name_of(s, other));
        return;
    }
    add(j, KB_CLI_SCAN_ALTERNATIVES,
        "%" PRIu64 " recipients, of %s and others, each of which opens it alone",
        s->recipients, name_of(s, another(s, KB_JWE_FAMILY_CLASSICAL)));
}

static void judge_other(kb_cli_scan_judgement *j, const kb_jwe_survey *s) {
    static const char *const words[] = {[KB_JWE_FAMILY_POST_QUANTUM] = "post-quantum",
                                        [KB_JWE_FAMILY_HYBRID] = "hybrid",
                                        [KB_JWE_FAMILY_SYMMETRIC] = "symmetric",
                                        [KB_JWE_FAMILY_UNKNOWN] = "not known here"};
    kb_jwe_family family = another(s, KB_JWE_FAMILY_CKEM1);
    add(j, KB_CLI_SCAN_OTHER_JWE, "a token of other software; its algorithm, %s, is %s",
        name_of(s, family),
        words[family] == NULL ? words[KB_JWE_FAMILY_UNKNOWN] : words[family]);
}

static void add_damage(kb_cli_scan_judgement *j, const kb_error *fault) {
    if (fault->has_offset) {
        add(j, KB_CLI_SCAN_DAMAGED, "it cannot be read whole: %s (at byte %" PRIu64 ")",
            fault->text, fault->offset);
    } else {
        add(j, KB_CLI_SCAN_DAMAGED, "it cannot be read whole: %s", fault->text);
    }
}

static void judge_ours(kb_cli_scan_judgement *j, const kb_jwe_survey *s,
                       const kb_error *strict) {
    if (s->process != KB_OK) {
        add(j, KB_CLI_SCAN_POLICY_REFUSED, "decryption is refused: %s", s->process_text);
    } else if (s->protect != KB_OK) {
        add(j, KB_CLI_SCAN_POLICY_PAIR, "no new token may be like this: %s",
            s->protect_text);
    }
    if (strict->status == KB_ERR_UNSUPPORTED) {
        add(j, KB_CLI_SCAN_UNSUPPORTED, "this version does not read it: %s",
            strict->text);
    } else if (strict->status != KB_OK) {
        add_damage(j, strict);
    }
}

void kb_cli_scan_judge(kb_cli_scan_judgement *out, const kb_jwe_survey *survey,
                       const kb_error *strict) {
    *out = (kb_cli_scan_judgement){.count = 0};
    switch (survey->kind) {
    case KB_JWE_KIND_NONE:
        return;
    case KB_JWE_KIND_CKEM1:
        judge_ours(out, survey, strict);
        break;
    case KB_JWE_KIND_OR:
        judge_alternatives(out, survey);
        break;
    case KB_JWE_KIND_CLASSICAL:
        add(out, KB_CLI_SCAN_CLASSICAL_ONLY,
            "only %s protects the content key: a quantum computer opens it",
            name_of(survey, KB_JWE_FAMILY_CLASSICAL));
        break;
    case KB_JWE_KIND_OTHER:
        judge_other(out, survey);
        break;
    }
    if (survey->short_hqc != NULL) {
        add(out, KB_CLI_SCAN_SHORT_HQC,
            "it names %s, but carries a ciphertext of the length of HQC-128: it is no "
            "stronger than that",
            survey->short_hqc);
    }
    if (survey->kind != KB_JWE_KIND_CKEM1 && survey->fault.status != KB_OK) {
        add_damage(out, &survey->fault);
    }
}
