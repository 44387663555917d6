/** A disk that becomes full. */
import { type AppendFile, type FileSystem, nodeFileSystem } from '@assay/sdk/receipts';

/** After `fill` every append fails. */
export function createFillingDisk(): { readonly fileSystem: FileSystem; fill(): void } {
  let isFull = false;
  const limit = (file: AppendFile): AppendFile => ({
    async append(bytes) {
      if (isFull) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
      await file.append(bytes);
    },
    datasync: () => file.datasync(),
    close: () => file.close(),
  });
  return {
    fileSystem: {
      ...nodeFileSystem,
      async create(path) {
        const file = await nodeFileSystem.create(path);
        return file === false ? false : limit(file);
      },
      openAppend: async (path) => limit(await nodeFileSystem.openAppend(path)),
    },
    fill: () => {
      isFull = true;
    },
  };
}
