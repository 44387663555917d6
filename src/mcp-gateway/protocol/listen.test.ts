import { afterEach, beforeEach, expect, test } from 'vitest';
import { AppError } from '../../platform/errors.ts';
import type { JsonObject } from '../ports.ts';
import { createOpenListens, listenLimits } from './listen.ts';
import { catalogOfTools, modernRequest, principal, send, startFront } from './mcp-handler.fixture.ts';
import { McpFailure } from './wire.ts';

let front: Awaited<ReturnType<typeof startFront>>;
beforeEach(async () => {
  front = await startFront({ keepAliveMs: 20 });
  front.world.catalog = catalogOfTools('1', ['notes/read', 'mail/send']);
});
afterEach(() => front.close());

/** Opens a subscription and collects its messages. */
async function open(notifications: JsonObject, id = 7, path = '/mcp') {
  const { headers, body } = modernRequest('subscriptions/listen', { notifications });
  const leaving = new AbortController();
  const request = { method: 'POST', headers, body: JSON.stringify({ ...body, id }), signal: leaving.signal };
  const response = await fetch(`${front.url}${path}`, request);
  const messages: JsonObject[] = [];
  let comments = 0;
  const over = (async () => {
    let rest = '';
    for await (const chunk of response.body ?? []) {
      const events = (rest + Buffer.from(chunk).toString()).split('\n\n');
      rest = events.pop() ?? '';
      comments += events.filter((event) => event.startsWith(':')).length;
      for (const event of events) {
        const [, json] = event.split('data: ');
        if (json !== undefined) messages.push(JSON.parse(json));
      }
    }
  })().catch(() => undefined);
  const methods = () => messages.map((message) => message['method'] ?? 'the end');
  return { response, messages, methods, over, comments: () => comments, leave: () => leaving.abort() };
}

const acknowledged = 'notifications/subscriptions/acknowledged';

test('a subscription begins with its accepted filters, and every message carries its id', async () => {
  const resourceSubscriptions = ['notes+test://a', 'gone+test://b'];
  const stream = await open({ toolsListChanged: true, promptsListChanged: false, resourceSubscriptions }, 42);
  await expect.poll(() => front.world.listened.get('notes')).toEqual(['test://a']);
  front.world.tell('notes', { kind: 'resource_updated', uri: 'test://a' });
  front.world.tell('notes', { kind: 'resource_updated', uri: 'test://other' });
  front.world.tell('notes', { kind: 'prompts_changed' });
  front.world.changed();
  await expect
    .poll(() => stream.methods())
    .toEqual([acknowledged, 'notifications/resources/updated', 'notifications/tools/list_changed']);
  expect(stream.messages[0]?.['params']).toMatchObject({
    notifications: { toolsListChanged: true, resourceSubscriptions: ['notes+test://a'] },
  });
  expect(stream.messages[1]?.['params']).toMatchObject({ uri: 'notes+test://a' });
  for (const message of stream.messages) {
    expect(message['params']).toMatchObject({ _meta: { 'io.modelcontextprotocol/subscriptionId': 42 } });
  }
  expect(stream.response.headers.get('x-accel-buffering')).toBe('no');
  stream.leave();
  await stream.over;
  await expect.poll(() => [front.front.openListens, front.world.listened.size]).toEqual([0, 0]);
});

test('another catalog has other resources and prompts, which those who listen to them are told', async () => {
  const stream = await open({ promptsListChanged: true, resourcesListChanged: true });
  await expect.poll(() => stream.methods()).toEqual([acknowledged]);
  front.world.changed();
  await expect
    .poll(() => stream.methods().toSorted())
    .toEqual(['notifications/prompts/list_changed', 'notifications/resources/list_changed', acknowledged]);
  stream.leave();
  await stream.over;
});

