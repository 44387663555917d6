/** Content blocks of the Messages API, in requests and answers: which of their members are text to judge. */
import type { InspectedField } from '../api.ts';
import { isList, isRecord, type JsonRecord } from '../json-tree.ts';
import { inspectAny, inspectBooks, inspectNames, inspectUnknown, type PartCollector } from '../parts.ts';

/** Where the texts of a list of blocks go. */
export interface BlockFields {
  /** Role told with each part. */
  readonly role: string;
  /** What the author of the message says. */
  readonly own: InspectedField;
  /** What a tool said, an attached file, a reasoning or a tool call: by source, with the id that the block gives it. */
  readonly aside: (source: string, id: unknown, pointer: string) => InspectedField;
}

/** Collects a string or a list of blocks. Returns what is wrong, as the end of a sentence about the content. */
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
    if (!isRecord(block)) return `has an item ${index} that is no object.`;
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

const textMembers: ReadonlySet<string> = new Set(['type', 'text', 'citations', 'cache_control']);

function collectText(
  collector: PartCollector,
  block: JsonRecord,
  pointer: string,
  fields: BlockFields,
): string | undefined {
  if (typeof block['text'] !== 'string') return "whose 'text' is no string.";
  collector.text(fields.own, `${pointer}/text`, fields.role, block['text']);
  const citations = block['citations'];
  if (!isList(citations) || citations.length > 0) {
    inspectAny(collector, citations, `${pointer}/citations`, (at) => fields.aside('citation', undefined, at));
  }
  inspectRest(collector, block, pointer, { known: textMembers, fields });
  return undefined;
}

/** The signature of a thought is the server's seal over it, not text. */
const thinkingMembers: ReadonlySet<string> = new Set(['type', 'thinking', 'signature', 'cache_control']);

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
  inspectRest(collector, block, pointer, { known: thinkingMembers, fields });
  return undefined;
}

const toolUseMembers: ReadonlySet<string> = new Set([
  'type',
  'id',
  'name',
  'input',
  'cache_control',
  'caller',
  'server_name',
]);

function collectToolUse(
  collector: PartCollector,
  block: JsonRecord,
  pointer: string,
  fields: BlockFields,
): string | undefined {
  const into = fields.aside('tool_call', block['id'], pointer);
  const input = block['input'];
  // A string is what is left of a streamed input that was cut off in the middle of its JSON.
  if (typeof input === 'string') collector.jsonText(into, `${pointer}/input`, 'tool_call', input);
  else if (typeof input === 'object' && input !== null) collector.json(into, `${pointer}/input`, 'tool_call', input);
  inspectNames(collector, { value: block, pointer, names: ['id', 'name', 'server_name'] }, () => into);
  inspectRest(collector, block, pointer, { known: toolUseMembers, fields });
  return undefined;
}

const toolResultMembers: ReadonlySet<string> = new Set(['type', 'tool_use_id', 'content', 'is_error', 'cache_control']);

function collectToolResult(
  collector: PartCollector,
  block: JsonRecord,
  pointer: string,
  fields: BlockFields,
): string | undefined {
  const content = block['content'];
  const into = fields.aside('tool', block['tool_use_id'], pointer);
  inspectNames(collector, { value: block, pointer, names: ['tool_use_id'] }, () => into);
  inspectRest(collector, block, pointer, { known: toolResultMembers, fields });
  if (content === undefined || content === null) return undefined;
  const inside = { role: 'tool', own: into, aside: () => into };
  const problem = collectBlocks(collector, content, `${pointer}/content`, inside);
  return problem === undefined ? undefined : `whose content ${problem}`;
}

const documentMembers: ReadonlySet<string> = new Set([
  'type',
  'source',
  'title',
  'context',
  'citations',
  'cache_control',
]);

