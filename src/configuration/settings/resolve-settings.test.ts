import type { SettingDefinition } from '@assay/sdk/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ScopeLevel } from '../../contract/control/scope.ts';
import { resolveSettings, type SettingLevel, type SourcedEntry } from './resolve-settings.ts';
import { toSettingTable } from './setting-table.ts';

const numeric = (key: string, value: number): SettingDefinition => ({
  key,
  label: key,
  type: 'number',
  default: value,
});

const table = toSettingTable({
  id: 'probe',
  config: [numeric('limit', 10)],
  claims: [
    { name: 'alone', settings: [numeric('threshold', 0.5)] },
    { name: 'first', settings: [numeric('threshold', 0.5)] },
    { name: 'second', settings: [numeric('threshold', 0.5)] },
  ],
  methods: [['alone'], ['first', 'second']],
});

type Entries = Record<string, SourcedEntry>;
const levels = (org: Entries = {}, workspace: Entries = {}, agent: Entries = {}): SettingLevel[] => [
  { scope: { level: 'org', id: 'o' }, entries: org },
  { scope: { level: 'workspace', id: 'w' }, entries: workspace },
  { scope: { level: 'agent', id: 'a' }, entries: agent },
];
const name = 'alone.threshold';
const resolve = (...parts: Parameters<typeof levels>) => resolveSettings(levels(...parts), table);
const free = (value: number): Entries => ({ [name]: { value } });
const held = (value: number): Entries => ({ [name]: { value, enforced: true } });

describe('the cascade of settings', () => {
  const [org, workspace, agent] = levels().map(({ scope }) => scope);
  it.each([
    ['nothing set: the default', {}, {}, {}, 0.5, { level: 'default', id: 'probe' }, false, []],
    ['set at the organisation', free(0.1), {}, {}, 0.1, org, false, []],
    ['set at the workspace', {}, free(0.2), {}, 0.2, workspace, false, []],
    ['set at the agent', {}, {}, free(0.3), 0.3, agent, false, []],
    ['the workspace over the organisation', free(0.1), free(0.2), {}, 0.2, workspace, false, [0.1]],
    ['the agent over the organisation', free(0.1), {}, free(0.3), 0.3, agent, false, [0.1]],
    ['the agent over the workspace', {}, free(0.2), free(0.3), 0.3, agent, false, [0.2]],
    ['the agent over both', free(0.1), free(0.2), free(0.3), 0.3, agent, false, [0.1, 0.2]],
    ['enforced at the organisation, nothing below', held(0.1), {}, {}, 0.1, org, true, []],
    ['enforced at the organisation over the workspace', held(0.1), free(0.2), {}, 0.1, org, true, [0.2]],
    ['enforced at the organisation over the agent', held(0.1), {}, free(0.3), 0.1, org, true, [0.3]],
    ['enforced at the organisation over both', held(0.1), free(0.2), free(0.3), 0.1, org, true, [0.2, 0.3]],
    ['enforced at the workspace over the agent', {}, held(0.2), free(0.3), 0.2, workspace, true, [0.3]],
    ['enforced at the workspace over both', free(0.1), held(0.2), free(0.3), 0.2, workspace, true, [0.1, 0.3]],
    ['enforced at organisation and workspace: the organisation', held(0.1), held(0.2), {}, 0.1, org, true, [0.2]],
    ['enforced everywhere: the organisation', held(0.1), held(0.2), held(0.3), 0.1, org, true, [0.2, 0.3]],
    ['enforced at the agent has no effect', {}, {}, held(0.3), 0.3, agent, false, []],
    ['enforced at the agent below a free value', free(0.1), free(0.2), held(0.3), 0.3, agent, false, [0.1, 0.2]],
    ['enforced at the workspace, enforced at the agent', {}, held(0.2), held(0.3), 0.2, workspace, true, [0.3]],
  ])('resolves %s', (_case, atOrg, atWorkspace, atAgent, value, decidedBy, enforced, overridden) => {
    const effective = resolve(atOrg, atWorkspace, atAgent).settings[name];
    expect(effective).toMatchObject({ value, decided_by: decidedBy, enforced });
    expect(effective?.overridden.map((one) => one.value)).toEqual(overridden);
    expect(effective?.source).toBe(decidedBy?.level === 'default' ? 'default' : 'setting');
  });

  it('names the scope of each overridden value', () => {
    expect(resolve(held(0.1), free(0.2), free(0.3)).settings[name]?.overridden).toEqual([
      { level: 'workspace', id: 'w', value: 0.2 },
      { level: 'agent', id: 'a', value: 0.3 },
    ]);
  });

  it('names the values set by a preset', () => {
    expect(resolve({}, { [name]: { value: 0.2, source: 'preset' } }).settings[name]?.source).toBe('preset');
  });

  it('sends settings of the auditor as config and those of claims as overrides, never a default', () => {
    const { auditor_config, detection_overrides } = resolve({ limit: { value: 5 } }, free(0.2));
    expect({ auditor_config, detection_overrides }).toEqual({
      auditor_config: { limit: 5 },
      detection_overrides: { alone: { threshold: 0.2 } },
    });
    expect(resolve()).toMatchObject({ auditor_config: {}, detection_overrides: {} });
  });

  it('sends nothing unknown to the auditor, and reports it', () => {
    const resolved = resolve({ 'gone.threshold': { value: 1 }, constructor: { value: 1 } }, { other: { value: 2 } });
    expect(resolved).toMatchObject({ auditor_config: {}, detection_overrides: {} });
    expect(resolved.unknown).toEqual(['constructor', 'gone.threshold', 'other']);
  });
});