test("a server's tool changes reach those who see its tools, at most once a second", async () => {
  const [all, notes, mail] = [
    await open({ toolsListChanged: true }),
    await open({ toolsListChanged: true }, 8, '/mcp/notes'),
    await open({ toolsListChanged: true }, 9, '/mcp/mail'),
  ];
  for (const { methods } of [all, notes, mail]) await expect.poll(methods).toEqual([acknowledged]);
  front.world.changed(new Set(['notes']));
  const heard = [acknowledged, 'notifications/tools/list_changed'];
  for (const { methods } of [all, notes]) await expect.poll(methods).toEqual(heard);
  front.world.changed(new Set(['mail']));
  await expect.poll(mail.methods).toEqual(heard);
  // The event of `mail` came later and is sent at once; repeats of the others wait.
  expect([all.methods(), notes.methods()]).toEqual([heard, heard]);
  for (const stream of [all, notes, mail]) {
    stream.leave();
    await stream.over;
  }
});

test('a new server is listened to, and a removed one no longer is', async () => {
  const stream = await open({ resourcesListChanged: true });
  await expect.poll(() => [...front.world.listened.keys()]).toEqual(['notes', 'mail']);
  front.world.catalog = catalogOfTools('2', ['mail/send', 'files/list']);
  front.world.changed();
  await expect.poll(() => [...front.world.listened.keys()]).toEqual(['mail', 'files']);
  front.world.tell('notes', { kind: 'resources_changed' });
  front.world.tell('files', { kind: 'resources_changed' });
  await expect.poll(() => stream.methods()).toEqual([acknowledged, 'notifications/resources/list_changed']);
  stream.leave();
  await stream.over;
});

test('a principal that lost access receives nothing any more', async () => {
  const suspended = await open({ toolsListChanged: true });
  front.world.catalogError = new AppError('agent_suspended', 'suspended');
  front.world.changed();
  await suspended.over;
  expect(suspended.methods()).toEqual([acknowledged, 'the end']);
  front.world.catalogError = undefined;
  const ended = await open({ toolsListChanged: true });
  front.world.isStillAllowed = false;
  await ended.over;
  expect(ended.messages.at(-1)).toMatchObject({ id: 7, result: { resultType: 'complete' } });
});

test('comments keep a stream open, and closing the front ends it in order', async () => {
  const stream = await open({ toolsListChanged: true });
  await expect.poll(() => stream.comments()).toBeGreaterThan(1);
  await front.front.close();
  await stream.over;
  expect(stream.messages.at(-1)).toMatchObject({ result: { _meta: { 'io.modelcontextprotocol/subscriptionId': 7 } } });
});

test('an invalid subscription, or one that cannot be a stream, is refused', async () => {
  const wrong: unknown[] = [
    undefined,
    [],
    { resourceSubscriptions: 'x' },
    { resourceSubscriptions: [7] },
    { resourceSubscriptions: ['nowhere'] },
  ];
  for (const notifications of wrong) {
    const { message } = await send(`${front.url}/mcp`, modernRequest('subscriptions/listen', { notifications }));
    expect(message?.error?.code).toBe(-32602);
  }
  const { headers, body } = modernRequest('subscriptions/listen', { notifications: { toolsListChanged: true } });
  expect((await send(`${front.url}/mcp`, { headers: { ...headers, accept: 'application/json' }, body })).status).toBe(
    406,
  );
  expect(front.front.openListens).toBe(0);
});

test('no principal holds more subscriptions than its share, and the total is bounded', () => {
  const ofOne = createOpenListens();
  const leaves = Array.from({ length: listenLimits.ofPrincipal }, () => ofOne.enter(principal.key, () => {}));
  expect(() => ofOne.enter(principal.key, () => {})).toThrow(McpFailure);
  ofOne.enter('another', () => {});
  leaves[0]?.();
  leaves[0]?.();
  expect(ofOne.size).toBe(listenLimits.ofPrincipal);
  ofOne.enter(principal.key, () => {});
  const all = createOpenListens();
  for (let at = 0; at < listenLimits.inAll; at += 1) all.enter(`principal ${at}`, () => {});
  expect(() => all.enter('one more', () => {})).toThrow(McpFailure);
});

test('a client hears of frequent changes only now and then', async () => {
  const stream = await open({ toolsListChanged: true });
  await expect.poll(() => stream.methods()).toEqual([acknowledged]);
  for (let at = 0; at < 10_000; at += 1) front.world.changed();
  await expect.poll(() => stream.methods().length).toBe(2);
  stream.leave();
  await stream.over;
  expect(stream.methods()).toHaveLength(2);
});
