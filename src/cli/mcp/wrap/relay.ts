/**
 * Relays messages between an MCP client and the wrapped server. They pass unchanged and in order, except tool calls
 * and the texts of tool lists, which are judged. An unrequested or ambiguous answer is dropped.
 */
import { isRecord } from '@assay/sdk/contract';
import { isAppError } from '../../../platform/errors.ts';
import { type JsonObject, type MessageLine, parseLine } from './json-lines.ts';
import { type CallDeps, createJudgedCall, type JudgedCall } from './judged-call.ts';
import { rpcCodes, toError } from './messages.ts';
import type { JudgeTools } from './tool-texts.ts';

export interface RelayDeps extends CallDeps {
  readonly judgeTools: JudgeTools;
  readonly toServer: (line: string) => void;
  readonly toClient: (line: string) => void;
  /** For the person at the terminal. */
  readonly note: (text: string) => void;
}

export interface Relay {
  fromClient(line: Uint8Array): void;
  fromServer(line: Uint8Array): void;
  /** Settles once everything from the client is at the server, or refused. */
  sent(): Promise<void>;
  /** Settles once no call waits for its answer. */
  answered(): Promise<void>;
  /** The server is gone: unanswered calls have no result. Settles when all is recorded. */
  serverGone(): Promise<void>;
}

/** A pending request of the client. */
interface Pending {
  readonly kind: 'call' | 'list' | 'other';
  readonly call?: JudgedCall;
  timer?: NodeJS.Timeout;
  /** Refusals that are sent with the answers to the rest of a batch. */
  readonly refusals: JsonObject[];
}

/** Result for one message of the client. */
type Step = { readonly send: unknown; readonly call?: JudgedCall } | { readonly reply: JsonObject } | undefined;

const maxPending = 1_000;
const maxCalls = 64;

