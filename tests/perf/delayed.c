/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * A build of the bench in which ML-KEM's encapsulation takes a tenth longer: the linker
 * sends the library's calls here (--wrap). Nothing else differs. Decapsulation, which
 * encrypts again, does so below the two functions and is not delayed.
 */
#include "core/clock.h"
#include "kem/mlkem/mlkem.h"

/* Waits a tenth of the time since start. */
static void wait_after(uint64_t start) {
    uint64_t now = kb_clock_monotonic_ns(), end = now + (now - start) / 10;
    while (now < end) {
        now = kb_clock_monotonic_ns();
    }
}

void __real_kb_mlkem_encaps_to(const kb_mlkem_params *params, uint8_t *ct,
                               uint8_t ss[KB_MLKEM_SS_BYTES], const kb_mlkem_public *pub,
                               const uint8_t m[KB_MLKEM_SYM_BYTES]);
void __wrap_kb_mlkem_encaps_to(const kb_mlkem_params *params, uint8_t *ct,
                               uint8_t ss[KB_MLKEM_SS_BYTES], const kb_mlkem_public *pub,
                               const uint8_t m[KB_MLKEM_SYM_BYTES]);
void __real_kb_mlkem_encaps_derand(const kb_mlkem_params *params, uint8_t *ct,
                                   uint8_t ss[KB_MLKEM_SS_BYTES], const uint8_t *ek,
                                   const uint8_t m[KB_MLKEM_SYM_BYTES]);
void __wrap_kb_mlkem_encaps_derand(const kb_mlkem_params *params, uint8_t *ct,
                                   uint8_t ss[KB_MLKEM_SS_BYTES], const uint8_t *ek,
                                   const uint8_t m[KB_MLKEM_SYM_BYTES]);

void __wrap_kb_mlkem_encaps_to(const kb_mlkem_params *params, uint8_t *ct,
                               uint8_t ss[KB_MLKEM_SS_BYTES], const kb_mlkem_public *pub,
                               const uint8_t m[KB_MLKEM_SYM_BYTES]) {
    uint64_t start = kb_clock_monotonic_ns();
    __real_kb_mlkem_encaps_to(params, ct, ss, pub, m);
    wait_after(start);
}

void __wrap_kb_mlkem_encaps_derand(const kb_mlkem_params *params, uint8_t *ct,
                                   uint8_t ss[KB_MLKEM_SS_BYTES], const uint8_t *ek,
                                   const uint8_t m[KB_MLKEM_SYM_BYTES]) {
    uint64_t start = kb_clock_monotonic_ns();
    __real_kb_mlkem_encaps_derand(params, ct, ss, ek, m);
    wait_after(start);
}
