/** The data folder of training and evaluation: reads its files and records what was read. */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface ReadFile {
  /** Within the data folder, with forward slashes. */
  readonly path: string;
  readonly sha256: string;
  /** Number of rows taken from it; 0 if not reported. */
  readonly rows: number;
}

export interface DataFolder {
  /** Reads a file. @throws Error naming a missing file. */
  read(path: string): Promise<string>;
  /** Reports the number of rows of a file, for the model card. */
  countRows(path: string, rows: number): void;
  /** Names in a folder, sorted. */
  list(path: string): Promise<string[]>;
  /** Every file read so far, in order of path. */
  filesRead(): ReadFile[];
}

/** Opens the folder; nothing is read yet. */
export function openDataFolder(root: string): DataFolder {
  const files = new Map<string, string>();
  const counts = new Map<string, number>();
  return {
    async read(path) {
      const bytes = await readFile(join(root, path));
      files.set(path, createHash('sha256').update(bytes).digest('hex'));
      return bytes.toString('utf8');
    },
    countRows: (path, rows) => void counts.set(path, rows),
    list: async (path) => (await readdir(join(root, path))).sort(),
    filesRead: () =>
      [...files]
        .sort(([left], [right]) => (left < right ? -1 : 1))
        .map(([path, sha256]) => ({ path, sha256, rows: counts.get(path) ?? 0 })),
  };
}
