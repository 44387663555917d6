// Writes small binary files for tests, number by number.

import { createBufferSource } from '../byte-source.ts';
import type { Inspection, InspectionContext, Inspector } from '../finding.ts';
import { defaultLimits, type Limits } from '../limits.ts';

/** Little-endian numbers and texts. */
export function u8(...values: number[]): Buffer {
  return Buffer.from(values);
}

export function u16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
}

export function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

export function u64(value: number | bigint): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(value));
  return bytes;
}

/** A context with the default bounds, or tighter ones. */
export function aContext(changes: Partial<InspectionContext> = {}, limits: Partial<Limits> = {}): InspectionContext {
  return {
    limits: { ...defaultLimits, ...limits },
    signal: new AbortController().signal,
    name: 'model',
    path: '',
    depth: 0,
    allowedGlobals: new Set(),
    inspectInner: () => Promise.reject(new Error('nothing is nested here')),
    ...changes,
  };
}

/** Inspects bytes in memory. */
export function inspectBytes(
  inspector: Inspector,
  bytes: Uint8Array,
  context: Partial<InspectionContext> = {},
  limits: Partial<Limits> = {},
): Promise<Inspection> {
  return inspector.inspect(createBufferSource(bytes), aContext(context, limits));
}

export function idsOf(inspection: Inspection): string[] {
  return [...new Set(inspection.findings.map(({ id }) => id))].toSorted();
}

/** A seeded generator of numbers below 2^32. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) >>> 0;
  };
}
