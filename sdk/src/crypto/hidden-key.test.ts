import { execFile } from 'node:child_process';
import { createPublicKey, verify as verifyNode } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect, promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AsyncSigningKey, connectHiddenKey, createHiddenKey, maxSignedBytes } from './hidden-key.ts';
import { jwkThumbprint } from './jwk.ts';
import { verifyEd25519 } from './verify-signature.ts';

const data = new TextEncoder().encode('a message');

/** A thread that makes a valid key and then runs the test's code. */
const hostile = (deed: string) =>
  new Worker(
    `const { parentPort } = require('node:worker_threads');
    const { generateKeyPairSync, sign } = require('node:crypto');
    const { publicKey, privateKey } = generateKeyPairSync('ed25519');
    const answer = ({ id, packed, lengths }) => {
      const signature = sign(null, new Uint8Array(packed, 0, lengths[0]), privateKey);
      parentPort.postMessage({ id, signatures: Uint8Array.from(signature).buffer });
    };
    let asked = 0;
    parentPort.on('message', (message) => {
      asked += 1;
      if (asked === 1) answer(message);
      else { ${deed} }
    });
    const { x } = publicKey.export({ format: 'jwk' });
    parentPort.postMessage({ publicKey: Uint8Array.from(Buffer.from(x, 'base64url')) });`,
    { eval: true, execArgv: [], env: {}, resourceLimits: { maxOldGenerationSizeMb: 16 } },
  );

describe('a hidden key', () => {
  let key: AsyncSigningKey;
  beforeAll(async () => {
    key = await createHiddenKey();
  });
  afterAll(() => key.destroy());

  it('makes signatures that its public half verifies, by two implementations', async () => {
    const publicKey = createPublicKey({ key: { ...key.jwk }, format: 'jwk' });
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 4096, size: 'max' }), async (message) => {
        const signature = await key.sign(message);
        expect(signature).toHaveLength(64);
        expect(verifyEd25519(key.jwk, message, signature)).toBe(true);
        expect(verifyNode(null, message, publicKey, signature)).toBe(true);
      }),
      { numRuns: 100 },
    );
  });

  it('signs each message of a batch, in order, for any mix of sizes', async () => {
    const sizes = fc.array(fc.oneof(fc.nat(100), fc.nat(5_000)), { maxLength: 150 });
    await fc.assert(
      fc.asyncProperty(sizes, async (lengths) => {
        const batch = lengths.map((length, index) => new Uint8Array(length).fill(index));
        const signatures = await key.signAll(batch);
        expect(signatures).toHaveLength(batch.length);
        for (const [index, message] of batch.entries()) {
          expect(verifyEd25519(key.jwk, message, signatures[index] ?? new Uint8Array())).toBe(true);
        }
      }),
      { numRuns: 20 },
    );
  });

  it('splits a batch that is too large', async () => {
    const large = [maxSignedBytes, 1, maxSignedBytes, maxSignedBytes - 1].map((size) => new Uint8Array(size).fill(3));
    const many = Array.from({ length: 1_500 }, () => data);
    for (const batch of [large, many]) {
      const signatures = await key.signAll(batch);
      expect(batch.every((message, index) => verifyEd25519(key.jwk, message, signatures[index] ?? data))).toBe(true);
    }
  });

  it('refuses a message beyond its bound and signs nothing of that batch', async () => {
    await expect(key.signAll([data, new Uint8Array(maxSignedBytes + 1)])).rejects.toThrow(RangeError);
    expect(verifyEd25519(key.jwk, data, await key.sign(data))).toBe(true);
  });

  it('answers concurrent requests, each with its own signature', async () => {
    const messages = Array.from({ length: 300 }, (_, index) => new Uint8Array(index).fill(index));
    const signatures = await Promise.all(messages.map((message) => key.sign(message)));
    expect(messages.every((message, index) => verifyEd25519(key.jwk, message, signatures[index] ?? data))).toBe(true);
  });

  it('shows no private half when it is printed or walked', () => {
    for (const text of [JSON.stringify(key), inspect(key, { depth: 9, showHidden: true }), inspect({ key })]) {
      expect(text).toContain('[redacted]');
      expect(text).not.toContain('"d"');
    }
    expect(Object.keys(key).sort()).toEqual([
      'destroy',
      'jwk',
      'kid',
      'lost',
      'sign',
      'signAll',
      'signChained',
      'toJSON',
    ]);
    expect(key.kid).toBe(jwkThumbprint(key.jwk));
    expect(Object.isFrozen(key)).toBe(true);
  });

  it('is different each time', async () => {
    const other = await createHiddenKey();
    expect(other.kid).not.toBe(key.kid);
    expect(verifyEd25519(key.jwk, data, await other.sign(data))).toBe(false);
    await other.destroy();
  });
});

