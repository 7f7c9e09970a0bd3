// SPDX-License-Identifier: Apache-2.0 OR MIT
// JWS in General JSON between the command and jose.
import { check, equal, exits, finish, keybraid, makeKey, must, read, readText, refuses, sameBytes,
         takeKey, test, write } from './kit.mjs';
import { createHash, randomBytes } from 'node:crypto';
import * as jose from 'jose';

const PAYLOAD = new Uint8Array(randomBytes(500));
write('payload', PAYLOAD);

const algorithms = { 'ML-DSA-44': 'ML-DSA-44', 'ML-DSA-65': 'ML-DSA-65', 'ML-DSA-87': 'ML-DSA-87',
                     Ed25519: 'Ed25519', 'ECDSA-P256': 'ES256', 'ECDSA-P384': 'ES384',
                     'ECDSA-P521': 'ES512' };

function changedPayload(jws) {
    const first = jws.payload[0] === 'A' ? 'B' : 'A';
    return { ...jws, payload: first + jws.payload.slice(1) };
}

function changedSignature(jws) {
    const [one, ...others] = jws.signatures;
    const bytes = Buffer.from(one.signature, 'base64url');
    bytes[bytes.length >> 1] ^= 1;
    return { ...jws, signatures: [{ ...one, signature: bytes.toString('base64url') }, ...others] };
}

for (const [alg, name] of Object.entries(algorithms)) {
    await test(`${alg}: our JWS at jose`, async () => {
        const ours = makeKey(alg);
        const key = await jose.importJWK(ours.jwk, name);
        must('sign', '--jws', '-k', ours.name, 'payload', '-o', write('jws', ''), '-q');
        const jws = JSON.parse(readText('jws'));
        const good = await jose.generalVerify(jws, key);
        sameBytes(good.payload, PAYLOAD, 'payload');
        equal(good.protectedHeader.alg, name, 'alg');
        equal(good.protectedHeader.kid, await jose.calculateJwkThumbprint(ours.jwk), 'kid');
        await refuses(() => jose.generalVerify(changedPayload(jws), key), 'another payload');
        await refuses(() => jose.generalVerify(changedSignature(jws), key), 'another signature');
    });

    await test(`${alg}: the JWS of jose here`, async () => {
        const pair = await jose.generateKeyPair(name, { extractable: true });
        const jwk = await jose.exportJWK(pair.publicKey);
        write('theirs.jwk', JSON.stringify({ ...jwk, alg: name }));
        const jws = await new jose.GeneralSign(PAYLOAD).addSignature(pair.privateKey)
            .setProtectedHeader({ alg: name, kid: await jose.calculateJwkThumbprint(jwk) }).sign();
        write('theirs.jws', JSON.stringify(jws));
        must('verify', '--jws', '-k', './theirs.jwk', 'theirs.jws', '-o', write('back', ''), '-q');
        sameBytes(read('back'), PAYLOAD, 'payload');
        for (const bad of [changedPayload(jws), changedSignature(jws)]) {
            write('bad.jws', JSON.stringify(bad));
            exits(keybraid('verify', '--jws', '-k', './theirs.jwk', 'bad.jws', '-q'), 1);
        }

        // The private key goes over, too: what it signs here verifies there.
        const secret = await jose.exportJWK(pair.privateKey);
        const held = takeKey(write('secret.jwk', JSON.stringify({ ...secret, alg: name })));
        must('sign', '--jws', '-k', held, 'payload', '-o', write('jws', ''), '-q');
        const good = await jose.generalVerify(JSON.parse(readText('jws')), pair.publicKey);
        sameBytes(good.payload, PAYLOAD, 'payload of ours with their key');
    });
}

await test('the signature of a file is a JWS whose payload is its digest', async () => {
    const ours = makeKey('ML-DSA-65');
    const key = await jose.importJWK(ours.jwk, 'ML-DSA-65');
    must('sign', '-k', ours.name, 'payload', '-o', write('sig', ''), '-q');
    const good = await jose.generalVerify(JSON.parse(readText('sig')), key);
    const payload = JSON.parse(Buffer.from(good.payload).toString());
    equal(payload.alg, 'SHA-512', 'alg');
    equal(payload.digest, createHash('sha512').update(PAYLOAD).digest('base64url'), 'digest');
    equal(payload.size, PAYLOAD.length, 'size');
});

await test('jose refuses a half of a pair of signatures, since it does not know the parameter', async () => {
    const one = makeKey('Ed25519');
    const two = makeKey('ML-DSA-65');
    must('sign', '--jws', '-k', one.name, '-k', two.name, 'payload', '-o', write('jws', ''), '-q');
    const jws = JSON.parse(readText('jws'));
    equal(jws.signatures.length, 2, 'signatures');
    for (const key of [one, two]) {
        const imported = await jose.importJWK(key.jwk, key.jwk.alg ?? 'Ed25519');
        await refuses(() => jose.generalVerify(jws, imported), key.name);
        const half = await jose.generalVerify(jws, imported, { crit: { csig: true } });
        sameBytes(half.payload, PAYLOAD, 'accepted only where the parameter is waved through');
    }
});

await test('a JWS with a critical parameter that is not known is refused here', async () => {
    const pair = await jose.generateKeyPair('ML-DSA-65', { extractable: true });
    write('theirs.jwk', JSON.stringify({ ...await jose.exportJWK(pair.publicKey), alg: 'ML-DSA-65' }));
    const jws = await new jose.GeneralSign(PAYLOAD)
        .addSignature(pair.privateKey, { crit: { 'urn:example:x': true } })
        .setProtectedHeader({ alg: 'ML-DSA-65', crit: ['urn:example:x'], 'urn:example:x': 1 }).sign();
    write('theirs.jws', JSON.stringify(jws));
    const run = keybraid('verify', '--jws', '-k', './theirs.jwk', 'theirs.jws', '-q');
    check(run.rc === 3, `${run.line}: exit code ${run.rc}: ${run.err}`);
});
finish();
