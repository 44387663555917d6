/** Searches data for pickles inside it: behind other streams, in strings, in tensors, in files without a format. */

import { type ByteSource, createBufferSource } from '../byte-source.ts';
import type { DeepContext } from '../context.ts';
import { opcodeTable } from './opcodes.ts';
import { type Look, lookAt, mergeReports, type Reports } from './tentative.ts';

const chunkBytes = 1024 * 1024;
/** Bytes behind a chunk that a look may use before it must read from the source itself. */
const overlapBytes = 64 * 1024;
const protoByte = 0x80;
const maxTries = 2_000_000;
/** Opcodes of one look: a real payload imports early, data breaks early. */
const lookLimits = { maxOpcodes: 50_000, maxProtos: 4 };

/** What a search is told besides the bytes. */
export interface SearchOptions {
  context: DeepContext;
  reports: Reports;
  /** Starts of streams that were followed already. */
  known: ReadonlySet<number>;
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
  { context, reports, known }: SearchOptions,
): Promise<boolean> {
  const end = Math.min(chunk.length, chunkBytes);
  for (let at = chunk.indexOf(protoByte); at !== -1 && at < end; at = chunk.indexOf(protoByte, at + 1)) {
    if (!mayStart(chunk, at) || known.has(base + at)) continue;
    context.budget.embeddedTries += 1;
    if (context.budget.embeddedTries > maxTries || context.budget.opcodes >= context.limits.maxOpcodes) return false;
    const inChunk = await lookAt(createBufferSource(chunk), at, context, lookLimits);
    const cut = inChunk.result.ending === 'truncated' && base + chunk.length < source.size;
    const look = cut ? await lookAt(source, base + at, context, lookLimits) : inChunk;
    report(look, base + at, context, reports);
    if (context.signal.aborted || look.result.cutByProtos) return false;
  }
  return true;
}

/** PROTO with a version that says something, and an opcode behind it. */
function mayStart(chunk: Uint8Array, at: number): boolean {
  const version = chunk[at + 1] ?? 0;
  return version <= 5 && opcodeTable[chunk[at + 2] ?? 0] !== undefined;
}

function report(look: Look, offset: number, context: DeepContext, reports: Reports): void {
  if (!look.imports) return;
  const path = context.path === '' ? `pickle@${offset}` : `${context.path}!pickle@${offset}`;
  mergeReports(reports, look, path);
}

/** Looks at one stretch as a stream of protocol 0 or 1, which has no magic to search for. */
export async function lookAtCandidate(
  source: ByteSource,
  offset: number,
  { context, reports }: Omit<SearchOptions, 'known'>,
): Promise<void> {
  const look = await lookAt(source, offset, context, lookLimits);
  report(look, offset, context, reports);
}
