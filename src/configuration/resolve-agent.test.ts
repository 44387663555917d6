import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type BundlePolicy, type ConfigBundle, configBundleSchemaVersion } from '../contract/control/config-bundle.ts';
import type { Scope, ScopeLevel } from '../contract/control/scope.ts';
import type { KnownAuditor } from './chain/resolve-chain.ts';
import {
  type AuditorIndex,
  indexBundle,
  type LocalFiles,
  levelsWithShadow,
  modeAt,
  type ResolvedAgent,
  resolveAgent,
} from './resolve-agent.ts';
import { toConfigurable, toSettingTable } from './settings/setting-table.ts';

const setting = { key: 'threshold', type: 'number', default: 0.8 } as const;
const auditor = (id: string): KnownAuditor => ({
  id,
  builtIn: false,
  image: `acme/${id}`,
  port: 9000,
  vocabulary: {
    auditor_id: id,
    version: '1.0.0',
    vocabulary: [
      { name: `${id}_risk`, type: 'score_normalized', description: '', value_schema: {}, settings: [setting] },
    ],
    phases: ['request', 'response'],
  },
});
const known = ['alpha', 'beta'].map(auditor);
const auditors: AuditorIndex = {
  known,
  tableOf(id) {
    const found = known.find((one) => one.id === id);
    return found === undefined ? undefined : toSettingTable(toConfigurable(found.vocabulary));
  },
  methodsOf: () => undefined,
};
const item = { name: 'alpha', image: 'acme/alpha', port: 9000 };
const generated: LocalFiles = { items: [item], policy: { id: 'policy', text: 'permit;', isGenerated: true } };
const written: LocalFiles = { items: [item], policy: { id: 'mine', text: 'forbid;', isGenerated: false } };

function aBundle(change: Partial<ConfigBundle> = {}): ConfigBundle {
  return {
    schema_version: configBundleSchemaVersion,
    iss: 'v',
    iat: 1,
    org_id: 'acme',
    lineage: 'cfg',
    revision: 1,
    keys: [],
    organization: {},
    workspaces: [],
    agents: [],
    auditors: [],
    settings: [],
    policies: [],
    ...change,
  };
}

const policy = (level: ScopeLevel, id: string, change: Partial<BundlePolicy> = {}): BundlePolicy => ({
  id: `${level}-${id}`,
  scope: { level, id },
  version: 1,
  mode: 'active',
  text: `permit (${level} ${id})`,
  ...change,
});
const value = (level: ScopeLevel, id: string, number: number, enforced = false): ConfigBundle['settings'][number] => ({
  scope: { level, id },
  auditor_id: 'alpha',
  settings: { 'alpha_risk.threshold': { value: number, ...(enforced ? { enforced } : {}) } },
});
const resolve = (bundle: ConfigBundle, agentId: string, local = generated): ResolvedAgent =>
  resolveAgent(indexBundle(bundle), agentId, { local, auditors });
const textsOf = ({ levels }: ResolvedAgent) =>
  levels.map(({ kind, records }) => [kind, ...records.map(({ text }) => text)]);

const ids = fc.constantFrom('one', 'two', 'three');
const elsewhere = fc.constantFrom<Scope>({ level: 'workspace', id: 'far' }, { level: 'agent', id: 'somebody' });
/** A bundle that says much, and nothing about the organisation, workspace `default` or the three agents. */
const aboutOthers = fc.record({
  agents: fc.constant<ConfigBundle['agents']>([{ id: 'somebody', workspace_id: 'far', audit_mode: 'observe' }]),
  workspaces: fc.constant<ConfigBundle['workspaces']>([
    { id: 'far', auditorChain: { preRequest: [{ auditorId: 'beta' }] } },
  ]),
  policies: fc.array(
    elsewhere.map((scope) => policy(scope.level, scope.id)),
    { maxLength: 4 },
  ),
  settings: fc.array(
    fc
      .tuple(elsewhere, fc.double({ min: 0, max: 1, noNaN: true }))
      .map(([scope, number]) => value(scope.level, scope.id, number)),
    { maxLength: 4 },
  ),
});

