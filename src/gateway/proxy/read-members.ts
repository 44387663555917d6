/** Reads a body by its tables: one traversal for every API, in which an unlisted member is read as text. */
import { isRecord } from '@assay/sdk/contract';
import type { InspectedField } from './api.ts';
import { openBytes } from './bytes.ts';
import { childPointer, isList, type JsonRecord } from './json-tree.ts';
import type { PartCollector } from './parts.ts';
import { isInRange, type Reading, type Shape } from './reading.ts';

export interface ReadTarget {
  readonly collector: PartCollector;
  /** The field of a longer text or an object; short texts share one document. */
  readonly into: (pointer: string) => InspectedField;
  /** Role of each longer text; `field` by default. */
  readonly role?: string;
}

export function readMembers(target: ReadTarget, value: JsonRecord, pointer: string, members: Shape): void {
  for (const key of Object.keys(value)) {
    const reading = members.get(key);
    if (reading?.elsewhere === true) continue;
    const at = childPointer(pointer, key);
    // The sender also chose the name of an unlisted member.
    if (reading === undefined) readName(target, key, at);
    readValue(target, value[key], at, reading ?? asText);
  }
}

const asText: Reading = { apart: true };

/** Reads one value. True, false and null hold nothing. */
export function readValue(target: ReadTarget, value: unknown, pointer: string, reading: Reading): void {
  if (typeof value === 'string') readText(target, value, pointer, reading);
  else if (typeof value === 'number') readNumber(target, value, pointer, reading);
  else if (isList(value)) readList(target, value, pointer, reading);
  else if (isRecord(value)) readRecord(target, value, pointer, reading);
}

/** Reads the name of a member. It can't be replaced, so a finding in it denies. */
export function readName({ collector, into }: ReadTarget, name: string, pointer: string): void {
  if (isShort(name)) collector.field(pointer, name, 'name');
  else collector.text(into(pointer), pointer, 'field', name, 'name');
}

function readText(
  { collector, into, role = 'field' }: ReadTarget,
  text: string,
  pointer: string,
  reading: Reading,
): void {
  if (text === '' || reading.words?.(text) === true) return;
  if (reading.bytes !== undefined) {
    const opened = openBytes(text);
    if ('kind' in reading.bytes && opened.isBytes) collector.uninspected(pointer, reading.bytes.kind);
    if (opened.text !== undefined) collector.text(into(pointer), pointer, role, opened.text, 'fixed');
    if (!opened.isRead) return;
  }
  const form = reading.fixed === true ? 'fixed' : 'text';
  if (isShort(text) && reading.apart !== true) collector.field(pointer, text, form);
  else collector.text(into(pointer), pointer, role, text, form);
}

/** True for a short text without a blank: an id, a name or a word. Auditors get all of them as one text. */
function isShort(text: string): boolean {
  return text.length <= 200 && !/\s/.test(text);
}

function readNumber({ collector }: ReadTarget, value: number, pointer: string, { number }: Reading): void {
  if (number === undefined) collector.field(pointer, JSON.stringify(value), 'json');
  else if (!isInRange(value, number)) collector.field(pointer, JSON.stringify(value), 'fixed');
}

function readList(target: ReadTarget, value: readonly unknown[], pointer: string, reading: Reading): void {
  if (reading.items === undefined) {
    readJson(target, value, pointer);
    return;
  }
  for (const [index, item] of value.entries()) readValue(target, item, `${pointer}/${index}`, reading.items);
}

function readRecord(target: ReadTarget, value: JsonRecord, pointer: string, reading: Reading): void {
  if (reading.members !== undefined) {
    readMembers(target, value, pointer, reading.members);
  } else if (reading.values !== undefined) {
    for (const key of Object.keys(value)) {
      const at = childPointer(pointer, key);
      readName(target, key, at);
      readValue(target, value[key], at, reading.values);
    }
  } else {
    readJson(target, value, pointer);
  }
}

function readJson({ collector, into, role = 'field' }: ReadTarget, value: object, pointer: string): void {
  collector.json(into(pointer), pointer, role, value);
}