describe('one parameter under several names', () => {
  it('has one value under all of them, and each is sent, so that none bypasses another', () => {
    const { settings, detection_overrides } = resolve(
      { 'first.threshold': { value: 0.9, enforced: true } },
      {},
      {
        'second.threshold': { value: 0.1 },
      },
    );
    for (const one of ['first.threshold', 'second.threshold']) {
      expect(settings[one]).toMatchObject({ value: 0.9, enforced: true, decided_by: { level: 'org' } });
    }
    expect(settings['second.threshold']?.overridden).toEqual([{ level: 'agent', id: 'a', value: 0.1 }]);
    expect(detection_overrides).toEqual({ first: { threshold: 0.9 }, second: { threshold: 0.9 } });
  });

  it('at one scope is decided by the last of them, as in the auditor', () => {
    const both = { 'first.threshold': { value: 0.1 }, 'second.threshold': { value: 0.2 } };
    const { settings } = resolve({}, both);
    expect(settings['first.threshold']).toMatchObject({ value: 0.2, overridden: [{ level: 'workspace', value: 0.1 }] });
  });
});

describe('for any values at any scopes', () => {
  const entry = fc.record(
    { value: fc.integer({ min: 0, max: 9 }), enforced: fc.boolean() },
    { requiredKeys: ['value'], noNullPrototype: true },
  );
  const entries = fc.dictionary(fc.constantFrom('limit', name, 'first.threshold', 'second.threshold'), entry);
  const any = fc.tuple(entries, entries, entries);
  const groups = [['limit'], [name], ['first.threshold', 'second.threshold']];

  /** The rule as the document words it, written apart: an answer for one parameter. */
  function reference(
    parts: readonly Entries[],
    names: readonly string[],
  ): { value: unknown; level: ScopeLevel } | undefined {
    const order: ScopeLevel[] = ['org', 'workspace', 'agent'];
    let lowest: { value: unknown; level: ScopeLevel } | undefined;
    for (const [index, level] of order.entries()) {
      let here: SourcedEntry | undefined;
      let enforcedHere: SourcedEntry | undefined;
      for (const one of names) {
        const candidate = parts[index]?.[one];
        if (candidate === undefined) continue;
        here = candidate;
        if (candidate.enforced === true) enforcedHere = candidate;
      }
      if (enforcedHere !== undefined && level !== 'agent') return { value: enforcedHere.value, level };
      if (here !== undefined) lowest = { value: here.value, level };
    }
    return lowest;
  }

  it('the result is that of the rule', () => {
    fc.assert(
      fc.property(any, (parts) => {
        const { settings } = resolve(...parts);
        for (const names of groups) {
          const expected = reference(parts, names);
          for (const one of names) {
            const decided = settings[one];
            expect(decided?.decided_by.level).toBe(expected?.level ?? 'default');
            if (expected !== undefined) expect(decided?.value).toBe(expected.value);
          }
        }
      }),
    );
  });

  it('a value enforced by the organisation applies, with anything below', () => {
    fc.assert(
      fc.property(any, fc.integer({ min: 0, max: 9 }), ([org, ...below], value) => {
        const { settings } = resolve({ ...org, [name]: { value, enforced: true } }, ...below);
        expect(settings[name]).toMatchObject({ value, enforced: true, decided_by: { level: 'org', id: 'o' } });
      }),
    );
  });

  it('the order of writes does not matter', () => {
    const shuffle = (part: Entries): Entries => Object.fromEntries(Object.entries(part).reverse());
    fc.assert(
      fc.property(any, ([org, workspace, agent]) => {
        expect(resolve(shuffle(org), shuffle(workspace), shuffle(agent))).toEqual(resolve(org, workspace, agent));
      }),
    );
  });

  it('every stored value decides or is listed as overridden, under its own name', () => {
    fc.assert(
      fc.property(any, (parts) => {
        const { settings } = resolve(...parts);
        for (const names of groups) {
          const standing = parts.flatMap((part) => names.filter((one) => Object.hasOwn(part, one)));
          const listed = names.flatMap((one) => settings[one]?.overridden ?? []);
          expect(listed).toHaveLength(Math.max(0, standing.length - 1));
        }
      }),
    );
  });

  it('exactly the resulting values are sent', () => {
    fc.assert(
      fc.property(any, (parts) => {
        const { settings, auditor_config, detection_overrides } = resolve(...parts);
        const sent = [
          ...Object.entries(auditor_config),
          ...Object.entries(detection_overrides).flatMap(([claim, values]) =>
            Object.entries(values).map(([key, value]) => [`${claim}.${key}`, value] as const),
          ),
        ];
        const said = Object.entries(settings).filter(([, { source }]) => source !== 'default');
        expect(new Map(sent)).toEqual(new Map(said.map(([one, { value }]) => [one, value])));
      }),
    );
  });
});
