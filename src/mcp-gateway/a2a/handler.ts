/**
 * A2A (JSON-RPC) with an agent that is an installed app, in the protocol version of its card: each message and each question about a task is a call
 * of a tool, with its judgements, its record, its limits and its credential. Nothing is kept between calls.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isRecord } from '@assay/sdk/contract';
import { continueTrace, toTraceparent } from '../../platform/http/trace-context.ts';
import type { RandomBytes } from '../../platform/ids.ts';
import type { Logger } from '../../platform/log.ts';
import { agentTools } from '../../platform/tools/agent-definitions.ts';
import { type AgentInterface, a2aVersions, agentInterfaceOf } from '../../platform/tools/agent-interface.ts';
import {
  type Catalogs,
  type JsonObject,
  mcpScopes,
  type Principal,
  type ToolCallEnd,
  type ToolCalling,
} from '../ports.ts';
import { readJsonBody } from '../protocol/body.ts';
import { createHttpAnswer, httpAnswerLimits } from '../protocol/http-answer.ts';
import { hasScope } from '../protocol/methods.ts';
import { createUnread } from '../protocol/unread.ts';
import { codes, McpFailure, type RequestId } from '../protocol/wire.ts';
import { toA2aEnd, toA2aError } from './answers.ts';
import { toShownCard } from './shown-card.ts';
import { createStreamAnswer, type StreamAnswer } from './stream-answer.ts';
import { methodWords, toolOfMethod } from './wire.ts';

export interface A2aHandlerDeps {
  readonly catalogs: Catalogs;
  readonly calling: ToolCalling;
  readonly log: Logger;
  readonly randomBytes: RandomBytes;
}

export interface A2aVisit {
  readonly principal: Principal;
  readonly alias: string;
  /** Address of this endpoint, for the card. */
  readonly url: string;
  readonly challenge: (scopes: readonly string[]) => {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
  };
}

export interface A2aHandler {
  /** Always answers. Resolves when the answer has been handed to the connection. */
  handle(request: IncomingMessage, response: ServerResponse, visit: A2aVisit): Promise<void>;
}

export function createA2aHandler(deps: A2aHandlerDeps): A2aHandler {
  const unread = createUnread(httpAnswerLimits.maxUnreadBytes);

  const converse = async (request: IncomingMessage, response: ServerResponse, visit: A2aVisit): Promise<void> => {
    let id: RequestId | null = null;
    const httpAnswer = createHttpAnswer(request, response, httpAnswerLimits, unread);
    try {
      const asked = readMessage(await readJsonBody(request));
      id = asked.id;
      const agent = await findAgent(deps, visit);
      const method = readMethod(agent, asked, request.headers);
      const { version } = agent.spoken;
      const stream = method.isStream ? createStreamAnswer(httpAnswer, asked.id, version) : undefined;
      const { headers } = request;
      const end = await run(deps, visit, { ...asked, ...method, headers, stream, signal: httpAnswer.signal });
      const answer = toA2aEnd(end, { version, isBareTask: method.tool !== agentTools.send });
      if (stream === undefined || answer.kind === 'error') httpAnswer.end(id, answer);
      else stream.end(answer.said);
    } catch (error) {
      httpAnswer.end(id, toA2aError(error, deps.log, httpAnswer.signal));
    }
  };

  return {
    async handle(request, response, visit) {
      if (!hasScope(visit.principal, mcpScopes.call)) {
        const { status, headers } = visit.challenge([mcpScopes.call]);
        return send(response, status, { error: 'insufficient_scope' }, headers);
      }
      if (request.method === 'POST') return converse(request, response, visit);
      try {
        const { card, spoken } = await findAgent(deps, visit);
        return send(response, 200, toShownCard(card, visit.url, spoken.version));
      } catch (error) {
        const { status = 500, message } = toA2aError(error, deps.log, new AbortController().signal).error;
        return send(response, status, { error: message });
      }
    },
  };
}

interface Asked {
  readonly id: RequestId;
  readonly method: string;
  readonly params: JsonObject;
}

/** @throws McpFailure for anything but one request of JSON-RPC 2.0. */
function readMessage(body: unknown): Asked {
  const { jsonrpc, id, method, params = {} } = isRecord(body) ? body : {};
  const isId = typeof id === 'number' || (typeof id === 'string' && id.length <= 256);
  if (jsonrpc !== '2.0' || typeof method !== 'string' || !isId || !isRecord(params)) {
    const message = 'Send one JSON-RPC 2.0 request with an id, a method and params.';
    throw new McpFailure({ code: codes.invalidRequest, message, status: 400 });
  }
  return { id, method, params };
}

