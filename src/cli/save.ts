/** Writes what a service sends into a file: beside the target first, so that a broken download never stands there as whole. */
import { randomUUID } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';

export interface SaveOptions {
  readonly onProgress?: (bytes: number) => void;
}

/** Saves chunks under a path, mode 0600, and returns their size. An existing file is replaced only at the end. */
export async function saveFile(
  path: string,
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  { onProgress }: SaveOptions = {},
): Promise<number> {
  const temporary = `${path}.${randomUUID()}.tmp`;
  const handle = await open(temporary, 'wx', 0o600);
  let size = 0;
  try {
    for await (const chunk of chunks) {
      await handle.writeFile(chunk);
      size += chunk.byteLength;
      onProgress?.(size);
    }
    await handle.sync();
    await handle.close();
    await rename(temporary, path);
  } catch (error) {
    await handle.close();
    await rm(temporary, { force: true });
    throw error;
  }
  return size;
}
