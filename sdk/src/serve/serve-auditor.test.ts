import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { anAuditor, shouting } from '../auditor/auditor.fixture.ts';
import { type ClaimDraft, defineAuditor } from '../auditor/definition.ts';
import type { ServeOptions } from './config.ts';
import { type ServedAuditor, serveAuditor } from './serve-auditor.ts';

const running: ServedAuditor[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((served) => served.close()));
});

async function serve(options: ServeOptions = {}, definition = shouting): Promise<ServedAuditor> {
  const served = await serveAuditor(definition, { env: {}, host: '127.0.0.1', port: 0, ...options });
  running.push(served);
  return served;
}

const body = JSON.stringify({ data: { input: 'HELLO' }, phase: 'request' });
const post = (url: string, text: string | Uint8Array = body, headers: Record<string, string> = {}) =>
  fetch(url, { method: 'POST', body: text, headers });

/** Sends raw bytes and returns the whole response. */
async function raw(port: number, text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  socket.end(text);
  await once(socket, 'close');
  return Buffer.concat(chunks).toString();
}

describe('the endpoints of the contract', () => {
  it('health, vocabulary and claims answer like the auditor in process', async () => {
    const { url, auditor } = await serve({ clock: () => 0 });
    expect(await (await fetch(`${url}/health`)).json()).toEqual(auditor.health());
    expect(await (await fetch(`${url}/vocabulary`)).json()).toEqual(auditor.vocabulary());
    const answer = await post(`${url}/claims`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
    expect(await answer.json()).toEqual(await auditor.claims(JSON.parse(body)));
  });

  it('/v1/claims answers beside the claims path, and both paths are configurable', async () => {
    const { url } = await serve({ claimsPath: '/observe', healthPath: '/healthz' });
    for (const path of ['/observe', '/v1/claims'])
      expect(await (await post(url + path)).json()).toMatchObject({ status: 'success' });
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    expect((await post(`${url}/claims`)).status).toBe(404);
    expect((await fetch(`${url}/health`)).status).toBe(404);
  });

  it('/openapi.json describes this auditor, at the paths that it serves', async () => {
    const paths = async (options: ServeOptions) => {
      const { url } = await serve(options);
      const document = JSON.parse(await (await fetch(`${url}/openapi.json`)).text());
      expect(document).toMatchObject({
        openapi: '3.1.0',
        info: { title: shouting.name, version: shouting.version },
        servers: [{ url: '/' }],
      });
      return Object.keys(document.paths).sort();
    };
    const always = ['/metrics', '/openapi.json', '/vocabulary'];
    expect(await paths({})).toEqual(['/.well-known/mcp', '/claims', '/health', '/mcp', ...always].sort());
    const own = { claimsPath: '/observe', healthPath: '/healthz', mcp: false };
    expect(await paths(own)).toEqual(['/observe', '/healthz', ...always].sort());
  });

  it('/openapi.json needs the token where there is one', async () => {
    const { url } = await serve({ token: 'secret' });
    expect((await fetch(`${url}/openapi.json`)).status).toBe(401);
  });

  it('metrics count outcomes', async () => {
    const { url } = await serve();
    await post(`${url}/claims`);
    await post(`${url}/claims`, '{');
    const answer = await fetch(`${url}/metrics`);
    const text = await answer.text();
    expect(answer.headers.get('content-type')).toContain('text/plain; version=0.0.4');
    expect(text).toContain('assay_auditor_claims_total{auditor="shouting",outcome="success"} 1');
    expect(text).toContain('assay_auditor_claims_total{auditor="shouting",outcome="INVALID_REQUEST"} 1');
    expect(text).toContain('assay_auditor_claims_in_flight{auditor="shouting"} 0');
    expect(text).toMatch(/_bucket\{auditor="shouting",le="\+Inf"\} 2\n/);
  });

  it('the trace of the traceparent header reaches the method', async () => {
    const seen: string[] = [];
    const tracing = defineAuditor({
      ...anAuditor(() => []),
      methods: [
        {
          name: 'm',
          produces: { a: { type: 'boolean', description: 'd' } },
          run: (_input, { context }): ClaimDraft[] => {
            seen.push(context.traceId);
            return [];
          },
        },
      ],
    });
    const { url } = await serve({}, tracing);
    await post(`${url}/claims`, body, { traceparent: `00-${'ab'.repeat(16)}-${'cd'.repeat(8)}-01` });
    await post(`${url}/claims`, body, { traceparent: 'nonsense' });
    expect(seen).toEqual(['ab'.repeat(16), '']);
  });

  it('extra routes are served, and may not replace ours', async () => {
    const handle: NonNullable<ServeOptions['routes']>[number]['handle'] = (_request, response) =>
      void response.end('pong');
    const { url } = await serve({ routes: [{ method: 'GET', path: '/ping', handle }] });
    expect(await (await fetch(`${url}/ping?x=1`)).text()).toBe('pong');
    await expect(serve({ routes: [{ method: 'GET', path: '/metrics', handle }] })).rejects.toThrow(
      'two routes answer GET /metrics',
    );
  });

  it('an extra route that throws is a plain 500', async () => {
    const onError = vi.fn();
    const handle = () => Promise.reject(new Error('inner'));
    const { url } = await serve({ onError, routes: [{ method: 'GET', path: '/broken', handle }] });
    const answer = await fetch(`${url}/broken`);
    expect([answer.status, await answer.text()]).toEqual([500, expect.not.stringContaining('inner')]);
    expect(onError).toHaveBeenCalledOnce();
  });
});

describe('a header that identifies target or caller, or describes the body', () => {
  it.each(['host: evil.example', 'authorization: Bearer other', 'content-type: text/plain'])(
    'is refused when repeated: %s',
    async (second) => {
      const { port } = await serve();
      const first = 'host: localhost\r\nauthorization: Bearer a\r\ncontent-type: application/json';
      const tail = 'connection: close\r\n\r\n';
      expect(await raw(port, `GET /health HTTP/1.1\r\n${first}\r\n${tail}`)).toContain('HTTP/1.1 200');
      expect(await raw(port, `GET /health HTTP/1.1\r\n${first}\r\n${second}\r\n${tail}`)).toContain('HTTP/1.1 400');
    },
  );
});

describe('a web page of another site', () => {
  const ask = (port: number, path: string, headers: Record<string, string>, method = 'GET') =>
    new Promise<number | undefined>((resolve, reject) => {
      const request = httpRequest({ host: '127.0.0.1', port, path, method, headers }, (answer) => {
        answer.resume().once('end', () => resolve(answer.statusCode));
      });
      request.once('error', reject).end(method === 'POST' ? body : undefined);
    });
  const everyPath = [
    '/health',
    '/vocabulary',
    '/metrics',
    '/claims',
    '/v1/claims',
    '/mcp',
    '/.well-known/mcp',
    '/none',
  ];

  it.each([
    ['a foreign Origin', { origin: 'https://evil.example' }],
    ['an opaque Origin', { origin: 'null' }],
    ['an image or a script of another site', { 'sec-fetch-site': 'cross-site' }],
    ['an image or a script of another port', { 'sec-fetch-site': 'same-site' }],
    ['a rebound name', { host: 'evil.example' }],
    ['a rebound name in both', { host: 'evil.example', origin: 'http://evil.example' }],
  ])('is refused at every path: %s', async (_what, headers) => {
    const { port } = await serve();
    for (const path of everyPath) {
      const method = /claims|mcp$/.test(path) && !path.includes('well-known') ? 'POST' : 'GET';
      expect([path, await ask(port, path, headers, method)]).toEqual([path, 403]);
    }
  });

  it('is refused on loopback with any configured token', async () => {
    const { port } = await serve({ token: 'let-me-in' });
    expect(await ask(port, '/health', { host: 'evil.example' })).toBe(403);
  });

  it('is refused by its Origin when the auditor is bound to a network, where callers with the token may use other names', async () => {
    const { port } = await serve({ host: '0.0.0.0', token: 'let-me-in' });
    const authorization = 'Bearer let-me-in';
    expect(await ask(port, '/claims', { host: 'injection', authorization }, 'POST')).toBe(200);
    expect(await ask(port, '/claims', { origin: 'https://evil.example', authorization }, 'POST')).toBe(403);
  });

  it('may be a page of the auditor itself', async () => {
    const { port, url } = await serve();
    expect(await ask(port, '/claims', { origin: url }, 'POST')).toBe(200);
  });
});

describe('bad bodies', () => {
  it.each<[string, string | Uint8Array]>([
    ['no JSON', 'hello'],
    ['truncated JSON', body.slice(0, -3)],
    ['nothing', ''],
    ['NaN', '{"data":{"input":NaN},"phase":"request"}'],
    ['no UTF-8', Uint8Array.of(0x7b, 0xff, 0x7d)],
    ['null', 'null'],
  ])('%s is refused in-band with 200', async (_what, text) => {
    const answer = await post(`${(await serve()).url}/claims`, text);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({
      status: 'error',
      claims: [],
      error: { code: 'INVALID_REQUEST', retryable: false },
    });
  });

  it('a body over the limit gets 413, declared or not, and the caller can read it', async () => {
    const { url, port } = await serve({ maxBodyBytes: 1000 });
    expect((await post(`${url}/claims`, 'x'.repeat(1001))).status).toBe(413);
    expect((await post(`${url}/claims`, 'x'.repeat(3_000_000))).status).toBe(413);
    const chunk = `3e8\r\n${'x'.repeat(1000)}\r\n`;
    const answer = await raw(
      port,
      `POST /claims HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\n${chunk}${chunk}0\r\n\r\n`,
    );
    expect(answer).toContain('HTTP/1.1 413');
    expect(answer).toContain('application/problem+json');
    expect((await post(`${url}/claims`)).status).toBe(200);
  });

  it('a body at the limit is read', async () => {
    const { url } = await serve({ maxBodyBytes: body.length });
    expect(await (await post(`${url}/claims`)).json()).toMatchObject({ status: 'success' });
  });

  it('a compressed body gets 415', async () => {
    expect((await post(`${(await serve()).url}/claims`, body, { 'content-encoding': 'gzip' })).status).toBe(415);
  });

  it('bytes that are no HTTP get 400', async () => {
    expect(await raw((await serve()).port, 'nonsense\r\n\r\n')).toContain('HTTP/1.1 400');
  });
});

describe('paths and methods', () => {
  it.each([
    ['GET', '/nothing', 404, null],
    ['GET', '/claims/', 404, null],
    ['GET', '/claims', 405, 'POST'],
    ['DELETE', '/v1/claims', 405, 'POST'],
    ['POST', '/health', 405, 'GET, HEAD'],
    ['HEAD', '/health', 200, null],
  ])('%s %s gives %i', async (method, path, status, allow) => {
    const answer = await fetch((await serve()).url + path, { method });
    expect([answer.status, answer.headers.get('allow')]).toEqual([status, allow]);
    if (status !== 200) {
      expect(answer.headers.get('content-type')).toBe('application/problem+json');
      expect(await answer.json()).toMatchObject({ status });
    }
  });
});

describe('a token', () => {
  it.each([
    ['none', {}, 401],
    ['a wrong one', { authorization: 'Bearer nope' }, 401],
    ['another scheme', { authorization: 'Basic s3cret' }, 401],
    ['the right one', { authorization: 'Bearer s3cret' }, 200],
    ['the right one, scheme in lower case', { authorization: 'bearer s3cret' }, 200],
  ])('is required and compared: %s', async (_what, headers, status) => {
    const { url } = await serve({ env: { AUDITOR_TOKEN: 's3cret' } });
    expect((await post(`${url}/claims`, body, headers)).status).toBe(status);
    expect((await fetch(`${url}/vocabulary`, { headers })).status).toBe(status);
    expect((await fetch(`${url}/nothing`, { headers })).status).toBe(status === 200 ? 404 : 401);
    expect((await fetch(`${url}/health`)).status).toBe(200);
  });

  it('stops the start when set but empty', async () => {
    await expect(serve({ env: { AUDITOR_TOKEN: '' } })).rejects.toThrow('AUDITOR_TOKEN is set but empty');
  });
});

describe('starting', () => {
  it('reports a taken port and what to do', async () => {
    const { port } = await serve();
    await expect(serve({ port })).rejects.toThrow(`port ${port} on 127.0.0.1 is in use`);
  });

  it.each(['8090x', '-1', '70000', '', '1.5'])('refuses PORT=%j', async (PORT) => {
    await expect(serveAuditor(shouting, { env: { PORT } })).rejects.toThrow('PORT must be a number from 0 to 65535');
  });

  it('takes PORT from the environment', async () => {
    const served = await serveAuditor(shouting, { env: { PORT: '0' }, host: '127.0.0.1' });
    running.push(served);
    expect(served.url).toBe(`http://127.0.0.1:${served.port}`);
  });

  it('refuses a wrong setting before it listens', async () => {
    await expect(serve({ env: { SHOUTING_THRESHOLD: '9' } })).rejects.toThrow('SHOUTING_THRESHOLD');
  });

  it('health says not ready until setup has finished', async () => {
    let finish = () => {};
    const setup = () =>
      new Promise<void>((resolve) => {
        finish = resolve;
      });
    const { url, auditor } = await serve(
      {},
      anAuditor(() => [], { setup }),
    );
    expect(await (await fetch(`${url}/health`)).json()).toMatchObject({ ready: false });
    finish();
    await auditor.whenReady();
    expect(await (await fetch(`${url}/health`)).json()).toMatchObject({ ready: true });
  });
});

describe('stopping', () => {
  function aSlowAuditor() {
    const calls: { finish: (drafts: ClaimDraft[]) => void; signal: AbortSignal }[] = [];
    const definition = defineAuditor({
      ...anAuditor(() => []),
      methods: [
        {
          name: 'm',
          produces: { probe_found: { type: 'boolean', description: 'd' } },
          run: (_input, { context }) =>
            new Promise<ClaimDraft[]>((finish) => {
              calls.push({ finish, signal: context.signal });
            }),
        },
      ],
    });
    return { calls, definition };
  }

  it('finishes running calls and refuses new ones', async () => {
    const { calls, definition } = aSlowAuditor();
    const log = vi.fn();
    const served = await serve({ log }, definition);
    const inFlight = post(`${served.url}/claims`);
    await vi.waitFor(() => expect(calls).toHaveLength(1));
    const closing = served.close();
    await expect(fetch(`${served.url}/health`)).rejects.toThrow();
    calls[0]?.finish([{ name: 'probe_found', value: true }]);
    expect(await (await inFlight).json()).toMatchObject({ status: 'success', claims: [{ value: true }] });
    await closing;
    await served.closed;
    expect(log.mock.calls.map(([message]) => message)).toEqual([
      `auditor probe listens on ${served.url}`,
      'auditor probe stopped',
    ]);
  });

  it('says the address that it is bound to, and that every network reaches it', async () => {
    const log = vi.fn();
    const served = await serve({ log, host: '0.0.0.0' });
    await served.close();
    const expected = `auditor shouting listens on http://0.0.0.0:${served.port} (every network of this machine)`;
    expect(log.mock.calls[0]).toEqual([expected]);
  });

  it('does not wait for a connection that never asked', async () => {
    const served = await serve({ stopTimeoutMs: 3_600_000 });
    const socket = connect(served.port, '127.0.0.1');
    await once(socket, 'connect');
    await post(`${served.url}/claims`);
    await served.close();
    socket.destroy();
  });

  it('by a signal is the same', async () => {
    const controller = new AbortController();
    const served = await serve({ signal: controller.signal });
    controller.abort();
    await served.closed;
    await expect(fetch(`${served.url}/health`)).rejects.toThrow();
  });

  it('a disconnecting caller aborts its call', async () => {
    const { calls, definition } = aSlowAuditor();
    const { url } = await serve({}, definition);
    const call = httpRequest(`${url}/claims`, { method: 'POST' });
    call.on('error', () => {});
    call.end(body);
    await vi.waitFor(() => expect(calls).toHaveLength(1));
    call.destroy();
    await vi.waitFor(() => expect(calls[0]?.signal.aborted).toBe(true));
    calls[0]?.finish([]);
  });

  it('a caller that disconnects within its body leaves the auditor healthy', async () => {
    const onError = vi.fn();
    const { url, port } = await serve({ onError });
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {});
    socket.write('POST /claims HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1000\r\n\r\n{"data"');
    await once(socket, 'connect');
    socket.destroy();
    expect(await (await post(`${url}/claims`)).json()).toMatchObject({ status: 'success' });
    await vi.waitFor(async () => {
      expect(await (await fetch(`${url}/metrics`)).text()).toContain('in_flight{auditor="shouting"} 0');
    });
    expect(onError).not.toHaveBeenCalled();
  });
});
