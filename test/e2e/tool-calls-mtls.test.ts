/** A gateway's port for services: tool calls judged by certificate, and nothing else. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHttpToolJudge } from '../../src/clients/tool-judge/http.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { operatorTokenFile } from '../../src/platform/http/operator-token.ts';
import { createMtlsDispatcher, type MtlsDispatcher } from '../../src/platform/tls/mtls-dispatcher.ts';
import { aTestAuthority, type TestSvid } from '../../src/platform/tls/svid.fixture.ts';
import type { SvidSource } from '../../src/platform/tls/svid-source.ts';
import { recordedEvidence } from '../support/evidence.ts';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';
import { aQuestion, aResult, judgeOptions } from '../support/tool-gateway.ts';

const authority = aTestAuthority();
const connections: MtlsDispatcher[] = [];
let gateway: TestGateway;
let url: string;

function aSource(svid: TestSvid): SvidSource {
  const held = { ...svid, bundle: authority.bundle, expiresAt: Number.POSITIVE_INFINITY };
  return {
    current: () => held,
    bundle: () => authority.bundle,
    onChange: () => {},
    state: () => ({ spiffe_id: svid.spiffeId, status: 'valid', expires_at: null }),
    renew: async () => {},
    close: async () => {},
  };
}
function connect(spiffeId: string, source = aSource(authority.svid(spiffeId))) {
  const accepts = () => true;
  const connection = createMtlsDispatcher({ url, accepts, clock: systemClock, source });
  connections.push(connection);
  return connection.dispatcher;
}

beforeAll(async () => {
  gateway = await startTestGateway({
    identity: aSource(authority.svid('spiffe://assay.local/gateway/local')),
    env: { GATEWAY_MTLS_PORT: '0', ASSAY_AUTHENTICATION: 'required' },
  });
  url = gateway.mtlsUrl ?? '';
});
afterAll(async () => {
  for (const connection of connections) await connection.close();
  await gateway?.dispose();
});

describe('a gateway with a certificate of the organisation', () => {
  it('names any agent, and its credential', async () => {
    const judge = createHttpToolJudge({ url, dispatcher: connect('spiffe://assay.local/gateway/mcp') });
    const begun = await judge.begin(aQuestion(), judgeOptions());
    if (begun.decision !== 'allow') throw new Error(begun.decision);
    expect((await judge.end(begun.call_id, aResult('fine'), judgeOptions())).decision).toBe('allow');
    const key = (await readFile(join(gateway.folder, operatorTokenFile), 'utf8')).trim();
    const [evidence] = await recordedEvidence({
      get: (path) => fetch(`${gateway.url}${path}`, { headers: { 'x-assay-key': key } }),
    });
    expect(evidence).toMatchObject({ agent_id: 'clerk', authentication: 'api_key', tool: 'find' });
  });

  it('loses no call when its certificate is replaced during many, also between begin and end', async () => {
    const spiffeId = 'spiffe://assay.local/gateway/mcp';
    let source = aSource(authority.svid(spiffeId));
    const judge = createHttpToolJudge({
      url,
      dispatcher: connect(spiffeId, { ...source, current: () => source.current() }),
    });
    const one = async (index: number) => {
      const begun = await judge.begin(aQuestion(), judgeOptions());
      if (index % 5 === 0) source = aSource(authority.svid(spiffeId));
      if (begun.decision !== 'allow') throw new Error(begun.decision);
      return (await judge.end(begun.call_id, aResult('fine'), judgeOptions())).decision;
    };
    const all = await Promise.all(Array.from({ length: 30 }, (_each, index) => one(index)));
    expect(all).toEqual(all.map(() => 'allow'));
  });

  it('is refused once its certificate has expired', async () => {
    const spiffeId = 'spiffe://assay.local/gateway/mcp';
    const times = { notBefore: Date.now() - 120_000, notAfter: Date.now() - 60_000 };
    const judge = createHttpToolJudge({ url, dispatcher: connect(spiffeId, aSource(authority.svid(spiffeId, times))) });
    await expect(judge.begin(aQuestion(), judgeOptions())).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('cannot end the call of another one', async () => {
    const [one, other] = ['mcp', 'mcp-2'].map((id) =>
      createHttpToolJudge({ url, dispatcher: connect(`spiffe://assay.local/gateway/${id}`) }),
    );
    const begun = await one?.begin(aQuestion(), judgeOptions());
    if (begun?.decision !== 'allow') throw new Error('not allowed');
    await expect(other?.end(begun.call_id, aResult('x'), judgeOptions())).rejects.toMatchObject({ code: 'not_found' });
    expect((await one?.end(begun.call_id, aResult('x'), judgeOptions()))?.decision).toBe('allow');
  });

  it.each([
    ['GET', '/health', 200],
    ['GET', '/metrics', 404],
    ['GET', '/v1/receipts/export', 404],
    ['POST', '/v1/chat/completions', 404],
    ['POST', '/v1/evaluate', 404],
    ['POST', '/v1/tool-calls/../evaluate', 404],
    ['GET', '/openapi.json', 404],
  ] as const)('%s %s is answered %i', async (method, path, status) => {
    const dispatcher = connect('spiffe://assay.local/gateway/mcp');
    const { statusCode, body } = await dispatcher.request({ origin: url, method, path });
    await body.dump();
    expect(statusCode).toBe(status);
  });
});

describe('another certificate', () => {
  it.each([
    'spiffe://assay.local/agent/clerk',
    'spiffe://assay.local/attestor/local',
    'spiffe://other.assay.local/gateway/mcp',
    'spiffe://assay.local/gateway/mcp/more',
  ])('%s is refused', async (spiffeId) => {
    const judge = createHttpToolJudge({ url, dispatcher: connect(spiffeId) });
    await expect(judge.begin(aQuestion(), judgeOptions())).rejects.toMatchObject({ code: 'unavailable' });
  });
});

it('a port without a server certificate prevents the start', async () => {
  const wrong = startTestGateway({ folder: gateway.folder, env: { GATEWAY_MTLS_PORT: '0' } });
  await expect(wrong).rejects.toThrow('needs GATEWAY_MTLS=true');
});
