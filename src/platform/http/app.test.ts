import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { connect } from 'node:net';
import { Type } from 'typebox';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '../errors.ts';
import { createLogger } from '../log.ts';
import { createSecret } from '../secret.ts';
import { createAccess } from './access.ts';
import { createHttpApp, type HttpApp } from './app.ts';

const operatorToken = createSecret('operator-token-operator-token-operator-tok');
const apps: HttpApp[] = [];

function makeApp(): { app: HttpApp; lines: string[] } {
  const lines: string[] = [];
  const log = createLogger({
    service: 'demo',
    level: 'debug',
    destination: { write: (line) => void lines.push(line) },
  });
  const access = createAccess({ host: '127.0.0.1', operatorToken });
  const app = createHttpApp({
    service: 'demo',
    log,
    access,
    bodyLimit: 200,
    openapi: { title: 'Demo', description: 'A demo', server: 'http://127.0.0.1:1' },
  });
  const Item = Type.Object(
    { name: Type.String(), count: Type.Integer() },
    { $id: 'Item', additionalProperties: false },
  );
  app.register(async (scope) => {
    scope.post('/items', { schema: { body: Item, response: { 200: Item } } }, async ({ body }) => body as never);
    const List = Type.Object({
      limit: Type.Integer({ minimum: 1, maximum: 100, default: 20 }),
      items: Type.Array(Item),
    });
    const Query = Type.Object({ limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })) });
    scope.get('/items', { schema: { querystring: Query, response: { 200: List } } }, async (request) => ({
      limit: (request.query as { limit?: number }).limit ?? 20,
      items: [],
    }));
    scope.get('/items/:id', { config: { access: 'admin' } }, async ({ caller }) => caller);
    scope.get('/broken', { schema: { response: { 200: Item } } }, async () => ({ name: 'secret' }) as never);
    scope.get('/fault', async () => {
      throw new Error('the password is hunter2');
    });
    scope.get('/busy', async () => {
      throw new AppError('unavailable', 'queue full', { detail: 'the queue is full', retryAfterS: 3 });
    });
    const Place = Type.Object({ id: Type.String() });
    scope.put('/items/:id/files/*', { schema: { params: Place } }, async () => ({}));
    scope.get('/maybe', { config: { expectedStatuses: [404] } }, async () => {
      throw new AppError('not_found', 'nobody knows it');
    });
    scope.get('/whoami', async ({ caller, trace }) => ({ caller, trace }));
  });
  apps.push(app);
  return { app, lines };
}

afterEach(async () => {
  await Promise.all(apps.splice(0).map((app) => app.close()));
});

