import { webcrypto } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { sha256Hex } from '../crypto/hash.ts';
import { nodeProofCrypto } from '../crypto/node-proof-crypto.ts';
import { createEd25519Key, type SigningKey } from '../crypto/signing-key.ts';
import { createWebProofCrypto } from '../crypto/web-proof-crypto.ts';
import type { ReceiptEntry } from './entry.ts';
import { createFakeFileSystem } from './file-system.fake.ts';
import { appendMany, openTestChain, startOfTime } from './receipts.fixture.ts';
import type { ReceiptRecord } from './record.ts';
import { parseRecord, recordBytes } from './record-bytes.ts';
import { genesisHash, signRecords } from './record-hash.ts';
import { type VerifyOptions, verifyReceipts } from './verify.ts';

const keys: SigningKey[] = [];
let honest: ReceiptEntry[] = [];
let foreign: ReceiptEntry[] = [];

/** Two epochs of four records each: 0 and 4 start them. */
beforeAll(async () => {
  honest = await writeChain('chain-1');
  foreign = await writeChain('chain-2');
});

async function writeChain(chainId: string): Promise<ReceiptEntry[]> {
  const fileSystem = createFakeFileSystem();
  for (let epoch = 0; epoch < 2; epoch++) {
    const key = createEd25519Key();
    if (chainId === 'chain-1') keys.push(key);
    const chain = await openTestChain({ fileSystem, chainId, key, clock: () => startOfTime + epoch });
    await appendMany(chain, 3, epoch * 3);
    await chain.close();
  }
  const chain = await openTestChain({ fileSystem, chainId });
  return (await chain.read({ fromSeq: 0, limit: 99 })).map(({ record, signature, attachment }) =>
    attachment === undefined ? { record, signature } : { record, signature, attachment },
  );
}

const verify = (entries: ReceiptEntry[], options: Partial<VerifyOptions> = {}) =>
  verifyReceipts(entries, { crypto: nodeProofCrypto, mode: 'full', ...options });

const recordAt = (seq: number): ReceiptRecord => {
  const record = parseRecord(honest[seq]?.record ?? new Uint8Array());
  if (record === undefined) throw new Error(`no record ${seq}`);
  return record;
};

/** Possible without the keys: change a record, keep the signature. */
const edited = (seq: number, change: Partial<ReceiptRecord>): ReceiptEntry[] =>
  honest.map((entry, index) =>
    index === seq ? { ...entry, record: recordBytes({ ...recordAt(seq), ...change }) } : entry,
  );

/** Possible with an epoch's stolen key: sign the changed record too. */
const resigned = (seq: number, change: Partial<ReceiptRecord>): ReceiptEntry[] =>
  honest.map((entry, index) => {
    const key = keys[seq < 4 ? 0 : 1];
    if (index !== seq || key === undefined) return entry;
    const record = { ...recordAt(seq), ...change };
    const [signature = new Uint8Array()] = signRecords(key, [record]);
    return { record: recordBytes(record), signature };
  });

describe('an honest chain', () => {
  it.each(['full', 'fast'] as const)(
    'is intact (%s), with the same answer from node and web primitives',
    async (mode) => {
      const expected = {
        chain_intact: true,
        total_receipts: 8,
        first_seq: 0,
        last_seq: 7,
        first_bad_seq: null,
        reason: null,
        mode,
      };
      const result = await verify(honest, { mode });
      expect(result).toMatchObject(expected);
      expect(await verify(honest, { mode, crypto: createWebProofCrypto(webcrypto.subtle) })).toEqual(result);
    },
  );

  it('reports its progress', async () => {
    const progress: number[] = [];
    await verify(honest, { onProgress: (checked) => progress.push(checked) });
    expect(progress).toEqual([8]);
  });

  it('names its epochs and asks whether their keys are attested', async () => {
    const asked: string[] = [];
    const checkEpoch: VerifyOptions['checkEpoch'] = (epoch) => {
      asked.push(epoch.jwk.x);
      return epoch.seq === 0;
    };
    const result = await verify(honest, { checkEpoch });
    expect(asked).toEqual(keys.map(({ jwk }) => jwk.x));
    expect(result).toMatchObject({ chain_intact: false, first_bad_seq: 4, reason: 'epoch', last_seq: 3 });
    expect(result.epochs).toHaveLength(1);
  });
});

