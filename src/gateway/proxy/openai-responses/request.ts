/** Requests for a response: selects the texts that auditors see, and refuses what refers to unjudged text. */
import { isRecord } from '@assay/sdk/contract';
import type { InspectedField, InspectedRequest, ParsedRequest, RequestProblem } from '../api.ts';
import { findChatFeatures, findToolFeatures } from '../features.ts';
import { isList, type JsonRecord } from '../json-tree.ts';
import { createPartCollector, type PartCollector, pointerId, tooManyParts } from '../parts.ts';
import { type ReadTarget, readMembers, readValue } from '../read-members.ts';
import { shape, text, wordsOf } from '../reading.ts';
import { checkRequestBody } from '../request-checks.ts';
import { collectContent } from './content.ts';
import { collectItem, isCall, isKnownItem } from './items.ts';
import { findUnjudged, isReference, readContinued } from './refused.ts';
import { messageShape, requestShape, textConfigShape } from './shapes.ts';

/** Converts a body to what auditors inspect, or gives the problem. Never throws for any JSON. */
export function parseResponsesRequest(body: unknown): ParsedRequest {
  const checked = checkRequestBody(body);
  if (!checked.ok) return checked;
  const collector = createPartCollector();
  const roles: string[] = [];
  const continued = readContinued(checked.body['previous_response_id']);
  if (continued !== undefined && 'problem' in continued) return { ok: false, error: continued.problem };
  const problem =
    findUnjudged(checked.body) ??
    collectInput(collector, checked.body['input'], roles) ??
    collectSettings(collector, checked.body);
  if (problem !== undefined) return { ok: false, error: problem };
  if (collector.overflowed()) return { ok: false, error: { message: `The request ${tooManyParts}.` } };
  const request = toRequest(collector, { modelId: checked.model, stream: checked.stream, roles });
  return { ok: true, request: continued === undefined ? request : { ...request, continues: continued.id } };
}

function toRequest(
  collector: PartCollector,
  rest: Pick<InspectedRequest, 'modelId' | 'stream' | 'roles'>,
): InspectedRequest {
  const system = collector.fieldText('system');
  return {
    input: collector.fieldText('input') ?? '',
    documents: collector.documents(),
    parts: collector.parts,
    uninspected: collector.uninspectedParts,
    features: collector.features(),
    ...rest,
    ...(system === undefined ? {} : { system }),
  };
}

function collectInput(collector: PartCollector, input: unknown, roles: string[]): RequestProblem | undefined {
  const param = 'input';
  if (input === undefined || input === null) return { message: "Missing required parameter: 'input'.", param };
  if (typeof input === 'string') {
    collector.text('input', '/input', 'user', input);
    roles.push('user');
    return undefined;
  }
  if (!isList(input)) return { message: "'input' must be a string or a list of items.", param };
  if (input.length === 0) return { message: "'input' is empty; send at least one item.", param };
  for (const [index, item] of input.entries()) {
    if (collector.overflowed()) break;
    const at = `input[${index}]`;
    if (!isRecord(item)) return { message: `'${at}' must be an object.`, param: at };
    const problem = collectInputItem(collector, item, index, roles);
    if (problem !== undefined) return { message: `'${at}' ${problem}`, param: at };
  }
  return undefined;
}

/** The problem is the end of a sentence about the item. */
function collectInputItem(
  collector: PartCollector,
  item: JsonRecord,
  index: number,
  roles: string[],
): string | undefined {
  if (isReference(item)) {
    return 'refers to an item that the provider keeps, which nobody judges here. Send the item itself.';
  }
  const pointer = `/input/${index}`;
  const { type = 'message' } = item;
  if (type === null || type === 'message') return collectMessage(collector, item, pointer, roles);
  if (typeof type !== 'string') return "has a 'type' that is no string.";
  const tools = toolsOf(item);
  if (tools !== undefined) {
    findToolFeatures(collector, tools);
    for (const [at, tool] of tools.entries()) {
      if (!isRecord(tool)) return `has a tool ${at} that is not an object.`;
      collector.json('system', `${pointer}/tools/${at}`, 'tool_definition', tool);
    }
  }
  addItemFeature(collector, type);
  const into = collector.document(item['call_id'] ?? item['id'], `input.${index}`, sourceOf(type));
  const place = { pointer, role: isCall(type) ? 'tool_call' : 'tool', into, besideInto: () => into };
  const { tools: _tools, ...rest } = item;
  return collectItem(collector, tools === undefined ? item : rest, place);
}

