/** Runs the CLI in a test. Streams are lists, and services are small test servers. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { runCli } from './cli.ts';
import type { Command, CommandIo } from './command.ts';
import { commands } from './commands.ts';

export interface FakeRun {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export interface FakeOptions extends Partial<Pick<CommandIo, 'env' | 'color' | 'signal' | 'stdinIsTerminal'>> {
  readonly stdin?: string | Uint8Array;
  /** True if standard output and standard error are terminals. */
  readonly terminal?: boolean;
  readonly commands?: readonly Command[];
}

export interface StartedFake {
  readonly done: Promise<FakeRun>;
  /** Waits until either stream has matching output. @throws when the call ends without it */
  said(pattern: RegExp): Promise<RegExpExecArray>;
}

/** Runs one call from its arguments to its exit code. */
export function runFake(args: readonly string[], options: FakeOptions = {}): Promise<FakeRun> {
  return startFake(args, options).done;
}

/** Starts a call for a test that acts while it runs. */
export function startFake(args: readonly string[], options: FakeOptions = {}): StartedFake {
  const out: string[] = [];
  const err: string[] = [];
  const listeners = new Set<() => void>();
  const write = (to: string[]) => (text: string) => {
    to.push(text);
    for (const listen of listeners) listen();
  };
  const { stdin = '', signal, terminal = false } = options;
  const ended = runCli({
    commands: options.commands ?? commands,
    version: '1.2.3',
    io: {
      args,
      stdout: { write: write(out), isTTY: terminal },
      stderr: { write: write(err), isTTY: terminal },
      stdin: toStream(stdin),
      stdinIsTerminal: options.stdinIsTerminal ?? false,
      color: options.color ?? false,
      env: options.env ?? {},
      clock: { now: () => Date.now() },
      ...(signal === undefined ? {} : { signal }),
    },
  });
  const done = ended.then((code) => ({ code, out: out.join(''), err: err.join('') }));
  return {
    done,
    said: (pattern) =>
      new Promise((resolve, reject) => {
        const listen = () => {
          const found = pattern.exec([...out, ...err].join(''));
          if (found !== null) resolve(found);
        };
        listeners.add(listen);
        listen();
        done.then(({ code, err: text }) => reject(new Error(`it ended with ${code}: ${text}`)), reject);
      }),
  };
}

async function* toStream(content: string | Uint8Array): AsyncGenerator<Uint8Array> {
  yield typeof content === 'string' ? new TextEncoder().encode(content) : content;
}

export interface SeenRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export interface FakeService {
  readonly url: string;
  readonly seen: SeenRequest[];
  close(): Promise<void>;
}

/** Starts a server on a free port that gives the test's answers and records its requests. */
export async function serveFake(
  answer: (request: SeenRequest, response: ServerResponse) => void,
): Promise<FakeService> {
  const seen: SeenRequest[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method = '', url = '', headers } = request;
    const call = { method, url, headers, body: Buffer.concat(chunks).toString('utf8') };
    seen.push(call);
    answer(call, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server does not listen on a port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    seen,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Answers with JSON. */
export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': status < 400 ? 'application/json' : 'application/problem+json' });
  response.end(JSON.stringify(body));
}

/** A problem document (RFC 9457). */
export function aProblem(status: number, code: string, detail: string) {
  return { type: `urn:assay:problem:${code}`, title: code, status, code, detail };
}
