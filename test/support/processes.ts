/** Services in their own processes for tests that kill them, and a continuous load. */
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { type Child, startChild } from '../../bench/child.ts';

/** A port that a service can reuse after it was killed. */
export async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return String(address.port);
}

/** Starts the named services like `npm start -- --only …`. */
export function startOnly(only: string, env: Record<string, string>): Promise<Child> {
  return startChild('src/main.ts', ['--only', only], { ASSAY_LOG_LEVEL: 'silent', ...env });
}

/** Kills a process with SIGKILL and waits for its end. */
export async function kill(child: Child): Promise<void> {
  process.kill(child.pid, 'SIGKILL');
  // Only waits: the signal was sent already.
  await child.stop();
}

export interface Answer {
  readonly status: number;
  readonly retryAfter: string | null;
  readonly evidenceId: string | null;
  readonly text: string;
}

/** One chat completion. @throws if the connection breaks. */
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
  /** Every complete answer. */
  readonly answers: readonly Answer[];
  count(status: number): number;
  stop(): Promise<void>;
}

/** Pause between two requests of one client; without it the load takes the processor from the restarting service. */
const pauseMs = 10;

/** Asks from several clients until stopped; a client whose connection breaks ends. */
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
