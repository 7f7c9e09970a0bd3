// SPDX-License-Identifier: Apache-2.0 OR MIT
// What the programs of this folder share: running the command, files, checks in the TAP manner.
//
// KEYBRAID names the command, KEYBRAID_HOME an open store; the working folder is ours.
import { spawnSync } from 'node:child_process';
import { createPrivateKey, createPublicKey } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';

export const hex = (bytes) => Buffer.from(bytes).toString('hex').toUpperCase();
export const unhex = (text) => new Uint8Array(Buffer.from(text, 'hex'));
export const b64 = (bytes) => Buffer.from(bytes).toString('base64url');
export const unb64 = (text) => new Uint8Array(Buffer.from(text, 'base64url'));
export const read = (name) => new Uint8Array(readFileSync(name));
export const readText = (name) => readFileSync(name, 'utf8');

export function write(name, data) {
    rmSync(name, { force: true });
    writeFileSync(name, data, { mode: 0o600 });
    return name;
}

export function flipped(bytes, at) {
    const copy = Uint8Array.from(bytes);
    copy[at] ^= 1;
    return copy;
}

// Runs the command: { rc, out, err }.
export function keybraid(...args) {
    const run = spawnSync(process.env.KEYBRAID, args, { maxBuffer: 1 << 28, timeout: 120000 });
    if (run.error !== undefined) throw run.error;
    return { rc: run.status, out: run.stdout.toString(), err: run.stderr.toString(),
             line: `keybraid ${args.join(' ')}` };
}

let count = 0;
let failed = 0;
let checks = 0;
let faults = [];

export function check(is_good, text) {
    checks++;
    if (!is_good) faults.push(text);
}

export const equal = (a, b, text) => check(a === b, `${text}: ${a} is not ${b}`.slice(0, 400));
export const sameBytes = (a, b, text) => equal(hex(a), hex(b), text);

export function exits(run, code) {
    check(run.rc === code, `${run.line}: exit code ${run.rc}, expected ${code}: ${run.err.trim()}`);
    return run;
}

export const must = (...args) => exits(keybraid(...args), 0);

// A check that the other side refuses: it says false, or throws.
export async function refuses(what, text) {
    let answer;
    try {
        answer = await what();
    } catch {
        answer = false;
    }
    check(answer === false, `${text}: not refused`);
}

// One line "ok" or "not ok"; a test without any check fails.
export async function test(name, body) {
    const before = checks;
    faults = [];
    try {
        await body();
    } catch (error) {
        faults.push(error.stack);
    }
    if (checks === before) faults.push('no check was made');
    count++;
    if (faults.length > 0) failed++;
    for (const fault of faults.slice(0, 10)) console.log(`# ${String(fault).replace(/\n/g, '\n# ')}`);
    console.log(`${faults.length === 0 ? 'ok' : 'not ok'} ${count} - ${name}`);
}

export function finish() {
    console.log(`1..${count}`);
    console.log(`# ${checks} checks, ${failed} of ${count} tests failed`);
    process.exitCode = failed > 0 || count === 0 ? 1 : 0;
}

// A step without which there is nothing to check.
function step(...args) {
    const run = keybraid(...args);
    if (run.rc !== 0) throw new Error(`${run.line}: exit code ${run.rc}: ${run.err}`);
    return run;
}

// A key that the command makes: its name, and the public half as Node reads the JWK.
let keys = 0;
export function makeKey(alg) {
    const name = `ours${++keys}`;
    step('keygen', name, '--alg', alg, '-q');
    const jwk = JSON.parse(step('keys', 'export', name).out);
    return { name, jwk, public: createPublicKey({ key: jwk, format: 'jwk' }) };
}

// Takes a key file over into the store; --use says what the curves of NIST are for.
export function takeKey(file, ...options) {
    const name = `theirs${++keys}`;
    step('keys', 'import', name, file, '-q', ...options);
    return name;
}

// A private key of ML-KEM, ML-DSA or SLH-DSA as noble makes it, as JWK and for Node.
export function privateJwk(alg, pub, priv) {
    const jwk = { kty: 'AKP', alg, pub: b64(pub), priv: b64(priv) };
    return { jwk, node: createPrivateKey({ key: jwk, format: 'jwk' }) };
}