function collectDocument(
  collector: PartCollector,
  block: JsonRecord,
  pointer: string,
  fields: BlockFields,
): string | undefined {
  const source = block['source'];
  if (!isRecord(source)) return "without a 'source'.";
  const into = fields.aside('file', undefined, pointer);
  for (const name of ['title', 'context']) inspectAny(collector, block[name], `${pointer}/${name}`, () => into);
  inspectBooks(collector, { value: block, pointer, names: ['citations'] }, () => into);
  inspectRest(collector, block, pointer, { known: documentMembers, fields });
  return collectSource(collector, source, `${pointer}/source`, into);
}

const textSourceMembers: ReadonlySet<string> = new Set(['type', 'data', 'media_type']);
const contentSourceMembers: ReadonlySet<string> = new Set(['type', 'content']);

/** Only sources that are text can be read; files and addresses of files are listed. */
function collectSource(
  collector: PartCollector,
  source: JsonRecord,
  pointer: string,
  into: InspectedField,
): string | undefined {
  if (source['type'] === 'text' && typeof source['data'] === 'string') {
    collector.text(into, `${pointer}/data`, 'file', source['data']);
    inspectNames(collector, { value: source, pointer, names: ['media_type'] }, () => into);
    inspectUnknown(collector, { value: source, pointer, known: textSourceMembers }, () => into);
    return undefined;
  }
  if (source['type'] === 'content') {
    const inside = { role: 'file', own: into, aside: () => into };
    inspectUnknown(collector, { value: source, pointer, known: contentSourceMembers }, () => into);
    const problem = collectBlocks(collector, source['content'], `${pointer}/content`, inside);
    return problem === undefined ? undefined : `whose content ${problem}`;
  }
  collector.uninspected(pointer, 'file');
  return undefined;
}

const searchMembers: ReadonlySet<string> = new Set([
  'type',
  'source',
  'title',
  'content',
  'citations',
  'cache_control',
]);

function collectSearchResult(
  collector: PartCollector,
  block: JsonRecord,
  pointer: string,
  fields: BlockFields,
): string | undefined {
  const into = fields.aside('search', undefined, pointer);
  for (const name of ['source', 'title']) inspectAny(collector, block[name], `${pointer}/${name}`, () => into);
  inspectBooks(collector, { value: block, pointer, names: ['citations'] }, () => into);
  inspectRest(collector, block, pointer, { known: searchMembers, fields });
  const inside = { role: 'tool', own: into, aside: () => into };
  const problem = collectBlocks(collector, block['content'], `${pointer}/content`, inside);
  return problem === undefined ? undefined : `whose content ${problem}`;
}

const opaqueKinds: ReadonlyMap<string, string> = new Map([
  ['image', 'image'],
  ['container_upload', 'file'],
  ['redacted_thinking', 'encrypted'],
]);

/** Results of server-side tools are read whole; what is no text is listed; kinds of tomorrow are listed and read. */
function collectOther(
  collector: PartCollector,
  block: JsonRecord,
  pointer: string,
  fields: BlockFields,
): string | undefined {
  const type = String(block['type']);
  if (type.endsWith('_tool_result') || type === 'tool_reference') {
    collector.json(fields.aside('tool', block['tool_use_id'], pointer), pointer, 'tool', block);
    return undefined;
  }
  const kind = opaqueKinds.get(type);
  collector.uninspected(pointer, kind ?? 'unknown');
  // An answer is read whole even so: window mode sends blocks of unknown kinds on after their audit.
  if (kind === undefined && fields.own === 'output') collector.json('output', pointer, fields.role, block);
  else if (typeof block['text'] === 'string') {
    collector.text(fields.own, `${pointer}/text`, fields.role, block['text']);
  }
  return undefined;
}

function inspectRest(
  collector: PartCollector,
  block: JsonRecord,
  pointer: string,
  rest: { readonly known: ReadonlySet<string>; readonly fields: BlockFields },
): void {
  const into = (at: string): InspectedField => rest.fields.aside('field', undefined, at);
  inspectBooks(collector, { value: block, pointer, names: ['cache_control', 'caller', 'is_error'] }, into);
  inspectUnknown(collector, { value: block, pointer, known: rest.known }, into);
}
