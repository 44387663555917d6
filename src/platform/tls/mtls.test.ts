/** mTLS between two processes: accepted clients, accepted servers, and renewal without interruption. */
import { once } from 'node:events';
import { type ConnectionOptions, connect } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SpiffeId } from '../../contract/spiffe.ts';
import { systemClock } from '../clock.ts';
import { createLogger } from '../log.ts';
import { createMtlsDispatcher, createPinnedDispatcher, type MtlsDispatcher } from './mtls-dispatcher.ts';
import { type MtlsListener, startMtlsListener } from './mtls-listener.ts';
import { aTestAuthority, gatewayId, minuteMs, type TestSvid } from './svid.fixture.ts';
import type { HeldSvid, SvidSource } from './svid-source.ts';
import type { TrustBundle } from './trust-bundle.ts';

const log = createLogger({ service: 'test', level: 'silent' });
const verifierId = 'spiffe://assay.local/verifier/default';
const authority = aTestAuthority();
const isVerifier = ({ trustDomain, path }: SpiffeId) => trustDomain === 'assay.local' && path[0] === 'verifier';
const isGateway = ({ trustDomain, path }: SpiffeId) => trustDomain === 'assay.local' && path[0] === 'gateway';

interface TestSource extends SvidSource {
  show(svid: TestSvid | undefined, bundle?: TrustBundle): void;
}

/** A source under the test's control. */
function aSource(first: TestSvid | undefined, trusted: TrustBundle = authority.bundle): TestSource {
  const listeners: (() => void)[] = [];
  const toHeld = (svid: TestSvid | undefined, bundle: TrustBundle): HeldSvid | undefined =>
    svid === undefined ? undefined : { ...svid, bundle, expiresAt: Number.POSITIVE_INFINITY };
  let held = toHeld(first, trusted);
  return {
    current: () => held,
    bundle: () => trusted,
    state: () => ({ spiffe_id: 'test', status: 'valid', expires_at: null }),
    onChange: (listener) => void listeners.push(listener),
    show(svid, bundle = trusted) {
      held = toHeld(svid, bundle);
      for (const listener of listeners) listener();
    },
    renew: async () => {},
    close: async () => {},
  };
}

const server = aSource(authority.svid(verifierId));
let clockAheadMs = 0;
const clock = { now: () => Date.now() + clockAheadMs };
let listener: MtlsListener;
beforeAll(async () => {
  listener = await startMtlsListener({
    source: server,
    host: '127.0.0.1',
    port: 0,
    accepts: isGateway,
    clock,
    log,
    openTo: ['POST /first'],
    handle: (request, response) => void response.end(JSON.stringify({ url: request.url })),
  });
});
afterAll(() => listener?.close());

const clients: MtlsDispatcher[] = [];
afterAll(() => Promise.all(clients.map((client) => client.close())));
function aClient(source: SvidSource, accepts = isVerifier): MtlsDispatcher {
  const client = createMtlsDispatcher({ url: listener.url, accepts, clock: systemClock, source });
  clients.push(client);
  return client;
}
async function get({ dispatcher }: MtlsDispatcher, path = '/', method: 'GET' | 'POST' = 'GET') {
  const { statusCode, body } = await dispatcher.request({ origin: listener.url, path, method });
  return { status: statusCode, text: await body.text() };
}

const portOf = () => Number(new URL(listener.url).port);

/** Opens a raw connection and sends one request. */
async function askRaw(options: ConnectionOptions): Promise<string> {
  const socket = connect({ port: portOf(), host: '127.0.0.1', ...options });
  let answer = '';
  socket.on('data', (data) => {
    answer += String(data);
  });
  socket.on('error', (error: NodeJS.ErrnoException) => {
    answer += `error ${error.code}`;
  });
  socket.once('secureConnect', () => socket.write('GET / HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n'));
  await new Promise((resolve) => socket.once('close', resolve));
  return answer;
}
const shown = ({ certificate: cert, key }: TestSvid) => ({ cert, key });
const trusting: ConnectionOptions = { ca: authority.bundle.pem, checkServerIdentity: () => undefined };

