/**
 * Searches data for pickles inside it, by their first bytes: behind other streams, in strings, in tensors, in files
 * without a format.
 */

import { type ByteSource, createBufferSource } from '../byte-source.ts';
import { type DeepContext, yieldToEvents } from '../context.ts';
import { opcodeTable } from './opcodes.ts';
import { type Look, lookAt, mergeReports, type Reports } from './tentative.ts';

const chunkBytes = 1024 * 1024;
/** Bytes after a chunk that a look may use before it must read from the source itself. */
const overlapBytes = 64 * 1024;
const protoByte = 0x80;
const maxTries = 2_000_000;
/** Looks at data in memory never wait, so timers would not run. */
const yieldEvery = 1_000;
/** Opcodes of one look: random data fail early. */
const lookLimits = { maxOpcodes: 50_000, maxProtos: 4 };
export interface SearchOptions {
  context: DeepContext;
  reports: Reports;
  /** Starts of streams that were already followed. */
  known: ReadonlySet<number>;
  /** Inspects a stream that was found and followed to its end. False if not everything could be inspected. */
  follow?: (source: ByteSource, look: Look) => Promise<boolean>;
}

/** Searches the whole source. False if the search could not finish. */
export async function searchEmbedded(source: ByteSource, options: SearchOptions): Promise<boolean> {
  const { context } = options;
  for (let base = 0; base < source.size; base += chunkBytes) {
    if (context.signal.aborted) return false;
    const chunk = await source.read(base, chunkBytes + overlapBytes);
    if (!(await searchChunk(source, chunk, base, options))) return false;
  }
  return true;
}

async function searchChunk(
  source: ByteSource,
  chunk: Uint8Array,
  base: number,
  options: SearchOptions,
): Promise<boolean> {
  const { context, known } = options;
  const end = Math.min(chunk.length, chunkBytes);
  const inner = createBufferSource(chunk);
  const isPart = base + chunk.length < source.size;
  for (let at = chunk.indexOf(protoByte); at !== -1 && at < end; at = chunk.indexOf(protoByte, at + 1)) {
    if (!mayStart(chunk, at) || known.has(base + at)) continue;
    context.budget.embeddedTries += 1;
    if (context.budget.embeddedTries > maxTries || context.budget.opcodes >= context.limits.maxOpcodes) return false;
    if (context.budget.embeddedTries % yieldEvery === 0) await yieldToEvents();
    const inChunk = await lookAt(inner, at, context, { ...lookLimits, isPart });
    const cut = inChunk.result.ending === 'truncated' && isPart;
    const look = cut ? await lookAt(source, base + at, context, lookLimits) : inChunk;
    if (!(await takeLook(cut ? source : inner, look, base + at, options))) return false;
  }
  return true;
}

/** True for PROTO with a known version and an opcode after it. */
function mayStart(chunk: Uint8Array, at: number): boolean {
  const version = chunk[at + 1] ?? 0;
  return version <= 5 && opcodeTable[chunk[at + 2] ?? 0] !== undefined;
}

/** Reports the findings of a look and has its content inspected. False if not everything could be. */
export async function takeLook(
  source: ByteSource,
  look: Look,
  offset: number,
  { context, reports, follow }: SearchOptions,
): Promise<boolean> {
  if (look.imports) {
    const path = context.path === '' ? `pickle@${offset}` : `${context.path}!pickle@${offset}`;
    mergeReports(reports, look, path);
  }
  if (context.signal.aborted || look.unfinished) return false;
  if (look.imports || look.result.ending !== 'stop' || follow === undefined) return true;
  return follow(source, look);
}
