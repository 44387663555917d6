/**
 * How the members of a body are read, as data. A table names for each member the few values that need no look: words of a
 * closed list, numbers in a small range, JSON structure. Every other value is read as text, and so is a member without a line.
 */
import { isPlainModelName } from './model-name.ts';
import { isPlainStopSequence } from './stop-sequence.ts';

/** The values of one member that pass without being read; for every other one the rule is: read it as text. */
export interface Reading {
  /** Exact words: strings that no one chose. */
  readonly words?: (text: string) => boolean;
  /** Numbers too small or too coarse to hold anything. */
  readonly number?: NumberRange;
  /** How the members of an object are read. */
  readonly members?: Shape;
  /** How the values of an object are read whose member names the caller chose. The names are read too. */
  readonly values?: Reading;
  /** How the items of a list are read. */
  readonly items?: Reading;
  /** The protocol needs this text as it is: a finding in it denies, because nothing can be put in its place. */
  readonly fixed?: true;
  /** Nobody knows what it is for: it is read by itself, or as part of what the answer says, not among the ids and names. */
  readonly apart?: true;
  /** The adapter reads this member itself. */
  readonly elsewhere?: true;
  /** Bytes stand here, in base64 or at an address. Where they turn out to be text, they are read. */
  readonly bytes?: BytesReading;
}

/** `listed`: the adapter lists the part as uninspected. A kind: this value is listed under it, unless it is text. */
export type BytesReading = { readonly listed: true } | { readonly kind: string };

/** Numbers that need no look. */
export interface NumberRange {
  readonly min: number;
  readonly max: number;
  /** Most decimal places. */
  readonly decimals: number;
}

/** The members of one kind of object. */
export type Shape = ReadonlyMap<string, Reading>;

/** Makes a table of members. */
export function shape(members: Readonly<Record<string, Reading>>): Shape {
  return new Map(Object.entries(members));
}

/** One of these words, or an empty string. */
export function wordsOf(...words: readonly string[]): Reading {
  const known = new Set(words);
  return { words: (text) => text === '' || known.has(text) };
}

/** A number in this range. Keep ranges below nine digits: a longer number can be a person's or a card's. */
export function numberOf(min: number, max: number, decimals = 0): Reading {
  return { number: { min, max, decimals } };
}

/** An object with these members. */
export function objectOf(members: Readonly<Record<string, Reading>>): Reading {
  return { members: shape(members) };
}

/** Sequences of published prompt formats pass, which a detector takes for an attack where they stand in a text. */
const stopSequence: Reading = { words: isPlainStopSequence };

/** One sequence that ends an answer, or some. */
export const stopSequences: Reading = { ...stopSequence, items: stopSequence };

/** A list of such items. */
export function listOf(items: Reading): Reading {
  return { items };
}

/** Any text: read. */
export const text: Reading = {};

/** Text or JSON that is part of what is said: it is read there, also where it is one word. */
export const said: Reading = { apart: true };

/** Text that the protocol needs as it is, such as the id that links a tool's result to its call. */
export const fixedText: Reading = { fixed: true };

/** Bytes of a part that its adapter lists as uninspected. */
export const listedBytes: Reading = { bytes: { listed: true } };

/** What a provider sealed for itself: nobody here can open it, and it goes back to the provider as it is. */
export const sealed: Reading = { bytes: { kind: 'encrypted' }, fixed: true };

/** True, false or null: they hold nothing. A text or number in their place is read. */
export const flag: Reading = {};

/** The adapter reads this member itself. */
export const elsewhere: Reading = { elsewhere: true };

/** The name of a model: published names are made of known words and versions, others are read. */
export const modelName: Reading = { words: isPlainModelName, fixed: true };

/** How many of something there are: tokens, choices, bytes, places in a list. */
export const count: Reading = numberOf(0, 99_999_999);

/** Unix time in seconds, from 2001 to 2033: a number with a greater first digit can be one of a phone. */
export const unixTime: Reading = numberOf(1_000_000_000, 1_999_999_999);

/** So many decimal places need no look: with the figures before them they make no number of a card. */
const plainDecimals = 6;

/** A fraction that a caller sets, such as a temperature, or a measurement. One with more decimals is read. */
export function fraction(min: number, max: number): Reading {
  return numberOf(min, max, plainDecimals);
}

/** True if the number needs no look. */
export function isInRange(value: number, { min, max, decimals }: NumberRange): boolean {
  if (value < min || value > max) return false;
  if (Number.isInteger(value)) return true;
  if (decimals === 0) return false;
  const scaled = value * 10 ** decimals;
  return Math.abs(scaled - Math.round(scaled)) < 1e-6;
}
