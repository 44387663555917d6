/** Writes the bytes of one file to a temporary file, and checks their declared number and hash. */
import { createHash } from 'node:crypto';
import { mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { AppError } from '../../../../platform/errors.ts';

export interface Expected {
  readonly size: number;
  /** Lower-case hex. */
  readonly sha256: string;
}

/**
 * After an error, the file may exist in part: its creator removes it.
 * @throws AppError `unprocessable` with `reason` `size_mismatch` or `hash_mismatch`, `storage_full`; any error of the byte
 * source.
 */
export async function receiveFile(
  bytes: AsyncIterable<Uint8Array>,
  path: string,
  { size, sha256 }: Expected,
): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const file = await open(path, 'wx', 0o600);
  const hash = createHash('sha256');
  let received = 0;
  try {
    for await (const chunk of bytes) {
      received += chunk.byteLength;
      // Writes no byte beyond the declared size.
      if (received > size) throw refuse('size_mismatch', `it is longer than the ${size} bytes that were declared`);
      hash.update(chunk);
      await file.writeFile(chunk).catch(asFull);
    }
  } finally {
    await file.close();
  }
  if (received < size)
    throw refuse('size_mismatch', `it ended after ${received} of ${size} bytes: send it again, whole`);
  if (hash.digest('hex') !== sha256) {
    throw refuse('hash_mismatch', 'its SHA-256 is not the one that was declared: send the declared file');
  }
}

function refuse(reason: string, detail: string): AppError {
  return new AppError('unprocessable', detail, { detail, extensions: { reason } });
}

function asFull(error: NodeJS.ErrnoException): never {
  if (error.code !== 'ENOSPC' && error.code !== 'EDQUOT') throw error;
  const detail = 'The data folder is full: the file could not be taken. Free some space, then send it again.';
  throw new AppError('storage_full', 'no space for the file of a model', { cause: error, detail, retryAfterS: 60 });
}
