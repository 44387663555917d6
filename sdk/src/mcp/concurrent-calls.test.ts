import { Agent } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { message, openTestEndpoint, send, type TestEndpoint } from './endpoint.fixture.ts';
import { readMcpSettings } from './settings.ts';

let endpoint: TestEndpoint;
const agent = new Agent({ keepAlive: false, maxSockets: Number.POSITIVE_INFINITY });
afterEach(() => endpoint.close());

function wait(id: string, signal?: AbortSignal) {
  const { body, headers } = message('tools/call', { name: 'wait', arguments: { id } }, id);
  return send(endpoint.url, body, { headers, agent, ...(signal === undefined ? {} : { signal }) });
}

/** Ends running calls until this many have begun and all have ended. */
async function endAll(count: number): Promise<string[]> {
  const order: string[] = [];
  while (order.length < count) {
    await endpoint.began(order.length + 1);
    for (const call of [...endpoint.waiting]) {
      order.push(call.id);
      call.end();
    }
  }
  return order;
}

const settings = (calls: number) => readMcpSettings({ MCP_MAX_CONCURRENT_CALLS: String(calls) });

it('each of a thousand concurrent calls is answered, or refused with the numbers of running and waiting calls', {
  timeout: 120_000,
}, async () => {
  endpoint = await openTestEndpoint();
  const first = Array.from({ length: 10 }, (_, index) => wait(`first-${index}`));
  await endpoint.began(10);
  const rest = Array.from({ length: 990 }, (_, index) => wait(`call-${index}`));
  // No slot is freed before all have arrived: 256 wait, and every other call is refused.
  let refused = 0;
  await new Promise<void>((resolve) => {
    for (const call of rest) {
      call.then(({ status }) => {
        refused += status === 503 ? 1 : 0;
        if (refused === 990 - 256) resolve();
      });
    }
  });
  expect(endpoint.mcp.queue()).toEqual({ running: 10, waiting: 256 });
  const ended = await endAll(266);
  const answers = await Promise.all([...first, ...rest]);
  const answered = answers.filter(({ status }) => status === 200).map(({ text }) => JSON.parse(text));
  expect(answered).toHaveLength(266);
  expect(new Set(answered.map(({ id, result }) => `${id}=${result.structuredContent.id}`)).size).toBe(266);
  expect(answered.every(({ id, result }) => id === result.structuredContent.id)).toBe(true);
  expect(new Set(ended).size).toBe(266);
  const busy = answers.find(({ status }) => status === 503);
  expect(busy?.headers['retry-after']).toBe('1');
  expect(JSON.parse(busy?.text ?? '').error).toMatchObject({
    code: -32011,
    data: { reason: 'full', running: 10, waiting: 256, max_concurrent_calls: 10 },
  });
  expect(endpoint.mcp.queue()).toEqual({ running: 0, waiting: 0 });
});

it('calls begin in order of arrival', async () => {
  endpoint = await openTestEndpoint({ settings: settings(1) });
  const calls = [wait('0')];
  await endpoint.began(1);
  for (let index = 1; index <= 5; index += 1) {
    calls.push(wait(String(index)));
    while (endpoint.mcp.queue().waiting < index) await new Promise((resolve) => setImmediate(resolve));
  }
  expect(await endAll(6)).toEqual(['0', '1', '2', '3', '4', '5']);
  await Promise.all(calls);
});

it('lists are answered while no call has a slot', async () => {
  endpoint = await openTestEndpoint({ settings: settings(1) });
  const busy = wait('busy');
  await endpoint.began(1);
  const { body, headers } = message('tools/list');
  expect((await send(endpoint.url, body, { headers, agent })).status).toBe(200);
  await endAll(1);
  await busy;
});

it('a call that waited too long is told so, and that nothing was done', async () => {
  const due: (() => void)[] = [];
  endpoint = await openTestEndpoint({
    settings: settings(1),
    schedule: (act) => {
      due.push(act);
      return () => {};
    },
  });
  const busy = wait('busy');
  await endpoint.began(1);
  const late = wait('late');
  while (due.length === 0) await new Promise((resolve) => setImmediate(resolve));
  due[0]?.();
  const { status, text } = await late;
  expect([status, JSON.parse(text).id]).toEqual([503, 'late']);
  expect(JSON.parse(text).error.data).toMatchObject({ reason: 'too_long', running: 1 });
  await endAll(1);
  await busy;
});

describe('a disconnecting client', () => {
  it('frees its place in the queue while it waits, and its tool never runs', async () => {
    endpoint = await openTestEndpoint({ settings: settings(1) });
    const busy = wait('busy');
    await endpoint.began(1);
    const client = new AbortController();
    const gone = wait('gone', client.signal);
    while (endpoint.mcp.queue().waiting === 0) await new Promise((resolve) => setImmediate(resolve));
    client.abort();
    await expect(gone).rejects.toThrow();
    while (endpoint.mcp.queue().waiting > 0) await new Promise((resolve) => setImmediate(resolve));
    const next = wait('next');
    expect(await endAll(2)).toEqual(['busy', 'next']);
    await Promise.all([busy, next]);
  });

  it('cancels its running tool, and frees its slot when the tool has ended', async () => {
    endpoint = await openTestEndpoint({ settings: settings(1) });
    const client = new AbortController();
    const gone = wait('gone', client.signal);
    await endpoint.began(1);
    const [call] = endpoint.waiting;
    client.abort();
    await expect(gone).rejects.toThrow();
    while (call?.context.signal.aborted !== true) await new Promise((resolve) => setImmediate(resolve));
    expect(endpoint.mcp.queue()).toEqual({ running: 1, waiting: 0 });
    const next = wait('next');
    expect(await endAll(2)).toEqual(['gone', 'next']);
    expect((await next).status).toBe(200);
  });
});

it('closing refuses waiting calls, and lets running calls finish', async () => {
  endpoint = await openTestEndpoint({ settings: settings(1) });
  const runs = wait('runs');
  await endpoint.began(1);
  const waits = wait('waits');
  while (endpoint.mcp.queue().waiting === 0) await new Promise((resolve) => setImmediate(resolve));
  const closed = endpoint.mcp.close();
  expect((await waits).status).toBe(503);
  expect((await wait('late')).status).toBe(503);
  await endAll(1);
  expect(JSON.parse((await runs).text).result.structuredContent).toEqual({ id: 'runs' });
  await closed;
});
