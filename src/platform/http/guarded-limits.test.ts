import type { RequestListener } from 'node:http';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { createSite, json, loopback, noResolver, reasonOf, sayHello } from './guarded.fixture.ts';
import { readJson } from './guarded-answer.ts';
import { createGuardedFetch, type GuardedRequest, metadataLimits } from './guarded-fetch.ts';

const site = createSite();
afterEach(site.close);

const metadata: GuardedRequest = { ...json, ...metadataLimits };
const fetch = createGuardedFetch({ allow: loopback, resolve: noResolver });

async function callAt(listener: RequestListener, request: GuardedRequest = metadata) {
  return fetch(`http://127.0.0.1:${await site.serve(listener)}/`, request);
}

const answer =
  (body: string | Buffer, headers: Record<string, string> = {}): RequestListener =>
  (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(body);
  };

const nested = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`;

describe('the size', () => {
  it('of metadata is accepted up to 64 KiB, and not one byte more', async () => {
    const whole = `"${'x'.repeat(64 * 1024 - 2)}"`;
    expect((await callAt(answer(whole))).body).toHaveLength(64 * 1024);
    expect(await reasonOf(callAt(answer(`${whole} `)))).toBe('outbound_size');
  });

  it('of ten megabytes without a length is cut off at the limit, and no more is sent', async () => {
    let sent = 0;
    const large: RequestListener = (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const chunk = Buffer.alloc(64 * 1024, ' ');
      const write = (): void => {
        while (sent < 10_000_000 && !response.destroyed) {
          sent += chunk.length;
          if (!response.write(chunk)) return void response.once('drain', write);
        }
        response.end();
      };
      write();
    };
    expect(await reasonOf(callAt(large))).toBe('outbound_size');
    // Only the content of two sockets' buffers was sent, not everything.
    expect(sent).toBeLessThan(10_000_000);
  });

  it('of ten declared megabytes is not waited for', async () => {
    const announced: RequestListener = (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '10000000' }).flushHeaders();
    };
    expect(await reasonOf(callAt(announced))).toBe('outbound_size');
  });

  it.each([
    ['gzip', gzipSync(Buffer.alloc(10_000_000, ' '))],
    ['deflate', deflateSync(Buffer.alloc(10_000_000, ' '))],
    ['br', brotliCompressSync(Buffer.alloc(1_000_000, ' '))],
    ['gzip, gzip', gzipSync(gzipSync(Buffer.alloc(1_000_000, ' ')))],
  ])('of a %s bomb is refused unopened', async (encoding, bomb) => {
    expect(bomb.length).toBeLessThan(64 * 1024);
    expect(await reasonOf(callAt(answer(bomb, { 'content-encoding': encoding })))).toBe('outbound_encoding');
  });
});

describe('the time', () => {
  it('of a dripping head is limited', async () => {
    const port = await site.serveRaw((socket) => {
      const bytes = [...'HTTP/1.1 200 OK\r\nx-filler: '.padEnd(10_000, 'x')];
      const timer = setInterval(() => socket.write(bytes.shift() ?? 'x'), 5);
      socket.on('close', () => clearInterval(timer));
    });
    const call = fetch(`http://127.0.0.1:${port}/`, { ...json, timeoutMs: 150 });
    expect(await reasonOf(call)).toBe('upstream_timeout');
  });

  it('of a server that only sends hints is limited', async () => {
    const port = await site.serveRaw((socket) => {
      const timer = setInterval(() => socket.write('HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n'), 5);
      socket.on('close', () => clearInterval(timer));
    });
    const call = fetch(`http://127.0.0.1:${port}/`, { ...json, timeoutMs: 150 });
    expect(await reasonOf(call)).toBe('upstream_timeout');
  });

  it('of a pausing body is limited long before the total limit', async () => {
    const pausing: RequestListener = (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).write('[');
    };
    expect(await reasonOf(callAt(pausing, { ...json, timeoutMs: 60_000, idleMs: 50 }))).toBe('upstream_timeout');
  });

  it('of a silent connection is limited by the connect timeout', async () => {
    const port = await site.serveRaw(() => {});
    const soon = createGuardedFetch({ allow: loopback, resolve: noResolver, connectTimeoutMs: 50 });
    expect(await reasonOf(soon(`https://127.0.0.1:${port}/`, { ...json, timeoutMs: 60_000 }))).toBe('upstream_timeout');
  });

  it('of redirects is that of one call', async () => {
    const slow: RequestListener = (_request, response) => {
      setTimeout(() => response.writeHead(302, { location: '/next' }).end(), 60);
    };
    expect(await reasonOf(callAt(slow, { ...metadata, timeoutMs: 150 }))).toBe('upstream_timeout');
  });
});