describe('an unconfigured agent', () => {
  it('resolves exactly to the local files, for any other configuration', () => {
    fc.assert(
      fc.property(aboutOthers, ids, fc.constantFrom(generated, written), (change, agentId, local) => {
        expect(resolve(aBundle(change), agentId, local)).toEqual({
          workspaceId: 'default',
          mode: { word: 'enforce' },
          chain: undefined,
          levels: [],
          shadows: [],
          settings: new Map(),
          unknownSettings: [],
        });
        expect(indexBundle(aBundle(change)).isConfigured(agentId)).toBe(false);
      }),
    );
  });

  it('resolves like any other unconfigured one', () => {
    const everything = fc.record({
      policies: fc.subarray([policy('org', 'acme'), policy('workspace', 'default'), policy('agent', 'somebody')]),
      settings: fc.subarray([
        value('org', 'acme', 0.3),
        value('workspace', 'default', 0.4),
        value('agent', 'somebody', 0.5),
      ]),
    });
    fc.assert(
      fc.property(everything, (change) => {
        const bundle = aBundle(change);
        expect(resolve(bundle, 'one')).toEqual(resolve(bundle, 'two'));
      }),
    );
  });
});

describe('policies', () => {
  const everywhere = [policy('agent', 'one'), policy('org', 'acme'), policy('workspace', 'eu')];
  const agents = [{ id: 'one', workspace_id: 'eu', audit_mode: 'enforce' as const }];

  it('come from the outermost level to the innermost, without those of other places', () => {
    const policies = [...everywhere, policy('workspace', 'us'), policy('agent', 'two')];
    expect(textsOf(resolve(aBundle({ agents, policies }), 'one'))).toEqual([
      ['org', 'permit (org acme)'],
      ['workspace', 'permit (workspace eu)'],
      ['agent', 'permit (agent one)'],
    ]);
    expect(textsOf(resolve(aBundle({ agents, policies }), 'three'))).toEqual([['org', 'permit (org acme)']]);
  });

  it('replace the generated file, and a written one applies outermost', () => {
    const bundle = aBundle({ agents, policies: [policy('workspace', 'eu')] });
    expect(textsOf(resolve(bundle, 'one', generated))).toEqual([['workspace', 'permit (workspace eu)']]);
    expect(textsOf(resolve(bundle, 'one', written))).toEqual([
      ['file', 'forbid;'],
      ['workspace', 'permit (workspace eu)'],
    ]);
  });

  it('with only forbids are added to the generated file', () => {
    const policies = [
      policy('workspace', 'eu', { text: 'forbid (it)' }),
      policy('agent', 'one', { text: 'forbid (that)' }),
    ];
    expect(textsOf(resolve(aBundle({ agents, policies }), 'one', generated))).toEqual([
      ['default', 'permit;'],
      ['workspace', 'forbid (it)'],
      ['agent', 'forbid (that)'],
    ]);
    const opened = [...policies, policy('org', 'acme')];
    const levels = textsOf(resolve(aBundle({ agents, policies: opened }), 'one', generated));
    expect(levels.map(([kind]) => kind)).toEqual(['org', 'workspace', 'agent']);
  });

  it('on trial decide nothing, and replace their active version when tried', () => {
    const shadow = policy('workspace', 'eu', { mode: 'shadow', version: 2, text: 'permit (better)' });
    const resolved = resolve(aBundle({ agents, policies: [...everywhere, shadow] }), 'one', written);
    expect(textsOf(resolved)).toEqual(textsOf(resolve(aBundle({ agents, policies: everywhere }), 'one', written)));
    expect(resolved.shadows).toEqual([shadow]);
    const tried = levelsWithShadow(resolved.levels, shadow, written);
    expect(tried.map(({ kind, records }) => [kind, ...records.map(({ text }) => text)])).toEqual([
      ['file', 'forbid;'],
      ['org', 'permit (org acme)'],
      ['workspace', 'permit (better)'],
      ['agent', 'permit (agent one)'],
    ]);
  });

  it.each([
    ['a generated file, which would step back', generated, [['workspace', 'permit (better)']]],
    [
      'a written file, which would go on',
      written,
      [
        ['file', 'forbid;'],
        ['workspace', 'permit (better)'],
      ],
    ],
  ])('on trial without an active one are tried over %s', (_name, local, expected) => {
    const shadow = policy('workspace', 'eu', { mode: 'shadow', text: 'permit (better)' });
    const resolved = resolve(aBundle({ agents, policies: [shadow] }), 'one', local);
    expect(resolved.levels).toEqual([]);
    const tried = levelsWithShadow(resolved.levels, shadow, local);
    expect(tried.map(({ kind, records }) => [kind, ...records.map(({ text }) => text)])).toEqual(expected);
  });

  it('on trial at an outer level keep their place', () => {
    const shadow = policy('org', 'acme', { mode: 'shadow', text: 'permit (better)' });
    const resolved = resolve(aBundle({ agents, policies: [policy('workspace', 'eu'), shadow] }), 'one', written);
    expect(levelsWithShadow(resolved.levels, shadow, written).map(({ kind }) => kind)).toEqual([
      'file',
      'org',
      'workspace',
    ]);
  });
});

