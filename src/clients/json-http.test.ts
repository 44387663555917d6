import { createServer, type RequestListener, type Server } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { createJsonHttp, type JsonHttp } from './json-http.ts';

const closing: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

function listen(server: Server): Promise<string> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? `http://127.0.0.1:${address.port}` : '');
    });
  });
}

async function serve(answer: RequestListener, path = ''): Promise<JsonHttp> {
  const server = createServer(answer);
  closing.push(() => new Promise((resolve) => server.close(() => resolve())));
  const http = createJsonHttp({
    url: `${await listen(server)}${path}`,
    token: 'secret-token',
    timeoutMs: 2_000,
    maxAnswerBytes: 1_000,
    unavailable: 'verifier_unavailable',
  });
  closing.push(() => http.close());
  return http;
}

const isText = (value: unknown): value is string => typeof value === 'string';
const get = { method: 'GET', path: '/v1/x' } as const;

describe('a JSON call', () => {
  it('goes to the path under the base URL, with the token', async () => {
    const http = await serve((request, response) => {
      response.end(JSON.stringify(`${request.method} ${request.url} ${request.headers.authorization}`));
    }, '/assay/');
    expect(await http.call(get, isText)).toBe('GET /assay/v1/x Bearer secret-token');
  });

  it('reads no answer beyond its bound', async () => {
    const http = await serve((_request, response) => {
      response.end(JSON.stringify('x'.repeat(100_000)));
    });
    await expect(http.call(get, isText)).rejects.toMatchObject({ code: 'verifier_unavailable' });
  });

  it('treats a connection that closes in the middle as unavailable', async () => {
    const http = await serve((_request, response) => {
      response.writeHead(200, { 'content-length': '500' });
      response.write('"half');
      response.socket?.destroy();
    });
    await expect(http.call(get, isText)).rejects.toMatchObject({ code: 'verifier_unavailable' });
  });

  it.each([
    [403, { type: 'x', title: 'No', status: 403, code: 'forbidden', detail: 'not you' }, 'forbidden'],
    [418, { type: 'x', title: 'No', status: 418, code: 'teapot' }, 'verifier_unavailable'],
    [404, 'not a problem document', 'verifier_unavailable'],
    [500, { type: 'x', title: 'No', status: 500, code: 'forbidden' }, 'verifier_unavailable'],
    [302, {}, 'verifier_unavailable'],
  ])('answered %d %j is %s', async (status, body, code) => {
    const http = await serve((_request, response) => {
      response.writeHead(status, { location: 'http://127.0.0.1:1/' });
      response.end(JSON.stringify(body));
    });
    await expect(http.call(get, isText)).rejects.toMatchObject({ code });
  });
});

describe('a read', () => {
  const read = (http: JsonHttp, maxAnswerBytes: number, signal?: AbortSignal) =>
    http.read({ path: '/v1/x', headers: {}, waitMs: 0, maxAnswerBytes, signal });

  it('accepts compressed answers, bounded after decompression', async () => {
    const http = await serve((_request, response) => {
      response.setHeader('content-encoding', 'gzip');
      response.end(gzipSync('a'.repeat(100_000)));
    });
    expect((await read(http, 100_000)).text).toHaveLength(100_000);
    await expect(read(http, 99_999)).rejects.toMatchObject({ code: 'verifier_unavailable' });
  });

  it('refuses an unrequested compression', async () => {
    const http = await serve((_request, response) => {
      response.setHeader('content-encoding', 'br');
      response.end('x');
    });
    await expect(read(http, 1_000)).rejects.toMatchObject({ code: 'verifier_unavailable' });
  });

  it('has its own bound, independent of other calls', async () => {
    const http = await serve((_request, response) => response.end('a'.repeat(2_000)));
    expect((await read(http, 2_000)).text).toHaveLength(2_000);
    await expect(read(http, 1_999)).rejects.toMatchObject({ code: 'verifier_unavailable' });
  });

  it('returns 304 as an answer, and the reason of a cancelling caller', async () => {
    const http = await serve((_request, response) => response.writeHead(304, { etag: '"1"' }).end());
    expect(await read(http, 10)).toMatchObject({ status: 304, etag: '"1"', text: '' });
    await expect(read(http, 10, AbortSignal.abort(new Error('stopped')))).rejects.toThrow('stopped');
  });
});
