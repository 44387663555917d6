/**
 * Temporary files of models during their scan, in a folder of the data folder. Each is removed after its scan. The file name
 * identifies the process, so that a later process finds what a killed one left.
 */
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256Hex } from '@assay/sdk/crypto';
import type { Clock } from '../../../../platform/clock.ts';

export interface TemporaryFiles {
  /** Gives a unique path for a file with the extension of this name, and creates the folder. */
  pathFor(name: string): string;
  /** Removes files of processes that no longer exist. Returns how many. */
  clear(): Promise<number>;
}

export interface ProcessMark {
  readonly hostname: string;
  readonly pid: number;
  /** Differs after a restart, even with the same host and process number. */
  readonly nonce: string;
}

export interface TemporaryFilesDeps {
  readonly folder: string;
  readonly mark: ProcessMark;
  readonly isAlive: (pid: number) => boolean;
  readonly clock: Clock;
}

/** Age limit for files of another host, or of a live process of this host: no scan takes that long. */
const keepMs = 24 * 60 * 60 * 1000;
const fileForm = /^([0-9a-f]{12})-(\d{1,10})-([0-9a-f]{16})-\d{1,10}\.[a-z0-9]{1,16}$/;

export function createTemporaryFiles({ folder, mark, isAlive, clock }: TemporaryFilesDeps): TemporaryFiles {
  const host = sha256Hex(mark.hostname).slice(0, 12);
  let count = 0;

  const isLeft = async (name: string): Promise<boolean> => {
    const [, ownHost, pid = '', nonce] = fileForm.exec(name) ?? [];
    if (ownHost === host && nonce === mark.nonce) return false;
    if (ownHost === host && (Number(pid) === mark.pid || !isAlive(Number(pid)))) return true;
    const found = await stat(join(folder, name)).catch(orMissing);
    return found !== undefined && clock.now() - found.mtimeMs > keepMs;
  };

  return {
    pathFor(name) {
      count += 1;
      const [, extension = 'bin'] = /\.([a-z0-9]{1,16})$/i.exec(name) ?? [];
      return join(folder, `${host}-${mark.pid}-${mark.nonce}-${count}.${extension.toLowerCase()}`);
    },
    async clear() {
      const names = (await readdir(folder).catch(orMissing)) ?? [];
      let removed = 0;
      for (const name of names) {
        if (!(await isLeft(name))) continue;
        await rm(join(folder, name), { force: true, recursive: true });
        removed += 1;
      }
      return removed;
    },
  };
}

function orMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT') return undefined;
  throw error;
}
