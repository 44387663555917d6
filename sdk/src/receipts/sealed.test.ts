import fc from 'fast-check';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { canonicalize } from '../crypto/canonicalize.ts';
import { sha256Hex } from '../crypto/hash.ts';
import { createEd25519Key } from '../crypto/signing-key.ts';
import { createFakeFileSystem, type FakeFileSystem } from './file-system.fake.ts';
import { appendMany, chainDirectory, openTestChain } from './receipts.fixture.ts';
import { loadSeal, type Seal } from './seal.ts';

const sealPath = `${chainDirectory}/sealed.json`;
const pinPath = `${chainDirectory}/pin.json`;
const first = `${chainDirectory}/0000000000000000.seg`;
const small = { segmentBytes: 4000, maxBatch: 2 };
let written: FakeFileSystem;
let stale: Uint8Array;
let size: number;
let disk: FakeFileSystem;

beforeAll(async () => {
  written = createFakeFileSystem();
  const key = createEd25519Key();
  const chain = await openTestChain({ fileSystem: written, key, ...small });
  for (let round = 0; round < 10; round += 1) {
    await appendMany(chain, 3, round * 3);
    if (round === 4) stale = written.contents(sealPath).slice();
  }
  size = chain.size();
  await chain.close();
});

beforeEach(() => {
  disk = written.clone();
});

/** Opens and reports which segments were read beyond their end. */
async function openCounting() {
  const read = new Map<string, number>();
  const fileSystem = {
    ...disk,
    async openRead(path: string) {
      const file = await disk.openRead(path);
      if (file === undefined) return undefined;
      return {
        ...file,
        async read(offset: number, length: number) {
          const bytes = await file.read(offset, length);
          if (path.endsWith('.seg')) read.set(path, (read.get(path) ?? 0) + bytes.length);
          return bytes;
        },
      };
    },
  };
  const chain = await openTestChain({ fileSystem, ...small });
  return { chain, read: new Map(read) };
}

/** Checks that the chain is the one that was written, and continues. */
async function expectWhole(): Promise<ReadonlyMap<string, number>> {
  const { chain, read } = await openCounting();
  expect(chain.size()).toBe(size);
  await appendMany(chain, 4);
  expect(await chain.verify()).toMatchObject({ chain_intact: true, total_receipts: size + 5 });
  await chain.close();
  return read;
}

const wasReadInFull = (read: ReadonlyMap<string, number>) => (read.get(first) ?? 0) >= disk.contents(first).length;

/** An attacker with the disk writes a well-formed but wrong seal. */
async function forge(change: (seal: Seal) => Seal): Promise<void> {
  const seal = await loadSeal(disk, chainDirectory);
  if (seal === undefined) throw new Error('there is no seal');
  const forged = change(seal);
  disk.tamper(sealPath, () => Buffer.from(JSON.stringify({ seal: forged, sha256: sha256Hex(canonicalize(forged)) })));
}

describe('a log with full segments', () => {
  it('opens without reading them: only the last record of sealed ones', async () => {
    const segments = disk.paths().filter((path) => path.endsWith('.seg'));
    expect(segments.length).toBeGreaterThan(4);
    const read = await expectWhole();
    expect([...read.keys()]).toEqual(segments.slice(-2));
    expect(read.get(segments.at(-2) ?? '')).toBeLessThan(1500);
  });

  it('reads back every receipt, from any place, in any order', async () => {
    const { chain } = await openCounting();
    const whole = await chain.read({ fromSeq: 0, limit: size });
    expect(whole.map(({ seq }) => seq)).toEqual(Array.from({ length: size }, (_, seq) => seq));
    await chain.close();
    const again = (await openCounting()).chain;
    for (const seq of [size - 1, 3, 17, 4, 0, 11]) {
      const [receipt] = await again.read({ fromSeq: seq, limit: 1 });
      expect(receipt?.hash).toBe(whole[seq]?.hash);
    }
    await again.close();
  });

  it('can be opened by reading everything', async () => {
    disk.tamper(first, (bytes) => bytes.map((byte, at) => (at === 300 ? byte ^ 1 : byte)));
    await expect(openTestChain({ fileSystem: disk, recovery: 'fast' })).rejects.toMatchObject({ code: 'corrupt' });
  });

  it('reveals damage inside a full segment by verify(), reading and export', async () => {
    for (let at = 0; at < disk.contents(first).length; at += 61) {
      disk.tamper(first, (bytes) => bytes.map((byte, index) => (index === at ? byte ^ 1 : byte)));
      const { chain } = await openCounting();
      expect(await chain.verify(), `byte ${at}`).toMatchObject({ chain_intact: false });
      await expect(chain.read({ fromSeq: 0, limit: 9 })).rejects.toMatchObject({ code: 'corrupt' });
      await expect(chain.export().next()).rejects.toMatchObject({ code: 'corrupt' });
      await chain.close();
      disk = written.clone();
    }
  });
});

