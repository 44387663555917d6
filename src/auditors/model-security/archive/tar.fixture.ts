/** Writes tar archives for tests. */

export interface TarMember {
  name: string;
  content?: Uint8Array;
  type?: string;
}

/** Makes an archive of ustar members. */
export function tarOf(members: readonly TarMember[]): Buffer {
  const blocks = members.flatMap(({ name, content = new Uint8Array(0), type = '0' }) => {
    const padding = Buffer.alloc((512 - (content.length % 512)) % 512);
    return [headerOf(name, content.length, type), Buffer.from(content), padding];
  });
  return Buffer.concat([...blocks, Buffer.alloc(1024)]);
}

function headerOf(name: string, size: number, type: string): Buffer {
  const head = Buffer.alloc(512);
  head.write(name, 0, 100);
  head.write('0000644\0', 100);
  head.write(`${size.toString(8).padStart(11, '0')}\0`, 124);
  head.write('00000000000\0', 136);
  head.write('        ', 148);
  head.write(type, 156);
  head.write('ustar\x0000', 257);
  const sum = head.reduce((total, byte) => total + byte, 0);
  head.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return head;
}
