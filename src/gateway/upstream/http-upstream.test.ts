import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { isAppError } from '../../platform/errors.ts';
import { createHttpUpstream } from './http-upstream.ts';
import type { Upstream, UpstreamCall } from './upstream.ts';

const open: { server: Server; upstream: Upstream }[] = [];

afterEach(async () => {
  for (const { server, upstream } of open.splice(0)) {
    await upstream.close();
    server.closeAllConnections();
    server.close();
  }
});

async function upstreamOf(answer: RequestListener, timeoutMs = 5_000): Promise<Upstream> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const upstream = createHttpUpstream({ url: `http://127.0.0.1:${port}/v1`, timeoutMs });
  open.push({ server, upstream });
  return upstream;
}

const call = (signal = new AbortController().signal): UpstreamCall => ({
  method: 'POST',
  path: '/v1/chat/completions',
  headers: { 'x-trace': 'a' },
  body: '{"a":1}',
  signal,
});

async function codeOf(answer: Promise<unknown>): Promise<string> {
  const error: unknown = await answer.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return isAppError(error) ? error.code : String(error);
}

describe('an answer in one piece', () => {
  it('has status, headers and all bytes, and the call arrives unchanged', async () => {
    const upstream = await upstreamOf(async (request, response) => {
      const body = (await request.toArray()).join('');
      response.writeHead(201, { 'x-model': 'm', connection: 'keep-alive' });
      for (const part of [request.url, request.headers['x-trace'], request.headers['accept-encoding'], body]) {
        response.write(`${part} `);
      }
      response.end();
    });
    const answer = await upstream.sendWhole(call(), 1_000);
    expect(answer.status).toBe(201);
    expect(answer.headers).toMatchObject({ 'x-model': 'm' });
    expect(answer.headers).not.toHaveProperty('connection');
    expect(Buffer.from(answer.bytes).toString()).toBe('/v1/chat/completions a identity {"a":1} ');
  });

  it('is not the preceding informational answer', async () => {
    const upstream = await upstreamOf((_request, response) => {
      response.writeEarlyHints({ link: '</a>; rel=preload' });
      response.end('body');
    });
    const answer = await upstream.sendWhole(call(), 1_000);
    expect([answer.status, Buffer.from(answer.bytes).toString()]).toEqual([200, 'body']);
  });

  it('is refused over the limit, and accepted exactly at the limit', async () => {
    const upstream = await upstreamOf((_request, response) => response.end('x'.repeat(100)));
    expect((await upstream.sendWhole(call(), 100)).bytes).toHaveLength(100);
    expect(await codeOf(upstream.sendWhole(call(), 99))).toBe('upstream_unavailable');
  });

  it('is refused when compressed', async () => {
    const upstream = await upstreamOf((_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' });
      response.end('x');
    });
    expect(await codeOf(upstream.sendWhole(call(), 100))).toBe('upstream_unavailable');
    expect(await codeOf(upstream.send(call()))).toBe('upstream_unavailable');
  });

  it('is refused when it breaks off', async () => {
    const upstream = await upstreamOf((_request, response) => {
      response.writeHead(200, { 'content-length': 10 });
      response.write('half', () => response.destroy());
    });
    expect(await codeOf(upstream.sendWhole(call(), 100))).toBe('upstream_unavailable');
  });

  it('is a timeout when it does not come', async () => {
    const upstream = await upstreamOf(() => {}, 50);
    expect(await codeOf(upstream.sendWhole(call(), 100))).toBe('upstream_timeout');
  });

  it('is cancelled when the client leaves, before and during the call', async () => {
    const gone = new AbortController();
    const upstream = await upstreamOf(() => gone.abort());
    expect(await codeOf(upstream.sendWhole(call(gone.signal), 100))).toBe('upstream_unavailable');
    expect(await codeOf(upstream.sendWhole(call(gone.signal), 100))).toBe('upstream_unavailable');
  });
});
