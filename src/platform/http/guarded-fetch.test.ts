import type { RequestListener } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import {
  authorityPem as ca,
  createSite,
  json,
  loopback,
  noResolver,
  nothing,
  reasonOf,
  sayHello,
} from './guarded.fixture.ts';
import { createGuardedFetch, type GuardedRequest, type Resolve } from './guarded-fetch.ts';
import { parseOutboundAllow } from './outbound-addresses.ts';

const site = createSite();
afterEach(site.close);
const { serve } = site;

describe('the target', () => {
  it('may be an allowed private host over http, and gives status, headers and body', async () => {
    const port = await serve(sayHello);
    const fetch = createGuardedFetch({ allow: loopback, resolve: noResolver });
    const answer = await fetch(`http://127.0.0.1:${port}/x?y=1`, json);
    expect(answer).toMatchObject({ status: 200, headers: { 'content-type': 'application/json; charset=utf-8' } });
    expect(answer.body.toString()).toBe('{"hello":true}');
  });

  it('is refused on loopback without permission, before anything is sent', async () => {
    let calls = 0;
    const port = await serve((_request, response) => {
      calls += 1;
      response.end();
    });
    const fetch = createGuardedFetch({ allow: nothing, resolve: async () => ['127.0.0.1'] });
    for (const host of [
      '127.0.0.1',
      '127.1',
      '2130706433',
      '0x7f000001',
      '0177.0.0.1',
      '[::1]',
      '[::ffff:127.0.0.1]',
      'rebound.example',
      'LOCALHOST.',
    ]) {
      expect(await reasonOf(fetch(`http://${host}:${port}/`, json))).toBe('outbound_address');
      expect(await reasonOf(fetch(`https://${host}:${port}/`, json))).toBe('outbound_address');
    }
    expect(calls).toBe(0);
  });

  it('is refused when one of its addresses is bad', async () => {
    const resolve: Resolve = async () => ['8.8.8.8', '2606:4700::1', '10.0.0.1'];
    const fetch = createGuardedFetch({ allow: nothing, resolve });
    expect(await reasonOf(fetch('https://many.example/', json))).toBe('outbound_address');
  });

  it('is the judged address: a name with another second answer is not asked again', async () => {
    const port = await serve(sayHello, '127.0.0.2');
    let reached = 0;
    await serve(
      (_request, response) => {
        reached += 1;
        response.end();
      },
      '127.0.0.1',
      port,
    );
    const answers = [['127.0.0.2'], ['127.0.0.1']];
    let asked = 0;
    const resolve: Resolve = async () => {
      const answer = answers[asked] ?? [];
      asked += 1;
      return answer;
    };
    const fetch = createGuardedFetch({ allow: parseOutboundAllow('127.0.0.2'), resolve });
    expect((await fetch(`http://rebinding.example:${port}/`, json)).status).toBe(200);
    expect({ asked, reached }).toEqual({ asked: 1, reached: 0 });
  });

  it.each([
    ['ftp', 'ftp://127.0.0.1/x', 'outbound_url'],
    ['file', 'file:///etc/passwd', 'outbound_url'],
    ['no URL', 'example.com', 'outbound_url'],
    ['a user', 'https://user@example.com/', 'outbound_url'],
    ['a password', 'https://:secret@example.com/', 'outbound_url'],
    ['beyond any length', `https://example.com/${'x'.repeat(3_000)}`, 'outbound_url'],
    ['a mail port', 'https://example.com:25/', 'outbound_port'],
    ['ssh', 'https://example.com:22/', 'outbound_port'],
    ['port 0', 'https://example.com:0/', 'outbound_port'],
    ['a free port in public', 'https://example.com:1024/', 'outbound_port'],
    ['http by its port in public', 'https://example.com:80/', 'outbound_port'],
    ['a name of metadata', 'https://metadata.google.internal/', 'outbound_address'],
    ['metadata with a trailing dot', 'https://METADATA.google.internal./', 'outbound_address'],
    ['a zone', 'https://[fe80::1%25eth0]/', 'outbound_url'],
    ['http at a public address', 'http://example.com/', 'outbound_url'],
    ['http at a public literal', 'http://8.8.8.8/', 'outbound_url'],
  ])('is refused: %s', async (_name, url, reason) => {
    const fetch = createGuardedFetch({ allow: loopback, resolve: async () => ['8.8.8.8'] });
    expect(await reasonOf(fetch(url, json))).toBe(reason);
  });

  it('is unreachable when its name has no address, or is unknown to the resolver', async () => {
    const empty = createGuardedFetch({ allow: loopback, resolve: async () => [] });
    expect(await reasonOf(empty('https://nothing.example/', json))).toBe('upstream_unavailable');
    const failing = createGuardedFetch({ allow: loopback, resolve: noResolver });
    expect(await reasonOf(failing('https://nothing.example/', json))).toBe('upstream_unavailable');
  });
});

