/** Abstract values of the pickle emulation: what a loader would have on its stack, as far as safety depends on it. */

import type { GlobalRule } from './global-rule.ts';

/** Numbers, booleans, None: nothing can be done with them. */
export interface AtomValue {
  kind: 'atom';
}

/** A whole number that may be a shape or a flag. */
export interface IntValue {
  kind: 'int';
  value: number;
}

/** How the source writes text: as UTF-8, as a UNICODE line (raw-unicode-escape), as a STRING line (quoted). */
export type TextForm = 'utf8' | 'escaped' | 'quoted';

/** A string; `text` is absent when it's too long to be a name. */
export interface TextValue {
  kind: 'text';
  text?: string;
  /** Where it stands in the source. */
  offset: number;
  length: number;
  form: TextForm;
}

/** Bytes, by their place in the source. */
export interface BytesValue {
  kind: 'bytes';
  offset: number;
  length: number;
  /** They stand there as text, of which they are the Latin-1 encoding (protocols 0 to 2 have no opcode for bytes). */
  form?: TextForm;
}

/** Something imported by name; without a rule it isn't on the allow-list. */
export interface GlobalValue {
  kind: 'global';
  id: string;
  rule?: GlobalRule;
}

/** A list, tuple, set or frozenset; the first members are kept. */
export interface ItemsValue {
  kind: 'items';
  type: 'list' | 'tuple' | 'set' | 'frozenset';
  items: Value[];
  /** Members that weren't kept. */
  dropped: number;
  /** How many values hashing it touches, each as often as it is met. */
  weight: number;
}

/** A dictionary; the first entries under text keys are kept. */
export interface DictValue {
  kind: 'dict';
  entries: Map<string, Value>;
  /** A key that must not be an attribute: `__class__`, or one that can't be known. */
  hostileKey?: string;
}

/** What a call or an instantiation of a listed global made. */
export interface ObjectValue {
  kind: 'object';
  /** The id of the global that made it. */
  of: string;
  rule?: GlobalRule;
  args: Value;
  state?: Value;
  hostileKey?: string;
}

export type Value = AtomValue | IntValue | TextValue | BytesValue | GlobalValue | ItemsValue | DictValue | ObjectValue;

/** The one atom. */
export const atom: AtomValue = Object.freeze({ kind: 'atom' });

/** None, told from the other atoms by its identity. */
export const noneValue: AtomValue = Object.freeze({ kind: 'atom' });

/** Members that are kept of a container: more than any argument list of a listed global has. */
const keptItems = 64;

/** A container of values. */
export function createItems(type: ItemsValue['type'], values: readonly Value[]): ItemsValue {
  const made: ItemsValue = { kind: 'items', type, items: [], dropped: 0, weight: 1 };
  addItems(made, values);
  return made;
}

/** Appends members. */
export function addItems(target: ItemsValue, values: readonly Value[]): void {
  const room = Math.max(0, keptItems - target.items.length);
  for (const value of room >= values.length ? values : values.slice(0, room)) target.items.push(value);
  target.dropped += Math.max(0, values.length - room);
  for (const value of values) target.weight += weightOf(value);
}

/** How many values hashing this one touches: only what is immutable all the way down can be hashed. */
export function weightOf(value: Value): number {
  if (value.kind !== 'items') return 1;
  return value.type === 'tuple' || value.type === 'frozenset' ? Math.min(value.weight, Number.MAX_SAFE_INTEGER) : 1;
}

/** The members of a complete tuple or list. */
export function itemsOf(value: Value | undefined): readonly Value[] | undefined {
  return value?.kind === 'items' && value.dropped === 0 ? value.items : undefined;
}

/** The text of a string value, if it's known. */
export function textOf(value: Value | undefined): string | undefined {
  return value?.kind === 'text' ? value.text : undefined;
}

/** Sets an entry of a dictionary, or of an object that behaves like one. */
export function setEntry(target: DictValue | ObjectValue, key: Value, value: Value): void {
  const text = textOf(key);
  if (text !== undefined && isReservedName(text)) target.hostileKey ??= text;
  // A string made by a call may be any name.
  if (key.kind === 'object' && target.hostileKey === undefined) target.hostileKey = '(computed)';
  if (target.kind === 'dict' && text !== undefined && (target.entries.size < keptItems || target.entries.has(text))) {
    target.entries.set(text, value);
  }
}

/** Names through which Python's own machinery is reached. */
export function isReservedName(name: string): boolean {
  return name.startsWith('__') && name.endsWith('__');
}
