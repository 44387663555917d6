/**
 * Text and bytes that a stream makes by calls: allowed arguments of `_codecs.encode`, `bytes` and the like, and the resulting
 * bytes, so that these are inspected too.
 */

import type { GlobalRule } from './global-rule.ts';
import { type BytesValue, itemsOf, textOf, type Value } from './values.ts';

/** Codecs that only convert text to bytes. Other codecs run code of their module. */
const latin: ReadonlySet<string> = new Set(['latin1', 'latin-1', 'iso-8859-1']);
const unicode: ReadonlySet<string> = new Set(['ascii', 'utf-8', 'utf8']);

const maxLength = 64 * 1024 * 1024;
const notFollowed = 'arguments that cannot be followed';
const otherCodec = 'a codec that is no plain text encoding';

/** `_codecs.encode(text, codec)`: how protocols 0 to 2 write bytes. */
export const encodeRule: GlobalRule = {
  use: 'call',
  makesBytes: true,
  check(args) {
    if (args === undefined || args.length < 1 || args.length > 2 || args[0]?.kind !== 'text') return notFollowed;
    return args.length === 1 || isPlainCodec(args[1]) ? undefined : otherCodec;
  },
};

/** `bytes`, `bytearray`: from bytes, from text with a codec, from numbers, or from a number as length. */
export const bytesRule: GlobalRule = {
  use: 'call',
  makesBytes: true,
  check(args) {
    if (args === undefined || args.length > 2) return notFollowed;
    const [first, second] = args;
    if (second !== undefined)
      return isPlainCodec(second) ? (first?.kind === 'text' ? undefined : notFollowed) : otherCodec;
    if (first === undefined || first.kind === 'bytes' || first.kind === 'text') return undefined;
    if (first.kind === 'atom') return 'a length that exhausts memory';
    if (first.kind === 'int') return first.value > maxLength ? 'a length that exhausts memory' : undefined;
    if (first.kind === 'object') return isBytesObject(first.of) ? undefined : notFollowed;
    return toOctets(first) === undefined ? notFollowed : undefined;
  },
};

/** `str(bytes, codec)`: its text cannot be used in a name, but the call may run a codec. */
export const textRule: GlobalRule = {
  use: 'call',
  check(args) {
    if (args === undefined || args.length > 2) return notFollowed;
    return args.length < 2 || isPlainCodec(args[1]) ? undefined : otherCodec;
  },
};

/** `Fraction(text)`: an exponent allocates a number of that many digits. */
export const fractionRule: GlobalRule = {
  use: 'call',
  check(args) {
    const isPlain = args?.every((value) => value.kind === 'int' || /^[-+\d/ ]{1,256}$/.test(textOf(value) ?? ''));
    return isPlain === true ? undefined : 'a number that exhausts memory';
  },
};

/** Gives the result bytes of a call that passed its check: their place in the source, or the bytes. */
export function toBytes([first, codec]: readonly Value[]): BytesValue | Uint8Array | undefined {
  if (first?.kind === 'bytes') return first;
  if (first?.kind === 'items') return toOctets(first);
  if (first?.kind !== 'text') return undefined;
  const { offset, length, form } = first;
  if (latin.has(textOf(codec) ?? '')) return { kind: 'bytes', offset, length, form };
  // UTF-8 of text that is stored as UTF-8. The content of a line is inspected as text anyway.
  return form === 'utf8' ? { kind: 'bytes', offset, length } : undefined;
}

function toOctets(value: Value): Uint8Array | undefined {
  const octets: number[] = [];
  for (const item of itemsOf(value) ?? [undefined]) {
    if (item?.kind !== 'int' || item.value < 0 || item.value > 255) return undefined;
    octets.push(item.value);
  }
  return Uint8Array.from(octets);
}

function isPlainCodec(value: Value | undefined): boolean {
  const codec = textOf(value);
  return codec !== undefined && (latin.has(codec) || unicode.has(codec));
}

function isBytesObject(id: string): boolean {
  return /^(?:builtins|__builtin__)\.(?:bytes|bytearray)$/.test(id) || id === '_codecs.encode';
}
