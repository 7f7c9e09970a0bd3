/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Packing of fields of 3, 4, 6, 10, 13, 18 and 20 bits, little-endian, in portable C; the
 * hint. */
#include "sig/mldsa/encode.h"

#include "sig/mldsa/ops_ref.h"
#include "sig/mldsa/poly.h"

/* The first n <= 8 bytes. */
static inline uint64_t load(const uint8_t *in, size_t n) {
    uint64_t word = 0;
    for (size_t i = 0; i < n; i++) {
        word |= (uint64_t)in[i] << 8 * i;
    }
    return word;
}

static inline void store(uint8_t *out, uint64_t word, size_t n) {
    for (size_t i = 0; i < n; i++) {
        out[i] = (uint8_t)(word >> 8 * i);
    }
}

/* Four fields of d bits, the upper ones cut off. */
static inline uint64_t join(const uint32_t *f, unsigned d) {
    return (uint64_t)f[0] | (uint64_t)f[1] << d | (uint64_t)f[2] << 2 * d |
           (uint64_t)f[3] << 3 * d;
}

/* Eight fields of d bits are d bytes. d is a constant where this is called. */
static inline void pack8(uint8_t *out, const uint32_t f[8], unsigned d) {
    if (d <= 6) {
        store(out, join(f, d) | join(f + 4, d) << 4 * d, d);
    } else if (d == 13) {
        /* Four fields are 52 bits: the halves meet in the middle of a byte. */
        uint64_t last = join(f + 4, d);
        store(out, join(f, d) | (last & 15) << 52, 7);
        store(out + 7, last >> 4, 6);
    } else if (d == 10) {
        store(out, join(f, d), 5);
        store(out + 5, join(f + 4, d), 5);
    } else {
        /* 72 or 80 bits: the fourth field goes beyond the word. */
        size_t half = d / 2;
        store(out, join(f, d), 8);
        store(out + 8, f[3] >> (64 - 3 * d), half - 8);
        store(out + half, join(f + 4, d), 8);
        store(out + half + 8, f[7] >> (64 - 3 * d), half - 8);
    }
}

static inline void split(uint32_t *f, uint64_t word, unsigned d, size_t count) {
    uint32_t mask = (UINT32_C(1) << d) - 1;
    for (size_t j = 0; j < count; j++) {
        f[j] = (uint32_t)(word >> j * d) & mask;
    }
}

static inline void unpack8(uint32_t f[8], const uint8_t *in, unsigned d) {
    if (d <= 6) {
        split(f, load(in, d), d, 8);
    } else if (d == 13) {
        split(f, load(in, 7), d, 4);
        split(f + 4, load(in + 6, 7) >> 4, d, 4);
    } else if (d == 10) {
        split(f, load(in, 5), d, 4);
        split(f + 4, load(in + 5, 5), d, 4);
    } else {
        size_t half = d / 2;
        for (size_t i = 0; i < 2; i++, in += half, f += 4) {
            split(f, load(in, 8), d, 3);
            f[3] = (uint32_t)load(in + half - 4, 4) >> (32 - d);
        }
    }
}

void kb_mldsa_power2round_ref(uint8_t t1[KB_MLDSA_T1_BYTES], kb_mldsa_t0 *t0,
                              const kb_mldsa_poly *t, const kb_mldsa_small *s2) {
    for (size_t i = 0; i < KB_MLDSA_N; i += 8, t1 += 10) {
        uint32_t f[8];
        for (size_t j = 0; j < 8; j++) {
            int32_t low;
            f[j] = (uint32_t)kb_mldsa_power2round(
                &low, kb_mldsa_canonical_2q(t->c[i + j] + s2->c[i + j]));
            t0->c[i + j] = (int16_t)low;
        }
        pack8(t1, f, 10);
    }
}

void kb_mldsa_unpack_t1_ref(kb_mldsa_poly *t1, const uint8_t in[KB_MLDSA_T1_BYTES]) {
    for (size_t i = 0; i < KB_MLDSA_N; i += 8, in += 10) {
        uint32_t f[8];
        unpack8(f, in, 10);
        for (size_t j = 0; j < 8; j++) {
            t1->c[i + j] = (int32_t)(f[j] << KB_MLDSA_D);
        }
    }
}

static inline void encode_small(uint8_t *out, const kb_mldsa_small *s, int32_t eta,
                                unsigned d) {
    for (size_t i = 0; i < KB_MLDSA_N; i += 8, out += d) {
        uint32_t f[8];
        for (size_t j = 0; j < 8; j++) {
            f[j] = (uint32_t)(eta - s->c[i + j]);
        }
        pack8(out, f, d);
    }
}

void kb_mldsa_pack_small_ref(uint8_t *out, const kb_mldsa_small *s, int32_t eta) {
    if (eta == 2) {
        encode_small(out, s, 2, 3);
    } else {
        encode_small(out, s, 4, 4);
    }
}

