/** Local files of a version: hashed, then sent one after the other, with a progress line. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, isAbsolute, normalize, sep } from 'node:path';
import type { Client, ModelVersion } from '@assay/client';
import { AppError } from '../platform/errors.ts';
import type { CommandIo } from './command.ts';
import { UsageError } from './options.ts';
import { createCountProgress } from './render/count-progress.ts';

export interface LocalFile {
  /** Name of the file in the version. */
  readonly path: string;
  readonly size: number;
  readonly sha256: string;
  readonly local: string;
}

/** @throws AppError `invalid_request` for an unreadable file */
export async function describeFiles(io: CommandIo, paths: readonly string[]): Promise<LocalFile[]> {
  const files: LocalFile[] = [];
  for (const local of paths) {
    const size = await sizeOfFile(local);
    const hash = createHash('sha256');
    const told = withProgress(io, `${local} hashed`, size, createReadStream(local));
    for await (const chunk of told) hash.update(chunk);
    files.push({ path: toPath(local), size, sha256: hash.digest('hex'), local });
  }
  return files;
}

/** Gives the version after its last file. An unsafe file ends the upload early. */
export async function sendFiles(
  io: CommandIo,
  { models }: Client,
  made: ModelVersion,
  files: readonly LocalFile[],
): Promise<ModelVersion> {
  let version = made;
  for (const { path, size, local } of files) {
    if (version.status !== 'pending_registration') break;
    const bytes = readWithProgress(io, `${local} sent`, { path: local, size });
    const body = ReadableStream.from(bytes);
    version = await models.uploadFile({ id: made.model_id, version: made.version, path, body });
  }
  return version;
}

/** @throws UsageError */
export function parseHosted(text: string): { provider: string; model_id: string } {
  const [, provider, model] = /^([^/]+)\/(.+)$/.exec(text) ?? [];
  if (provider === undefined || model === undefined)
    throw new UsageError('--hosted takes PROVIDER/MODEL, such as openai/gpt-4o-mini.');
  return { provider, model_id: model };
}

/** Gives the size of a file in bytes. @throws AppError `invalid_request` for an unreadable file */
export async function sizeOfFile(path: string): Promise<number> {
  const found = await stat(path).catch((cause: unknown) => {
    throw unreadable(path, cause);
  });
  if (!found.isFile()) throw unreadable(path);
  return found.size;
}

function unreadable(path: string, cause?: unknown): AppError {
  const detail = `${path} does not exist or cannot be read`;
  return new AppError('invalid_request', detail, { cause, detail });
}

/** Folders above this one are not published. */
function toPath(local: string): string {
  const plain = normalize(local);
  return isAbsolute(plain) || plain.startsWith('..') ? basename(plain) : plain.split(sep).join('/');
}

/** Reads a file, and shows how far it is. */
export function readWithProgress(
  io: CommandIo,
  what: string,
  { path, size }: { readonly path: string; readonly size: number },
): AsyncGenerator<Uint8Array> {
  return withProgress(io, what, size, createReadStream(path));
}

async function* withProgress(
  { stderr, clock }: CommandIo,
  what: string,
  size: number,
  bytes: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const progress = createCountProgress(stderr, clock.now, `bytes of ${what}`);
  let done = 0;
  for await (const chunk of bytes) {
    done += chunk.byteLength;
    progress.report(done, size);
    yield chunk;
  }
  progress.clear();
}
