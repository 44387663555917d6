/** The verifier in the same process: its app answers without a socket, by the same routes, checks and errors. */
import { AppError } from '../../platform/errors.ts';
import { type JsonHttp, readAnswer } from '../json-http.ts';
import { createVerifierCalls } from './calls.ts';
import type { VerifierClient } from './client.ts';

/** What is used of a Fastify app. */
export interface InjectableApp {
  inject(request: {
    method: 'GET' | 'POST';
    url: string;
    headers: Record<string, string>;
    payload?: string;
  }): Promise<{ statusCode: number; body: string }>;
}

/** Checked and stored on the thread that serves live exchanges, so it is kept short. */
const batchChars = 128 * 1024;

/** Connects to a verifier by its app; closing the client leaves the verifier running. */
export function createLocalVerifierClient(app: InjectableApp, options: { token?: string } = {}): VerifierClient {
  const headers: Record<string, string> = {
    host: 'localhost',
    accept: 'application/json',
    ...(options.token === undefined ? {} : { authorization: `Bearer ${options.token}` }),
  };
  const transport: JsonHttp = {
    async call({ method, path, body }, isAnswer) {
      const fail = (what: string, cause?: unknown): AppError =>
        new AppError('verifier_unavailable', `the verifier in this process ${what} (${path})`, { cause });
      const request = { method, url: path, headers };
      const answer = await app
        .inject(
          body === undefined
            ? request
            : {
                ...request,
                headers: { ...headers, 'content-type': 'application/json' },
                payload: JSON.stringify(body),
              },
        )
        .catch((cause: unknown) => {
          throw fail('failed', cause);
        });
      return readAnswer({ status: answer.statusCode, text: answer.body }, isAnswer, fail);
    },
    async close() {},
  };
  return createVerifierCalls(transport, batchChars);
}
