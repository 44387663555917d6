/** Keeps content of a stream that may itself be a stream: strings, and bytes that it makes or loads. */

import type { Opcode } from './opcodes.ts';
import type { PickleReader } from './reader.ts';
import type { RunResult, Stretch } from './run.ts';
import type { TextForm } from './values.ts';
import { bytesOfLine, latin1OfUtf8 } from './written-bytes.ts';

/** Content of one or more runs that needs a further look. */
export type StreamCandidates = Pick<RunResult, 'candidates' | 'candidatesCut' | 'made' | 'loaded'>;

const maxCandidates = 1_000_000;
/** No call fits into fewer bytes. */
const minStreamBytes = 8;

const countedOperands: ReadonlySet<string> = new Set(['counted_u1', 'counted_i4', 'counted_u4', 'counted_u8']);
const textForms: Readonly<Record<string, TextForm>> = {
  STRING: 'quoted',
  UNICODE: 'escaped',
  BINUNICODE: 'utf8',
  SHORT_BINUNICODE: 'utf8',
  BINUNICODE8: 'utf8',
};

export function createStreamCandidates(): StreamCandidates {
  return { candidates: [], candidatesCut: false, made: [], loaded: [] };
}

/** Keeps the string that was just read if it may be a stream. */
export function keepCandidate(result: RunResult, { operand }: PickleReader, opcode: Opcode): void {
  const form = textForms[opcode.name];
  const isCounted = countedOperands.has(opcode.operand);
  if ((form === undefined && !isCounted) || operand.number < minStreamBytes) return;
  const { offset, number: length, bytes, first } = operand;
  if (bytes === undefined) {
    // For bytes stored as they are, the search for magics finds every stream except one without a magic.
    if (form === undefined && first !== undefined && !mayBegin(first)) return;
  } else if (!mayBeStream(bytes, form)) return;
  addCandidate(result, form === undefined ? { offset, length } : { offset, length, form });
}

/**
 * A stream begins with a magic, or with an opcode that needs nothing on the stack; in the latter case its imports are on lines.
 */
function mayBeStream(written: Uint8Array, form: TextForm | undefined): boolean {
  const isEscaped = form === 'escaped' || form === 'quoted';
  // Unescaped content of a line is found in place.
  if (isEscaped && !written.includes(0x5c)) return false;
  const bytes = isEscaped ? bytesOfLine(written, form, form === 'escaped') : written;
  if (mayBegin(bytes[0] ?? 0) && bytes.includes(0x0a)) return true;
  if (form === undefined || form === 'quoted') return form === 'quoted' && hasMagic(bytes);
  return hasMagic(form === 'escaped' ? bytesOfLine(written, form) : latin1OfUtf8(written));
}

/** True for PROTO with an existing version. */
export function hasMagic(bytes: Uint8Array): boolean {
  for (let at = bytes.indexOf(0x80); at !== -1; at = bytes.indexOf(0x80, at + 1)) {
    if ((bytes[at + 1] ?? 255) <= 5) return true;
  }
  return false;
}

const startOpcodes = new Set([
  ...Buffer.from('(FIJKLMNPSTUVXGc}])\x80\x82\x83\x84\x88\x89\x8a\x8bBC\x8c\x8d\x8e\x8f\x95\x96\x97', 'latin1'),
]);

/** True if a stream may begin with this byte. As text, a byte above ASCII is encoded with another first byte. */
function mayBegin(first: number): boolean {
  return startOpcodes.has(first) || first === 0xc2;
}

function addCandidate(held: StreamCandidates, candidate: Stretch): void {
  if (held.candidates.length < maxCandidates) held.candidates.push(candidate);
  else held.candidatesCut = true;
}

/** Adds the content of an inner or further stream. */
export function addCandidates(held: StreamCandidates, from: StreamCandidates): void {
  held.candidatesCut ||= from.candidatesCut;
  for (const candidate of from.candidates) addCandidate(held, candidate);
  for (const bytes of from.made) held.made.push(bytes);
  for (const stretch of from.loaded) held.loaded.push(stretch);
}
