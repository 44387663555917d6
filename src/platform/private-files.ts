/** Makes a folder of ours and everything in it private: folders 0700, files 0600. */
import { constants } from 'node:fs';
import { lstat, open, readdir, realpath } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { AppError } from './errors.ts';

/** An entry that was not private. */
export interface FoundOpen {
  /** Relative to the folder; empty for the folder itself. */
  readonly name: string;
  /** `mended`, or why it stays as it is. */
  readonly outcome: 'mended' | 'not_ours' | 'link';
}

const forOthers = 0o077;
const sticky = 0o1000;

/** Makes everything below the folder private, and lists what was not. Links below the folder are not followed. */
export async function makePrivate(folder: string): Promise<FoundOpen[]> {
  // Windows has no such modes; files there belong to the user who makes them.
  if (process.platform === 'win32') return [];
  const root = await realpath(folder);
  const found: FoundOpen[] = [];
  // The folder first: the content of a private folder is out of reach while the rest is being changed.
  const pending = [''];
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    const kind = await repairEntry(root, name, found);
    if (kind !== 'folder') continue;
    const entries = await ignoreMissing(readdir(join(root, name)));
    pending.push(...(entries ?? []).map((entry) => join(name, entry)));
  }
  return found;
}

/** @throws AppError `config` for a folder that also holds other things, whose modes must not change */
export async function assertOwnFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const root = await realpath(folder);
  const isShared = ((await lstat(root)).mode & sticky) !== 0;
  if (!isShared && root !== homedir() && dirname(root) !== root) return;
  const detail = `the data folder ${folder} has other files too: set ASSAY_DATA_DIR to a folder of its own`;
  throw new AppError('config', detail, { detail });
}

const sentences: Readonly<Record<FoundOpen['outcome'], (names: string) => string>> = {
  mended: (names) => `other users of this machine could open ${names}; the permissions were corrected`,
  not_ours: (names) => `another user owns ${names}: take ownership (chown) or remove it`,
  link: (names) => `${names} is a link: check the permissions of its target`,
};

/** Describes the findings and the next step. */
export function describeFound(folder: string, found: readonly FoundOpen[]): string {
  const parts = (['mended', 'not_ours', 'link'] as const).flatMap((outcome) => {
    const names = found.filter((each) => each.outcome === outcome).map(({ name }) => name || 'the folder itself');
    return names.length === 0 ? [] : [sentences[outcome](list(names))];
  });
  return `data folder ${folder}: ${parts.join('; ')}`;
}

async function repairEntry(root: string, name: string, found: FoundOpen[]): Promise<'folder' | 'other'> {
  const path = join(root, name);
  const status = await ignoreMissing(lstat(path));
  if (status === undefined) return 'other';
  if (status.isSymbolicLink()) {
    found.push({ name, outcome: 'link' });
    return 'other';
  }
  const isFolder = status.isDirectory();
  if (!isFolder && !status.isFile()) return 'other';
  const isOurs = status.uid === process.getuid?.();
  const isOpen = (status.mode & forOthers) !== 0;
  const isRepaired = !isOpen || (await closeEntry(path, isFolder));
  if (!isRepaired || (!isOurs && status.uid !== 0)) found.push({ name, outcome: 'not_ours' });
  else if (isOpen) found.push({ name, outcome: 'mended' });
  return isFolder ? 'folder' : 'other';
}

/** Uses a handle, because a name could have become a link meanwhile. False for an entry of another user. */
async function closeEntry(path: string, isFolder: boolean): Promise<boolean> {
  const kind = isFolder ? constants.O_DIRECTORY : constants.O_NONBLOCK;
  try {
    const handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | kind);
    try {
      const { mode } = await handle.stat();
      await handle.chmod(mode & 0o7777 & ~forOthers);
    } finally {
      await handle.close();
    }
    return true;
  } catch (error) {
    if (hasCode(error, ['ENOENT'])) return true;
    if (hasCode(error, ['EPERM', 'EACCES', 'ELOOP', 'ENOTDIR', 'EROFS'])) return false;
    throw error;
  }
}

async function ignoreMissing<Value>(result: Promise<Value>): Promise<Value | undefined> {
  try {
    return await result;
  } catch (error) {
    // Another process may remove its temporary files meanwhile; a folder of another user cannot be listed.
    if (hasCode(error, ['ENOENT', 'EACCES'])) return undefined;
    throw error;
  }
}

function hasCode(error: unknown, codes: readonly string[]): boolean {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined;
  return typeof code === 'string' && codes.includes(code);
}

const shownNames = 5;

function list(names: readonly string[]): string {
  const shown = names.slice(0, shownNames).join(', ');
  return names.length > shownNames ? `${shown} and ${names.length - shownNames} more` : shown;
}
