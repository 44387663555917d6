import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { VerifierClient } from '../../../clients/verifier/client.ts';
import { createHttpVerifierClient } from '../../../clients/verifier/http.ts';
import { createLocalVerifierClient } from '../../../clients/verifier/local.ts';
import { escalationExample } from '../../../contract/escalation-example.ts';
import { openTestVerifier, type TestVerifier } from '../../test-verifier.ts';
import { openBundle } from './test-bundle.ts';

describe.each(['local', 'http'] as const)('a gateway that reaches the verifier by %s', (form) => {
  let verifier: TestVerifier;
  let client: VerifierClient;
  beforeAll(async () => {
    verifier = await openTestVerifier();
    await verifier.post('/v1/agents', { id: escalationExample.binding.agent_id });
    const { app } = verifier.verifier();
    client =
      form === 'local'
        ? createLocalVerifierClient(app)
        : createHttpVerifierClient({ url: await app.listen({ host: '127.0.0.1', port: 0 }) });
  });
  afterAll(async () => {
    await client?.close();
    await verifier?.close();
  });

  const waiting = () => verifier.verifier().services.gateways.countWaiting();
  const changed = async (etag?: string) => {
    const answer = await client.configBundle({ gatewayId: 'gw', etag });
    if (answer.status !== 'changed') throw new Error('unchanged');
    return answer;
  };

  it('trusts the bundle by the keys that it reads apart', async () => {
    const { jws } = await changed();
    expect(openBundle(jws).keys).toEqual(await client.publicKeys());
  });

  it('waits, is woken by a change, and says what it made of it', async () => {
    const { etag } = await changed();
    const waits = client.configBundle({ gatewayId: 'gw', etag, waitS: 60 });
    while (waiting() === 0) await new Promise(setImmediate);
    await verifier.post('/v1/agents', { id: 'news' });
    const news = await waits;
    if (news.status !== 'changed') throw new Error('unchanged');
    expect(openBundle(news.jws).agents.map(({ id }) => id)).toContain('news');
    const running = news.etag.slice(1, -1);
    const problems = [{ reason: 'auditor_without_place', message: 'custom has no address' }];
    await client.reportConfig('gw', { running, source: 'verifier', problems });
    expect((await verifier.get('/v1/gateways/gw')).body).toMatchObject({ state: 'current', problems });
    expect(await client.configBundle({ gatewayId: 'gw', etag: news.etag })).toEqual({ status: 'unchanged' });
  });

  it('asks for an approval, once for the same exchange', async () => {
    const asked = await client.escalate('gw', escalationExample);
    expect(asked).toMatchObject({ status: 'pending', grant: null });
    expect(await client.escalate('gw', escalationExample)).toEqual(asked);
    const { binding } = escalationExample;
    const unknown = client.escalate('gw', { ...escalationExample, binding: { ...binding, agent_id: 'nobody' } });
    await expect(unknown).rejects.toMatchObject({ code: 'not_found', extensions: { reason: 'unknown_agent' } });
  });

  it('waits no more when it gives up', async () => {
    const { etag } = await changed();
    const gone = new AbortController();
    const waits = client.configBundle({ gatewayId: 'gw', etag, waitS: 60, signal: gone.signal });
    waits.catch(() => {});
    while (waiting() === 0) await new Promise(setImmediate);
    gone.abort(new Error('stopped'));
    await expect(waits).rejects.toThrow('stopped');
    while (waiting() > 0) await new Promise(setImmediate);
  });
});
