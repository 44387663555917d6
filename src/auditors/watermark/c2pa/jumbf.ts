/** Reads JUMBF superboxes (ISO/IEC 19566-5) with bounds on everything a hostile file could make large. */
import { ManifestError } from './manifest-error.ts';

/** A box with a description and child boxes. */
export interface Superbox {
  readonly label: string;
  /** The content type in its description, in hexadecimal digits. */
  readonly uuid: string;
  /** Everything after the box's header, description included; the part that a hashed URI covers (C2PA 2.4, 8.4.2.3). */
  readonly contents: Uint8Array;
  readonly superboxes: readonly Superbox[];
  readonly leaves: readonly Leaf[];
}

/** A box with content. */
export interface Leaf {
  readonly type: string;
  readonly bytes: Uint8Array;
}

export const uuids = {
  store: '6332706100110010800000aa00389b71',
  manifest: '63326d6100110010800000aa00389b71',
  updateManifest: '6332756d00110010800000aa00389b71',
  claim: '6332636c00110010800000aa00389b71',
  signature: '6332637300110010800000aa00389b71',
  assertions: '6332617300110010800000aa00389b71',
} as const;

const maxDepth = 8;
const maxBoxes = 10_000;
const maxLabelBytes = 512;

/** True for bytes that begin like a C2PA manifest store. */
export function isManifestStore(bytes: Uint8Array): boolean {
  if (bytes.length < 32) return false;
  const header = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const at = header.getUint32(0) === 1 ? 16 : 8;
  const described = Buffer.from(bytes.buffer, bytes.byteOffset + at, Math.min(24, bytes.length - at));
  return header.getUint32(4) === jumb && described.toString('hex', 8, 24) === uuids.store;
}

/** Parses one superbox that fills the bytes. @throws ManifestError (general.error) for anything else. */
export function parseSuperbox(bytes: Uint8Array): Superbox {
  const budget = { boxes: maxBoxes };
  const [box, ...others] = splitBoxes(bytes, budget);
  if (box === undefined || others.length > 0 || box.type !== jumb) fail('the store is not one superbox');
  return readSuperbox(box.bytes, 1, budget);
}

const jumb = 0x6a756d62;
const jumd = 0x6a756d64;

interface RawBox {
  readonly type: number;
  readonly bytes: Uint8Array;
}

interface Budget {
  boxes: number;
}

function readSuperbox(contents: Uint8Array, depth: number, budget: Budget): Superbox {
  if (depth > maxDepth) fail('boxes are nested too deep');
  const [description, ...children] = splitBoxes(contents, budget);
  if (description === undefined || description.type !== jumd) fail('a superbox has no description');
  const superboxes = children
    .filter(({ type }) => type === jumb)
    .map((one) => readSuperbox(one.bytes, depth + 1, budget));
  const labels = superboxes.map(({ label }) => label).filter((label) => label !== '');
  // With two boxes of one label, a reference could be checked against one and used with the other.
  if (new Set(labels).size !== labels.length) fail('two boxes share a label');
  return {
    ...readDescription(description.bytes, budget),
    contents,
    superboxes,
    leaves: children.filter(({ type }) => type !== jumb).map(({ type, bytes }) => ({ type: toText(type), bytes })),
  };
}

function splitBoxes(bytes: Uint8Array, budget: Budget): RawBox[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const boxes: RawBox[] = [];
  for (let at = 0; at < bytes.length; ) {
    budget.boxes -= 1;
    if (budget.boxes < 0) fail('there are too many boxes');
    if (at + 8 > bytes.length) fail('a box header is cut off');
    let length = view.getUint32(at);
    let header = 8;
    if (length === 1) {
      if (at + 16 > bytes.length) fail('a box header is cut off');
      if (view.getUint32(at + 8) !== 0) fail('a box is longer than its surroundings');
      length = view.getUint32(at + 12);
      header = 16;
    }
    if (length < header || at + length > bytes.length) fail('the length of a box is wrong');
    boxes.push({ type: view.getUint32(at + 4), bytes: bytes.subarray(at + header, at + length) });
    at += length;
  }
  return boxes;
}

/** Toggle bits of a description. */
const toggleBits = { requestable: 1, label: 2, identifier: 4, hash: 8, fields: 16, reserved: 0xe0 };

/**
 * Reads content type, toggles and label. No hash covers the descriptions of manifests, claims and signatures, so they may hold
 * nothing meaningless: only private fields (such as a salt), and only as boxes.
 */
function readDescription(bytes: Uint8Array, budget: Budget): { label: string; uuid: string } {
  const toggles = bytes[16];
  if (toggles === undefined) fail('a description is cut off');
  const uuid = Buffer.from(bytes.subarray(0, 16)).toString('hex');
  if ((toggles & toggleBits.reserved) !== 0) fail('a description has unknown toggles');
  const hasLabel = (toggles & toggleBits.label) !== 0;
  if (hasLabel !== ((toggles & toggleBits.requestable) !== 0)) fail('a label must be requestable');
  const end = hasLabel ? bytes.indexOf(0, 17) : 16;
  if (end === -1 || end - 17 > maxLabelBytes) fail('a label has no end');
  const fixed = ((toggles & toggleBits.identifier) === 0 ? 0 : 4) + ((toggles & toggleBits.hash) === 0 ? 0 : 32);
  const rest = bytes.subarray(end + 1 + fixed);
  if (end + 1 + fixed > bytes.length) fail('a description is cut off');
  const fields = splitBoxes(rest, budget);
  if (fields.length > 0 !== ((toggles & toggleBits.fields) !== 0)) fail('private fields and toggles do not agree');
  return { label: hasLabel ? decodeLabel(bytes.subarray(17, end)) : '', uuid };
}

function decodeLabel(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new ManifestError('general.error', 'a label is no UTF-8', { cause });
  }
}

function toText(type: number): string {
  return String.fromCharCode(type >>> 24, (type >>> 16) & 255, (type >>> 8) & 255, type & 255);
}

function fail(message: string): never {
  throw new ManifestError('general.error', message);
}
