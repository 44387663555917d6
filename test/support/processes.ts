/** Services in processes of their own for tests that kill them, and the load that goes on meanwhile. */
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { type Child, startChild } from '../../bench/child.ts';

/** A port that a service can have again after it was killed. */
export async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return String(address.port);
}

/** Starts the named services as `npm start -- --only …` does. */
export function startOnly(only: string, env: Record<string, string>): Promise<Child> {
  return startChild('src/main.ts', ['--only', only], { ASSAY_LOG_LEVEL: 'silent', ...env });
}

/** Kills a process the hard way and waits until it is gone. */
export async function kill(child: Child): Promise<void> {
  process.kill(child.pid, 'SIGKILL');
  // It only waits: the signal was sent already.
  await child.stop();
}

export interface Answer {
  readonly status: number;
  readonly retryAfter: string | null;
  readonly evidenceId: string | null;
  readonly text: string;
}

/** One chat completion. @throws when the connection breaks. */
export async function ask(gateway: string, content: string): Promise<Answer> {
  const response = await fetch(`${gateway}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'echo', messages: [{ role: 'user', content }] }),
  });
  const { status, headers } = response;
  const text = await response.text();
  return { status, text, retryAfter: headers.get('retry-after'), evidenceId: headers.get('x-assay-evidence-id') };
}

export interface Load {
  /** Every answer that arrived whole. */
  readonly answers: readonly Answer[];
  count(status: number): number;
  stop(): Promise<void>;
}

/** Between two questions of one side: without it the load takes the processor from the service that is to come back. */
const pauseMs = 10;

/** Asks from several sides until told to stop; a side whose connection breaks ends. */
export function startLoad(gateway: string): Load {
  const answers: Answer[] = [];
  let stopped = false;
  const worker = async (name: number): Promise<void> => {
    for (let index = 0; !stopped; index += 1) {
      const answer = await ask(gateway, `worker ${name} says ${index}`).catch(() => undefined);
      if (answer === undefined) return;
      answers.push(answer);
      await pause(pauseMs);
    }
  };
  const workers = Promise.all(Array.from({ length: 4 }, (_, name) => worker(name)));
  return {
    answers,
    count: (status) => answers.filter((answer) => answer.status === status).length,
    async stop() {
      stopped = true;
      await workers;
    },
  };
}
