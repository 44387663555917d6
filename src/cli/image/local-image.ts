/** Labels of images in a folder (OCI image layout 1.0) or in an archive: of `docker save`, or such a layout as tar. */
import { type FileHandle, open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isRecord } from '@assay/sdk/contract';
import { UsageError } from '../options.ts';
import {
  assertDigest,
  type FoundImage,
  type ImageStore,
  labelsOf,
  maxDocumentBytes,
  parseDocument,
  readImages,
} from './contents.ts';
import { listTar, type ReadAt } from './tar.ts';

/** Reads a file of the image; `undefined` if there is none of that name. @throws UsageError for one that is too large */
type ReadFile = (name: string) => Promise<Uint8Array | undefined>;

const maxImages = 32;

/** Gives the images of a layout's folder. @throws UsageError */
export async function readLayoutFolder(folder: string): Promise<FoundImage[]> {
  const read: ReadFile = async (name) => {
    const file = await open(join(folder, ...name.split('/'))).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
      throw error;
    });
    if (file === undefined) return undefined;
    try {
      const { size } = await file.stat();
      return await readWhole(readerOf(file), name, { position: 0, size });
    } finally {
      await file.close();
    }
  };
  if ((await read('oci-layout')) === undefined) {
    throw new UsageError(`${folder} is no OCI image layout: it has no file oci-layout.`);
  }
  return readLayout(read);
}

/** Gives the images of an archive. @throws UsageError */
export async function readArchive(path: string): Promise<FoundImage[]> {
  const file = await open(path);
  try {
    const readAt = readerOf(file);
    assertPlain(await readAt(0, 4), path);
    const places = await listTar(readAt);
    const read: ReadFile = async (name) => {
      const place = places.get(name);
      if (place === null) throw new UsageError(`The archive has two files ${name}.`);
      return place === undefined ? undefined : readWhole(readAt, name, place);
    };
    if ((await read('oci-layout')) !== undefined) return await readLayout(read);
    const manifest = await read('manifest.json');
    if (manifest === undefined) {
      throw new UsageError(`${path} is neither an archive of docker save nor an OCI image layout as tar.`);
    }
    return await readDockerSave(manifest, read);
  } finally {
    await file.close();
  }
}

async function readLayout(read: ReadFile): Promise<FoundImage[]> {
  const layout = parseDocument((await read('oci-layout')) ?? new Uint8Array(), 'oci-layout');
  const version: unknown = isRecord(layout) ? layout['imageLayoutVersion'] : undefined;
  if (typeof version !== 'string' || !version.startsWith('1.')) {
    throw new UsageError('The image layout has another version than 1.');
  }
  const store: ImageStore = {
    async read({ digest }) {
      const [algorithm = '', hex = ''] = digest.split(':');
      const bytes = await read(`blobs/${algorithm}/${hex}`);
      if (bytes === undefined) throw new UsageError(`The image layout lacks ${digest}.`);
      return bytes;
    },
  };
  const index = await read('index.json');
  if (index === undefined) throw new UsageError('The image layout has no index.json.');
  return readImages(index, store);
}

/** `manifest.json` of `docker save`: a list of images with the files of their configurations. */
async function readDockerSave(manifest: Uint8Array, read: ReadFile): Promise<FoundImage[]> {
  const images = parseDocument(manifest, 'manifest.json');
  if (!Array.isArray(images) || images.length === 0 || images.length > maxImages) {
    throw new UsageError(`manifest.json does not list 1 to ${maxImages} images.`);
  }
  const found: FoundImage[] = [];
  for (const image of images) {
    const name: unknown = isRecord(image) ? image['Config'] : undefined;
    const [, hex] =
      typeof name === 'string' ? (/^(?:blobs\/sha256\/)?([a-f0-9]{64})(?:\.json)?$/.exec(name) ?? []) : [];
    if (typeof name !== 'string' || hex === undefined) {
      throw new UsageError('manifest.json names no configuration by its digest.');
    }
    const bytes = await read(name);
    if (bytes === undefined) throw new UsageError(`The archive lacks ${name}.`);
    assertDigest(bytes, `sha256:${hex}`);
    const [tag]: unknown[] = isRecord(image) && Array.isArray(image['RepoTags']) ? image['RepoTags'] : [];
    const title = typeof tag === 'string' ? tag : undefined;
    found.push({ title, labels: labelsOf(parseDocument(bytes, 'the configuration')) });
  }
  return found;
}

/** `folder`, `file`, or `undefined` if nothing is there. */
export async function findKind(path: string): Promise<'folder' | 'file' | undefined> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR' || error.code === 'ENAMETOOLONG') return undefined;
    throw error;
  });
  if (found === undefined) return undefined;
  return found.isDirectory() ? 'folder' : 'file';
}

function readerOf(file: FileHandle): ReadAt {
  return async (position, length) => {
    const bytes = Buffer.alloc(length);
    let filled = 0;
    while (filled < length) {
      const { bytesRead } = await file.read(bytes, filled, length - filled, position + filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    return bytes.subarray(0, filled);
  };
}

async function readWhole(readAt: ReadAt, name: string, { position, size }: { position: number; size: number }) {
  if (size > maxDocumentBytes) throw new UsageError(`${name} is larger than ${maxDocumentBytes} bytes.`);
  const bytes = await readAt(position, size);
  if (bytes.length < size) throw new UsageError(`${name} is cut off.`);
  return bytes;
}

const compressions: readonly (readonly [string, readonly number[], string])[] = [
  ['gzip', [0x1f, 0x8b], 'gunzip'],
  ['zstd', [0x28, 0xb5, 0x2f, 0xfd], 'zstd -d'],
];

function assertPlain(start: Uint8Array, path: string): void {
  const found = compressions.find(([, magic]) => magic.every((byte, index) => start[index] === byte));
  if (found === undefined) return;
  const [name, , program] = found;
  throw new UsageError(`${path} is compressed with ${name}. Expand it first: ${program} ${path}`);
}
