/** The verifier's API by X.509-SVID: each certificate is one agent or one gateway, and only while it is trusted. */
import { connect } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSvidIssuer } from '../../../clients/verifier/svid-issuer.ts';
import type { SpiffeId } from '../../../contract/spiffe.ts';
import { createLogger } from '../../../platform/log.ts';
import { createMtlsDispatcher, createPinnedDispatcher } from '../../../platform/tls/mtls-dispatcher.ts';
import type { MtlsListener } from '../../../platform/tls/mtls-listener.ts';
import { type SvidSource, startSvidSource } from '../../../platform/tls/svid-source.ts';
import { loadVerifierConfig } from '../../base/config.ts';
import { openTestVerifier, type TestVerifier } from '../../test-verifier.ts';
import { listenByMtls } from './own-identity.ts';

const log = createLogger({ service: 'test', level: 'silent' });
const accepts = ({ path: [kind] }: SpiffeId) => kind === 'verifier';
const randomBytes = (size: number) => new Uint8Array(size);
const sleep = (_ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
const undo: (() => Promise<void>)[] = [];
let verifier: TestVerifier;
let listener: MtlsListener;

beforeAll(async () => {
  verifier = await openTestVerifier({ VERIFIER_MTLS_PORT: '0' });
  const { clock } = verifier;
  clock.set(Date.now());
  const { app, identity } = verifier.verifier();
  if (identity === undefined) throw new Error('no identity');
  await identity.renew();
  await app.ready();
  const config = loadVerifierConfig({ VERIFIER_MTLS_PORT: '0' });
  listener = await listenByMtls({ app, identity }, { config, clock, log });
  await verifier.post('/v1/agents', { id: 'clerk' });
});
afterAll(async () => {
  for (const step of undo.toReversed()) await step();
  await listener?.close();
  await verifier?.close();
});

/** Makes a process with a certificate of that service, issued by an operator's call. */
async function aService(service: string, spiffeId = `spiffe://assay.local/${service}`) {
  const { x509Authority, issueOwn } = verifier.verifier().services;
  const source = await startSvidSource({
    spiffeId,
    pinned: await x509Authority.bundle(),
    clock: verifier.clock,
    randomBytes,
    sleep,
    log,
    issue: (csr) => issueOwn(csr, spiffeId),
  });
  undo.push(source.close);
  return { source, ...callsOf(source) };
}

function callsOf(source: SvidSource) {
  const connection = createMtlsDispatcher({ url: listener.url, accepts, clock: verifier.clock, source });
  undo.push(connection.close);
  return {
    async call(method: 'GET' | 'POST', path: string, body?: unknown, headers: Record<string, string> = {}) {
      const answer = await connection.dispatcher.request({
        origin: listener.url,
        method,
        path,
        body: body === undefined ? null : JSON.stringify(body),
        headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      });
      const text = await answer.body.text();
      const parsed: unknown = text.startsWith('{') ? JSON.parse(text) : {};
      return { status: answer.statusCode, body: { ...Object(parsed) } };
    },
  };
}

describe('a caller with a certificate', () => {
  it('is the named gateway or agent', async () => {
    const gateway = await aService('gateway/edge');
    expect((await gateway.call('GET', '/v1/me')).body).toMatchObject({ kind: 'gateway', role: 'gateway' });
    expect((await gateway.call('GET', '/v1/gateways/edge/bundle')).status).toBe(200);
    const agent = await aService('agent/clerk');
    expect((await agent.call('GET', '/v1/me')).body).toMatchObject({ kind: 'agent', role: 'agent' });
  });

  it('of gateway edge cannot act as gateway other', async () => {
    const { call } = await aService('gateway/edge');
    expect((await call('GET', '/v1/gateways/other/bundle')).status).toBe(403);
    const report = { bundle: null, problems: [] };
    expect([403, 400]).toContain((await call('POST', '/v1/gateways/other/status', report)).status);
    const csr = 'x';
    for (const service of ['gateway/other', 'attestor/local', 'auditor/edge', 'verifier/default']) {
      expect((await call('POST', '/v1/spiffe/x509-svid', { csr, service })).status).not.toBe(200);
    }
    expect((await call('GET', '/v1/agents')).status).toBe(403);
  });

  it('renews only its own certificate', async () => {
    const first = await aService('gateway/edge');
    const svid = first.source.current();
    if (svid === undefined) throw new Error('no certificate');
    const known = { svid, bundle: svid.bundle };
    const issuer = (service: string) =>
      createSvidIssuer({
        url: listener.url,
        service,
        token: undefined,
        renewsByCertificate: true,
        accepts,
        clock: verifier.clock,
      });
    const renew = (service: string) =>
      startSvidSource({
        spiffeId: `spiffe://assay.local/${service}`,
        pinned: svid.bundle,
        clock: verifier.clock,
        randomBytes,
        sleep,
        log,
        issue: (csr) => issuer(service).issue(csr, known),
      });
    const own = await renew('gateway/edge');
    const other = await renew('gateway/other');
    undo.push(own.close, other.close);
    expect([own.state().status, other.state().status]).toEqual(['valid', 'none']);
    expect(other.state().problem).toContain('only the identity gateway/edge');
    expect((await issuer('gateway/edge').readBundle(svid.bundle)).pem).toBe(svid.bundle.pem);
  });

  it('of a suspended agent is refused at once, although it is valid', async () => {
    const { call, source } = await aService('agent/clerk');
    expect((await call('GET', '/v1/agents/clerk')).status).toBe(200);
    const { status } = await verifier.post('/v1/agents/clerk/suspend', { reason: 'test' });
    expect(status).toBe(200);
    const refused = await call('GET', '/v1/agents/clerk');
    expect([refused.status, refused.body.reason]).toEqual([401, 'agent_inactive']);
    expect(source.state().status).toBe('valid');
  });

  it.each(['attestor/local', 'auditor/pii', 'verifier/default'])('of %s is refused', async (service) => {
    const { call } = await aService(service);
    await expect(call('GET', '/v1/me')).rejects.toThrow();
  });

  it('of an unknown organisation is nobody, not a local caller', async () => {
    const { call } = await aService('gateway/edge', 'spiffe://nobody.assay.local/gateway/edge');
    expect((await call('GET', '/v1/me')).status).toBe(401);
  });
});

describe('a caller without a certificate', () => {
  it('reads the bundle and requests a first certificate with a credential; on loopback too', async () => {
    const bundle = await verifier.verifier().services.x509Authority.bundle();
    const { dispatcher, close } = createPinnedDispatcher({ url: listener.url, accepts, clock: verifier.clock }, bundle);
    undo.push(close);
    const ask = async (method: 'GET' | 'POST', path: string) => {
      const headers = { 'content-type': 'application/json' };
      const body = method === 'GET' ? null : '{"csr":"x","service":"gateway/edge"}';
      const { statusCode, body: answer } = await dispatcher.request({
        origin: listener.url,
        method,
        path,
        headers,
        body,
      });
      await answer.text();
      return statusCode;
    };
    expect(await ask('GET', '/v1/spiffe/bundle')).toBe(200);
    expect(await ask('POST', '/v1/spiffe/x509-svid')).toBe(401);
    expect([await ask('GET', '/v1/me'), await ask('GET', '/health')]).toEqual([401, 401]);
  });

  it('of the plain port is nobody here: the port speaks TLS 1.3 only', async () => {
    await expect(fetch(listener.url.replace('https', 'http'))).rejects.toThrow();
    const socket = connect({
      port: Number(new URL(listener.url).port),
      rejectUnauthorized: false,
      maxVersion: 'TLSv1.2',
    });
    const outcome = await new Promise((resolve) => {
      socket.once('error', () => resolve('refused'));
      socket.once('secureConnect', () => resolve('connected'));
    });
    expect(outcome).toBe('refused');
  });
});
