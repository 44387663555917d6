/** Messages API requests: which texts of the body auditors see, and in which field. */
import type { InspectedField, ParsedRequest, RequestProblem } from '../api.ts';
import { isList, isRecord, type JsonRecord } from '../json-tree.ts';
import {
  createPartCollector,
  inspectAny,
  inspectUnknown,
  type PartCollector,
  pointerId,
  tooManyParts,
} from '../parts.ts';
import { checkRequestBody } from '../request-checks.ts';
import { type BlockFields, collectBlocks } from './blocks.ts';

/** Maps a body to what auditors inspect, or says what is wrong with it. Never throws, whatever the JSON. */
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

const messageMembers: ReadonlySet<string> = new Set(['role', 'content']);

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
  inspectUnknown(collector, { value: message, pointer, known: messageMembers }, (at) =>
    fields.aside('field', undefined, at),
  );
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

/** Settings: inspected only if there is more in them than numbers and words. */
const settings: ReadonlySet<string> = new Set([
  'max_tokens',
  'temperature',
  'top_k',
  'top_p',
  'stop_sequences',
  'thinking',
  'tool_choice',
  'service_tier',
  'speed',
  'cache_control',
  'context_management',
  'container',
  'inference_geo',
  'betas',
  'metadata',
]);
const bodyMembers: ReadonlySet<string> = new Set([
  'model',
  'messages',
  'system',
  'stream',
  'tools',
  'output_config',
  'output_format',
  'mcp_servers',
]);

function collectSettings(collector: PartCollector, body: JsonRecord): RequestProblem | undefined {
  const own = (pointer: string): InspectedField => collector.document(undefined, pointerId(pointer), 'field');
  const problem = collectTools(collector, body['tools']);
  if (problem !== undefined) return problem;
  for (const name of ['output_config', 'output_format']) {
    inspectAny(collector, body[name], `/${name}`, () => 'system');
  }
  // The model server calls these by itself: what passes there is out of the gateway's sight. Their tokens are credentials.
  if (body['mcp_servers'] !== undefined && body['mcp_servers'] !== null) {
    collector.uninspected('/mcp_servers', 'remote_tools');
  }
  inspectUnknown(collector, { value: body, pointer: '', known: bodyMembers, settings }, own);
  return undefined;
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
