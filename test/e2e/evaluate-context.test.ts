/** What a caller of /v1/evaluate says in `vendor_context` (contract 2.3) is kept, and changes no policy's claims. */
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DecisionResult } from '../../src/contract/decision.ts';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway.dispose());

const send = (input: string, context: object, headers: Record<string, string> = {}) =>
  gateway.post('/v1/evaluate', { data: { input }, phase: 'request', vendor_context: context }, headers);

async function evaluate(input: string, context: object, headers: Record<string, string> = {}): Promise<DecisionResult> {
  const answer = await send(input, context, headers);
  expect(answer.status).toBe(200);
  return (await answer.json()) as DecisionResult;
}

describe('trace_id', () => {
  const traceOf = ({ evidence }: DecisionResult) => decodeJwt(evidence.jws)['trace_id'];

  it('of the body is the trace of the Evidence', async () => {
    expect(traceOf(await evaluate('hello', { trace_id: 'order-17' }))).toBe('order-17');
  });

  it('counts only where no traceparent names the trace', async () => {
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
    const result = await evaluate('hello', { trace_id: 'order-17' }, { traceparent });
    expect(traceOf(result)).toBe('4bf92f3577b34da6a3ce929d0e0e4736');
  });

  it.each(['', 'x'.repeat(65), 'a b', 'a\n'])('%j is refused', async (traceId) => {
    expect((await send('hello', { trace_id: traceId })).status).toBe(400);
  });
});

describe('claim_instances', () => {
  const mine = { instance_id: '0b7d3c1e-9a55-4c6e-8f0e-2f0c1d2e3f40', settings: { threshold: 0.2 } };

  it('are made beside the claims that policies read, under their own names', async () => {
    const { claims, decision } = await evaluate('hello', {
      claim_instances: [{ ...mine, produces: ['injection_risk'] }],
    });
    expect(decision).toBe('allow');
    const byName = new Map(claims.map((claim) => [claim.name, claim]));
    expect([...byName.keys()].sort()).toEqual([mine.instance_id, 'injection_risk', 'pii_found'].sort());
    expect(byName.get(mine.instance_id)?.provenance).toEqual({ threshold: 0.2 });
    expect(byName.get('injection_risk')?.provenance).toEqual({ threshold: 0.8 });
  });

  it('need no produces where their settings fit one claim', async () => {
    const { claims } = await evaluate('hello', { claim_instances: [mine] });
    expect(claims.find(({ name }) => name === mine.instance_id)).toMatchObject({ type: 'score_normalized' });
  });

  it('never hide an attack', async () => {
    const loose = { instance_id: 'loose', produces: ['injection_risk'], settings: { threshold: 1 } };
    expect((await evaluate('ATTACK', { claim_instances: [loose] })).decision).toBe('deny');
  });

  it.each([
    ['an id twice', [mine, mine]],
    ['the name of a claim that policies read', [{ ...mine, instance_id: 'injection_risk' }]],
    ['no claim that is meant', [{ instance_id: 'vague' }]],
  ])('%s is refused as a fault of the caller', async (_what, instances) => {
    const answer = await send('hello', { claim_instances: instances });
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain('claim_instances');
  });
});