describe('a client with an X.509-SVID', () => {
  it('is admitted when expected here', async () => {
    expect(await get(aClient(aSource(authority.svid(gatewayId))))).toEqual({ status: 200, text: '{"url":"/"}' });
    expect(await askRaw({ ...trusting, ...shown(authority.svid(gatewayId)) })).toContain('HTTP/1.1 200');
  });

  it.each<[string, () => TestSvid]>([
    ['another trust domain', () => authority.svid('spiffe://evil.example/gateway/edge')],
    ['somebody who is not expected', () => authority.svid('spiffe://assay.local/agent/clerk')],
    ['a foreign authority', () => aTestAuthority('foreign').svid(gatewayId)],
    ['a foreign authority with the name of ours', () => aTestAuthority().svid(gatewayId)],
    [
      'the past',
      () => authority.svid(gatewayId, { notBefore: Date.now() - 9 * minuteMs, notAfter: Date.now() - 2_000 }),
    ],
    ['the future', () => authority.svid(gatewayId, { notBefore: Date.now() + minuteMs, notAfter: Date.now() + 9e6 })],
  ])('is cut off with a certificate of %s', async (_words, make) => {
    const answer = await askRaw({ ...trusting, ...shown(make()) });
    expect(answer).not.toContain('HTTP/1.1');
    await expect(get(aClient(aSource(make())))).rejects.toThrow();
  });

  it('is cut off once its certificate expires, on any connection', async () => {
    const socket = connect({ port: portOf(), ...trusting, ...shown(authority.svid(gatewayId)) });
    const answers: string[] = [];
    socket.on('data', (data) => answers.push(String(data)));
    const ask = async () => {
      socket.write('GET / HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n');
      await once(socket, 'data');
      return answers.at(-1);
    };
    expect(await ask()).toContain('HTTP/1.1 200');
    clockAheadMs = 61 * minuteMs;
    try {
      const late = await ask();
      expect(late).toContain('HTTP/1.1 401');
      expect(late).toContain('the certificate has expired');
    } finally {
      clockAheadMs = 0;
      socket.destroy();
    }
  });

  it('without a certificate reaches only open endpoints', async () => {
    const client = createPinnedDispatcher(
      { url: listener.url, accepts: isVerifier, clock: systemClock },
      authority.bundle,
    );
    clients.push(client);
    expect((await get(client, '/first', 'POST')).status).toBe(200);
    expect((await get(client, '/first?x=1', 'POST')).status).toBe(200);
    for (const path of ['/', '/first', '/first/', '//first']) expect((await get(client, path)).status).toBe(401);
    expect((await get(client, '/first/', 'POST')).status).toBe(401);
  });

  it('with TLS 1.2 is cut off', async () => {
    const old = await askRaw({ ...trusting, ...shown(authority.svid(gatewayId)), maxVersion: 'TLSv1.2' });
    expect(old).toMatch(/^error (?:ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION|ECONNRESET|undefined)/);
  });

  it('cannot resume an old session, which skips the check', async () => {
    const sessions: Buffer[] = [];
    const socket = connect({
      port: portOf(),
      ...trusting,
      ...shown(authority.svid(gatewayId)),
    });
    socket.on('session', (session) => sessions.push(session));
    socket.write('GET / HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n');
    socket.resume();
    await once(socket, 'close');
    for (const session of sessions) {
      const again = connect({ port: portOf(), ...trusting, session });
      await once(again, 'secureConnect');
      expect(again.isSessionReused()).toBe(false);
      again.destroy();
    }
  });
});

describe('a called service', () => {
  const client = (svid: TestSvid, trusted = authority.bundle) => {
    server.show(svid);
    return get(aClient(aSource(authority.svid(gatewayId), trusted)));
  };
  afterAll(() => server.show(authority.svid(verifierId)));

  it.each<[string, () => TestSvid]>([
    ['a gateway', () => authority.svid(gatewayId)],
    ['of another trust domain', () => authority.svid('spiffe://evil.example/verifier/default')],
    [
      'expired',
      () => authority.svid(verifierId, { notBefore: Date.now() - 9 * minuteMs, notAfter: Date.now() - 2_000 }),
    ],
    ['of a foreign authority', () => aTestAuthority().svid(verifierId)],
  ])('is refused when it is %s', async (_words, make) => {
    await expect(client(make())).rejects.toThrow();
  });

  it('is identified by its SPIFFE id, not by the name in the URL', async () => {
    expect((await client(authority.svid('spiffe://assay.local/verifier/other'))).status).toBe(200);
    await expect(client(authority.svid(verifierId), aTestAuthority().bundle)).rejects.toThrow();
  });

  it('without its own certificate accepts no connection, and with one again it does', async () => {
    server.show(undefined);
    const caller = aClient(aSource(authority.svid(gatewayId)));
    await expect(get(caller)).rejects.toThrow();
    server.show(authority.svid(verifierId));
    expect((await get(caller)).status).toBe(200);
  });
});

describe('a renewal', () => {
  it('of both sides interrupts no call, ten times under load', async () => {
    const own = aSource(authority.svid(gatewayId));
    const caller = aClient(own);
    const statuses: number[] = [];
    let isDone = false;
    const worker = async (): Promise<void> => {
      while (!isDone) statuses.push((await get(caller)).status);
    };
    const workers = Promise.all(Array.from({ length: 16 }, worker));
    for (let turn = 1; turn <= 10; turn += 1) {
      const enough = statuses.length + 200;
      while (statuses.length < enough) await get(caller);
      server.show(authority.svid(verifierId));
      own.show(authority.svid(gatewayId));
    }
    isDone = true;
    await workers;
    expect(statuses.length).toBeGreaterThan(2_000);
    expect(new Set(statuses)).toEqual(new Set([200]));
  });

  it('applies to new calls at once', async () => {
    const own = aSource(authority.svid(gatewayId));
    const caller = aClient(own);
    expect((await get(caller)).status).toBe(200);
    own.show(authority.svid('spiffe://evil.example/gateway/edge'));
    await expect(get(caller)).rejects.toThrow();
    own.show(undefined);
    await expect(get(caller)).rejects.toThrow('no valid certificate');
    own.show(authority.svid(gatewayId));
    expect((await get(caller)).status).toBe(200);
  });
});
