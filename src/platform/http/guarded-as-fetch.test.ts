import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { createSite, loopback, noResolver, reasonOf, sayHello } from './guarded.fixture.ts';
import { type FetchBounds, jsonTypes, toFetch } from './guarded-as-fetch.ts';
import { createGuardedFetch, metadataLimits, type Refusal } from './guarded-fetch.ts';

const site = createSite();
afterEach(site.close);

const client = createGuardedFetch({ allow: loopback, resolve: noResolver });
const streams: FetchBounds = { accept: ['application/json', 'text/event-stream'], timeoutMs: 5_000, maxBytes: 10_000 };

const serve = async (listener: RequestListener) => `http://127.0.0.1:${await site.serve(listener)}/`;

/** An event stream whose server writes on command. */
async function serveEvents() {
  let response: ServerResponse | undefined;
  let closed: Promise<void> = Promise.resolve();
  const url = await serve((_request, answer) => {
    response = answer;
    closed = new Promise((resolve) => answer.on('close', () => resolve()));
    answer.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: 1\n\n');
  });
  return { url, write: (text: string) => response?.write(text), end: () => response?.end(), closed: () => closed };
}

const textOf = (chunk: { readonly value?: Uint8Array | undefined }) => Buffer.from(chunk.value ?? []).toString();

function readerOf(answer: Response) {
  if (answer.body === null) throw new Error('there is no body');
  return answer.body.getReader();
}

describe('a fetch for libraries', () => {
  it("gives a response like the platform's", async () => {
    const answer = await toFetch(client, { accept: jsonTypes })(await serve(sayHello));
    expect(answer).toBeInstanceOf(Response);
    expect([answer.status, answer.ok, answer.headers.get('content-type')]).toEqual([
      200,
      true,
      'application/json; charset=utf-8',
    ]);
    expect(await answer.json()).toEqual({ hello: true });
  });

  it('sends method, headers and body of every kind', async () => {
    const echo = async (request: IncomingMessage, response: ServerResponse) => {
      let text = '';
      for await (const chunk of request) text += String(chunk);
      const { method, headers } = request;
      const { authorization, 'content-type': type, accept, 'user-agent': agent } = headers;
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ method, authorization, type, text, accept, agent }));
    };
    const url = await serve((request, response) => void echo(request, response));
    const fetch = toFetch(client, { accept: jsonTypes });
    const headers = new Headers({ authorization: 'Bearer x', accept: 'text/html', 'user-agent': 'a library' });
    const form = new URLSearchParams({ grant_type: 'refresh_token' });
    const sent = await (await fetch(url, { method: 'POST', headers, body: form })).json();
    expect(sent).toEqual({
      method: 'POST',
      authorization: 'Bearer x',
      text: 'grant_type=refresh_token',
      type: 'application/x-www-form-urlencoded;charset=UTF-8',
      accept: 'application/json',
      agent: 'assay',
    });
    const bytes = await fetch(new URL(url), { method: 'PUT', body: new TextEncoder().encode('bytes') });
    expect(await bytes.json()).toMatchObject({ method: 'PUT', text: 'bytes' });
    const whole = await fetch(new Request(url, { method: 'DELETE', headers: { authorization: 'Bearer y' } }));
    expect(await whole.json()).toMatchObject({ method: 'DELETE', authorization: 'Bearer y', text: '' });
  });

  it('returns an answer without a body', async () => {
    const url = await serve((_request, response) => response.writeHead(204).end());
    const answer = await toFetch(client, { accept: jsonTypes })(url, { method: 'DELETE' });
    expect([answer.status, answer.body]).toEqual([204, null]);
  });

  it('returns a failure of the other side as its status', async () => {
    const url = await serve((_request, response) => {
      response.writeHead(400, { 'content-type': 'application/json' }).end('{"error":"invalid_grant"}');
    });
    const answer = await toFetch(client, { accept: jsonTypes })(url, { method: 'POST', body: '{}' });
    expect([answer.status, await answer.json()]).toEqual([400, { error: 'invalid_grant' }]);
  });

  it('reports a refusal like the guarded client', async () => {
    const fetch = toFetch(client, { accept: jsonTypes });
    expect(await reasonOf(fetch('https://10.0.0.1/'))).toBe('outbound_address');
    expect(await reasonOf(fetch('https://user:secret@example.com/'))).toBe('outbound_url');
    expect(await reasonOf(fetch('nowhere'))).toBe('outbound_url');
    await expect(fetch('https://example.com/', { method: 'HEAD' })).rejects.toThrow('the method HEAD');
  });

  it('gives the library control of neither redirects nor routes', async () => {
    const url = await serve((request, response) => {
      if (request.url === '/there') sayHello(request, response);
      else response.writeHead(302, { location: '/there' }).end();
    });
    const plain = toFetch(client, { accept: jsonTypes });
    expect(await reasonOf(plain(url, { redirect: 'follow' }))).toBe('outbound_redirect');
    expect(await reasonOf(plain(url, { redirect: 'manual' }))).toBe('outbound_redirect');
    const metadata = toFetch(client, { accept: jsonTypes, ...metadataLimits });
    expect((await metadata(url, { redirect: 'error' })).status).toBe(200);
    expect(await reasonOf(metadata(url, { method: 'POST', body: 'x' }))).toBe('outbound_redirect');
  });

  it('never passes JSON beyond a depth to the library', async () => {
    const url = await serve((_request, response) => {
      response.setHeader('content-type', 'application/json').end(`${'['.repeat(11)}${']'.repeat(11)}`);
    });
    expect(await reasonOf(toFetch(client, { accept: jsonTypes, maxDepth: 10 })(url))).toBe('outbound_depth');
  });
});

