/** SHA-256 of a file by stream, and of a folder by the list of its files. */

import { createHash } from 'node:crypto';
import type { ByteSource } from './byte-source.ts';

const chunkBytes = 1024 * 1024;

/** Gives the digest in hexadecimal; undefined if the signal ended the reading or the source became shorter. */
export async function hashSource(source: ByteSource, signal: AbortSignal): Promise<string | undefined> {
  const hash = createHash('sha256');
  for (let at = 0; at < source.size; ) {
    if (signal.aborted) return undefined;
    const chunk = await source.read(at, chunkBytes);
    if (chunk.length === 0) return undefined;
    hash.update(chunk);
    at += chunk.length;
  }
  return hash.digest('hex');
}

/**
 * Gives the digest of a folder: the digest of the text that `sha256sum` prints for its files in code unit order of their names,
 * so that standard tools can compute it.
 */
export function hashFolder(files: readonly { name: string; digest: string }[]): string {
  const lines = files.toSorted((left, right) => (left.name < right.name ? -1 : 1));
  const hash = createHash('sha256');
  for (const { name, digest } of lines) hash.update(`${digest}  ${name}\n`);
  return hash.digest('hex');
}
