/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Processor features that a dispatch table may ask for, probed once: instruction set and
 * operating-system state. */
#ifndef KB_CORE_CPU_H
#define KB_CORE_CPU_H

#include <stddef.h>
#include <stdint.h>

#define KB_CPU_AVX2       (UINT32_C(1) << 0)
#define KB_CPU_BMI2       (UINT32_C(1) << 1) /* with BMI1 */
#define KB_CPU_AESNI      (UINT32_C(1) << 2)
#define KB_CPU_PCLMUL     (UINT32_C(1) << 3)
#define KB_CPU_SHANI      (UINT32_C(1) << 4)
#define KB_CPU_VAES       (UINT32_C(1) << 5)
#define KB_CPU_VPCLMULQDQ (UINT32_C(1) << 6)
#define KB_CPU_AVX512VL   (UINT32_C(1) << 7) /* AVX-512F with vectors of 256 bits */

/* Returns the usable features. */
uint32_t kb_cpu_features(void);
/* Keeps only the features in mask; has an effect only before the first kb_cpu_features
 * call. */
void kb_cpu_limit(uint32_t mask);
/* Writes the names of the usable features, blank separated ("none" when there are none).
 */
void kb_cpu_describe(char *out, size_t len);
/* Returns the feature of that name, which kb_cpu_describe writes when the machine has it;
 * 0 when no feature has it. */
uint32_t kb_cpu_named(const char *name, size_t len);

#endif
