/** Two gateways that decide for one agent by different policy sets are reported once; a roll-out is not. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { madeAt } from '../../../../test/support/artefacts.ts';
import { eventsTable } from '../../base/events/tables.ts';
import { aGateway, openTestVerifier, type TestGateway, type TestVerifier } from '../../test-verifier.ts';
import { policySetOverlapMs } from './policy-sets.ts';

const day = 24 * 60 * 60 * 1000;
const code = 'gateway.policy_sets_differ';
let verifier: TestVerifier;
let gateway: TestGateway;
let agentId = '';
let agents = 0;

beforeAll(async () => {
  verifier = await openTestVerifier();
  gateway = await aGateway(verifier);
});
afterAll(() => verifier?.close());
beforeEach(() => {
  agents += 1;
  agentId = `agent-${agents}`;
});

/** Sends evidence of one gateway, made `afterMs` after the start by the policy set of this letter. */
async function decide(gatewayId: string, set: string, afterMs: number): Promise<void> {
  const at = madeAt + afterMs;
  verifier.clock.set(at + 1000);
  const { evidence } = gateway.evidence();
  const { jws } = gateway.evidence({
    iss: `spiffe://assay.local/gateway/${gatewayId}`,
    agent_id: agentId,
    iat: Math.floor(at / 1000),
    decision: { ...evidence.decision, policy_set_hash: `sha256:${set.repeat(64)}` },
  });
  const { body } = await verifier.post('/v1/evidence', { items: [{ jws }] });
  expect(body['results']).toMatchObject([{ status: 'stored' }]);
}

async function told() {
  const { db } = verifier.verifier().services;
  const rows = await db.select().from(eventsTable).where(eq(eventsTable.code, code));
  return rows.filter((row) => row.agent_id === agentId);
}

describe('gateways with different policy sets for one agent', () => {
  it('are reported by one event, which names both and their sets, for any number of decisions', async () => {
    for (let at = 0; at <= 4 * policySetOverlapMs; at += policySetOverlapMs / 2) {
      await decide('edge-1', 'a', at);
      await decide('edge-2', 'b', at);
    }
    expect(await told()).toMatchObject([
      {
        type: 'agent.log',
        workspace_id: 'default',
        data: {
          level: 'warn',
          message: expect.stringContaining('edge-1 and edge-2'),
          fields: {
            sets: [
              { gateway_id: 'edge-1', policy_set_hash: `sha256:${'a'.repeat(64)}` },
              { gateway_id: 'edge-2', policy_set_hash: `sha256:${'b'.repeat(64)}` },
            ],
          },
        },
      },
    ]);
  });

  it('are reported again the next day, and no sooner by a restarted verifier', async () => {
    const both = async (from: number) => {
      for (const at of [0, 2, 4]) {
        await decide('edge-1', 'a', from + at * policySetOverlapMs);
        await decide('edge-2', 'b', from + at * policySetOverlapMs);
      }
    };
    await both(0);
    await verifier.restart();
    await both(5 * policySetOverlapMs);
    expect(await told()).toHaveLength(1);
    await both(day);
    expect(await told()).toHaveLength(2);
  });

  it('are reported among the events of consoles and webhooks', async () => {
    const { body } = await verifier.admin('GET', '/v1/events?limit=500');
    expect(JSON.stringify(body)).toContain(code);
  });
});

describe('nothing is reported', () => {
  it('during a roll-out: one gateway changes a little later', async () => {
    await decide('edge-1', 'a', 0);
    await decide('edge-2', 'a', 0);
    for (let at = 0; at <= policySetOverlapMs / 2; at += 10_000) {
      await decide('edge-1', 'b', 100_000 + at);
      await decide('edge-2', 'a', 100_000 + at);
    }
    for (let at = 0; at <= 3 * policySetOverlapMs; at += 20_000) {
      await decide('edge-1', 'b', 140_000 + at);
      await decide('edge-2', 'b', 140_000 + at);
    }
    expect(await told()).toEqual([]);
  });

  it('for a gateway without decisions since the change', async () => {
    await decide('edge-2', 'a', 0);
    for (let at = 0; at <= 4 * policySetOverlapMs; at += 20_000) await decide('edge-1', 'b', 10_000 + at);
    expect(await told()).toEqual([]);
  });

  it('for Evidence that arrives long after it was made', async () => {
    for (const at of [300_000, 400_000, 500_000]) {
      await decide('edge-1', 'b', at);
      await decide('edge-2', 'b', at);
    }
    await decide('edge-2', 'a', 100_000);
    await decide('edge-1', 'b', 600_000);
    expect(await told()).toEqual([]);
  });

  it('for one gateway that changes its policies', async () => {
    for (const [index, set] of ['a', 'b', 'a', 'c'].entries()) {
      for (const at of [0, 30_000, 90_000]) await decide('edge-1', set, index * 200_000 + at);
    }
    expect(await told()).toEqual([]);
  });
});
