/** Bodies that cannot be stored, at the routes of runs. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabaseKind } from '../../../../platform/db/test-db.ts';
import { type DefinitionsFixture, openDefinitions, workflows } from '../definitions/definitions.fixture.ts';

describe('bodies of runs', () => {
  let fixture: DefinitionsFixture;
  let path: string;
  beforeAll(async () => {
    fixture = await openDefinitions(testDatabaseKind);
    const { id } = (await fixture.create()).body;
    await fixture.deploy(id);
    await fixture.settle(id);
    path = `${workflows}/${id}/runs`;
  }, 60_000);
  afterAll(() => fixture.verifier.close());

  it('that nothing can store are refused as what they are, before anything is done with them', async () => {
    const { admin } = fixture.verifier;
    const deep: unknown = JSON.parse('['.repeat(3_000) + ']'.repeat(3_000));
    const refused = [
      await admin('POST', path, { input: deep }, { 'idempotency-key': 'deep' }),
      await admin('POST', path, { input: deep }),
      await admin('POST', path, { input: { text: 'a\u0000b' } }),
    ];
    const run = await admin('POST', path, { input: { n: 1 } });
    expect(run.status).toBe(202);
    const own = `${path}/${run.body['id']}`;
    refused.push(await admin('POST', `${own}/steps/wfs_1/resolve`, { outcome: 'failed', comment: 'a\u0000b' }));
    refused.push(await admin('POST', `${own}/cancel`, { reason: 'a\u0000b' }));
    expect(refused.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400]);
    expect((await admin('GET', own)).body).toMatchObject({ cancel_reason: null });
  });
});
