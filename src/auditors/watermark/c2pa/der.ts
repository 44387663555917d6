/** A small reader of DER (X.690), for the parts of a certificate that Node does not show. */

export interface DerNode {
  readonly tag: number;
  readonly bytes: Uint8Array;
}

/** Why bytes are no DER. */
export class DerError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'DerError';
  }
}

export const derTags = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  oid: 0x06,
  sequence: 0x30,
  context0: 0xa0,
  context3: 0xa3,
} as const;

const maxNodes = 1000;

/** Reads the nodes that lie one after the other in the bytes. */
export function readNodes(bytes: Uint8Array): DerNode[] {
  const nodes: DerNode[] = [];
  for (let at = 0; at < bytes.length; ) {
    if (nodes.length === maxNodes) throw new DerError('there are too many nodes');
    const tag = bytes[at] ?? 0;
    if ((tag & 0x1f) === 0x1f) throw new DerError('a tag is too long');
    const { length, start } = readLength(bytes, at + 1);
    if (start + length > bytes.length) throw new DerError('a node is cut off');
    nodes.push({ tag, bytes: bytes.subarray(start, start + length) });
    at = start + length;
  }
  return nodes;
}

/** Reads the children of the one node of a tag that the bytes hold. */
export function readInside(bytes: Uint8Array, tag: number): DerNode[] {
  const [node, ...others] = readNodes(bytes);
  if (node === undefined || node.tag !== tag || others.length > 0)
    throw new DerError('a node of another kind stands here');
  return readNodes(node.bytes);
}

/** An object identifier as hexadecimal digits of its content. */
export function readOid(node: DerNode | undefined): string {
  if (node === undefined || node.tag !== derTags.oid) throw new DerError('an object identifier is missing');
  return Buffer.from(node.bytes).toString('hex');
}

function readLength(bytes: Uint8Array, at: number): { length: number; start: number } {
  const first = bytes[at];
  if (first === undefined) throw new DerError('a length is cut off');
  if (first < 0x80) return { length: first, start: at + 1 };
  const count = first & 0x7f;
  if (count === 0 || count > 3) throw new DerError('a length is indefinite or too long');
  let length = 0;
  for (let index = 1; index <= count; index++) length = length * 256 + (bytes[at + index] ?? 0);
  return { length, start: at + 1 + count };
}
