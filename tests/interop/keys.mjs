// SPDX-License-Identifier: Apache-2.0 OR MIT
// Key files between the command, Node, jose and noble: JWK, PEM, DER, private keys in every form.
import { mlDsa, mlKem, nodeType, slhDsa } from './algorithms.mjs';
import { check, equal, exits, finish, flipped, keybraid, makeKey, must, privateJwk, readText, refuses,
         sameBytes, takeKey, test, unb64, write } from './kit.mjs';
import { argon2Sync, createDecipheriv, createPrivateKey, createPublicKey, generateKeyPairSync, randomBytes,
         sign } from 'node:crypto';
import * as jose from 'jose';

const algorithms = [...Object.keys(mlKem), ...Object.keys(mlDsa), ...Object.keys(slhDsa),
                    'X25519', 'X448', 'P-256', 'P-384', 'P-521', 'Ed25519', 'Ed448', 'ECDSA-P256',
                    'ECDSA-P384', 'ECDSA-P521'];
const useOf = (alg) => (alg.startsWith('P-') ? ['--use', 'enc']
    : alg.startsWith('ECDSA') ? ['--use', 'sig'] : []);
const spki = (key, format) => key.export({ type: 'spki', format });

// The names under which jose imports; it knows no SLH-DSA and no bare KEM.
const joseName = { Ed25519: 'Ed25519', 'ECDSA-P256': 'ES256', 'ECDSA-P384': 'ES384',
                   'ECDSA-P521': 'ES512', X25519: 'ECDH-ES', 'P-256': 'ECDH-ES', 'P-384': 'ECDH-ES',
                   'P-521': 'ECDH-ES', 'ML-DSA-44': 'ML-DSA-44', 'ML-DSA-65': 'ML-DSA-65',
                   'ML-DSA-87': 'ML-DSA-87' };

// A store for every form of file, since one store takes a key once.
const stores = new Set();
function importInto(form, name, file, ...options) {
    const store = ['--store', `${form}.db`];
    if (!stores.has(form)) must('init', '--no-passphrase', '-q', ...store);
    stores.add(form);
    must('keys', 'import', name, file, '-q', ...store, ...options);
    return { pem: must('keys', 'export', name, '--pem', ...store).out,
             isPrivate: JSON.parse(must('keys', 'show', name, '--json', ...store).out)[0].private };
}

for (const alg of algorithms) {
    await test(`${alg}: our public key at Node and jose`, async () => {
        const ours = makeKey(alg);
        const pem = must('keys', 'export', ours.name, '--pem').out;
        equal(spki(createPublicKey(pem), 'pem'), pem, 'PEM is what Node writes');
        equal(spki(ours.public, 'pem'), pem, 'JWK and PEM are one key');
        const theirs = ours.public.export({ format: 'jwk' });
        for (const [name, value] of Object.entries(theirs)) equal(ours.jwk[name], value, `JWK, ${name}`);
        equal(ours.jwk.kid, await jose.calculateJwkThumbprint(ours.jwk), 'thumbprint');
        if (alg in joseName) {
            const imported = await jose.importJWK(ours.jwk, joseName[alg], { extractable: true });
            equal(await jose.exportSPKI(imported), pem.trimEnd(), 'PEM of jose');
        }
    });

    await test(`${alg}: keys of Node here`, () => {
        const pair = generateKeyPairSync(...nodeType(alg));
        const pem = spki(pair.publicKey, 'pem');
        const pkcs8 = { type: 'pkcs8' };
        for (const [file, data, isPrivate] of [
            ['private.pem', pair.privateKey.export({ ...pkcs8, format: 'pem' }), true],
            ['private.der', pair.privateKey.export({ ...pkcs8, format: 'der' }), true],
            ['private.jwk', JSON.stringify(pair.privateKey.export({ format: 'jwk' })), true],
            ['public.pem', pem, false],
            ['public.der', spki(pair.publicKey, 'der'), false],
            ['public.jwk', JSON.stringify(pair.publicKey.export({ format: 'jwk' })), false],
        ]) {
            const run = importInto(file, alg, write(file, data), ...useOf(alg));
            equal(run.pem, pem, file);
            equal(run.isPrivate, isPrivate, `${file}: private`);
        }
    });
}

// PKCS#8 around a key of ML-KEM or ML-DSA in one of the three forms of RFC 9881 and RFC 9935.
function der(tag, ...parts) {
    const body = Buffer.concat(parts);
    const len = body.length < 128 ? [body.length]
        : body.length < 256 ? [0x81, body.length] : [0x82, body.length >> 8, body.length & 255];
    return Buffer.concat([Buffer.from([tag, ...len]), body]);
}

