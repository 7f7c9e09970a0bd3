// SPDX-License-Identifier: Apache-2.0 OR MIT
// ML-KEM between the command (its acvp verb: it has no bare encapsulation), noble and Node.
import { mlKem } from './algorithms.mjs';
import { check, equal, finish, flipped, hex, must, privateJwk, refuses, sameBytes, test, unhex,
         write } from './kit.mjs';
import { createPublicKey, decapsulate, encapsulate, randomBytes } from 'node:crypto';

const ROUNDS = 4;

// Puts one group to the command and returns its answers by case.
function acvp(mode, group, tests) {
    const set = { vsId: 1, algorithm: 'ML-KEM', mode, revision: 'FIPS203', isSample: true,
                  testGroups: [{ tgId: 1, ...group,
                                 tests: tests.map((fields, i) => ({ tcId: i + 1, ...fields })) }] };
    const run = must('acvp', write('prompt.json', JSON.stringify(set)));
    const answers = JSON.parse(run.out).testGroups[0].tests;
    equal(answers.length, tests.length, 'number of answers');
    return answers;
}

const publicOf = (alg, pub) =>
    createPublicKey({ key: { kty: 'AKP', alg, pub: Buffer.from(pub).toString('base64url') },
                      format: 'jwk' });

for (const [alg, noble] of Object.entries(mlKem)) {
    const group = { testType: 'AFT', parameterSet: alg };
    const seeds = Array.from({ length: ROUNDS }, () => new Uint8Array(randomBytes(64)));
    const pairs = seeds.map((seed) => noble.keygen(seed));
    const nodes = seeds.map((seed, i) => privateJwk(alg, pairs[i].publicKey, seed).node);

    await test(`${alg}: one seed makes one key pair everywhere`, () => {
        const answers = acvp('keyGen', group,
            seeds.map((s) => ({ d: hex(s.subarray(0, 32)), z: hex(s.subarray(32)) })));
        answers.forEach((answer, i) => {
            equal(answer.ek, hex(pairs[i].publicKey), 'ek of noble');
            equal(answer.dk, hex(pairs[i].secretKey), 'dk of noble');
            sameBytes(unhex(answer.ek),
                createPublicKey(nodes[i]).export({ format: 'raw-public' }), 'ek of Node');
        });
    });

    // Ciphertexts of both others, as they are and damaged: implicit rejection is one value, too.
    const sent = pairs.flatMap((pair, i) => {
        const a = noble.encapsulate(pair.publicKey);
        const b = encapsulate(publicOf(alg, pair.publicKey));
        const bad = flipped(a.cipherText, i * 7);
        return [{ i, c: a.cipherText, k: a.sharedSecret }, { i, c: b.ciphertext, k: b.sharedKey },
                { i, c: bad, k: noble.decapsulate(bad, pair.secretKey), isBad: true }];
    });
    for (const keyFormat of ['expanded', 'seed']) {
        await test(`${alg}: ciphertexts of noble and Node, ${keyFormat} key`, () => {
            const answers = acvp('encapDecap',
                { ...group, testType: 'VAL', function: 'decapsulation', keyFormat },
                sent.map(({ i, c }) => ({ c: hex(c), ...(keyFormat === 'seed'
                    ? { d: hex(seeds[i].subarray(0, 32)), z: hex(seeds[i].subarray(32)) }
                    : { dk: hex(pairs[i].secretKey) }) })));
            answers.forEach((answer, n) => {
                const { i, c, k } = sent[n];
                equal(answer.k, hex(k), `secret of case ${n}`);
                sameBytes(decapsulate(nodes[i], c), k, `secret of Node, case ${n}`);
            });
            check(hex(sent[2].k) !== hex(sent[0].k), 'a damaged ciphertext has another secret');
        });
    }

    await test(`${alg}: our ciphertexts at noble and Node`, () => {
        const coins = seeds.map(() => new Uint8Array(randomBytes(32)));
        const answers = acvp('encapDecap', { ...group, function: 'encapsulation' },
            pairs.map((pair, i) => ({ ek: hex(pair.publicKey), m: hex(coins[i]) })));
        answers.forEach(({ c, k }, i) => {
            const theirs = noble.encapsulate(pairs[i].publicKey, coins[i]);
            equal(c, hex(theirs.cipherText), 'ciphertext from the same coins');
            equal(k, hex(theirs.sharedSecret), 'secret from the same coins');
            equal(k, hex(noble.decapsulate(unhex(c), pairs[i].secretKey)), 'secret of noble');
            equal(k, hex(decapsulate(nodes[i], unhex(c))), 'secret of Node');
        });
    });

    await test(`${alg}: a public key that is not reduced is refused by all`, async () => {
        const bad = Uint8Array.from(pairs[0].publicKey);
        bad[0] = 0x01; // the first coefficient becomes q = 3329
        bad[1] = (bad[1] & 0xf0) | 0x0d;
        const answers = acvp('encapDecap',
            { ...group, testType: 'VAL', function: 'encapsulationKeyCheck' },
            [{ ek: hex(bad) }, { ek: hex(pairs[0].publicKey) }]);
        equal(answers[0].testPassed, false, 'the bad key');
        equal(answers[1].testPassed, true, 'the good key');
        await refuses(() => noble.encapsulate(bad), 'noble');
        await refuses(() => encapsulate(publicOf(alg, bad)), 'Node');
    });
}
finish();