/** Definitions that an item makes available to the model. */
function toolsOf(item: JsonRecord): readonly unknown[] | undefined {
  const { type, tools } = item;
  return (type === 'additional_tools' || type === 'tool_search_output') && isList(tools) ? tools : undefined;
}

/** What an item has the provider do, besides being read by the model. */
function addItemFeature(collector: PartCollector, type: string): void {
  if (type === 'mcp_approval_response') collector.feature('mcp');
  if (type === 'program') collector.feature('code_execution');
  if (type === 'compaction_trigger') collector.feature('context_management');
  if (!isKnownItem(type)) collector.feature('unknown_member');
}

function sourceOf(type: string): string {
  if (isCall(type)) return 'tool_call';
  return type === 'reasoning' ? 'reasoning' : 'tool';
}

function collectMessage(
  collector: PartCollector,
  item: JsonRecord,
  pointer: string,
  roles: string[],
): string | undefined {
  const { role } = item;
  const into = fieldOfRole(collector, role, pointer);
  if (into === undefined || typeof role !== 'string') {
    return "needs a 'type', or a 'role' of: user, assistant, system, developer.";
  }
  roles.push(role);
  const besideInto = openField(collector);
  const problem = collectContent(collector, item['content'], {
    pointer: `${pointer}/content`,
    role,
    into,
    besideInto,
  });
  if (problem !== undefined) return `has 'content' that ${problem}`;
  readMembers({ collector, into: besideInto }, item, pointer, messageShape);
  return undefined;
}

function fieldOfRole(collector: PartCollector, role: unknown, pointer: string): InspectedField | undefined {
  if (role === 'user') return 'input';
  if (role === 'system' || role === 'developer') return 'system';
  return role === 'assistant' ? collector.document(undefined, pointerId(pointer), 'assistant') : undefined;
}

function collectSettings(collector: PartCollector, body: JsonRecord): RequestProblem | undefined {
  const own: ReadTarget = { collector, into: openField(collector) };
  const { instructions, tools } = body;
  if (typeof instructions === 'string') collector.text('system', '/instructions', 'system', instructions);
  else readValue({ collector, into: () => 'system' }, instructions, '/instructions', text);
  if (tools !== undefined && tools !== null) {
    if (!isList(tools)) return { message: "'tools' must be a list of tool definitions.", param: 'tools' };
    for (const [index, tool] of tools.entries()) {
      const param = `tools[${index}]`;
      if (!isRecord(tool)) return { message: `'${param}' must be an object.`, param };
      collector.json('system', `/tools/${index}`, 'tool_definition', tool);
    }
  }
  collectTextConfig(own, body['text']);
  readMembers(own, body, '', requestShape);
  findChatFeatures(collector, body, requestShape);
  return undefined;
}

const plainFormat = shape({ type: wordsOf('text', 'json_object') });

/** The schema of an answer instructs the model, so it belongs to the system text. */
function collectTextConfig(own: ReadTarget, config: unknown): void {
  if (!isRecord(config)) {
    readValue(own, config, '/text', text);
    return;
  }
  const { format } = config;
  if (isRecord(format) && Object.keys(format).some((key) => key !== 'type')) {
    own.collector.json('system', '/text/format', 'response_format', format);
  } else {
    readValue(own, format, '/text/format', { members: plainFormat });
  }
  readMembers(own, config, '/text', textConfigShape);
}

/** A document for a text that is neither the user's nor the system's nor a tool's. */
function openField(collector: PartCollector): (pointer: string) => InspectedField {
  return (pointer) => collector.document(undefined, pointerId(pointer), 'field');
}
