/** SHA-256 of a file by stream, and of a folder by the list of its files. */

import { createHash } from 'node:crypto';
import type { ByteSource } from './byte-source.ts';

const chunkBytes = 1024 * 1024;

/** The digest in hexadecimal; undefined when the signal ended the reading, or the source became shorter. */
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
 * The digest of a folder: that of the text which `sha256sum` prints for its files in the order of their names (by code
 * units), so that anybody can compute it with standard tools.
 */
export function hashFolder(files: readonly { name: string; digest: string }[]): string {
  const lines = files.toSorted((left, right) => (left.name < right.name ? -1 : 1));
  const hash = createHash('sha256');
  for (const { name, digest } of lines) hash.update(`${digest}  ${name}\n`);
  return hash.digest('hex');
}
