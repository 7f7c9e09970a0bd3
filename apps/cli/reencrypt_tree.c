/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* keybraid reencrypt --tree and --manifest. */
#define _GNU_SOURCE /* pthread_cond_clockwait */
#include "reencrypt_tree.h"

#include "core/alloc.h"
#include "core/clock.h"
#include "core/error.h"
#include "form.h"
#include "io.h"
#include "keystore/lease.h"
#include "manifest.h"
#include "recipient.h"
#include "reencrypt_file.h"
#include "signals.h"
#include "store.h"
#include "stream/file_sink.h"
#include "stream/pool.h"
#include "tree_walk.h"
#include "ui.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define JOBS_MAX      64 /* each holds about four descriptors open */
#define SLOTS_PER_JOB 4  /* one under way, the others waiting */
#define REFRESH_NS    UINT64_C(250000000)
#define SECOND_NS     UINT64_C(1000000000)
#define NAME_ROOM     256

typedef struct tree tree;

/* A file that is under way or waits for a thread. */
typedef struct slot {
    kb_pool_task task; /* first: the pool hands it back */
    tree *run;
    bool is_busy;    /* under tree.lock */
    bool was_queued; /* the pool may still be ending its last task */
    int folder;
    char name[NAME_ROOM];
    char *path;
    size_t path_room;
} slot;

struct tree {
    const kb_cli_args *args;
    kb_cli_reencrypt_rules rules;
    kb_cli_reencrypt_report *report;
    kb_keystore *store;
    kb_keyring ring; /* of the store */
    kb_cli_recipients recipients;
    kb_lease *lease[KB_CLI_RECIPIENTS_MAX]; /* of those in the store */
    kb_cli_form form;
    kb_buffer aad;
    pthread_mutex_t store_lock; /* store, ring, leases: one thread at a time */
    atomic_int stopped_by;      /* kb_status: the rest of the run is of no use */
    char stop_text[200];        /* under store_lock */
    pthread_mutex_t lock;       /* the slots */
    pthread_cond_t is_free;
    kb_pool *pool;
    slot slots[JOBS_MAX * SLOTS_PER_JOB];
    size_t slot_count;
    /* The folder of the last path of a manifest. */
    int folder;
    char folder_path[KB_CLI_MANIFEST_PATH_BYTES];
};

/* What ends a walk that is not to go on; no failure. */
#define WALK_ENDED KB_ERR_STATE

static bool is_stopping(tree *t) {
    return atomic_load(&t->stopped_by) != KB_OK || kb_cli_signals_pending() != 0;
}

/* Keyring over the store for many threads. The keys it gives out stay and never change. */
static kb_status candidate(void *self, const char *alg, const char *kid, size_t index,
                           const kb_key **out) {
    tree *t = self;
    (void)pthread_mutex_lock(&t->store_lock);
    kb_status status = t->ring.candidate(t->ring.self, alg, kid, index, out);
    (void)pthread_mutex_unlock(&t->store_lock);
    return status;
}

static kb_status take_leases(tree *t) {
    for (size_t i = 0; i < t->recipients.count; i++) {
        if (t->lease[i] != NULL) {
            KB_TRY(kb_lease_take(t->lease[i]));
        }
    }
    return KB_OK;
}

/* Without a use left, every other file would fail too: that ends the run. */
static kb_status take_use(void *self) {
    tree *t = self;
    (void)pthread_mutex_lock(&t->store_lock);
    kb_status status = take_leases(t);
    int none = KB_OK;
    if (status != KB_OK &&
        atomic_compare_exchange_strong(&t->stopped_by, &none, (int)status)) {
        memcpy(t->stop_text, kb_last_error()->text, sizeof t->stop_text);
    }
    (void)pthread_mutex_unlock(&t->store_lock);
    return status;
}

