import { describe, expect, it } from 'vitest';
import { createClient } from './create-client.ts';
import { ApiError, ConnectionError } from './errors.ts';
import { readEvents } from './events.ts';
import { paginate } from './paginate.ts';

interface Sent {
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
  readonly body: unknown;
}

/** A client whose service gives these answers in turn. */
function open(...answers: (Response | Error)[]) {
  const sent: Sent[] = [];
  const pauses: number[] = [];
  const ask: typeof fetch = async (url, init = {}) => {
    sent.push({ url: String(url), method: init.method ?? '', headers: new Headers(init.headers), body: init.body });
    const answer = answers.shift();
    if (answer === undefined) throw new Error('nobody expected this call');
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const client = createClient({
    baseUrl: 'http://127.0.0.1:8200/',
    credential: () => 'key',
    organization: 'acme',
    fetch: ask,
    async sleep(ms) {
      pauses.push(ms);
    },
  });
  return { client, sent, pauses };
}

const json = (body: unknown, status = 200, headers = {}) => Response.json(body, { status, headers });
const model = { id: 'mdl_1', name: 'chat' };

describe('a call', () => {
  it('uses the path, the query, the revision and the credential', async () => {
    const { client, sent } = open(json(model), json({ items: [], next_cursor: null, has_more: false }));
    await client.models.update({ id: 'a/b', body: { tags: {} }, ifMatch: 3 });
    await client.models.list({ name: 'chat & co', limit: 5 });
    expect(sent[0]).toMatchObject({ url: 'http://127.0.0.1:8200/v1/registry/models/a%2Fb', method: 'PATCH' });
    expect(sent[0]?.body).toBe('{"tags":{}}');
    const headers = ['if-match', 'authorization', 'x-assay-organization', 'content-type'];
    expect(headers.map((name) => sent[0]?.headers.get(name))).toEqual([
      '"3"',
      'Bearer key',
      'acme',
      'application/json',
    ]);
    expect(new URL(sent[1]?.url ?? '').searchParams.get('name')).toBe('chat & co');
  });

  it('is not sent when a part of the path is missing', async () => {
    const { client, sent } = open();
    await expect(client.models.get({ id: '' })).rejects.toThrow('id is missing');
    expect(sent).toEqual([]);
  });

  it('throws the problem with its code when it is refused', async () => {
    const problem = { code: 'not_found', detail: 'no such model', request_id: 'r1', errors: [{ pointer: '/id' }, 1] };
    const { client } = open(json(problem, 404));
    const error = await client.models.get({ id: 'x' }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      status: 404,
      code: 'not_found',
      message: 'no such model',
      requestId: 'r1',
      errors: [],
    });
  });

  it('throws when another service answers', async () => {
    const { client } = open(new Response('<html>'), json('text'), new Response('<html>', { status: 502 }));
    await expect(client.models.get({ id: 'x' })).rejects.toBeInstanceOf(ConnectionError);
    await expect(client.models.get({ id: 'x' })).rejects.toThrow('no JSON object');
  });

  it('in another media type gives the bytes of the answer unread', async () => {
    const bytes = new Uint8Array([0xa1, 0xff]);
    const { client, sent } = open(new Response(bytes));
    const answer = await client.passports.exportBundle({ id: 'pp_1' }, { accept: 'application/cbor' });
    expect(new Uint8Array(await new Response(answer).arrayBuffer())).toEqual(bytes);
    expect(sent[0]?.headers.get('accept')).toBe('application/cbor');
  });

  it('sends the query in the order of its input, without members that are undefined', async () => {
    const { client, sent } = open(json({ items: [], next_cursor: null, has_more: false }));
    await client.evidence.list({ session_id: 's', agent_id: undefined, limit: 20 });
    expect(sent[0]?.url).toBe('http://127.0.0.1:8200/v1/evidence?session_id=s&limit=20');
  });

  it('gives undefined for an answer without a body', async () => {
    const { client } = open(new Response(null, { status: 204 }));
    expect(await client.models.remove({ id: 'x', ifMatch: 1 })).toBeUndefined();
  });
});

describe('a repeat', () => {
  it('uses one key, as often as the service asks to wait', async () => {
    const { client, sent, pauses } = open(new Error('reset'), json({}, 503, { 'retry-after': '2' }), json(model, 201));
    expect(await client.models.create({ body: { name: 'chat' } })).toEqual(model);
    const keys = new Set(sent.map(({ headers }) => headers.get('idempotency-key')));
    expect([sent.length, keys.size]).toEqual([3, 1]);
    expect([...keys][0]).toMatch(/^[\x21-\x7e]{1,200}$/);
    expect(pauses).toEqual([250, 2000]);
  });

  it('is not made for a write that could happen twice, for a refusal, or after the caller cancelled', async () => {
    const { client, sent } = open(
      json({ code: 'unavailable' }, 503),
      json({ code: 'forbidden' }, 403),
      new Error('aborted'),
    );
    await expect(client.models.update({ id: 'x', body: { tags: {} }, ifMatch: 1 })).rejects.toMatchObject({
      status: 503,
    });
    await expect(client.models.get({ id: 'x' })).rejects.toMatchObject({ status: 403 });
    const signal = AbortSignal.abort();
    await expect(client.models.get({ id: 'x' }, { signal })).rejects.toBeInstanceOf(ConnectionError);
    expect(sent).toHaveLength(3);
  });
});