describe('errors', () => {
  it('answers an invalid body with pointers and no value of the body', async () => {
    const { app } = makeApp();
    const answer = await app.inject({ method: 'POST', url: '/items', payload: { name: 'secret-name', count: '7' } });
    expect(answer.statusCode).toBe(400);
    expect(answer.headers['content-type']).toBe('application/problem+json');
    expect(answer.json()).toMatchObject({ code: 'invalid_request', status: 400, errors: [{ pointer: '/count' }] });
    expect(answer.body).not.toContain('secret-name');
  });

  it.each([
    ['truncated JSON', '{"name":', 400, 'invalid_json'],
    ['an empty body', '', 400, 'invalid_json'],
    ['a prototype', '{"__proto__":{"x":1},"name":"a","count":1}', 400, 'invalid_json'],
    ['an unknown member', '{"name":"a","count":1,"extra":1}', 400, 'invalid_request'],
    ['a body over the limit', JSON.stringify({ name: 'a'.repeat(300), count: 1 }), 413, 'payload_too_large'],
  ])('refuses %s', async (_title, payload, status, code) => {
    const { app } = makeApp();
    const headers = { 'content-type': 'application/json' };
    const answer = await app.inject({ method: 'POST', url: '/items', headers, payload });
    expect(answer.statusCode).toBe(status);
    expect(answer.json()).toMatchObject({ code, status });
  });

  it('refuses another media type', async () => {
    const { app } = makeApp();
    const headers = { 'content-type': 'application/xml' };
    const answer = await app.inject({ method: 'POST', url: '/items', headers, payload: '<a/>' });
    expect(answer.json()).toMatchObject({ status: 415, code: 'unsupported_media_type' });
  });

  it('never shows the text of an unknown error, but logs it with the request id', async () => {
    const { app, lines } = makeApp();
    const answer = await app.inject('/fault');
    expect(answer.statusCode).toBe(500);
    expect(answer.body).not.toContain('hunter2');
    const { request_id: requestId } = answer.json();
    expect(lines.some((line) => line.includes('hunter2') && line.includes(requestId))).toBe(true);
  });

  it('sends nothing of an answer that violates its own schema', async () => {
    const { app } = makeApp();
    const answer = await app.inject('/broken');
    expect(answer.statusCode).toBe(500);
    expect(answer.body).not.toContain('secret');
  });

  it('states when to retry', async () => {
    const { app } = makeApp();
    const answer = await app.inject('/busy');
    expect(answer.headers['retry-after']).toBe('3');
    expect(answer.json()).toMatchObject({ status: 503, detail: 'the queue is full' });
  });

  it('distinguishes an unknown path from a wrong method', async () => {
    const { app } = makeApp();
    expect((await app.inject('/nothing')).json()).toMatchObject({ status: 404, code: 'not_found' });
    const wrong = await app.inject({ method: 'DELETE', url: '/items/7?x=1' });
    expect(wrong.json()).toMatchObject({ status: 405, code: 'method_not_allowed' });
    expect(wrong.headers.allow).toBe('GET, HEAD');
  });

  it('answers a malformed path with a problem', async () => {
    const { app } = makeApp();
    const answer = await app.inject('/items/%E0%A4%A');
    expect(answer.json()).toMatchObject({ status: 400, code: 'invalid_request' });
  });
});

describe('query strings', () => {
  it('are converted to the declared types, bodies never', async () => {
    const { app } = makeApp();
    expect((await app.inject('/items?limit=7')).json()).toEqual({ limit: 7, items: [] });
    expect((await app.inject('/items?limit=700')).statusCode).toBe(400);
    expect((await app.inject('/items?limit=abc')).statusCode).toBe(400);
  });
});

describe('every service serves', () => {
  it('/health without a token', async () => {
    const { app } = makeApp();
    const answer = await app.inject('/health');
    expect(answer.json()).toMatchObject({ status: 'healthy', service: 'demo', ready: true });
  });

  it('/metrics with the requests so far', async () => {
    const { app } = makeApp();
    await app.inject('/items?limit=7');
    const answer = await app.inject('/metrics');
    expect(answer.body).toContain('http_request_duration_seconds_count{method="GET",route="/items",status="200"} 1');
  });

  it('/openapi.json with the operations that routes name', async () => {
    const { app } = makeApp();
    const document = (await app.inject('/openapi.json')).json();
    expect(document.openapi).toBe('3.1.0');
    expect(Object.keys(document.paths)).toEqual(['/health']);
    expect(document.paths['/health'].get.operationId).toBe('health.get');
  });
});

describe('trace context', () => {
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';

  it("continues the caller's trace with its own span", async () => {
    const { app } = makeApp();
    const headers = { traceparent: `00-${traceId}-00f067aa0ba902b7-01` };
    const answer = await app.inject({ url: '/whoami', headers });
    const { trace } = answer.json();
    expect(trace).toMatchObject({ traceId, parentId: '00f067aa0ba902b7', sampled: true });
    expect(answer.headers['traceparent']).toBe(`00-${traceId}-${trace.spanId}-01`);
  });

  it.each(['', 'x', `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`, `ff-${traceId}-00f067aa0ba902b7-01`])(
    'starts a new trace for %j',
    async (traceparent) => {
      const { app } = makeApp();
      const answer = await app.inject({ url: '/whoami', headers: { traceparent } });
      expect(answer.json().trace.traceId).toMatch(/^[0-9a-f]{32}$/);
      expect(answer.json().trace.traceId).not.toBe(traceId);
    },
  );
});

