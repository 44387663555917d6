/** The content of a chat message, in requests and answers: a string, or a list of typed parts. */
import type { InspectedField } from '../api.ts';
import { isList, isRecord, type JsonRecord } from '../json-tree.ts';
import { inspectAny, inspectBooks, inspectUnknown, type PartCollector } from '../parts.ts';

interface ContentPlace {
  readonly pointer: string;
  readonly role: string;
  readonly into: InspectedField;
}

/** Collects the texts and lists the media. Returns what is wrong, as the end of a sentence about the content. */
export function collectContent(
  collector: PartCollector,
  content: unknown,
  place: ContentPlace,
  unknownInto: (pointer: string) => InspectedField,
): string | undefined {
  if (typeof content === 'string') {
    collector.text(place.into, place.pointer, place.role, content);
    return undefined;
  }
  if (!isList(content)) return 'must be a string or a list of content parts.';
  for (const [index, part] of content.entries()) {
    if (collector.overflowed()) return undefined;
    if (!isRecord(part)) return `has an item ${index} that is no object.`;
    if (typeof part['type'] !== 'string') return `has an item ${index} without a 'type'.`;
    const problem = collectPart(collector, part, { ...place, pointer: `${place.pointer}/${index}` }, unknownInto);
    if (problem !== undefined) return `has an item ${index} ${problem}`;
  }
  return undefined;
}

/** The member that holds the text of each kind of text part. */
const textMembers: ReadonlyMap<string, string> = new Map([
  ['text', 'text'],
  ['refusal', 'refusal'],
  ['input_text', 'text'],
  ['output_text', 'text'],
]);

const mediaKinds: ReadonlyMap<string, string> = new Map([
  ['image_url', 'image'],
  ['input_image', 'image'],
  ['input_audio', 'audio'],
  ['file', 'file'],
  ['input_file', 'file'],
]);

/** Some compatible servers answer with `thinking` parts, whose text is a list of parts again. */
const thinkingMembers: ReadonlySet<string> = new Set(['type', 'closed']);
const plainMembers: ReadonlySet<string> = new Set(['type', 'text', 'refusal', 'cache_control']);

function collectPart(
  collector: PartCollector,
  part: JsonRecord,
  place: ContentPlace,
  unknownInto: (pointer: string) => InspectedField,
): string | undefined {
  const type = String(part['type']);
  const required = textMembers.get(type);
  if (required !== undefined) {
    if (typeof part[required] !== 'string') return `whose '${required}' is no string.`;
    inspectBooks(collector, { value: part, pointer: place.pointer, names: ['cache_control'] }, unknownInto);
    inspectUnknown(collector, { value: part, pointer: place.pointer, known: plainMembers }, unknownInto);
  } else if (type === 'thinking') {
    inspectUnknown(collector, { value: part, pointer: place.pointer, known: thinkingMembers }, () => place.into);
    return undefined;
  } else {
    const kind = mediaKinds.get(type);
    collector.uninspected(place.pointer, kind ?? 'unknown');
    // An answer is read whole even so: window mode sends parts of unknown kinds on after their audit.
    if (kind === undefined && place.into === 'output') {
      collector.json('output', place.pointer, place.role, part);
      return undefined;
    }
  }
  for (const name of ['text', 'refusal']) {
    const text = part[name];
    if (typeof text === 'string') collector.text(place.into, `${place.pointer}/${name}`, place.role, text);
    else inspectAny(collector, text, `${place.pointer}/${name}`, unknownInto);
  }
  return undefined;
}
