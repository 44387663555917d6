/**
 * What auditors see of a result of a tool (MCP `CallToolResult`): every text in it that a model could read. Bytes of
 * images, sounds and files are listed as not inspected. Results are hostile, so any JSON is taken.
 */
import type { TextPart, UninspectedPart } from '../proxy/api.ts';
import { isList, isRecord, type JsonRecord } from '../proxy/json-tree.ts';
import { createPartCollector, inspectAny, inspectNames, inspectUnknown, type PartCollector } from '../proxy/parts.ts';

export interface InspectedResult {
  /** Every text, joined by a blank line. */
  readonly output: string;
  readonly parts: readonly TextPart[];
  readonly uninspected: readonly UninspectedPart[];
}

const intoOutput = () => 'output' as const;
const role = 'tool';
/** Words and figures, passed over as long as there are only those in them. */
const settings: ReadonlySet<string> = new Set(['_meta', 'annotations', 'mimeType', 'size', 'isError', 'resultType']);
const wholeMembers: ReadonlySet<string> = new Set(['content']);
const itemMembers: ReadonlySet<string> = new Set(['type']);
const textMembers: ReadonlySet<string> = new Set(['type', 'text']);
const bytesMembers: ReadonlySet<string> = new Set(['type', 'data']);
const resourceMembers: ReadonlySet<string> = new Set(['type', 'resource']);
const blobMembers: ReadonlySet<string> = new Set(['blob']);
const none: ReadonlySet<string> = new Set();

export function inspectResult(result: JsonRecord): InspectedResult {
  const collector = createPartCollector();
  collectResult(collector, result);
  return collector.overflowed() ? inspectWhole(result) : toInspected(collector);
}

/** More parts than are told apart: read as one text, bytes and all. */
function inspectWhole(result: JsonRecord): InspectedResult {
  const collector = createPartCollector();
  collector.json('output', '', role, result);
  return toInspected(collector);
}

function toInspected({ fieldText, parts, uninspectedParts }: PartCollector): InspectedResult {
  return { output: fieldText('output') ?? '', parts, uninspected: uninspectedParts };
}

function collectResult(collector: PartCollector, result: JsonRecord): void {
  const { content } = result;
  if (isList(content)) {
    for (const [index, item] of content.entries()) collectItem(collector, item, `/content/${index}`);
  } else {
    inspectAny(collector, content, '/content', intoOutput);
  }
  rest(collector, result, '', wholeMembers);
}

function collectItem(collector: PartCollector, item: unknown, pointer: string): void {
  if (!isRecord(item)) {
    inspectAny(collector, item, pointer, intoOutput);
    return;
  }
  const { type } = item;
  inspectNames(collector, { value: item, pointer, names: ['type'] }, intoOutput);
  if (type === 'text' && typeof item['text'] === 'string') {
    const text = item['text'];
    if (isEscapedJson(text)) collector.jsonText('output', `${pointer}/text`, role, text);
    else collector.text('output', `${pointer}/text`, role, text);
    rest(collector, item, pointer, textMembers);
  } else if ((type === 'image' || type === 'audio') && typeof item['data'] === 'string') {
    collector.uninspected(`${pointer}/data`, type);
    rest(collector, item, pointer, bytesMembers);
  } else if (type === 'resource' && isRecord(item['resource'])) {
    collectResource(collector, item['resource'], `${pointer}/resource`);
    rest(collector, item, pointer, resourceMembers);
  } else {
    rest(collector, item, pointer, itemMembers);
  }
}

/** JSON as text, which most tools answer: an escape in it must not hide what a model reads over it. */
function isEscapedJson(text: string): boolean {
  if (!text.includes('\\')) return false;
  const opened = text.trimStart().charAt(0);
  if (opened !== '{' && opened !== '[') return false;
  try {
    JSON.parse(text);
    return true;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

function collectResource(collector: PartCollector, resource: JsonRecord, pointer: string): void {
  const isBlob = typeof resource['blob'] === 'string';
  if (isBlob) collector.uninspected(`${pointer}/blob`, 'file');
  rest(collector, resource, pointer, isBlob ? blobMembers : none);
}

/** Whatever else there is is read too. */
function rest(collector: PartCollector, value: JsonRecord, pointer: string, known: ReadonlySet<string>): void {
  inspectUnknown(collector, { value, pointer, known, settings }, intoOutput);
}