static void report(tree *t, const kb_cli_reencrypt_record *record) {
    /* The reason is kept by the report, which gives it at the end. */
    int none = KB_OK;
    kb_status status = kb_cli_reencrypt_report_add(t->report, record);
    if (status != KB_OK) {
        (void)atomic_compare_exchange_strong(&t->stopped_by, &none, (int)status);
    }
}

static void run_slot(kb_pool_task *task) {
    slot *s = (slot *)(void *)task;
    tree *t = s->run;
    if (!is_stopping(t)) {
        kb_cli_reencrypt_record record = {.path = s->path};
        kb_cli_reencrypt_file(&t->rules, s->folder, s->name, &record);
        report(t, &record);
    }
    (void)close(s->folder);
    (void)pthread_mutex_lock(&t->lock);
    s->is_busy = false;
    (void)pthread_cond_signal(&t->is_free);
    (void)pthread_mutex_unlock(&t->lock);
}

/* Waits for a change of the slots, at most until the moving line is due. */
static void wait_for_slots(tree *t) {
    uint64_t until = kb_clock_monotonic_ns() + REFRESH_NS;
    struct timespec at = {(time_t)(until / SECOND_NS), (long)(until % SECOND_NS)};
    (void)pthread_cond_clockwait(&t->is_free, &t->lock, CLOCK_MONOTONIC, &at);
    (void)pthread_mutex_unlock(&t->lock);
    kb_cli_reencrypt_report_show(t->report);
    (void)pthread_mutex_lock(&t->lock);
}

static slot *get_slot(tree *t) {
    slot *found = NULL;
    (void)pthread_mutex_lock(&t->lock);
    for (;;) {
        for (size_t i = 0; found == NULL && i < t->slot_count; i++) {
            found = t->slots[i].is_busy ? NULL : &t->slots[i];
        }
        if (found != NULL) {
            break;
        }
        wait_for_slots(t);
    }
    found->is_busy = true;
    (void)pthread_mutex_unlock(&t->lock);
    if (found->was_queued) {
        kb_pool_wait(t->pool, &found->task);
    }
    return found;
}

static void wait_for_all(tree *t) {
    for (size_t i = 0; i < t->slot_count; i++) {
        (void)pthread_mutex_lock(&t->lock);
        while (t->slots[i].is_busy) {
            wait_for_slots(t);
        }
        (void)pthread_mutex_unlock(&t->lock);
    }
}

static kb_status set_path(slot *s, const char *path) {
    size_t len = strlen(path) + 1;
    if (len > s->path_room) {
        char *room = kb_realloc(s->path, len * 2);
        if (room == NULL) {
            return KB_FAIL(KB_ERR_MEMORY, "%zu bytes for a path", len * 2);
        }
        s->path = room;
        s->path_room = len * 2;
    }
    memcpy(s->path, path, len);
    return KB_OK;
}

static void release_slot(tree *t, slot *s) {
    (void)pthread_mutex_lock(&t->lock);
    s->is_busy = false;
    (void)pthread_mutex_unlock(&t->lock);
}

static void report_failure(tree *t, const char *path, kb_status code, const char *text) {
    kb_cli_reencrypt_record record = {
        .path = path, .outcome = KB_CLI_FILE_FAILED, .code = code};
    snprintf(record.text, sizeof record.text, "%s", text);
    report(t, &record);
}

/* Hands a file to the pool. */
static kb_status submit(tree *t, int folder, const char *name, const char *path) {
    if (is_stopping(t)) {
        return WALK_ENDED;
    }
    kb_cli_reencrypt_report_show(t->report);
    slot *s = get_slot(t);
    kb_status status = set_path(s, path);
    if (status == KB_OK) {
        s->folder = fcntl(folder, F_DUPFD_CLOEXEC, 3);
    }
    if (status != KB_OK || s->folder < 0) {
        release_slot(t, s);
        report_failure(t, path, status != KB_OK ? status : KB_ERR_IO,
                       status != KB_OK ? kb_last_error()->text : strerror(errno));
        return KB_OK;
    }
    snprintf(s->name, sizeof s->name, "%s", name);
    s->was_queued = true;
    kb_pool_submit(t->pool, &s->task);
    return KB_OK;
}