describe('the mode', () => {
  it('observes until the end of the exception, and not a millisecond longer', () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat(), (untilMs, nowMs) => {
        expect(modeAt({ word: 'observe', untilMs }, nowMs)).toBe(nowMs < untilMs ? 'observe' : 'enforce');
        expect(modeAt({ word: 'enforce', untilMs }, nowMs)).toBe('enforce');
        expect(modeAt({ word: 'observe' }, nowMs)).toBe('observe');
      }),
    );
  });
});

describe('the chain', () => {
  const agents = [{ id: 'one', workspace_id: 'eu', audit_mode: 'enforce' as const }];

  it("of the workspace overrides the organisation's, which overrides the local one", () => {
    const organization = { auditorChain: { preRequest: [{ auditorId: 'alpha' }] } };
    const workspaces = [{ id: 'eu', auditorChain: { postResponse: [{ auditorId: 'beta' }] } }];
    const namesOf = (resolved: ResolvedAgent) => resolved.chain?.items.map((one) => `${one.item.name} ${one.askedIn}`);
    const both = aBundle({ agents, organization, workspaces });
    expect(namesOf(resolve(both, 'one'))).toEqual(['beta response,execution,artifact']);
    expect(namesOf(resolve(both, 'two'))).toEqual(['alpha request,execution,artifact']);
    expect(resolve(aBundle({ agents, workspaces }), 'two').chain).toBeUndefined();
  });

  it('finds the place of an auditor in the local chain first', () => {
    const local = { ...generated, items: [{ ...item, url: 'http://alpha.local' }] };
    const organization = { auditorChain: { preRequest: [{ auditorId: 'alpha' }] } };
    expect(resolve(aBundle({ organization }), 'one', local).chain?.items[0]?.item.url).toBe('http://alpha.local');
  });
});

describe('settings', () => {
  const agents = [{ id: 'one', workspace_id: 'eu', audit_mode: 'enforce' as const }];
  const thresholdOf = (settings: ConfigBundle['settings'], agentId = 'one') =>
    resolve(aBundle({ agents, settings }), agentId).settings.get('alpha')?.detection_overrides['alpha_risk']?.[
      'threshold'
    ];

  it('of the innermost scope apply, unless an outer one enforces its own', () => {
    const all = [value('org', 'acme', 0.1), value('workspace', 'eu', 0.2), value('agent', 'one', 0.3)];
    expect(thresholdOf(all)).toBe(0.3);
    expect(thresholdOf(all, 'two')).toBe(0.1);
    expect(thresholdOf([value('org', 'acme', 0.1, true), ...all.slice(1)])).toBe(0.1);
  });

  it('without a known name are reported, and not sent', () => {
    const strange = { scope: { level: 'org' as const, id: 'acme' }, settings: { what: { value: 1 } } };
    const settings = [
      { ...strange, auditor_id: 'alpha' },
      { ...strange, auditor_id: 'nobody' },
    ];
    const resolved = resolve(aBundle({ settings }), 'one');
    expect(resolved.unknownSettings).toEqual(['alpha: what', 'nobody: every setting']);
    expect(resolved.settings.get('alpha')).toEqual({ auditor_config: {}, detection_overrides: {} });
  });
});
