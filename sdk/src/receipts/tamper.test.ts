import { beforeAll, describe, expect, it } from 'vitest';
import { sha256Hex } from '../crypto/hash.ts';
import { nodeProofCrypto as crypto } from '../crypto/node-proof-crypto.ts';
import { createEd25519Key, type SigningKey } from '../crypto/signing-key.ts';
import { createFakeFileSystem } from './file-system.fake.ts';
import { appendMany, attestationHash, aWitness, checkpointsBy, collect, openTestChain } from './receipts.fixture.ts';
import type { ReceiptRecord } from './record.ts';
import { serializeRecord, signedMessage } from './record-bytes.ts';
import { hashRecord } from './record-hash.ts';
import type { NoteKey } from './signed-note.ts';
import type { VerifyResult } from './verify.ts';
import { verifyExport } from './verify-export.ts';

/** An attacker's data: header, entries, and possibly the stolen key of the last epoch. */
interface Loot {
  header: Record<string, unknown>;
  entries: { record: string; signature: string }[];
}

let whole: Uint8Array;
let early: Uint8Array;
let foreign: Uint8Array;
let stolen: SigningKey;
let witnessKey: NoteKey;
/** The latest checkpoint that the witness cosigned, from the witness. */
let witnessed: string;

beforeAll(async () => {
  const witness = await aWitness();
  witnessKey = witness.key;
  const fileSystem = createFakeFileSystem();
  const first = await openTestChain({ fileSystem });
  await appendMany(first, 4);
  await first.close();
  stolen = createEd25519Key();
  const chain = await openTestChain({ fileSystem, key: stolen });
  await appendMany(chain, 3, 4);
  const before = await chain.checkpoint(checkpointsBy(stolen));
  await chain.keepWitnessed(await witness.cosign(before?.text ?? ''));
  early = await collect(chain.export({ attachments: false }));
  await appendMany(chain, 4, 7);
  const made = await chain.checkpoint(checkpointsBy(stolen));
  witnessed = await witness.cosign(made?.text ?? '');
  await chain.keepWitnessed(witnessed);
  whole = await collect(chain.export({ attachments: false }));
  const other = await openTestChain({ chainId: 'chain-2' });
  await appendMany(other, 14);
  foreign = await collect(other.export({ attachments: false }));
});

function open(bytes: Uint8Array): Loot {
  const [header, ...entries] = Buffer.from(bytes).toString().trimEnd().split('\n');
  return { header: JSON.parse(header ?? ''), entries: entries.map((line) => JSON.parse(line)) };
}

const pack = ({ header, entries }: Loot): Uint8Array =>
  Buffer.from([header, ...entries].map((line) => `${JSON.stringify(line)}\n`).join(''));

const recordOf = (loot: Loot, seq: number): ReceiptRecord => JSON.parse(loot.entries[seq]?.record ?? '');

function put(loot: Loot, seq: number, record: object): void {
  const entry = loot.entries[seq];
  if (entry !== undefined) entry.record = serializeRecord(record as ReceiptRecord);
}

/** Makes the header match the entries, and removes anything that could contradict it. */
function smooth(loot: Loot): Loot {
  const last = recordOf(loot, loot.entries.length - 1);
  delete loot.header['checkpoint'];
  loot.header['size'] = loot.entries.length;
  loot.header['head'] = Buffer.from(hashRecord(last)).toString('hex');
  return loot;
}

/** Relinks and re-signs everything from a record on, with the stolen key. */
function resign(loot: Loot, from: number): void {
  for (let seq = from; seq < loot.entries.length; seq++) {
    const record = recordOf(loot, seq);
    const prev_hash = seq === 0 ? record.prev_hash : Buffer.from(hashRecord(recordOf(loot, seq - 1))).toString('hex');
    const next = { ...record, seq, prev_hash, ...(record.kind === 'epoch_start' ? { prev_head: prev_hash } : {}) };
    put(loot, seq, next);
    const entry = loot.entries[seq];
    if (entry !== undefined) {
      entry.signature = Buffer.from(stolen.sign(signedMessage(hashRecord(next)))).toString('base64url');
    }
  }
}

async function check(bytes: Uint8Array, mode: 'full' | 'fast', withWitness: boolean): Promise<VerifyResult> {
  const { result } = await verifyExport([bytes], {
    crypto,
    mode,
    ...(withWitness ? { witnesses: [witnessKey], checkpoints: [witnessed] } : {}),
  });
  return result;
}

it('the untouched chain is intact, with and without its witness', async () => {
  for (const mode of ['full', 'fast'] as const) {
    const alone = await check(whole, mode, false);
    expect(alone).toMatchObject({
      chain_intact: true,
      checkpoint_size: 13,
      witnessed_size: null,
      truncated: 'unknown',
    });
    const known = await check(whole, mode, true);
    expect(known).toMatchObject({ chain_intact: true, checkpoint_size: 13, witnessed_size: 13, truncated: false });
  }
});

