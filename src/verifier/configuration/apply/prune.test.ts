import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aChain, aWorkspace } from '../../../configuration/files/documents.fixture.ts';
import { openTestVerifier, type TestVerifier } from '../../test-verifier.ts';

let verifier: TestVerifier;
beforeAll(async () => {
  verifier = await openTestVerifier();
}, 60_000);
afterAll(async () => {
  await verifier.close();
});

const apply = (documents: readonly unknown[], query = '') => verifier.post(`/v1/apply${query}`, { documents });
const settings = (value: number) => ({ injection: { 'injection_risk.threshold': { value } } });

describe('without prune', () => {
  it('nothing is ever taken away', async () => {
    await apply([aWorkspace('kept', { defaults: { auditorSettings: settings(0.5) }, agents: [{ name: 'k1' }] })]);
    expect((await apply([aWorkspace('kept')])).body).toMatchObject({ changed: false });
    expect((await verifier.get('/v1/agents/k1')).body).toMatchObject({ implicit: false });
  });
});

describe('prune', () => {
  const whole = aWorkspace('w', {
    defaults: {
      auditorChain: { preRequest: [{ auditorId: 'pii' }], postResponse: [{ auditorId: 'pii' }] },
      auditorSettings: {
        ...settings(0.5),
        pii: { 'pii_found.threshold': { value: 0.4 }, 'pii_types.threshold': { value: 0.4 } },
      },
    },
    agents: [
      { name: 'a1', model: { id: 'm' }, auditorSettings: settings(0.6) },
      { name: 'a2', auditorSettings: settings(0.7) },
    ],
  });

  it('makes the workspace what the document says and nothing else, in every member', async () => {
    await apply([
      whole,
      aChain(['pii'], 'w'),
      aWorkspace('beside', { agents: [{ name: 'b1', auditorSettings: settings(0.1) }] }),
    ]);
    const less = aWorkspace('w', {
      defaults: {
        auditorChain: { preRequest: [{ auditorId: 'pii' }] },
        auditorSettings: { pii: { 'pii_found.threshold': { value: 0.4 } } },
      },
      agents: [{ name: 'a1' }],
    });
    const { body } = await apply([less], '?prune=true');
    expect(body['totals']).toEqual({ created: 0, updated: 3, unchanged: 0, removed: 4, refused: 0 });
    const { documents } = (await verifier.get('/v1/export?workspace_id=w')).body;
    // The addresses of auditors come from the manifest, which was not among the documents.
    expect(documents).toEqual([less, aChain(['pii'], 'w')]);
    expect((await apply([less], '?prune=true')).body).toMatchObject({ changed: false });
    expect((await verifier.get('/v1/export?workspace_id=beside')).body['documents']).toEqual([
      aWorkspace('beside', { agents: [{ name: 'b1', auditorSettings: settings(0.1) }] }),
    ]);
  });

  it('an agent that is no longer listed keeps its identity and may come back, in its workspace only', async () => {
    expect((await verifier.get('/v1/agents/a2')).body).toMatchObject({ implicit: true, workspace_id: 'w' });
    const history = (await verifier.get('/v1/agents/a2/history')).body['items'];
    expect(history).toMatchObject([{ action: 'removed' }, { action: 'created' }]);
    const settingsOf = (await verifier.get('/v1/auditors/settings?level=agent&scope_id=a2')).body;
    expect(settingsOf['items']).toEqual([]);
    expect((await apply([aWorkspace('beside', { agents: [{ name: 'a2' }] })])).status).toBe(409);
    const back = await apply([aWorkspace('w', { agents: [{ name: 'a2' }] })]);
    expect(back.body['objects']).toMatchObject([
      { result: 'unchanged' },
      { kind: 'agent', name: 'a2', result: 'created' },
    ]);
  });

  it('the agent that nobody names stays registered', async () => {
    expect((await apply([aWorkspace('default')], '?prune=true')).body['totals']).toMatchObject({ removed: 0 });
    expect((await verifier.get('/v1/agents/default')).body).toMatchObject({ implicit: false });
  });

  it('what a workspace enforces no longer does not stand in the way of what its agents set now', async () => {
    const enforcing = { injection: { 'injection_risk.threshold': { value: 0.5, enforced: true } } };
    await apply([aWorkspace('e', { defaults: { auditorSettings: enforcing }, agents: [{ name: 'e1' }] })]);
    const free = aWorkspace('e', { agents: [{ name: 'e1', auditorSettings: settings(0.9) }] });
    expect((await apply([free])).status).toBe(409);
    expect((await apply([free], '?prune=true')).status).toBe(200);
  });
});