describe('access', () => {
  it('gives a local call role operator', async () => {
    const { app } = makeApp();
    expect((await app.inject('/whoami')).json().caller).toMatchObject({
      user: 'local',
      role: 'operator',
      organisation: 'default',
      authentication: 'loopback',
    });
  });

  it('requires the operator token on routes that need it', async () => {
    const { app } = makeApp();
    expect((await app.inject('/items/1')).json()).toMatchObject({ status: 403, code: 'forbidden' });
    const headers = { authorization: `Bearer ${operatorToken.reveal()}` };
    expect((await app.inject({ url: '/items/1', headers })).json()).toMatchObject({ role: 'admin' });
    const wrong = await app.inject({ url: '/items/1', headers: { authorization: 'Bearer wrong' } });
    expect(wrong.statusCode).toBe(401);
    expect(wrong.headers['www-authenticate']).toBe('Bearer');
  });

  it('refuses foreign hosts and origins on every path, /health included', async () => {
    const { app } = makeApp();
    for (const url of ['/whoami', '/health', '/metrics', '/nothing']) {
      expect((await app.inject({ url, headers: { host: 'evil.example' } })).statusCode).toBe(403);
      expect((await app.inject({ url, headers: { origin: 'https://evil.example' } })).statusCode).toBe(403);
    }
  });
});

it('a refusal that its route expects is no line at info', async () => {
  const { app, lines } = makeApp();
  const levelOf = (path: string) => {
    const line = lines.find((text) => text.includes('"answered"') && text.includes(path));
    return JSON.parse(line ?? '{}').level;
  };
  expect((await app.inject('/maybe')).statusCode).toBe(404);
  expect((await app.inject('/nowhere')).statusCode).toBe(404);
  expect([levelOf('/maybe'), levelOf('unknown')]).toEqual(['debug', 'info']);
});

describe('the end', () => {
  it('does not wait for a connection that never asked, as browsers open them', async () => {
    const { app } = makeApp();
    const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
    const isSeen = once(app.server, 'connection');
    const socket = connect(Number(port), '127.0.0.1');
    await isSeen;
    const byForce = vi.spyOn(app.server, 'closeAllConnections');
    await app.close();
    expect(byForce).not.toHaveBeenCalled();
    socket.destroy();
  }, 30_000);

  it.each(['before', 'during'])(
    'in a hurry, told %s it, cuts off a call without an answer',
    async (when) => {
      const { app } = makeApp();
      const isAsked = new Promise<void>((asked) => {
        app.get('/never', (_request, reply) => {
          reply.hijack();
          asked();
        });
      });
      const url = await app.listen({ host: '127.0.0.1', port: 0 });
      const answered = fetch(`${url}/never`);
      const isCut = expect(answered).rejects.toThrow();
      await isAsked;
      expect(await app.countConnections()).toBe(1);
      // The time that calls may take otherwise never ends.
      vi.useFakeTimers({ toFake: ['setTimeout'] });
      try {
        if (when === 'before') app.hurry();
        const closed = app.close();
        if (when === 'during') app.hurry();
        await Promise.all([closed, isCut]);
      } finally {
        vi.useRealTimers();
      }
    },
    30_000,
  );

  it('does not wait for clients that keep their connection after the last answer', async () => {
    const app = createHttpApp({
      service: 'demo',
      log: createLogger({ service: 'demo', level: 'silent' }),
      access: createAccess({ host: '127.0.0.1', operatorToken }),
    });
    let answer = (): void => {};
    const isAsked = new Promise<void>((asked) => {
      app.register(async (scope) => {
        // A hijacked reply, e.g. a stream, gets no header of the framework.
        scope.get('/slow', (_request, reply) => {
          reply.hijack();
          answer = () => void reply.raw.end('{}');
          asked();
        });
      });
    });
    const url = await app.listen({ host: '127.0.0.1', port: 0 });
    const agent = new Agent({ keepAlive: true });
    const answered = new Promise<void>((done) => {
      get(`${url}/slow`, { agent }, (response) => response.resume().once('end', done));
    });
    await isAsked;
    // Without the end of idle connections this one would be cut off ten seconds later.
    const byForce = vi.spyOn(app.server, 'closeAllConnections');
    const closed = app.close();
    answer();
    await answered;
    await closed;
    expect(byForce).not.toHaveBeenCalled();
    agent.destroy();
  }, 30_000);
});
