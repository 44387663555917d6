/** Collects the texts of one body into the fields of a claims request, and records their positions in the body. */
import { limits } from '../../contract/limits.ts';
import type { InspectedDocument, InspectedField, TextPart, TextPartForm, UninspectedPart } from './api.ts';
import { viewOfJson } from './json-view.ts';
import { type ExtraView, listOf, viewDecodedEscapes, viewPartBoundaries } from './part-views.ts';

export const partSeparator = '\n\n';

export const maxParts = limits.bodyParts;

/** The problem of a body with more than `maxParts` parts. */
export const tooManyParts = `has more than ${maxParts} text and media parts`;

/** The document with the short texts of a body: ids, names, words and numbers, one per line. */
export const fieldsDocument = 'fields';
const fieldsField: InspectedField = `document:${fieldsDocument}`;

export interface PartCollector {
  /** Adds the string at the pointer; an empty one adds nothing. `form` is `text` by default. */
  text(into: InspectedField, pointer: string, role: string, text: string, form?: TextPartForm): void;
  /** Adds a string that is itself JSON, such as a tool call's arguments. */
  jsonText(into: InspectedField, pointer: string, role: string, json: string): void;
  /** Adds an object or list: auditors see its JSON. An empty one adds nothing. */
  json(into: InspectedField, pointer: string, role: string, value: object): void;
  /** Adds a short text to the document of short texts: a string or number at the pointer, or a member's name. */
  field(pointer: string, text: string, form: TextPartForm): void;
  /** Adds the texts of log-probabilities; redaction drops all of them. */
  tokens(pointer: string, text: string): void;
  /**
   * Opens a document. Its id is `wanted` if that is an unused plain identifier, else one made from it or the fallback.
   */
  document(wanted: unknown, fallback: string, source: string): InspectedField;
  uninspected(where: string, kind: string): void;
  /** Notes a feature that the provider is asked to run by itself. */
  feature(name: string): void;
  /** True once there were too many parts; the body must then be refused. */
  overflowed(): boolean;
  fieldText(field: InspectedField): string | undefined;
  documents(): readonly InspectedDocument[];
  /** Features that the provider is asked to run by itself, sorted. */
  features(): readonly string[];
  readonly parts: readonly TextPart[];
  readonly uninspectedParts: readonly UninspectedPart[];
}

export function createPartCollector(): PartCollector {
  const parts: TextPart[] = [];
  const uninspectedParts: UninspectedPart[] = [];
  const fields = new Map<InspectedField, string>();
  const opened = new Map<string, { readonly field: InspectedField; readonly source: string }>();
  const nextNumber = new Map<string, number>();
  const features = new Set<string>();
  const fixedTexts = new Set<string>();
  const lists = new Map<string, TextPart[]>();
  let looksPending: ExtraView[] = [];
  let overflowed = false;

  const hasRoom = (): boolean => {
    if (parts.length + uninspectedParts.length >= maxParts) overflowed = true;
    return !overflowed;
  };

  const add = (part: Omit<TextPart, 'start'>, separator = partSeparator): void => {
    if (part.text === '' || !hasRoom()) return;
    keepForLooks(append(part, separator));
  };

  const append = (part: Omit<TextPart, 'start'>, separator: string): TextPart => {
    const { into, text } = part;
    const before = fields.get(into);
    const placed = { ...part, start: before === undefined ? 0 : before.length + separator.length };
    fields.set(into, before === undefined ? text : before + separator + text);
    parts.push(placed);
    return placed;
  };

  const keepForLooks = (part: TextPart): void => {
    const look = viewDecodedEscapes(part);
    if (look.length > 0) looksPending.push(look);
    const list = listOf(part);
    if (list === undefined) return;
    const texts = lists.get(list);
    if (texts === undefined) lists.set(list, [part]);
    else texts.push(part);
  };

  /**
   * Adds the views after the texts themselves, in the same fields, once all parts are known. They do not count as
   * parts.
   */
  const addLooks = (): void => {
    const looks = [...looksPending, ...[...lists.values()].flatMap(viewPartBoundaries)];
    looksPending = [];
    lists.clear();
    for (const look of looks) {
      let separator = partSeparator;
      for (const { text, view } of look) {
        const { pointer, role, into, form } = view.of;
        append({ pointer, role, into, form, text, view }, separator);
        separator = '';
      }
    }
  };

  const open = (id: string, source: string): InspectedField => {
    const field: InspectedField = `document:${id}`;
    if (!opened.has(id)) opened.set(id, { field, source });
    return field;
  };

  return {
    text: (into, pointer, role, text, form = 'text') => add({ into, pointer, role, text, form }),
    jsonText: (into, pointer, role, json) => add({ into, pointer, role, text: viewOfJson(json), form: 'json-text' }),
    json(into, pointer, role, value) {
      const json = JSON.stringify(value);
      if (json !== '{}' && json !== '[]') add({ into, pointer, role, text: viewOfJson(json), form: 'json' });
    },
    field(pointer, text, form) {
      // A text that is never replaced is read once: a long conversation repeats the ids of its calls.
      if (form === 'fixed' || form === 'name') {
        if (fixedTexts.has(text)) return;
        fixedTexts.add(text);
      }
      open(fieldsDocument, 'field');
      add({ into: fieldsField, pointer, role: 'field', text, form }, '\n');
    },
    tokens(pointer, text) {
      add({ into: open('logprobs', 'logprobs'), pointer, role: 'logprobs', text, form: 'tokens' });
    },
    document(wanted, fallback, source) {
      const base = isIdentifier(wanted) ? wanted : fallback;
      let id = base;
      if (opened.has(base) || base === fieldsDocument) {
        // Counting continues where it ended for this id: starting at 2 each time would be quadratic for documents with
        // one id.
        let number = nextNumber.get(base) ?? 2;
        while (opened.has(`${base}.${number}`)) number += 1;
        nextNumber.set(base, number + 1);
        id = `${base}.${number}`;
      }
      return open(id, source);
    },
    uninspected(where, kind) {
      if (hasRoom()) uninspectedParts.push({ where, kind });
    },
    feature: (name) => void features.add(name),
    overflowed: () => overflowed,
    fieldText(field) {
      addLooks();
      return fields.get(field);
    },
    documents() {
      addLooks();
      const list: InspectedDocument[] = [];
      for (const [id, { field, source }] of opened) {
        const text = fields.get(field);
        if (text !== undefined) list.push({ id, source, text });
      }
      return list;
    },
    features: () => [...features].sort(),
    parts,
    uninspectedParts,
  };
}

/** True for a text that can name a document: plain characters, not too many. Its content may be anything. */
export function isIdentifier(value: unknown): value is string {
  return typeof value === 'string' && /^[\w.:/+=-]{1,128}$/.test(value);
}

/** True for counters, flags and words: a value in which no string or member name can be a sentence. */
export function holdsNoText(value: unknown): boolean {
  if (typeof value === 'string') return value === '' || isIdentifier(value);
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([key, item]) => isIdentifier(key) && holdsNoText(item));
}

/** The id of a document for the text at a pointer: `/messages/3/name` becomes `messages.3.name`. */
export function pointerId(pointer: string): string {
  return pointer.slice(1, 129).replaceAll(/[^\w]+/g, '.');
}