export function createRelay(deps: RelayDeps): Relay {
  const { toServer, toClient, note } = deps;
  const pending = new Map<string, Pending>();
  const working = new Set<Promise<void>>();
  /** Calls go to the server in order of arrival. */
  let turn: Promise<void> = Promise.resolve();
  let isGone = false;
  const waiting: (() => void)[] = [];

  const hasCalls = (): boolean => [...pending.values()].some(({ kind }) => kind === 'call');
  const forget = (key: string): void => {
    clearTimeout(pending.get(key)?.timer);
    pending.delete(key);
    if (!hasCalls()) for (const go of waiting.splice(0)) go();
  };
  const work = (promise: Promise<void>): void => {
    working.add(promise);
    void promise.finally(() => working.delete(promise));
  };
  const reply = (message: unknown): void => toClient(JSON.stringify(message));
  const settled = async (): Promise<void> => {
    while (working.size > 0) await Promise.all(working);
  };

  // From the client.

  const register = (message: JsonObject, entry: Pending): JsonObject | undefined => {
    const key = keyOf(message['id']);
    if (pending.has(key)) return toError(message['id'], rpcCodes.invalidRequest, 'A request with this id is open.');
    const calls = [...pending.values()].filter(({ kind }) => kind === 'call').length;
    if (pending.size >= maxPending || (entry.kind === 'call' && calls >= maxCalls)) {
      return toError(message['id'], rpcCodes.busy, 'Too many requests are open.', { code: 'busy' });
    }
    pending.set(key, entry);
    return undefined;
  };

  const beginCall = async (message: JsonObject, refusals: JsonObject[]): Promise<Step> => {
    const call = createJudgedCall(deps, message);
    const refusal = register(message, { kind: 'call', call, refusals });
    if (refusal !== undefined) return { reply: refusal };
    const key = keyOf(message['id']);
    const judged = await call.begin();
    if (judged !== undefined && 'send' in judged) return { ...judged, call };
    if (pending.get(key)?.call === call) forget(key);
    return judged;
  };

  const stepOf = (message: unknown, refusals: JsonObject[]): Step | Promise<Step> => {
    if (!isMessage(message)) {
      const id = isRecord(message) ? message['id'] : null;
      return { reply: toError(id, rpcCodes.invalidRequest, 'This is not a JSON-RPC message.') };
    }
    const { method, id } = message;
    if (method === 'notifications/cancelled') cancel(message);
    if (method === undefined) return { send: message };
    if (id === undefined) {
      if (method !== 'tools/call') return { send: message };
      note('A tool call without an id was not forwarded: its answer could not be delivered.');
      return undefined;
    }
    if (method === 'tools/call') return beginCall(message, refusals);
    const refusal = register(message, { kind: method === 'tools/list' ? 'list' : 'other', refusals });
    return refusal === undefined ? { send: message } : { reply: refusal };
  };

  const cancel = ({ params }: JsonObject): void => {
    const key = keyOf(isRecord(params) ? params['requestId'] : undefined);
    const found = pending.get(key);
    if (found?.call === undefined) return;
    forget(key);
    work(
      found.call
        .stop({ kind: 'cancelled', code: 'cancelled', message: 'The client cancelled the call.' })
        .then(() => {}),
    );
  };

  /** Starts the timer of a call that reached the server. */
  const startTimer = (message: JsonObject): void => {
    const key = keyOf(message['id']);
    const found = pending.get(key);
    if (found?.call === undefined) return;
    const { call } = found;
    found.timer = setTimeout(() => {
      forget(key);
      const reason = `The server did not answer within ${deps.timeoutMs / 1000} s. The call may have been done.`;
      const params = { requestId: message['id'], reason: 'timeout' };
      toServer(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/cancelled', params }));
      work(call.stop({ kind: 'unknown', code: 'timeout', message: reason }).then((said) => said && reply(said)));
    }, deps.timeoutMs);
    found.timer.unref();
  };

  const pass = ({ text, isBatch, messages }: MessageLine, steps: readonly Step[], refusals: JsonObject[]): void => {
    // A cancelled one stays here, even if its id is used again.
    const isOpen = (message: unknown, call: JudgedCall | undefined): boolean =>
      call === undefined || (isRecord(message) && pending.get(keyOf(message['id']))?.call === call);
    const sent = steps.flatMap((step) =>
      step !== undefined && 'send' in step && isOpen(step.send, step.call) ? [step.send] : [],
    );
    const replies = steps.flatMap((step) => (step !== undefined && 'reply' in step ? [step.reply] : []));
    const isSame = sent.length === messages.length && !messages.some(isCall);
    if (isSame) toServer(text);
    else if (sent.length > 0) toServer(JSON.stringify(isBatch ? sent : sent[0]));
    for (const message of sent) if (isCall(message)) startTimer(message);
    if (replies.length === 0) return;
    const isAnswered = sent.some((message) => isRecord(message) && message['id'] !== undefined && 'method' in message);
    if (isBatch && isAnswered) refusals.push(...replies);
    else reply(isBatch ? replies : replies[0]);
  };

  // From the server.

  const answerOf = async (message: JsonObject, { kind, call }: Pending): Promise<JsonObject | undefined> => {
    if (call !== undefined) return call.answer(message);
    if (kind === 'other') return message;
    const { result } = message;
    if (!isRecord(result) || !Array.isArray(result['tools'])) return message;
    try {
      const { tools, leftOut } = await deps.judgeTools(result['tools']);
      if (leftOut.length === 0) return message;
      note(`Left out because of their own descriptions: ${leftOut.slice(0, 20).join(', ')}`);
      return { ...message, result: { ...result, tools } };
    } catch (error) {
      if (!isAppError(error)) throw error;
      const why = `The tools could not be judged, so they are not shown. ${error.publicText}`;
      return toError(message['id'], rpcCodes.away, why, { code: 'judge_unavailable' });
    }
  };

  /** Gives the message to pass on; undefined for an unrequested answer. */
  const fromServerOne = (message: unknown, refusals: JsonObject[]): unknown => {
    if (!isMessage(message)) return undefined;
    if (message['method'] !== undefined) return message;
    const key = keyOf(message['id']);
    const found = pending.get(key);
    if (found === undefined) return isErrorToNobody(message) ? message : undefined;
    forget(key);
    refusals.push(...found.refusals.splice(0));
    return found.kind === 'other' ? message : answerOf(message, found);
  };

  const showAll = (line: MessageLine, shown: readonly unknown[], refusals: readonly JsonObject[]): void => {
    const kept = shown.filter((message) => message !== undefined);
    if (kept.length < shown.length) note('The server sent an answer without a request: it was dropped.');
    const isSame = kept.length === line.messages.length && kept.every((each, at) => each === line.messages[at]);
    if (line.isBatch && !(isSame && refusals.length === 0)) {
      if (kept.length + refusals.length > 0) reply([...kept, ...refusals]);
      return;
    }
    if (isSame) toClient(line.text);
    else for (const message of kept) reply(message);
    for (const refusal of refusals) reply(refusal);
  };

  return {
    fromClient(bytes) {
      const line = parseLine(bytes);
      if (line === 'empty') return;
      if (line === undefined) {
        reply(toError(null, rpcCodes.parse, 'This is not JSON, or it is ambiguous JSON.'));
        return;
      }
      const refusals: JsonObject[] = [];
      const steps = line.messages.map((message) => stepOf(message, refusals));
      if (!steps.some((step) => step instanceof Promise)) {
        pass(line, steps.filter(isReady), refusals);
        return;
      }
      const before = turn;
      turn = Promise.all(steps).then(async (ready) => {
        await before;
        if (!isGone) pass(line, ready, refusals);
      });
      work(turn);
    },
    fromServer(bytes) {
      const line = parseLine(bytes);
      if (line === 'empty') return;
      if (line === undefined) {
        note('The server wrote a line that is not a message: it was dropped.');
        return;
      }
      const refusals: JsonObject[] = [];
      const shown = line.messages.map((message) => fromServerOne(message, refusals));
      if (!shown.some((each) => each instanceof Promise)) showAll(line, shown, refusals);
      else work(Promise.all(shown).then((ready) => showAll(line, ready, refusals)));
    },
    async sent() {
      await turn;
    },
    async answered() {
      await turn;
      if (hasCalls()) await new Promise<void>((resolve) => waiting.push(resolve));
    },
    async serverGone() {
      isGone = true;
      for (const [key, { call }] of [...pending]) {
        forget(key);
        const outcome = { kind: 'unknown', code: 'gone', message: 'The server ended before it answered.' } as const;
        if (call !== undefined) work(call.stop(outcome).then(() => {}));
      }
      await settled();
    },
  };
}

/** Gives equal keys for equal JSON ids of any type. */
function keyOf(id: unknown): string {
  return JSON.stringify(id ?? null);
}

function isCall(message: unknown): message is JsonObject {
  return isRecord(message) && message['method'] === 'tools/call';
}

/** True for exactly one of request, notification and answer. */
function isMessage(message: unknown): message is JsonObject {
  if (!isRecord(message)) return false;
  const isAnswer = Object.hasOwn(message, 'result') || Object.hasOwn(message, 'error');
  return Object.hasOwn(message, 'method') ? typeof message['method'] === 'string' && !isAnswer : isAnswer;
}

/** The server's error for a message whose id it could not read. */
function isErrorToNobody(message: JsonObject): boolean {
  return message['id'] === null && isRecord(message['error']) && !Object.hasOwn(message, 'result');
}

function isReady(step: Step | Promise<Step>): step is Step {
  return !(step instanceof Promise);
}
