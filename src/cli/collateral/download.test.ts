import { afterEach, describe, expect, it } from 'vitest';
import { isAppError } from '../../platform/errors.ts';
import { type FakeService, type SeenRequest, serveFake } from '../cli.fake.ts';
import { createDownload } from './download.ts';

const now = Date.parse('2026-06-15T12:00:00Z');
const services: FakeService[] = [];
afterEach(async () => {
  await Promise.all(services.splice(0).map((service) => service.close()));
});

type Answering = Parameters<typeof serveFake>[0];

async function serve(...answers: Answering[]): Promise<FakeService> {
  const service = await serveFake((request, response) => {
    const at = Math.min(service.seen.length, answers.length) - 1;
    answers[at]?.(request, response);
  });
  services.push(service);
  return service;
}

const send =
  (status: number, headers: Record<string, string> = {}, body = ''): Answering =>
  (_, response) => {
    response.writeHead(status, headers);
    response.end(body);
  };

/** One download with its pauses and its result. */
async function get(url: string, { timeoutMs = 5_000, signal }: { timeoutMs?: number; signal?: AbortSignal } = {}) {
  const pauses: number[] = [];
  const download = createDownload({
    fetch: (target, init) => fetch(target, init),
    clock: { now: () => now },
    wait: async (durationMs) => {
      pauses.push(durationMs);
    },
    timeoutMs,
    signal,
  });
  try {
    const { bytes, header } = await download(new URL(url));
    return { pauses, text: Buffer.from(bytes).toString(), kind: header('content-type') };
  } catch (error) {
    if (!isAppError(error)) throw error;
    return { pauses, code: error.code, text: error.publicText };
  }
}

const paths = ({ seen }: FakeService) => seen.map(({ url }: SeenRequest) => url);

describe('a download', () => {
  it('gives the bytes and headers of the answer at the first try', async () => {
    const service = await serve(send(200, { 'content-type': 'text/x' }, 'list'));
    expect(await get(`${service.url}/crl`)).toEqual({ pauses: [], text: 'list', kind: 'text/x' });
    expect(paths(service)).toEqual(['/crl']);
  });

  it('is tried once more after a transient failure, and not a third time', async () => {
    for (const status of [429, 500, 502, 503, 504]) {
      const recovering = await serve(send(status), send(200, {}, 'list'));
      expect(await get(recovering.url)).toMatchObject({ pauses: [1000], text: 'list' });
    }
    const broken = await serve(send(500));
    const failed = await get(broken.url);
    expect(failed).toMatchObject({ code: 'unavailable', pauses: [1000] });
    expect(failed.text).toContain('HTTP 500');
    expect(broken.seen).toHaveLength(2);
  });

  it('waits as long as the server asks, in seconds or until a date, and at most a minute', async () => {
    const date = new Date(now + 7_000).toUTCString();
    for (const [value, pauses] of [
      ['5', [5_000]],
      [date, [7_000]],
      ['soon', [1_000]],
      ['61', []],
    ] as const) {
      const service = await serve(send(429, { 'retry-after': value }), send(200, {}, 'list'));
      expect((await get(service.url)).pauses).toEqual(pauses);
    }
    const later = await serve(send(503, { 'retry-after': '3600' }));
    expect((await get(later.url)).text).toContain('come back in 3600 s');
    expect(later.seen).toHaveLength(1);
  });

  it('reports a missing resource without a retry', async () => {
    const service = await serve(send(404, {}, 'no such chip'));
    expect(await get(service.url)).toMatchObject({ code: 'not_found', pauses: [] });
    const refusing = await serve(send(400));
    expect(await get(refusing.url)).toMatchObject({ code: 'unavailable', pauses: [] });
    expect([service.seen.length, refusing.seen.length]).toEqual([1, 1]);
  });

  it('ends at its deadline when the server hangs before or in its answer', async () => {
    const silent = await serve(() => {});
    expect(await get(silent.url, { timeoutMs: 60 })).toMatchObject({ code: 'unavailable', pauses: [1000] });
    const halting = await serve((_, response) => {
      response.writeHead(200, { 'content-length': '9' });
      response.write('half');
    });
    const { text } = await get(halting.url, { timeoutMs: 500 });
    expect(text).toContain('did not answer completely within 0.5 s');
    expect(halting.seen).toHaveLength(2);
  });

  it('is incomplete when the connection breaks', async () => {
    const breaking = await serve((_, response) => {
      response.writeHead(200, { 'content-length': '9' });
      response.write('half', () => response.destroy());
    });
    expect(await get(breaking.url)).toMatchObject({ code: 'unavailable', pauses: [1000] });
  });

  it('stops at two megabytes, for any declared length', async () => {
    const body = 'x'.repeat(2 * 1024 * 1024 + 1);
    for (const headers of [{}, { 'transfer-encoding': 'chunked' }]) {
      const service = await serve(send(200, headers, body));
      const { code, text } = await get(service.url);
      expect([code, text.includes('more than 2097152 bytes'), service.seen.length]).toEqual(['unavailable', true, 1]);
    }
  });

  it('follows redirects on the same host only', async () => {
    const elsewhere = await serve(send(200, {}, 'list of somebody else'));
    const leading = await serve(send(302, { location: `${elsewhere.url}/crl` }));
    const led = await get(leading.url);
    expect(led).toMatchObject({ code: 'unavailable', pauses: [] });
    expect(led.text).toContain('is not followed');
    expect(elsewhere.seen).toHaveLength(0);

    const moved = await serve(send(307, { location: '/new/crl' }), send(200, {}, 'list'));
    expect((await get(`${moved.url}/crl`)).text).toBe('list');
    expect(paths(moved)).toEqual(['/crl', '/new/crl']);

    const circling = await serve(send(301, { location: '/' }));
    expect((await get(circling.url)).text).toContain('more than 3 times');
    const lost = await serve(send(302));
    expect((await get(lost.url)).text).toContain('to no address');
    const down = await serve(send(302, { location: 'file:///etc/passwd' }));
    expect((await get(down.url)).text).toContain('is not followed');
  });

  it('explains a network failure', async () => {
    const service = await serve(send(200));
    await service.close();
    const { code, text, pauses } = await get(service.url);
    expect([code, pauses]).toEqual(['unavailable', [1000]]);
    expect(text).toContain('ECONNREFUSED');
    expect(text).toContain('--mirror');
  });

  it('ends at once when the user stops the program', async () => {
    const stop = new AbortController();
    const silent = await serve(() => stop.abort());
    await expect(get(silent.url, { signal: stop.signal })).rejects.toThrow();
    expect(silent.seen).toHaveLength(1);
  });
});
