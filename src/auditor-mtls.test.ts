/** The mTLS port of an auditor, and the guarded client that calls it with a certificate. */
import { type ServedAuditor, serveAuditor } from '@assay/sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { patternAuditor } from '../test/support/auditors.ts';
import { addMtlsPort, listenToGateways } from './auditor-mtls.ts';
import { loadAuditorMtlsConfig } from './auditor-mtls-config.ts';
import { systemClock } from './platform/clock.ts';
import { createGuardedFetch } from './platform/http/guarded-fetch.ts';
import { loopbackBlocks, parseOutboundAllow } from './platform/http/outbound-addresses.ts';
import { createLogger } from './platform/log.ts';
import { requireSvid, toPeerTls } from './platform/tls/mtls-dispatcher.ts';
import type { MtlsListener } from './platform/tls/mtls-listener.ts';
import { aTestAuthority, aTestSource } from './platform/tls/svid.fixture.ts';

const log = createLogger({ service: 'test', level: 'silent' });
const parts = { clock: systemClock, log };
const domain = 'spiffe://assay.local';
const authority = aTestAuthority();
const sourceOf = (id: string | undefined, of = authority) =>
  aTestSource(id === undefined ? undefined : of.svid(`${domain}/${id}`), authority.bundle);
let served: ServedAuditor;
let listener: MtlsListener;

beforeAll(async () => {
  served = await serveAuditor(patternAuditor('pii_found', /NUMBER/g), {
    env: {},
    host: '127.0.0.1',
    port: 0,
    token: 'secret of the plain port',
  });
  listener = await listenToGateways(served, {
    ...parts,
    config: loadAuditorMtlsConfig({}),
    source: sourceOf('auditor/numbers'),
    host: '127.0.0.1',
    port: 0,
  });
});
afterAll(async () => {
  await listener?.close();
  await served?.close();
});

/** Asks as the holder of this certificate, expecting this auditor. */
function ask(path: string, as: ReturnType<typeof sourceOf>, expected = 'numbers') {
  const accepts = ({ path: [kind, name] }: { path: readonly string[] }) => kind === 'auditor' && name === expected;
  const client = createGuardedFetch({
    allow: parseOutboundAllow(loopbackBlocks),
    ports: new Set([Number(new URL(listener.url).port)]),
    tls: () => toPeerTls({ accepts, clock: systemClock }, authority.bundle, requireSvid(as)),
  });
  return client(`${listener.url}${path}`, { accept: ['application/json'] });
}

describe('the mTLS port of an auditor', () => {
  it('answers a gateway of its organisation by certificate, without the token of the plain port', async () => {
    const answer = await ask('/vocabulary', sourceOf('gateway/mcp'));
    expect([answer.status, JSON.parse(answer.body.toString())]).toEqual([
      200,
      expect.objectContaining({ vocabulary: expect.any(Array) }),
    ]);
    expect((await fetch(`${served.url}/vocabulary`)).status).toBe(401);
  });

  it.each([
    ['an agent', sourceOf('agent/clerk')],
    ['another auditor', sourceOf('auditor/numbers')],
    ['a gateway with a longer name', sourceOf('gateway/mcp/more')],
    [
      'a gateway of another organisation',
      aTestSource(authority.svid('spiffe://acme.assay.local/gateway/mcp'), authority.bundle),
    ],
    ['a gateway of an unknown authority', sourceOf('gateway/mcp', aTestAuthority('another authority'))],
  ])('refuses %s', async (_who, source) => {
    await expect(ask('/vocabulary', source)).rejects.toMatchObject({ code: 'upstream_unavailable' });
  });

  it('is not called by a gateway that expects another auditor', async () => {
    await expect(ask('/vocabulary', sourceOf('gateway/mcp'), 'letters')).rejects.toMatchObject({
      code: 'upstream_unavailable',
    });
  });

  it('is not called without a certificate of the caller', async () => {
    await expect(ask('/vocabulary', sourceOf(undefined))).rejects.toThrow('no valid certificate');
  });

  it('needs the verifier that gives its certificate: without one the auditor does not start', async () => {
    const other = await serveAuditor(patternAuditor('pii_found', /NUMBER/g), { env: {}, host: '127.0.0.1', port: 0 });
    const opened = addMtlsPort(other, loadAuditorMtlsConfig({ AUDITOR_MTLS_PORT: '0' }), parts);
    await expect(opened).rejects.toMatchObject({
      publicText: expect.stringContaining('mTLS needs AUDITOR_VERIFIER_URL'),
    });
    await other.closed;
  });
});
