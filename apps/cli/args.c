/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The option table and the parser. */
#include "args.h"

#include "core/error.h"
#include "ui.h"

#include <string.h>

static const kb_cli_option options[KB_CLI_OPTION_COUNT] = {
    [KB_CLI_STORE] = {"store", 0, "PATH", "the keystore to use"},
    [KB_CLI_PASSPHRASE_FILE] = {"passphrase-file", 0, "FILE",
                                "read the keystore's pass-phrase from the first line of "
                                "FILE"},
    [KB_CLI_NO_PASSPHRASE] = {"no-passphrase", 0, NULL,
                              "protect the store by a key file beside it"},
    [KB_CLI_KEY_PASSPHRASE_FILE] = {"key-passphrase-file", 0, "FILE",
                                    "read the pass-phrase of the key file from the first "
                                    "line of FILE"},
    [KB_CLI_ALG] = {"alg", 0, "A", "algorithm, such as X25519+ML-KEM-768"},
    [KB_CLI_KDF] = {"kdf", 0, "T",
                    "key derivation of the composite: HKDF-SHA256 and "
                    "others"},
    [KB_CLI_EXPIRES] = {"expires", 0, "WHEN",
                        "last moment of encryption: 365d, 12h, 30m, or 2027-01-31"},
    [KB_CLI_MAX_USES] = {"max-uses", 0, "N", "number of encryptions allowed"},
    [KB_CLI_WRAP] = {"wrap", 0, NULL, "a key for tokens with several recipients"},
    [KB_CLI_ALLOW_DOWNGRADE] = {"allow-downgrade", 0, NULL,
                                "accept an algorithm of a lower level"},
    [KB_CLI_ALLOW_EXPERIMENTAL] = {"allow-experimental", 0, NULL,
                                   "also algorithms that are no standard (catalog)"},
    [KB_CLI_VERSION_NUMBER] = {"version", 0, "N", "that version instead of the primary"},
    [KB_CLI_PRIVATE] = {"private", 0, NULL,
                        "the private key too, in a file under a pass-phrase"},
    [KB_CLI_PEM] = {"pem", 0, NULL, "the public key as PEM instead of a JWK"},
    [KB_CLI_USE] = {"use", 0, "U", "what a NIST-curve key is for: enc or sig"},
    [KB_CLI_FORCE] = {"force", 0, NULL, "replace an existing file"},
    [KB_CLI_RECIPIENT] = {"recipient", 'r', "NAME|FILE.jwk",
                          "the key to encrypt to; several make one token for all"},
    [KB_CLI_OUTPUT] = {"output", 'o', "OUT", "write to OUT instead of standard output"},
    [KB_CLI_IN_PLACE] = {"in-place", 0, NULL,
                         "replace IN once the new token was verified"},
    [KB_CLI_ADD] = {"add", 0, NULL, "keep the other recipients of the token"},
    [KB_CLI_RANGE] = {"range", 0, "OFFSET:LENGTH",
                      "only these bytes of the content; OFFSET: goes to its end"},
    [KB_CLI_TREE] = {"tree", 0, "DIR", "all tokens below DIR, in place"},
    [KB_CLI_MANIFEST] = {"manifest", 0, "FILE", "the tokens whose paths stand in FILE"},
    [KB_CLI_NULL] = {"null", '0', NULL, "paths in the manifest end in NUL bytes"},
    [KB_CLI_REPORT] = {"report", 0, "FILE", "append one JSON line a file to FILE"},
    [KB_CLI_JOBS] = {"jobs", 0, "N", "work done at once; default: a job a processor"},
    [KB_CLI_DRY_RUN] = {"dry-run", 0, NULL, "say what would be done, and do nothing"},
    [KB_CLI_FORMAT] = {"format", 0, "F", "jwe (JSON), container (binary) or compact"},
    [KB_CLI_ENC] = {"enc", 0, "E",
                    "auto, A256GCM (one tag), A256GCM-FLOE-4K, -64K or -1M (segments)"},
    [KB_CLI_AAD] = {"aad", 0, "FILE", "authenticate FILE, readable, with the content"},
    [KB_CLI_TYP] = {"typ", 0, "T", "media type of the token, written readable"},
    [KB_CLI_CTY] = {"cty", 0, "T", "media type of the content, written readable"},
    [KB_CLI_HIDE_RECIPIENT] = {"hide-recipient", 0, NULL,
                               "leave the key identifier out of the token"},
    [KB_CLI_KEY] = {"key", 'k', "NAME|FILE.jwk", "the key; twice for a pair (CSIG1)"},
    [KB_CLI_SIG] = {"sig", 's', "SIG", "the signature, instead of FILE.sig"},
    [KB_CLI_JWS] = {"jws", 0, NULL, "a JWS that carries the payload"},
    [KB_CLI_RAW] = {"raw", 0, NULL, "the bare signature over the bytes of FILE"},
    [KB_CLI_CONTEXT] = {"context", 0, "T", "context string of a bare signature"},
    [KB_CLI_ALL] = {"all", 0, NULL, "also what takes seconds"},
    [KB_CLI_PAIRS] = {"pairs", 0, NULL, "the composites instead of the algorithms"},
    [KB_CLI_PROFILE] = {"profile", 0, "P", "levels of nist (default) or securecore-2026"},
    [KB_CLI_CHECK] = {"check", 0, "FILE", "compare with the expected results in FILE"},
    [KB_CLI_SCAN] = {"scan", 0, "DIR", "list the weak, old and refused tokens below DIR"},
    [KB_CLI_QUIET] = {"quiet", 'q', NULL, "no progress and no remarks"},
    [KB_CLI_JSON] = {"json", 0, NULL, "write JSON for machines"},
};