describe('changed without the keys', () => {
  const hash = sha256Hex('another');
  const changes: [keyof ReceiptRecord, unknown, string][] = [
    ['chain_id', 'chain-9', 'chain_id'],
    ['seq', 7, 'seq_gap'],
    ['seq', 1, 'seq_duplicate'],
    ['prev_hash', hash, 'link'],
    ['ts', '2020-01-01T00:00:00.000Z', 'time_backwards'],
    ['ts', '2026-06-01T00:00:00.000Z', 'signature'],
    ['attestation_hash', `sha256:${hash}`, 'attestation_hash'],
    ['request_hash', hash, 'signature'],
    ['response_hash', hash, 'signature'],
    ['tool', 'other', 'signature'],
    ['verdict', 'other', 'signature'],
    ['latency_ms', 77, 'signature'],
    ['claims_hash', hash, 'signature'],
    ['cedar_decision', 'other', 'signature'],
    ['cedar_policy_hash', hash, 'signature'],
    ['auditor_ids', ['a'], 'signature'],
    ['claim_count', 77, 'signature'],
    ['evidence_hash', hash, 'signature'],
  ];

  it.each(changes)('a receipt with another %s (%s) shows as %s', async (member, value, reason) => {
    const entries = edited(2, { [member]: value });
    expect(await verify(entries)).toMatchObject({ chain_intact: false, first_bad_seq: 2, reason, last_seq: 1 });
    expect(await verify(entries, { mode: 'fast' })).toMatchObject({ chain_intact: false });
  });

  it.each([
    ['public_key', 'A'.repeat(43), 'signature'],
    ['prev_head', hash, 'epoch'],
    ['prev_size', 3, 'epoch'],
    ['attestation_hash', `sha256:${hash}`, 'signature'],
  ])('an epoch start with another %s (%s) shows as %s', async (member, value, reason) => {
    for (const mode of ['full', 'fast'] as const) {
      expect(await verify(edited(4, { [member]: value }), { mode })).toMatchObject({ first_bad_seq: 4, reason });
    }
  });

  it.each([
    ['public_key', 'A'.repeat(43)],
    ['attestation_hash', `sha256:${hash}`],
    ['prev_hash', hash],
    ['chain_id', 'chain-9'],
  ])('a first record with another %s is not the genesis', async (member, value) => {
    const change: Partial<ReceiptRecord> = { [member]: value };
    if (member === 'prev_hash') change.prev_head = hash;
    expect(await verify(edited(0, change))).toMatchObject({ first_bad_seq: 0, reason: 'genesis', total_receipts: 0 });
  });

  it('every byte of a record or signature counts', async () => {
    for (const part of ['record', 'signature'] as const) {
      const { length } = honest[3]?.[part] ?? [];
      for (let at = 0; at < length; at++) {
        const entries = honest.map((entry, index) =>
          index === 3
            ? { ...entry, [part]: entry[part].map((byte, place) => (place === at ? byte ^ 1 : byte)) }
            : entry,
        );
        expect(await verify(entries), `${part} ${at}`).toMatchObject({ chain_intact: false, first_bad_seq: 3 });
      }
    }
  });

  it('a different attachment is reported as evidence', async () => {
    const entries = honest.map((entry, index) =>
      index === 2 ? { ...entry, attachment: Buffer.from('other') } : entry,
    );
    expect(await verify(entries)).toMatchObject({ first_bad_seq: 2, reason: 'evidence' });
  });

  it('an entry left out, repeated, swapped, inserted or spliced in is located', async () => {
    const at = (list: ReceiptEntry[], index: number): ReceiptEntry[] => list.slice(index, index + 1);
    for (let seq = 0; seq < 8; seq++) {
      const rest = honest.toSpliced(seq, 1);
      if (seq < 7) expect(await verify(rest)).toMatchObject({ first_bad_seq: seq, reason: 'seq_gap' });
      const twice = honest.toSpliced(seq, 0, ...at(honest, seq));
      expect(await verify(twice)).toMatchObject({ first_bad_seq: seq + 1, reason: 'seq_duplicate' });
      const spliced = honest.toSpliced(seq, 1, ...at(foreign, seq));
      expect(await verify(spliced)).toMatchObject({ first_bad_seq: seq === 0 ? 1 : seq, reason: 'chain_id' });
      expect(await verify(spliced, { chainId: 'chain-1' })).toMatchObject({ first_bad_seq: seq, reason: 'chain_id' });
      if (seq === 7) continue;
      const swapped = honest.toSpliced(seq, 2, ...at(honest, seq + 1), ...at(honest, seq));
      expect(await verify(swapped)).toMatchObject({ first_bad_seq: seq, reason: 'seq_gap' });
    }
  });

  it('a chain that does not start with an epoch is invalid', async () => {
    const record = {
      ...recordAt(1),
      seq: 0,
      prev_hash: genesisHash(
        'chain-1',
        recordAt(1).attestation_hash,
        keys[0]?.jwk ?? { kty: 'OKP', crv: 'Ed25519', x: '' },
      ),
    };
    expect(await verify([{ record: recordBytes(record), signature: new Uint8Array(64) }])).toMatchObject({
      first_bad_seq: 0,
      reason: 'epoch',
    });
  });

  it('bytes that are no record, and a signature of another length, are malformed', async () => {
    for (const change of [
      { record: Buffer.from('{}') },
      { record: new Uint8Array() },
      { signature: new Uint8Array(63) },
    ]) {
      const entries = honest.map((entry, index) => (index === 5 ? { ...entry, ...change } : entry));
      expect(await verify(entries)).toMatchObject({ first_bad_seq: 5, reason: 'record' });
    }
  });

  it('an unreadable frame ends the chain there', async () => {
    for (const unreadable of ['crc', 'truncated'] as const) {
      const result = await verifyReceipts([...honest.slice(0, 3), { unreadable }], {
        crypto: nodeProofCrypto,
        mode: 'full',
      });
      expect(result).toMatchObject({ chain_intact: false, total_receipts: 3, first_bad_seq: 3, reason: unreadable });
    }
  });
});

