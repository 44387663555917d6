/**
 * MCP over HTTP: one POST is one message, answered by one JSON document or one stream; no state is kept between them.
 * The code that mounts it has authenticated the caller and checked Host and Origin.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type AppError, isAppError } from '../../platform/errors.ts';
import { continueTrace, toTraceparent } from '../../platform/http/trace-context.ts';
import type { Principal } from '../ports.ts';
import { readJsonBody } from './body.ts';
import type { McpCall, MethodDeps } from './call.ts';
import { createCancelling } from './cancelling.ts';
import { classify, echoedId } from './classify.ts';
import {
  createHttpAnswer,
  type HttpAnswer,
  type HttpAnswerLimits,
  httpAnswerLimits,
  sendJson,
  toMessage,
} from './http-answer.ts';
import { createOpenListens } from './listen.ts';
import { createMethods, hasScope, type Method, methodOf } from './methods.ts';
import { checkGivenHeaders, headerOf } from './mirrored.ts';
import { type McpEndpoint, namingOf } from './names.ts';
import { createKeptLists } from './pages.ts';
import { createUnread } from './unread.ts';
import { codes, type McpAnswer, type McpError, McpFailure, type McpRequest, type RequestId } from './wire.ts';

export type McpHandlerDeps = Omit<MethodDeps, 'kept' | 'serverInfo'> & {
  readonly version: string;
  readonly limits?: Partial<HttpAnswerLimits>;
};

/** One message of an authenticated caller. */
export interface McpVisit {
  readonly principal: Principal;
  readonly endpoint: McpEndpoint;
  /** Set for a message of A2A: the address of the agent's endpoint here. */
  readonly a2aUrl?: string;
  /** Gives the refusal for missing scopes (RFC 6750 section 3.1: names all that are needed). */
  readonly challenge: (scopes: readonly string[]) => {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
  };
  /** Checked from time to time while a subscription is open: false ends it. */
  readonly isStillAllowed?: () => boolean;
}

export interface McpHandler {
  /** Always answers. Resolves when the answer has been handed to the connection. */
  handle(request: IncomingMessage, response: ServerResponse, visit: McpVisit): Promise<void>;
  readonly openListens: number;
  /** Ends every subscription; other calls end by themselves. */
  close(): Promise<void>;
}

export function createMcpHandler({ version, limits, ...rest }: McpHandlerDeps): McpHandler {
  const serverInfo = { name: 'assay-mcp-gateway', title: 'Assay MCP gateway', version };
  const deps: MethodDeps = { ...rest, serverInfo, kept: createKeptLists() };
  const open = createOpenListens();
  const methods = createMethods(open);
  const cancelling = createCancelling();
  const bounds = { ...httpAnswerLimits, ...limits };
  const unread = createUnread(bounds.maxUnreadBytes);

  const answer = async (
    httpAnswer: HttpAnswer,
    request: IncomingMessage,
    visit: McpVisit,
    asked: McpRequest,
  ): Promise<McpAnswer> => {
    const method = methodOf(methods, asked.method, asked.era);
    const call = toCall(deps, { httpAnswer, request, visit, asked });
    const leave = cancelling.enter(visit.principal.key, asked, () => httpAnswer.cancel());
    try {
      return await method.run(deps, call);
    } finally {
      leave();
    }
  };

  const handle = async (request: IncomingMessage, response: ServerResponse, visit: McpVisit): Promise<void> => {
    if (request.method !== 'POST') return refuse(response, null, methodNotAllowed);
    let id: RequestId | null = null;
    const httpAnswer = createHttpAnswer(request, response, bounds, unread);
    try {
      const body = await readJsonBody(request);
      id = echoedId(body);
      const message = classify(request.headers, body);
      if (message.kind === 'notification') {
        checkGivenHeaders(request.headers, message.method, message.params);
        if (!message.isModern) cancelling.notice(visit.principal.key, message);
        response.writeHead(202).end();
        return;
      }
      if (message.request.era === 'legacy') {
        checkGivenHeaders(request.headers, message.request.method, message.request.params);
      }
      const lacking = lackingScope(methods, message.request, visit.principal);
      if (lacking !== undefined) return challenge(response, message.request.id, visit.challenge([lacking]));
      httpAnswer.end(id, await answer(httpAnswer, request, visit, message.request));
    } catch (error) {
      httpAnswer.end(id, { kind: 'error', error: toMcpError(error, deps, httpAnswer) });
    }
  };

  return {
    handle,
    get openListens() {
      return open.size;
    },
    close: () => {
      open.endAll();
      return Promise.resolve();
    },
  };
}

interface Arrived {
  readonly httpAnswer: HttpAnswer;
  readonly request: IncomingMessage;
  readonly visit: McpVisit;
  readonly asked: McpRequest;
}

function toCall({ randomBytes }: MethodDeps, { httpAnswer, request, visit, asked }: Arrived): McpCall {
  const { principal, endpoint, isStillAllowed = () => true } = visit;
  const inMeta = asked.meta['traceparent'];
  const hex = (size: number) => Buffer.from(randomBytes(size)).toString('hex');
  const given = typeof inMeta === 'string' ? inMeta : headerOf(request.headers, 'traceparent');
  const traceparent = toTraceparent(continueTrace(given, { spanId: hex(8), newTraceId: () => hex(16) }));
  const { headers } = request;
  return {
    request: asked,
    principal,
    endpoint,
    naming: namingOf(endpoint),
    headers,
    httpAnswer,
    traceparent,
    isStillAllowed,
  };
}

function lackingScope(
  methods: ReadonlyMap<string, Method>,
  asked: McpRequest,
  principal: Principal,
): string | undefined {
  const { scope } = methodOf(methods, asked.method, asked.era);
  return hasScope(principal, scope) ? undefined : scope;
}

const methodNotAllowed: McpError = {
  code: codes.httpRefused,
  message: 'Method not allowed: send messages by POST.',
  status: 405,
};

function refuse(response: ServerResponse, id: RequestId | null, error: McpError): void {
  sendJson(response, toMessage(id, { kind: 'error', error }), error);
}

function challenge(
  response: ServerResponse,
  id: RequestId,
  { status, headers }: ReturnType<McpVisit['challenge']>,
): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  refuse(response, id, { code: codes.forbidden, message: 'The credential lacks a scope that this needs.', status });
}

/** Converts an error for the client: our own errors with their public text, all others without any detail. */
function toMcpError(error: unknown, { log }: MethodDeps, { signal }: HttpAnswer): McpError {
  if (error instanceof McpFailure) return error.error;
  if (isAppError(error)) return fromAppError(error);
  if (!signal.aborted) log.error({ err: error }, 'an MCP request failed');
  return { code: codes.internal, message: 'Internal error', status: 500 };
}

function fromAppError({ code, status, publicText: message, retryAfterS }: AppError): McpError {
  const data = { code };
  if (status === 400) return { code: codes.invalidParams, message, data };
  if (status === 429) return { code: codes.rateLimited, message, data, status, retryAfterS };
  return { code: status < 500 ? codes.forbidden : codes.unavailable, message, data, status, retryAfterS };
}
