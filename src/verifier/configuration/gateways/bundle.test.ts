import fc from 'fast-check';
import { Compile } from 'typebox/compile';
import { describe, expect, it } from 'vitest';
import {
  type BundlePolicy,
  ConfigBundleSchema,
  maxBundleModels,
  maxBundleReleases,
} from '../../../contract/control/config-bundle.ts';
import { maxBundleBytes } from '../../../contract/control/gateway-report.ts';
import type { Scope } from '../../../contract/control/scope.ts';
import type { Db } from '../../../platform/db/db.ts';
import { type BundleContent, type RegisteredAgent, toBundle } from './bundle.ts';
import { takeNewest } from './credentials.ts';
import { readRegistry } from './registries.ts';

const shape = Compile(ConfigBundleSchema);

const anAgent = (change: Partial<RegisteredAgent>): RegisteredAgent => ({
  id: 'a',
  workspace_id: 'default',
  status: 'active',
  agent_epoch: 1,
  audit_mode: 'enforce',
  audit_mode_until: null,
  audit_mode_reason: null,
  audit_mode_by: null,
  ...change,
});

const noCredentials = {
  apiKeys: [],
  accessTokens: undefined,
  endedGrants: { lines: [] },
  revokedTokens: { lines: [] },
};

const aContent = (change: Partial<BundleContent> = {}): BundleContent => ({
  orgId: 'o',
  issuer: 'https://v',
  lineage: 'cfg_1',
  at: { revision: 9, changedAt: 1_700_000_000_999 },
  keys: [{ kid: 'k', kty: 'EC', crv: 'P-256', x: 'x', y: 'y' }],
  organization: {},
  workspaces: [],
  joined: [],
  agents: [],
  auditors: [],
  settings: [],
  policies: [],
  credentials: noCredentials,
  registry: { modelUse: 'any', models: [], auditors: [] },
  ...change,
});

const scope = fc.record({
  level: fc.constantFrom('org', 'workspace', 'agent'),
  id: fc.constantFrom('a', 'B', 'ä', 'b.1'),
});
const policy: fc.Arbitrary<BundlePolicy> = fc.record({
  id: fc.constantFrom('pol_1', 'pol_2', 'preset.x'),
  scope,
  version: fc.integer({ min: 1, max: 12 }),
  mode: fc.constantFrom('active', 'shadow'),
  text: fc.string(),
});
const settings = fc.record({
  scope,
  auditor_id: fc.constantFrom('pii', 'injection'),
  settings: fc.constant({ threshold: { value: 0.5 } }),
});
const policyKey = ({ id, scope: at, version, mode }: BundlePolicy) => [id, at.level, at.id, version, mode].join('/');
const settingsKey = (item: { scope: Scope; auditor_id: string }) => JSON.stringify([item.scope, item.auditor_id]);

