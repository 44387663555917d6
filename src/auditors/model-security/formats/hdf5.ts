// Follows the structure of HDF5 files to the attributes with Keras configurations, and to data or links in other files. Parts
// that cannot be followed are reported.

import { type ByteSource, sliceSource } from '../byte-source.ts';
import { yieldToEvents } from '../context.ts';
import type { InspectionContext } from '../finding.ts';
import { createCursor } from './cursor.ts';
import { assertInTime, createBudget } from './guarded.ts';
import { parseAttribute } from './hdf5-attributes.ts';
import { listDense } from './hdf5-dense.ts';
import { type Hdf5Config, type Hdf5File, isConfigName, toAddress } from './hdf5-file.ts';
import { listOldGroup, parseLink } from './hdf5-groups.ts';
import { type Hdf5Message, readMessages } from './hdf5-messages.ts';
import type { Report } from './report.ts';

/** The result of walking a file. */
export interface Hdf5Walk {
  configs: Hdf5Config[];
  /** False if some part could not be followed; it may hold the configuration. */
  whole: boolean;
}

const signature = '894844460d0a1a0a';
/** Offsets where the library looks for the superblock. */
const signaturePlaces = [0, 512, 1024, 2048];
const undefinedAddress = 2n ** 64n - 1n;
const messageTypes = {
  link: 6,
  external: 7,
  layout: 8,
  attribute: 12,
  symbolTable: 17,
  linkInfo: 2,
  attributeInfo: 21,
};
const virtualLayout = 3;

/** Finds the superblock in the first bytes of a file. */
export function findSignature(head: Uint8Array): number | undefined {
  return signaturePlaces.find((at) => Buffer.from(head.subarray(at, at + 8)).toString('hex') === signature);
}

/** Follows all objects from the root. */
export async function walkHdf5(source: ByteSource, context: InspectionContext, report: Report): Promise<Hdf5Walk> {
  const start = findSignature(await source.read(0, 4096)) ?? 0;
  const walk: Hdf5Walk = { configs: [], whole: true };
  const spend = createBudget(context.limits.maxEntries, 'objects and messages');
  // Addresses count from the superblock; a user block may precede it.
  const base = sliceSource(source, start, source.size);
  const root = await readSuperblock(base);
  if (root === undefined) return { configs: [], whole: false };
  const file = { source: base, context, report, spend };
  const queue = [root];
  const seen = new Set(queue);
  for (let address = queue.pop(); address !== undefined; address = queue.pop()) {
    await yieldToEvents();
    assertInTime(context);
    const { messages, whole } = await readMessages(file, address);
    walk.whole &&= whole;
    for (const message of messages) {
      for (const next of await takeMessage(file, message, walk)) {
        if (!seen.has(next)) queue.push(next);
        seen.add(next);
      }
    }
  }
  return walk;
}

/** Reads one message of an object and gives the addresses of the objects it refers to. */
async function takeMessage(file: Hdf5File, message: Hdf5Message, walk: Hdf5Walk): Promise<number[]> {
  const { type, bytes, offset } = message;
  const { report } = file;
  file.spend();
  if (type === messageTypes.external) report.add('hdf5_external', { offset, more: 'External data files.' });
  else if (type === messageTypes.layout && (bytes[0] ?? 0) >= 3 && bytes[1] === virtualLayout) {
    report.add('hdf5_external', { offset, more: 'A virtual data set.' });
  } else if (type === messageTypes.attribute) {
    const attribute = await parseAttribute(file, message);
    if (attribute === 'unknown') walk.whole = false;
    else if (attribute !== undefined && isConfigName(attribute.name)) walk.configs.push(attribute);
  } else if (type === messageTypes.symbolTable) return listOldGroup(file, bytes);
  else if (type === messageTypes.link) {
    const link = parseLink(bytes);
    if (link.kind === 'external') report.add('hdf5_external', { offset, more: 'An external link.' });
    else if (link.kind === 'unknown') walk.whole = false;
    return link.address === undefined ? [] : [link.address];
  } else if (type === messageTypes.linkInfo || type === messageTypes.attributeInfo) {
    return takeDense(file, message, walk);
  }
  return [];
}

/** Many links or attributes of an object are stored in a heap. */
async function takeDense(file: Hdf5File, { type, bytes, offset }: Hdf5Message, walk: Hdf5Walk): Promise<number[]> {
  const kind = type === messageTypes.linkInfo ? 'links' : 'attributes';
  const hasOrder = ((bytes[1] ?? 0) & 1) !== 0;
  const at = 2 + (hasOrder ? (kind === 'links' ? 8 : 2) : 0);
  if (bytes.length < at + 16) {
    walk.whole = false;
    return [];
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const heap = view.getBigUint64(at, true);
  if (heap === undefinedAddress) return [];
  const listed = await listDense(file, { heap, tree: view.getBigUint64(at + 8, true), kind });
  if (listed === undefined) walk.whole = false;
  const found: number[] = [];
  for (const inner of listed ?? []) {
    const messageType = kind === 'links' ? messageTypes.link : messageTypes.attribute;
    found.push(...(await takeMessage(file, { type: messageType, bytes: inner, offset }, walk)));
  }
  return found;
}

/** Reads the address of the root group's header; undefined for an unknown version or width. */
async function readSuperblock(source: ByteSource): Promise<number | undefined> {
  const cursor = createCursor(source);
  await cursor.need(48);
  cursor.skip(8);
  const version = cursor.u8();
  if (version > 3) return undefined;
  if (version >= 2) {
    const [offsetSize, lengthSize] = [cursor.u8(), cursor.u8()];
    cursor.skip(1);
    if (offsetSize !== 8 || lengthSize !== 8) return undefined;
    cursor.skip(24);
    return toAddress(cursor.u64());
  }
  cursor.skip(4);
  const [offsetSize, lengthSize] = [cursor.u8(), cursor.u8()];
  if (offsetSize !== 8 || lengthSize !== 8) return undefined;
  cursor.skip(version === 1 ? 13 : 9);
  await cursor.need(48);
  // Base, free space, end of file, driver, then the root's entry: its name, its header.
  cursor.skip(40);
  return toAddress(cursor.u64());
}
