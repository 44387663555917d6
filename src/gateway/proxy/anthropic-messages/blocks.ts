/** Content blocks of the Messages API, in requests and answers: finds the members with text to judge. */
import { isRecord } from '@assay/sdk/contract';
import type { InspectedField } from '../api.ts';
import { isList, type JsonRecord } from '../json-tree.ts';
import type { PartCollector } from '../parts.ts';
import { readMembers, readValue } from '../read-members.ts';
import { type Shape, text } from '../reading.ts';
import {
  bytesBlockShape,
  bytesSource,
  documentShape,
  searchResultShape,
  textBlockShape,
  textSourceShape,
  thinkingBlockShape,
  toolResultShape,
  toolUseShape,
  wholeBlockShape,
} from './shapes.ts';

/** The fields for the texts of a list of blocks. */
export interface BlockFields {
  readonly role: string;
  /** Field for the message author's own text. */
  readonly own: InspectedField;
  /** Field for a tool result, an attached file, a reasoning or a tool call: by source, with the id of the block. */
  readonly aside: (source: string, id: unknown, pointer: string) => InspectedField;
}

/** Collects a string or a list of blocks. Returns the problem, as the end of a sentence about the content. */
export function collectBlocks(
  collector: PartCollector,
  content: unknown,
  pointer: string,
  fields: BlockFields,
): string | undefined {
  if (typeof content === 'string') {
    collector.text(fields.own, pointer, fields.role, content);
    return undefined;
  }
  if (!isList(content)) return 'must be a string or a list of content blocks.';
  for (const [index, block] of content.entries()) {
    if (collector.overflowed()) return undefined;
    if (!isRecord(block)) return `has an item ${index} that is not an object.`;
    if (typeof block['type'] !== 'string') return `has an item ${index} without a 'type'.`;
    const problem = collectBlock(collector, block, `${pointer}/${index}`, fields);
    if (problem !== undefined) return `has an item ${index} ${problem}`;
  }
  return undefined;
}

function collectBlock(
  collector: PartCollector,
  block: JsonRecord,
  pointer: string,
  fields: BlockFields,
): string | undefined {
  switch (block['type']) {
    case 'text':
      return collectText(collector, block, pointer, fields);
    case 'thinking':
      return collectThinking(collector, block, pointer, fields);
    case 'tool_use':
    case 'server_tool_use':
    case 'mcp_tool_use':
      return collectToolUse(collector, block, pointer, fields);
    case 'tool_result':
      return collectToolResult(collector, block, pointer, fields);
    case 'document':
      return collectDocument(collector, block, pointer, fields);
    case 'search_result':
      return collectSearchResult(collector, block, pointer, fields);
    default:
      return collectOther(collector, block, pointer, fields);
  }
}

function collectText(
  collector: PartCollector,
  block: JsonRecord,
  pointer: string,
  fields: BlockFields,
): string | undefined {
  if (typeof block['text'] !== 'string') return "whose 'text' is no string.";
  collector.text(fields.own, `${pointer}/text`, fields.role, block['text']);
  const into = (at: string): InspectedField => fields.aside('citation', undefined, at);
  readValue({ collector, into }, block['citations'], `${pointer}/citations`, text);
  readRest(collector, block, pointer, { members: textBlockShape, fields });
  return undefined;
}

function collectThinking(
  collector: PartCollector,
  block: JsonRecord,
  pointer: string,
  fields: BlockFields,
): string | undefined {
  if (typeof block['thinking'] !== 'string') return "whose 'thinking' is no string.";
  if (block['thinking'] !== '') {
    const into = fields.aside('reasoning', undefined, pointer);
    collector.text(into, `${pointer}/thinking`, 'reasoning', block['thinking']);
  }
  readRest(collector, block, pointer, { members: thinkingBlockShape, fields });
  return undefined;
}

function collectToolUse(
  collector: PartCollector,
  block: JsonRecord,
  pointer: string,
  fields: BlockFields,
): string | undefined {
  const into = fields.aside('tool_call', block['id'], pointer);
  const input = block['input'];
  // A string is the rest of a streamed input whose JSON was cut off.
  if (typeof input === 'string') collector.jsonText(into, `${pointer}/input`, 'tool_call', input);
  else readValue({ collector, into: () => into, role: 'tool_call' }, input, `${pointer}/input`, text);
  readRest(collector, block, pointer, { members: toolUseShape, fields });
  return undefined;
}

function collectToolResult(
  collector: PartCollector,
  block: JsonRecord,
  pointer: string,
  fields: BlockFields,
): string | undefined {
  const content = block['content'];
  const into = fields.aside('tool', block['tool_use_id'], pointer);
  readRest(collector, block, pointer, { members: toolResultShape, fields });
  if (content === undefined || content === null) return undefined;
  const inside = { role: 'tool', own: into, aside: () => into };
  const problem = collectBlocks(collector, content, `${pointer}/content`, inside);
  return problem === undefined ? undefined : `whose content ${problem}`;
}

