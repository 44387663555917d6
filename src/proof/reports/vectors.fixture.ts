/** The public samples of genuine reports, for tests. They are stored beside the repository, and tests skip without them. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../../../../shared/vectors/', import.meta.url));

/** False if the samples are not available. */
export const hasVectors = existsSync(folder);

/** Title of a skipped test group. */
export const vectorsTitle = hasVectors ? 'samples' : 'samples (skipped: shared/vectors is not beside the repository)';

/** Bytes of one sample, by its path in the folder. */
export function readVector(path: string): Uint8Array {
  return new Uint8Array(readFileSync(folder + path));
}

/** Path of one sample, for programs that read files themselves. */
export const vectorPath = (path: string): string => folder + path;
