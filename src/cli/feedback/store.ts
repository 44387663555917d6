/** The marks on this machine: one line of JSON each in the data folder, readable by its owner only. */
import { open } from 'node:fs/promises';
import { openDataDir } from '../../platform/data-dir.ts';
import type { CommandIo } from '../command.ts';
import { entryKey, type FeedbackEntry, isFeedbackEntry } from './entry.ts';
import { looseJson } from './loose-json.ts';

export const feedbackFile = 'feedback.jsonl';

export interface FeedbackList {
  /** Newest last; of two marks of the same claim the later one. */
  readonly entries: readonly FeedbackEntry[];
  /** Lines that cannot be read, e.g. one that a full disk truncated. */
  readonly brokenLines: readonly number[];
}

export interface FeedbackStore {
  /** Absolute path of the file. */
  readonly path: string;
  /** Appends a mark; it is on disk when this returns. */
  add(entry: FeedbackEntry): Promise<void>;
  list(): Promise<FeedbackList>;
}

/** Opens the store in the data folder of the environment. */
export async function openFeedback({ env }: CommandIo): Promise<FeedbackStore> {
  const dataDir = await openDataDir(env['ASSAY_DATA_DIR'] || '.assay');
  const path = dataDir.file(feedbackFile);
  return {
    path,
    add: (entry) => appendLine(path, JSON.stringify(entry)),
    async list() {
      const bytes = await dataDir.read(feedbackFile);
      return parseFeedback(bytes?.toString('utf8') ?? '');
    },
  };
}

/** Reads the file's text. */
export function parseFeedback(text: string): FeedbackList {
  const entries = new Map<string, FeedbackEntry>();
  const brokenLines: number[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const value = looseJson.parse(line);
    if (isFeedbackEntry(value)) {
      // Deleted first, so that the later mark also gets the later position.
      entries.delete(entryKey(value));
      entries.set(entryKey(value), value);
    } else {
      brokenLines.push(index + 1);
    }
  }
  return { entries: [...entries.values()], brokenLines };
}

/** One write per line, so that two concurrent commands cannot mix theirs. A truncated line is ended first. */
async function appendLine(path: string, line: string): Promise<void> {
  const handle = await open(path, 'a+', 0o600);
  try {
    // The file holds texts of users, even if another program created it.
    await handle.chmod(0o600);
    const { size } = await handle.stat();
    const last = Buffer.alloc(1);
    if (size > 0) await handle.read(last, 0, 1, size - 1);
    const isCut = size > 0 && last[0] !== 0x0a;
    await handle.writeFile(`${isCut ? '\n' : ''}${line}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