describe('a bundle', () => {
  it('is the same text for any order of rows', () => {
    const rows = fc.record({
      policies: fc.uniqueArray(policy, { selector: policyKey }),
      settings: fc.uniqueArray(settings, { selector: settingsKey }),
      agents: fc.uniqueArray(fc.constantFrom('a', 'B', 'ä', 'b-1', 'b.1'), { minLength: 1 }),
    });
    const shuffled = rows.chain(({ policies, settings: records, agents }) =>
      fc.tuple(
        fc.constant({ policies, settings: records, agents }),
        fc.record({
          policies: fc.shuffledSubarray(policies, { minLength: policies.length }),
          settings: fc.shuffledSubarray(records, { minLength: records.length }),
          agents: fc.shuffledSubarray(agents, { minLength: agents.length }),
        }),
      ),
    );
    const print = ({ agents, ...rest }: { agents: string[] } & Pick<BundleContent, 'policies' | 'settings'>) => {
      const workspaces = agents.map((id) => ({ id, chain: { auditorChain: { preRequest: [{ auditorId: 'pii' }] } } }));
      return JSON.stringify(toBundle(aContent({ ...rest, workspaces, agents: agents.map((id) => anAgent({ id })) })));
    };
    fc.assert(fc.property(shuffled, ([left, right]) => print(left) === print(right)));
  });

  it("has organisation before workspace before agent, in the contract's format", () => {
    const at = (level: Scope['level'], id: string) => ({ scope: { level, id }, auditor_id: 'pii', settings: {} });
    const bundle = toBundle(aContent({ settings: [at('agent', 'a'), at('workspace', 'b'), at('org', 'o')] }));
    expect(bundle.settings.map((item) => item.scope.level)).toEqual(['org', 'workspace', 'agent']);
    expect(shape.Check(bundle)).toBe(true);
  });

  it('contains only agent data that gateways use, and all break-glass data in Evidence', () => {
    const observed = anAgent({
      id: 'b',
      audit_mode: 'observe',
      audit_mode_until: '2026-01-02T00:00:00.000Z',
      audit_mode_reason: 'incident',
      audit_mode_by: 'operator',
    });
    const named = { ...anAgent({}), name: 'A', model_id: 'm', owners: ['usr_1'] };
    expect(toBundle(aContent({ agents: [observed, named] })).agents).toEqual([
      { id: 'a', workspace_id: 'default', audit_mode: 'enforce', agent_epoch: 1 },
      {
        id: 'b',
        agent_epoch: 1,
        workspace_id: 'default',
        audit_mode: 'observe',
        audit_mode_until: 1_767_312_000_000,
        audit_mode_reason: 'incident',
        audit_mode_by: 'operator',
      },
    ]);
  });

  it('lists inactive agents, and token epochs', () => {
    const suspended = anAgent({ status: 'suspended', agent_epoch: 7 });
    expect(toBundle(aContent({ agents: [suspended] })).agents).toMatchObject([{ status: 'suspended', agent_epoch: 7 }]);
  });

  it('has API keys by their hashes in one order, and the keys of access tokens', () => {
    const apiKeys = [
      { id: 'key_2', sha256: 'c'.repeat(64), secret: 'assay_key_x', alias: 'ci' },
      { id: 'key_1', sha256: 'b'.repeat(64), expires_at: 5, workspace_id: 'w' },
      { id: 'key_1', sha256: 'a'.repeat(64), expires_at: 4, agent_id: 'a' },
    ];
    const keys = [{ kid: 't', kty: 'EC', crv: 'P-256', x: 'x', y: 'y' } as const];
    const accessTokens = { issuer: 'https://v', audience: 'https://v/gateway', keys };
    const bundle = toBundle(aContent({ credentials: { ...noCredentials, apiKeys, accessTokens } }));
    expect(bundle.api_keys).toEqual([
      { id: 'key_1', sha256: 'a'.repeat(64), expires_at: 4, agent_id: 'a' },
      { id: 'key_1', sha256: 'b'.repeat(64), expires_at: 5, workspace_id: 'w' },
      { id: 'key_2', sha256: 'c'.repeat(64) },
    ]);
    expect(bundle.access_tokens).toEqual(accessTokens);
    expect(shape.Check(bundle)).toBe(true);
    expect(toBundle(aContent())).not.toHaveProperty('api_keys');
  });

  it('has ended consents and revoked tokens in one order, and omits them when empty', () => {
    const grants = ['dgr_2', 'dgr_1'].map((id) => ({ id, until: 5, subject_id: 'usr_ada' }));
    const endedGrants = takeNewest([...grants, { id: 'dgr_0', until: 4, subject_id: 'usr_ada' }], 2);
    const revokedTokens = takeNewest(
      ['dtk_2', 'at_1'].map((jti) => ({ jti, until: 6 })),
      2,
    );
    const bundle = toBundle(aContent({ credentials: { ...noCredentials, endedGrants, revokedTokens } }));
    expect(bundle.ended_grants).toEqual(['dgr_1', 'dgr_2'].map((id) => ({ id, until: 5 })));
    expect(bundle.revoked_tokens).toEqual(['at_1', 'dtk_2'].map((jti) => ({ jti, until: 6 })));
    expect([bundle.ended_grants_cut, bundle.revoked_tokens_cut]).toEqual([4, undefined]);
    expect(shape.Check(bundle)).toBe(true);
    for (const name of ['ended_grants', 'revoked_tokens']) expect(toBundle(aContent())).not.toHaveProperty(name);
  });

  it('omits workspaces that inherit everything, since evidence may create one without a revision', () => {
    const items = [{ name: 'pii', image: 'assay/pii', port: 8091 }];
    const workspaces = [
      { id: 'bare', chain: {} },
      { id: 'own', chain: { items } },
    ];
    expect(toBundle(aContent({ workspaces })).workspaces).toEqual([{ id: 'own', items }]);
  });

  it('is dated by its last change, not its creation', () => {
    expect(toBundle(aContent())).toMatchObject({ iat: 1_700_000_000, revision: 9, lineage: 'cfg_1' });
  });

  it("has the registries' entries, sorted, and omits empty ones", () => {
    const nothing = toBundle(aContent());
    expect([nothing.registry, nothing.model_use]).toEqual([undefined, undefined]);
    const bundle = toBundle(
      aContent({
        registry: {
          modelUse: 'approved',
          models: [
            { model_id: 'b', status: 'revoked' },
            { model_id: 'B', status: 'approved' },
          ],
          auditors: [],
        },
      }),
    );
    expect([bundle.model_use, bundle.registry]).toEqual([
      'approved',
      {
        models: [
          { model_id: 'B', status: 'approved' },
          { model_id: 'b', status: 'revoked' },
        ],
      },
    ]);
  });

  it('stays far below its bound with the largest number of models and releases', async () => {
    const models = Array.from({ length: maxBundleModels }, (_, index) => ({
      model_id: `${index}`.padEnd(200, 'm'),
      status: 'deprecated' as const,
    }));
    const release = { image: 'i'.repeat(512), auditor_id: 'a'.repeat(200), reason: 'r'.repeat(1_000) };
    const auditors = Array.from({ length: maxBundleReleases + 5 }, (_, index) => ({
      ...release,
      status: index === maxBundleReleases + 4 ? ('revoked' as const) : ('deprecated' as const),
    }));
    const registries = { models: async () => models, auditors: async () => auditors };
    const tx = {} as Db;
    const registry = await readRegistry(tx, 'o', { modelUse: 'any', registries });
    expect(registry.auditors).toHaveLength(maxBundleReleases);
    expect(registry.auditors.some(({ status }) => status === 'revoked')).toBe(true);
    expect(JSON.stringify(toBundle(aContent({ registry }))).length).toBeLessThan(maxBundleBytes / 10);
    // A cut list would let models pass that it should stop.
    const tooMany = { ...registries, models: async () => [...models, ...models] };
    await expect(readRegistry(tx, 'o', { modelUse: 'any', registries: tooMany })).rejects.toThrow('has 10000');
  });
});
