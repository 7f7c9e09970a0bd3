/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Depth of the stack and pages of the process. */
#include "memory.h"

#include "core/error.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define STACK_BYTES ((size_t)1 << 20)
#define GUARD_BYTES ((size_t)4096)
#define PAINT       0xa5

typedef struct job {
    kb_status (*work)(void *argument);
    void *argument;
    kb_status status;
    kb_error detail; /* the record of a failure belongs to its thread */
    kb_bench_heap heap;
    const uint8_t *stack; /* its lowest byte */
    uint64_t depth;
} job;

static void *run(void *argument) {
    job *j = argument;
    kb_bench_heap_begin();
    j->status = j->work(j->argument);
    j->heap = kb_bench_heap_end();
    /* Looked at here: the end of a thread needs stack of its own. */
    const uint8_t *frame = __builtin_frame_address(0), *low = j->stack;
    while (low < frame && *low == PAINT) {
        low++;
    }
    j->depth = (uint64_t)(frame - low);
    if (j->status != KB_OK) {
        j->detail = *kb_last_error();
    }
    return NULL;
}

/* Runs the job in a thread on its painted stack. */
static kb_status run_on(uint8_t *stack, job *j) {
    pthread_attr_t attributes;
    pthread_t thread;
    memset(stack, PAINT, STACK_BYTES);
    int error = pthread_attr_init(&attributes);
    if (error == 0) {
        error = pthread_attr_setstack(&attributes, stack, STACK_BYTES);
        error = error != 0 ? error : pthread_create(&thread, &attributes, run, j);
        error = error != 0 ? error : pthread_join(thread, NULL);
        (void)pthread_attr_destroy(&attributes);
    }
    return error == 0
               ? KB_OK
               : KB_FAIL(KB_ERR_IO, "thread on a painted stack: %s", strerror(error));
}

kb_status kb_bench_memory_of(kb_bench_memory *out, kb_status (*work)(void *argument),
                             void *argument) {
    *out = (kb_bench_memory){.stack_bytes = 0};
    uint8_t *area = mmap(NULL, GUARD_BYTES + STACK_BYTES, PROT_READ | PROT_WRITE,
                         MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (area == MAP_FAILED) {
        return KB_FAIL(KB_ERR_MEMORY, "painted stack: %s", strerror(errno));
    }
    (void)mprotect(area, GUARD_BYTES, PROT_NONE);
    job j = {.work = work, .argument = argument, .stack = area + GUARD_BYTES};
    kb_status status = run_on(area + GUARD_BYTES, &j);
    if (status == KB_OK && j.status != KB_OK) {
        status = KB_FAIL(j.status, "%s", j.detail.text);
    }
    (void)munmap(area, GUARD_BYTES + STACK_BYTES);
    out->heap = j.heap;
    out->stack_bytes = j.depth;
    return status;
}

uint64_t kb_bench_rss_now(void) {
    unsigned long long total = 0, resident = 0;
    FILE *in = fopen("/proc/self/statm", "r");
    if (in == NULL) {
        return 0;
    }
    if (fscanf(in, "%llu %llu", &total, &resident) != 2) {
        resident = 0;
    }
    (void)fclose(in);
    return (uint64_t)resident * (uint64_t)sysconf(_SC_PAGESIZE);
}

uint64_t kb_bench_rss_peak(void) {
    char line[128];
    unsigned long long kib = 0;
    FILE *in = fopen("/proc/self/status", "r");
    while (in != NULL && fgets(line, sizeof line, in) != NULL) {
        if (sscanf(line, "VmHWM: %llu kB", &kib) == 1) {
            break;
        }
    }
    if (in != NULL) {
        (void)fclose(in);
    }
    return (uint64_t)kib * 1024;
}
