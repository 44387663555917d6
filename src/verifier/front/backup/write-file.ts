/**
 * Writes a backup under a temporary name and links it to its final name once it is on disk, so that no incomplete file has that
 * name.
 */
import { createHash, randomUUID } from 'node:crypto';
import { link, lstat, open, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { AppError } from '../../../platform/errors.ts';
import { type FrameType, magic, maxFrameBytes } from './format.ts';

/** The operations on an open file. Tests pass in a disk that fails. */
export interface BackupFile {
  writeFile(data: Uint8Array): Promise<void>;
  sync(): Promise<void>;
  close(): Promise<void>;
}

export interface WriteOptions {
  /** Creates the file with access for its owner only. */
  readonly openFile?: (path: string) => Promise<BackupFile>;
}

export interface WrittenFile {
  readonly digest: string;
  readonly bytes: number;
}

const openNew = (path: string): Promise<BackupFile> => open(path, 'wx', 0o600);

/** @throws AppError `conflict` if the name is taken; disk errors unchanged, with nothing left behind. */
export async function writeBackupFile(
  path: string,
  frames: AsyncIterable<Uint8Array>,
  { openFile = openNew }: WriteOptions = {},
): Promise<WrittenFile> {
  await assertFree(path);
  const temporary = join(dirname(path), `.${basename(path)}.${randomUUID()}.tmp`);
  try {
    const written = await writeAll(await openFile(temporary), frames);
    // Unlike a rename, a link never replaces a file that was created meanwhile.
    await link(temporary, path).catch((cause: unknown) => {
      throw hasCode(cause, 'EEXIST') ? taken(path, cause) : cause;
    });
    await rm(temporary);
    await syncFolder(dirname(resolve(path)));
    return written;
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** Encodes one frame: its letter, its length, its bytes. */
export function toFrame(type: FrameType, payload: Uint8Array): Uint8Array {
  if (payload.byteLength > maxFrameBytes) throw new Error(`a frame of ${payload.byteLength} bytes is too large`);
  const head = Buffer.alloc(5);
  head.write(type, 0, 'latin1');
  head.writeUInt32BE(payload.byteLength, 1);
  return Buffer.concat([head, payload]);
}

/** Encodes a JSON value as a frame. */
export function toJsonFrame(type: FrameType, value: unknown): Uint8Array {
  return toFrame(type, Buffer.from(JSON.stringify(value), 'utf8'));
}

async function writeAll(file: BackupFile, frames: AsyncIterable<Uint8Array>): Promise<WrittenFile> {
  const hash = createHash('sha256');
  let bytes = 0;
  const write = async (data: Uint8Array) => {
    hash.update(data);
    bytes += data.byteLength;
    await file.writeFile(data);
  };
  try {
    await write(magic);
    for await (const frame of frames) await write(frame);
    const digest = hash.digest();
    await file.writeFile(digest);
    await file.sync();
    return { digest: `sha256:${digest.toString('hex')}`, bytes: bytes + digest.byteLength };
  } finally {
    await file.close();
  }
}

async function assertFree(path: string): Promise<void> {
  const found = await lstat(path).catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  });
  if (found !== undefined) throw taken(path);
}

function taken(path: string, cause?: unknown): AppError {
  const detail = `${path} exists already, and a backup never takes the place of another: choose another name`;
  return new AppError('conflict', detail, { detail, cause, extensions: { reason: 'file_exists' } });
}

async function syncFolder(path: string): Promise<void> {
  // Windows cannot open a folder; its links are durable without this.
  if (process.platform === 'win32') return;
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
