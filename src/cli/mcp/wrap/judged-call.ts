/** One call of a tool through a wrapped server: judged before it is sent, and its answer before the client reads it. */
import { isRecord } from '@assay/sdk/contract';
import type { ToolJudge } from '../../../clients/tool-judge/client.ts';
import type { ToolCallAnswer, ToolCallOutcome } from '../../../contract/tool-calls.ts';
import { isAppError } from '../../../platform/errors.ts';
import { parseTraceparent } from '../../../platform/http/trace-context.ts';
import type { JsonObject } from './json-lines.ts';
import {
  type CallQuestion,
  rpcCodes,
  toDenied,
  toError,
  toFailureResult,
  toLostResult,
  toResult,
  toUnjudged,
} from './messages.ts';

export interface CallDeps {
  readonly judge: ToolJudge;
  readonly agentId: string;
  /** Recorded in policies and Evidence. */
  readonly server: string;
  readonly sessionId: string;
  readonly newTraceparent: () => string;
  /** Time limit of the server. */
  readonly timeoutMs: number;
}

type StopOutcome = Exclude<ToolCallOutcome, { kind: 'result' }>;

/** `send` goes to the server, `reply` to the client; undefined if the client cancelled the call. */
export type Judged = { readonly send: JsonObject } | { readonly reply: JsonObject } | undefined;

export interface JudgedCall {
  /** Call once, before it is sent. Never throws. */
  begin(): Promise<Judged>;
  /** Gives the client's message for the server's answer. Never throws. */
  answer(message: JsonObject): Promise<JsonObject>;
  /** Ends the call without an answer of the server. Never throws. */
  stop(outcome: StopOutcome): Promise<JsonObject | undefined>;
}

/** Answers to a server's questions are judged like arguments, under this name. */
const responsesMember = 'io.assay/inputResponses';
const modernMeta = 'io.modelcontextprotocol/protocolVersion';
const maxName = 256;

/** @param message a request of `tools/call` with an id */
export function createJudgedCall(deps: CallDeps, message: JsonObject): JudgedCall {
  const { judge, agentId, server, sessionId } = deps;
  const params = isRecord(message['params']) ? message['params'] : {};
  const meta = isRecord(params['_meta']) ? params['_meta'] : {};
  const asked: CallQuestion = { id: message['id'], isModern: typeof meta[modernMeta] === 'string' };
  const traceparent = traceOf(meta) ?? deps.newTraceparent();
  const giveUp = new AbortController();
  let allowed: Extract<ToolCallAnswer, { decision: 'allow' }> | undefined;
  let stoppedBy: StopOutcome | undefined;

  const end = (outcome: ToolCallOutcome) => {
    if (allowed === undefined) throw new Error('only a call that was allowed has an outcome');
    return judge.end(allowed.call_id, outcome, { traceparent, signal: new AbortController().signal });
  };

  return {
    async begin() {
      const request = readRequest(params);
      if (typeof request === 'string') return { reply: toError(asked.id, rpcCodes.invalidParams, request) };
      const question = { ...request, server, timeout_ms: deps.timeoutMs };
      try {
        const caller = { agent_id: agentId, session_id: sessionId };
        const said = await judge.begin({ ...question, caller }, { traceparent, signal: giveUp.signal });
        if (said.decision === 'deny')
          return stoppedBy !== undefined ? undefined : { reply: toDenied(asked, said, 'before') };
        if (said.decision === 'answered') return { reply: toResult(asked, said.result, said.evidence_id) };
        allowed = said;
        if (stoppedBy !== undefined) {
          await end(stoppedBy);
          return;
        }
        return { send: withArguments(message, params, said.arguments) };
      } catch (error) {
        return stoppedBy !== undefined ? undefined : { reply: toUnjudged(asked, error) };
      }
    },
    async answer(response) {
      if (allowed === undefined) throw new Error('only a call that was allowed has an answer');
      const outcome = toOutcome(response);
      try {
        const said = await end(outcome);
        if (said.decision === 'deny') return toDenied(asked, said, 'after');
        if (outcome.kind !== 'result') return toFailed(asked, outcome.message, said.evidence_id);
        const shown = said.result ?? {};
        if (!isRecord(response['error'])) return toResult(asked, shown, said.evidence_id);
        return said.redacted ? toRedactedError(asked, response['error'], shown) : toSameError(asked, response['error']);
      } catch (error) {
        if (!isAppError(error)) throw error;
        return toLostResult(asked, allowed.evidence_id);
      }
    },
    async stop(outcome) {
      stoppedBy = outcome;
      giveUp.abort();
      if (allowed === undefined) return;
      try {
        const said = await end(outcome);
        return said.decision === 'deny'
          ? toDenied(asked, said, 'after')
          : toFailed(asked, outcome.message, said.evidence_id);
      } catch (error) {
        if (!isAppError(error)) throw error;
        return toLostResult(asked, allowed.evidence_id);
      }
    },
  };
}

