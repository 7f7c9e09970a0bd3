/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* keybraid acvp: answers a vector set, compares the answers with expected results. */
#include "acvp.h"
#include "verbs.h"

#include "core/error.h"
#include "io.h"
#include "ui.h"

#include <inttypes.h>
#include <string.h>

/* One run of the verb. */
typedef struct run_state {
    const kb_acvp_family *family;
    const char *algorithm, *revision;
    kb_acvp_index index; /* the expected cases that have not come yet */
    bool has_check;      /* index is in use */
    json_t *groups;      /* of the response; NULL when none is written */
    FILE *talk;          /* where the comparison is told */
    uint64_t passed, failed;
} run_state;

/* ---- The comparison ---- */

static void tell(run_state *run, const char *ids, const char *what) {
    run->failed++;
    fprintf(run->talk, "failed: %s: %s\n", ids, what);
}

static kb_status judge(run_state *run, const kb_acvp_case *c, const char *ids) {
    const char *differs = NULL;
    if (c->has_verdict) {
        differs = c->is_right ? NULL : "signature";
    } else {
        KB_TRY(kb_acvp_compare(&differs, c->answer, c->expected));
    }
    if (differs == NULL) {
        run->passed++;
    } else {
        tell(run, ids, differs);
    }
    return KB_OK;
}

static void tell_unanswered(void *self, const char *ids) {
    tell(self, ids, "not in the prompt");
}

/* ---- Groups and cases ---- */

/* A failure that is about the data of a case; what the file says was not understood. */
static kb_status name_case(kb_status status, const char *ids) {
    kb_error detail = *kb_last_error();
    if (status == KB_ERR_KEY || status == KB_ERR_ARGUMENT || status == KB_ERR_AUTH) {
        status = KB_FAIL(KB_ERR_FORMAT, "%s", detail.text);
    }
    return kb_error_prefix(status, "%s", ids);
}

/* Answers one case; appends the answer to tests unless that is NULL. */
static kb_status answer_case(run_state *run, kb_acvp_case *c, json_t *tests,
                             json_int_t group_id, json_int_t test_id) {
    char ids[64];
    (void)snprintf(ids, sizeof ids,
                   "tgId %" JSON_INTEGER_FORMAT ", tcId %" JSON_INTEGER_FORMAT, group_id,
                   test_id);
    c->answer = json_object();
    kb_status status = c->answer == NULL ? KB_FAIL(KB_ERR_MEMORY, "answer") : KB_OK;
    if (status == KB_OK) {
        status = run->family->answer(c);
    }
    kb_acvp_release(c);
    if (status == KB_OK && c->expected != NULL) {
        status = judge(run, c, ids);
    }
    if (status == KB_OK && tests != NULL) {
        json_t *result = json_object();
        status = kb_acvp_put(result, "tcId", json_integer(test_id));
        bool is_whole = json_object_update(result, c->answer) == 0;
        if (json_array_append_new(tests, result) != 0 || !is_whole) {
            status = KB_FAIL(KB_ERR_MEMORY, "response");
        }
    }
    json_decref(c->answer);
    return status == KB_OK ? KB_OK : name_case(status, ids);
}

static kb_status answer_tests(run_state *run, const json_t *group, json_int_t group_id,
                              const char *test_type, json_t *results) {
    json_t *tests, *test;
    size_t i;
    KB_TRY(kb_acvp_list(&tests, group, "tests"));
    json_array_foreach(tests, i, test) {
        json_int_t test_id = 0;
        KB_TRY(kb_acvp_id(&test_id, test, "tcId"));
        kb_acvp_case c = {.algorithm = run->algorithm,
                          .revision = run->revision,
                          .test_type = test_type,
                          .group = group,
                          .test = test};
        if (run->has_check) {
            c.expected = kb_acvp_index_take(&run->index, group_id, test_id);
        }
        /* What is neither written nor compared is not computed. */
        if (c.expected != NULL || results != NULL) {
            KB_TRY(answer_case(run, &c, results, group_id, test_id));
        }
    }
    return KB_OK;
}