describe('the answer', () => {
  const call = async (listener: RequestListener, request: Partial<GuardedRequest> = {}) => {
    const port = await serve(listener);
    const fetch = createGuardedFetch({ allow: loopback, resolve: noResolver });
    return fetch(`http://127.0.0.1:${port}/`, { ...json, ...request });
  };

  it.each([301, 302, 303, 307, 308])('to a redirect (%s) is not followed to any target', async (status) => {
    let calls = 0;
    const redirecting: RequestListener = (request, response) => {
      calls += 1;
      response.writeHead(status, { location: `http://127.0.0.1:${request.socket.localPort}/inside` }).end();
    };
    expect(await reasonOf(call(redirecting))).toBe('outbound_redirect');
    expect(calls).toBe(1);
  });

  it('is cut off at the size limit when endless, with its connection', async () => {
    let closed: Promise<void> | undefined;
    const endless: RequestListener = (_request, response) => {
      closed = new Promise((resolve) => response.on('close', resolve));
      response.writeHead(200, { 'content-type': 'application/json' });
      const chunk = Buffer.alloc(16 * 1024, 'x');
      const write = (): void => {
        while (!response.destroyed && response.write(chunk));
        if (!response.destroyed) response.once('drain', write);
      };
      write();
    };
    expect(await reasonOf(call(endless, { maxBytes: 100_000 }))).toBe('outbound_size');
    await closed;
  });

  it('is refused unread with a declared length over the limit', async () => {
    const large: RequestListener = (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '10000000' }).flushHeaders();
    };
    expect(await reasonOf(call(large))).toBe('outbound_size');
  });

  it('times out when it never comes, or drips', async () => {
    const silent: RequestListener = () => {};
    expect(await reasonOf(call(silent, { timeoutMs: 100 }))).toBe('upstream_timeout');
    const dripping: RequestListener = (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const timer = setInterval(() => response.write(' '), 10);
      response.on('close', () => clearInterval(timer));
    };
    expect(await reasonOf(call(dripping, { timeoutMs: 150 }))).toBe('upstream_timeout');
  });

  it('times out with a hanging resolver', async () => {
    const fetch = createGuardedFetch({ allow: loopback, resolve: () => new Promise(() => {}) });
    expect(await reasonOf(fetch('https://slow.example/', { ...json, timeoutMs: 50 }))).toBe('upstream_timeout');
  });

  it('is refused when compressed, however small', async () => {
    const bomb = gzipSync(Buffer.alloc(5_000_000));
    const zipped: RequestListener = (request, response) => {
      expect(request.headers['accept-encoding']).toBe('identity');
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(bomb);
    };
    expect(await reasonOf(call(zipped))).toBe('outbound_encoding');
  });

  it.each(['text/html', 'application/json-seq', ''])('is refused with another type (%j)', async (type) => {
    const other: RequestListener = (_request, response) => {
      response.writeHead(200, type === '' ? {} : { 'content-type': type }).end('{}');
    };
    expect(await reasonOf(call(other))).toBe('outbound_type');
  });

  it('is refused with excessive headers', async () => {
    const wordy: RequestListener = (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'x-long': 'x'.repeat(20_000) }).end('{}');
    };
    expect(await reasonOf(call(wordy))).toBe('outbound_size');
  });

  it('of a failing target is its status; a broken connection is no answer', async () => {
    const failing: RequestListener = (_request, response) => {
      response.writeHead(503, { 'content-type': 'text/plain' }).end('later');
    };
    expect(await call(failing)).toMatchObject({ status: 503 });
    const breaking: RequestListener = (request) => request.socket.destroy();
    expect(await reasonOf(call(breaking))).toBe('upstream_unavailable');
  });

  it('is not read when nobody reads it', async () => {
    const endless: RequestListener = (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.write('x'.repeat(1_000));
    };
    expect(await call(endless, { accept: [] })).toMatchObject({ status: 200, body: Buffer.alloc(0) });
  });

  it('follows method, headers and body as given', async () => {
    const echo: RequestListener = (request, response) => {
      let text = '';
      request.on('data', (chunk) => {
        text += String(chunk);
      });
      request.on('end', () => {
        const { method, headers } = request;
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify({ method, token: headers['authorization'], text }));
      });
    };
    const answer = await call(echo, { method: 'POST', body: 'hello', headers: { authorization: 'Bearer x' } });
    expect(JSON.parse(answer.body.toString())).toEqual({ method: 'POST', token: 'Bearer x', text: 'hello' });
  });

  it('is cancelled at once', async () => {
    const stop = new AbortController();
    const pending = call(() => stop.abort(), { signal: stop.signal });
    expect(await reasonOf(pending)).toBe('upstream_unavailable');
  });

  it('leaves no unhandled rejection when its caller cancelled before, which would end the process', async () => {
    const untaken: unknown[] = [];
    const note = (error: unknown) => untaken.push(error);
    process.on('unhandledRejection', note);
    const resolve: Resolve = (_host, signal) => Promise.reject(signal?.reason);
    const fetch = createGuardedFetch({ allow: loopback, resolve });
    const asked = fetch('http://auditor.example/', { ...json, signal: AbortSignal.abort() });
    expect(await reasonOf(asked)).toBe('upstream_unavailable');
    await new Promise((done) => setImmediate(done));
    process.off('unhandledRejection', note);
    expect(untaken).toEqual([]);
  });
});

describe('over https', () => {
  const resolve: Resolve = async () => ['127.0.0.1'];

  it('the certificate must match the name, while the connection goes to the judged address', async () => {
    const { port, asked } = await site.serveTls('auditor.example', sayHello);
    const fetch = createGuardedFetch({ allow: loopback, resolve, ca });
    expect((await fetch(`https://auditor.example:${port}/`, json)).status).toBe(200);
    expect(asked).toEqual(['auditor.example']);
    expect(await reasonOf(fetch(`https://another.example:${port}/`, json))).toBe('upstream_unavailable');
  });

  it('an untrusted certificate is no answer', async () => {
    const { port } = await site.serveTls('auditor.example', sayHello);
    const fetch = createGuardedFetch({ allow: loopback, resolve });
    const name = 'NODE_TLS_REJECT_UNAUTHORIZED';
    const before = process.env[name];
    expect(await reasonOf(fetch(`https://auditor.example:${port}/`, json))).toBe('upstream_unavailable');
    try {
      // No environment variable makes it one.
      process.env[name] = '0';
      expect(await reasonOf(fetch(`https://auditor.example:${port}/`, json))).toBe('upstream_unavailable');
    } finally {
      if (before === undefined) delete process.env[name];
      else process.env[name] = before;
    }
  });
});