_Static_assert(KB_CLI_OPTION_COUNT <= 64, "a verb has a bit for each option");

const kb_cli_option *kb_cli_option_row(kb_cli_option_id id) {
    return &options[id];
}

static const char *shown(const char *text) {
    return kb_cli_escape(text);
}

/* Finds an option that the verb takes, by long name of len characters or by letter. */
static int find(const kb_cli_verb *verb, const char *name, size_t len, char letter) {
    for (int id = 0; id < KB_CLI_OPTION_COUNT; id++) {
        if ((verb->options & KB_CLI_BIT(id)) == 0) {
            continue;
        }
        if (name != NULL ? strlen(options[id].name) == len &&
                               strncmp(options[id].name, name, len) == 0
                         : options[id].letter != 0 && options[id].letter == letter) {
            return id;
        }
    }
    return -1;
}

static kb_status set(kb_cli_args *out, int id, const char *value) {
    if (id == KB_CLI_RECIPIENT) {
        if (out->recipients == KB_CLI_RECIPIENTS_MAX) {
            return KB_FAIL(KB_ERR_ARGUMENT, "option --%s is given more than %d times",
                           options[id].name, KB_CLI_RECIPIENTS_MAX);
        }
        out->recipient[out->recipients++] = value;
        if (out->recipients > 1) {
            return KB_OK;
        }
    }
    if (id == KB_CLI_KEY && out->value[id] != NULL && out->second_key == NULL) {
        out->second_key = value;
        return KB_OK;
    }
    if (out->value[id] != NULL) {
        return KB_FAIL(KB_ERR_ARGUMENT, "option --%s is given %s", options[id].name,
                       id == KB_CLI_KEY ? "more than twice" : "twice");
    }
    out->value[id] = value;
    return KB_OK;
}

/* Reads one option at text[*i]; moves *i over a separate value. */
static kb_status option(kb_cli_args *out, const kb_cli_verb *verb, int count, char **text,
                        int *i) {
    const char *arg = text[*i];
    bool is_long = arg[1] == '-';
    const char *name = is_long ? arg + 2 : NULL;
    size_t len = is_long ? strcspn(name, "=") : 1;
    const char *attached = NULL;
    if (is_long && name[len] == '=') {
        attached = name + len + 1;
    } else if (!is_long && arg[2] != '\0') {
        attached = arg + 2;
    }
    int id = find(verb, name, len, is_long ? '\0' : arg[1]);
    if (id < 0) {
        return KB_FAIL(KB_ERR_ARGUMENT, "unknown option %.80s", shown(arg));
    }
    if (options[id].value == NULL) {
        if (attached != NULL) {
            return KB_FAIL(KB_ERR_ARGUMENT, "option --%s takes no value: %.80s",
                           options[id].name, shown(arg));
        }
        return set(out, id, "");
    }
    if (attached == NULL) {
        if (*i + 1 >= count) {
            return KB_FAIL(KB_ERR_ARGUMENT, "option --%s needs a value: %s",
                           options[id].name, options[id].value);
        }
        *i += 1;
        attached = text[*i];
    }
    if (attached[0] == '\0') {
        return KB_FAIL(KB_ERR_ARGUMENT, "option --%s has an empty value",
                       options[id].name);
    }
    return set(out, id, attached);
}

static kb_status check_operands(const kb_cli_args *out, const kb_cli_verb *verb) {
    if (out->operands < verb->min_operands) {
        return KB_FAIL(KB_ERR_ARGUMENT, "%s is missing",
                       verb->operand_name[out->operands]);
    }
    return KB_OK;
}

kb_status kb_cli_args_parse(kb_cli_args *out, const kb_cli_verb *verb, int count,
                            char **text, bool *wants_help) {
    bool options_over = false;
    kb_status first = KB_OK; /* a wrong option does not hide a --help after it */
    kb_error detail = {.status = KB_OK};
    *out = (kb_cli_args){.operands = 0};
    *wants_help = false;
    for (int i = 0; i < count; i++) {
        const char *arg = text[i];
        kb_status status = KB_OK;
        if (!options_over && strcmp(arg, "--") == 0) {
            options_over = true;
        } else if (!options_over &&
                   (strcmp(arg, "--help") == 0 || strcmp(arg, "-h") == 0)) {
            *wants_help = true;
            return KB_OK;
        } else if (!options_over && arg[0] == '-' && arg[1] != '\0') {
            status = option(out, verb, count, text, &i);
        } else if (out->operands < verb->max_operands) {
            out->operand[out->operands++] = arg;
        } else {
            status = KB_FAIL(KB_ERR_ARGUMENT, "one argument too many: %.80s", shown(arg));
        }
        if (status != KB_OK && first == KB_OK) {
            first = status;
            detail = *kb_last_error();
        }
    }
    if (first != KB_OK) {
        return KB_FAIL(first, "%s", detail.text);
    }
    return check_operands(out, verb);
}

kb_status kb_cli_args_number(uint64_t *out, const kb_cli_args *args, kb_cli_option_id id,
                             uint64_t max) {
    const char *text = args->value[id];
    uint64_t n = 0;
    size_t len = strlen(text);
    bool is_good = len != 0 && len <= 19 && strspn(text, "0123456789") == len;
    for (size_t i = 0; is_good && i < len; i++) {
        n = n * 10 + (uint64_t)(text[i] - '0');
    }
    if (!is_good || n == 0 || n > max) {
        return KB_FAIL(KB_ERR_ARGUMENT, "--%s %.40s: a number from 1 to %llu is wanted",
                       options[id].name, shown(text), (unsigned long long)max);
    }
    *out = n;
    return KB_OK;
}
