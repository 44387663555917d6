/** A gateway asks an auditor on another machine for claims with its certificate, and decides by nobody else's claims. */
import { type ServedAuditor, serveAuditor } from '@assay/sdk';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { listenToGateways } from '../../src/auditor-mtls.ts';
import { loadAuditorMtlsConfig } from '../../src/auditor-mtls-config.ts';
import { createAuditorConnections } from '../../src/connect-auditor.ts';
import { loadGatewayConfig } from '../../src/gateway/config.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { createLogger } from '../../src/platform/log.ts';
import { createStepQueue } from '../../src/platform/step-queue.ts';
import { aTestAuthority, aTestSource } from '../../src/platform/tls/svid.fixture.ts';
import { createServiceIdentity } from '../../src/service-identity.ts';
import { attackAuditor, patternAuditor } from '../support/auditors.ts';
import { recordedEvidence } from '../support/evidence.ts';
import { startTestGateway } from '../support/gateway.ts';

const log = createLogger({ service: 'test', level: 'silent' });
const own = 'spiffe://assay.local';
const authority = aTestAuthority();
const sourceOf = (spiffeId: string | undefined, of = authority) =>
  aTestSource(spiffeId === undefined ? undefined : of.svid(spiffeId), authority.bundle);
const untrusted = /its certificate is of an authority that is not trusted/;
const asked: string[] = [];
let served: ServedAuditor;

beforeAll(async () => {
  const definition = patternAuditor('pii_found', /NUMBER/g, ({ text }) => void asked.push(text));
  served = await serveAuditor(definition, { env: {}, host: '127.0.0.1', port: 0, token: 'of the plain port' });
});
afterAll(() => served?.close());

/** The auditor's port for gateways, where it shows the certificate of this source. */
async function aPort(source: ReturnType<typeof sourceOf>): Promise<string> {
  const config = loadAuditorMtlsConfig({});
  const listening = { config, source, host: '127.0.0.1', port: 0, clock: systemClock, log };
  const listener = await listenToGateways(served, listening);
  onTestFinished(() => listener.close());
  return listener.url;
}

interface Asking {
  readonly url: string;
  /** Certificate of the gateway; without mTLS if null. */
  readonly source: ReturnType<typeof sourceOf> | null;
  readonly except?: string;
}

async function aGateway({ url, source, except = '' }: Asking) {
  const names = { trustDomain: 'assay.local', ownDomain: 'assay.local' };
  const gateway = await startTestGateway({
    auditors: [attackAuditor],
    remote: [{ name: 'pattern', url }],
    connectRemote: createAuditorConnections({
      env: { AUDITOR_TOKEN: 'of the plain port' },
      clock: systemClock,
      monotonicMs: () => performance.now(),
      log,
      starts: () => false,
      config: { GATEWAY_MTLS_EXCEPT: except },
      identity: source === null ? undefined : createServiceIdentity({ source, ...names, clock: systemClock }),
      turns: createStepQueue({ monotonicMs: () => performance.now(), rest: async () => {}, largeSize: 1_000_000 }),
      pool: undefined,
      commands: new Map(),
    }),
  });
  onTestFinished(() => gateway.dispose());
  return {
    async ask(content: string) {
      const answer = await gateway.post('/v1/chat/completions', {
        model: 'echo',
        messages: [{ role: 'user', content }],
      });
      await answer.text();
      return { status: answer.status, evidence: (await recordedEvidence(gateway)).at(-1) };
    },
  };
}

describe('an auditor at its mTLS port', () => {
  it('is asked with the certificate of the gateway, and its claims decide', async () => {
    const url = await aPort(sourceOf(`${own}/auditor/pattern`));
    const gateway = await aGateway({ url, source: sourceOf(`${own}/gateway/local`) });
    const allowed = await gateway.ask('nothing private');
    expect([allowed.status, allowed.evidence?.decision.decision]).toEqual([200, 'allow']);
    expect(allowed.evidence?.auditors).toContainEqual(
      expect.objectContaining({ name: 'pattern', auditor_id: 'pattern', boundary: 'remote', status: 'ok' }),
    );
    const found = await gateway.ask('my NUMBER');
    expect(found.evidence?.claims).toContainEqual(expect.objectContaining({ name: 'pii_found', value: true }));
    expect(asked).toContain('my NUMBER');
  });
});

