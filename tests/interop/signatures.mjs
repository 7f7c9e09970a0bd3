// SPDX-License-Identifier: Apache-2.0 OR MIT
// Bare signatures between the command, noble and Node, with and without context.
import { mlDsa, nodeType, slhDsa } from './algorithms.mjs';
import { check, exits, finish, flipped, keybraid, makeKey, must, privateJwk, read, refuses, takeKey,
         test, unb64, write } from './kit.mjs';
import { ed25519 } from '@noble/curves/ed25519.js';
import { ed448 } from '@noble/curves/ed448.js';
import { p256, p384, p521 } from '@noble/curves/nist.js';
import { createPublicKey, generateKeyPairSync, randomBytes, sign, verify } from 'node:crypto';

const MESSAGE = new Uint8Array(randomBytes(1000));
const CONTEXTS = [undefined, 'firmware', 'c'.repeat(255)];
write('message', MESSAGE);
write('empty', '');
const bytes = (text) => new Uint8Array(Buffer.from(text));

// What Node is given beside the key.
const curveHash = { 'ECDSA-P256': 'sha256', 'ECDSA-P384': 'sha384', 'ECDSA-P521': 'sha512' };
const nodeKey = (alg, key, context) => ({
    key,
    ...(alg in curveHash ? { dsaEncoding: 'ieee-p1363' } : {}),
    ...(context === undefined ? {} : { context: bytes(context) }),
});
const node = {
    sign: (alg, key, message, context) =>
        new Uint8Array(sign(curveHash[alg] ?? null, message, nodeKey(alg, key, context))),
    verify: (alg, key, message, sig, context) =>
        verify(curveHash[alg] ?? null, message, nodeKey(alg, key, context), sig),
};

function ourSignature(key, file, context) {
    must('sign', '-k', key, '--raw', file, '-o', write('sig', ''), '-q',
        ...(context === undefined ? [] : ['--context', context]));
    return read('sig');
}

const ourVerdict = (key, file, sig, context) =>
    keybraid('verify', '-k', key, '--raw', '--sig', write('sig', sig), file, '-q',
        ...(context === undefined ? [] : ['--context', context]));

// Good, then damaged, of another message and under another context: by every verifier.
async function goodThenBad(verdict, sig, context) {
    check(await verdict(sig, MESSAGE, context) === true, 'a good signature is refused');
    for (const at of [0, sig.length >> 1, sig.length - 1]) {
        await refuses(() => verdict(flipped(sig, at), MESSAGE, context), `bit of byte ${at}`);
    }
    await refuses(() => verdict(sig, flipped(MESSAGE, 999), context), 'another message');
    await refuses(() => verdict(sig.subarray(0, sig.length - 1), MESSAGE, context), 'one byte short');
    if (context !== undefined) {
        await refuses(() => verdict(sig, MESSAGE, undefined), 'no context');
        await refuses(() => verdict(sig, MESSAGE, `${context.slice(1)}x`), 'another context');
    }
}

function theirVerdictHere(key, sig, context) {
    exits(ourVerdict(key, 'message', sig, context), 0);
    exits(ourVerdict(key, 'message', flipped(sig, sig.length >> 1), context), 1);
    exits(ourVerdict(key, write('other', flipped(MESSAGE, 0)), sig, context), 1);
    exits(ourVerdict(key, 'message', sig.subarray(0, sig.length - 1), context), 1);
    if (context !== undefined) {
        exits(ourVerdict(key, 'message', sig, undefined), 1);
        exits(ourVerdict(key, 'message', sig, `${context.slice(1)}x`), 1);
    }
}

const nobleOptions = (context) => (context === undefined ? {} : { context: bytes(context) });