interface ReadMethod {
  readonly tool: string;
  readonly isStream: boolean;
}

interface Running extends Asked, ReadMethod {
  readonly headers: IncomingMessage['headers'];
  readonly stream: StreamAnswer | undefined;
  readonly signal: AbortSignal;
}

async function run(
  deps: A2aHandlerDeps,
  { principal, alias }: A2aVisit,
  { tool: name, params, headers, stream, signal }: Running,
): Promise<ToolCallEnd> {
  const tool = await deps.catalogs.toCall(principal, name, alias);
  if (tool === 'unjudged') {
    const message = 'The card of the agent could not be judged yet, so it was not called.';
    throw new McpFailure({ code: codes.unavailable, message, status: 503, retryAfterS: 5 });
  }
  if (tool === undefined) throw noAgent();
  return deps.calling.call(principal, {
    tool,
    arguments: params,
    requestState: undefined,
    inputResponses: undefined,
    clientCapabilities: undefined,
    traceparent: traceparentOf(deps, headers),
    sessionId: undefined,
    signal,
    onProgress: undefined,
    onPart: stream?.onPart,
  });
}

/** Codes of A2A. */
const pushNotSupported = -32_003;
const versionNotSupported = -32_009;

/** @throws McpFailure for a method that is not passed on, or is of another version than the agent speaks. */
function readMethod(
  { spoken: { version } }: FoundAgent,
  { method, params: { configuration } }: Asked,
  headers: IncomingMessage['headers'],
): ReadMethod {
  const settings = isRecord(configuration) ? configuration : {};
  const isPush = Object.values(methodWords).some(({ pushPrefix }) => pushPrefix.test(method));
  if (isPush || pushMembers.some((member) => settings[member] !== undefined)) {
    const message =
      'Push notifications are not passed on: what an agent pushes would reach you unjudged. Stream, or ask for the task.';
    throw new McpFailure({ code: pushNotSupported, message });
  }
  const found = toolOfMethod(version, method);
  if (found !== undefined) return found;
  const asked = headers['a2a-version'];
  const isOther = a2aVersions.some((other) => other !== version && toolOfMethod(other, method) !== undefined);
  if (isOther || (typeof asked === 'string' && asked !== '' && !asked.startsWith(version))) {
    const message = `The agent is spoken to in A2A ${version}: ${Object.values(methodWords[version].one).join(', ')}.`;
    throw new McpFailure({ code: versionNotSupported, message });
  }
  throw new McpFailure({ code: codes.methodNotFound, message: 'This endpoint does not offer the method.' });
}

const pushMembers = ['pushNotificationConfig', 'taskPushNotificationConfig'];

interface FoundAgent {
  /** As it was approved. */
  readonly card: JsonObject;
  readonly spoken: AgentInterface;
}

/** @throws McpFailure not found: also for servers that are no agents. */
async function findAgent({ catalogs }: A2aHandlerDeps, { principal, alias }: A2aVisit): Promise<FoundAgent> {
  const catalog = (await catalogs.of(principal)).forServer(alias);
  const [server] = catalog?.servers ?? [];
  const target = server?.kind === 'app' ? server.app.target : undefined;
  const card = catalog?.find(agentTools.send)?.definition['agentCard'];
  if (target?.kind !== 'remote' || target.type !== 'a2a' || !isRecord(card)) throw noAgent();
  const spoken = agentInterfaceOf(card, target.url);
  if (spoken === undefined) throw noAgent();
  return { card, spoken };
}

function noAgent(): McpFailure {
  const message = 'This agent may not call an agent with this name.';
  return new McpFailure({ code: codes.notFound, message, status: 404 });
}

function traceparentOf({ randomBytes }: A2aHandlerDeps, { traceparent }: IncomingMessage['headers']): string {
  const hex = (size: number) => Buffer.from(randomBytes(size)).toString('hex');
  const given = typeof traceparent === 'string' ? traceparent : undefined;
  return toTraceparent(continueTrace(given, { spanId: hex(8), newTraceId: () => hex(16) }));
}

function send(
  response: ServerResponse,
  status: number,
  body: JsonObject,
  headers: Readonly<Record<string, string>> = {},
): void {
  const json = JSON.stringify(body);
  response.writeHead(status, {
    ...headers,
    'content-type': 'application/json',
    'cache-control': 'no-store',
    'content-length': Buffer.byteLength(json),
  });
  response.end(json);
}
