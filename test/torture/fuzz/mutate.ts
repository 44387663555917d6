/** Seeded mutations of valid inputs: most keep the shape that reaches deep into a parser, none is plain noise. */

const interesting = [0x00, 0x01, 0x7f, 0x80, 0x81, 0x84, 0xff, 0x30, 0x22, 0x2c, 0x7b, 0x7d, 0x0a, 0x20] as const;

/** A changed copy of one sample. */
export function mutate(samples: readonly Uint8Array[], random: () => number): Uint8Array {
  const below = (end: number) => Math.floor(random() * end);
  let bytes: Uint8Array = Uint8Array.from(samples[below(samples.length)] ?? []);
  const rounds = 1 + below(4);
  for (let round = 0; round < rounds; round += 1) {
    const step = steps[below(steps.length)];
    if (step !== undefined) bytes = step(bytes, below, samples);
  }
  return bytes;
}

type Below = (end: number) => number;
type Step = (bytes: Uint8Array, below: Below, samples: readonly Uint8Array[]) => Uint8Array;

const maxGrowth = 2048;

const steps: readonly Step[] = [
  function flipBit(bytes, below) {
    const at = below(bytes.length);
    if (bytes.length > 0) bytes[at] = (bytes[at] ?? 0) ^ (1 << below(8));
    return bytes;
  },
  function setByte(bytes, below) {
    if (bytes.length > 0)
      bytes[below(bytes.length)] = below(2) === 0 ? below(256) : (interesting[below(interesting.length)] ?? 0);
    return bytes;
  },
  /** Lengths and counts, in both byte orders. */
  function setWord(bytes, below) {
    const at = below(bytes.length);
    const value = [0, 1, 0xffff_ffff, 0x7fff_ffff, bytes.length, 0xffff][below(6)] ?? 0;
    for (let place = 0; place < 4 && at + place < bytes.length; place += 1) {
      bytes[at + place] = (value >>> (8 * (below(2) === 0 ? place : 3 - place))) & 0xff;
    }
    return bytes;
  },
  function cut(bytes, below) {
    return bytes.slice(0, below(bytes.length + 1));
  },
  function leaveOut(bytes, below) {
    const start = below(bytes.length + 1);
    return join([bytes.subarray(0, start), bytes.subarray(start + 1 + below(64))]);
  },
  /** Repeats a part, which makes nesting grow. */
  function repeat(bytes, below) {
    const start = below(bytes.length + 1);
    const part = bytes.subarray(start, start + 1 + below(32));
    const times = Math.min(1 + below(48), Math.floor(maxGrowth / Math.max(1, part.length)));
    const parts = Array.from({ length: times }, () => part);
    return join([bytes.subarray(0, start), ...parts, bytes.subarray(start)]);
  },
  function insert(bytes, below) {
    const at = below(bytes.length + 1);
    const added = Uint8Array.from({ length: 1 + below(8) }, () => below(256));
    return join([bytes.subarray(0, at), added, bytes.subarray(at)]);
  },
  /** Inserts a part of one valid input into another. */
  function splice(bytes, below, samples) {
    const other = samples[below(samples.length)] ?? bytes;
    const at = below(bytes.length + 1);
    const start = below(other.length + 1);
    const part = other.subarray(start, start + below(512));
    return join([bytes.subarray(0, at), part, bytes.subarray(at + below(part.length + 1))]);
  },
];

function join(parts: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((total, part) => total + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    joined.set(part, offset);
    offset += part.length;
  }
  return joined;
}
