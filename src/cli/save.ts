/** Saves a download to a file: first beside the target, so that a broken one never looks complete. */
import { randomUUID } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

export interface SaveOptions {
  /** Who may read it; its owner alone (0600) if absent. */
  readonly mode?: number;
  readonly onProgress?: (bytes: number) => void;
}

/** Saves chunks under a path and returns their size. An existing file is replaced only at the end. */
export async function saveFile(
  path: string,
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  { onProgress, mode = 0o600 }: SaveOptions = {},
): Promise<number> {
  // Hidden, so that readers of the folder ignore it.
  const temporary = join(dirname(path), `.${basename(path)}.${randomUUID()}.tmp`);
  const handle = await open(temporary, 'wx', mode);
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
