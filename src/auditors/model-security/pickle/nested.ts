/**
 * Inspects the content of a stream: strings that are streams, bytes made from text or numbers, loaded bytes; and their content
 * again.
 */

import { type ByteSource, createBufferSource, sliceSource } from '../byte-source.ts';
import { type DeepContext, yieldToEvents } from '../context.ts';
import { type SearchOptions, searchEmbedded, takeLook } from './embedded.ts';
import type { Stretch } from './run.ts';
import { hasMagic, type StreamCandidates } from './stream-candidates.ts';
import { asString, lookAt, type Reports } from './tentative.ts';
import { bytesOfLine, latin1OfUtf8 } from './written-bytes.ts';

const lookLimits = { maxOpcodes: 50_000, maxProtos: 4 };
/** Depth of streams in streams; each is shorter than the one around it. */
const maxDepth = 8;
const yieldEvery = 1_000;
/** Bytes of a string that suffice to see that it is no stream. */
const headBytes = 1024;
/** Bytes decoded from one text, and from all texts in a file. */
const maxTextBytes = 64 * 1024 * 1024;
const maxWrittenBytes = 1024 * 1024 * 1024;

/** Options of a look into a stream. */
export interface NestedOptions {
  context: DeepContext;
  reports: Reports;
}

/** Searches a source for streams, and searches their content. False if the search did not finish. */
export function searchNested(
  source: ByteSource,
  options: NestedOptions & { known: ReadonlySet<number> },
  depth = 0,
): Promise<boolean> {
  return searchEmbedded(source, {
    ...options,
    follow: toFollow(options, depth),
  });
}

/** Inspects the content of a stream of this source. False if not everything was inspected. */
export async function searchCandidates(
  source: ByteSource,
  held: StreamCandidates,
  options: NestedOptions,
  depth = 0,
): Promise<boolean> {
  const { context } = options;
  if (depth > maxDepth) return false;
  let complete = !held.candidatesCut;
  for (const [index, candidate] of held.candidates.entries()) {
    if (index % yieldEvery === 0) await yieldToEvents();
    if (context.signal.aborted || context.budget.opcodes >= context.limits.maxOpcodes) return false;
    if (!(await searchCandidate(source, candidate, options, depth))) complete = false;
  }
  for (const bytes of held.made) if (!(await searchBytes(bytes, 0, options, depth))) complete = false;
  for (const stretch of held.loaded) if (!(await searchLoaded(source, stretch, options))) complete = false;
  return complete;
}

async function searchCandidate(
  source: ByteSource,
  { offset, length, form }: Stretch,
  options: NestedOptions,
  depth: number,
): Promise<boolean> {
  const { context } = options;
  if (form === undefined) return searchPlain(source, offset, length, options, depth);
  context.budget.writtenBytes += length;
  if (length > maxTextBytes || context.budget.writtenBytes > maxWrittenBytes) return false;
  const written = await source.read(offset, length);
  if (form === 'utf8') {
    const isPlain = await searchPlain(createBufferSource(written), 0, length, options, depth, offset);
    return isAscii(written) ? isPlain : (await searchBytes(latin1OfUtf8(written), offset, options, depth)) && isPlain;
  }
  const bytes = bytesOfLine(written, form);
  const isSearched = await searchBytes(bytes, offset, options, depth);
  // The same bytes, unless a character is outside ASCII.
  const wide = form === 'escaped' ? bytesOfLine(written, form, true) : bytes;
  return wide.length === bytes.length ? isSearched : (await searchBytes(wide, offset, options, depth)) && isSearched;
}

/** Inspects bytes of a source as a stream without a magic; the search for magics finds the others. */
async function searchPlain(
  source: ByteSource,
  start: number,
  length: number,
  options: NestedOptions,
  depth: number,
  place = start,
): Promise<boolean> {
  const { context } = options;
  const head = createBufferSource(await source.read(start, Math.min(length, headBytes)));
  const isPart = length > headBytes;
  const short = await lookAt(head, 0, context, { ...lookLimits, isPart });
  const isCut = short.result.ending === 'truncated' && isPart;
  const whole = isCut ? sliceSource(source, start, length) : head;
  const look = asString(isCut ? await lookAt(whole, 0, context, lookLimits) : short);
  return takeLook(whole, look, place, { ...options, known: new Set(), follow: toFollow(options, depth) });
}

function toFollow(options: NestedOptions, depth: number): NonNullable<SearchOptions['follow']> {
  return (source, { result }) => searchCandidates(source, result, options, depth + 1);
}

/** Inspects decoded bytes: as a stream, and for streams in them. */
async function searchBytes(bytes: Uint8Array, offset: number, options: NestedOptions, depth: number): Promise<boolean> {
  const source = createBufferSource(bytes);
  const isPlain = await searchPlain(source, 0, bytes.length, options, depth, offset);
  if (!hasMagic(bytes)) return isPlain;
  return (await searchNested(source, { ...options, known: new Set() }, depth)) && isPlain;
}

async function searchLoaded(
  source: ByteSource,
  { offset, length, form }: Stretch,
  { context, reports }: NestedOptions,
): Promise<boolean> {
  let loaded = sliceSource(source, offset, length);
  if (form !== undefined) {
    const text = await source.read(offset, Math.min(length, maxTextBytes));
    loaded = createBufferSource(form === 'utf8' ? latin1OfUtf8(text) : bytesOfLine(text, form));
  }
  const inner = await context.inspectInner(loaded, `bytes@${offset}`);
  for (const finding of inner.findings) reports.findings.add(finding);
  for (const name of inner.unsafeGlobals) reports.unsafeGlobals.add(name);
  return inner.complete && (form === undefined || length <= maxTextBytes);
}

function isAscii(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte < 0x80);
}
