/** Small files of a chain's directory: read whole, replaced atomically, so that a crash leaves the old one or the new. */
import type { FileSystem } from './file-system.ts';

/** Reads the text of a file up to a limit; `undefined` if it does not exist. */
export async function readSmallFile(
  fileSystem: FileSystem,
  path: string,
  maxBytes: number,
): Promise<string | undefined> {
  const file = await fileSystem.openRead(path);
  if (file === undefined) return undefined;
  try {
    const length = Math.min(await file.size(), maxBytes);
    return Buffer.from(await file.read(0, length)).toString('utf8');
  } finally {
    await file.close();
  }
}

/** Durable when it resolves. */
export async function replaceFile(
  fileSystem: FileSystem,
  directory: string,
  name: string,
  bytes: Uint8Array,
): Promise<void> {
  const temporary = `${directory}/${name}.tmp`;
  await fileSystem.remove(temporary);
  const file = await fileSystem.create(temporary);
  if (file === false) throw new Error(`another process is writing ${temporary}`);
  try {
    await file.append(bytes);
    await file.datasync();
  } finally {
    await file.close();
  }
  await fileSystem.rename(temporary, `${directory}/${name}`);
  await fileSystem.syncDirectory(directory);
}
