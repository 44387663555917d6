/** A workflow takes only allowed transitions, and settles, whatever people do in any order and concurrently. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabaseUrl } from '../../../../platform/db/test-db.ts';
import { aSimpleGraph } from '../graph/graph.fixture.ts';
import { type DefinitionsFixture, openDefinitions, workflows } from './definitions.fixture.ts';

const next: Readonly<Record<string, readonly string[]>> = {
  draft: ['draft', 'deploying'],
  deploying: ['deploying', 'running', 'stopped', 'failed'],
  running: ['running', 'stopping'],
  stopping: ['stopping', 'stopped'],
  stopped: ['stopped', 'deploying'],
  failed: ['failed', 'deploying'],
};
const acts = ['deploy', 'stop', 'update', 'work', 'suspend', 'reactivate'] as const;
const kinds = testDatabaseUrl === undefined ? (['pglite'] as const) : (['postgres'] as const);

describe.each(kinds)('states of workflows on %s', (kind) => {
  let fixture: DefinitionsFixture;
  beforeAll(async () => {
    fixture = await openDefinitions(kind);
  }, 60_000);
  afterAll(() => fixture.verifier.close());

  const act = async (id: unknown, word: (typeof acts)[number], round: number): Promise<number> => {
    const { verifier } = fixture;
    const { workflowWork } = verifier.verifier().services;
    switch (word) {
      case 'deploy':
        return (await fixture.deploy(id)).status;
      case 'stop':
        return (await fixture.stop(id)).status;
      case 'update': {
        const graph = aSimpleGraph(round % 2 === 0 ? 'bot' : 'helper');
        return (await verifier.admin('PUT', `${workflows}/${id}`, { graph })).status;
      }
      case 'work':
        await workflowWork.sweep();
        return 200;
      case 'suspend':
        return (await fixture.suspend('helper')).status;
      case 'reactivate':
        return (await verifier.admin('POST', '/v1/agents/helper/reactivate', { reason: 'fine' })).status;
    }
  };

  it('are reached as they may be, and come to rest', async () => {
    const together = fc.array(fc.constantFrom(...acts), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(fc.array(together, { minLength: 1, maxLength: 6 }), async (rounds) => {
        const { id } = (await fixture.create()).body;
        for (const [round, words] of rounds.entries()) {
          const answers = await Promise.all(words.map((word) => act(id, word, round)));
          // Refused or done, but never an internal error.
          for (const status of answers) expect(status).toBeLessThan(500);
        }
        await fixture.settle(id);
        const rested = await fixture.settle(id);
        expect(['draft', 'running', 'stopped', 'failed']).toContain(rested['status']);
        const history = (await fixture.verifier.admin('GET', `${workflows}/${id}/history?limit=100`)).body['items'];
        const seen = (history as { status: string; deployed_revision: number | null }[]).reverse();
        for (const [index, { status }] of seen.entries()) {
          if (index > 0) expect(next[seen[index - 1]?.status ?? '']).toContain(status);
        }
        expect(seen.at(-1)?.status).toBe(rested['status']);
        expect(rested['status'] === 'running' ? rested['deployed_revision'] : 1).not.toBeNull();
        await act(id, 'reactivate', 0);
      }),
      { numRuns: kind === 'postgres' ? 12 : 5 },
    );
  }, 120_000);

  it('have one deployment and one end, however many ask at once', async () => {
    const { id } = (await fixture.create()).body;
    const deployed = await Promise.all(Array.from({ length: 4 }, () => fixture.deploy(id)));
    // A later call finds it in progress, or done.
    for (const { status, body } of deployed)
      expect([status, status === 409 ? body['reason'] : '']).toBeOneOf([
        [202, ''],
        [409, 'deploying'],
      ]);
    expect(await fixture.settle(id)).toMatchObject({ status: 'running' });
    const stopped = await Promise.all(Array.from({ length: 4 }, () => fixture.stop(id)));
    expect(stopped.map(({ status }) => status)).toEqual([202, 202, 202, 202]);
    expect(await fixture.settle(id)).toMatchObject({ status: 'stopped' });
    const { items } = (await fixture.verifier.admin('GET', `${workflows}/${id}/history`)).body;
    expect((items as { action: string }[]).map(({ action }) => action)).toEqual([
      ...['stopped', 'stopping', 'running', 'deploying', 'created'],
    ]);
  });
});
