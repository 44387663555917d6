/** Chat completions requests: which texts of the body auditors see, and in which field. */
import type { InspectedField, InspectedRequest, ParsedRequest, RequestProblem } from '../api.ts';
import { isList, isRecord, type JsonRecord } from '../json-tree.ts';
import {
  createPartCollector,
  inspectAny,
  inspectNames,
  inspectUnknown,
  type PartCollector,
  pointerId,
  tooManyParts,
} from '../parts.ts';
import { checkRequestBody } from '../request-checks.ts';
import { collectContent } from './content.ts';
import { collectToolCalls } from './tool-calls.ts';

/** Maps a body to what auditors inspect, or says what is wrong with it. Never throws, whatever the JSON. */
export function parseChatRequest(body: unknown): ParsedRequest {
  const checked = checkRequestBody(body);
  if (!checked.ok) return checked;
  const collector = createPartCollector();
  const roles: string[] = [];
  const problem =
    collectMessages(collector, checked.body['messages'], roles) ?? collectSettings(collector, checked.body);
  if (problem !== undefined) return { ok: false, error: problem };
  if (collector.overflowed()) return { ok: false, error: { message: `The request ${tooManyParts}.` } };
  return { ok: true, request: toRequest(collector, { modelId: checked.model, stream: checked.stream, roles }) };
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
    ...rest,
    ...(system === undefined ? {} : { system }),
  };
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

const messageMembers: ReadonlySet<string> = new Set([
  'role',
  'content',
  'name',
  'refusal',
  'reasoning_content',
  'reasoning',
  'tool_calls',
  'tool_call_id',
  'function_call',
  'audio',
]);

function collectMessage(
  collector: PartCollector,
  message: unknown,
  index: number,
  roles: string[],
): RequestProblem | undefined {
  const param = `messages[${index}]`;
  if (!isRecord(message)) return { message: `'${param}' must be an object with a role and content.`, param };
  const pointer = `/messages/${index}`;
  const field = fieldOfRole(collector, message, index);
  if (field === undefined) {
    const allowed = 'system, developer, user, assistant, tool, function';
    return { message: `'${param}.role' must be one of: ${allowed}.`, param: `${param}.role` };
  }
  const role = String(message['role']);
  roles.push(role);

  const problem = collectMessageContent(collector, message, { pointer, param, role, into: field });
  if (problem !== undefined) return problem;
  const own = openField(collector);
  for (const name of ['refusal', 'reasoning_content', 'reasoning']) {
    inspectAny(collector, message[name], `${pointer}/${name}`, () => field);
  }
  if (isRecord(message['audio'])) collector.uninspected(`${pointer}/audio`, 'audio');
  else inspectAny(collector, message['audio'], `${pointer}/audio`, own);
  inspectNames(collector, { value: message, pointer, names: ['name', 'tool_call_id'] }, own);
  inspectUnknown(collector, { value: message, pointer, known: messageMembers }, own);
  return collectToolCalls(collector, message, { pointer, param }, (call, at) =>
    collector.document(call['id'], pointerId(at), 'tool_call'),
  );
}

/** The user's texts are the input, what instructs the model is system, everything else is a document of its own. */
function fieldOfRole(collector: PartCollector, message: JsonRecord, index: number): InspectedField | undefined {
  switch (message['role']) {
    case 'user':
      return 'input';
    case 'system':
    case 'developer':
      return 'system';
    case 'assistant':
      return collector.document(undefined, `messages.${index}`, 'assistant');
    case 'tool':
      return collector.document(message['tool_call_id'], `messages.${index}`, 'tool');
    case 'function':
      return collector.document(message['name'], `messages.${index}`, 'tool');
    default:
      return undefined;
  }
}

interface MessagePlace {
  readonly pointer: string;
  readonly param: string;
  readonly role: string;
  readonly into: InspectedField;
}

function collectMessageContent(
  collector: PartCollector,
  message: JsonRecord,
  place: MessagePlace,
): RequestProblem | undefined {
  const content = message['content'];
  if (content === undefined || content === null) {
    // Only an assistant may have said nothing: it called tools. A function may have returned nothing.
    if (place.role === 'assistant' || place.role === 'function') return undefined;
    return {
      message: `'${place.param}.content' is missing; send a string or a list of content parts.`,
      param: `${place.param}.content`,
    };
  }
  const problem = collectContent(
    collector,
    content,
    { ...place, pointer: `${place.pointer}/content` },
    openField(collector),
  );
  return problem === undefined
    ? undefined
    : { message: `'${place.param}.content' ${problem}`, param: `${place.param}.content` };
}

/** Settings: inspected only if there is more in them than numbers and words. */
const settings: ReadonlySet<string> = new Set([
  'stream_options',
  'temperature',
  'top_p',
  'n',
  'stop',
  'max_tokens',
  'max_completion_tokens',
  'frequency_penalty',
  'presence_penalty',
  'logit_bias',
  'logprobs',
  'top_logprobs',
  'seed',
  'service_tier',
  'store',
  'modalities',
  'audio',
  'reasoning_effort',
  'verbosity',
  'parallel_tool_calls',
  'tool_choice',
  'function_call',
  'prompt_cache_retention',
  'prompt_cache_options',
  'user',
  'safety_identifier',
  'prompt_cache_key',
]);
const bodyMembers: ReadonlySet<string> = new Set([
  'model',
  'messages',
  'stream',
  'tools',
  'functions',
  'response_format',
  'prediction',
]);
const predictionMembers: ReadonlySet<string> = new Set(['type', 'content']);

function collectSettings(collector: PartCollector, body: JsonRecord): RequestProblem | undefined {
  const own = openField(collector);
  const problem = collectTools(collector, body, 'tools') ?? collectTools(collector, body, 'functions');
  if (problem !== undefined) return problem;
  const format = body['response_format'];
  if (isRecord(format) && Object.keys(format).some((key) => key !== 'type')) {
    collector.json('system', '/response_format', 'response_format', format);
  } else if (!isRecord(format)) {
    inspectAny(collector, format, '/response_format', own);
  }
  collectPrediction(collector, body['prediction']);
  inspectUnknown(collector, { value: body, pointer: '', known: bodyMembers, settings }, own);
  return undefined;
}

/** An answer that the client expects: the model sees it. */
function collectPrediction(collector: PartCollector, prediction: unknown): void {
  const into = (): InspectedField => collector.document(undefined, 'prediction', 'prediction');
  if (!isRecord(prediction)) {
    inspectAny(collector, prediction, '/prediction', into);
    return;
  }
  inspectAny(collector, prediction['content'], '/prediction/content', into);
  inspectUnknown(collector, { value: prediction, pointer: '/prediction', known: predictionMembers }, into);
  inspectNames(collector, { value: prediction, pointer: '/prediction', names: ['type'] }, into);
}

function collectTools(
  collector: PartCollector,
  body: JsonRecord,
  name: 'tools' | 'functions',
): RequestProblem | undefined {
  const tools = body[name];
  if (tools === undefined || tools === null) return undefined;
  if (!isList(tools)) return { message: `'${name}' must be a list of tool definitions.`, param: name };
  for (const [index, tool] of tools.entries()) {
    if (!isRecord(tool)) return { message: `'${name}[${index}]' must be an object.`, param: `${name}[${index}]` };
    collector.json('system', `/${name}/${index}`, 'tool_definition', tool);
  }
  return undefined;
}

/** A document for a text that is neither the user's nor the system's nor a tool's. */
function openField(collector: PartCollector): (pointer: string) => InspectedField {
  return (pointer) => collector.document(undefined, pointerId(pointer), 'field');
}