it('passes nothing of its process into its thread: no preload, no loader, no variable', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'assay-hidden-key-'));
  const [spy, seen] = [join(folder, 'spy.cjs'), join(folder, 'seen')];
  // Written synchronously: a thread's standard output may be lost when its process ends.
  const mark = `require('node:worker_threads').isMainThread ? 'main;' : 'thread;'`;
  await writeFile(spy, `require('node:fs').appendFileSync(${JSON.stringify(seen)}, ${mark});`);
  const entry = JSON.stringify(new URL('hidden-key.ts', import.meta.url).href);
  const code = `const { createHiddenKey } = await import(${entry}); const key = await createHiddenKey(); await key.destroy();`;
  const args = ['--require', spy, '--import', 'tsx', '--input-type=module', '-e'];
  const run = async (script: string) => {
    await writeFile(seen, '');
    await promisify(execFile)(process.execPath, [...args, script], { env: { ...process.env, NODE_OPTIONS: '' } });
    return readFile(seen, 'utf8');
  };
  // Threads of the loader do not count.
  const count = (text: string) => text.split('thread;').length;
  const [without, withKey] = [await run(''), await run(code)];
  expect(withKey).toContain('main;');
  expect(count(withKey)).toBe(count(without));
  await rm(folder, { recursive: true });
});

describe('a lost key', () => {
  it('gives the signatures requested before its destruction and none after', async () => {
    const key = await createHiddenKey();
    const before = Promise.all([key.sign(data), key.sign(data)]);
    const destroyed = key.destroy();
    await expect(key.sign(data)).rejects.toThrow('destroyed');
    for (const signature of await before) expect(verifyEd25519(key.jwk, data, signature)).toBe(true);
    await destroyed;
    await key.destroy();
    await expect(key.signAll([data])).rejects.toThrow('destroyed');
  });

  const ends: [string, string][] = [
    ['throws', `throw new Error('broken');`],
    ['ends', 'process.exit();'],
    ['closes its port', 'parentPort.close();'],
    ['answers with too few bytes', 'parentPort.postMessage({ id: message.id, signatures: new ArrayBuffer(63) });'],
    ['answers what was not asked', 'parentPort.postMessage({ id: 99, signatures: new ArrayBuffer(64) });'],
    ['uses up its memory', 'const held = []; for (;;) held.push(new Array(1e5).fill(message));'],
  ];
  it.each(ends)('fails waiting requests and signs nothing more after its thread %s', async (_name, deed) => {
    const thread = hostile(deed);
    const key = await connectHiddenKey(thread);
    const waiting = [key.sign(data), key.sign(data)];
    for (const result of await Promise.allSettled(waiting)) expect(result.status).toBe('rejected');
    expect((await key.lost).message).toContain('lost');
    await expect(key.sign(data)).rejects.toThrow('lost');
    await key.destroy();
  });
});

describe('a refused thread', () => {
  const threads: [string, string, string][] = [
    ['ends at once', '', 'ended'],
    ['fails at once', `throw new Error('no module');`, 'failed'],
    [
      'has a key of the wrong size',
      `require('node:worker_threads').parentPort.postMessage({ publicKey: new Uint8Array(31) });`,
      '32 bytes',
    ],
    [
      'does not sign with the key that it names',
      `const { parentPort } = require('node:worker_threads');
      parentPort.on('message', ({ id }) => parentPort.postMessage({ id, signatures: new ArrayBuffer(64) }));
      parentPort.postMessage({ publicKey: new Uint8Array(32).fill(1) });`,
      'does not verify',
    ],
  ];
  it.each(threads)('cannot start: %s', async (_name, code, why) => {
    const thread = new Worker(code, { eval: true, execArgv: [], env: {} });
    await expect(connectHiddenKey(thread)).rejects.toThrow(why);
  });
});
