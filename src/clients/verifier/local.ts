/**
 * The client of a verifier in the same process: its app answers without a socket, with the same routes, checks and
 * errors.
 */
import { AppError } from '../../platform/errors.ts';
import { assertRead, type JsonHttp, readAnswer } from '../json-http.ts';
import { createVerifierCalls } from './calls.ts';
import type { VerifierClient } from './client.ts';

/** The part of a Fastify app that is used. */
export interface InjectableApp {
  inject(request: {
    method: 'GET' | 'POST';
    url: string;
    headers: Record<string, string>;
    payload?: string;
    signal?: AbortSignal;
  }): Promise<{ statusCode: number; body: string; headers: Readonly<Record<string, unknown>> }>;
}

/** Small, because a batch is checked and stored on the thread that serves live exchanges. */
const batchChars = 128 * 1024;

/** Connects to a verifier by its app; closing the client leaves the verifier running. */
export function createLocalVerifierClient(app: InjectableApp, options: { token?: string } = {}): VerifierClient {
  const headers: Record<string, string> = {
    host: 'localhost',
    accept: 'application/json',
    ...(options.token === undefined ? {} : { authorization: `Bearer ${options.token}` }),
  };
  const failOf =
    (path: string) =>
    (what: string, cause?: unknown): AppError =>
      new AppError('verifier_unavailable', `the verifier in this process ${what} (${path})`, { cause });

  const send = (request: Parameters<InjectableApp['inject']>[0]) =>
    app.inject(request).catch((cause: unknown) => {
      throw failOf(request.url)('failed', cause);
    });

  const transport: JsonHttp = {
    async call({ method, path, body, timeoutMs }, isAnswer) {
      const limit = timeoutMs === undefined ? {} : { signal: AbortSignal.timeout(timeoutMs) };
      const request = { method, url: path, headers, ...limit };
      const answer = await send(
        body === undefined
          ? request
          : {
              ...request,
              headers: { ...headers, 'content-type': 'application/json' },
              payload: JSON.stringify(body),
            },
      );
      return readAnswer({ status: answer.statusCode, text: answer.body }, isAnswer, failOf(path));
    },
    async post({ path, text, mediaType }) {
      const sent = {
        method: 'POST',
        url: path,
        headers: { ...headers, 'content-type': mediaType },
        payload: text,
      } as const;
      const { statusCode: status, body, headers: answered } = await send(sent);
      if (status >= 500) throw failOf(path)(`answered HTTP ${status}`);
      return { status, mediaType: String(answered['content-type'] ?? ''), text: body };
    },
    // The route itself waits. A caller in this process may end the wait with a signal made for this call: listeners on
    // a long-lived signal would never be removed.
    async read({ path, headers: asked, maxAnswerBytes, signal }) {
      const request = { method: 'GET', url: path, headers: { ...headers, ...asked } } as const;
      const {
        statusCode: status,
        body,
        headers: answered,
      } = await send(signal === undefined ? request : { ...request, signal: AbortSignal.any([signal]) }).catch(
        (error: unknown) => {
          signal?.throwIfAborted();
          throw error;
        },
      );
      if (body.length > maxAnswerBytes) throw failOf(path)(`answered more than ${maxAnswerBytes} bytes`);
      const { 'content-type': mediaType = '', etag } = answered;
      const answer = { status, mediaType: String(mediaType), etag: etag === undefined ? undefined : String(etag) };
      return assertRead({ ...answer, text: body }, failOf(path));
    },
    async close() {},
  };
  return createVerifierCalls(transport, batchChars);
}
