/** The states of an agent against a written table: the service makes these transitions and no others. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { agentStatuses } from '../../../contract/api/agents/states.ts';
import { isAppError } from '../../../platform/errors.ts';
import { createAuthor } from '../../base/control/author.ts';
import { replaceHooks } from '../../base/hooks.fixture.ts';
import { openTestVerifier, type TestVerifier } from '../../test-verifier.ts';
import { agentEvents, nextStatus } from './status.ts';

/** Every transition, with its result. */
const table: readonly (readonly [string, string, string])[] = [
  ['pending_approval', 'approve', 'staged'],
  ['staged', 'activate', 'active'],
  ['active', 'stop', 'stopped'],
  ['stopped', 'start', 'active'],
  ['stopped', 'suspend', 'suspended'],
  ['active', 'suspend', 'suspended'],
  ['suspended', 'reactivate', 'active'],
  ['active', 'lose_last_owner', 'orphaned'],
  ['orphaned', 'transfer', 'active'],
  ['pending_approval', 'decommission', 'decommissioned'],
  ['staged', 'decommission', 'decommissioned'],
  ['active', 'decommission', 'decommissioned'],
  ['stopped', 'decommission', 'decommissioned'],
  ['suspended', 'decommission', 'decommissioned'],
  ['orphaned', 'decommission', 'decommissioned'],
];
const find = (from: string, event: string) => table.find(([state, what]) => state === from && what === event)?.[2];

describe('the transitions of an agent', () => {
  it('are exactly those of the table', () => {
    for (const from of agentStatuses) {
      for (const event of agentEvents)
        expect([from, event, nextStatus(from, event)]).toEqual([from, event, find(from, event)]);
    }
  });

  let verifier: TestVerifier;
  beforeAll(async () => {
    verifier = await openTestVerifier();
    await verifier.admin('POST', '/v1/organizations', { id: 'strict', agent_approval: true });
  });
  afterAll(() => verifier?.close());

  it('are kept by any sequence of events, and the epoch rises with each stop and never falls', async () => {
    const { agents, lifecycleHooks, db } = verifier.verifier().services;
    const putBack = replaceHooks(lifecycleHooks, {
      roleOf: async (_db, _org, principal) => (principal.startsWith('usr_') ? 'viewer' : 'admin'),
    });
    const admin = createAuthor('strict', 'operator');
    let count = 0;
    const run = (id: string, event: string, user: string) =>
      db.transaction(async (tx): Promise<unknown> => {
        switch (event) {
          case 'approve':
            return agents.approve(tx, createAuthor('strict', 'usr_reviewer', 'reviewer'), id);
          case 'activate':
            return agents.activate(tx, admin, id);
          case 'stop':
            return agents.stop(tx, admin, id);
          case 'start':
            return agents.start(tx, admin, id);
          case 'suspend':
            return agents.suspend(tx, admin, id, 'x');
          case 'reactivate':
            return agents.reactivate(tx, admin, id, 'x');
          case 'lose_last_owner':
            return agents.orphanOwnedBy(tx, admin, user);
          case 'transfer':
            return agents.transfer(tx, admin, id, { owner_id: user });
          default:
            return agents.decommission(tx, admin, id);
        }
      });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...agentEvents), { minLength: 1, maxLength: 10 }), async (events) => {
        count += 1;
        const [id, owner] = [`walk-${count}`, `usr_${count}`];
        await db.transaction((tx) => agents.register(tx, admin, { id, owner_id: owner }));
        let { status, agent_epoch: epoch } = await agents.get(db, 'strict', id);
        expect(status).toBe('pending_approval');
        let isOwned = true;
        for (const event of events) {
          const isRefused = await run(id, event, owner).then(
            () => false,
            (error: unknown) => isAppError(error, 'conflict') || Promise.reject(error),
          );
          const after = await agents.get(db, 'strict', id);
          const needsOwner = event === 'activate' || event === 'start' || event === 'reactivate';
          const wanted = needsOwner && !isOwned ? undefined : find(status, event);
          expect([status, event, after.status]).toEqual([status, event, wanted ?? status]);
          const isStopped = status === 'active' && after.status !== 'active';
          if (isStopped) expect(after.agent_epoch).toBe(epoch + 1);
          expect(after.agent_epoch).toBeGreaterThanOrEqual(epoch);
          if (isRefused) expect(after.agent_epoch).toBe(epoch);
          if (event === 'lose_last_owner') isOwned = false;
          if (event === 'transfer' && status !== 'decommissioned') isOwned = true;
          ({ status, agent_epoch: epoch } = after);
        }
      }),
      { numRuns: 12 },
    );
    putBack();
  });
});
