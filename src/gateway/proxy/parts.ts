/** Collects the texts of one body into the fields of a claims request, and remembers where each came from. */
import { limits } from '../../contract/limits.ts';
import type { InspectedDocument, InspectedField, TextPart, TextPartForm, UninspectedPart } from './api.ts';
import { childPointer, type JsonRecord } from './json-tree.ts';
import { viewOfJson } from './json-view.ts';

/** What stands between two parts of one field. */
export const partSeparator = '\n\n';

/** Most text and uninspected parts that one body may have. */
export const maxParts = limits.bodyParts;

/** Said of a body with more than `maxParts` parts. */
export const tooManyParts = `has more than ${maxParts} text and media parts`;

export interface PartCollector {
  /** Adds the string at the pointer; an empty one adds nothing. */
  text(into: InspectedField, pointer: string, role: string, text: string): void;
  /** Adds a string that is itself JSON, such as a tool call's arguments. */
  jsonText(into: InspectedField, pointer: string, role: string, json: string): void;
  /** Adds an object or list: its JSON is what auditors see. An empty one adds nothing. */
  json(into: InspectedField, pointer: string, role: string, value: object): void;
  /** Adds the name of the member at the pointer. */
  name(into: InspectedField, pointer: string, name: string): void;
  /** Opens a document. Its id is `wanted` if that is an unused plain identifier, else one made from it or the fallback. */
  document(wanted: unknown, fallback: string, source: string): InspectedField;
  uninspected(where: string, kind: string): void;
  /** True once there were too many parts; the body must then be refused. */
  overflowed(): boolean;
  fieldText(field: InspectedField): string | undefined;
  documents(): readonly InspectedDocument[];
  readonly parts: readonly TextPart[];
  readonly uninspectedParts: readonly UninspectedPart[];
}

/** Makes an empty collector for one body. */
export function createPartCollector(): PartCollector {
  const parts: TextPart[] = [];
  const uninspectedParts: UninspectedPart[] = [];
  const fields = new Map<InspectedField, string>();
  const opened = new Map<string, { readonly field: InspectedField; readonly source: string }>();
  const nextNumber = new Map<string, number>();
  let overflowed = false;

  const hasRoom = (): boolean => {
    if (parts.length + uninspectedParts.length >= maxParts) overflowed = true;
    return !overflowed;
  };

  const add = (into: InspectedField, pointer: string, role: string, text: string, form: TextPartForm): void => {
    if (text === '' || !hasRoom()) return;
    const before = fields.get(into);
    const start = before === undefined ? 0 : before.length + partSeparator.length;
    fields.set(into, before === undefined ? text : before + partSeparator + text);
    parts.push({ pointer, role, text, into, start, form });
  };

  return {
    text: (into, pointer, role, text) => add(into, pointer, role, text, 'text'),
    jsonText: (into, pointer, role, json) => add(into, pointer, role, viewOfJson(json), 'json-text'),
    json: (into, pointer, role, value) => {
      if (!isEmptyContainer(value)) add(into, pointer, role, viewOfJson(JSON.stringify(value)), 'json');
    },
    name: (into, pointer, name) => add(into, pointer, 'field', name, 'name'),
    document(wanted, fallback, source) {
      const base = isIdentifier(wanted) ? wanted : fallback;
      let id = base;
      if (opened.has(base)) {
        // Counting goes on where it ended for this id: from 2 each time, documents that share an id would cost their number squared.
        let number = nextNumber.get(base) ?? 2;
        while (opened.has(`${base}.${number}`)) number += 1;
        nextNumber.set(base, number + 1);
        id = `${base}.${number}`;
      }
      const field: InspectedField = `document:${id}`;
      opened.set(id, { field, source });
      return field;
    },
    uninspected(where, kind) {
      if (hasRoom()) uninspectedParts.push({ where, kind });
    },
    overflowed: () => overflowed,
    fieldText: (field) => fields.get(field),
    documents() {
      const list: InspectedDocument[] = [];
      for (const [id, { field, source }] of opened) {
        const text = fields.get(field);
        if (text !== undefined) list.push({ id, source, text });
      }
      return list;
    },
    parts,
    uninspectedParts,
  };
}

function isEmptyContainer(value: object): boolean {
  for (const _key in value) return false;
  return true;
}

/** Ids, names and enumeration words: too plain to hold text worth judging. Everything else is inspected as text. */
export function isIdentifier(value: unknown): value is string {
  return typeof value === 'string' && /^[\w.:/+=-]{1,128}$/.test(value);
}

/**
 * Inspects the members of an object that its adapter does not know. They pass through to the other side untouched,
 * so what they say must be judged like all other text. Numbers and booleans alone say nothing.
 */
export function inspectUnknown(
  collector: PartCollector,
  holder: {
    readonly value: JsonRecord;
    readonly pointer: string;
    readonly known: ReadonlySet<string>;
    /** Known settings: passed over if there are only numbers and words in them. */
    readonly settings?: ReadonlySet<string>;
  },
  into: (pointer: string) => InspectedField,
): void {
  for (const key of Object.keys(holder.value)) {
    if (holder.known.has(key) || (holder.settings?.has(key) === true && holdsNoText(holder.value[key]))) continue;
    const pointer = childPointer(holder.pointer, key);
    if (!isIdentifier(key)) collector.name(into(pointer), pointer, key);
    inspectAny(collector, holder.value[key], pointer, into);
  }
}

/** Inspects a value of any shape as one part. */
export function inspectAny(
  collector: PartCollector,
  value: unknown,
  pointer: string,
  into: (pointer: string) => InspectedField,
): void {
  if (typeof value === 'string') {
    if (value !== '') collector.text(into(pointer), pointer, 'field', value);
  } else if (typeof value === 'object' && value !== null) {
    collector.json(into(pointer), pointer, 'field', value);
  }
}

/** Inspects ids and names, which must be plain identifiers to go by without a look. */
export function inspectNames(
  collector: PartCollector,
  holder: { readonly value: JsonRecord; readonly pointer: string; readonly names: readonly string[] },
  into: (pointer: string) => InspectedField,
): void {
  for (const name of holder.names) {
    const value = holder.value[name];
    if (value !== undefined && !isIdentifier(value)) {
      inspectAny(collector, value, childPointer(holder.pointer, name), into);
    }
  }
}

/** True for counters, flags and words: a value in which no string and no member name could be a sentence. */
export function holdsNoText(value: unknown): boolean {
  if (typeof value === 'string') return value === '' || isIdentifier(value);
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([key, item]) => isIdentifier(key) && holdsNoText(item));
}

/** Inspects members that are for the server's books, should there be text in them after all. */
export function inspectBooks(
  collector: PartCollector,
  holder: { readonly value: JsonRecord; readonly pointer: string; readonly names: readonly string[] },
  into: (pointer: string) => InspectedField,
): void {
  for (const name of holder.names) {
    const value = holder.value[name];
    if (!holdsNoText(value)) inspectAny(collector, value, childPointer(holder.pointer, name), into);
  }
}

/** The id of a document made for the text at a pointer: `/messages/3/name` becomes `messages.3.name`. */
export function pointerId(pointer: string): string {
  return pointer.slice(1, 129).replaceAll(/[^\w]+/g, '.');
}
