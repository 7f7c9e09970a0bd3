/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Feature probe: CPUID for the instructions, XGETBV for whether the kernel saves the wide
 * registers. */
#include "core/cpu.h"

#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#if defined(__x86_64__)
#include <cpuid.h>
#endif

#define PROBED (UINT32_C(1) << 31)

static atomic_uint_fast32_t features;
static atomic_uint_fast32_t allowed = UINT32_MAX;

static const struct {
    uint32_t bit;
    const char *name;
} names[] = {
    {KB_CPU_AVX2, "avx2"},
    {KB_CPU_BMI2, "bmi2"},
    {KB_CPU_AESNI, "aes"},
    {KB_CPU_PCLMUL, "pclmul"},
    {KB_CPU_SHANI, "sha"},
    {KB_CPU_VAES, "vaes"},
    {KB_CPU_VPCLMULQDQ, "vpclmulqdq"},
    {KB_CPU_AVX512VL, "avx512vl"},
};

#if defined(__x86_64__)
static uint32_t probe(void) {
    uint32_t a, b, c, d, found = 0;
    if (!__get_cpuid(1, &a, &b, &c, &d)) {
        return 0;
    }
    found |= (c & (UINT32_C(1) << 25)) ? KB_CPU_AESNI : 0;
    found |= (c & (UINT32_C(1) << 1)) ? KB_CPU_PCLMUL : 0;
    int has_xsave = (c & (UINT32_C(1) << 27)) != 0;
    uint32_t xcr0 = 0;
    if (has_xsave) {
        uint32_t high;
        __asm__ __volatile__("xgetbv" : "=a"(xcr0), "=d"(high) : "c"(0));
    }
    int has_ymm = has_xsave && (xcr0 & 6) == 6;
    if (!__get_cpuid_count(7, 0, &a, &b, &c, &d)) {
        return found;
    }
    /* BMI2 stands for both: no processor has it without BMI1, the bit 3. */
    found |= (b & UINT32_C(0x108)) == 0x108 ? KB_CPU_BMI2 : 0;
    found |= (b & (UINT32_C(1) << 29)) ? KB_CPU_SHANI : 0;
    if (has_ymm) {
        found |= (b & (UINT32_C(1) << 5)) ? KB_CPU_AVX2 : 0;
        found |= (c & (UINT32_C(1) << 9)) ? KB_CPU_VAES : 0;
        found |= (c & (UINT32_C(1) << 10)) ? KB_CPU_VPCLMULQDQ : 0;
    }
    /* The upper registers and the masks are saved apart from the others. */
    if (has_ymm && (xcr0 & 0xe0) == 0xe0) {
        uint32_t both = UINT32_C(1) << 16 | UINT32_C(1) << 31;
        found |= (b & both) == both ? KB_CPU_AVX512VL : 0;
    }
    return found;
}
#else
static uint32_t probe(void) {
    return 0;
}
#endif

uint32_t kb_cpu_features(void) {
    uint_fast32_t known = atomic_load_explicit(&features, memory_order_acquire);
    if (known == 0) {
        /* Two threads may probe at once; both find the same. */
        known = (probe() & (uint32_t)atomic_load(&allowed)) | PROBED;
        atomic_store_explicit(&features, known, memory_order_release);
    }
    return (uint32_t)known & ~PROBED;
}

void kb_cpu_limit(uint32_t mask) {
    atomic_store(&allowed, mask);
}

void kb_cpu_describe(char *out, size_t len) {
    uint32_t found = kb_cpu_features();
    size_t used = 0;
    snprintf(out, len, "none");
    for (size_t i = 0; i < sizeof names / sizeof names[0] && used < len; i++) {
        if (found & names[i].bit) {
            int n =
                snprintf(out + used, len - used, "%s%s", used ? " " : "", names[i].name);
            used += n > 0 ? (size_t)n : 0;
        }
    }
}

uint32_t kb_cpu_named(const char *name, size_t len) {
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (strlen(names[i].name) == len && memcmp(names[i].name, name, len) == 0) {
            return names[i].bit;
        }
    }
    return 0;
}