describe('an edited field is found', () => {
  const other = sha256Hex('another');
  const edits: [keyof ReceiptRecord, unknown, { full: string; fast: string; fastAt?: number }][] = [
    ['chain_id', 'chain-9', { full: 'chain_id', fast: 'chain_id', fastAt: 8 }],
    ['seq', 9, { full: 'seq_gap', fast: 'seq_gap', fastAt: 8 }],
    ['seq', 7, { full: 'seq_duplicate', fast: 'seq_duplicate', fastAt: 8 }],
    ['prev_hash', other, { full: 'link', fast: 'link', fastAt: 8 }],
    ['ts', '2020-01-01T00:00:00.000Z', { full: 'time_backwards', fast: 'time_backwards', fastAt: 8 }],
    ['ts', '2030-01-01T00:00:00.000Z', { full: 'signature', fast: 'link' }],
    ['attestation_hash', `sha256:${other}`, { full: 'attestation_hash', fast: 'attestation_hash', fastAt: 8 }],
    ['request_hash', other, { full: 'signature', fast: 'link' }],
    ['response_hash', other, { full: 'signature', fast: 'link' }],
    ['tool', 'another', { full: 'signature', fast: 'link' }],
    ['verdict', 'another', { full: 'signature', fast: 'link' }],
    ['latency_ms', 123, { full: 'signature', fast: 'link' }],
    ['claims_hash', other, { full: 'signature', fast: 'link' }],
    ['cedar_decision', 'another', { full: 'signature', fast: 'link' }],
    ['cedar_policy_hash', other, { full: 'signature', fast: 'link' }],
    ['auditor_ids', ['another'], { full: 'signature', fast: 'link' }],
    ['claim_count', 99, { full: 'signature', fast: 'link' }],
    ['evidence_hash', other, { full: 'signature', fast: 'link' }],
    ['kind', 'epoch_start', { full: 'record', fast: 'record', fastAt: 8 }],
    ['v', 2, { full: 'record', fast: 'record', fastAt: 8 }],
  ];

  it.each(edits)('%s', async (member, value, { full, fast, fastAt = 9 }) => {
    const loot = open(whole);
    put(loot, 8, { ...recordOf(loot, 8), [member]: value });
    expect(await check(pack(loot), 'full', false)).toMatchObject({ first_bad_seq: 8, reason: full });
    expect(await check(pack(loot), 'fast', false)).toMatchObject({ first_bad_seq: fastAt, reason: fast });
  });

  it('of the last record, and of each epoch start', async () => {
    for (const [seq, reason] of [
      [12, 'signature'],
      [5, 'signature'],
      [0, 'signature'],
    ] as const) {
      const loot = open(whole);
      put(loot, seq, { ...recordOf(loot, seq), ts: '2026-01-01T00:00:00.999Z' });
      expect(await check(pack(loot), 'full', false)).toMatchObject({ chain_intact: false, reason });
      expect((await check(pack(loot), 'fast', false)).chain_intact).toBe(false);
    }
  });

  it('public_key, prev_head and prev_size of an epoch start', async () => {
    for (const [change, reason] of [
      [{ public_key: createEd25519Key().jwk.x }, 'signature'],
      [{ prev_head: other }, 'epoch'],
      [{ prev_size: 4 }, 'epoch'],
    ] as const) {
      const loot = open(whole);
      put(loot, 5, { ...recordOf(loot, 5), ...change });
      for (const mode of ['full', 'fast'] as const) {
        expect(await check(pack(loot), mode, false)).toMatchObject({ first_bad_seq: 5, reason });
      }
    }
  });
});

describe('a moved entry is found', () => {
  const moves: [string, (loot: Loot) => void, string][] = [
    ['deleted', ({ entries }) => entries.splice(6, 1), 'seq_gap'],
    ['swapped', ({ entries }) => entries.splice(6, 2, ...entries.slice(6, 8).reverse()), 'seq_gap'],
    ['inserted twice', ({ entries }) => entries.splice(7, 0, ...entries.slice(6, 7)), 'seq_duplicate'],
    ['put at the end again', ({ entries }) => entries.push(...entries.slice(-1)), 'forked'],
    ['first one deleted', ({ entries }) => entries.shift(), 'seq_gap'],
    [
      'spliced in from another chain',
      ({ entries }) => entries.splice(6, 1, ...open(foreign).entries.slice(6, 7)),
      'chain_id',
    ],
  ];
  it.each(moves)('%s', async (_name, move, reason) => {
    const loot = open(whole);
    move(loot);
    for (const mode of ['full', 'fast'] as const) {
      expect(await check(pack(loot), mode, false)).toMatchObject({ chain_intact: false, reason });
    }
  });
});

