// SPDX-License-Identifier: Apache-2.0 OR MIT
// What scripts/compare-commands runs for the npm package jose: a file to a compact JWE and back,
// ECDH-ES+A256KW with X25519 and A256GCM, everything in memory, as the package works.
//
// usage: node compare-jose.mjs keygen PRIVATE PUBLIC | encrypt PUBLIC IN OUT | decrypt PRIVATE IN OUT
//
// Exits with 3, and the reason on standard error, where Node or jose refuse the size.
import { readFileSync, writeFileSync } from 'node:fs';
import { CompactEncrypt, compactDecrypt, exportJWK, generateKeyPair, importJWK } from 'jose';

const ALG = 'ECDH-ES+A256KW';
const [verb, key, from, to] = process.argv.slice(2);
const writeKey = async (name, k) =>
    writeFileSync(name, JSON.stringify(await exportJWK(k)), { mode: 0o600 });
const readKey = (name) => importJWK(JSON.parse(readFileSync(name, 'utf8')), ALG);

async function run() {
    if (verb === 'keygen') {
        const pair = await generateKeyPair(ALG, { crv: 'X25519', extractable: true });
        await writeKey(key, pair.privateKey);
        await writeKey(from, pair.publicKey);
    } else if (verb === 'encrypt') {
        const token = await new CompactEncrypt(readFileSync(from))
            .setProtectedHeader({ alg: ALG, enc: 'A256GCM' })
            .encrypt(await readKey(key));
        writeFileSync(to, token, 'latin1');
    } else if (verb === 'decrypt') {
        const { plaintext } = await compactDecrypt(readFileSync(from), await readKey(key));
        writeFileSync(to, plaintext);
    } else {
        throw new Error('keygen, encrypt or decrypt is wanted');
    }
}

// The limits of strings and buffers come in several shapes; all name a length, size or memory.
const isRefusal = (e) =>
    ['ERR_STRING_TOO_LONG', 'ERR_FS_FILE_TOO_LARGE', 'ERR_BUFFER_TOO_LARGE'].includes(e.code) ||
    e instanceof RangeError || /invalid (string|array) length/i.test(e.message);

try {
    await run();
} catch (e) {
    const cause = e.cause instanceof Error ? ` (${e.cause.message})` : '';
    console.error(`${e.code ?? e.name}: ${e.message}${cause}`);
    process.exitCode = isRefusal(e) ? 3 : 1;
}
