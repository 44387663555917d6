import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  aPrincipal,
  aRequest,
  legacy,
  modern,
  openOfficial,
  openScripted,
  openUpstreams,
  remote,
  type Script,
  sayDone,
  sayJson,
  toError,
  toResult,
} from './upstreams.fixture.ts';

const until = async (holds: () => boolean): Promise<void> => {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5));
};

describe('servers over HTTP', () => {
  let room: ReturnType<typeof openUpstreams>;
  beforeEach(() => {
    room = openUpstreams();
  });
  afterEach(() => room.close());
  const call = (url: string, change = {}) => room.upstreams.request(remote(url), aPrincipal(), aRequest(change));
  const events = (...messages: unknown[]) => messages.map((one) => `data: ${JSON.stringify(one)}\n\n`).join('');
  const stream = { 'content-type': 'text/event-stream' };

  describe('are asked', () => {
    it("as in 2026-07-28, with only the caller's arguments", async () => {
      const server = await openScripted(
        room.site,
        modern(({ id }, response) => sayJson(response, toResult(id, sayDone))),
      );
      const tool = {
        name: 'search',
        hash: 'sha256:0',
        mode: 'available' as const,
        callable: true,
        reason: null,
        definition: {
          inputSchema: { properties: { q: { type: 'string', 'x-mcp-header': 'Query' } } },
        },
      };
      const params = {
        name: 'search',
        arguments: { q: 'naïve' },
        _meta: { 'io.modelcontextprotocol/clientInfo': { name: 'evil' }, progressToken: 7, baggage: 'a=b' },
      };
      const outcome = await room.upstreams.request(
        remote(server.url, { tools: [tool] }),
        aPrincipal(),
        aRequest({ params, traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' }),
      );
      expect(outcome).toEqual({ kind: 'answered', result: sayDone, credentialId: null });
      const { headers, message } = server.seen.at(-1) ?? {};
      expect(headers).toMatchObject({
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': 'tools/call',
        'mcp-name': 'search',
        'mcp-param-query': `=?base64?${Buffer.from('naïve').toString('base64')}?=`,
      });
      expect(message?.params?.['_meta']).toEqual({
        baggage: 'a=b',
        traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientInfo': { name: 'assay', version: '1.0.0' },
        'io.modelcontextprotocol/clientCapabilities': {},
      });
    });

    it("in the official server's protocol, including progress", async () => {
      const { url } = await openOfficial(room.site);
      const progress: unknown[] = [];
      const outcome = await call(url, {
        params: { name: 'progress', arguments: { q: 1 } },
        onProgress: (params: unknown) => progress.push(params),
      });
      expect(outcome).toMatchObject({ kind: 'answered' });
      expect(progress).toEqual([{ progress: 1, total: 2 }]);
    });

    it('once for their era, over kept connections', async () => {
      const server = await openScripted(
        room.site,
        modern(({ id }, response) => sayJson(response, toResult(id, sayDone))),
      );
      for (let n = 0; n < 5; n += 1) await call(server.url);
      expect(server.seen.map(({ message }) => message.method)).toEqual([
        'server/discover',
        ...Array(5).fill('tools/call'),
      ]);
      // A connection is free a moment after its answer, so the next call may have found none.
      expect(server.connections).toBeLessThanOrEqual(2);
    });

    it.each([400, 404, 405, 406])('once for each call, with any HTTP %i as answer', async (status) => {
      let calls = 0;
      const server = await openScripted(
        room.site,
        modern(({ id }, response) => {
          calls += 1;
          if (calls === 1) sayJson(response, toResult(id, sayDone));
          else response.writeHead(status).end();
        }),
      );
      await call(server.url);
      expect(await call(server.url)).toMatchObject({ kind: 'refused', code: 'upstream_refused' });
      expect(calls).toBe(2);
    });

    it('and return unchanged results, including input_required and unknown members', async () => {
      const result = { resultType: 'input_required', inputRequests: { a: {} }, requestState: 's', unknown: [1, null] };
      const server = await openScripted(
        room.site,
        modern(({ id }, response) => sayJson(response, toResult(id, result))),
      );
      expect(await call(server.url)).toMatchObject({ kind: 'answered', result });
    });
  });

  describe('from before 2026-07-28', () => {
    it('get a handshake once, and a new one for a lost session, with no call made twice', async () => {
      const sessions = new Set<string>();
      let done = 0;
      const server = await openScripted(
        room.site,
        legacy(sessions, ({ id }, response) => {
          done += 1;
          sayJson(response, toResult(id, sayDone));
        }),
      );
      await Promise.all([call(server.url), call(server.url), call(server.url)]);
      expect(sessions.size).toBe(1);
      sessions.clear();
      expect(await call(server.url)).toMatchObject({ kind: 'answered' });
      expect([sessions.size, done]).toEqual([1, 4]);
    });

    it('get a call once when they answer as if the session were lost, while the session exists', async () => {
      const answers: readonly Script[] = [
        (_message, response) => response.writeHead(404).end(),
        ({ id }, response) => sayJson(response, toError(id, -32_000), 400),
      ];
      for (const answer of answers) {
        const server = await openScripted(
          room.site,
          legacy(new Set(), (message, response, request) => {
            if (message.method === 'ping') sayJson(response, toResult(message.id, {}));
            else answer(message, response, request);
          }),
        );
        expect(await call(server.url)).not.toMatchObject({ kind: 'answered' });
        expect(server.seen.filter(({ message }) => message.method === 'tools/call')).toHaveLength(1);
      }
    });

    it("are not followed when they change a caller's session midway", async () => {
      const sessions = new Set<string>();
      const server = await openScripted(
        room.site,
        legacy(sessions, ({ id }, response) => {
          sayJson(response, toResult(id, sayDone), 200, { 'mcp-session-id': 'of-somebody-else' });
        }),
      );
      await call(server.url);
      await call(server.url);
      expect(server.seen.at(-1)?.headers['mcp-session-id']).toBe([...sessions][0]);
    });

    it('are told that nobody answers their questions, and of a cancelled call', async () => {
      const server = await openScripted(
        room.site,
        legacy(new Set(), (_message, response) => {
          response.writeHead(200, stream);
          response.write(events({ jsonrpc: '2.0', id: 'q', method: 'sampling/createMessage', params: {} }));
        }),
      );
      const control = new AbortController();
      const calling = call(server.url, { signal: control.signal });
      await until(() => server.seen.some(({ message }) => message.id === 'q' && message.error !== undefined));
      control.abort();
      expect(await calling).toMatchObject({ kind: 'unknown' });
      await until(() => server.seen.some(({ message }) => message.method === 'notifications/cancelled'));
    });

    it('may end a stream and continue it in another', async () => {
      let asked: unknown;
      const server = await openScripted(
        room.site,
        legacy(new Set(), ({ id }, response, request) => {
          asked ??= id;
          response.writeHead(200, stream);
          if (request.method === 'GET') response.end(events(toResult(asked, sayDone)));
          else response.end('id: e1\nretry: 1\ndata: {"jsonrpc":"2.0","method":"notifications/x"}\n\n');
        }),
      );
      expect(await call(server.url)).toMatchObject({ kind: 'answered', result: sayDone });
      expect(server.seen.at(-1)?.headers['last-event-id']).toBe('e1');
    });

    it('may name a resumption point before any content', async () => {
      const server = await openScripted(
        room.site,
        legacy(new Set(), ({ id }, response) => {
          response.writeHead(200, stream);
          response.end(`id: e1\ndata: \n\n${events(toResult(id, sayDone))}`);
        }),
      );
      expect(await call(server.url)).toMatchObject({ kind: 'answered', result: sayDone });
    });

    it('are re-detected after they became modern, and the other way round', async () => {
      let script = modern(({ id }, response) => sayJson(response, toResult(id, sayDone)));
      const server = await openScripted(room.site, (...all) => script(...all));
      expect(await call(server.url)).toMatchObject({ kind: 'answered' });
      script = legacy(new Set(), ({ id }, response) => sayJson(response, toResult(id, sayDone)));
      expect(await call(server.url)).toMatchObject({ kind: 'answered' });
      script = modern((message, response) => {
        if (message.params?.['_meta'] === undefined) sayJson(response, toError(message.id, -32_022), 400);
        else sayJson(response, toResult(message.id, sayDone));
      });
      expect(await call(server.url)).toMatchObject({ kind: 'answered' });
    });
  });

  describe('misbehave', () => {
    let count = 0;
    const asked = async (script: Parameters<typeof modern>[0], change = {}) => {
      const { url } = await openScripted(room.site, modern(script));
      count += 1;
      const server = remote(url, { installation_id: `inst_${count}` });
      return room.upstreams.request(server, aPrincipal(), aRequest(change));
    };

    it.each([
      ['answers with another id', { id: 999 }],
      ['answers with no result', { id: undefined }],
    ])('%s: the result is unknown', async (_what, { id }) => {
      expect(await asked((_message, response) => sayJson(response, toResult(id, sayDone)))).toMatchObject({
        kind: 'unknown',
      });
    });

    it('with another content type, a failure status, a truncated answer, an answer too deep or too large: the same', async () => {
      const scripts: Parameters<typeof modern>[0][] = [
        (_message, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>'),
        (_message, response) => response.writeHead(502).end(),
        (_message, response) => response.socket?.destroy(),
        ({ id }, response) => {
          response.writeHead(200, { 'content-type': 'application/json' });
          response.end(`{"jsonrpc":"2.0","id":${id},"result":{"a":${'['.repeat(500)}${']'.repeat(500)}}}`);
        },
        ({ id }, response) => sayJson(response, toResult(id, { a: 'x'.repeat(5 * 1024 * 1024) })),
        (_message, response) => response.writeHead(200, stream).end(': nothing\n\n'),
      ];
      for (const script of scripts) expect(await asked(script)).toMatchObject({ kind: 'unknown' });
    });

    it('with events that are not UTF-8: nothing of them is read', async () => {
      const said = (id: unknown) =>
        `data: ${JSON.stringify(toResult(id, { content: [{ type: 'text', text: '\xe9' }] }))}\n\n`;
      for (const encoding of ['latin1', 'utf8'] as const) {
        const outcome = await asked(({ id }, response) =>
          response.writeHead(200, stream).end(Buffer.from(said(id), encoding)),
        );
        expect(outcome).toMatchObject(
          encoding === 'utf8' ? { kind: 'answered' } : { kind: 'unknown', code: 'mcp_invalid' },
        );
      }
    });

    it('with a flood: it is cut off', async () => {
      const outcome = await asked((_message, response) => {
        response.writeHead(200, stream);
        const more = () => {
          const words = events({ jsonrpc: '2.0', method: 'notifications/message', params: {} });
          while (!response.destroyed && response.write(words));
          if (!response.destroyed) response.once('drain', more);
        };
        more();
      });
      expect(outcome).toEqual({
        kind: 'unknown',
        code: 'flood',
        message: 'the call was sent, and the server sends too many other messages',
      });
    });

    it('with too much progress: at most a hundred per second are forwarded', async () => {
      const reported: unknown[] = [];
      const outcome = await asked(
        ({ id, params }, response) => {
          const progressToken = Reflect.get(Object(params?.['_meta']), 'progressToken');
          const one = { jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken, progress: 1 } };
          response.writeHead(200, stream).end(events(...Array(900).fill(one), toResult(id, sayDone)));
        },
        { onProgress: (params: unknown) => reported.push(params) },
      );
      expect(outcome).toMatchObject({ kind: 'answered' });
      expect(reported.length).toBeGreaterThanOrEqual(100);
      expect(reported.length).toBeLessThanOrEqual(200);
    });

    it('by hanging: the time has passed, and nobody knows', async () => {
      const outcome = await asked(() => undefined, { timeoutMs: 2_000 });
      expect(outcome).toMatchObject({ kind: 'unknown' });
    });

    it('with redirects, and none is followed', async () => {
      const outcome = await asked((_message, response) => response.writeHead(307, { location: '/other' }).end());
      expect(outcome).toMatchObject({ kind: 'refused', code: 'outbound_redirect' });
    });
  });

  describe('are unreachable', () => {
    it('and are distinguished from those that may have acted', async () => {
      const gone = await room.site.serve(() => undefined);
      room.site.close();
      const outcome = await call(`http://127.0.0.1:${gone}/mcp`);
      expect(outcome).toMatchObject({ kind: 'refused', code: 'upstream_unavailable', isRetryable: true });
      expect(await call('http://10.0.0.1:8080/mcp')).toMatchObject({ kind: 'refused', code: 'outbound_address' });
    });

    it('when they refuse by JSON-RPC or HTTP, and nothing was done', async () => {
      const server = await openScripted(
        room.site,
        modern(({ id, params }, response) => {
          if (params?.['name'] === 'none') sayJson(response, toError(id, -32_602, 'hostile words'));
          else if (params?.['name'] === 'fails') sayJson(response, toError(id, -32_603));
          else response.writeHead(429).end();
        }),
      );
      const named = (name: string) => call(server.url, { params: { name, arguments: {} } });
      expect(await named('none')).toMatchObject({ kind: 'rpc_error', wasBegun: false, message: 'hostile words' });
      expect(await named('fails')).toMatchObject({ kind: 'rpc_error', wasBegun: true });
      expect(await named('busy')).toMatchObject({ kind: 'refused', code: 'too_many_requests', isRetryable: true });
    });

    it('and are paused after repeated failures, and then asked again', async () => {
      let isWell = false;
      const server = await openScripted(
        room.site,
        modern(({ id }, response) =>
          isWell ? sayJson(response, toResult(id, sayDone)) : response.writeHead(500).end(),
        ),
      );
      const read = () => call(server.url, { method: 'resources/list', params: {} });
      const outcomes = [];
      for (let n = 0; n < 8; n += 1) outcomes.push(await read());
      expect(outcomes.map((one) => (one.kind === 'refused' ? one.code : one.kind))).toEqual([
        ...Array(5).fill('upstream_unavailable'),
        ...Array(3).fill('circuit_open'),
      ]);
      isWell = true;
      await expect.poll(async () => (await read()).kind).toBe('answered');
    });
  });

  it('get sixty-four concurrent requests, and a thousand callers get their own answers', async () => {
    let [now, most] = [0, 0];
    const server = await openScripted(
      room.site,
      modern(({ id, params }, response) => {
        now += 1;
        most = Math.max(most, now);
        setTimeout(() => {
          now -= 1;
          sayJson(response, toResult(id, { echo: params?.['arguments'] }));
        }, 5);
      }),
    );
    await call(server.url);
    // The same server for four agents: each has slots of its own.
    const all = Array.from({ length: 1_000 }, (_, n) => {
      const agent = n % 4;
      const target = remote(server.url, { installation_id: `inst_${agent}` });
      const asked = aRequest({ params: { name: 'search', arguments: { n } } });
      return room.upstreams.request(target, aPrincipal({ key: `bot${agent}` }), asked);
    });
    const outcomes = await Promise.all(all);
    expect(outcomes.map((one) => (one.kind === 'answered' ? one.result : one))).toEqual(
      outcomes.map((_, n) => ({ echo: { n } })),
    );
    expect(most).toBeLessThanOrEqual(256);
  });

  it('end a call of 2026-07-28 by ending its connection', async () => {
    let isClosed = false;
    const server = await openScripted(
      room.site,
      modern((_message, response) => void response.on('close', () => (isClosed = true))),
    );
    const control = new AbortController();
    const calling = call(server.url, { signal: control.signal });
    await until(() => server.seen.length === 2);
    control.abort();
    expect(await calling).toMatchObject({ kind: 'unknown' });
    await until(() => isClosed);
    expect(await call(server.url, { signal: control.signal })).toMatchObject({ kind: 'refused', code: 'cancelled' });
  });
});