describe('claims are due and missing, with auditor and reason in the denial,', () => {
  const gatewayOwn = sourceOf(`${own}/gateway/local`);
  it.each([
    [
      'another auditor answers',
      sourceOf(`${own}/auditor/other`),
      gatewayOwn,
      /it shows spiffe:..assay.local.auditor.other/,
    ],
    [
      'a gateway answers',
      sourceOf(`${own}/gateway/pattern`),
      gatewayOwn,
      /it shows spiffe:..assay.local.gateway.pattern/,
    ],
    [
      'an auditor of another organisation answers',
      sourceOf('spiffe://acme.assay.local/auditor/pattern'),
      gatewayOwn,
      /it shows spiffe:..acme.assay.local.auditor.pattern/,
    ],
    [
      'its certificate is of another authority',
      sourceOf(`${own}/auditor/pattern`, aTestAuthority('another authority')),
      gatewayOwn,
      untrusted,
    ],
    [
      'the auditor refuses the certificate of the gateway',
      sourceOf(`${own}/auditor/pattern`),
      sourceOf('spiffe://acme.assay.local/gateway/local'),
      /UND_ERR_SOCKET|ECONNRESET/,
    ],
    [
      'the gateway has no certificate',
      sourceOf(`${own}/auditor/pattern`),
      sourceOf(undefined),
      /no valid certificate of none to connect with/,
    ],
    ['the gateway does not use mTLS', sourceOf(`${own}/auditor/pattern`), null, untrusted],
  ])('where %s', async (_case, auditor, source, reason) => {
    asked.length = 0;
    const gateway = await aGateway({ url: await aPort(auditor), source });
    const { status, evidence } = await gateway.ask('my NUMBER');
    expect([status, evidence?.decision.decision, evidence?.decision.reasons]).toEqual([
      403,
      'deny',
      ['missing:*:pattern'],
    ]);
    expect(evidence?.decision.errors).toContainEqual(expect.stringMatching(reason));
    expect(evidence?.decision.errors).toContainEqual(expect.stringContaining('auditor pattern was never reached'));
    expect(asked).toEqual([]);
  });

  it('where it has lost its certificate since', async () => {
    let source = sourceOf(`${own}/auditor/pattern`);
    const url = await aPort({ ...source, current: () => source.current() });
    const gateway = await aGateway({ url, source: gatewayOwn });
    expect((await gateway.ask('hello')).status).toBe(200);
    source = sourceOf(undefined);
    asked.length = 0;
    const { status, evidence } = await gateway.ask('my NUMBER');
    expect([status, evidence?.decision.reasons]).toEqual([403, ['missing:pii_found:pattern']]);
    expect(evidence?.auditors).toContainEqual(
      expect.objectContaining({
        name: 'pattern',
        status: 'failed',
        error: expect.objectContaining({ message: expect.stringContaining('could not be reached') }),
      }),
    );
    expect(asked).toEqual([]);
  });
});

describe('an auditor that GATEWAY_MTLS_EXCEPT names', () => {
  it.each(['127.0.0.1', 'other.example, 127.0.0.1:PORT'])('is called by https of the system: %s', async (list) => {
    const url = await aPort(sourceOf(`${own}/auditor/pattern`));
    const except = list.replace('PORT', new URL(url).port);
    const gateway = await aGateway({ url, source: sourceOf(`${own}/gateway/local`), except });
    const { evidence } = await gateway.ask('hello');
    expect(evidence?.decision.errors).toContainEqual(expect.stringMatching(untrusted));
  });

  it.each(['https://audits.example', 'audits.example/claims', 'a b', 'a,,b'])('is a host, not %s', (list) => {
    expect(() => loadGatewayConfig({ GATEWAY_MTLS_EXCEPT: list })).toThrow('GATEWAY_MTLS_EXCEPT');
    expect(loadGatewayConfig({ GATEWAY_MTLS_EXCEPT: 'a.example, [::1]:8443' }).GATEWAY_MTLS_EXCEPT).toContain('8443');
  });

  it('is none with another port', async () => {
    const url = await aPort(sourceOf(`${own}/auditor/pattern`));
    const gateway = await aGateway({ url, source: sourceOf(`${own}/gateway/local`), except: '127.0.0.1:1' });
    expect((await gateway.ask('hello')).status).toBe(200);
  });
});
