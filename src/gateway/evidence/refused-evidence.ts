/**
 * Lists the Evidence that the verifier refused; none of it is dropped. The receipt log keeps the Evidence itself; this
 * file records which was refused and why, so that an operator can fix the reason and send it again.
 */
import { open } from 'node:fs/promises';
import { Compile } from 'typebox/compile';
import { type RefusedEvidence, RefusedEvidenceSchema } from '../../contract/refused-evidence.ts';
import type { DataDir } from '../../platform/data-dir.ts';
import type { Logger } from '../../platform/log.ts';

export interface RefusedEvidenceStore {
  /** Oldest first. */
  list(): readonly RefusedEvidence[];
  has(seq: number): boolean;
  /** Durable when it resolves; an entry of the same receipt is replaced. */
  add(entries: readonly RefusedEvidence[]): Promise<void>;
  /** Removes entries by the numbers of their receipts, because the verifier has accepted that Evidence. */
  remove(seqs: readonly number[]): Promise<void>;
}

/** The file in the data folder of the gateway, one JSON object on each line. */
export const refusedFile = 'refused-evidence.jsonl';
const check = Compile(RefusedEvidenceSchema);

/** Reads the entries from before this start. */
export async function openRefusedEvidence(dataDir: DataDir, log: Logger): Promise<RefusedEvidenceStore> {
  const entries = new Map<number, RefusedEvidence>();
  const known = (await dataDir.read(refusedFile))?.toString('utf8') ?? '';
  for (const entry of readLines(known, dataDir.file(refusedFile), log)) entries.set(entry.seq, entry);
  let writing: Promise<void> = Promise.resolve();

  const inTurn = (write: () => Promise<void>): Promise<void> => {
    writing = writing.then(write, write);
    return writing;
  };

  return {
    list: () => [...entries.values()],
    has: (seq) => entries.has(seq),
    async add(refused) {
      if (refused.length === 0) return;
      for (const entry of refused) entries.set(entry.seq, entry);
      await inTurn(() => append(dataDir.file(refusedFile), printLines(refused)));
    },
    async remove(seqs) {
      if (seqs.length === 0) return;
      for (const seq of seqs) entries.delete(seq);
      await inTurn(() => dataDir.write(refusedFile, printLines([...entries.values()])));
    },
  };
}

function printLines(entries: readonly RefusedEvidence[]): string {
  return entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');
}

async function append(path: string, text: string): Promise<void> {
  const file = await open(path, 'a', 0o600);
  try {
    await file.write(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Logs a malformed line (a write cut off by a crash): its Evidence is sent again anyway. */
function readLines(text: string, path: string, log: Logger): RefusedEvidence[] {
  return text.split('\n').flatMap((line) => {
    if (line === '') return [];
    const entry = parseLine(line);
    if (entry === undefined) log.warn({ file: path }, 'a line of the refused Evidence cannot be read and is skipped');
    return entry ?? [];
  });
}

function parseLine(line: string): RefusedEvidence | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return check.Check(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
