/**
 * Where bytes of models lie while they are looked through: a folder of the data folder, in which no file outlives its
 * look. The name of a file says which process made it, so that what a killed one left is found by the next one.
 */
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256Hex } from '@assay/sdk/crypto';
import type { Clock } from '../../../platform/clock.ts';

export interface TemporaryFiles {
  /** A path that nobody else has, for a file with the extension of this name; the folder is there. */
  pathFor(name: string): string;
  /** Removes what processes left that are no more; how many. */
  clear(): Promise<number>;
}

export interface ProcessMark {
  readonly hostname: string;
  readonly pid: number;
  /** Another one after a restart, even with the same host and number. */
  readonly nonce: string;
}

export interface TemporaryFilesDeps {
  readonly folder: string;
  readonly mark: ProcessMark;
  readonly isAlive: (pid: number) => boolean;
  readonly clock: Clock;
}

/** Of another host, or of a process of this host that lives: no look takes that long. */
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
