import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sha256Hex } from '../crypto/hash.ts';
import { createEd25519Key } from '../crypto/signing-key.ts';
import { verifyEd25519 } from '../crypto/verify-signature.ts';
import { createFakeFileSystem } from './file-system.fake.ts';
import { nodeFileSystem } from './node-file-system.ts';
import { nodeProcessTable } from './node-process-table.ts';
import { openReceiptChain, type ReceiptChainOptions } from './receipt-chain.ts';
import {
  aDraft,
  anAttachment,
  appendMany,
  attestationHash,
  chainDirectory,
  openTestChain,
  startOfTime,
} from './receipts.fixture.ts';
import { signedMessage } from './record-bytes.ts';
import { hashRecord, signRecords } from './record-hash.ts';

describe('appending', () => {
  it('links, signs and answers with the stored record', async () => {
    const key = createEd25519Key();
    const chain = await openTestChain({ key });
    const first = await chain.append(aDraft(1), anAttachment(1));
    const second = await chain.append(aDraft(2));
    expect(first.record).toMatchObject({
      v: 1,
      kind: 'receipt',
      chain_id: 'chain-1',
      seq: 1,
      attestation_hash: attestationHash,
      auditor_ids: ['injection', 'pii', 'secrets'],
      evidence_hash: sha256Hex('header.payload-1.signature'),
      request_hash: aDraft(1).request_hash,
    });
    expect(second.record.prev_hash).toBe(first.hash);
    expect(second.record.evidence_hash).toBe(sha256Hex(''));
    expect(verifyEd25519(key.jwk, signedMessage(hashRecord(second.record)), second.signature)).toBe(true);
    expect(chain.head()).toBe(second.hash);
    expect(chain.size()).toBe(3);
  });

  it('keeps the order of submission, across batches', async () => {
    const chain = await openTestChain({ maxBatch: 7 });
    const receipts = await Promise.all(Array.from({ length: 100 }, (_, index) => chain.append(aDraft(index))));
    expect(receipts.map(({ record }) => record.seq)).toEqual(Array.from({ length: 100 }, (_, index) => index + 1));
    expect(receipts.map(({ record }) => record.latency_ms)).toEqual(Array.from({ length: 100 }, (_, index) => index));
    expect((await chain.verify()).chain_intact).toBe(true);
  });

  it('syncs once for all waiting records', async () => {
    const fileSystem = createFakeFileSystem();
    const chain = await openTestChain({ fileSystem });
    await chain.append(aDraft());
    fileSystem.arm(undefined);
    await appendMany(chain, 200);
    expect(fileSystem.trace().filter((name) => name === 'datasync').length).toBeLessThanOrEqual(3);
    expect(fileSystem.trace().filter((name) => name === 'append').length).toBeLessThanOrEqual(3);
  });

  it('never lets time run backwards, for any clock', async () => {
    const times = [startOfTime + 5000, startOfTime, startOfTime + 9000, startOfTime - 1];
    const chain = await openTestChain({ clock: () => times.shift() ?? 0 });
    const stamps: string[] = [];
    for (let index = 0; index < 5; index++) stamps.push((await chain.append(aDraft(index))).record.ts);
    expect(stamps).toEqual([...stamps].sort());
    expect((await chain.verify()).chain_intact).toBe(true);
  });

  it('refuses only the malformed draft', async () => {
    const chain = await openTestChain();
    const sound = chain.append(aDraft(1));
    await expect(chain.append(aDraft(2, { request_hash: 'nope' }))).rejects.toMatchObject({ code: 'invalid_draft' });
    await expect(chain.append(aDraft(2, { tool: '\ud800' }))).rejects.toMatchObject({ code: 'invalid_draft' });
    await expect(chain.append(aDraft(2), new Uint8Array())).rejects.toMatchObject({ code: 'invalid_draft' });
    await expect(chain.append(aDraft(2, { evidence_hash: sha256Hex('x') }), Buffer.from('y'))).rejects.toMatchObject({
      code: 'invalid_draft',
    });
    await expect(sound).resolves.toMatchObject({ record: { seq: 1 } });
  });

  it('refuses more than may wait, in number and in bytes, and accepts again once there is room', async () => {
    const chain = await openTestChain({ maxQueue: 3, maxQueueBytes: 100 });
    const accepted = [1, 2, 3].map((number) => chain.append(aDraft(number)));
    await expect(chain.append(aDraft(4))).rejects.toMatchObject({ code: 'overloaded' });
    await Promise.all(accepted);
    const large = chain.append(aDraft(5), new Uint8Array(200));
    await expect(chain.append(aDraft(6), new Uint8Array(1))).rejects.toMatchObject({ code: 'overloaded' });
    await large;
    await expect(chain.append(aDraft(6), new Uint8Array(1))).resolves.toMatchObject({ record: { seq: 5 } });
  });

  it('continues at the same place when the signer refuses', async () => {
    const key = createEd25519Key();
    let refuse = false;
    const chain = await openTestChain({
      key,
      sign: (records) => {
        if (refuse) throw new Error('not now');
        return signRecords(key, records);
      },
    });
    await chain.append(aDraft(1));
    refuse = true;
    await expect(chain.append(aDraft(2))).rejects.toMatchObject({ code: 'sign_failed' });
    refuse = false;
    await expect(chain.append(aDraft(3))).resolves.toMatchObject({ record: { seq: 2 } });
    expect((await chain.verify()).chain_intact).toBe(true);
  });

  it("asks again for the same records when the signer's answer is lost", async () => {
    const key = createEd25519Key();
    const asked: string[] = [];
    const chain = await openTestChain({
      key,
      sign: (records) => {
        asked.push(JSON.stringify(records));
        if (asked.length === 1) throw new Error('connection reset');
        return signRecords(key, records);
      },
    });
    await expect(chain.append(aDraft(1))).resolves.toMatchObject({ record: { seq: 1 } });
    expect(asked).toHaveLength(2);
    expect(asked[1]).toBe(asked[0]);
  });

  it.each([
    ['too few signatures', () => []],
    ['signatures of another length', (records: unknown[]) => records.map(() => new Uint8Array(63))],
  ])('writes nothing for a signer that gives %s', async (_, sign) => {
    const chain = await openTestChain({ sign });
    await expect(chain.append(aDraft())).rejects.toMatchObject({ code: 'sign_failed' });
    expect(chain.size()).toBe(0);
  });
});

