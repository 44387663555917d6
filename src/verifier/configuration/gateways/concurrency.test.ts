import { asc } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabaseUrl } from '../../../platform/db/test-db.ts';
import { createAuthor } from '../../base/control/author.ts';
import { controlChangesTable } from '../../base/control/tables.ts';
import { openTestVerifier, type TestVerifier } from '../../test-verifier.ts';
import { openBundle } from './test-bundle.ts';

const kinds = testDatabaseUrl === undefined ? (['pglite'] as const) : (['postgres'] as const);
const author = createAuthor('default', 'ops', 'operator');

/** One transaction: registers agents one after the other, with pauses in between, and may roll back. */
interface Write {
  readonly agents: number;
  readonly pauses: number;
  readonly fails: boolean;
}

const writes: fc.Arbitrary<Write[]> = fc.array(
  fc.record({ agents: fc.integer({ min: 1, max: 3 }), pauses: fc.integer({ min: 0, max: 8 }), fails: fc.boolean() }),
  { minLength: 4, maxLength: 12 },
);

describe.each(kinds)('writers at the same time on %s', (kind) => {
  let verifier: TestVerifier;
  beforeAll(async () => {
    verifier = await openTestVerifier({}, kind);
  });
  afterAll(() => verifier?.close());

  let count = 0;
  const write = async ({ agents, pauses, fails }: Write): Promise<void> => {
    const { services } = verifier.verifier();
    const failure = new Error('given up');
    await services.db
      .transaction(async (tx) => {
        for (let index = 0; index < agents; index += 1) {
          count += 1;
          await services.agents.register(tx, author, { id: `agent-${count}` });
          for (let pause = 0; pause < pauses; pause += 1) await new Promise(setImmediate);
        }
        if (fails) throw failure;
      })
      .catch((error: unknown) => {
        if (error !== failure) throw error;
      });
  };
  const read = async () => openBundle((await verifier.get('/v1/gateways/gw/bundle')).raw.toString('latin1'));

  it('no bundle is ever older than one before it, and each holds exactly what its revision counts', async () => {
    await fc.assert(
      fc.asyncProperty(writes, async (planned) => {
        let isDone = false;
        const seen: Awaited<ReturnType<typeof read>>[] = [];
        const reading = (async () => {
          while (!isDone) seen.push(await read());
        })();
        await Promise.all(planned.map(write));
        isDone = true;
        await reading;
        seen.push(await read());

        const log = await verifier
          .verifier()
          .services.db.select()
          .from(controlChangesTable)
          .orderBy(asc(controlChangesTable.seq));
        let last = 0;
        for (const bundle of seen) {
          expect(bundle.revision).toBeGreaterThanOrEqual(last);
          last = bundle.revision;
          const registered = log.filter(({ kind: what, seq }) => what === 'agent' && seq <= bundle.revision);
          const ids = ['default', ...registered.map(({ subject_id: id }) => id)].sort();
          expect(bundle.agents.map(({ id }) => id)).toEqual(ids);
        }
      }),
      { numRuns: kind === 'postgres' ? 15 : 5 },
    );
  }, 120_000);
});
