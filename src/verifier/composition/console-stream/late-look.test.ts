/** A database too busy to check access: nothing is delivered meanwhile, and nothing is lost. */
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Caller } from '../../../platform/http/access.ts';
import { createLogger } from '../../../platform/log.ts';
import { toStreamEvent } from './frames.ts';
import type { Subscriber } from './hub.ts';
import { openReader } from './reader.fixture.ts';
import { type ConsoleStreams, createConsoleStreams } from './streams.ts';

const caller: Caller = {
  user: 'usr_1',
  kind: 'person',
  role: 'viewer',
  organisation: 'default',
  authentication: 'api_key',
  scopes: 'all',
  isDeployment: false,
};
const agent = { workspaceId: 'default', status: 'active', readiness: 'ready' } as const;
const anEvent = (seq: number) =>
  toStreamEvent({
    seq: String(seq),
    type: 'tool.call',
    level: null,
    orgId: 'default',
    workspaceId: 'default',
    agentId: 'bot',
    traceId: null,
    sessionId: null,
    time: '2026-11-22T00:00:00Z',
    dataText: '{}',
  });

let app: FastifyInstance;
let streams: ConsoleStreams;
let nowMs = 0;
const subscribers: Subscriber[] = [];
const looks: (() => void)[] = [];
const stored: ReturnType<typeof anEvent>[] = [];

beforeAll(() => {
  streams = createConsoleStreams({
    clock: { now: () => 0 },
    monotonicMs: () => nowMs,
    streamLimiter: { acquire: () => () => {} },
    log: createLogger({ service: 'verifier', level: 'silent' }),
    store: {
      lastSeq: async () => 0,
      readAfter: async () => ({ byAgent: new Map(), last: undefined, isFull: false }),
      readOf: async (_org, _agent, after) => {
        return { events: stored.filter(({ seq }) => seq > after), removedTo: 0, isFull: false };
      },
    },
    hub: {
      async subscribe(subscriber) {
        subscribers.push(subscriber);
        return () => {};
      },
      settle: async () => {},
      close: async () => {},
    },
    access: {
      assertMayWatch: async () => agent,
      recheck: () => new Promise((resolve) => looks.push(() => resolve(agent))),
    },
    runLimited: (work) => work(),
    metrics: { opened: () => {}, ended: () => {}, sent: () => {} },
  });
  app = Fastify();
  app.addHook('onRequest', async (request) => {
    request.caller = caller;
  });
  app.get('/', (request, reply) =>
    streams.open(request, reply, { agentId: 'bot', isShown: () => true, after: undefined }),
  );
});
afterAll(async () => {
  await streams.close();
  await app.close();
});

it('delivery pauses while an access check takes longer than its interval, and then continues with everything', async () => {
  const reader = await openReader(await app.listen({ host: '127.0.0.1', port: 0 }));
  await reader.until(({ messages }) => messages.length > 0);
  const tell = (seq: number) => {
    stored.push(anEvent(seq));
    for (const one of subscribers) one.push([anEvent(seq)]);
  };
  tell(1);
  await reader.until((one) => one.events().length === 1);
  void streams.sendHeartbeat();
  nowMs += 15_001;
  // The heartbeat loop finds that the check is late, and checks again before it delivers anything.
  while (looks.length < 2) await new Promise((resolve) => setTimeout(resolve, 20));
  tell(2);
  stored.push(anEvent(3));
  await new Promise(setImmediate);
  for (const look of looks.splice(0, 1)) look();
  await reader.until(({ messages }) => messages.length >= 2);
  expect(reader.events().map(({ id }) => id)).toEqual(['1']);
  for (const look of looks.splice(0)) look();
  await reader.until((one) => one.events().length === 3);
  expect(reader.events().map(({ id }) => id)).toEqual(['1', '2', '3']);
  reader.close();
});