static kb_status visit_file(void *self, const kb_cli_tree_file *file) {
    tree *t = self;
    if (!kb_file_sink_is_temp_name(file->name)) {
        return submit(t, file->folder, file->name, file->path);
    }
    if (!t->rules.is_dry_run && kb_file_sink_remove_stale(file->folder, file->name)) {
        kb_cli_reencrypt_report_leftover(t->report);
    }
    return KB_OK;
}

static void visit_gap(void *self, const char *path, kb_cli_tree_gap why, int system) {
    kb_cli_reencrypt_record record = {.path = path, .outcome = KB_CLI_FILE_SKIPPED};
    if (why == KB_CLI_TREE_FAILED) {
        report_failure(self, path, KB_ERR_IO, strerror(system));
        return;
    }
    if (why == KB_CLI_TREE_DEEP) {
        report_failure(self, path, KB_ERR_LIMIT, "too many folders inside each other");
        return;
    }
    snprintf(record.text, sizeof record.text, "%s",
             why == KB_CLI_TREE_LINK ? "symbolic link" : "not a regular file");
    report(self, &record);
}

/* Opens the folder of a path unless it is that of the path before. */
static kb_status open_folder(tree *t, const char *path, size_t len) {
    if (t->folder >= 0 && strlen(t->folder_path) == len &&
        memcmp(t->folder_path, path, len) == 0) {
        return KB_OK;
    }
    if (t->folder >= 0) {
        (void)close(t->folder);
    }
    memcpy(t->folder_path, path, len);
    t->folder_path[len] = '\0';
    t->folder = open(len == 0 ? "." : t->folder_path,
                     O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOCTTY);
    return t->folder >= 0 ? KB_OK
                          : KB_FAIL(KB_ERR_IO, "opening its folder: %s", strerror(errno));
}

static kb_status visit_path(void *self, const char *path) {
    tree *t = self;
    const char *slash = strrchr(path, '/');
    const char *name = slash == NULL ? path : slash + 1;
    if (is_stopping(t)) {
        return WALK_ENDED;
    }
    kb_status status = open_folder(t, path, (size_t)(name - path));
    if (status == KB_OK && (name[0] == '\0' || strlen(name) >= NAME_ROOM)) {
        status = KB_FAIL(KB_ERR_IO, "not the path of a file");
    }
    if (status != KB_OK) {
        report_failure(t, path, status, kb_last_error()->text);
        return KB_OK;
    }
    return submit(t, t->folder, name, path);
}

static kb_status visit_all(tree *t) {
    const char *root = t->args->value[KB_CLI_TREE];
    const kb_cli_tree_visitor visitor = {visit_file, visit_gap, t};
    char end = kb_cli_has(t->args, KB_CLI_NULL) ? '\0' : '\n';
    kb_status status =
        root != NULL
            ? kb_cli_tree_walk(root, &visitor)
            : kb_cli_manifest_read(t->args->value[KB_CLI_MANIFEST], end, visit_path, t);
    return status == WALK_ENDED && is_stopping(t) ? KB_OK : status;
}

bool kb_cli_reencrypt_tree_is_asked(const kb_cli_args *args) {
    return kb_cli_has(args, KB_CLI_TREE) || kb_cli_has(args, KB_CLI_MANIFEST);
}

kb_status kb_cli_reencrypt_tree_check_absent(const kb_cli_args *args) {
    static const kb_cli_option_id ids[] = {KB_CLI_REPORT, KB_CLI_DRY_RUN, KB_CLI_NULL};
    for (size_t i = 0; i < sizeof ids / sizeof ids[0]; i++) {
        if (kb_cli_has(args, ids[i])) {
            return KB_FAIL(KB_ERR_ARGUMENT, "--%s needs --tree or --manifest",
                           kb_cli_option_row(ids[i])->name);
        }
    }
    return KB_OK;
}