describe('reading', () => {
  it('resumes from any sequence number, across segments, with attachments', async () => {
    const chain = await openTestChain({ segmentBytes: 4000 });
    for (let round = 0; round < 6; round++) await appendMany(chain, 5, round * 5);
    expect(await chain.read({ fromSeq: 31, limit: 5 })).toEqual([]);
    for (let fromSeq = 0; fromSeq < 31; fromSeq++) {
      const receipts = await chain.read({ fromSeq, limit: 7 });
      expect(receipts.map(({ seq }) => seq)).toEqual(
        Array.from({ length: Math.min(7, 31 - fromSeq) }, (_, index) => fromSeq + index),
      );
      for (const { seq, attachment } of receipts.filter(({ seq }) => seq > 0)) {
        expect(attachment && Buffer.from(attachment).toString()).toBe(
          anAttachment(seq - 1) && Buffer.from(anAttachment(seq - 1) ?? []).toString(),
        );
      }
    }
  });

  it('stops at a number of bytes, but never before the first record', async () => {
    const chain = await openTestChain();
    await appendMany(chain, 4);
    expect(await chain.read({ fromSeq: 0, limit: 9, maxBytes: 1 })).toHaveLength(1);
    expect(await chain.read({ fromSeq: 0, limit: 9, maxBytes: 2000 })).toHaveLength(2);
  });

  it('lists newest first, page by page', async () => {
    const chain = await openTestChain();
    await appendMany(chain, 4);
    const seqs = async (options: { limit: number; before?: number }) =>
      (await chain.list(options)).map(({ seq }) => seq);
    expect(await seqs({ limit: 2 })).toEqual([4, 3]);
    expect(await seqs({ limit: 2, before: 3 })).toEqual([2, 1]);
    expect(await seqs({ limit: 2, before: 1 })).toEqual([0]);
    expect(await seqs({ limit: 2, before: 0 })).toEqual([]);
    await expect(chain.list({ limit: -1 })).rejects.toBeInstanceOf(RangeError);
  });
});

