// SPDX-License-Identifier: Apache-2.0 OR MIT
// The algorithms under the names of both sides.
import { ml_dsa44, ml_dsa65, ml_dsa87 } from '@noble/post-quantum/ml-dsa.js';
import { ml_kem512, ml_kem768, ml_kem1024 } from '@noble/post-quantum/ml-kem.js';
import * as slh from '@noble/post-quantum/slh-dsa.js';

export const mlKem = { 'ML-KEM-512': ml_kem512, 'ML-KEM-768': ml_kem768, 'ML-KEM-1024': ml_kem1024 };
export const mlDsa = { 'ML-DSA-44': ml_dsa44, 'ML-DSA-65': ml_dsa65, 'ML-DSA-87': ml_dsa87 };

export const slhDsa = {};
for (const hash of ['SHA2', 'SHAKE']) {
    for (const set of ['128s', '128f', '192s', '192f', '256s', '256f']) {
        slhDsa[`SLH-DSA-${hash}-${set}`] = slh[`slh_dsa_${hash.toLowerCase()}_${set}`];
    }
}

// Names of Node: what generateKeyPairSync takes.
export function nodeType(alg) {
    const curve = { 'ECDSA-P256': 'P-256', 'ECDSA-P384': 'P-384', 'ECDSA-P521': 'P-521',
                    'P-256': 'P-256', 'P-384': 'P-384', 'P-521': 'P-521' }[alg];
    return curve === undefined ? [alg.toLowerCase()] : ['ec', { namedCurve: curve }];
}
