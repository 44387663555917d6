import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aChain, aWorkspace } from '../../../configuration/files/documents.fixture.ts';
import type { Db } from '../../../platform/db/db.ts';
import { testDatabaseUrl } from '../../../platform/db/test-db.ts';
import { createAuthor } from '../../base/control/author.ts';
import { openTestVerifier, type TestVerifier } from '../../test-verifier.ts';
import type { ApplyRequest } from './service.ts';

const kinds = testDatabaseUrl === undefined ? (['pglite'] as const) : (['postgres'] as const);
const author = createAuthor('default', 'test');
const settings = (value: number) => ({ injection: { 'injection_risk.threshold': { value } } });

/** A transaction whose process dies before the write with that number, in whichever table. */
function diesBefore(tx: Db, number: number): Db {
  let writes = 0;
  const dying = new Proxy(tx, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      return (...args: unknown[]) => {
        if (name === 'insert' || name === 'update' || name === 'delete') writes += 1;
        if (writes === number) throw new Error('the process died');
        return member.apply(target, args);
      };
    },
  });
  return dying;
}

describe.each(kinds)('on %s', (kind) => {
  let verifier: TestVerifier;
  beforeAll(async () => {
    verifier = await openTestVerifier({}, kind);
    await verifier.post('/v1/apply', {
      documents: [
        aWorkspace('w', {
          defaults: { auditorSettings: settings(0.5) },
          agents: [{ name: 'old', auditorSettings: settings(0.1) }],
        }),
      ],
    });
  }, 60_000);
  afterAll(async () => {
    await verifier.close();
  });

  const request: ApplyRequest = {
    prune: true,
    documents: [
      aChain(['injection', 'pii']),
      aWorkspace('w', {
        defaults: { auditorSettings: settings(0.6) },
        agents: [
          { name: 'a', auditorSettings: settings(0.2) },
          { name: 'b', auditorSettings: settings(0.3) },
        ],
      }),
      aWorkspace('new', { agents: [{ name: 'c' }] }),
    ],
  };
  const state = async () => {
    const { services } = verifier.verifier();
    const exported = await services.apply.export(services.db, author);
    const history = await verifier.get('/v1/workspaces/w/history');
    return { exported, history: history.body['items'], old: (await verifier.get('/v1/agents/old')).body };
  };

  const runUntil = async (number: number) => {
    const { apply, db } = verifier.verifier().services;
    const answer = await db
      .transaction((tx) => apply.apply(diesBefore(tx, number), author, request))
      .catch((error: unknown) => error);
    return { died: answer instanceof Error && answer.message === 'the process died', answer };
  };

  it('a process that dies between any two writes leaves everything as it was', async () => {
    const before = await state();
    let number = 1;
    let run = await runUntil(number);
    while (run.died) {
      expect(await state()).toEqual(before);
      number += 1;
      run = await runUntil(number);
    }
    expect(number).toBeGreaterThan(10);
    expect(run.answer).toMatchObject({ totals: { refused: 0 } });
    expect(await state()).not.toEqual(before);
  });
});
