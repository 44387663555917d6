/**
 * Brings each change of the remembered responses to the disk. INVARIANT: the file has no response that the process has
 * dropped or replaced; where such a change cannot be written, the file is emptied, and what it had is not found after a
 * restart.
 */
import { type LineFile, openLineFile } from '../../platform/line-file.ts';
import type { Logger } from '../../platform/log.ts';

export interface MadeDisk {
  /** `isChange`: the line changes what an earlier one says. Never throws. */
  note(line: string, kind: { readonly isChange: boolean }): void;
}

export interface MadeDiskOptions {
  readonly now: () => number;
  readonly log: Logger;
  /** Everything that is remembered, oldest first. */
  readonly lines: () => readonly string[];
}

/** Beyond this size the file is written anew. */
const maxBytes = 4 * 1024 * 1024;

/** Opens or makes the file; `undefined` where that fails, and what is made is then forgotten at the end. */
export function openMadeFile(path: string, log: Logger): LineFile | undefined {
  try {
    return openLineFile(path, { maxBytes });
  } catch (error) {
    log.error({ err: error }, 'the file of remembered responses cannot be used: none is found after a restart');
    return undefined;
  }
}

/** A disk that refused is not tried again before this time. */
const pauseMs = 1_000;

/** Writes the file anew first, without what is over or damaged. */
export function keepOnDisk(file: LineFile | undefined, { now, log, lines }: MadeDiskOptions): MadeDisk {
  if (file === undefined) return { note() {} };
  /** The time from which the whole is to be written, because a line is missing. */
  let behindUntilMs: number | undefined;

  const empty = (): void => {
    try {
      file.rewrite([]);
    } catch (error) {
      log.error({ err: error }, 'the file of remembered responses can neither be written nor emptied: remove it');
    }
  };
  const fail = (error: unknown): void => {
    if (behindUntilMs === undefined) {
      log.error({ err: error }, 'responses made now are not found after a restart: they cannot be written to the disk');
    }
    behindUntilMs = now() + pauseMs;
  };
  const attempt = (write: () => void): boolean => {
    try {
      write();
      behindUntilMs = undefined;
      return true;
    } catch (error) {
      fail(error);
      return false;
    }
  };

  attempt(() => file.rewrite(lines()));
  return {
    note(line, { isChange }) {
      const isPausing = behindUntilMs !== undefined && now() < behindUntilMs;
      const isWhole = behindUntilMs !== undefined || file.isLarge();
      const isWritten = !isPausing && attempt(() => (isWhole ? file.rewrite(lines()) : file.append(line)));
      if (!isWritten && isChange) empty();
    },
  };
}
