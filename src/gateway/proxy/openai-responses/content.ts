/** The content of an item, in requests and answers: a string, or a list of typed parts. */
import { isRecord } from '@assay/sdk/contract';
import type { InspectedField } from '../api.ts';
import { isList, type JsonRecord } from '../json-tree.ts';
import { readLogprobs } from '../logprobs.ts';
import type { PartCollector } from '../parts.ts';
import { readMembers, readValue } from '../read-members.ts';
import { type Shape, shape, text } from '../reading.ts';
import { mediaPartShape, textPartShape } from './shapes.ts';

export interface ContentPlace {
  readonly pointer: string;
  readonly role: string;
  readonly into: InspectedField;
  /** The field of members besides the texts. */
  readonly besideInto: (pointer: string) => InspectedField;
}

/** Collects the texts and lists the media. Returns the problem, as the end of a sentence about the content. */
export function collectContent(collector: PartCollector, content: unknown, place: ContentPlace): string | undefined {
  if (typeof content === 'string') {
    collector.text(place.into, place.pointer, place.role, content);
    return undefined;
  }
  if (!isList(content)) return 'must be a string or a list of content parts.';
  for (const [index, part] of content.entries()) {
    if (collector.overflowed()) return undefined;
    if (!isRecord(part)) return `has an item ${index} that is not an object.`;
    if (typeof part['type'] !== 'string') return `has an item ${index} without a 'type'.`;
    const problem = collectPart(collector, part, { ...place, pointer: `${place.pointer}/${index}` });
    if (problem !== undefined) return `has an item ${index} ${problem}`;
  }
  return undefined;
}

/** The member that holds the text of each kind of text part. */
const textMembers: ReadonlyMap<string, string> = new Map([
  ['input_text', 'text'],
  ['output_text', 'text'],
  ['text', 'text'],
  ['summary_text', 'text'],
  ['reasoning_text', 'text'],
  ['refusal', 'refusal'],
]);

const mediaKinds: ReadonlyMap<string, string> = new Map([
  ['input_image', 'image'],
  ['computer_screenshot', 'image'],
  ['input_file', 'file'],
  ['input_audio', 'audio'],
  ['output_audio', 'audio'],
  ['input_video', 'video'],
]);

/** A part of an unknown kind: it is read whole, and listed too, because its effect at the provider is unknown. */
const unknownPartShape: Shape = shape({ text: { elsewhere: true }, refusal: { elsewhere: true } });

function collectPart(collector: PartCollector, part: JsonRecord, place: ContentPlace): string | undefined {
  const { pointer, role, into, besideInto } = place;
  const type = String(part['type']);
  const required = textMembers.get(type);
  if (required !== undefined && typeof part[required] !== 'string') return `whose '${required}' is no string.`;
  const kind = required === undefined ? (mediaKinds.get(type) ?? 'unknown') : undefined;
  if (kind !== undefined) collector.uninspected(pointer, kind);
  const target = { collector, into: besideInto };
  for (const name of ['text', 'refusal']) {
    const at = `${pointer}/${name}`;
    const value = part[name];
    if (typeof value === 'string') collector.text(into, at, role, value);
    else readValue(target, value, at, text);
  }
  if (required !== undefined) readPartLogprobs(collector, part, pointer);
  readMembers(target, part, pointer, shapeOf(kind));
  return undefined;
}

function readPartLogprobs(collector: PartCollector, part: JsonRecord, pointer: string): void {
  const { logprobs } = part;
  const value = isList(logprobs) ? { content: logprobs } : logprobs;
  readLogprobs(collector, value, `${pointer}/logprobs`, [part['text'], part['refusal']]);
}

function shapeOf(kind: string | undefined): Shape {
  if (kind === undefined) return textPartShape;
  return kind === 'unknown' ? unknownPartShape : mediaPartShape;
}
