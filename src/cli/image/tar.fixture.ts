/** Tar archives for tests, as ustar. */

export interface TarFile {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** `0` for a file. */
  readonly type?: string;
}

export function toTar(files: readonly TarFile[]): Buffer {
  const blocks = files.flatMap(({ name, bytes, type = '0' }) => [
    toHeader(name, bytes.length, type),
    Buffer.from(bytes),
    Buffer.alloc((512 - (bytes.length % 512)) % 512),
  ]);
  return Buffer.concat([...blocks, Buffer.alloc(1024)]);
}

/** A pax record: `length key=value\n`. */
export function toPaxRecord(key: string, value: string): string {
  const rest = ` ${key}=${value}\n`;
  const bytes = Buffer.byteLength(rest);
  const length = bytes + String(bytes + 1).length;
  return `${String(length).length + bytes}${rest}`;
}

function toHeader(name: string, size: number, type: string): Buffer {
  const header = Buffer.alloc(512);
  header.write(name.slice(0, 100), 0, 'utf8');
  header.write('0000644\0', 100);
  header.write(`${size.toString(8).padStart(11, '0')}\0`, 124);
  header.write('00000000000\0', 136);
  header.fill(0x20, 148, 156);
  header.write(type, 156);
  header.write('ustar\0' + '00', 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}