static kb_status check_paths(const kb_cli_args *args) {
    const char *root = args->value[KB_CLI_TREE];
    struct stat st;
    if (root != NULL && kb_cli_has(args, KB_CLI_MANIFEST)) {
        return KB_FAIL(KB_ERR_ARGUMENT, "either --tree or --manifest");
    }
    if (args->operands != 0 || kb_cli_has(args, KB_CLI_OUTPUT)) {
        return KB_FAIL(KB_ERR_ARGUMENT,
                       "--tree and --manifest work in place: no IN and no -o");
    }
    if (root != NULL && kb_cli_has(args, KB_CLI_NULL)) {
        return KB_FAIL(KB_ERR_ARGUMENT, "--null belongs to --manifest");
    }
    if (root != NULL && stat(root, &st) == 0 && !S_ISDIR(st.st_mode)) {
        return KB_FAIL(KB_ERR_ARGUMENT,
                       "--tree %.80s: not a folder; a file takes --in-place",
                       kb_cli_escape(root));
    }
    return kb_cli_check_stdin(args, root == NULL, args->value[KB_CLI_MANIFEST]);
}

static kb_status check(tree *t) {
    const kb_cli_args *args = t->args;
    KB_TRY(check_paths(args));
    KB_TRY(kb_cli_recipients_check(args));
    KB_TRY(kb_cli_form_check(&t->form, args));
    bool is_experimental = kb_cli_has(args, KB_CLI_ALLOW_EXPERIMENTAL);
    t->rules = (kb_cli_reencrypt_rules){
        .options = {.decrypt = {.keys = {candidate, t},
                                .allow_experimental = is_experimental},
                    .target = {.format = t->form.format,
                               .enc = t->form.enc,
                               .hide_recipient = kb_cli_has(args, KB_CLI_HIDE_RECIPIENT),
                               .allow_experimental = is_experimental},
                    .override_format = kb_cli_has(args, KB_CLI_FORMAT)},
        .recipients = &t->recipients,
        .is_dry_run = kb_cli_has(args, KB_CLI_DRY_RUN),
        .must_be_token = kb_cli_has(args, KB_CLI_MANIFEST),
        .take_use = take_use,
        .self = t,
    };
    return KB_OK;
}

/* A lease for each key of the store, whose version is then the one of the run. */
static kb_status begin_leases(tree *t) {
    for (size_t i = 0; i < t->recipients.count; i++) {
        kb_key *key = NULL;
        if (kb_cli_recipient_is_file(t->recipients.name[i])) {
            continue;
        }
        KB_TRY(kb_lease_new(&t->lease[i], t->store, t->recipients.name[i]));
        KB_TRY(kb_key_public_copy(&key, kb_lease_key(t->lease[i])));
        kb_key_free(t->recipients.key[i]);
        t->recipients.key[i] = key;
    }
    return KB_OK;
}

/* With several hidden keys, or one that is not held, what is done could not be told from
 * what is not. */
static kb_status check_hidden(const tree *t) {
    if (!t->rules.options.target.hide_recipient) {
        return KB_OK;
    }
    if (t->recipients.count > 1) {
        return KB_FAIL(KB_ERR_POLICY, "--hide-recipient with several recipients: what is "
                                      "done could not be told from what is not");
    }
    return t->rules.held != NULL
               ? KB_OK
               : KB_FAIL(KB_ERR_POLICY,
                         "--hide-recipient needs the private key of %.64s: "
                         "what is done could not be told from what is not",
                         kb_cli_escape(t->recipients.name[0]));
}

static kb_status find_target(tree *t) {
    KB_TRY(kb_cli_recipients_load(&t->recipients, t->store, t->args, false));
    KB_TRY(kb_cli_form_check_kind(&t->form, t->recipients.is_wrap));
    KB_TRY(begin_leases(t));
    kb_cli_recipients_set(&t->rules.options.target, &t->recipients);
    KB_TRY(kb_cli_recipients_held(&t->rules.held, &t->recipients, t->ring));
    KB_TRY(check_hidden(t));
    if (t->rules.held == NULL) {
        kb_cli_note(t->args, "new tokens cannot be verified: their private key is not in "
                             "the keystore");
    }
    return KB_OK;
}

