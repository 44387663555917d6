/**
 * The client of a judge in another process: keep-alive pool, bounds on time and size, the same refusal codes as in
 * process.
 */
import { Compile } from 'typebox/compile';
import type { Dispatcher } from 'undici';
import {
  type ToolCallAnswer,
  ToolCallAnswerSchema,
  type ToolResultAnswer,
  ToolResultAnswerSchema,
  type ToolTextsAnswer,
  ToolTextsAnswerSchema,
} from '../../contract/tool-calls.ts';
import { createJsonHttp, type JsonCall } from '../json-http.ts';
import { type JudgeOptions, type ToolJudge, toolCallPaths } from './client.ts';

export interface HttpToolJudgeOptions {
  /** Base URL of the gateway, e.g. `http://127.0.0.1:8300`, or the https URL of its GATEWAY_MTLS_PORT. */
  readonly url: string;
  /** Operator token of the gateway, or the credential of the one agent that asks; absent with a certificate. */
  readonly token?: string | (() => string | undefined);
  readonly timeoutMs?: number;
  readonly maxAnswerBytes?: number;
  /** For mTLS or tests; a keep-alive pool if absent. */
  readonly dispatcher?: Dispatcher;
  readonly connections?: number;
}

/** Covers auditors with large texts, and the question to people. */
const defaultTimeoutMs = 60_000;
/** A result may have 16 MiB. */
const defaultMaxAnswerBytes = 32 * 1024 * 1024;
const defaultConnections = 64;
const answerShape = Compile(ToolCallAnswerSchema);
const resultShape = Compile(ToolResultAnswerSchema);
const textsShape = Compile(ToolTextsAnswerSchema);

/** Connects lazily; nothing is sent before the first call. */
export function createHttpToolJudge(options: HttpToolJudgeOptions): ToolJudge {
  const { url, token, dispatcher, connections = defaultConnections } = options;
  const http = createJsonHttp({
    url,
    connections,
    unavailable: 'unavailable',
    timeoutMs: options.timeoutMs ?? defaultTimeoutMs,
    maxAnswerBytes: options.maxAnswerBytes ?? defaultMaxAnswerBytes,
    ...(token === undefined ? {} : { token }),
    ...(dispatcher === undefined ? {} : { dispatcher }),
  });
  const toCall = (path: string, body: unknown, { traceparent, signal }: JudgeOptions): JsonCall => ({
    method: 'POST',
    path,
    body,
    signal,
    headers: { traceparent },
  });
  return {
    async begin(question, options) {
      options.signal.throwIfAborted();
      const isAnswer = (value: unknown): value is ToolCallAnswer => answerShape.Check(value);
      return http.call(toCall(toolCallPaths.begin, question, options), isAnswer);
    },
    async end(callId, outcome, options) {
      options.signal.throwIfAborted();
      const isAnswer = (value: unknown): value is ToolResultAnswer => resultShape.Check(value);
      return http.call(toCall(toolCallPaths.end(callId), outcome, options), isAnswer);
    },
    async texts(question, options) {
      options.signal.throwIfAborted();
      const isAnswer = (value: unknown): value is ToolTextsAnswer => textsShape.Check(value);
      return http.call(toCall(toolCallPaths.texts, question, options), isAnswer);
    },
    close: () => http.close(),
  };
}