function collectDocument(
  collector: PartCollector,
  block: JsonRecord,
  pointer: string,
  fields: BlockFields,
): string | undefined {
  const source = block['source'];
  if (!isRecord(source)) return "without a 'source'.";
  const into = fields.aside('file', undefined, pointer);
  for (const name of ['title', 'context']) collectOwn(collector, block[name], `${pointer}/${name}`, into);
  readRest(collector, block, pointer, { members: documentShape, fields });
  return collectSource(collector, source, `${pointer}/source`, into);
}

/** Collects the author's own text, also where it is one word, into the author's field. */
function collectOwn(collector: PartCollector, value: unknown, pointer: string, into: InspectedField): void {
  if (typeof value === 'string') collector.text(into, pointer, 'field', value);
  else readValue({ collector, into: () => into }, value, pointer, text);
}

/** Reads text sources; lists files and their addresses. */
function collectSource(
  collector: PartCollector,
  source: JsonRecord,
  pointer: string,
  into: InspectedField,
): string | undefined {
  const target = { collector, into: () => into };
  if (source['type'] === 'text' && typeof source['data'] === 'string') {
    collector.text(into, `${pointer}/data`, 'file', source['data']);
    readMembers(target, source, pointer, withoutContent);
    return undefined;
  }
  if (source['type'] === 'content') {
    const inside = { role: 'file', own: into, aside: () => into };
    readMembers(target, source, pointer, withoutData);
    const problem = collectBlocks(collector, source['content'], `${pointer}/content`, inside);
    return problem === undefined ? undefined : `whose content ${problem}`;
  }
  collector.uninspected(pointer, 'file');
  readValue(target, source, pointer, bytesSource);
  return undefined;
}

/** The adapter reads only one of the two members; if the other exists too, it is read as text. */
const withoutContent: Shape = new Map([...textSourceShape].filter(([name]) => name !== 'content'));
const withoutData: Shape = new Map([...textSourceShape].filter(([name]) => name !== 'data'));

function collectSearchResult(
  collector: PartCollector,
  block: JsonRecord,
  pointer: string,
  fields: BlockFields,
): string | undefined {
  const into = fields.aside('search', undefined, pointer);
  for (const name of ['source', 'title']) collectOwn(collector, block[name], `${pointer}/${name}`, into);
  readRest(collector, block, pointer, { members: searchResultShape, fields });
  const inside = { role: 'tool', own: into, aside: () => into };
  const problem = collectBlocks(collector, block['content'], `${pointer}/content`, inside);
  return problem === undefined ? undefined : `whose content ${problem}`;
}

const bytesKinds: ReadonlyMap<string, string> = new Map([
  ['image', 'image'],
  ['container_upload', 'file'],
  ['redacted_thinking', 'encrypted'],
  ['compaction', 'encrypted'],
]);

/** True for blocks that name their own tool call: every text in them is read. */
function isServerResult(type: string): boolean {
  return type.endsWith('_tool_result') || type === 'tool_reference';
}

/** Reads results of the provider's own tools whole; lists bytes; lists unknown kinds and reads them whole too. */
function collectOther(
  collector: PartCollector,
  block: JsonRecord,
  pointer: string,
  fields: BlockFields,
): string | undefined {
  const type = String(block['type']);
  if (isServerResult(type)) {
    collector.json(fields.aside('tool', block['tool_use_id'], pointer), pointer, 'tool', block);
    return undefined;
  }
  const kind = bytesKinds.get(type);
  collector.uninspected(pointer, kind ?? 'unknown');
  // In an answer they are read whole too, because window mode sends blocks of unknown kinds after their audit.
  if (kind === undefined && fields.own === 'output') {
    collector.json('output', pointer, fields.role, block);
    return undefined;
  }
  // A summary of earlier content, beside its seal.
  for (const name of kind === undefined ? ['text'] : ['text', 'content']) {
    const at = `${pointer}/${name}`;
    const value = block[name];
    if (typeof value === 'string') collector.text(fields.own, at, fields.role, value);
    else readValue({ collector, into: () => fields.own }, value, at, text);
  }
  readRest(collector, block, pointer, { members: kind === undefined ? wholeBlockShape : bytesBlockShape, fields });
  return undefined;
}

function readRest(
  collector: PartCollector,
  block: JsonRecord,
  pointer: string,
  rest: { readonly members: Shape; readonly fields: BlockFields },
): void {
  const into = (at: string): InspectedField => rest.fields.aside('field', undefined, at);
  readMembers({ collector, into }, block, pointer, rest.members);
}
