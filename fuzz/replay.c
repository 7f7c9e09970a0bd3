/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Runs a fuzz target once over each file given and each file of each folder given, so
 * that the corpus is a regression test with any compiler. */
#include "fuzz.h"

#include <dirent.h>
#include <string.h>
#include <sys/stat.h>

static unsigned files;

static int run_file(const char *path) {
    FILE *f = fopen(path, "rb");
    struct stat info;
    if (f == NULL || fstat(fileno(f), &info) != 0) {
        perror(path);
        return 1;
    }
    /* Exactly as long as the file, so that a sanitizer sees a read behind its end. */
    size_t size = (size_t)info.st_size;
    uint8_t *data = malloc(size == 0 ? 1 : size);
    int failed = data == NULL || fread(data, 1, size, f) != size;
    fclose(f);
    if (failed) {
        fprintf(stderr, "%s: cannot be read\n", path);
    } else {
        printf("%s\n", path);
        fflush(stdout);
        (void)LLVMFuzzerTestOneInput(data, size);
        files++;
    }
    free(data);
    return failed;
}

static int run_path(const char *path) {
    DIR *folder = opendir(path);
    if (folder == NULL) {
        return run_file(path);
    }
    int failed = 0;
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        char file[4096];
        if (entry->d_name[0] == '.') {
            continue;
        }
        int n = snprintf(file, sizeof file, "%s/%s", path, entry->d_name);
        failed |= n < 0 || (size_t)n >= sizeof file || run_file(file);
    }
    closedir(folder);
    return failed;
}

int main(int argc, char **argv) {
    int failed = 0;
    for (int i = 1; i < argc; i++) {
        failed |= run_path(argv[i]);
    }
    printf("%u files\n", files);
    return failed || files == 0;
}
