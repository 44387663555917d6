/**
 * Tables of how body members are read. A table lists for each member the few values that auditors need not see: words
 * of a closed list, numbers in a small range, JSON structure. Every other value is read as text, and so is an unlisted
 * member.
 */
import { isPlainModelName } from './model-name.ts';
import { isPlainStopSequence } from './stop-sequence.ts';

/** The values of one member that are not read; every other value is read as text. */
export interface Reading {
  /** Exact words of a closed list. */
  readonly words?: (text: string) => boolean;
  /** Numbers too small or too coarse to carry information. */
  readonly number?: NumberRange;
  /** Tables for the members of an object. */
  readonly members?: Shape;
  /** Table for the values of an object whose member names the caller chose. The names are read too. */
  readonly values?: Reading;
  /** Table for the items of a list. */
  readonly items?: Reading;
  /** The protocol needs this text unchanged: a finding in it denies, because it cannot be replaced. */
  readonly fixed?: true;
  /** The purpose is unknown: the value is read by itself, or as part of the answer, not among the ids and names. */
  readonly apart?: true;
  /** The adapter reads this member itself. */
  readonly elsewhere?: true;
  /** Bytes, in base64 or at an address. If they turn out to be text, they are read. */
  readonly bytes?: BytesReading;
}

/** `listed`: the adapter lists the part as uninspected. A kind: this value is listed under it, unless it is text. */
export type BytesReading = { readonly listed: true } | { readonly kind: string };

/** Numbers that are not read. */
export interface NumberRange {
  readonly min: number;
  readonly max: number;
  readonly decimals: number;
}

export type Shape = ReadonlyMap<string, Reading>;

export function shape(members: Readonly<Record<string, Reading>>): Shape {
  return new Map(Object.entries(members));
}

/** One of these words, or an empty string. */
export function wordsOf(...words: readonly string[]): Reading {
  const known = new Set(words);
  return { words: (text) => text === '' || known.has(text) };
}

/** A number in this range. Keep ranges below nine digits: a longer number can be a phone or card number. */
export function numberOf(min: number, max: number, decimals = 0): Reading {
  return { number: { min, max, decimals } };
}

export function objectOf(members: Readonly<Record<string, Reading>>): Reading {
  return { members: shape(members) };
}

/** Sequences of published prompt formats are not read: a detector takes them for an attack inside a text. */
const stopSequence: Reading = { words: isPlainStopSequence };

/** One stop sequence, or a list. */
export const stopSequences: Reading = { ...stopSequence, items: stopSequence };

export function listOf(items: Reading): Reading {
  return { items };
}

/** Any text: read. */
export const text: Reading = {};

/** Text or JSON that is part of the content: it is read with the content, even one word. */
export const said: Reading = { apart: true };

/** Text that the protocol needs unchanged, such as the id that links a tool's result to its call. */
export const fixedText: Reading = { fixed: true };

/** Bytes of a part that its adapter lists as uninspected. */
export const listedBytes: Reading = { bytes: { listed: true } };

/** Data that a provider sealed for itself: it cannot be opened here, and goes back to the provider unchanged. */
export const sealed: Reading = { bytes: { kind: 'encrypted' }, fixed: true };

/** True, false or null, which carry no text. A text or number in their place is read. */
export const flag: Reading = {};

/** The adapter reads this member itself. */
export const elsewhere: Reading = { elsewhere: true };

/** The name of a model: published names consist of known words and versions; others are read. */
export const modelName: Reading = { words: isPlainModelName, fixed: true };

/** A count of tokens, choices or bytes, or an index. */
export const count: Reading = numberOf(0, 99_999_999);

/** Unix time in seconds, from 2001 to 2033: a number with a greater first digit can be a phone number. */
export const unixTime: Reading = numberOf(1_000_000_000, 1_999_999_999);

/** Decimal places that are not read: with the digits before them they make no card number. */
const plainDecimals = 6;

/** A fraction that a caller sets, such as a temperature, or a measurement. One with more decimals is read. */
export function fraction(min: number, max: number): Reading {
  return numberOf(min, max, plainDecimals);
}

/** True if the number is not read. */
export function isInRange(value: number, { min, max, decimals }: NumberRange): boolean {
  if (value < min || value > max) return false;
  if (Number.isInteger(value)) return true;
  if (decimals === 0) return false;
  const scaled = value * 10 ** decimals;
  return Math.abs(scaled - Math.round(scaled)) < 1e-6;
}
