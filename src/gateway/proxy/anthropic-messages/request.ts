/** Messages API requests: selects the texts that auditors see, and their fields. */
import { isRecord } from '@assay/sdk/contract';
import type { InspectedField, ParsedRequest, RequestProblem } from '../api.ts';
import { findMessagesFeatures } from '../features.ts';
import { isList, type JsonRecord } from '../json-tree.ts';
import { createPartCollector, type PartCollector, pointerId, tooManyParts } from '../parts.ts';
import { type ReadTarget, readMembers, readValue } from '../read-members.ts';
import { text } from '../reading.ts';
import { checkRequestBody } from '../request-checks.ts';
import { type BlockFields, collectBlocks } from './blocks.ts';
import { mcpServerShape, messageShape, requestShape } from './shapes.ts';

/** Converts a body to what auditors inspect, or gives the problem. Never throws for any JSON. */
export function parseMessagesRequest(body: unknown): ParsedRequest {
  const checked = checkRequestBody(body);
  if (!checked.ok) return checked;
  const collector = createPartCollector();
  const roles: string[] = [];
  const problem =
    collectSystem(collector, checked.body['system']) ??
    collectMessages(collector, checked.body['messages'], roles) ??
    collectSettings(collector, checked.body);
  if (problem !== undefined) return { ok: false, error: problem };
  if (collector.overflowed()) return { ok: false, error: { message: `The request ${tooManyParts}.` } };
  const system = collector.fieldText('system');
  return {
    ok: true,
    request: {
      modelId: checked.model,
      stream: checked.stream,
      input: collector.fieldText('input') ?? '',
      ...(system === undefined ? {} : { system }),
      documents: collector.documents(),
      roles,
      parts: collector.parts,
      uninspected: collector.uninspectedParts,
      features: collector.features(),
    },
  };
}

function collectSystem(collector: PartCollector, system: unknown): RequestProblem | undefined {
  if (system === undefined || system === null) return undefined;
  const problem = collectBlocks(collector, system, '/system', fieldsOf(collector, 'system', 'system'));
  return problem === undefined ? undefined : { message: `'system' ${problem}`, param: 'system' };
}

function collectMessages(collector: PartCollector, messages: unknown, roles: string[]): RequestProblem | undefined {
  const param = 'messages';
  if (messages === undefined) return { message: "Missing required parameter: 'messages'.", param };
  if (!isList(messages)) return { message: "'messages' must be a list of messages.", param };
  if (messages.length === 0) return { message: "'messages' is empty; send at least one message.", param };
  for (const [index, message] of messages.entries()) {
    const problem = collectMessage(collector, message, index, roles);
    if (problem !== undefined) return problem;
    if (collector.overflowed()) break;
  }
  return undefined;
}

function collectMessage(
  collector: PartCollector,
  message: unknown,
  index: number,
  roles: string[],
): RequestProblem | undefined {
  const param = `messages.${index}`;
  if (!isRecord(message)) return { message: `'${param}' must be an object with a role and content.`, param };
  const role = message['role'];
  if (role !== 'user' && role !== 'assistant' && role !== 'system') {
    return { message: `'${param}.role' must be user or assistant.`, param: `${param}.role` };
  }
  roles.push(role);
  const pointer = `/messages/${index}`;
  const own = ownField(collector, role, index);
  const fields = fieldsOf(collector, role, own);
  const aside: ReadTarget = { collector, into: (at) => fields.aside('field', undefined, at) };
  readMembers(aside, message, pointer, messageShape);
  const problem = collectBlocks(collector, message['content'], `${pointer}/content`, fields);
  return problem === undefined ? undefined : { message: `'${param}.content' ${problem}`, param: `${param}.content` };
}

function ownField(collector: PartCollector, role: 'user' | 'assistant' | 'system', index: number): InspectedField {
  if (role === 'assistant') return collector.document(undefined, `messages.${index}`, 'assistant');
  return role === 'user' ? 'input' : 'system';
}

function fieldsOf(collector: PartCollector, role: string, own: InspectedField): BlockFields {
  return { role, own, aside: (source, id, pointer) => collector.document(id, pointerId(pointer), source) };
}

function collectSettings(collector: PartCollector, body: JsonRecord): RequestProblem | undefined {
  const problem = collectTools(collector, body['tools']);
  if (problem !== undefined) return problem;
  for (const name of ['output_config', 'output_format']) {
    readValue({ collector, into: () => 'system' }, body[name], `/${name}`, text);
  }
  const own: ReadTarget = {
    collector,
    into: (pointer) => collector.document(undefined, pointerId(pointer), 'field'),
  };
  collectServers(own, body['mcp_servers']);
  readMembers(own, body, '', requestShape);
  findMessagesFeatures(collector, body, requestShape);
  return undefined;
}

/** Lists these servers as uninspected: the provider calls them itself, outside of the gateway's sight. */
function collectServers(own: ReadTarget, servers: unknown): void {
  const pointer = '/mcp_servers';
  if (servers === undefined || servers === null) return;
  own.collector.uninspected(pointer, 'remote_tools');
  if (!isList(servers)) {
    readValue(own, servers, pointer, text);
    return;
  }
  for (const [index, server] of servers.entries()) {
    const at = `${pointer}/${index}`;
    if (isRecord(server)) collectServer(own, server, at);
    else readValue(own, server, at, text);
  }
}

/** A credential in the form of a header value; anything else in its place is read as text. */
const token = /^[!-~]{1,4096}$/;

function collectServer(own: ReadTarget, server: JsonRecord, pointer: string): void {
  const at = `${pointer}/authorization_token`;
  const given = server['authorization_token'];
  if (typeof given === 'string' && token.test(given)) own.collector.uninspected(at, 'credential');
  else readValue(own, given, at, text);
  readMembers(own, server, pointer, mcpServerShape);
}

function collectTools(collector: PartCollector, tools: unknown): RequestProblem | undefined {
  if (tools === undefined || tools === null) return undefined;
  if (!isList(tools)) return { message: "'tools' must be a list of tool definitions.", param: 'tools' };
  for (const [index, tool] of tools.entries()) {
    if (!isRecord(tool)) return { message: `'tools.${index}' must be an object.`, param: `tools.${index}` };
    collector.json('system', `/tools/${index}`, 'tool_definition', tool);
  }
  return undefined;
}
