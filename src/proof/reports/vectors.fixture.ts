/** The public samples of genuine reports, for tests: they lie beside the repository, and tests without them skip. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../../../../shared/vectors/', import.meta.url));

/** False where the samples are not at hand. */
export const hasVectors = existsSync(folder);

/** What a skipped test group says. */
export const vectorsTitle = hasVectors ? 'samples' : 'samples (skipped: shared/vectors is not beside the repository)';

/** Bytes of one sample, by its path in the folder. */
export function readVector(path: string): Uint8Array {
  return new Uint8Array(readFileSync(folder + path));
}

/** Where one sample lies, for programs that read files themselves. */
export const vectorPath = (path: string): string => folder + path;
