/**
 * Gets reports through the kernel's configfs-tsm interface (Linux 6.7 and later): plain files in one folder per
 * request. SEV-SNP and TDX guests have the same interface and differ in `provider`.
 */
import { mkdir, open, readFile, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../../platform/errors.ts';
import type { RandomBytes } from '../../../platform/ids.ts';

/** The result of one request. */
export interface TsmReport {
  /** `sev_guest`, `tdx_guest`, `arm_cca_guest`. */
  readonly provider: string;
  readonly outblob: Uint8Array;
  /** SEV-SNP: the host's certificate table; empty or absent elsewhere. */
  readonly auxblob?: Uint8Array;
}

export interface TsmOptions {
  /** Folder of the interface; `/sys/kernel/config/tsm/report` on a real guest. */
  readonly basePath: string;
  readonly randomBytes: RandomBytes;
  /** Waits this many milliseconds before a retry. */
  readonly wait: (ms: number) => Promise<void>;
}

export interface Tsm {
  /** Requests a report about at most 64 bytes. @throws AppError `unavailable` when the interface gives none. */
  report(inblob: Uint8Array): Promise<TsmReport>;
  /** The provider's name; undefined where this interface does not exist. */
  provider(): Promise<string | undefined>;
}

const maxInblobBytes = 64;
const maxBlobBytes = 64 * 1024;
/** Retries while another writer is active or the device is busy. */
const retries = { count: 50, waitMs: 20 };

/** Opens the interface below a folder. Touches nothing yet. */
export function createTsm(options: TsmOptions): Tsm {
  return {
    async report(inblob) {
      if (inblob.length === 0 || inblob.length > maxInblobBytes) throw new RangeError('inblob has 1 to 64 bytes');
      return inEntry(options, (entry) => requestReport(entry, inblob, options));
    },
    async provider() {
      try {
        return await inEntry(options, (entry) => readAttribute(entry, 'provider', options));
      } catch (error) {
        if (error instanceof AppError && error.code === 'unavailable') return undefined;
        throw error;
      }
    },
  };
}

/** Uses a folder of its own for each request: nobody else writes its options, so the kernel's counter stays stable. */
async function inEntry<T>(options: TsmOptions, use: (entry: string) => Promise<T>): Promise<T> {
  const entry = join(options.basePath, `assay-${Buffer.from(options.randomBytes(8)).toString('hex')}`);
  try {
    await mkdir(entry);
  } catch (cause) {
    throw unavailable(`${options.basePath} is missing or not accessible`, cause);
  }
  try {
    return await use(entry);
  } finally {
    await removeEntry(entry);
  }
}

/** The kernel removes the attributes with their folder; in an ordinary folder (tests) the files remain. */
async function removeEntry(entry: string): Promise<void> {
  try {
    await rmdir(entry);
  } catch (error) {
    if (codeOf(error) !== 'ENOTEMPTY' && codeOf(error) !== 'ENOENT') throw error;
  }
}

async function requestReport(entry: string, inblob: Uint8Array, options: TsmOptions): Promise<TsmReport> {
  for (let attempt = 0; attempt < retries.count; attempt += 1) {
    const before = await readGeneration(entry, options);
    await writeOnce(join(entry, 'inblob'), inblob);
    const moved = await waitForWrite(entry, before, options);
    const outblob = await tryRead(join(entry, 'outblob'));
    const after = await readGeneration(entry, options);
    // INVARIANT: one write, so the counter moved by exactly one; else the report may be about somebody else's bytes.
    if (outblob !== undefined && outblob.length > 0 && moved === before + 1 && after === moved) {
      const auxblob = await tryRead(join(entry, 'auxblob'));
      const provider = await readAttribute(entry, 'provider', options);
      return { provider, outblob, ...(auxblob === undefined || auxblob.length === 0 ? {} : { auxblob }) };
    }
    await options.wait(retries.waitMs);
  }
  throw unavailable('the report interface stayed busy');
}

/** The kernel counts within the write; an imitation may need a moment. */
async function waitForWrite(entry: string, before: number, options: TsmOptions): Promise<number> {
  let now = await readGeneration(entry, options);
  for (let attempt = 0; now === before && attempt < retries.count; attempt += 1) {
    await options.wait(retries.waitMs);
    now = await readGeneration(entry, options);
  }
  return now;
}

async function readGeneration(entry: string, options: TsmOptions): Promise<number> {
  const text = await readAttribute(entry, 'generation', options);
  if (!/^\d{1,15}$/.test(text)) throw unavailable('the report interface has no numeric counter');
  return Number(text);
}

async function readAttribute(entry: string, name: string, { wait }: TsmOptions): Promise<string> {
  for (let attempt = 0; attempt < retries.count; attempt += 1) {
    const bytes = await tryRead(join(entry, name));
    const text = bytes === undefined ? '' : Buffer.from(bytes).toString('latin1').trim();
    if (text !== '') return text;
    await wait(retries.waitMs);
  }
  throw unavailable(`the report interface has no ${name}`);
}

/** Undefined for a failure that a later try may resolve: not there yet, busy, or changed during the read. */
async function tryRead(path: string): Promise<Uint8Array | undefined> {
  try {
    const bytes = await readFile(path);
    if (bytes.length > maxBlobBytes) throw unavailable('the report is larger than any of its kind');
    return bytes;
  } catch (cause) {
    if (['ENOENT', 'EBUSY', 'EAGAIN', 'EWOULDBLOCK', 'EINTR'].includes(codeOf(cause))) return undefined;
    if (cause instanceof AppError) throw cause;
    throw unavailable(`the report interface refuses to be read (${codeOf(cause)})`, cause);
  }
}

/** The kernel takes binary attributes in one write and acts when the file is closed. */
async function writeOnce(path: string, bytes: Uint8Array): Promise<void> {
  try {
    const file = await open(path, 'w');
    try {
      const { bytesWritten } = await file.write(bytes);
      if (bytesWritten !== bytes.length) throw unavailable('the report interface accepted only a part of the request');
    } finally {
      await file.close();
    }
  } catch (cause) {
    // Too many unread writes: the next round reads first.
    if (codeOf(cause) === 'EBUSY') return;
    if (cause instanceof AppError) throw cause;
    throw unavailable(`the report interface refuses the request (${codeOf(cause)})`, cause);
  }
}

function codeOf(error: unknown): string {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined;
  return typeof code === 'string' ? code : 'unknown';
}

function unavailable(detail: string, cause?: unknown): AppError {
  return new AppError('unavailable', detail, { detail, ...(cause === undefined ? {} : { cause }) });
}
