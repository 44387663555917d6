/** A disk that is full from a moment on. */
import { type AppendFile, type FileSystem, nodeFileSystem } from '@assay/sdk/receipts';

/** After `fill` nothing more can be appended. */
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
