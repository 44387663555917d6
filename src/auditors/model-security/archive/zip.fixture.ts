/** Writes zip archives for tests, valid or malformed. */

import { crc32, deflateRawSync } from 'node:zlib';

export interface ZipMember {
  name: string;
  content: Uint8Array;
  method?: number;
  localName?: string;
  flags?: number;
  localFlags?: number;
  crc?: number;
  localCrc?: number;
  size?: number;
  localMethod?: number;
  attributes?: number;
  /** Omits it from the directory. */
  hidden?: boolean;
  /** Omits its data and points at the header of the member at this index. */
  sharesWith?: number;
}

/** Malformations of the whole archive. */
export interface ZipShape {
  prefix?: Uint8Array;
  /** Shifts all offsets by the prefix, as for a reader that knows it. */
  shifted?: boolean;
  comment?: Uint8Array;
  trailing?: Uint8Array;
  entries?: number;
}

/** Makes an archive. */
export function zipOf(members: readonly ZipMember[], shape: ZipShape = {}): Buffer {
  const chunks: Buffer[] = [Buffer.from(shape.prefix ?? [])];
  const shift = shape.shifted === true ? 0 : (shape.prefix?.length ?? 0);
  const offsets: number[] = [];
  let at = chunks[0]?.length ?? 0;
  for (const member of members) {
    const shared = member.sharesWith === undefined ? undefined : offsets[member.sharesWith];
    offsets.push(shared ?? at);
    if (shared !== undefined) continue;
    const local = localOf(member);
    chunks.push(local);
    at += local.length;
  }
  const directory = Buffer.concat(members.flatMap((member, index) => entryOf(member, (offsets[index] ?? 0) - shift)));
  const listed = members.filter(({ hidden }) => hidden !== true).length;
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(shape.entries ?? listed, 8);
  end.writeUInt16LE(shape.entries ?? listed, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(at - shift, 16);
  end.writeUInt16LE(shape.comment?.length ?? 0, 20);
  return Buffer.concat([
    ...chunks,
    directory,
    end,
    shape.comment ?? new Uint8Array(0),
    shape.trailing ?? new Uint8Array(0),
  ]);
}

function packed({ content, method = 0 }: ZipMember): Buffer {
  return method === 8 ? deflateRawSync(content) : Buffer.from(content);
}

function localOf(member: ZipMember): Buffer {
  const name = Buffer.from(member.localName ?? member.name);
  const data = packed(member);
  const head = Buffer.alloc(30);
  head.writeUInt32LE(0x04034b50, 0);
  head.writeUInt16LE(20, 4);
  head.writeUInt16LE(member.localFlags ?? member.flags ?? 0, 6);
  head.writeUInt16LE(member.localMethod ?? member.method ?? 0, 8);
  head.writeUInt32LE(member.localCrc ?? member.crc ?? crc32(member.content), 14);
  head.writeUInt32LE(data.length, 18);
  head.writeUInt32LE(member.content.length, 22);
  head.writeUInt16LE(name.length, 26);
  return Buffer.concat([head, name, data]);
}

function entryOf(member: ZipMember, offset: number): Buffer[] {
  if (member.hidden === true) return [];
  const name = Buffer.from(member.name);
  const head = Buffer.alloc(46);
  head.writeUInt32LE(0x02014b50, 0);
  head.writeUInt16LE(0x0314, 4);
  head.writeUInt16LE(20, 6);
  head.writeUInt16LE(member.flags ?? 0, 8);
  head.writeUInt16LE(member.method ?? 0, 10);
  head.writeUInt32LE(member.crc ?? crc32(member.content), 16);
  head.writeUInt32LE(packed(member).length, 20);
  head.writeUInt32LE(member.size ?? member.content.length, 24);
  head.writeUInt16LE(name.length, 28);
  head.writeUInt32LE(member.attributes ?? 0, 38);
  head.writeUInt32LE(offset, 42);
  return [Buffer.concat([head, name])];
}
