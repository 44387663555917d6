/** Reads a backup file piece by piece, and checks every count and digest in it. */
import { createHash, type Hash, timingSafeEqual } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { AppError } from '../../../platform/errors.ts';
import {
  type BackupEnd,
  type BackupHeader,
  type BackupSummary,
  checks,
  damaged,
  digestBytes,
  formatVersion,
  frameTypes,
  magic,
  magicName,
  maxFrameBytes,
  maxInflatedBytes,
  type SealedKeys,
  type TableEnd,
} from './format.ts';

/** The pieces of a file in order. The last one is only given if everything before it was valid. */
export type BackupPiece =
  | { readonly kind: 'header'; readonly header: BackupHeader; readonly bytes: Buffer }
  | { readonly kind: 'keys'; readonly keys: SealedKeys }
  /** Lines of a table, each ended by a line feed. */
  | { readonly kind: 'lines'; readonly table: string; readonly text: string }
  | { readonly kind: 'table'; readonly table: TableEnd }
  | { readonly kind: 'end'; readonly end: BackupEnd; readonly digest: string; readonly bytes: number };

const inflate = promisify(gunzip);
const readBytes = 1024 * 1024;

/** @throws AppError `unprocessable` (`backup_damaged`, `no_backup`, `backup_newer`). */
export async function* readBackup(path: string): AsyncGenerator<BackupPiece> {
  const file = await open(path, 'r');
  try {
    const source = createSource(file);
    await readMagic(source, path);
    const header = await readHeader(source);
    yield header;
    const names = header.header.tables.map(({ name }) => name);
    let frame = await readFrame(source);
    if (header.header.keys !== null) {
      if (frame.type !== frameTypes.keys) throw damaged('the keys that it names are not there');
      yield { kind: 'keys', keys: parse(frame.payload, checks.keys) };
      frame = await readFrame(source);
    }
    let rows = 0;
    for (const name of names) {
      const table = createTableCheck(name);
      while (frame.type === frameTypes.data) {
        yield { kind: 'lines', table: name, text: await table.add(frame.payload) };
        frame = await readFrame(source);
      }
      if (frame.type !== frameTypes.table) throw damaged(`the table ${name} has no end`);
      const end = parse(frame.payload, checks.table);
      table.assertEnd(end);
      rows += end.rows;
      yield { kind: 'table', table: end };
      frame = await readFrame(source);
    }
    if (frame.type !== frameTypes.end) throw damaged('its end is not where it should be');
    const end = parse(frame.payload, checks.end);
    if (end.tables !== names.length || end.rows !== rows) throw damaged('it holds another number of rows than it says');
    yield { kind: 'end', end, ...(await source.finish()) };
  } finally {
    await file.close();
  }
}

/** A file that was read completely and is valid. */
export interface VerifiedBackup extends BackupSummary {
  readonly sealedKeys: SealedKeys | undefined;
  /** The exact bytes in the file: keys are sealed for them. */
  readonly headerBytes: Buffer;
}

/** Reads the whole file without a database. @throws AppError as {@link readBackup}. */
export async function verifyBackup(path: string, onRows?: (rows: number) => void): Promise<VerifiedBackup> {
  const tables: TableEnd[] = [];
  let first: { readonly header: BackupHeader; readonly bytes: Buffer } | undefined;
  let sealedKeys: SealedKeys | undefined;
  let rows = 0;
  for await (const piece of readBackup(path)) {
    if (piece.kind === 'header') first = piece;
    if (piece.kind === 'keys') sealedKeys = piece.keys;
    if (piece.kind === 'table') {
      tables.push(piece.table);
      rows += piece.table.rows;
      onRows?.(rows);
    }
    if (piece.kind === 'end' && first !== undefined) {
      const { header, bytes: headerBytes } = first;
      return { header, headerBytes, sealedKeys, tables, end: piece.end, digest: piece.digest, bytes: piece.bytes };
    }
  }
  throw new Error('a backup that was read to its end has one');
}

interface Source {
  take(bytes: number): Promise<Buffer>;
  finish(): Promise<{ readonly digest: string; readonly bytes: number }>;
}

