/** Waits on loopback for the answer to an authorization request (RFC 8252 section 7.3). */

import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { AppError } from '../../platform/errors.ts';
import { isSameSecret } from '../../platform/secret.ts';
import { parseUrl } from '../../platform/url.ts';
import { type CallbackPage, callbackHeaders, renderPage, signedInPage } from './callback-page.ts';

export interface CallbackServer {
  readonly redirectUri: string;
  /** Resolves when one answer was taken. @throws AppError `unavailable` when none comes in time, or the error of `take` */
  wait(options: WaitOptions): Promise<void>;
  close(): Promise<void>;
}

export interface WaitOptions {
  /** An answer with another state belongs to another request. */
  readonly state: string;
  /** Turns the answer into a login; the browser shows the result. */
  readonly take: (answer: URL) => Promise<void>;
  readonly onStranger: () => void;
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
}

const path = '/callback';
const host = '127.0.0.1';

/** Listens on this port, or on a free one. @throws AppError `conflict` when the port is taken */
export async function openCallbackServer(port = 0): Promise<CallbackServer> {
  const server = createServer({ requestTimeout: 10_000, keepAlive: false });
  await listen(server, port);
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server does not listen on a port');
  const authority = `${host}:${address.port}`;
  return {
    redirectUri: `http://${authority}${path}`,
    wait: (options) => wait(server, authority, options),
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function listen(server: Server, port: number): Promise<void> {
  try {
    server.listen(port, host);
    await once(server, 'listening');
  } catch (cause) {
    const code: unknown = Reflect.get(Object(cause), 'code');
    const why = code === 'EADDRINUSE' ? 'is used by another program' : `cannot be listened on (${String(code)})`;
    const detail = `Port ${port} of this machine ${why}: name another with --port, or leave out --port`;
    throw new AppError('conflict', detail, { cause, detail });
  }
}

function wait(server: Server, authority: string, options: WaitOptions): Promise<void> {
  const { timeoutMs, signal } = options;
  return new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(tooLate(timeoutMs)), timeoutMs);
    const stop = () => reject(signal?.reason);
    if (signal?.aborted === true) stop();
    signal?.addEventListener('abort', stop, { once: true });
    const settle = (end: () => void) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
      end();
    };
    let isTaken = false;
    server.on('request', (request, response) => {
      const answer = readAnswer(request, authority);
      const problem = problemOf(answer, options.state, isTaken);
      if (answer === undefined || problem !== undefined) {
        if (problem === strangerPage) options.onStranger();
        void send(response, problem ?? notFoundPage);
        return;
      }
      isTaken = true;
      // Redeeming has its own deadline, so a successful login never counts as late.
      clearTimeout(timer);
      takeAnswer(options, answer, response).then(
        () => settle(resolve),
        (error: unknown) => settle(() => reject(error)),
      );
    });
  });
}

/** The browser is answered first, so that its page is there when the command ends. */
async function takeAnswer({ take }: WaitOptions, answer: URL, response: ServerResponse): Promise<void> {
  try {
    await take(answer);
  } catch (error) {
    const text = error instanceof AppError ? error.publicText : 'The terminal shows the reason.';
    await send(response, { status: 400, title: 'You are not signed in', text });
    throw error;
  }
  await send(response, signedInPage);
}

/** Undefined for a call that is no answer. */
function readAnswer({ method, url = '', headers }: IncomingMessage, authority: string): URL | undefined {
  // A foreign page may point its own name here; it gets nothing.
  if (method !== 'GET' || headers.host !== authority) return undefined;
  const answer = parseUrl(url, `http://${authority}`);
  return answer?.host === authority && answer.pathname === path ? answer : undefined;
}

const notFoundPage: CallbackPage = { status: 404, title: 'Page not found', text: 'Go back to the terminal.' };
const strangerPage: CallbackPage = {
  status: 400,
  title: 'This is not the expected answer',
  text: 'It belongs to another sign-in, or it was changed in transit. Open the address that the terminal shows.',
};
const takenPage: CallbackPage = {
  status: 409,
  title: 'This sign-in is already complete',
  text: 'You can close this window.',
};

/** Anybody can send the browser here: an answer with another state ends nothing, and the right one may still come. */
function problemOf(answer: URL | undefined, state: string, isTaken: boolean): CallbackPage | undefined {
  if (answer === undefined) return notFoundPage;
  const states = answer.searchParams.getAll('state');
  if (states.length !== 1 || !isSameSecret(states[0] ?? '', state)) return strangerPage;
  return isTaken ? takenPage : undefined;
}

/** Resolves when the browser has the page, or is gone. */
async function send(response: ServerResponse, page: CallbackPage): Promise<void> {
  const closed = new Promise<void>((resolve) => response.once('close', resolve));
  response.writeHead(page.status, callbackHeaders);
  response.end(renderPage(page));
  await closed;
}

function tooLate(timeoutMs: number): AppError {
  const detail = `Nobody signed in within ${Math.round(timeoutMs / 60_000)} minutes. Run assay login again`;
  return new AppError('unavailable', detail, { detail });
}