static kb_status start_pool(tree *t) {
    uint64_t jobs = 0;
    if (kb_cli_has(t->args, KB_CLI_JOBS)) {
        KB_TRY(kb_cli_args_number(&jobs, t->args, KB_CLI_JOBS, JOBS_MAX));
    } else {
        long online = sysconf(_SC_NPROCESSORS_ONLN);
        jobs = online < 1 ? 1 : online > JOBS_MAX ? JOBS_MAX : (uint64_t)online;
    }
    t->slot_count = (size_t)jobs * SLOTS_PER_JOB;
    for (size_t i = 0; i < t->slot_count; i++) {
        t->slots[i].run = t;
        t->slots[i].task.run = run_slot;
    }
    /* One more, for the main thread, which only walks and waits. */
    return kb_pool_new(&t->pool, (unsigned)jobs + 1);
}

static kb_status prepare(tree *t) {
    KB_TRY(check(t));
    KB_TRY(kb_cli_form_read_aad(&t->rules.options.target, &t->aad, t->args));
    KB_TRY(kb_cli_store_unlock(&t->store, t->args));
    t->ring = kb_keystore_keyring(t->store);
    KB_TRY(find_target(t));
    KB_TRY(start_pool(t));
    return kb_cli_reencrypt_report_new(&t->report, t->args);
}

/* Everything but the result: threads first, then what they use. */
static void release(tree *t) {
    kb_pool_free(t->pool);
    for (size_t i = 0; i < t->recipients.count; i++) {
        if (kb_lease_end(t->lease[i]) != KB_OK) {
            kb_cli_warn("uses that did not happen stay counted: %s",
                        kb_cli_escape(kb_last_error()->text));
        }
    }
    for (size_t i = 0; i < t->slot_count; i++) {
        kb_free(t->slots[i].path);
    }
    if (t->folder >= 0) {
        (void)close(t->folder);
    }
    kb_cli_reencrypt_report_free(t->report);
    kb_cli_recipients_free(&t->recipients);
    kb_keystore_close(t->store);
    kb_buffer_free(&t->aad);
    (void)pthread_cond_destroy(&t->is_free);
    (void)pthread_mutex_destroy(&t->lock);
    (void)pthread_mutex_destroy(&t->store_lock);
}

/* What went wrong with the run counts more than what went wrong with files. */
static kb_status conclude(tree *t, kb_status walked) {
    char text[200];
    memcpy(text, kb_last_error()->text, sizeof text);
    kb_status files = kb_cli_reencrypt_report_end(t->report);
    if (walked != KB_OK) {
        return KB_FAIL(walked, "%s", text);
    }
    if (t->stop_text[0] != '\0') {
        return KB_FAIL((kb_status)atomic_load(&t->stopped_by), "%s", t->stop_text);
    }
    return files;
}

kb_status kb_cli_reencrypt_tree(const kb_cli_args *args) {
    tree *t = kb_malloc(sizeof *t);
    if (t == NULL) {
        return KB_FAIL(KB_ERR_MEMORY, "%zu bytes", sizeof *t);
    }
    *t = (tree){.args = args, .folder = -1};
    (void)pthread_mutex_init(&t->store_lock, NULL);
    (void)pthread_mutex_init(&t->lock, NULL);
    (void)pthread_cond_init(&t->is_free, NULL);
    kb_status status = prepare(t);
    if (status == KB_OK) {
        kb_cli_signals_defer();
        status = visit_all(t);
        wait_for_all(t);
        status = conclude(t, status);
    }
    int number = kb_cli_signals_pending();
    release(t);
    kb_free(t);
    if (number != 0) {
        (void)fflush(stdout);
        exit(128 + number);
    }
    return status;
}