describe('the content', () => {
  it('may have ten levels of JSON, not eleven', async () => {
    expect(readJson(await callAt(answer(nested(10))))).toEqual(JSON.parse(nested(10)));
    expect(await reasonOf(callAt(answer(nested(11))))).toBe('outbound_depth');
    expect(await reasonOf(callAt(answer(`{"a":${nested(10)}}`)))).toBe('outbound_depth');
    expect(await reasonOf(callAt(answer(nested(30_000))))).toBe('outbound_depth');
  });

  it('is checked the same for a type that ends with +json', async () => {
    const keys = answer(nested(11), { 'content-type': 'application/jwk-set+json' });
    const request = { ...metadata, accept: ['application/jwk-set+json'] };
    expect(await reasonOf(callAt(keys, request))).toBe('outbound_depth');
  });

  it.each([['<html>'], ['{"a":'], [''], ['\u{feff}nothing'], [Buffer.from([0x22, 0xff, 0x22])]])(
    'is refused when it is no JSON: %j',
    async (body) => {
      const call = callAt(answer(body), json).then((taken) => readJson(taken));
      expect(await reasonOf(call)).toBe('outbound_json');
    },
  );

  it('has its error reported without quoting it', async () => {
    const call = callAt(answer('the secret of the other side'), json).then((taken) => readJson(taken));
    const error = await call.catch((reason: unknown) => reason);
    expect(String(error)).not.toContain('secret');
    expect(error).not.toHaveProperty('cause');
  });

  it('of a failure need not be JSON, nor shallow, but is bounded', async () => {
    const failing =
      (body: string): RequestListener =>
      (_request, response) => {
        response.writeHead(500, { 'content-type': 'application/json' }).end(body);
      };
    expect((await callAt(failing('<html>'))).status).toBe(500);
    expect(await reasonOf(callAt(failing(nested(11))))).toBe('outbound_depth');
    expect(await reasonOf(callAt(failing('x'.repeat(65 * 1024))))).toBe('outbound_size');
  });

  it('has no type when there is no body', async () => {
    const empty =
      (status: number, headers: Record<string, string>): RequestListener =>
      (_request, response) => {
        response.writeHead(status, headers).end();
      };
    expect((await callAt(empty(202, {}))).status).toBe(202);
    expect((await callAt(empty(200, { 'content-length': '0' }), json)).body).toHaveLength(0);
    expect((await callAt(empty(204, {}))).status).toBe(204);
  });

  it('keeps all challenges and links, of other headers the first, and no cookies', async () => {
    const wordy: RequestListener = (_request, response) => {
      response.setHeader('www-authenticate', ['Basic realm="x"', 'Bearer resource_metadata="y"']);
      response.setHeader('link', ['</a>; rel=a', '</b>; rel=b']);
      response.setHeader('set-cookie', 'session=1');
      response.writeHead(401, { 'content-type': 'application/json' }).end('{}');
    };
    const { headers } = await callAt(wordy);
    expect(headers).toMatchObject({
      'www-authenticate': 'Basic realm="x", Bearer resource_metadata="y"',
      link: '</a>; rel=a, </b>; rel=b',
    });
    expect(headers).not.toHaveProperty('set-cookie');
  });
});

describe('the request', () => {
  it.each([
    ['host', 'inside'],
    ['Transfer-Encoding', 'chunked'],
    ['content-length', '3'],
    ['connection', 'upgrade'],
    ['proxy-authorization', 'Basic x'],
    ['x-fold', 'a\r\nhost: inside'],
    ['x-null', 'a\0b'],
    ['x y', 'a'],
    ['x:', 'a'],
    ['', 'a'],
  ])('with header %j: %j is refused before anything is sent', async (name, value) => {
    let calls = 0;
    const count: RequestListener = (request, response) => {
      calls += 1;
      sayHello(request, response);
    };
    expect(await reasonOf(callAt(count, { ...json, headers: { [name]: value } }))).toBe('outbound_header');
    expect(calls).toBe(0);
  });

  it('is refused with a repeated header, or too many', async () => {
    expect(await reasonOf(callAt(sayHello, { ...json, headers: { a: '1', A: '2' } }))).toBe('outbound_header');
    const many = Object.fromEntries(Array.from({ length: 65 }, (_, index) => [`x-${index}`, '1']));
    expect(await reasonOf(callAt(sayHello, { ...json, headers: many }))).toBe('outbound_header');
  });

  it('uses no proxy of the environment', async () => {
    let proxied = 0;
    const proxy = await site.serve((_request, response) => {
      proxied += 1;
      response.end();
    });
    const names = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'http_proxy', 'https_proxy', 'NODE_USE_ENV_PROXY'];
    const before = names.map((name) => [name, process.env[name]] as const);
    try {
      for (const name of names) process.env[name] = `http://127.0.0.1:${proxy}`;
      const fresh = createGuardedFetch({ allow: loopback, resolve: noResolver });
      const port = await site.serve(sayHello);
      expect((await fresh(`http://127.0.0.1:${port}/`, json)).status).toBe(200);
    } finally {
      for (const [name, value] of before) {
        if (value === undefined) delete process.env[name];
        else process.env[name] = value;
      }
    }
    expect(proxied).toBe(0);
  });
});