it('a list is one sequence over its pages, and ends at a repeated cursor', async () => {
  const page = (ids: string[], cursor: string | null) =>
    json({ items: ids.map((id) => ({ id })), next_cursor: cursor, has_more: cursor !== null });
  const { client, sent } = open(page(['a', 'b'], 'c1'), page(['c'], 'c2'), page(['d'], 'c2'));
  const ids: string[] = [];
  for await (const { id } of paginate(client.models.list, { limit: 2 })) ids.push(id);
  expect(ids).toEqual(['a', 'b', 'c', 'd']);
  expect(sent.map(({ url }) => new URL(url).searchParams.get('cursor'))).toEqual([null, 'c1', 'c2']);
});

/** A body that comes in pieces of this size. */
function inPieces(bytes: Uint8Array<ArrayBuffer>, size: number): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream({
    start(controller) {
      for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.slice(at, at + size));
      controller.close();
    },
  });
}

describe('events', () => {
  it('and comments are parsed for any split of their bytes', async () => {
    const text =
      'retry: 3000\r\n\r\n: hello\r\n\r\nid: 1\r\nevent: agent.log\r\ndata: {"a":\r\ndata: "é\u2028"}\r\n\r\n' +
      ':why\ndata:b\r\rdata: last\n\nid: 9\ndata: cut';
    const bytes = new TextEncoder().encode(text);
    for (let size = 1; size <= bytes.length; size += 1) {
      const [events, comments]: [unknown[], string[]] = [[], []];
      const reading = readEvents(inPieces(bytes, size), { onComment: (comment) => comments.push(comment) });
      for await (const event of reading) events.push(event);
      expect(comments).toEqual(['hello', 'why']);
      expect(events).toEqual([
        { event: 'agent.log', id: '1', data: '{"a":\n"é\u2028"}' },
        { event: 'message', id: undefined, data: 'b' },
        { event: 'message', id: undefined, data: 'last' },
      ]);
    }
  });

  it('with bytes that are no UTF-8 are still read', async () => {
    const bytes = Uint8Array.of(...new TextEncoder().encode('data: a'), 0xff, 0x0a, 0x0a);
    const events = [];
    for await (const { data } of readEvents(inPieces(bytes, bytes.length))) events.push(data);
    expect(events).toEqual(['a\ufffd']);
  });

  it('of an endless size are refused with the error that the caller makes of it', async () => {
    const client = createClient({
      baseUrl: 'http://127.0.0.1:8200',
      mapError: (error) => new RangeError(error.message),
      fetch: async () => new Response(new Uint8Array(5 * 1024 * 1024).fill(97)),
    });
    const events = await client.agents.watchLogs({ id: 'bot' });
    const reading = (async () => {
      for await (const _event of events);
    })();
    await expect(reading).rejects.toThrow(new RangeError('an event is larger than 4 Mi characters'));
  });
});

describe('an answer', () => {
  const options = { baseUrl: 'http://127.0.0.1:8200', checkAnswers: true };

  it('of another type is refused at its place where answers are checked', async () => {
    const { webhooks } = createClient({ ...options, fetch: async () => json({ id: 'wh_1', events: '*' }) });
    await expect(webhooks.get({ id: 'wh_1' })).rejects.toThrow('webhooks.get is another one than declared at /events');
  });

  it('with content where none belongs is no success', async () => {
    const { webhooks } = createClient({ ...options, fetch: async () => json({ done: true }) });
    await expect(webhooks.remove({ id: 'x', ifMatch: 1 })).rejects.toBeInstanceOf(ConnectionError);
  });

  it('that fails throws the error that the caller makes of it', async () => {
    const mapError = (error: Error) => new RangeError(error.message);
    const { webhooks } = createClient({ ...options, mapError, fetch: async () => json({ detail: 'gone' }, 404) });
    await expect(webhooks.get({ id: 'x' })).rejects.toThrow(new RangeError('gone'));
  });
});

it('the rest of a path keeps its slashes', async () => {
  const { client, sent } = open(json({ model_id: 'm' }));
  await client.models.uploadFile({ id: 'm', version: 1, path: 'a b/c.bin', body: 'x' });
  expect(sent[0]?.url).toBe('http://127.0.0.1:8200/v1/registry/models/m/versions/1/files/a%20b/c.bin');
});