static kb_status answer_group(run_state *run, const json_t *group, size_t number) {
    json_int_t group_id;
    const char *test_type;
    json_t *results = NULL;
    kb_status status = kb_acvp_id(&group_id, group, "tgId");
    if (status != KB_OK) {
        return kb_error_prefix(status, "group %zu", number);
    }
    status =
        kb_acvp_value_text(&test_type, json_object_get(group, "testType"), "testType");
    if (status == KB_OK && !kb_acvp_is_one_of(test_type, run->family->test_types)) {
        status = KB_FAIL(KB_ERR_UNSUPPORTED, "testType %.40s", test_type);
    }
    if (status == KB_OK && run->groups != NULL) {
        json_t *answered = json_object();
        results = json_array();
        status = kb_acvp_put(answered, "tgId", json_integer(group_id));
        if (json_object_set_new(answered, "tests", results) != 0 ||
            json_array_append_new(run->groups, answered) != 0) {
            return KB_FAIL(KB_ERR_MEMORY, "response");
        }
    }
    if (status != KB_OK) {
        return kb_error_prefix(status, "tgId %" JSON_INTEGER_FORMAT, group_id);
    }
    return answer_tests(run, group, group_id, test_type, results);
}

static kb_status answer_groups(run_state *run, const json_t *set) {
    json_t *groups, *group;
    size_t i;
    KB_TRY(kb_acvp_list(&groups, set, "testGroups"));
    json_array_foreach(groups, i, group) {
        KB_TRY(answer_group(run, group, i));
    }
    return KB_OK;
}

/* ---- The head of a set ---- */

static kb_status read_head(run_state *run, const json_t *set) {
    const char *mode = NULL;
    const json_t *mode_value = json_object_get(set, "mode");
    KB_TRY(kb_acvp_value_text(&run->algorithm, json_object_get(set, "algorithm"),
                              "algorithm"));
    KB_TRY(
        kb_acvp_value_text(&run->revision, json_object_get(set, "revision"), "revision"));
    if (mode_value != NULL && !json_is_null(mode_value)) {
        KB_TRY(kb_acvp_value_text(&mode, mode_value, "mode"));
    }
    return kb_acvp_family_find(&run->family, run->algorithm, mode, run->revision);
}

/* Expected results of another algorithm would only give a long list of failures. */
static kb_status check_same_head(const json_t *prompt, const json_t *expected) {
    static const char *const names[] = {"algorithm", "mode"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const char *a = json_string_value(json_object_get(prompt, names[i]));
        const char *b = json_string_value(json_object_get(expected, names[i]));
        if (a != NULL && b != NULL && strcmp(a, b) != 0) {
            return KB_FAIL(KB_ERR_FORMAT, "%s is %.40s, that of the prompt is %.40s",
                           names[i], b, a);
        }
    }
    return KB_OK;
}

/* The response: the head of the prompt and the groups, in the form of the prompt. */
static kb_status make_response(json_t **out, const json_t *root, const json_t *set,
                               json_t *groups) {
    static const char *const head[] = {"vsId", "algorithm", "mode", "revision",
                                       "isSample"};
    json_t *response = json_object();
    bool is_made = response != NULL;
    for (size_t i = 0; i < sizeof head / sizeof head[0]; i++) {
        json_t *value = json_object_get(set, head[i]);
        is_made =
            is_made && (value == NULL || json_object_set(response, head[i], value) == 0);
    }
    is_made = is_made && json_object_set(response, "testGroups", groups) == 0;
    if (is_made && json_is_array(root)) {
        json_t *array = json_array();
        for (size_t i = 0; is_made && i < json_array_size(root); i++) {
            json_t *element = json_array_get(root, i);
            is_made = json_array_append(array, element == set ? response : element) == 0;
        }
        json_decref(response);
        response = array;
    }
    if (!is_made) {
        json_decref(response);
        return KB_FAIL(KB_ERR_MEMORY, "response");
    }
    *out = response;
    return KB_OK;
}

/* ---- The verb ---- */

static int feed(const char *text, size_t len, void *self) {
    return kb_stream_feed(self, text, len) == KB_OK ? 0 : -1;
}

static kb_status write_response(const char *path, const json_t *response) {
    kb_cli_output output;
    KB_TRY(kb_cli_open_output(&output, path, KB_CLI_TEXT));
    kb_status status = KB_OK;
    if (json_dump_callback(response, feed, output.top, JSON_INDENT(2)) != 0) {
        status = kb_last_error()->status == KB_ERR_IO
                     ? KB_ERR_IO
                     : KB_FAIL(KB_ERR_MEMORY, "response");
    }
    if (status == KB_OK) {
        status = kb_stream_feed(output.top, "\n", 1);
    }
    if (status == KB_OK) {
        status = kb_stream_finish(output.top);
    }
    kb_cli_close_output(&output);
    return status;
}