function pkcs8(spkiDer, choice) {
    // The AlgorithmIdentifier is the first element of the SubjectPublicKeyInfo, 13 bytes long.
    const start = spkiDer.indexOf(Buffer.from([0x30, 0x0b, 0x06, 0x09]));
    return der(0x30, Buffer.from([2, 1, 0]), spkiDer.subarray(start, start + 13), der(4, choice));
}

function forms(seed, expanded) {
    return { seed: der(0x80, seed), expanded: der(4, expanded),
             both: der(0x30, der(4, seed), der(4, expanded)) };
}

for (const [alg, noble] of Object.entries({ ...mlKem, ...mlDsa })) {
    await test(`${alg}: a key of noble as seed, as expanded key and as both`, async () => {
        const seed = new Uint8Array(randomBytes(alg in mlKem ? 64 : 32));
        const { publicKey, secretKey } = noble.keygen(seed);
        const { jwk, node } = privateJwk(alg, publicKey, seed);
        const pem = spki(createPublicKey(node), 'pem');
        const spkiDer = spki(createPublicKey(node), 'der');
        const choices = forms(seed, secretKey);
        const name = takeKey(write('noble.jwk', JSON.stringify(jwk)));
        equal(must('keys', 'export', name, '--pem').out, pem, 'public key from the JWK');
        sameBytes(unb64(JSON.parse(must('keys', 'export', name).out).pub), publicKey, 'public key');
        for (const form of ['seed', 'both']) {
            const file = write(`noble.${form}`, pkcs8(spkiDer, choices[form]));
            equal(spki(createPublicKey(createPrivateKey({ key: pkcs8(spkiDer, choices[form]),
                format: 'der', type: 'pkcs8' })), 'pem'), pem, `Node reads ${form}`);
            equal(importInto(`noble.${form}`, alg, file).pem, pem, form);
        }
        // An expanded key is understood, and kept out of the store: its seed is not known.
        const lone = keybraid('keys', 'import', 'lone', write('lone', pkcs8(spkiDer, choices.expanded)));
        exits(lone, 4);
        check(lone.err.includes('expanded'), `says why: ${lone.err}`);

        const wrong = forms(flipped(seed, 0), secretKey).both;
        await refuses(() => createPrivateKey({ key: pkcs8(spkiDer, wrong), format: 'der', type: 'pkcs8' }),
            'Node: seed and expanded key of two keys');
        exits(keybraid('keys', 'import', 'wrong', write('wrong', pkcs8(spkiDer, wrong))), 4);
    });
}

for (const [alg, noble] of Object.entries(slhDsa)) {
    if (!alg.endsWith('f')) continue;
    await test(`${alg}: a private key of noble`, () => {
        const { publicKey, secretKey } = noble.keygen();
        const { jwk } = privateJwk(alg, publicKey, secretKey);
        const name = takeKey(write('noble.jwk', JSON.stringify(jwk)));
        sameBytes(unb64(JSON.parse(must('keys', 'export', name).out).pub), publicKey, 'public key');
        const bad = { ...jwk, priv: Buffer.from(flipped(secretKey, secretKey.length - 1)).toString('base64url') };
        exits(keybraid('keys', 'import', 'bad', write('bad.jwk', JSON.stringify(bad))), 4);
    });
}

await test('the protected file of a private key opens with Argon2id and AES-256-GCM of Node', () => {
    const ours = makeKey('ML-DSA-65');
    const phrase = 'a pass-phrase of the test';
    write('phrase', `${phrase}\n`);
    must('keys', 'export', ours.name, '--private', '-o', 'protected', '--key-passphrase-file', 'phrase');
    const text = readText('protected');
    const file = JSON.parse(text);
    const key = argon2Sync('argon2id', { message: Buffer.from(phrase), nonce: unb64(file.kdf.salt),
        parallelism: 1, tagLength: 32, memory: file.kdf.memory_kib, passes: file.kdf.passes });
    const sealed = unb64(file.ciphertext);
    const gcm = createDecipheriv('aes-256-gcm', key, unb64(file.nonce));
    gcm.setAAD(Buffer.from(text.slice(0, text.indexOf('}') + 1)));
    gcm.setAuthTag(sealed.subarray(sealed.length - 16));
    const jwk = JSON.parse(Buffer.concat([gcm.update(sealed.subarray(0, sealed.length - 16)),
        gcm.final()]).toString());
    equal(jwk.pub, ours.jwk.pub, 'public key');
    const message = randomBytes(100);
    write('message', message);
    write('sig', sign(null, message, createPrivateKey({ key: jwk, format: 'jwk' })));
    must('verify', '-k', ours.name, '--raw', '--sig', 'sig', 'message', '-q');
});
finish();