static inline uint32_t decode_small(kb_mldsa_small *s, const uint8_t *in, int32_t eta,
                                    unsigned d) {
    int32_t any = 0;
    for (size_t i = 0; i < KB_MLDSA_N; i += 8, in += d) {
        uint32_t f[8];
        unpack8(f, in, d);
        for (size_t j = 0; j < 8; j++) {
            int32_t c = eta - (int32_t)f[j];
            any |= c + eta;
            s->c[i + j] = (int8_t)c;
        }
    }
    return (uint32_t)kb_mldsa_sign_mask(any);
}

uint32_t kb_mldsa_unpack_small_ref(kb_mldsa_small *s, const uint8_t *in, int32_t eta) {
    return eta == 2 ? decode_small(s, in, 2, 3) : decode_small(s, in, 4, 4);
}

void kb_mldsa_pack_t0_ref(uint8_t out[KB_MLDSA_T0_BYTES], const kb_mldsa_t0 *t0) {
    for (size_t i = 0; i < KB_MLDSA_N; i += 8, out += 13) {
        uint32_t f[8];
        for (size_t j = 0; j < 8; j++) {
            f[j] = (uint32_t)(4096 - t0->c[i + j]);
        }
        pack8(out, f, 13);
    }
}

void kb_mldsa_unpack_t0_ref(kb_mldsa_t0 *t0, const uint8_t in[KB_MLDSA_T0_BYTES]) {
    for (size_t i = 0; i < KB_MLDSA_N; i += 8, in += 13) {
        uint32_t f[8];
        unpack8(f, in, 13);
        for (size_t j = 0; j < 8; j++) {
            t0->c[i + j] = (int16_t)(4096 - (int32_t)f[j]);
        }
    }
}

static inline void encode_z(uint8_t *out, const kb_mldsa_poly *z, unsigned d) {
    for (size_t i = 0; i < KB_MLDSA_N; i += 8, out += d) {
        uint32_t f[8];
        for (size_t j = 0; j < 8; j++) {
            f[j] = (uint32_t)((1 << (d - 1)) - z->c[i + j]);
        }
        pack8(out, f, d);
    }
}

/* bits is a public parameter; written out so that each case is compiled for its own. */
void kb_mldsa_pack_mask_ref(uint8_t *out, const kb_mldsa_poly *z, unsigned bits) {
    if (bits == 18) {
        encode_z(out, z, 18);
    } else {
        encode_z(out, z, 20);
    }
}

static inline void unpack_mask(kb_mldsa_poly *out, const uint8_t *in, unsigned d) {
    for (size_t i = 0; i < KB_MLDSA_N; i += 8, in += d) {
        uint32_t f[8];
        unpack8(f, in, d);
        for (size_t j = 0; j < 8; j++) {
            out->c[i + j] = (1 << (d - 1)) - (int32_t)f[j];
        }
    }
}

void kb_mldsa_unpack_mask_ref(kb_mldsa_poly *out, const uint8_t *in, unsigned bits) {
    if (bits == 18) {
        unpack_mask(out, in, 18);
    } else {
        unpack_mask(out, in, 20);
    }
}

static inline void encode_w1(uint8_t *out, const uint8_t *w1, unsigned d) {
    for (size_t i = 0; i < KB_MLDSA_N; i += 8, out += d) {
        uint32_t f[8];
        for (size_t j = 0; j < 8; j++) {
            f[j] = w1[i + j];
        }
        pack8(out, f, d);
    }
}

void kb_mldsa_pack_w1_ref(uint8_t *out, const uint8_t w1[KB_MLDSA_N], int32_t high) {
    if (high == 44) {
        encode_w1(out, w1, 6);
    } else {
        encode_w1(out, w1, 4);
    }
}

void kb_mldsa_encode_hint(uint8_t *out, const uint8_t *hint, size_t k, size_t omega) {
    size_t count = 0;
    for (size_t i = 0; i < k; i++) {
        for (size_t j = 0; j < KB_MLDSA_N; j++) {
            if (hint[i * KB_MLDSA_N + j] != 0 && count < omega) {
                out[count++] = (uint8_t)j;
            }
        }
        out[omega + i] = (uint8_t)count;
    }
    while (count < omega) {
        out[count++] = 0;
    }
}

bool kb_mldsa_decode_hint(uint8_t *hint, const uint8_t *in, size_t k, size_t omega) {
    size_t at = 0;
    for (size_t i = 0; i < k; i++) {
        size_t first = at, end = in[omega + i];
        if (end < at || end > omega) {
            return false;
        }
        for (size_t j = 0; j < KB_MLDSA_N; j++) {
            hint[i * KB_MLDSA_N + j] = 0;
        }
        for (; at < end; at++) {
            if (at > first && in[at - 1] >= in[at]) {
                return false;
            }
            hint[i * KB_MLDSA_N + in[at]] = 1;
        }
    }
    for (; at < omega; at++) {
        if (in[at] != 0) {
            return false;
        }
    }
    return true;
}