describe('a full segment that differs from its seal', () => {
  it.each([
    ['cut', (bytes: Uint8Array) => bytes.slice(0, -1)],
    ['longer', (bytes: Uint8Array) => Buffer.concat([bytes, Buffer.from('x')])],
    ['empty', () => new Uint8Array()],
  ])('is found at once: %s', async (_name, change) => {
    for (const path of disk
      .paths()
      .filter((name) => name.endsWith('.seg'))
      .slice(0, -1)) {
      disk = written.clone();
      disk.tamper(path, change);
      await expect(openTestChain({ fileSystem: disk })).rejects.toMatchObject({ code: 'corrupt' });
    }
  });

  it('is found at once: missing', async () => {
    await disk.remove(first);
    await expect(openTestChain({ fileSystem: disk })).rejects.toMatchObject({ code: 'corrupt' });
  });

  it('is found at once: truncated after a few records, with a matching seal', async () => {
    disk.tamper(sealPath, () => stale);
    const known = JSON.parse(Buffer.from(stale).toString('utf8')).seal.segments.length;
    const segments = disk.paths().filter((path) => path.endsWith('.seg'));
    for (const path of segments.slice(known + 1)) await disk.remove(path);
    await expect(openTestChain({ fileSystem: disk })).rejects.toMatchObject({ code: 'rollback' });
  });
});

describe('an unreliable seal only causes the log to be read', () => {
  it('missing; it is written anew', async () => {
    await disk.remove(sealPath);
    expect(wasReadInFull(await expectWhole())).toBe(true);
    expect(wasReadInFull((await openCounting()).read)).toBe(false);
  });

  it('cut or changed at any byte', async () => {
    const { length } = disk.contents(sealPath);
    await fc.assert(
      fc.asyncProperty(fc.nat(length - 1), fc.integer({ min: 1, max: 255 }), fc.boolean(), async (at, flip, cut) => {
        disk = written.clone();
        disk.tamper(sealPath, (bytes) =>
          cut ? bytes.slice(0, at) : bytes.map((byte, index) => (index === at ? byte ^ flip : byte)),
        );
        const { chain } = await openCounting();
        expect(chain.size()).toBe(size);
        expect(await chain.verify({ mode: 'fast' })).toMatchObject({ chain_intact: true });
        await chain.close();
      }),
      { numRuns: 60 },
    );
  });

  it('an earlier one: later records are read', async () => {
    disk.tamper(sealPath, () => stale);
    const read = await expectWhole();
    expect(wasReadInFull(read)).toBe(false);
    expect(read.size).toBeGreaterThan(2);
  });

  it.each<[string, (seal: Seal) => Seal]>([
    ['of another chain', (seal) => ({ ...seal, chain_id: 'other' })],
    ['with another head', (seal) => ({ ...seal, head: 'f'.repeat(64) })],
    ['with another size', (seal) => ({ ...seal, size: seal.size - 1 })],
    ['with an earlier time', (seal) => ({ ...seal, last_ts: '2000-01-01T00:00:00.000Z' })],
    ['with another key', (seal) => ({ ...seal, epoch: { ...seal.epoch, public_key: createEd25519Key().jwk.x } })],
    ['with no key', (seal) => ({ ...seal, epoch: { ...seal.epoch, public_key: 'x' } })],
    ['with another key attestation', (seal) => ({ ...seal, epoch: { ...seal.epoch, attestation_hash: 'sha256:0' } })],
    ['with another end', (seal) => ({ ...seal, last_offset: 8 })],
    ['with an end outside', (seal) => ({ ...seal, last_offset: seal.last_offset + 1_000_000 })],
    ['without its first segment', (seal) => ({ ...seal, segments: seal.segments.slice(1) })],
    ['with a segment twice', (seal) => ({ ...seal, segments: [...seal.segments, ...seal.segments.slice(-1)] })],
  ])('whole, but %s', async (_name, change) => {
    await forge(change);
    expect(wasReadInFull(await expectWhole())).toBe(true);
  });

  it('ahead of the pin, as after the pin was set back', async () => {
    const pin = JSON.parse(Buffer.from(disk.contents(pinPath)).toString('utf8'));
    disk.tamper(pinPath, () => Buffer.from(canonicalize({ ...pin, size: 0, head: null })));
    expect(wasReadInFull(await expectWhole())).toBe(true);
  });
});
