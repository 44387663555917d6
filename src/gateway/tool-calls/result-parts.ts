/**
 * Selects what auditors see of a tool's result (MCP `CallToolResult`): every text that a model could read. Bytes of
 * images, audio and files are listed as not inspected. Results are hostile, so any JSON is accepted.
 */
import { isRecord } from '@assay/sdk/contract';
import type { InspectedDocument, TextPart, UninspectedPart } from '../proxy/api.ts';
import { isList, type JsonRecord } from '../proxy/json-tree.ts';
import { createPartCollector, type PartCollector } from '../proxy/parts.ts';
import { type ReadTarget, readMembers, readValue } from '../proxy/read-members.ts';
import {
  count,
  elsewhere,
  flag,
  fraction,
  listedBytes,
  listOf,
  objectOf,
  type Reading,
  said,
  shape,
  text,
  wordsOf,
} from '../proxy/reading.ts';

export interface InspectedResult {
  /** Every text, joined by a blank line. */
  readonly output: string;
  /** Names, addresses and words besides the texts. */
  readonly documents: readonly InspectedDocument[];
  readonly parts: readonly TextPart[];
  readonly uninspected: readonly UninspectedPart[];
}

const intoOutput = () => 'output' as const;
const role = 'tool';

const mimeType = wordsOf(
  ...['text/plain', 'text/html', 'text/markdown', 'text/csv', 'application/json', 'application/xml'],
  ...['application/pdf', 'application/octet-stream', 'image/png', 'image/jpeg', 'image/gif', 'image/webp'],
  ...['image/svg+xml', 'audio/wav', 'audio/mpeg', 'audio/ogg', 'audio/mp3'],
);
const annotations = objectOf({ audience: listOf(wordsOf('user', 'assistant')), priority: fraction(0, 1) });
const itemType = wordsOf('text', 'image', 'audio', 'resource', 'resource_link');

/** A result, except for its items: one line for each member with values that are not read. */
const resultShape = shape({
  content: elsewhere,
  isError: flag,
  resultType: wordsOf('complete', 'input_required'),
  structuredContent: said,
  _meta: said,
});
const named: Readonly<Record<string, Reading>> = { uri: said, name: said, title: said, description: said, _meta: said };
/** An item of a result, of any kind. */
const itemMembers: Readonly<Record<string, Reading>> = { ...named, type: itemType, mimeType, annotations, size: count };
const itemShape = shape(itemMembers);
const textShape = shape({ ...itemMembers, text: elsewhere });
const bytesShape = shape({ ...itemMembers, data: listedBytes });
const embeddedShape = shape({ ...itemMembers, resource: elsewhere });
const resourceShape = shape({ ...named, text: said, mimeType, annotations, size: count });
const blobShape = shape({ ...named, mimeType, annotations, size: count, blob: listedBytes });

export function inspectResult(result: JsonRecord): InspectedResult {
  const collector = createPartCollector();
  collectResult({ collector, into: intoOutput }, result);
  return collector.overflowed() ? inspectWhole(result) : toInspected(collector);
}

/** For too many parts: reads the whole result as one text, bytes included. */
function inspectWhole(result: JsonRecord): InspectedResult {
  const collector = createPartCollector();
  collector.json('output', '', role, result);
  return toInspected(collector);
}

function toInspected({ fieldText, documents, parts, uninspectedParts }: PartCollector): InspectedResult {
  return { output: fieldText('output') ?? '', documents: documents(), parts, uninspected: uninspectedParts };
}

function collectResult(target: ReadTarget, result: JsonRecord): void {
  const { content } = result;
  if (isList(content)) {
    for (const [index, item] of content.entries()) collectItem(target, item, `/content/${index}`);
  } else {
    collectText(target, content, '/content');
  }
  readMembers(target, result, '', resultShape);
}

/** The tool's own text belongs to the output, also where it is one word. */
function collectText(target: ReadTarget, value: unknown, pointer: string): void {
  if (typeof value === 'string') target.collector.text('output', pointer, role, value);
  else readValue(target, value, pointer, text);
}

function collectItem(target: ReadTarget, item: unknown, pointer: string): void {
  if (!isRecord(item)) {
    collectText(target, item, pointer);
    return;
  }
  const { collector } = target;
  const { type } = item;
  if (type === 'text' && typeof item['text'] === 'string') {
    const words = item['text'];
    if (isEscapedJson(words)) collector.jsonText('output', `${pointer}/text`, role, words);
    else collector.text('output', `${pointer}/text`, role, words);
    readMembers(target, item, pointer, textShape);
  } else if ((type === 'image' || type === 'audio') && typeof item['data'] === 'string') {
    collector.uninspected(`${pointer}/data`, type);
    readMembers(target, item, pointer, bytesShape);
  } else if (type === 'resource' && isRecord(item['resource'])) {
    collectResource(target, item['resource'], `${pointer}/resource`);
    readMembers(target, item, pointer, embeddedShape);
  } else {
    readMembers(target, item, pointer, itemShape);
  }
}

/** Most tools answer with JSON as text: an escape in it must not hide what a model would decode. */
function isEscapedJson(words: string): boolean {
  if (!words.includes('\\')) return false;
  const opened = words.trimStart().charAt(0);
  if (opened !== '{' && opened !== '[') return false;
  try {
    JSON.parse(words);
    return true;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

function collectResource(target: ReadTarget, resource: JsonRecord, pointer: string): void {
  const isBlob = typeof resource['blob'] === 'string';
  if (isBlob) target.collector.uninspected(`${pointer}/blob`, 'file');
  readMembers(target, resource, pointer, isBlob ? blobShape : resourceShape);
}
