// The numbers, strings and counts of a GGUF file, read in the width of its version and checked against the size of the file.

import type { InspectionContext } from '../finding.ts';
import { type Cursor, EndOfBytesError } from './cursor.ts';
import { assertInTime, createBudget, StopInspectionError } from './guarded.ts';
import type { Report } from './report.ts';

export interface GgufReader {
  cursor: Cursor;
  report: Report;
  /** Reads a count in the header, bounded. */
  count: (unit: string) => Promise<number>;
  /** Reads a length in bytes or elements, each at least `unitBytes` long. */
  length: (unitBytes: number) => Promise<number>;
  /** Reads a string's bytes as text up to `maxBytes`; otherwise skips it and gives undefined. */
  string: (maxBytes: number) => Promise<{ text: string | undefined; length: number; offset: number }>;
  u32: () => Promise<number>;
  u64: () => Promise<bigint>;
  /** Counts an element against the bound of the file and checks the deadline now and then. */
  tick: () => void;
}

/** Larger counts overflow 64-bit arithmetic when they are multiplied by an element size. */
const overflowFrom = 2n ** 48n;
const ticksPerLook = 4096;

export function createGgufReader(parts: {
  cursor: Cursor;
  version: number;
  context: InspectionContext;
  report: Report;
}): GgufReader {
  const { cursor, version, context, report } = parts;
  const { maxEntries, maxHeaderBytes } = context.limits;
  const spend = createBudget(maxEntries * 4, 'values and array elements');
  let ticks = 0;

  /** Version 1 has 32-bit counts and lengths. */
  async function readLength(): Promise<bigint> {
    const width = version === 1 ? 4 : 8;
    await cursor.need(width);
    return version === 1 ? BigInt(cursor.u32()) : cursor.u64();
  }

  async function length(unitBytes: number): Promise<number> {
    const offset = cursor.position();
    const value = await readLength();
    if (value >= overflowFrom) throw new StopInspectionError('gguf_overflow', { offset });
    if (value * BigInt(unitBytes) > BigInt(cursor.remaining())) throw new EndOfBytesError(offset);
    return Number(value);
  }

  function assertHeaderBytes(): void {
    if (cursor.position() > maxHeaderBytes * 4) throw new StopInspectionError('format_limit', { offset: 0 });
  }

  return {
    cursor,
    report,
    length,
    async count(unit) {
      const offset = cursor.position();
      const value = await readLength();
      if (value >= overflowFrom) throw new StopInspectionError('gguf_overflow', { offset });
      if (value > BigInt(maxEntries)) throw new StopInspectionError('format_limit', { offset, more: `${unit}.` });
      return Number(value);
    },
    async string(maxBytes) {
      const size = await length(1);
      const offset = cursor.position();
      if (size > maxBytes) {
        cursor.skip(size);
        return { text: undefined, length: size, offset };
      }
      if (size <= 4096) {
        await cursor.need(size);
        return { text: Buffer.from(cursor.take(size)).toString('utf8'), length: size, offset };
      }
      return { text: Buffer.from(await cursor.read(size)).toString('utf8'), length: size, offset };
    },
    async u32() {
      await cursor.need(4);
      return cursor.u32();
    },
    async u64() {
      await cursor.need(8);
      return cursor.u64();
    },
    tick() {
      spend();
      ticks += 1;
      if (ticks % ticksPerLook !== 0) return;
      assertInTime(context);
      assertHeaderBytes();
    },
  };
}
