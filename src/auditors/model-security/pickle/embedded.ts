/**
 * Searches data for pickles inside it, by their first bytes: behind other streams, in strings, in tensors, in files
 * without a format.
 */

import { type ByteSource, createBufferSource } from '../byte-source.ts';
import { type DeepContext, yieldToEvents } from '../context.ts';
import { opcodeTable } from './opcodes.ts';
import { type Look, lookAt, mergeReports, type Reports } from './tentative.ts';

const chunkBytes = 1024 * 1024;
/** Bytes behind a chunk that a look may use before it must read from the source itself. */
const overlapBytes = 64 * 1024;
const protoByte = 0x80;
const maxTries = 2_000_000;
/** Looks at data in memory wait for nothing, so that no timer would ever run. */
const yieldEvery = 1_000;
/** Opcodes of one look: data by chance break early. */
const lookLimits = { maxOpcodes: 50_000, maxProtos: 4 };
/** What a search is told besides the bytes. */
export interface SearchOptions {
  context: DeepContext;
  reports: Reports;
  /** Starts of streams that were followed already. */
  known: ReadonlySet<number>;
  /** Looks into a stream that was found and followed to its end. False: not everything could be looked at. */
  follow?: (source: ByteSource, look: Look) => Promise<boolean>;
}

/** Searches the whole source. False: it could not be searched to the end. */
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

/** PROTO with a version that says something, and an opcode behind it. */
function mayStart(chunk: Uint8Array, at: number): boolean {
  const version = chunk[at + 1] ?? 0;
  return version <= 5 && opcodeTable[chunk[at + 2] ?? 0] !== undefined;
}

/** Reports what a look found, and has what it holds looked at. False: not everything could be. */
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
