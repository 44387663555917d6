/** Chat completions requests: selects the texts that auditors see, and their fields. */
import { isRecord } from '@assay/sdk/contract';
import type { InspectedField, InspectedRequest, ParsedRequest, RequestProblem } from '../api.ts';
import { findChatFeatures } from '../features.ts';
import { isList, type JsonRecord } from '../json-tree.ts';
import { createPartCollector, type PartCollector, pointerId, tooManyParts } from '../parts.ts';
import { type ReadTarget, readMembers, readValue } from '../read-members.ts';
import { elsewhere, shape, text, wordsOf } from '../reading.ts';
import { checkRequestBody } from '../request-checks.ts';
import { collectContent } from './content.ts';
import { requestMessageShape, requestShape } from './shapes.ts';
import { collectToolCalls } from './tool-calls.ts';

/** Converts a body to what auditors inspect, or gives the problem. Never throws for any JSON. */
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
    features: collector.features(),
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
  const own: ReadTarget = { collector, into: openField(collector) };
  for (const name of ['refusal', 'reasoning_content', 'reasoning']) {
    const at = `${pointer}/${name}`;
    const said = message[name];
    if (typeof said === 'string') collector.text(field, at, 'field', said);
    else readValue({ collector, into: () => field }, said, at, text);
  }
  // It refers to an earlier spoken answer, whose bytes are at the provider.
  if (isRecord(message['audio'])) collector.uninspected(`${pointer}/audio`, 'audio');
  readMembers(own, message, pointer, requestMessageShape);
  return collectToolCalls(collector, message, { pointer, param }, (call, at) =>
    collector.document(call['id'], pointerId(at), 'tool_call'),
  );
}

/** The user's texts are the input, instructions to the model are system, everything else is a document of its own. */
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
    // Only an assistant may have no content, because it called tools, and a function, because it may return nothing.
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

function collectSettings(collector: PartCollector, body: JsonRecord): RequestProblem | undefined {
  const own: ReadTarget = { collector, into: openField(collector) };
  const problem = collectTools(collector, body, 'tools') ?? collectTools(collector, body, 'functions');
  if (problem !== undefined) return problem;
  collectFormat(own, body['response_format']);
  collectPrediction(collector, body['prediction']);
  readMembers(own, body, '', requestShape);
  findChatFeatures(collector, body, requestShape);
  return undefined;
}

const plainFormat = shape({ type: wordsOf('text', 'json_object') });

/** The schema of an answer instructs the model, so it belongs to the system text. */
function collectFormat(own: ReadTarget, format: unknown): void {
  const pointer = '/response_format';
  if (isRecord(format) && Object.keys(format).some((key) => key !== 'type')) {
    own.collector.json('system', pointer, 'response_format', format);
  } else {
    readValue(own, format, pointer, { members: plainFormat });
  }
}

const predictionShape = shape({ type: wordsOf('content'), content: elsewhere });

/** An answer that the client expects: the model sees it. */
function collectPrediction(collector: PartCollector, prediction: unknown): void {
  const into = (): InspectedField => collector.document(undefined, 'prediction', 'prediction');
  const target: ReadTarget = { collector, into };
  if (!isRecord(prediction)) {
    readValue(target, prediction, '/prediction', text);
    return;
  }
  const at = '/prediction/content';
  const content = prediction['content'];
  if (typeof content === 'string') collector.text(into(), at, 'field', content);
  else readValue(target, content, at, text);
  readMembers(target, prediction, '/prediction', predictionShape);
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