describe('changes that only a witness reveals', () => {
  const attacks: [string, (loot: Loot) => Loot, { reason: string; seq: number; truncated: boolean | 'unknown' }][] = [
    [
      'the end was cut off, with a header that fits',
      (loot) => smooth({ ...loot, entries: loot.entries.slice(0, 9) }),
      { reason: 'truncated', seq: 9, truncated: true },
    ],
    [
      'all but the first epoch was cut off, and with it the key that signed the checkpoint',
      (loot) => {
        const cut = { ...loot, entries: loot.entries.slice(0, 5) };
        cut.header['keys'] = (cut.header['keys'] as unknown[]).slice(0, 1);
        return smooth(cut);
      },
      { reason: 'truncated', seq: 5, truncated: true },
    ],
    ['an older export was put in its place', () => open(early), { reason: 'truncated', seq: 9, truncated: true }],
    [
      'everything after a record was written anew with the stolen key',
      (loot) => {
        put(loot, 8, { ...recordOf(loot, 8), verdict: 'allow', request_hash: sha256Hex('forged') });
        resign(loot, 8);
        return smooth(loot);
      },
      { reason: 'forked', seq: 12, truncated: false },
    ],
    [
      'a record was left out and the rest written anew',
      (loot) => {
        loot.entries.splice(8, 1);
        resign(loot, 8);
        return smooth(loot);
      },
      { reason: 'truncated', seq: 12, truncated: true },
    ],
    [
      'a record was added in the middle and the rest written anew',
      (loot) => {
        loot.entries.splice(8, 0, ...structuredClone(loot.entries.slice(8, 9)));
        resign(loot, 8);
        return smooth(loot);
      },
      { reason: 'forked', seq: 12, truncated: false },
    ],
  ];

  it.each(attacks)('%s', async (_name, attack, { reason, seq, truncated }) => {
    const bytes = pack(attack(open(whole)));
    for (const mode of ['full', 'fast'] as const) {
      expect(await check(bytes, mode, false)).toMatchObject({ chain_intact: true });
      const known = await check(bytes, mode, true);
      expect(known).toMatchObject({ chain_intact: false, reason, first_bad_seq: seq, truncated });
    }
  });

  it('another chain under the same name', async () => {
    const twin = await openTestChain({ key: createEd25519Key() });
    await appendMany(twin, 20);
    const result = await check(await collect(twin.export()), 'full', true);
    expect(result).toMatchObject({ chain_intact: false, reason: 'forked', first_bad_seq: 12 });
  });

  it('a checkpoint of an unknown signer proves nothing and breaks the chain', async () => {
    const forged = open(whole);
    const text = String(forged.header['checkpoint']);
    for (const checkpoint of [
      text.replace('\n13\n', '\n12\n'),
      text.replace('head ', 'head 0').replace(/(head .{64})./, '$1'),
      text.replace('chain-1', 'chain-2'),
      'x',
    ]) {
      const bytes = pack({ ...forged, header: { ...forged.header, checkpoint } });
      expect(await check(bytes, 'full', false)).toMatchObject({ chain_intact: false, reason: 'checkpoint' });
    }
  });

  it('a cosignature of an untrusted witness is ignored', async () => {
    const { result } = await verifyExport([whole], { crypto, mode: 'full', witnesses: [(await aWitness()).key] });
    expect(result).toMatchObject({ chain_intact: true, witnessed_size: null, truncated: 'unknown' });
  });
});

describe('an import pinned by a witness', () => {
  async function takeOver(bytes: Uint8Array) {
    const { parseCheckpoint } = await import('./checkpoint.ts');
    const checkpoint = parseCheckpoint(witnessed);
    if (checkpoint === undefined) throw new Error('not a checkpoint');
    const chain = await openTestChain();
    return { chain, import: () => chain.import([bytes], { witnessed: checkpoint }) };
  }

  it('needs no flag, and is not marked unpinned', async () => {
    const { chain, import: take } = await takeOver(whole);
    expect(await take()).toMatchObject({ imported: 13 });
    expect(chain.unpinned()).toBe(false);
  });

  it('is refused when it ends earlier, or has another history', async () => {
    await expect((await takeOver(early)).import()).rejects.toMatchObject({ code: 'shorter', detail: { seq: 9 } });
    const loot = open(whole);
    put(loot, 8, { ...recordOf(loot, 8), request_hash: sha256Hex('forged') });
    resign(loot, 8);
    const forked = await takeOver(pack(smooth(loot)));
    await expect(forked.import()).rejects.toMatchObject({ code: 'forked', detail: { seq: 12 } });
    expect(forked.chain.size()).toBe(0);
  });
});

it('the attestation hash of the fixture is that of the records', () => {
  expect(recordOf(open(whole), 0).attestation_hash).toBe(attestationHash);
});
