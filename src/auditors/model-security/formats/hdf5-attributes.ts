// Reads the text of HDF5 attributes: strings of a fixed length inside the message, strings of any length in a global
// heap.

import { StopInspectionError } from './guarded.ts';
import { type Hdf5Config, type Hdf5File, isConfigName, openAt, toAddress } from './hdf5-file.ts';
import type { Hdf5Message } from './hdf5-messages.ts';

const fixedString = 3;
const variableLength = 9;

/** Gives the text of the attribute; undefined if it is not text, `unknown` if its form cannot be read. */
export async function parseAttribute(
  file: Hdf5File,
  { bytes, offset }: Hdf5Message,
): Promise<Hdf5Config | 'unknown' | undefined> {
  const version = bytes[0] ?? 0;
  if (version < 1 || version > 3 || bytes.length < 8) return 'unknown';
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const padded = (size: number) => (version === 1 ? Math.ceil(size / 8) * 8 : size);
  const nameSize = view.getUint16(2, true);
  const nameStart = version === 3 ? 9 : 8;
  const typeStart = nameStart + padded(nameSize);
  const dataStart = typeStart + padded(view.getUint16(4, true)) + padded(view.getUint16(6, true));
  if (typeStart + 8 > bytes.length || dataStart > bytes.length) return 'unknown';
  // A shared type (flag 1 from version 2 on) is not followed.
  if (version > 1 && ((bytes[1] ?? 0) & 1) !== 0) return 'unknown';
  const name = Buffer.from(bytes.subarray(nameStart, nameStart + nameSize))
    .toString('utf8')
    .replace(/\0.*$/s, '');
  const typeClass = (bytes[typeStart] ?? 0) & 15;
  if (typeClass === fixedString) return { name, bytes: bytes.subarray(dataStart), offset };
  // Keras reads no configuration of another type; it may be meant to be overlooked.
  if (typeClass !== variableLength) return isConfigName(name) ? 'unknown' : undefined;
  const values: Uint8Array[] = [];
  for (let at = dataStart; at + 16 <= bytes.length; at += 16) {
    file.spend();
    const address = toAddress(view.getBigUint64(at + 4, true));
    // A null string has no heap object.
    if (address > 0) values.push(await readHeapObject(file, address, view.getUint32(at + 12, true)));
  }
  return { name, bytes: Buffer.concat(values), offset };
}

async function readHeapObject(file: Hdf5File, address: number, index: number): Promise<Uint8Array> {
  const cursor = openAt(file, address);
  await cursor.need(16);
  if (Buffer.from(cursor.take(4)).toString('latin1') !== 'GCOL') {
    throw new StopInspectionError('format_malformed', { offset: address, more: 'No global heap.' });
  }
  cursor.skip(4);
  const end = address + toAddress(cursor.u64());
  while (cursor.position() + 16 <= end) {
    file.spend();
    await cursor.need(16);
    const found = cursor.u16();
    cursor.skip(6);
    const size = toAddress(cursor.u64());
    if (found === 0) break;
    if (found === index) {
      if (size > file.context.limits.maxHeaderBytes) throw new StopInspectionError('format_limit', { offset: address });
      return cursor.read(size);
    }
    cursor.skip(Math.ceil(size / 8) * 8);
  }
  throw new StopInspectionError('format_malformed', { offset: address, more: 'A heap lacks an object.' });
}
