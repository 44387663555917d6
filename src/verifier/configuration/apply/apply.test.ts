import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { builtInChain } from '../../../configuration/chain/built-in-chain.ts';
import { aChain, anEnvironment, aWorkspace, someDocuments } from '../../../configuration/files/documents.fixture.ts';
import { testDatabaseUrl } from '../../../platform/db/test-db.ts';
import { createAuthor } from '../../base/control/author.ts';
import { type Answer, openTestVerifier, type TestVerifier } from '../../test-verifier.ts';

const kinds = testDatabaseUrl === undefined ? (['pglite'] as const) : (['postgres'] as const);
const threshold = 'injection_risk.threshold';

describe.each(kinds)('on %s', (kind) => {
  let verifier: TestVerifier;
  let count = 0;
  let org: Record<string, string> = {};

  beforeAll(async () => {
    verifier = await openTestVerifier({}, kind);
  }, 60_000);
  afterAll(async () => {
    await verifier.close();
  });
  // Each test has its own organisation.
  beforeEach(async () => {
    org = await anOrganization();
  });

  async function anOrganization(): Promise<Record<string, string>> {
    count += 1;
    await verifier.admin('POST', '/v1/organizations', { id: `org-${count}` });
    return { 'x-assay-organization': `org-${count}` };
  }

  const apply = (documents: readonly unknown[], { query = '', headers = org, ...body }: Record<string, unknown> = {}) =>
    verifier.admin('POST', `/v1/apply${query}`, { documents, ...body }, headers as Record<string, string>);
  const read = async (path: string) => (await verifier.admin('GET', path, undefined, org)).body;
  const exported = async (query = '') => (await read(`/v1/export${query}`))['documents'] as unknown[];
  const revisionOf = async () => (await read('/v1/export'))['revision'];
  const resultsOf = ({ body }: Answer) =>
    (body['objects'] as { kind: string; name: string; result: string }[]).map(
      ({ kind: what, name, result }) => `${what} ${name} ${result}`,
    );
  const helpdesk = aWorkspace('support', {
    defaults: {
      auditorChain: { preRequest: [{ auditorId: 'injection' }] },
      auditorSettings: { injection: { [threshold]: { value: 0.8, enforced: true } } },
    },
    agents: [
      {
        name: 'helpdesk',
        model: { id: 'gpt-4o' },
        auditorSettings: { pii: { 'pii_found.threshold': { value: 0.5 } } },
      },
    ],
  });

  describe('applying', () => {
    it('makes workspace, agents and settings, and reports each changed member', async () => {
      const answer = await apply([helpdesk]);
      expect(answer).toMatchObject({
        status: 200,
        body: { dry_run: false, changed: true, totals: { created: 4 }, warnings: [] },
      });
      expect(answer.body['objects']).toEqual([
        {
          kind: 'workspace',
          name: 'support',
          scope: { level: 'workspace', id: 'support' },
          document: 0,
          pointer: '/metadata/name',
          result: 'created',
          diff: [{ pointer: '/chain/auditorChain/preRequest', after: [{ auditorId: 'injection' }] }],
        },
        {
          kind: 'agent',
          name: 'helpdesk',
          scope: { level: 'agent', id: 'helpdesk' },
          document: 0,
          pointer: '/spec/agents/0',
          result: 'created',
          diff: [
            { pointer: '/model_id', after: 'gpt-4o' },
            { pointer: '/workspace_id', after: 'support' },
          ],
        },
        {
          kind: 'auditor_settings',
          name: 'injection',
          scope: { level: 'workspace', id: 'support' },
          document: 0,
          pointer: '/spec/defaults/auditorSettings/injection',
          result: 'created',
          diff: [{ pointer: `/settings/${threshold}`, after: { value: 0.8, enforced: true } }],
        },
        {
          kind: 'auditor_settings',
          name: 'pii',
          scope: { level: 'agent', id: 'helpdesk' },
          document: 0,
          pointer: '/spec/agents/0/auditorSettings/pii',
          result: 'created',
          diff: [{ pointer: '/settings/pii_found.threshold', after: { value: 0.5 } }],
        },
      ]);
      expect(await read('/v1/workspaces/support')).toMatchObject({
        chain: { auditorChain: { preRequest: [{ auditorId: 'injection' }] } },
      });
      expect(await read('/v1/agents/helpdesk')).toMatchObject({
        workspace_id: 'support',
        model_id: 'gpt-4o',
        implicit: false,
      });
      expect(await read('/v1/auditors/settings/effective?agent_id=helpdesk&auditor_id=injection')).toMatchObject({
        settings: { [threshold]: { value: 0.8, decided_by: { level: 'workspace', id: 'support' }, enforced: true } },
      });
    });

    it('the same documents again changes nothing and raises no revision', async () => {
      const first = await apply([helpdesk]);
      for (const query of ['', '?prune=true', '?dry_run=true']) {
        const again = await apply([helpdesk], { query });
        expect(again.body).toMatchObject({
          changed: false,
          totals: { unchanged: 4 },
          revision: first.body['revision'],
        });
      }
      expect(await revisionOf()).toBe(first.body['revision']);
    });

    it('leaves unmentioned objects alone', async () => {
      await apply([helpdesk]);
      const change = aWorkspace('support', {
        defaults: {
          auditorChain: { postResponse: [{ auditorId: 'pii' }] },
          auditorSettings: { injection: { 'invisible_chars.invisible_char_check': { value: false } } },
        },
        agents: [{ name: 'other' }],
      });
      const answer = await apply([change]);
      expect(resultsOf(answer)).toEqual([
        'workspace support updated',
        'agent other created',
        'auditor_settings injection updated',
      ]);
      expect((await exported('?workspace_id=support'))[0]).toEqual(
        aWorkspace('support', {
          defaults: {
            auditorChain: { preRequest: [{ auditorId: 'injection' }], postResponse: [{ auditorId: 'pii' }] },
            auditorSettings: {
              injection: {
                [threshold]: { value: 0.8, enforced: true },
                'invisible_chars.invisible_char_check': { value: false },
              },
            },
          },
          agents: [...(helpdesk.spec.agents ?? []), { name: 'other' }],
        }),
      );
    });

    it('an empty choice of auditors mentions no phase: it does not switch the auditors off', async () => {
      await apply([aWorkspace('empty', { defaults: { auditorChain: {} } })]);
      expect(await read('/v1/workspaces/empty')).toMatchObject({ chain: {} });
    });

    it("a setting's bare name stores its full one, and is unchanged the next time", async () => {
      const document = aWorkspace('bare', {
        defaults: { auditorSettings: { injection: { max_token_limit: { value: 100 } } } },
      });
      expect((await apply([document])).body['totals']).toMatchObject({ created: 2 });
      expect((await apply([document])).body['totals']).toMatchObject({ unchanged: 2 });
      expect((await exported('?workspace_id=bare'))[0]).toMatchObject({
        spec: {
          defaults: { auditorSettings: { injection: { 'token_limit_exceeded.max_token_limit': { value: 100 } } } },
        },
      });
    });

    it("an auditor's threshold sets its score and its detection, and is unchanged the next time", async () => {
      const auditorSettings = {
        injection: { threshold: { value: 0.6 } },
        toxicity: { threshold: { value: 0.9 } },
        features: { allowed: { value: ['mcp'] } },
      };
      const document = aWorkspace('short', { defaults: { auditorSettings } });
      expect((await apply([document])).body['totals']).toMatchObject({ created: 4 });
      expect((await apply([document])).body['totals']).toMatchObject({ unchanged: 4 });
      expect((await exported('?workspace_id=short'))[0]).toMatchObject({
        spec: {
          defaults: {
            auditorSettings: {
              injection: { [threshold]: { value: 0.6 }, 'injection_detected.threshold': { value: 0.6 } },
              toxicity: { 'toxic_content.threshold': { value: 0.9 } },
              features: { allowed: { value: ['mcp'] } },
            },
          },
        },
      });
    });

    it("chain manifests writes to their workspace, to the call's workspace, or to the organisation", async () => {
      await apply([aWorkspace('a'), aWorkspace('b'), aChain(['injection', 'pii'], 'a'), aChain(['secrets'])], {
        workspace: 'b',
      });
      await apply([aChain(['toxicity'])]);
      expect(await read('/v1/workspaces/a')).toMatchObject({
        chain: { items: [{ name: 'injection' }, { name: 'pii' }] },
      });
      expect(await read('/v1/workspaces/b')).toMatchObject({ chain: { items: [{ name: 'secrets' }] } });
      expect(await read(`/v1/organizations/${org['x-assay-organization']}`)).toMatchObject({
        chain: { items: [{ name: 'toxicity' }] },
      });
      expect((await apply([aChain(['toxicity'])])).body['totals']).toMatchObject({ unchanged: 1 });
    });

    it('a manifest that extends the built-in chain keeps every guard, and one without names what it does not judge', async () => {
      const mine = { name: 'politeness', image: 'politeness', port: 8765 };
      const document = { extends: 'built-in', chain: [mine] };
      expect((await apply([document])).body).toMatchObject({ warnings: [], totals: { updated: 1 } });
      const { chain } = await read(`/v1/organizations/${org['x-assay-organization']}`);
      expect(chain).toEqual({ items: [...builtInChain, mine] });
      expect((await apply([document])).body['totals']).toMatchObject({ unchanged: 1 });
      expect((await exported())[0]).toEqual(chain === undefined ? {} : { chain: [...builtInChain, mine] });
      const message = expect.stringContaining('prompt injection, personal data, secrets and toxicity');
      expect((await apply([{ chain: [mine] }])).body['warnings']).toMatchObject([{ pointer: '/chain', message }]);
    });

    it('a manifest that extends another chain, or puts another auditor in the place of a guard, is refused', async () => {
      const chain = [{ name: 'injection', image: 'politeness', port: 8765 }];
      const answer = await apply([
        { extends: 'default', chain },
        { extends: 'built-in', chain },
      ]);
      expect(answer.status).toBe(422);
      expect(JSON.stringify(answer.body)).toContain('/extends');
      expect(JSON.stringify(answer.body)).toContain('must be built-in');
      expect(JSON.stringify(answer.body)).toContain('/chain/0/image');
    });

    it('an environment registers its agents in its workspace', async () => {
      const agents = [{ name: 'm1', model: { id: 'llama' } }];
      await apply([aWorkspace('models'), anEnvironment(agents, { workspace: 'models' })]);
      expect(await read('/v1/agents/m1')).toMatchObject({ workspace_id: 'models', model_id: 'llama' });
      await apply([anEnvironment([{ name: 'm2', model: { id: 'llama' } }])]);
      expect(await read('/v1/agents/m2')).toMatchObject({ workspace_id: 'default' });
    });

    it('an unknown auditor warns: a gateway may have it in its own file', async () => {
      const document = aWorkspace('typo', { defaults: { auditorChain: { preRequest: [{ auditorId: 'secrts' }] } } });
      expect((await apply([document])).body['warnings']).toMatchObject([
        {
          document: 0,
          pointer: '/spec/defaults/auditorChain',
          message: expect.stringContaining('did you mean secrets?'),
        },
      ]);
    });

    it('a value that a preset set keeps it the preset’s', async () => {
      const id = org['x-assay-organization'];
      await apply([aWorkspace('p')]);
      await verifier.verifier().services.db.transaction(async (tx) =>
        verifier.verifier().services.auditorSettings.write(tx, createAuthor(id ?? '', 'test'), {
          auditorId: 'injection',
          how: 'merge',
          source: 'preset',
          scope: { level: 'workspace', id: 'p' },
          settings: { [threshold]: { value: 0.6 } },
        }),
      );
      const documents = await exported();
      expect((await apply(documents)).body['changed']).toBe(false);
    });

    it('one Idempotency-Key is one write', async () => {
      const headers = { ...org, 'idempotency-key': 'k1' };
      const first = await apply([helpdesk], { headers });
      expect((await apply([helpdesk], { headers })).body).toEqual(first.body);
      expect((await apply([aWorkspace('x')], { headers })).status).toBe(409);
    });
  });

  describe('a dry run', () => {
    it("gives an apply's answer, and changes nothing", async () => {
      const before = await exported();
      const dry = await apply([helpdesk], { query: '?dry_run=true' });
      expect(await exported()).toEqual(before);
      expect(dry.body).toMatchObject({ dry_run: true, changed: true, revision: await revisionOf() });
      const real = await apply([helpdesk]);
      expect(dry.body['objects']).toEqual(real.body['objects']);
    });

    it('reports every refusal at once', async () => {
      const bad = aWorkspace('bad', {
        defaults: { auditorSettings: { injection: { [threshold]: { value: 7 } }, nobody: {} } },
        agents: [{ name: 'a', auditorSettings: { pii: { 'pii_found.treshold': { value: 1 } } } }],
      });
      const { status, body } = await apply([bad], { query: '?dry_run=true' });
      expect(status).toBe(200);
      expect(body['totals']).toMatchObject({ created: 2, refused: 3 });
      expect(body['errors']).toMatchObject([
        { document: 0, pointer: `/spec/defaults/auditorSettings/injection/${threshold}/value` },
        { document: 0, pointer: '/spec/defaults/auditorSettings/nobody' },
        { document: 0, pointer: '/spec/agents/0/auditorSettings/pii/pii_found.treshold' },
      ]);
    });
  });

  describe('a refusal', () => {
    const refused = async (documents: readonly unknown[], more: Record<string, unknown> = {}) => {
      const before = [await exported(), await revisionOf()];
      const answer = await apply(documents, more);
      expect([await exported(), await revisionOf()]).toEqual(before);
      return { status: answer.status, reason: answer.body['reason'], errors: answer.body['errors'] };
    };

    it('names every place in the documents and leaves nothing behind', async () => {
      const wrong = aWorkspace('w', { defaults: { auditorSettings: { injection: { [threshold]: { value: 7 } } } } });
      expect(await refused([helpdesk, wrong])).toMatchObject({
        status: 422,
        reason: 'setting_invalid',
        errors: [{ pointer: `/documents/1/spec/defaults/auditorSettings/injection/${threshold}/value` }],
      });
    });

    it('points to a setting by the name as written', async () => {
      const settings = { injection: { max_token_limit: { value: 100, enforced: true } } };
      await apply([aWorkspace('w', { defaults: { auditorSettings: settings } })]);
      const lower = { injection: { max_token_limit: { value: 200 } } };
      expect(await refused([aWorkspace('w', { agents: [{ name: 'a', auditorSettings: lower }] })])).toMatchObject({
        status: 409,
        reason: 'setting_enforced',
        errors: [{ pointer: '/documents/0/spec/agents/0/auditorSettings/injection/max_token_limit' }],
      });
    });

    it('accepts a repeated value that is enforced above, unchanged', async () => {
      await apply([helpdesk]);
      const same = { injection: { [threshold]: { value: 0.8 } } };
      const answer = await apply([aWorkspace('support', { agents: [{ name: 'helpdesk', auditorSettings: same }] })]);
      expect(answer.body).toMatchObject({ changed: false, totals: { unchanged: 3 } });
    });

    it('is 409 for an agent of another workspace, however the agent became known', async () => {
      await apply([helpdesk]);
      const services = verifier.verifier().services;
      await services.agents.ensureKnown(org['x-assay-organization'] ?? '', [{ id: 'seen', workspaceId: 'default' }]);
      for (const name of ['helpdesk', 'seen']) {
        expect(await refused([aWorkspace('other', { agents: [{ name: 'fine' }, { name }] })])).toMatchObject({
          status: 409,
          reason: 'agent_elsewhere',
          errors: [{ pointer: '/documents/0/spec/agents/1/name' }],
        });
      }
    });

    it('covers a manifest or an environment for an unknown workspace', async () => {
      expect(await refused([aChain(['pii'], 'nowhere')])).toMatchObject({ status: 422, reason: 'workspace_unknown' });
      expect(
        await refused([anEnvironment([{ name: 'a', model: { id: 'm' } }])], { workspace: 'nowhere' }),
      ).toMatchObject({
        status: 422,
        errors: [{ pointer: '/documents/0', message: expect.stringContaining('nowhere') }],
      });
    });

    it('covers invalid documents, with the pointer and the nearest name', async () => {
      const document = { ...helpdesk, spec: { agnets: [] } };
      expect(await refused([helpdesk, document])).toMatchObject({
        status: 422,
        reason: 'document_invalid',
        errors: [{ pointer: '/documents/1/spec/agnets', message: 'is not known here: did you mean agents?' }],
      });
      expect((await refused([aWorkspace('a'), aWorkspace('a')])).status).toBe(422);
    });

    it('covers a body that is no request, or is deeper than any document', async () => {
      expect((await apply([])).status).toBe(400);
      expect((await apply([helpdesk], { extra: 1 })).status).toBe(400);
      expect((await apply([JSON.parse(`${'['.repeat(60)}${']'.repeat(60)}`)])).status).toBe(400);
    });

    it("covers the organisation's chain without the operator token", async () => {
      expect((await verifier.post('/v1/apply', { documents: [aChain(['pii'])] })).status).toBe(403);
      expect((await verifier.post('/v1/apply?dry_run=true', { documents: [aWorkspace('default')] })).status).toBe(200);
    });
  });

  describe('export', () => {
    it('returns the applied documents, and applying them changes nothing', async () => {
      await fc.assert(
        fc.asyncProperty(someDocuments, fc.boolean(), async (documents, prune) => {
          org = await anOrganization();
          const query = prune ? '?prune=true' : '';
          expect((await apply(documents, { query })).status).toBe(200);
          const all = await exported();
          expect(all.filter((document) => !isDefault(document))).toEqual(documents.filter((one) => !isDefault(one)));
          expect((await apply(all, { query: '?prune=true' })).body).toMatchObject({ changed: false });
        }),
        { numRuns: 15 },
      );
    }, 120_000);

    it('has the chains of the organisation and of workspaces, and reports values that no document can hold', async () => {
      await apply([aWorkspace('a'), aChain(['pii'], 'a'), aChain(['injection', 'pii'])]);
      const id = org['x-assay-organization'];
      await verifier.admin(
        'POST',
        '/v1/auditors/settings',
        { scope: { level: 'org', id }, auditor_id: 'pii', settings: {} },
        org,
      );
      const { documents, not_exported: missing } = await read('/v1/export');
      expect(documents).toEqual([
        aChain(['injection', 'pii']),
        aWorkspace('a'),
        aChain(['pii'], 'a'),
        aWorkspace('default'),
      ]);
      expect(missing).toEqual([
        expect.stringContaining('settings of the organisation'),
        expect.stringContaining('policies'),
      ]);
      expect((await apply(documents as unknown[])).body['changed']).toBe(false);
    });

    it('of an unknown workspace is 404', async () => {
      expect((await verifier.admin('GET', '/v1/export?workspace_id=nowhere', undefined, org)).status).toBe(404);
    });
  });

  describe('tenancy', () => {
    it('neither shows nor changes objects of the same names in another organisation', async () => {
      await apply([helpdesk]);
      const other = await anOrganization();
      expect((await verifier.admin('GET', '/v1/export?workspace_id=support', undefined, other)).status).toBe(404);
      const own = aWorkspace('support', { agents: [{ name: 'helpdesk' }] });
      expect((await apply([own], { headers: other })).body['totals']).toMatchObject({ created: 2 });
      expect((await apply([own], { headers: other, query: '?prune=true' })).body['totals']).toMatchObject({
        removed: 0,
      });
      expect((await exported('?workspace_id=support'))[0]).toEqual(helpdesk);
    });
  });
});

function isDefault(document: unknown): boolean {
  return JSON.stringify(document).includes('"metadata":{"name":"default"}');
}
