/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Files of vector sets: read, bounded before jansson sees them, and indexed by case. */
#include "acvp.h"

#include "codec/json.h"
#include "core/error.h"
#include "io.h"

#include <stdlib.h>
#include <string.h>

#define FILE_MAX_BYTES ((size_t)512 << 20)
#define MAX_MEMBERS    1024
#define MAX_ELEMENTS   1000000
#define IDS_MAX        64
#define IDS_FORMAT     "tgId %" JSON_INTEGER_FORMAT ", tcId %" JSON_INTEGER_FORMAT

static kb_status ignore(void *self, const kb_json_event *event) {
    (void)self;
    (void)event;
    return KB_OK;
}

/* Refuses what our own scanner does: too deep, too many members, names twice. */
static kb_status scan(const kb_buffer *text) {
    const kb_json_limits limits = {KB_JSON_DEPTH_MAX, MAX_MEMBERS, MAX_ELEMENTS};
    kb_status status =
        kb_json_scan((const char *)text->data, text->len, limits, ignore, NULL);
    if (status == KB_ERR_LIMIT) {
        /* No vector set is like that: the file is not understood. */
        kb_error detail = *kb_last_error();
        return KB_FAIL_AT(KB_ERR_UNSUPPORTED, detail.offset, "%s", detail.text);
    }
    return status;
}

/* The public server writes the set alone or in an array after the protocol version. */
static json_t *set_in(json_t *root) {
    if (json_is_object(root)) {
        return root;
    }
    for (size_t i = 0; i < json_array_size(root); i++) {
        json_t *element = json_array_get(root, i);
        if (json_object_get(element, "testGroups") != NULL) {
            return element;
        }
    }
    return NULL;
}

static kb_status parse(json_t **root, json_t **set, const kb_buffer *text) {
    json_error_t error;
    KB_TRY(scan(text));
    *root = json_loadb((const char *)text->data, text->len, 0, &error);
    if (*root == NULL) {
        return KB_FAIL_AT(KB_ERR_FORMAT, (uint64_t)error.position, "%.100s", error.text);
    }
    *set = set_in(*root);
    if (*set == NULL) {
        json_decref(*root);
        *root = NULL;
        return KB_FAIL(KB_ERR_FORMAT, "no object with testGroups");
    }
    return KB_OK;
}

kb_status kb_acvp_load(json_t **root, json_t **set, const char *path) {
    kb_buffer text = {.data = NULL};
    KB_TRY(kb_cli_read_file(&text, path, FILE_MAX_BYTES));
    kb_status status = parse(root, set, &text);
    kb_buffer_free(&text);
    return status == KB_OK ? KB_OK : kb_cli_name_file(status, path);
}

kb_status kb_acvp_list(json_t **out, const json_t *object, const char *name) {
    json_t *list = json_object_get(object, name);
    size_t i;
    json_t *element;
    if (!json_is_array(list)) {
        return KB_FAIL(KB_ERR_FORMAT, "%s is not an array", name);
    }
    json_array_foreach(list, i, element) {
        if (!json_is_object(element)) {
            return KB_FAIL(KB_ERR_FORMAT, "%s: element %zu is not an object", name, i);
        }
    }
    *out = list;
    return KB_OK;
}

kb_status kb_acvp_id(json_int_t *out, const json_t *object, const char *name) {
    const json_t *value = json_object_get(object, name);
    if (!json_is_integer(value)) {
        return KB_FAIL(KB_ERR_FORMAT, "%s is not a whole number", name);
    }
    *out = json_integer_value(value);
    return KB_OK;
}

static kb_status index_group(kb_acvp_index *index, const json_t *group) {
    json_int_t group_id, test_id;
    json_t *tests, *test;
    size_t i;
    KB_TRY(kb_acvp_id(&group_id, group, "tgId"));
    kb_status status = kb_acvp_list(&tests, group, "tests");
    if (status != KB_OK) {
        return kb_error_prefix(status, "tgId %" JSON_INTEGER_FORMAT, group_id);
    }
    json_array_foreach(tests, i, test) {
        char ids[IDS_MAX];
        status = kb_acvp_id(&test_id, test, "tcId");
        if (status != KB_OK) {
            return kb_error_prefix(status, "tgId %" JSON_INTEGER_FORMAT ", test %zu",
                                   group_id, i);
        }
        (void)snprintf(ids, sizeof ids, IDS_FORMAT, group_id, test_id);
        if (json_object_get(index->cases, ids) != NULL) {
            return KB_FAIL(KB_ERR_FORMAT, "%s stands there twice", ids);
        }
        if (json_object_set(index->cases, ids, test) != 0) {
            return KB_FAIL(KB_ERR_MEMORY, "%zu cases", i);
        }
    }
    return KB_OK;
}

kb_status kb_acvp_index_new(kb_acvp_index *out, const json_t *set) {
    json_t *groups, *group;
    size_t i;
    kb_acvp_index index = {json_object()};
    if (index.cases == NULL) {
        return KB_FAIL(KB_ERR_MEMORY, "index");
    }
    kb_status status = kb_acvp_list(&groups, set, "testGroups");
    if (status == KB_OK) {
        json_array_foreach(groups, i, group) {
            status = index_group(&index, group);
            if (status != KB_OK) {
                break;
            }
        }
    }
    if (status != KB_OK) {
        kb_acvp_index_free(&index);
        return status;
    }
    *out = index;
    return KB_OK;
}

void kb_acvp_index_free(kb_acvp_index *index) {
    json_decref(index->cases);
    index->cases = NULL;
}

const json_t *kb_acvp_index_take(kb_acvp_index *index, json_int_t group,
                                 json_int_t test) {
    char ids[IDS_MAX];
    (void)snprintf(ids, sizeof ids, IDS_FORMAT, group, test);
    const json_t *found = json_object_get(index->cases, ids);
    if (found != NULL) {
        (void)json_object_del(index->cases, ids);
    }
    return found;
}

void kb_acvp_index_rest(const kb_acvp_index *index,
                        void (*each)(void *self, const char *ids), void *self) {
    const char *ids;
    json_t *test;
    json_object_foreach(index->cases, ids, test) {
        each(self, ids);
    }
}