function createSource(file: FileHandle): Source {
  const hash = createHash('sha256');
  let buffer: Buffer = Buffer.alloc(0);
  let bytes = 0;
  const fill = async (wanted: number): Promise<void> => {
    const parts = [buffer];
    let size = buffer.byteLength;
    while (size < wanted) {
      const { bytesRead, buffer: part } = await file.read(Buffer.allocUnsafe(readBytes), 0, readBytes, null);
      if (bytesRead === 0) break;
      parts.push(part.subarray(0, bytesRead));
      size += bytesRead;
    }
    if (parts.length > 1) buffer = Buffer.concat(parts);
  };
  const cut = (size: number): Buffer => {
    const taken = buffer.subarray(0, size);
    buffer = buffer.subarray(size);
    bytes += size;
    return taken;
  };
  return {
    async take(size) {
      await fill(size);
      if (buffer.byteLength < size) throw damaged('it ends too early');
      const taken = cut(size);
      hash.update(taken);
      return taken;
    },
    async finish() {
      await fill(digestBytes + 1);
      if (buffer.byteLength < digestBytes) throw damaged('it ends too early');
      if (buffer.byteLength > digestBytes) throw damaged('something stands behind its end');
      const digest = hash.digest();
      if (!timingSafeEqual(digest, cut(digestBytes))) throw damaged('its digest does not hold');
      return { digest: `sha256:${digest.toString('hex')}`, bytes };
    },
  };
}

async function readMagic(source: Source, path: string): Promise<void> {
  const bytes = await source.take(magic.byteLength).catch((cause: unknown) => {
    throw strange(path, cause);
  });
  if (bytes.equals(magic)) return;
  const [name, version] = bytes.toString('latin1').trimEnd().split(' ');
  if (name !== magicName || !/^\d+$/.test(version ?? '')) throw strange(path);
  throw newer(`it is of form ${version}, this program reads ${formatVersion}`);
}

function strange(path: string, cause?: unknown): AppError {
  const detail = `${path} is no backup of assay`;
  return new AppError('unprocessable', detail, { detail, cause, extensions: { reason: 'no_backup' } });
}

/** @returns AppError `unprocessable`, `reason: backup_newer`. */
export function newer(what: string): AppError {
  const detail = `The backup is of a newer release: ${what}. Restore it with that release or a later one`;
  return new AppError('unprocessable', detail, { detail, extensions: { reason: 'backup_newer' } });
}

async function readHeader(source: Source): Promise<BackupPiece & { kind: 'header' }> {
  const { type, payload } = await readFrame(source);
  if (type !== frameTypes.header) throw damaged('it has no header');
  const header = parse(payload, checks.header);
  if (header.format !== formatVersion) throw damaged('its header is of another form than the file');
  return { kind: 'header', header, bytes: payload };
}

async function readFrame(source: Source): Promise<{ readonly type: string; readonly payload: Buffer }> {
  const head = await source.take(5);
  const size = head.readUInt32BE(1);
  if (size > maxFrameBytes) throw damaged('a part of it is too large');
  return { type: head.toString('latin1', 0, 1), payload: await source.take(size) };
}

function parse<T>(payload: Buffer, check: { Check(value: unknown): value is T }): T {
  let value: unknown;
  try {
    value = JSON.parse(payload.toString('utf8'));
  } catch {
    throw damaged('a part of it is no JSON');
  }
  if (!check.Check(value)) throw damaged('a part of it has another form');
  return value;
}

function createTableCheck(name: string) {
  const hash: Hash = createHash('sha256');
  let rows = 0;
  return {
    async add(payload: Buffer): Promise<string> {
      const lines = await inflate(payload, { maxOutputLength: maxInflatedBytes }).catch(() => {
        throw damaged(`rows of the table ${name} cannot be unpacked`);
      });
      hash.update(lines);
      if (lines.at(-1) !== lineFeed) throw damaged(`a row of the table ${name} is cut`);
      for (let at = lines.indexOf(lineFeed); at !== -1; at = lines.indexOf(lineFeed, at + 1)) rows += 1;
      return lines.toString('utf8');
    },
    assertEnd(end: TableEnd): void {
      const holds = end.name === name && end.rows === rows && end.sha256 === hash.digest('hex');
      if (!holds) throw damaged(`the table ${name} has other rows than it says`);
    },
  };
}

const lineFeed = 0x0a;