async function postQuantum(alg, noble, contexts) {
    const ours = makeKey(alg);
    const pub = unb64(ours.jwk.pub);
    await test(`${alg}: our signatures at noble and Node`, async () => {
        for (const context of contexts) {
            const sig = ourSignature(ours.name, 'message', context);
            await goodThenBad((s, m, c) => noble.verify(s, m, pub, nobleOptions(c)), sig, context);
            await goodThenBad((s, m, c) => node.verify(alg, ours.public, m, s, c), sig, context);
        }
    });
    // The private key of ML-DSA is its seed in a JWK.
    const seed = alg in mlDsa ? new Uint8Array(randomBytes(32)) : undefined;
    const made = noble.keygen(seed);
    const { jwk, node: nodePrivate } = privateJwk(alg, made.publicKey, seed ?? made.secretKey);
    const theirs = takeKey(write('theirs.jwk', JSON.stringify(jwk)));
    await test(`${alg}: signatures of noble and Node here, with one key of three sides`, async () => {
        for (const context of contexts) {
            theirVerdictHere(theirs, noble.sign(MESSAGE, made.secretKey, nobleOptions(context)), context);
            theirVerdictHere(theirs, node.sign(alg, nodePrivate, MESSAGE, context), context);
        }
        const sig = ourSignature(theirs, 'empty', undefined);
        check(noble.verify(sig, new Uint8Array(0), made.publicKey), 'our signature of nothing at noble');
        check(node.verify(alg, createPublicKey(nodePrivate), new Uint8Array(0), sig),
            'our signature of nothing at Node');
    });
}

for (const [alg, noble] of Object.entries(mlDsa)) await postQuantum(alg, noble, CONTEXTS);
for (const [alg, noble] of Object.entries(slhDsa)) {
    // The s sets take seconds a signature in noble: of them, the smallest of each hash function.
    if (alg.endsWith('f') || alg.endsWith('128s')) {
        await postQuantum(alg, noble, alg.endsWith('128f') ? [undefined, 'firmware'] : ['firmware']);
    }
}

const curves = {
    Ed25519: (s, m, key) => ed25519.verify(s, m, key),
    Ed448: (s, m, key) => ed448.verify(s, m, key),
    'ECDSA-P256': (s, m, key) => p256.verify(s, m, key, { lowS: false }),
    'ECDSA-P384': (s, m, key) => p384.verify(s, m, key, { lowS: false }),
    'ECDSA-P521': (s, m, key) => p521.verify(s, m, key, { lowS: false }),
};
for (const [alg, noble] of Object.entries(curves)) {
    const ours = makeKey(alg);
    const { x, y } = ours.jwk;
    const pub = y === undefined ? unb64(x) : Uint8Array.from([4, ...unb64(x), ...unb64(y)]);
    await test(`${alg}: our signatures at noble and Node`, async () => {
        const sig = ourSignature(ours.name, 'message');
        await goodThenBad((s, m) => noble(s, m, pub), sig);
        await goodThenBad((s, m) => node.verify(alg, ours.public, m, s), sig);
    });
    await test(`${alg}: signatures of Node here`, async () => {
        const pair = generateKeyPairSync(...nodeType(alg));
        const pem = pair.privateKey.export({ type: 'pkcs8', format: 'pem' });
        const theirs = takeKey(write('theirs.pem', pem), ...(y === undefined ? [] : ['--use', 'sig']));
        theirVerdictHere(theirs, node.sign(alg, pair.privateKey, MESSAGE));
        const sig = ourSignature(theirs, 'message');
        check(node.verify(alg, pair.publicKey, MESSAGE, sig), 'ours with their key');
    });
}
await test('no context where the command offers none: curves', () => {
    for (const alg of Object.keys(curves)) {
        exits(keybraid('sign', '-k', makeKey(alg).name, '--raw', '--context', 'c', 'message', '-o', 'never'), 2);
    }
});

await test('Ed448: a signature of Node under a context is not one without', () => {
    const pair = generateKeyPairSync('ed448');
    const theirs = takeKey(write('theirs.pem', pair.privateKey.export({ type: 'pkcs8', format: 'pem' })));
    exits(ourVerdict(theirs, 'message', node.sign('Ed448', pair.privateKey, MESSAGE, 'firmware')), 1);
});
finish();
