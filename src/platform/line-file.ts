/**
 * An append-only file of lines that a killed process leaves readable. Writes are not synced: they survive the death of
 * the process, but not always a power loss. The line after one that was written in part begins a new line.
 */
import { closeSync, fstatSync, ftruncateSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs';

export interface LineFile {
  /** Lines that were there when it was opened, without empty ones. The last one may be torn. */
  readonly lines: readonly string[];
  /** Adds one line, which ends in a line feed. @throws Error when the disk did not take it whole. */
  append(line: string): void;
  /** True once it has grown beyond its bound, and `rewrite` is due. */
  isLarge(): boolean;
  /** Replaces everything: after a crash the file has either the old or the new lines. @throws Error when it cannot. */
  rewrite(lines: readonly string[]): void;
  /** May be called repeatedly; nothing is written after it. */
  close(): void;
}

export interface LineFileOptions {
  /** Bytes beyond which it is large, or twice what was last left in it, whichever is more. */
  readonly maxBytes: number;
  /** Writes to an open file and gives the number of bytes that the disk took; by default that of the system. */
  readonly write?: (file: number, bytes: Uint8Array) => number;
}

/** Opens the file, or makes it with mode 0600. @throws Error when it cannot be opened or read. */
export function openLineFile(path: string, { maxBytes, write = writeSync }: LineFileOptions): LineFile {
  let file = openSync(path, 'a+', 0o600);
  const found = readFileSync(path, 'utf8');
  let size = fstatSync(file).size;
  let limit = maxBytes;
  let isTorn = found !== '' && !found.endsWith('\n');
  let isClosed = false;

  const writeWhole = (to: number, text: string): number => {
    const bytes = Buffer.from(text, 'utf8');
    if (write(to, bytes) !== bytes.length) throw new Error('the disk wrote only a part of it');
    return bytes.length;
  };
  const assertOpen = (): void => {
    // After a close the system may give the file number to another file.
    if (isClosed) throw new Error('the file is closed');
  };
  /** Gives the number of the new file, which has taken the place of the old one. */
  const replace = (text: string): number => {
    const next = `${path}.next`;
    rmSync(next, { force: true });
    const fresh = openSync(next, 'ax', 0o600);
    try {
      const written = writeWhole(fresh, text);
      renameSync(next, path);
      size = written;
      return fresh;
    } catch (error) {
      closeSync(fresh);
      rmSync(next, { force: true });
      throw error;
    }
  };

  return {
    lines: found.split('\n').filter((line) => line !== ''),
    append(line) {
      assertOpen();
      const text = isTorn ? `\n${line}` : line;
      isTorn = true;
      size += writeWhole(file, text);
      isTorn = false;
    },
    isLarge: () => size > limit,
    rewrite(lines) {
      assertOpen();
      if (lines.length === 0) {
        ftruncateSync(file);
        size = 0;
      } else {
        const before = file;
        file = replace(lines.join(''));
        closeSync(before);
      }
      limit = Math.max(maxBytes, 2 * size);
      isTorn = false;
    },
    close() {
      if (isClosed) return;
      isClosed = true;
      closeSync(file);
    },
  };
}
