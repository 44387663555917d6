/** The folder of all persistent data. Only its owner can read it; files change atomically. */
import { randomUUID } from 'node:crypto';
import { link, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import { assertOwnFolder, describeFound, type FoundOpen, makePrivate } from './private-files.ts';

export interface DataDir {
  readonly path: string;
  /** Gives the absolute path of a name inside the folder. */
  file(name: string): string;
  /** Reads a file; `undefined` if it does not exist. */
  read(name: string): Promise<Buffer | undefined>;
  /** Replaces a file: after a crash it has either the old or the new content. Mode 0600, synced. */
  write(name: string, data: string | Uint8Array): Promise<void>;
  /** Writes a file only if it does not exist, and returns its content. Of two racing processes one wins. */
  writeOnce(name: string, make: () => string | Uint8Array): Promise<Buffer>;
}

/** Folder of the embedded database inside the data folder. */
export const databaseFolder = 'db';

/**
 * Opens or creates the data folder and makes it private: folders 0700, files 0600.
 *
 * @throws AppError `config` for a folder that also holds other things, such as /tmp
 */
export async function openDataDir(
  path: string,
  warn: (message: string) => void = (message) => process.emitWarning(message),
): Promise<DataDir> {
  const root = resolve(path);
  await mkdir(root, { recursive: true, mode: 0o700 });
  await assertOwnFolder(root);
  const found = withoutOwnMaking(await makePrivate(root));
  if (found.length > 0) warn(describeFound(root, found));
  const file = (name: string) => join(root, name);

  const read = async (name: string): Promise<Buffer | undefined> => {
    try {
      return await readFile(file(name));
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  };

  return {
    path: root,
    file,
    read,
    write: (name, data) => writeFileAtomic(file(name), data),
    async writeOnce(name, make) {
      const known = await read(name);
      if (known !== undefined) return known;
      await linkNewFile(file(name), make());
      const written = await read(name);
      if (written === undefined) throw new Error(`${name} disappeared from the data folder while it was created`);
      return written;
    },
  };
}

/** Drops files of the embedded database, which creates open ones. Its private folder already protects them. */
function withoutOwnMaking(found: readonly FoundOpen[]): readonly FoundOpen[] {
  if (found.some(({ name }) => name === '' || name === databaseFolder)) return found;
  return found.filter(({ name, outcome }) => outcome !== 'mended' || !name.startsWith(databaseFolder + sep));
}

/** Writes beside the target, syncs, renames and syncs the folder. */
export async function writeFileAtomic(path: string, data: string | Uint8Array): Promise<void> {
  const temporary = await writeTemporary(path, data);
  try {
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await syncFolder(dirname(path));
}

async function linkNewFile(path: string, data: string | Uint8Array): Promise<void> {
  const temporary = await writeTemporary(path, data);
  try {
    await link(temporary, path);
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  } finally {
    await rm(temporary, { force: true });
  }
  await syncFolder(dirname(path));
}

async function writeTemporary(path: string, data: string | Uint8Array): Promise<string> {
  const temporary = `${path}.${randomUUID()}.tmp`;
  const handle = await open(temporary, 'wx', 0o600);
  try {
    await handle.writeFile(data);
    await handle.sync();
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
  return temporary;
}

async function syncFolder(path: string): Promise<void> {
  // Windows cannot open a folder; its renames are durable without this.
  if (process.platform === 'win32') return;
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function isMissing(error: unknown): boolean {
  return hasCode(error, 'ENOENT');
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
