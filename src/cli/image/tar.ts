/** The places of the files in an uncompressed tar archive (POSIX.1-2017 pax, ustar, GNU long names). Nothing is unpacked. */
import { UsageError } from '../options.ts';

/** Reads exactly these bytes; fewer only at the end of the archive. */
export type ReadAt = (position: number, length: number) => Promise<Uint8Array>;

export interface TarPlace {
  readonly position: number;
  readonly size: number;
}

const block = 512;
const maxEntries = 100_000;
const maxHeaderData = 1024 * 1024;

/** Lists the regular files by their names; `null` for a name that occurs twice. @throws UsageError */
export async function listTar(readAt: ReadAt): Promise<ReadonlyMap<string, TarPlace | null>> {
  const files = new Map<string, TarPlace | null>();
  let position = 0;
  let next: { path?: string; size?: number } = {};
  for (let count = 0; ; count += 1) {
    if (count > maxEntries) throw new UsageError(`The archive has more than ${maxEntries} entries.`);
    const header = await readAt(position, block);
    if (header.length === block && header.every((byte) => byte === 0)) return files;
    assertHeader(header);
    const type = String.fromCharCode(header[156] ?? 0);
    const size = next.size ?? readNumber(header.subarray(124, 136));
    const data = position + block;
    if (type === 'x' || type === 'L') {
      next = { ...next, ...(await readExtension(type, readAt, { position: data, size })) };
    } else {
      // Old archives mark a file by a NUL.
      if (type === '0' || type === '\0' || type === '7') {
        const name = (next.path ?? nameOf(header)).replace(/^(?:\.\/)+/, '');
        files.set(name, files.has(name) ? null : { position: data, size });
      }
      next = {};
    }
    position = data + Math.ceil(size / block) * block;
  }
}

async function readExtension(type: 'x' | 'L', readAt: ReadAt, { position, size }: TarPlace) {
  if (size > maxHeaderData) throw new UsageError('A header of the archive is too large.');
  const bytes = await readAt(position, size);
  if (bytes.length < size) throw broken();
  return type === 'L' ? { path: textOf(bytes) } : readPax(bytes);
}

/** Records of the form `length key=value\n`. */
function readPax(bytes: Uint8Array): { path?: string; size?: number } {
  const found: { path?: string; size?: number } = {};
  for (let at = 0; at < bytes.length; ) {
    const [, digits = ''] = /^(\d{1,10}) /.exec(latin1(bytes.subarray(at, at + 11))) ?? [];
    const length = Number(digits);
    if (length < digits.length + 3 || at + length > bytes.length) throw broken();
    const record = new TextDecoder().decode(bytes.subarray(at + digits.length + 1, at + length - 1));
    const [key = '', ...value] = record.split('=');
    if (key === 'path') found.path = value.join('=');
    if (key === 'size') found.size = toSize(value.join('='), 10);
    at += length;
  }
  return found;
}

function assertHeader(header: Uint8Array): void {
  if (header.length < block) throw broken();
  const stated = readNumber(header.subarray(148, 156));
  // The sum counts its own field as spaces.
  const sum = header.reduce((total, byte, index) => total + (index >= 148 && index < 156 ? 0x20 : byte), 0);
  if (sum !== stated) throw broken();
}

function nameOf(header: Uint8Array): string {
  const name = textOf(header.subarray(0, 100));
  const isUstar = latin1(header.subarray(257, 262)) === 'ustar';
  const prefix = isUstar ? textOf(header.subarray(345, 500)) : '';
  return prefix === '' ? name : `${prefix}/${name}`;
}

/** Octal text, or binary with the first bit set (GNU). */
function readNumber(field: Uint8Array): number {
  if (((field[0] ?? 0) & 0x80) === 0) return toSize(latin1(field).replaceAll(/[\0 ]/g, '') || '0', 8);
  const value = field.reduce((total, byte, index) => total * 256 + (index === 0 ? byte & 0x7f : byte), 0);
  if (!Number.isSafeInteger(value)) throw broken();
  return value;
}

function toSize(text: string, radix: 8 | 10): number {
  const value = /^\d{1,15}$/.test(text) ? Number.parseInt(text, radix) : Number.NaN;
  if (!Number.isSafeInteger(value)) throw broken();
  return value;
}

function textOf(bytes: Uint8Array): string {
  const end = bytes.indexOf(0);
  return new TextDecoder().decode(end === -1 ? bytes : bytes.subarray(0, end));
}

const latin1 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');

function broken(): UsageError {
  return new UsageError('The archive is cut off or damaged, or it is no tar archive.');
}
