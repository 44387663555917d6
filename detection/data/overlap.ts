/** The overlap gate: rows that a model was trained on are never measured. */
import { normalFormHash } from './normal-form.ts';
import type { Row } from './row.ts';

/** Hashes of a model's training rows. */
export interface TrainedRows {
  readonly size: number;
  has(text: string): boolean;
}

export interface OverlapSplit {
  readonly kept: readonly Row[];
  readonly overlapping: readonly Row[];
}

/** Hashes training rows. */
export function collectTrainedRows(rows: readonly Pick<Row, 'text'>[]): TrainedRows {
  return toTrainedRows(new Set(rows.map(({ text }) => shortHash(text))));
}

/** Separates rows that were trained on from others. */
export function splitOverlap(rows: readonly Row[], trained: TrainedRows): OverlapSplit {
  const kept: Row[] = [];
  const overlapping: Row[] = [];
  for (const row of rows) (trained.has(row.text) ? overlapping : kept).push(row);
  return { kept, overlapping };
}

/** Keeps rows without a normal form of the others: sets of different names quote each other. */
export function withoutOverlap<T extends Pick<Row, 'text'>>(
  rows: readonly T[],
  others: readonly Pick<Row, 'text'>[],
): T[] {
  const forms = new Set(others.map(({ text }) => normalFormHash(text)));
  return rows.filter(({ text }) => !forms.has(normalFormHash(text)));
}

/** @throws Error with counts and sources if measurement rows were trained on. */
export function assertNoOverlap(auditor: string, training: readonly Row[], development: readonly Row[]): void {
  const trainedSources = new Map(training.map(({ text, source }) => [normalFormHash(text), source]));
  const pairs = new Map<string, number>();
  for (const { text, source } of development) {
    const trainedIn = trainedSources.get(normalFormHash(text));
    if (trainedIn === undefined) continue;
    const pair = `${source} (trained on in ${trainedIn})`;
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
  }
  if (pairs.size === 0) return;
  const total = [...pairs.values()].reduce((sum, count) => sum + count, 0);
  const list = [...pairs].map(([pair, count]) => `${count} of ${pair}`).join(', ');
  throw new Error(`${auditor}: ${total} development rows were trained on: ${list}`);
}

/** Counts the rows of each source, sorted by source. */
export function countBySource(rows: readonly Pick<Row, 'source'>[]): [source: string, count: number][] {
  const counts = new Map<string, number>();
  for (const { source } of rows) counts.set(source, (counts.get(source) ?? 0) + 1);
  return [...counts].toSorted(([left], [right]) => (left < right ? -1 : 1));
}

/** 48 bits: with 50,000 trained rows, one false hit in five billion rows. */
const hashBytes = 6;

/** Encodes the hash file beside the code (6 bytes per row, sorted), so that a measurement needs no data folder. */
export function encodeTrainedRows(rows: readonly Pick<Row, 'text'>[]): Uint8Array {
  const hashes = [...new Set(rows.map(({ text }) => shortHash(text)))].toSorted();
  return Buffer.from(hashes.join(''), 'hex');
}

/** @throws Error for a truncated file. */
export function decodeTrainedRows(bytes: Uint8Array): TrainedRows {
  if (bytes.length % hashBytes !== 0) throw new Error('the list of trained rows was cut');
  const hex = Buffer.from(bytes).toString('hex');
  const hashes = new Set<string>();
  for (let at = 0; at < hex.length; at += hashBytes * 2) hashes.add(hex.slice(at, at + hashBytes * 2));
  return toTrainedRows(hashes);
}

function toTrainedRows(hashes: ReadonlySet<string>): TrainedRows {
  return { size: hashes.size, has: (text) => hashes.has(shortHash(text)) };
}

function shortHash(text: string): string {
  return normalFormHash(text).slice(0, hashBytes * 2);
}
