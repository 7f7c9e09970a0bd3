/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What the system tells of the machine. */
#include "machine.h"

#include "clock.h"
#include "core/cpu.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#define UNKNOWN    "unknown"
#define TEXT_BYTES 256
#define CPU_FOLDER "/sys/devices/system/cpu/"

static void cut_line(char *text) {
    text[strcspn(text, "\n")] = '\0';
}

/* The first line of a file, or "unknown". */
static void first_line(char out[TEXT_BYTES], const char *path) {
    FILE *in = fopen(path, "r");
    if (in == NULL || fgets(out, TEXT_BYTES, in) == NULL) {
        (void)snprintf(out, TEXT_BYTES, UNKNOWN);
    }
    if (in != NULL) {
        (void)fclose(in);
    }
    cut_line(out);
}

/* The text after separator in the first line that begins with key. */
static void find_line(char out[TEXT_BYTES], const char *path, const char *key,
                      const char *separator) {
    char line[4096];
    FILE *in = fopen(path, "r");
    (void)snprintf(out, TEXT_BYTES, UNKNOWN);
    while (in != NULL && fgets(line, sizeof line, in) != NULL) {
        const char *at = strstr(line, separator);
        if (strncmp(line, key, strlen(key)) == 0 && at != NULL) {
            at += strlen(separator);
            at += strspn(at, " \t\"");
            (void)snprintf(out, TEXT_BYTES, "%.*s", (int)strcspn(at, "\"\n"), at);
            break;
        }
    }
    if (in != NULL) {
        (void)fclose(in);
    }
}

static bool has_hypervisor(void) {
    char line[8192];
    bool found = false;
    FILE *in = fopen("/proc/cpuinfo", "r");
    while (in != NULL && !found && fgets(line, sizeof line, in) != NULL) {
        found = strncmp(line, "flags", 5) == 0 && strstr(line, " hypervisor") != NULL;
    }
    if (in != NULL) {
        (void)fclose(in);
    }
    return found;
}

/* "on", "off" or "unknown" from the two ways that drivers tell it. */
static const char *turbo(void) {
    char text[TEXT_BYTES];
    first_line(text, CPU_FOLDER "intel_pstate/no_turbo");
    if (strcmp(text, UNKNOWN) != 0) {
        return text[0] == '0' ? "on" : "off";
    }
    first_line(text, CPU_FOLDER "cpufreq/boost");
    if (strcmp(text, UNKNOWN) != 0) {
        return text[0] == '1' ? "on" : "off";
    }
    return UNKNOWN;
}

static void set(json_t *object, const char *name, const char *text) {
    (void)json_object_set_new(object, name, json_string(text));
}

static void set_clock(json_t *out) {
    kb_bench_clock clock;
    kb_bench_clock_open(&clock);
    set(out, "clock", clock.source);
    (void)json_object_set_new(out, "ticks_per_s",
                              json_integer((json_int_t)kb_bench_clock_rate(&clock)));
    (void)json_object_set_new(out, "overhead_ticks",
                              json_integer((json_int_t)clock.overhead));
    (void)json_object_set_new(out, "step_ticks", json_integer((json_int_t)clock.step));
    set(out, "cycle_counter", clock.perf_fd >= 0 ? "perf, user mode" : "not permitted");
    kb_bench_clock_close(&clock);
}

json_t *kb_bench_machine_json(void) {
    char text[TEXT_BYTES], features[128];
    struct utsname kernel;
    json_t *out = json_object();
    find_line(text, "/proc/cpuinfo", "model name", ":");
    set(out, "cpu", text);
    kb_cpu_describe(features, sizeof features);
    set(out, "features", features);
    (void)json_object_set_new(out, "processors",
                              json_integer((json_int_t)sysconf(_SC_NPROCESSORS_ONLN)));
    first_line(text, CPU_FOLDER "cpu0/cpufreq/cpuinfo_max_freq");
    set(out, "max_khz", text);
    first_line(text, CPU_FOLDER "cpu0/cpufreq/scaling_governor");
    set(out, "governor", text);
    set(out, "turbo", turbo());
    first_line(text, CPU_FOLDER "smt/active");
    set(out, "smt", text[0] == '1' ? "on" : text[0] == '0' ? "off" : UNKNOWN);
    set(out, "hypervisor", has_hypervisor() ? "yes" : "no");
    find_line(text, "/proc/meminfo", "MemTotal", ":");
    set(out, "memory", text);
    if (uname(&kernel) == 0) {
        (void)snprintf(text, sizeof text, "%.60s %.120s", kernel.sysname, kernel.release);
        set(out, "kernel", text);
    }
    find_line(text, "/etc/os-release", "PRETTY_NAME", "=");
    set(out, "system", text);
    set_clock(out);
    return out;
}

void kb_bench_machine_labels(json_t *labels, const json_t *machine) {
    /* A property, the value that is fit, and what to say otherwise. */
    static const char *const fit[][3] = {
        {"hypervisor", "no", "virtual machine"},
        {"governor", "performance", "the clock is not fixed (governor)"},
        {"turbo", "off", "turbo is not known to be off"},
        {"smt", "off", "SMT is not known to be off"},
        {"cycle_counter", "perf, user mode", "no cycle counter: times only"},
        {"clock", "tsc", "no even time-stamp counter: the system's clock is read"},
    };
    for (size_t i = 0; i < sizeof fit / sizeof fit[0]; i++) {
        const char *value = json_string_value(json_object_get(machine, fit[i][0]));
        if (value == NULL || strcmp(value, fit[i][1]) != 0) {
            (void)json_array_append_new(labels, json_string(fit[i][2]));
        }
    }
}

void kb_bench_machine_load(char *out, size_t cap) {
    char text[TEXT_BYTES];
    double one, five, fifteen;
    first_line(text, "/proc/loadavg");
    if (sscanf(text, "%lf %lf %lf", &one, &five, &fifteen) == 3) {
        (void)snprintf(out, cap, "%.2f %.2f %.2f", one, five, fifteen);
    } else {
        (void)snprintf(out, cap, UNKNOWN);
    }
}
