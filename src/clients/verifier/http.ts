/** The client of a verifier in another process. */
import type { Dispatcher } from 'undici';
import { createJsonHttp } from '../json-http.ts';
import { createVerifierCalls } from './calls.ts';
import type { VerifierClient } from './client.ts';

export interface HttpVerifierOptions {
  /** Base URL of the verifier, e.g. `http://127.0.0.1:8200`. */
  readonly url: string;
  /** Access token, where the verifier asks for one. */
  readonly token?: string;
  readonly timeoutMs?: number;
  /** For mTLS or tests; a keep-alive pool if absent. */
  readonly dispatcher?: Dispatcher;
}

const defaultTimeoutMs = 30_000;
const maxAnswerBytes = 8 * 1024 * 1024;
/** A batch of this size is serialised in well under a millisecond. */
const batchChars = 384 * 1024;

/** Connects lazily. Throws AppError `verifier_unavailable` when the verifier cannot be reached or fails. */
export function createHttpVerifierClient(options: HttpVerifierOptions): VerifierClient {
  return createVerifierCalls(
    createJsonHttp({
      url: options.url,
      timeoutMs: options.timeoutMs ?? defaultTimeoutMs,
      maxAnswerBytes,
      unavailable: 'verifier_unavailable',
      ...(options.token === undefined ? {} : { token: options.token }),
      ...(options.dispatcher === undefined ? {} : { dispatcher: options.dispatcher }),
    }),
    batchChars,
  );
}
