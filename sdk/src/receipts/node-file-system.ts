/** The real disk. */
import { constants } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { AppendFile, FileSystem, ReadableFile } from './file-system.ts';

const ownerOnlyFile = 0o600;
const ownerOnlyDirectory = 0o700;

/** The file system of this machine. */
export const nodeFileSystem: FileSystem = Object.freeze({
  async makeDirectory(path: string) {
    const first = await mkdir(path, { recursive: true, mode: ownerOnlyDirectory });
    if (first === undefined) return;
    // Each new directory is a name in its parent, and that name must be durable too.
    for (let made = resolve(path); made.startsWith(resolve(first)); made = dirname(made))
      await syncDirectory(dirname(made));
  },
  list: (directory: string) => readdir(directory),
  async create(path: string) {
    const handle = await openUnless('EEXIST', path, 'ax');
    return handle === undefined ? false : toAppendFile(handle);
  },
  // Without O_CREAT, which flag 'a' implies: a missing file must not be created.
  openAppend: async (path: string) => toAppendFile(await open(path, constants.O_WRONLY | constants.O_APPEND)),
  async openRead(path: string) {
    const handle = await openUnless('ENOENT', path, 'r');
    return handle === undefined ? undefined : toReadableFile(handle);
  },
  async truncate(path: string, length: number) {
    const handle = await open(path, 'r+');
    try {
      await handle.truncate(length);
      await handle.sync();
    } finally {
      await handle.close();
    }
  },
  rename,
  async remove(path: string) {
    await rm(path, { force: true });
  },
  syncDirectory,
});

async function syncDirectory(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function toAppendFile(handle: FileHandle): AppendFile {
  return {
    async append(bytes) {
      for (let written = 0; written < bytes.length; ) {
        const { bytesWritten } = await handle.write(bytes, written);
        // A disk that takes nothing and reports no error must not cause an endless loop.
        if (bytesWritten === 0) throw new Error('the disk took no bytes');
        written += bytesWritten;
      }
    },
    datasync: () => handle.datasync(),
    close: () => handle.close(),
  };
}

function toReadableFile(handle: FileHandle): ReadableFile {
  return {
    size: async () => (await handle.stat()).size,
    async read(offset, length) {
      const bytes = Buffer.allocUnsafe(length);
      let filled = 0;
      while (filled < length) {
        const { bytesRead } = await handle.read(bytes, filled, length - filled, offset + filled);
        if (bytesRead === 0) break;
        filled += bytesRead;
      }
      return bytes.subarray(0, filled);
    },
    close: () => handle.close(),
  };
}

async function openUnless(code: 'EEXIST' | 'ENOENT', path: string, flags: string): Promise<FileHandle | undefined> {
  try {
    return await open(path, flags, ownerOnlyFile);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === code) return undefined;
    throw error;
  }
}
