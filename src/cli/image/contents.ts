/**
 * Walks an image from its manifest or index to the configuration with its labels (OCI image specification 1.1, and
 * Docker's equal forms). Every part is checked against its digest and size, and nothing of a layer is read.
 */
import { createHash } from 'node:crypto';
import { isRecord } from '@assay/sdk/contract';
import type { ImageLabels } from '../../contract/image-labels.ts';
import { parseStrictJson } from '../../proof/json.ts';
import { findLabels } from '../image-labels.ts';
import { UsageError } from '../options.ts';
import { isDigest } from './reference.ts';

/** Largest manifest, index and configuration in bytes. */
export const maxDocumentBytes = 4 * 1024 * 1024;
const maxImages = 32;
const maxDepth = 3;
const maxJsonDepth = 64;

export interface Descriptor {
  readonly mediaType: string;
  readonly digest: string;
  readonly size: number;
  /** `linux/amd64`, or the name of a tag; undefined where the index says nothing. */
  readonly title?: string;
}

/** Reads the bytes of a part; their check is not its task. */
export interface ImageStore {
  read(part: Descriptor, kind: 'manifest' | 'blob'): Promise<Uint8Array>;
}

export interface FoundImage {
  readonly title: string | undefined;
  readonly labels: ImageLabels;
}

const indexTypes = [
  'application/vnd.oci.image.index.v1+json',
  'application/vnd.docker.distribution.manifest.list.v2+json',
];
const manifestTypes = [
  'application/vnd.oci.image.manifest.v1+json',
  'application/vnd.docker.distribution.manifest.v2+json',
];
/** Media types of manifests and indexes that are read. */
export const readableTypes: readonly string[] = [...indexTypes, ...manifestTypes];

/** Gives the labels of every image that a manifest or an index names. @throws UsageError naming what is wrong */
export async function readImages(root: Uint8Array, store: ImageStore, title?: string): Promise<FoundImage[]> {
  const budget = { images: maxImages };
  const found = await walk(parseDocument(root, 'the manifest'), { store, title, depth: 0, budget });
  if (found.length === 0) throw new UsageError('The index names no image.');
  return found;
}

/** Reads a part and checks it. @throws UsageError for other bytes than the digest says */
export async function readPart(store: ImageStore, part: Descriptor, kind: 'manifest' | 'blob'): Promise<Uint8Array> {
  if (part.size > maxDocumentBytes) {
    throw new UsageError(`${part.digest} is larger than ${maxDocumentBytes} bytes.`);
  }
  const bytes = await store.read(part, kind);
  if (bytes.length !== part.size) throw new UsageError(`${part.digest} has another size than its descriptor says.`);
  assertDigest(bytes, part.digest);
  return bytes;
}

/** @throws UsageError for other bytes than the digest says */
export function assertDigest(bytes: Uint8Array, digest: string): void {
  const [algorithm = ''] = digest.split(':');
  if (`${algorithm}:${createHash(algorithm).update(bytes).digest('hex')}` === digest) return;
  throw new UsageError(`The bytes of ${digest} have another digest: they were changed or damaged.`);
}

/** Parses JSON without members of equal names. @throws UsageError */
export function parseDocument(bytes: Uint8Array, what: string): unknown {
  const text = new TextDecoder('utf-8').decode(bytes);
  const json = parseStrictJson(text, { maxChars: maxDocumentBytes, maxDepth: maxJsonDepth });
  if (!json.ok) throw new UsageError(`${what} is no sound JSON: ${json.message}.`);
  return json.value;
}

interface Walk {
  readonly store: ImageStore;
  readonly title: string | undefined;
  readonly depth: number;
  readonly budget: { images: number };
}

async function walk(document: unknown, at: Walk): Promise<FoundImage[]> {
  const { store, title, depth, budget } = at;
  if (!isRecord(document)) throw new UsageError('The manifest is no object.');
  const { manifests, config } = document;
  if (!Array.isArray(manifests)) {
    budget.images -= 1;
    if (budget.images < 0) throw new UsageError(`The index names more than ${maxImages} images.`);
    const part = readDescriptor(config);
    const content = parseDocument(await readPart(store, part, 'blob'), 'the configuration');
    return [{ title, labels: labelsOf(content) }];
  }
  if (depth >= maxDepth) throw new UsageError('Its indexes are nested too deep.');
  const found: FoundImage[] = [];
  for (const entry of manifests) {
    if (isAttestation(entry)) continue;
    const part = readDescriptor(entry);
    if (!readableTypes.includes(part.mediaType)) continue;
    const next = parseDocument(await readPart(store, part, 'manifest'), 'a manifest');
    found.push(...(await walk(next, { ...at, title: part.title ?? title, depth: depth + 1 })));
  }
  return found;
}

/** The configuration of an image without labels has none of them, or no `config` at all. */
export function labelsOf(configuration: unknown): ImageLabels {
  if (!isRecord(configuration)) throw new UsageError('The configuration of the image is no object.');
  const config = configuration['config'] ?? {};
  return findLabels({ Config: config });
}

/** BuildKit lists provenance and SBOMs beside the images, for a platform that nothing has. */
function isAttestation(entry: unknown): boolean {
  const notes = isRecord(entry) ? entry['annotations'] : undefined;
  return isRecord(notes) && notes['vnd.docker.reference.type'] !== undefined;
}

function readDescriptor(value: unknown): Descriptor {
  if (!isRecord(value)) throw new UsageError('A descriptor of the image is missing.');
  const { digest, size, mediaType } = value;
  if (typeof digest !== 'string' || !isDigest(digest)) {
    throw new UsageError('A descriptor of the image has no digest of sha256 or sha512.');
  }
  if (typeof size !== 'number' || !Number.isSafeInteger(size) || size < 0) {
    throw new UsageError('A descriptor of the image has no size.');
  }
  const title = titleOf(value);
  const named = title === undefined ? {} : { title };
  return { mediaType: typeof mediaType === 'string' ? mediaType : '', digest, size, ...named };
}

function titleOf({ platform, annotations }: Readonly<Record<string, unknown>>): string | undefined {
  if (isRecord(platform)) {
    const words = ['os', 'architecture', 'variant'].flatMap((name) => {
      const word = platform[name];
      return typeof word === 'string' && word !== '' ? [word] : [];
    });
    return words.join('/');
  }
  const name = isRecord(annotations) ? annotations['org.opencontainers.image.ref.name'] : undefined;
  return typeof name === 'string' ? name : undefined;
}