describe('changed with a stolen key', () => {
  it('the next link breaks', async () => {
    expect(await verify(resigned(2, { verdict: 'other' }))).toMatchObject({ first_bad_seq: 3, reason: 'link' });
    expect(await verify(resigned(2, { verdict: 'other' }), { mode: 'fast' })).toMatchObject({
      first_bad_seq: 3,
      reason: 'link',
    });
  });

  it('the key of one epoch cannot sign in another', async () => {
    const record = { ...recordAt(7), verdict: 'other' };
    const [old] = keys;
    const [signature = new Uint8Array()] = old === undefined ? [] : signRecords(old, [record]);
    const entries = honest.toSpliced(7, 1, { record: recordBytes(record), signature });
    for (const mode of ['full', 'fast'] as const) {
      expect(await verify(entries, { mode })).toMatchObject({ first_bad_seq: 7, reason: 'signature' });
    }
  });

  it('only a pin reveals a rewritten or truncated tail', async () => {
    const full = await verify(honest);
    const pin = { size: 8, head: full.head_hash };
    const rewritten = resigned(7, { verdict: 'other' });
    expect(await verify(rewritten)).toMatchObject({ chain_intact: true });
    expect(await verify(rewritten, { pin })).toMatchObject({ chain_intact: false, first_bad_seq: 7, reason: 'forked' });
    for (let size = 0; size < 8; size++) {
      const cut = honest.slice(0, size);
      expect(await verify(cut)).toMatchObject({ chain_intact: true, total_receipts: size });
      expect(await verify(cut, { pin })).toMatchObject({
        chain_intact: false,
        first_bad_seq: size,
        reason: 'truncated',
      });
    }
    const early = { size: 5, head: recordAt(5).prev_hash };
    expect(await verify(honest, { pin: early })).toMatchObject({ chain_intact: true });
    expect(await verify(honest, { pin: { ...early, exact: true } })).toMatchObject({
      first_bad_seq: 5,
      reason: 'forked',
    });
  });
});

it('fast mode still checks the last signature of each epoch', async () => {
  for (const seq of [0, 3, 4, 7]) {
    const entries = honest.map((entry, index) => (index === seq ? { ...entry, signature: new Uint8Array(64) } : entry));
    expect(await verify(entries, { mode: 'fast' })).toMatchObject({ first_bad_seq: seq, reason: 'signature' });
  }
});

it('an empty chain is intact', async () => {
  expect(await verify([])).toEqual({
    chain_intact: true,
    total_receipts: 0,
    first_seq: null,
    last_seq: null,
    first_bad_seq: null,
    reason: null,
    head_hash: null,
    checkpoint_size: null,
    witnessed_size: null,
    truncated: 'unknown',
    mode: 'full',
    epochs: [],
  });
});