describe('a stream', () => {
  it('arrives piece by piece, while the other side continues', async () => {
    const events = await serveEvents();
    const answer = await toFetch(client, { ...streams, maxDepth: 10 })(events.url);
    const reader = readerOf(answer);
    expect(textOf(await reader.read())).toBe('data: 1\n\n');
    events.write('data: 2\n\n');
    expect(textOf(await reader.read())).toBe('data: 2\n\n');
    events.end();
    expect((await reader.read()).done).toBe(true);
  });

  it('is cut off at its size limit, with its connection', async () => {
    const events = await serveEvents();
    const reader = readerOf(await toFetch(client, streams)(events.url));
    await reader.read();
    events.write('x'.repeat(10_001));
    expect(await reasonOf(reader.read())).toBe('outbound_size');
    await events.closed();
  });

  it('is cut off when it pauses too long, and at the total time limit', async () => {
    for (const bounds of [
      { ...streams, idleMs: 500 },
      { ...streams, timeoutMs: 1_000 },
    ]) {
      const events = await serveEvents();
      const reader = readerOf(await toFetch(client, bounds)(events.url));
      await reader.read();
      expect(await reasonOf(reader.read())).toBe('upstream_timeout');
      await events.closed();
    }
  });

  it('is closed at the total time limit when nobody reads it', async () => {
    const events = await serveEvents();
    await toFetch(client, { ...streams, timeoutMs: 1_000 })(events.url);
    await events.closed();
  });

  it('is closed at once when the library cancels', async () => {
    const events = await serveEvents();
    const reader = readerOf(await toFetch(client, streams)(events.url));
    await reader.read();
    await reader.cancel();
    await events.closed();
  });

  it("ends with the library's signal, before and within the answer", async () => {
    const silent = await serve(() => early.abort());
    const early = new AbortController();
    expect(await reasonOf(toFetch(client, streams)(silent, { signal: early.signal }))).toBe('upstream_unavailable');
    expect(await reasonOf(toFetch(client, streams)(silent, { signal: AbortSignal.abort() }))).toBe(
      'upstream_unavailable',
    );
    const events = await serveEvents();
    const late = new AbortController();
    const reader = readerOf(await toFetch(client, streams)(new Request(events.url, { signal: late.signal })));
    await reader.read();
    late.abort();
    expect(await reasonOf(reader.read())).toBe('upstream_unavailable');
    await events.closed();
  });

  it('does not end regularly when it breaks', async () => {
    const port = await site.serveRaw((socket) => {
      socket.write(
        'HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n3\r\nabc\r\n',
      );
      setTimeout(() => socket.destroy(), 20);
    });
    const reader = readerOf(await toFetch(client, streams)(`http://127.0.0.1:${port}/`));
    expect(textOf(await reader.read())).toBe('abc');
    expect(await reasonOf(reader.read())).toBe('upstream_unavailable');
  });

  it('reports a refusal within it to its observer', async () => {
    const refused: Refusal[] = [];
    const watched = {
      open: (url: string, request: Parameters<typeof client.open>[1]) =>
        client.open(url, { ...request, onRefused: async (refusal) => void refused.push(refusal) }),
    };
    const events = await serveEvents();
    const reader = readerOf(await toFetch(watched, streams)(events.url));
    await reader.read();
    events.write('x'.repeat(20_000));
    await reasonOf(reader.read());
    expect(refused.map(({ host, reason }) => [host, reason])).toEqual([['127.0.0.1', 'outbound_size']]);
  });
});
