/**
 * The tamper matrix on a chain: every way to change a history, on records, exports, imports and the disk; all must be detected.
 */
import { createEd25519Key, nodeProofCrypto, type SigningKey, sha256Hex } from '@assay/sdk/crypto';
import {
  hashRecord,
  parseRecord,
  ReceiptError,
  type ReceiptRecord,
  recordBytes,
  signRecords,
  type VerifyMode,
  verifyReceipts,
} from '@assay/sdk/receipts';
import type { ReceiptEntry } from '../../sdk/src/receipts/entry.ts';
import { createFakeFileSystem, type FakeFileSystem } from '../../sdk/src/receipts/file-system.fake.ts';
import { appendMany, collect, openTestChain, startOfTime } from '../../sdk/src/receipts/receipts.fixture.ts';
import type { Answer, Check, Task } from './check.ts';
import { once } from './subjects/subject.ts';

interface History {
  readonly disk: FakeFileSystem;
  readonly keys: readonly SigningKey[];
  readonly entries: readonly ReceiptEntry[];
  readonly early: Uint8Array;
  readonly late: Uint8Array;
  readonly head: string;
}

const epochs = 3;
const perEpoch = 5;
const small = { segmentBytes: 3000 };

export const historyOnce = once(() => writeHistory('chain-1'));
const foreignOnce = once(() => writeHistory('chain-2'));

export const tamperChecks: readonly Check[] = [
  { name: 'tamper.records', wrongText: 'not found', shards: 1, run: tamperRecords },
  { name: 'tamper.imports', wrongText: 'not found', shards: 1, run: tamperImports },
  { name: 'tamper.disk', wrongText: 'not found', shards: 2, run: tamperDisk },
];

async function writeHistory(chainId: string): Promise<History> {
  const disk = createFakeFileSystem();
  const keys: SigningKey[] = [];
  let early = new Uint8Array();
  for (let epoch = 0; epoch < epochs; epoch += 1) {
    const key = createEd25519Key();
    keys.push(key);
    const chain = await openTestChain({ fileSystem: disk, chainId, key, clock: () => startOfTime + epoch, ...small });
    await appendMany(chain, perEpoch - 1, epoch * perEpoch);
    if (epoch === 1) early = Uint8Array.from(await collect(chain.export()));
    await chain.close();
  }
  const chain = await openTestChain({ fileSystem: disk, chainId, ...small });
  const stored = await chain.read({ fromSeq: 0, limit: 99 });
  const late = await collect(chain.export());
  const head = chain.head();
  await chain.close();
  if (head === null || stored.length !== epochs * perEpoch) throw new Error('the history is not what was written');
  const entries = stored.map(({ record, signature, attachment }) =>
    attachment === undefined ? { record, signature } : { record, signature, attachment },
  );
  return { disk, keys, entries, early, late, head };
}

/** In both modes, with and without knowing the chain's last state. */
export async function tryEntries(
  name: string,
  entries: readonly ReceiptEntry[],
  { tally }: Task,
  pinned: boolean,
  modes: readonly VerifyMode[] = ['full', 'fast'],
): Promise<void> {
  const { head, entries: honest } = await historyOnce();
  const pin = pinned ? { pin: { size: honest.length, head } } : {};
  for (const mode of modes) {
    await tally.try(
      () => `${name} (${mode}${pinned ? ', pinned' : ''})`,
      async () => {
        const result = await verifyReceipts([...entries], {
          crypto: nodeProofCrypto,
          mode,
          chainId: 'chain-1',
          ...pin,
        });
        return result.chain_intact ? 'wrong' : 'held';
      },
    );
  }
}

async function tamperRecords(task: Task): Promise<void> {
  const { entries, keys } = await historyOnce();
  const foreign = (await foreignOnce()).entries;
  const at = (list: readonly ReceiptEntry[], index: number) => list.slice(index, index + 1);
  for (const [seq, entry] of entries.entries()) {
    for (const [member, change] of editsOf(readEntry(entry))) {
      const record = recordBytes(change);
      await tryEntries(`record ${seq}, another ${member}`, entries.with(seq, { ...entry, record }), task, false);
    }
    await tryEntries(
      `signature ${seq} of another record`,
      entries.with(seq, { ...entry, signature: otherSignature(entries, seq) }),
      task,
      true,
      // Fast mode checks one signature of each epoch, and reports that.
      ['full'],
    );
    await tryEntries(
      `evidence of record ${seq}`,
      entries.with(seq, { ...entry, attachment: Buffer.from('other') }),
      task,
      false,
    );
    await tryEntries(`record ${seq} left out`, entries.toSpliced(seq, 1), task, true);
    await tryEntries(`record ${seq} twice`, entries.toSpliced(seq, 0, entry), task, false);
    await tryEntries(`record ${seq} of another chain`, entries.with(seq, foreign[seq] ?? entry), task, false);
    await tryEntries(
      `record ${seq} of another chain inserted`,
      entries.toSpliced(seq, 0, ...at(foreign, seq)),
      task,
      false,
    );
    await tryEntries(
      `another chain from record ${seq} on`,
      [...entries.slice(0, seq), ...foreign.slice(seq)],
      task,
      false,
    );
    await tryEntries(`cut before record ${seq}`, entries.slice(0, seq), task, true);
    await tryEntries(`forked at record ${seq} with the stolen keys`, forkAt(entries, keys, seq), task, true);
    for (let other = seq + 1; other < entries.length; other += 1) {
      const swapped = entries.with(seq, entries[other] ?? entry).with(other, entry);
      await tryEntries(`records ${seq} and ${other} swapped`, swapped, task, false);
    }
  }
}

function readEntry({ record }: ReceiptEntry): ReceiptRecord {
  const parsed = parseRecord(record);
  if (parsed === undefined) throw new Error('a sound record does not parse');
  return parsed;
}

