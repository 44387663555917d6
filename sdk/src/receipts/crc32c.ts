/**
 * CRC-32C (Castagnoli, RFC 3720 appendix B.4) detects torn and damaged frames. Links and signatures protect against
 * forgery.
 */

const polynomial = 0x82f63b78;
/** Eight tables fold in eight bytes at once; attachments make this hot. */
const tables = makeTables();
const [t0, t1, t2, t3, t4, t5, t6, t7] = tables;

/** Gives the CRC-32C of bytes as an unsigned 32-bit number. */
export function crc32c(bytes: Uint8Array, start = 0, end = bytes.length): number {
  let crc = ~0;
  let index = start;
  for (const last = end - 8; index <= last; index += 8) {
    crc ^= at(bytes, index) | (at(bytes, index + 1) << 8) | (at(bytes, index + 2) << 16) | (at(bytes, index + 3) << 24);
    crc =
      at(t7, crc & 255) ^
      at(t6, (crc >>> 8) & 255) ^
      at(t5, (crc >>> 16) & 255) ^
      at(t4, crc >>> 24) ^
      at(t3, at(bytes, index + 4)) ^
      at(t2, at(bytes, index + 5)) ^
      at(t1, at(bytes, index + 6)) ^
      at(t0, at(bytes, index + 7));
  }
  for (; index < end; index++) crc = (crc >>> 8) ^ at(t0, (crc ^ at(bytes, index)) & 255);
  return ~crc >>> 0;
}

/** INVARIANT: indices stay inside; the fallback is there for the compiler and costs nothing. */
function at(values: Uint8Array | Int32Array, index: number): number {
  return values[index] ?? 0;
}

type Tables = [Int32Array, Int32Array, Int32Array, Int32Array, Int32Array, Int32Array, Int32Array, Int32Array];

function makeTables(): Tables {
  const first = Int32Array.from({ length: 256 }, (_, byte) => {
    let crc = byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ polynomial : crc >>> 1;
    return crc;
  });
  const next = (table: Int32Array): Int32Array => table.map((crc) => (crc >>> 8) ^ at(first, crc & 255));
  const second = next(first);
  const third = next(second);
  const fourth = next(third);
  const fifth = next(fourth);
  const sixth = next(fifth);
  const seventh = next(sixth);
  return [first, second, third, fourth, fifth, sixth, seventh, next(seventh)];
}