/** Reads what is to be judged, or the problem. */
function readRequest(params: JsonObject): { tool: string; arguments: Record<string, unknown> } | string {
  const { name, arguments: given = {}, inputResponses, task } = params;
  if (typeof name !== 'string' || name === '' || name.length > maxName) {
    return `params.name must be a string of 1 to ${maxName} characters.`;
  }
  if (!isRecord(given)) return 'params.arguments must be an object.';
  if (Object.hasOwn(given, responsesMember)) return `Clients must not send the argument ${responsesMember}.`;
  // The result would come by another request, without being judged.
  if (task !== undefined) return 'Calls as tasks are not supported: call the tool without params.task.';
  const responses = inputResponses === undefined ? {} : { [responsesMember]: inputResponses };
  return { tool: name, arguments: { ...given, ...responses } };
}

function withArguments(message: JsonObject, params: JsonObject, judged: JsonObject): JsonObject {
  const { [responsesMember]: inputResponses, ...given } = judged;
  const responses = params['inputResponses'] === undefined ? {} : { inputResponses };
  const isEmpty = params['arguments'] === undefined && Object.keys(given).length === 0;
  return { ...message, params: { ...params, ...(isEmpty ? {} : { arguments: given }), ...responses } };
}

/** The text of an error is judged like that of a result. */
function toOutcome({ result, error }: JsonObject): ToolCallOutcome {
  if (isRecord(error) && result === undefined) {
    const { message, data } = error;
    const more = data === undefined ? {} : { structuredContent: { data } };
    return { kind: 'result', result: { content: [{ type: 'text', text: String(message) }], isError: true, ...more } };
  }
  if (!isRecord(result) || error !== undefined) return failed('malformed', 'The answer of the server is not a result.');
  if (result['task'] !== undefined || result['resultType'] === 'task') {
    return failed(
      'task',
      'The server made a task of the call, whose result could not be judged. The call may have been done.',
    );
  }
  return { kind: 'result', result };
}

const failed = (code: string, message: string) => ({ kind: 'failed', code, message }) as const;

function toFailed(asked: CallQuestion, message: string, evidenceId: string): JsonObject {
  return toFailureResult(asked, message, { code: 'tool_failed', evidence_id: evidenceId });
}

function toSameError({ id }: CallQuestion, { code, message, data }: JsonObject): JsonObject {
  return { jsonrpc: '2.0', id, error: { code, message, ...(data === undefined ? {} : { data }) } };
}

function toRedactedError({ id }: CallQuestion, error: JsonObject, shown: JsonObject): JsonObject {
  const [first]: unknown[] = Array.isArray(shown['content']) ? shown['content'] : [];
  const text = isRecord(first) && typeof first['text'] === 'string' ? first['text'] : 'The server refused the call.';
  return toError(id, typeof error['code'] === 'number' ? error['code'] : -32603, text);
}

function traceOf({ traceparent }: JsonObject): string | undefined {
  if (typeof traceparent !== 'string') return undefined;
  return parseTraceparent(traceparent) === undefined ? undefined : traceparent;
}