/** Changes each member to another value of its type; the signature must detect what nothing else does. */
function* editsOf(record: ReceiptRecord): Generator<[string, ReceiptRecord]> {
  for (const [member, value] of Object.entries(record)) {
    yield [member, { ...record, [member]: otherValue(member, value) }];
  }
}

function otherValue(member: string, value: unknown): unknown {
  if (typeof value === 'number') return value + 1;
  if (Array.isArray(value)) return [...value, 'zz'];
  if (typeof value !== 'string') return 'other';
  if (member === 'ts') return new Date(Date.parse(value) + 1000).toISOString();
  if (/^[0-9a-f]{64}$/.test(value)) return sha256Hex('other');
  return value.startsWith('sha256:') ? `sha256:${sha256Hex('other')}` : `${value}x`;
}

function otherSignature(entries: readonly ReceiptEntry[], seq: number): Uint8Array {
  return entries[seq === 0 ? 1 : seq - 1]?.signature ?? new Uint8Array(64);
}

/** The rest of the chain rewritten by somebody who holds every key. */
function forkAt(entries: readonly ReceiptEntry[], keys: readonly SigningKey[], seq: number): ReceiptEntry[] {
  const forked = entries.slice(0, seq);
  let previous =
    seq === 0 ? undefined : readEntry(entries[seq - 1] ?? { record: new Uint8Array(), signature: new Uint8Array() });
  for (const [index, entry] of entries.entries()) {
    const key = keys[Math.floor(index / perEpoch)];
    if (index < seq || key === undefined) continue;
    const own = readEntry(entry);
    const link = previous === undefined ? {} : { prev_hash: Buffer.from(hashRecord(previous)).toString('hex') };
    const ends =
      own.prev_head === undefined || previous === undefined ? {} : { prev_head: link.prev_hash ?? own.prev_head };
    const record: ReceiptRecord = { ...own, ...link, ...ends, latency_ms: own.latency_ms + 1 };
    const [signature = new Uint8Array()] = signRecords(key, [record]);
    forked.push({ ...entry, record: recordBytes(record), signature });
    previous = record;
  }
  return forked;
}

/** An older or different history never replaces a newer one. */
async function tamperImports(task: Task): Promise<void> {
  const { disk, early, late } = await historyOnce();
  const { late: foreign } = await foreignOnce();
  const lines = Buffer.from(late).toString().trimEnd().split('\n');
  const offers: [string, Uint8Array][] = [
    ['an older export', early],
    ['an export of another chain', foreign],
    ...lines.map((_, count): [string, Uint8Array] => [
      `an export of ${count} lines`,
      Buffer.from(lines.slice(0, count).join('\n')),
    ]),
    ...lines
      .slice(1)
      .map((_, index): [string, Uint8Array] => [
        `an export without line ${index + 2}`,
        Buffer.from(lines.toSpliced(index + 1, 1).join('\n')),
      ]),
  ];
  for (const [name, bytes] of offers) {
    await task.tally.try(
      () => name,
      () => offerImport(disk.clone(), bytes),
    );
  }
}

export async function offerImport(disk: FakeFileSystem, bytes: Uint8Array): Promise<Answer> {
  const { head } = await historyOnce();
  const chain = await openTestChain({ fileSystem: disk, ...small });
  try {
    await chain.import([bytes], { allowUnpinned: true });
    return 'wrong';
  } catch (error) {
    if (!(error instanceof ReceiptError)) throw error;
    return chain.head() === head ? 'held' : 'wrong';
  } finally {
    await chain.close();
  }
}

/** An attacker with disk access: bytes, lengths, names, whole files, and an older copy of each. */
async function tamperDisk(task: Task): Promise<void> {
  const { disk } = await historyOnce();
  const stride = { quick: 97, default: 5, full: 1 }[task.depth];
  const paths = disk.paths();
  let index = 0;
  const attempt = async (name: string, path: string, change: (copy: FakeFileSystem) => void) => {
    index += 1;
    if (index % task.shards !== task.shard) return;
    await task.tally.try(
      () => `${path}: ${name}`,
      () => reopen(path, change),
    );
  };
  for (const path of paths) {
    const { length } = disk.contents(path);
    for (let at = 0; at < length; at += stride) {
      await attempt(`byte ${at}`, path, (copy) =>
        copy.tamper(path, (bytes) => bytes.map((byte, place) => (place === at ? byte ^ (1 << (at % 8)) : byte))),
      );
      await attempt(`cut at ${at}`, path, (copy) => copy.tamper(path, (bytes) => bytes.slice(0, at)));
    }
    for (const other of paths) {
      if (other === path || !path.endsWith('.seg') || !other.endsWith('.seg')) continue;
      await attempt(`holds what ${other} holds`, path, (copy) => copy.tamper(path, () => disk.contents(other)));
    }
  }
}

const noEffect = 'files that only speed up a start, made anew from the log';

/** Refused at the start, detected by a verification, or without effect on the history; otherwise undetected. */
export async function reopen(path: string, change: (copy: FakeFileSystem) => void): Promise<Answer> {
  const { disk, head, entries } = await historyOnce();
  const copy = disk.clone();
  change(copy);
  let chain: Awaited<ReturnType<typeof openTestChain>>;
  try {
    chain = await openTestChain({ fileSystem: copy, ...small });
  } catch (error) {
    if (error instanceof ReceiptError) return 'held';
    throw error;
  }
  try {
    const isSame = chain.head() === head && chain.size() === entries.length;
    if (!(await chain.verify()).chain_intact) return 'held';
    return isSame && !path.endsWith('.seg') ? { exempt: noEffect } : 'wrong';
  } finally {
    await chain.close();
  }
}
