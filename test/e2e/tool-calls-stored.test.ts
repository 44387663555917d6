/** A tool call as stored by the verifier: Evidence that names it, and events without confidential parts. */
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createLocalToolJudge } from '../../src/clients/tool-judge/local.ts';
import { createLocalVerifierClient } from '../../src/clients/verifier/local.ts';
import { openTestVerifier, type TestVerifier } from '../../src/verifier/test-verifier.ts';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';
import { aQuestion, aResult, judgeOptions, readingAuditors } from '../support/tool-gateway.ts';

let verifier: TestVerifier;
let gateway: TestGateway;

beforeAll(async () => {
  verifier = await openTestVerifier();
  verifier.clock.set(Date.now() + 1_000);
  await verifier.post('/v1/agents', { id: 'clerk' });
  gateway = await startTestGateway({
    verifier: createLocalVerifierClient(verifier.verifier().app),
    auditors: readingAuditors,
  });
});
afterAll(async () => {
  await gateway?.dispose();
  await verifier?.close();
});

it('is stored and appraised with its tool and its server, and reported without its arguments', async () => {
  const judge = createLocalToolJudge(gateway.toolCalls);
  const begun = await judge.begin(aQuestion({ arguments: { name: 'Lovelace' } }), judgeOptions());
  if (begun.decision !== 'allow') throw new Error(begun.decision);
  await judge.end(begun.call_id, aResult('fine'), judgeOptions());
  await gateway.flush(AbortSignal.timeout(45_000));
  const { body } = await verifier.admin('GET', `/v1/evidence/${begun.evidence_id}`);
  expect(body).toMatchObject({ tool: 'find', server: 'crm', phase: 'execution', agent_id: 'clerk', enforced: 'allow' });
  const statuses = await vi.waitFor(
    async () => {
      const events = await verifier.admin('GET', '/v1/events?limit=500');
      expect(JSON.stringify(events.body)).not.toContain('Lovelace');
      const items = Array.isArray(events.body['items']) ? events.body['items'] : [];
      const told = items.filter(({ type }) => type === 'tool.call');
      expect(told).toHaveLength(2);
      return told.map(({ data }) => [data.call_id, data.status]);
    },
    { interval: 50 },
  );
  expect(statuses).toEqual(['started', 'succeeded'].map((status) => [begun.evidence_id, status]));
});

it.each([
  ['arguments and a result that were both redacted', 'PRIVATE1', 'PRIVATE2'],
  ['a result that was redacted', 'Ada', 'PRIVATE2'],
])('is stored with %s', async (_name, asked, said) => {
  const judge = createLocalToolJudge(gateway.toolCalls);
  const begun = await judge.begin(aQuestion({ arguments: { name: asked } }), judgeOptions());
  if (begun.decision !== 'allow') throw new Error(begun.decision);
  const ended = await judge.end(begun.call_id, aResult(said), judgeOptions());
  expect(ended).toMatchObject({ decision: 'allow', redacted: true });
  await gateway.flush(AbortSignal.timeout(45_000));
  expect(await verifier.admin('GET', `/v1/evidence/${begun.evidence_id}`)).toMatchObject({ status: 200 });
});

it('is stored when many texts were judged together, including denied ones', async () => {
  const before = await countEvidence();
  const words = ['fine', 'ATTACK', 'PRIVATE1'];
  const texts = Array.from({ length: 12 }, (_, index) => ({ id: String(index), text: words[index % 3] ?? '' }));
  const question = { caller: aQuestion().caller, server: 'crm', of: 'contents' as const, texts };
  const { results } = await createLocalToolJudge(gateway.toolCalls).texts(question, judgeOptions());
  expect(results.slice(0, 3).map(({ decision }) => decision)).toEqual(['allow', 'deny', 'deny']);
  await gateway.flush(AbortSignal.timeout(45_000));
  expect(await countEvidence()).toBe(before + 1);
});

async function countEvidence(): Promise<number> {
  const { body } = await verifier.admin('GET', '/v1/evidence?limit=100');
  return Array.isArray(body['items']) ? body['items'].length : 0;
}
