/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Files of a result folder. The manifest is manifest.c. */
#include "folder.h"

#include "core/error.h"

#include <dirent.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static kb_status path_of(char out[KB_BENCH_PATH_BYTES], const char *dir,
                         const char *name) {
    int n = snprintf(out, KB_BENCH_PATH_BYTES, "%s/%s", dir, name);
    return n > 0 && n < KB_BENCH_PATH_BYTES
               ? KB_OK
               : KB_FAIL(KB_ERR_IO, "%.40s...: path too long", dir);
}

static kb_status make_one(const char *path) {
    if (mkdir(path, 0777) != 0 && errno != EEXIST) {
        return KB_FAIL(KB_ERR_IO, "%.150s: %s", path, strerror(errno));
    }
    return KB_OK;
}

kb_status kb_bench_folder_make(const char *dir) {
    char path[KB_BENCH_PATH_BYTES];
    KB_TRY(path_of(path, dir, KB_BENCH_RECORDS));
    KB_TRY(make_one(dir));
    return make_one(path);
}

kb_status kb_bench_file_text(char **text, size_t *len, const char *path) {
    struct stat info;
    FILE *in = fopen(path, "rb");
    if (in == NULL || fstat(fileno(in), &info) != 0) {
        if (in != NULL) {
            (void)fclose(in);
        }
        return KB_FAIL(KB_ERR_IO, "%.150s: %s", path, strerror(errno));
    }
    size_t size = S_ISREG(info.st_mode) ? (size_t)info.st_size : 0;
    *text = malloc(size + 1);
    *len = *text == NULL ? 0 : fread(*text, 1, size, in);
    (void)fclose(in);
    if (*text == NULL || *len != size) {
        free(*text);
        *text = NULL;
        return KB_FAIL(KB_ERR_IO, "%.150s: not read to its end", path);
    }
    (*text)[size] = '\0';
    return KB_OK;
}

kb_status kb_bench_folder_read(char **text, size_t *len, const char *dir,
                               const char *name) {
    char path[KB_BENCH_PATH_BYTES];
    KB_TRY(path_of(path, dir, name));
    return kb_bench_file_text(text, len, path);
}

kb_status kb_bench_folder_write(const char *dir, const char *name, const void *text,
                                size_t len) {
    char path[KB_BENCH_PATH_BYTES];
    KB_TRY(path_of(path, dir, name));
    FILE *out = fopen(path, "wb");
    if (out == NULL) {
        return KB_FAIL(KB_ERR_IO, "%.150s: %s", path, strerror(errno));
    }
    bool is_bad = fwrite(text, 1, len, out) != len;
    is_bad |= fclose(out) != 0;
    return is_bad ? KB_FAIL(KB_ERR_IO, "%.150s: not written", path) : KB_OK;
}

kb_status kb_bench_folder_read_json(json_t **out, const char *dir, const char *name) {
    char *text = NULL;
    size_t len = 0;
    json_error_t error;
    KB_TRY(kb_bench_folder_read(&text, &len, dir, name));
    *out = json_loadb(text, len, JSON_REJECT_DUPLICATES, &error);
    free(text);
    return *out != NULL ? KB_OK
                        : KB_FAIL(KB_ERR_FORMAT, "%.100s: %.60s", name, error.text);
}

kb_status kb_bench_folder_write_json(const char *dir, const char *name,
                                     const json_t *json) {
    char *text = json_dumps(json, JSON_COMPACT | JSON_REAL_PRECISION(17));
    if (text == NULL) {
        return KB_FAIL(KB_ERR_MEMORY, "%.100s", name);
    }
    size_t len = strlen(text);
    text[len] = '\n'; /* in the place of the terminator */
    kb_status status = kb_bench_folder_write(dir, name, text, len + 1);
    free(text);
    return status;
}

static kb_status add_name(kb_bench_names *names, const char *prefix, const char *name) {
    size_t len = strlen(prefix) + strlen(name) + 1;
    char **more = realloc(names->name, (names->count + 1) * sizeof *more);
    char *full = malloc(len);
    if (more != NULL) {
        names->name = more;
    }
    if (more == NULL || full == NULL) {
        free(full);
        return KB_FAIL(KB_ERR_MEMORY, "list of files");
    }
    (void)snprintf(full, len, "%s%s", prefix, name);
    names->name[names->count++] = full;
    return KB_OK;
}

static bool is_folder(const char *path, const char *name) {
    char full[KB_BENCH_PATH_BYTES];
    struct stat info;
    return path_of(full, path, name) == KB_OK && stat(full, &info) == 0 &&
           S_ISDIR(info.st_mode);
}

static kb_status list_one(kb_bench_names *out, const char *path, const char *prefix) {
    DIR *dir = opendir(path);
    const struct dirent *entry;
    kb_status status = KB_OK;
    if (dir == NULL) {
        return KB_FAIL(KB_ERR_IO, "%.150s: %s", path, strerror(errno));
    }
    while (status == KB_OK && (entry = readdir(dir)) != NULL) {
        if (entry->d_name[0] != '.' && strcmp(entry->d_name, KB_BENCH_MANIFEST) != 0 &&
            !is_folder(path, entry->d_name)) {
            status = add_name(out, prefix, entry->d_name);
        }
    }
    (void)closedir(dir);
    return status;
}

static int by_name(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

kb_status kb_bench_folder_list(kb_bench_names *out, const char *dir) {
    char path[KB_BENCH_PATH_BYTES];
    *out = (kb_bench_names){.count = 0};
    KB_TRY(path_of(path, dir, KB_BENCH_RECORDS));
    kb_status status = list_one(out, dir, "");
    if (status == KB_OK) {
        status = list_one(out, path, KB_BENCH_RECORDS "/");
    }
    if (status != KB_OK) {
        kb_bench_names_free(out);
        return status;
    }
    if (out->count != 0) {
        qsort(out->name, out->count, sizeof *out->name, by_name);
    }
    return KB_OK;
}

void kb_bench_names_free(kb_bench_names *names) {
    for (size_t i = 0; i < names->count; i++) {
        free(names->name[i]);
    }
    free(names->name);
    *names = (kb_bench_names){.count = 0};
}

kb_status kb_bench_folder_clear(const char *dir, const char *family) {
    char path[KB_BENCH_PATH_BYTES];
    kb_bench_names names;
    size_t len = strlen(family), skip = strlen(KB_BENCH_RECORDS "/");
    KB_TRY(kb_bench_folder_list(&names, dir));
    kb_status status = KB_OK;
    for (size_t i = 0; status == KB_OK && i < names.count; i++) {
        const char *name = names.name[i];
        bool is_record = strncmp(name, KB_BENCH_RECORDS "/", skip) == 0 &&
                         strncmp(name + skip, family, len) == 0 &&
                         (name[skip + len] == '_' || name[skip + len] == '.');
        /* Such as the table beside other programs, which not every run makes. */
        bool is_table = strncmp(name, family, len) == 0 && name[len] == '-';
        if (is_record || is_table) {
            status = path_of(path, dir, name);
            if (status == KB_OK && unlink(path) != 0) {
                status = KB_FAIL(KB_ERR_IO, "%.150s: %s", path, strerror(errno));
            }
        }
    }
    kb_bench_names_free(&names);
    return status;
}