describe('one directory', () => {
  it('starts a new epoch with a new key at each opening, and stays one chain', async () => {
    const fileSystem = createFakeFileSystem();
    for (let opening = 0; opening < 3; opening++) {
      const chain = await openTestChain({ fileSystem, attestationHash: `sha256:${String(opening).repeat(64)}` });
      await appendMany(chain, 3);
      await chain.close();
    }
    const chain = await openTestChain({ fileSystem });
    const result = await chain.verify();
    expect(result).toMatchObject({ chain_intact: true, total_receipts: 12, first_seq: 0, last_seq: 11, reason: null });
    expect(result.epochs.map(({ seq }) => seq)).toEqual([0, 4, 8]);
    expect(new Set(result.epochs.map(({ jwk }) => jwk.x)).size).toBe(3);
  });

  it('is empty and intact before the first append', async () => {
    const chain = await openTestChain();
    expect(await chain.verify()).toMatchObject({
      chain_intact: true,
      total_receipts: 0,
      first_seq: null,
      last_seq: null,
      first_bad_seq: null,
      head_hash: null,
    });
  });

  it('accepts one writer, frees it on close, and takes over from a dead one', async () => {
    const fileSystem = createFakeFileSystem();
    let alive = true;
    const processes = { self: async () => ({ pid: 7, started: 'x' }), isAlive: async () => alive };
    const chain = await openTestChain({ fileSystem, processes });
    await expect(openTestChain({ fileSystem, processes })).rejects.toMatchObject({ code: 'locked' });
    await chain.close();
    const second = await openTestChain({ fileSystem, processes });
    await second.append(aDraft());
    alive = false;
    const third = await openTestChain({ fileSystem, processes });
    await second.close();
    alive = true;
    await expect(openTestChain({ fileSystem, processes })).rejects.toMatchObject({ code: 'locked' });
    await third.close();
  });

  it('holds one chain only', async () => {
    const fileSystem = createFakeFileSystem();
    await (await openTestChain({ fileSystem })).close();
    await expect(openTestChain({ fileSystem, chainId: 'other' })).rejects.toMatchObject({ code: 'chain_id' });
    await expect(openTestChain({ fileSystem })).resolves.toBeDefined();
  });

  it('accepts nothing once closed, but finishes accepted records', async () => {
    const fileSystem = createFakeFileSystem();
    const chain = await openTestChain({ fileSystem });
    const accepted = Array.from({ length: 20 }, (_, index) => chain.append(aDraft(index)));
    await chain.close();
    await Promise.all(accepted);
    await expect(chain.append(aDraft())).rejects.toMatchObject({ code: 'closed' });
    expect(fileSystem.paths()).not.toContain(`${chainDirectory}/writer.lock`);
    expect((await openTestChain({ fileSystem })).size()).toBe(21);
  });

  it('needs an identity that a record can carry', async () => {
    await expect(openTestChain({ chainId: '' })).rejects.toBeInstanceOf(TypeError);
    await expect(openTestChain({ attestationHash: 'a'.repeat(64) })).rejects.toBeInstanceOf(TypeError);
    await expect(openTestChain({ publicKey: { kty: 'OKP', crv: 'Ed25519', x: 'short' } })).rejects.toBeInstanceOf(
      TypeError,
    );
  });
});

describe('on the real disk', () => {
  let directory = '';
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'assay-receipts-'));
  });
  afterAll(() => rm(directory, { recursive: true }));

  it.each(['fsync', 'batch', 'async'] as const)(
    'appends, rotates, closes and opens again with %s',
    async (durability) => {
      const folder = join(directory, durability);
      const options = (): ReceiptChainOptions => {
        const key = createEd25519Key();
        return {
          directory: folder,
          chainId: 'real',
          attestationHash,
          publicKey: key.jwk,
          sign: (records) => signRecords(key, records),
          durability,
          segmentBytes: 20_000,
          fileSystem: nodeFileSystem,
          processes: nodeProcessTable,
        };
      };
      for (let opening = 1; opening <= 2; opening++) {
        const chain = await openReceiptChain(options());
        await expect(openReceiptChain(options())).rejects.toMatchObject({ code: 'locked' });
        for (let round = 0; round < 10; round++) await appendMany(chain, 10, round * 10);
        expect(await chain.verify()).toMatchObject({ chain_intact: true, total_receipts: opening * 101 });
        expect(await chain.read({ fromSeq: 55, limit: 1 })).toHaveLength(1);
        await chain.close();
      }
      const names = await readdir(folder);
      expect(names.filter((name) => name.endsWith('.seg')).length).toBeGreaterThan(5);
      expect(names.filter((name) => !name.endsWith('.seg'))).toEqual(['pin.json', 'sealed.json']);
      expect((await stat(join(folder, 'pin.json'))).mode & 0o777).toBe(0o600);
      expect((await stat(folder)).mode & 0o777).toBe(0o700);
    },
  );
});
