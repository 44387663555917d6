import { createServer } from 'node:http';
import { connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { type FakeService, serveFake } from '../cli.fake.ts';
import { UsageError } from '../options.ts';
import { openNetwork } from './network.ts';

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function serve(): Promise<FakeService> {
  const service = await serveFake((_, response) => response.end('list'));
  closers.push(() => service.close());
  return service;
}

/** A proxy that records requested hosts and always connects to `target`. */
async function serveProxy(target: FakeService) {
  const asked: string[] = [];
  const server = createServer().on('connect', ({ url = '' }, client) => {
    asked.push(url);
    const upstream = connect(Number(new URL(target.url).port), '127.0.0.1', () => {
      client.write('HTTP/1.1 200 OK\r\n\r\n');
      client.pipe(upstream).pipe(client);
    });
    for (const socket of [client, upstream]) socket.on('error', () => upstream.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the proxy listens on no port');
  closers.push(
    () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  );
  return { asked, url: `http://127.0.0.1:${address.port}` };
}

async function get(url: string, env: Readonly<Record<string, string>>) {
  const network = openNetwork(env);
  try {
    const signal = AbortSignal.timeout(5_000);
    return (await network.fetch(new URL(url), { redirect: 'manual', signal, headers: {} })).status;
  } catch (error) {
    if (error instanceof TypeError) return 'failed';
    throw error;
  } finally {
    await network.close();
  }
}

describe('the network', () => {
  it("is reached through the environment's proxy, except for excluded hosts", async () => {
    const target = await serve();
    // It speaks no TLS, so the call fails behind the proxy; only the requested host matters.
    const proxy = await serveProxy(target);
    for (const name of ['HTTPS_PROXY', 'https_proxy']) {
      expect(await get('https://kdsintf.amd.com/', { [name]: proxy.url })).toBe('failed');
    }
    expect(proxy.asked).toEqual(['kdsintf.amd.com:443', 'kdsintf.amd.com:443']);
    const https = target.url.replace('http:', 'https:');
    expect(await get(https, { HTTPS_PROXY: proxy.url, NO_PROXY: '127.0.0.1' })).toBe('failed');
    expect(proxy.asked).toHaveLength(2);
  });

  it('carries plain http to this machine directly, with any proxy', async () => {
    const target = await serve();
    const proxy = await serveProxy(target);
    expect(await get(target.url, { HTTPS_PROXY: proxy.url, HTTP_PROXY: proxy.url, http_proxy: proxy.url })).toBe(200);
    expect(proxy.asked).toEqual([]);
  });

  it('is not opened for a proxy of another kind, and its password is not shown', () => {
    for (const proxy of ['socks5://user:secret@proxy.example', 'proxy.example:3128', 'secret']) {
      expect(() => openNetwork({ HTTPS_PROXY: proxy })).toThrow(UsageError);
      expect(() => openNetwork({ HTTPS_PROXY: proxy })).not.toThrow(/secret/);
    }
  });
});