static kb_status answer_and_write(run_state *run, const char *path, const json_t *root,
                                  const json_t *set) {
    json_t *response = NULL;
    KB_TRY(read_head(run, set));
    KB_TRY(answer_groups(run, set));
    if (run->groups == NULL) {
        return KB_OK;
    }
    KB_TRY(make_response(&response, root, set, run->groups));
    kb_status status = write_response(path, response);
    json_decref(response);
    return status;
}

static kb_status check_paths(const kb_cli_args *args) {
    const char *expected = args->value[KB_CLI_CHECK];
    const char *output = args->value[KB_CLI_OUTPUT];
    if (expected == NULL) {
        return KB_OK;
    }
    if (kb_cli_is_dash(args->operand[0]) && kb_cli_is_dash(expected)) {
        return KB_FAIL(KB_ERR_ARGUMENT,
                       "standard input cannot be both the prompt and the "
                       "expected results");
    }
    return output == NULL ? KB_OK : kb_cli_check_same(expected, output, "use another -o");
}

static kb_status conclude(run_state *run) {
    kb_acvp_index_rest(&run->index, tell_unanswered, run);
    fprintf(run->talk, "%" PRIu64 " passed, %" PRIu64 " failed\n", run->passed,
            run->failed);
    if (run->failed > 0) {
        return KB_FAIL(KB_ERR_ANSWER, "%" PRIu64 " of %" PRIu64 " cases", run->failed,
                       run->passed + run->failed);
    }
    return KB_OK;
}

static kb_status run_verb(const kb_cli_args *args) {
    const char *prompt = args->operand[0];
    const char *expected = args->value[KB_CLI_CHECK];
    const char *output = args->value[KB_CLI_OUTPUT];
    json_t *root = NULL, *set = NULL, *expected_root = NULL, *expected_set = NULL;
    bool is_written = expected == NULL || output != NULL;
    run_state run = {.has_check = expected != NULL,
                     .talk = is_written && kb_cli_is_dash(output) ? stderr : stdout};
    KB_TRY(check_paths(args));
    kb_status status = kb_acvp_load(&root, &set, prompt);
    if (status == KB_OK && run.has_check) {
        status = kb_acvp_load(&expected_root, &expected_set, expected);
    }
    if (status == KB_OK && run.has_check) {
        status = check_same_head(set, expected_set);
        if (status == KB_OK) {
            status = kb_acvp_index_new(&run.index, expected_set);
        }
        status = status == KB_OK ? KB_OK : kb_cli_name_file(status, expected);
    }
    if (status == KB_OK && is_written) {
        run.groups = json_array();
        status = run.groups == NULL ? KB_FAIL(KB_ERR_MEMORY, "response") : KB_OK;
    }
    if (status == KB_OK) {
        status = answer_and_write(&run, output, root, set);
        status = status == KB_OK ? KB_OK : kb_cli_name_file(status, prompt);
    }
    if (status == KB_OK && run.has_check) {
        status = conclude(&run);
    }
    json_decref(run.groups);
    kb_acvp_index_free(&run.index);
    json_decref(root);
    json_decref(expected_root);
    return status;
}

const kb_cli_verb kb_cli_acvp = {
    .name = "acvp",
    .usage = "PROMPT.json [-o RESPONSE.json] [--check EXPECTED.json]",
    .summary = "Answer a set of ACVP test vectors, or compare with expected answers",
    .notes = "Reads a prompt as the public ACVP server writes it. With --check the "
             "answers are\n"
             "compared with expected results; the last line is \"N passed, N failed\", "
             "and the\n"
             "exit code is 1 when one failed. Then a response is written only with -o.\n"
             "A prompt that is not understood ends with exit code 3.",
    .examples = {"keybraid acvp prompt.json -o response.json",
                 "keybraid acvp prompt.json --check expectedResults.json"},
    .options = KB_CLI_BIT(KB_CLI_OUTPUT) | KB_CLI_BIT(KB_CLI_CHECK),
    .min_operands = 1,
    .max_operands = 1,
    .operand_name = {"PROMPT.json"},
    .run = run_verb,
};
