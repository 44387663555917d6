/**
 * A strict reader of DER (X.690 section 10): definite and shortest lengths only, nothing after the end. Signed data
 * has one form here, so that no byte of a certificate or list can change unnoticed.
 */

/** One element; `bytes` is header and content, both views of the input. */
export interface DerNode {
  readonly tag: number;
  readonly bytes: Uint8Array;
  readonly content: Uint8Array;
}

/** Why bytes are not the expected DER. The message never quotes them. */
export class DerError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'DerError';
  }
}

export const derTag = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  oid: 0x06,
  enumerated: 0x0a,
  utf8: 0x0c,
  printable: 0x13,
  ia5: 0x16,
  utcTime: 0x17,
  generalizedTime: 0x18,
  sequence: 0x30,
  set: 0x31,
} as const;

/** Tag of a constructed context-specific element: `[n]`. */
export const contextTag = (number: number): number => 0xa0 + number;

/** Tag of a primitive context-specific element: `[n] IMPLICIT`. */
export const implicitTag = (number: number): number => 0x80 + number;

const maxNodes = 100_000;

/** Reads the one element in the bytes. @throws DerError for anything else, including trailing bytes */
export function readDer(bytes: Uint8Array, tag?: number): DerNode {
  const node = readNodeAt(bytes, 0);
  if (node.bytes.length !== bytes.length) throw new DerError('there are bytes after the element');
  return expectTag(node, tag);
}

/** Reads the elements inside one. @throws DerError */
export function readChildren(node: DerNode): DerNode[] {
  const nodes: DerNode[] = [];
  for (let at = 0; at < node.content.length; ) {
    if (nodes.length === maxNodes) throw new DerError('there are too many elements');
    const child = readNodeAt(node.content, at);
    nodes.push(child);
    at += child.bytes.length;
  }
  return nodes;
}

/** Reads the elements inside a sequence. @throws DerError for another kind of element */
export function readSequence(node: DerNode | undefined): DerNode[] {
  return readChildren(expectTag(node, derTag.sequence));
}

/** Gives the element if it is present and has the tag. @throws DerError */
export function expectTag(node: DerNode | undefined, tag?: number): DerNode {
  if (node === undefined) throw new DerError('an element is missing');
  if (tag !== undefined && node.tag !== tag) throw new DerError('an element has the wrong type');
  return node;
}

function readNodeAt(bytes: Uint8Array, at: number): DerNode {
  const tag = bytes[at];
  if (tag === undefined) throw new DerError('an element is missing');
  if ((tag & 0x1f) === 0x1f) throw new DerError('a tag has several bytes');
  const { length, start } = readLength(bytes, at + 1);
  const end = start + length;
  if (end > bytes.length) throw new DerError('an element is cut off');
  return { tag, bytes: bytes.subarray(at, end), content: bytes.subarray(start, end) };
}

function readLength(bytes: Uint8Array, at: number): { length: number; start: number } {
  const first = bytes[at];
  if (first === undefined) throw new DerError('a length is cut off');
  if (first < 0x80) return { length: first, start: at + 1 };
  const count = first & 0x7f;
  if (count === 0 || count > 4) throw new DerError('a length is indefinite or too long');
  let length = 0;
  for (let index = 1; index <= count; index += 1) {
    const byte = bytes[at + index];
    if (byte === undefined) throw new DerError('a length is cut off');
    length = length * 256 + byte;
  }
  if (length < 0x80 || length < 256 ** (count - 1)) throw new DerError('a length is not in its shortest form');
  return { length, start: at + 1 + count };
}
