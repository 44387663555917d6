/** Abstract values of the pickle emulation: the loader's stack, as far as it matters for safety. */

import type { GlobalRule } from './global-rule.ts';

/** Numbers, booleans and None, which have no behaviour. */
export interface AtomValue {
  kind: 'atom';
}

/** A whole number that may be a shape or a flag. */
export interface IntValue {
  kind: 'int';
  value: number;
}

/** The encoding of text in the source: UTF-8, a UNICODE line (raw-unicode-escape) or a STRING line (quoted). */
export type TextForm = 'utf8' | 'escaped' | 'quoted';

/** A string; `text` is absent if it is too long to be a name. */
export interface TextValue {
  kind: 'text';
  text?: string;
  /** Its place in the source. */
  offset: number;
  length: number;
  form: TextForm;
}

/** Bytes, by their place in the source. */
export interface BytesValue {
  kind: 'bytes';
  offset: number;
  length: number;
  /** Set if the source stores them as text, in Latin-1 (protocols 0 to 2 have no opcode for bytes). */
  form?: TextForm;
}

/** A global imported by name; without a rule it is not on the allow-list. */
export interface GlobalValue {
  kind: 'global';
  id: string;
  rule?: GlobalRule;
}

/** A list, tuple, set or frozenset; only the first members are kept. */
export interface ItemsValue {
  kind: 'items';
  type: 'list' | 'tuple' | 'set' | 'frozenset';
  items: Value[];
  /** Number of members not kept. */
  dropped: number;
  /** Number of values that hashing visits, counting repeated visits. */
  weight: number;
}

/** A dictionary; only the first entries under text keys are kept. */
export interface DictValue {
  kind: 'dict';
  entries: Map<string, Value>;
  /** A key that must not be an attribute: `__class__`, or an unknown one. */
  hostileKey?: string;
}

/** The result of calling or instantiating a listed global. */
export interface ObjectValue {
  kind: 'object';
  /** The id of that global. */
  of: string;
  rule?: GlobalRule;
  args: Value;
  state?: Value;
  hostileKey?: string;
}

export type Value = AtomValue | IntValue | TextValue | BytesValue | GlobalValue | ItemsValue | DictValue | ObjectValue;

export const atom: AtomValue = Object.freeze({ kind: 'atom' });

/** None, distinguished from other atoms by identity. */
export const noneValue: AtomValue = Object.freeze({ kind: 'atom' });

/** Members kept of a container: more than any argument list of a listed global has. */
const keptItems = 64;

export function createItems(type: ItemsValue['type'], values: readonly Value[]): ItemsValue {
  const made: ItemsValue = { kind: 'items', type, items: [], dropped: 0, weight: 1 };
  addItems(made, values);
  return made;
}

export function addItems(target: ItemsValue, values: readonly Value[]): void {
  const room = Math.max(0, keptItems - target.items.length);
  for (const value of room >= values.length ? values : values.slice(0, room)) target.items.push(value);
  target.dropped += Math.max(0, values.length - room);
  for (const value of values) target.weight += weightOf(value);
}

/** Number of values that hashing this one visits; only fully immutable values can be hashed. */
export function weightOf(value: Value): number {
  if (value.kind !== 'items') return 1;
  return value.type === 'tuple' || value.type === 'frozenset' ? Math.min(value.weight, Number.MAX_SAFE_INTEGER) : 1;
}

export function itemsOf(value: Value | undefined): readonly Value[] | undefined {
  return value?.kind === 'items' && value.dropped === 0 ? value.items : undefined;
}

export function textOf(value: Value | undefined): string | undefined {
  return value?.kind === 'text' ? value.text : undefined;
}

/** Sets an entry of a dictionary, or of an object that behaves like one. */
export function setEntry(target: DictValue | ObjectValue, key: Value, value: Value): void {
  const text = textOf(key);
  if (text !== undefined && isReservedName(text)) target.hostileKey ??= text;
  // A string from a call may be any name.
  if (key.kind === 'object' && target.hostileKey === undefined) target.hostileKey = '(computed)';
  if (target.kind === 'dict' && text !== undefined && (target.entries.size < keptItems || target.entries.has(text))) {
    target.entries.set(text, value);
  }
}

/** True for names that reach Python's own machinery. */
export function isReservedName(name: string): boolean {
  return name.startsWith('__') && name.endsWith('__');
}
