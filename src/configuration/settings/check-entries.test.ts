import type { SettingDefinition } from '@assay/sdk/contract';
import { describe, expect, it } from 'vitest';
import { builtInAuditors } from '../../contract/control/built-in-auditors.ts';
import type { SettingValue } from '../../contract/control/setting.ts';
import { checkEntries } from './check-entries.ts';
import { findValueProblem, isSameValue } from './check-value.ts';
import { findSetting, toConfigurable, toSettingTable } from './setting-table.ts';

const define = (definition: Partial<SettingDefinition>): SettingDefinition => ({
  key: 'x',
  label: 'X',
  type: 'number',
  default: null,
  ...definition,
});

const table = toSettingTable({
  id: 'probe',
  config: [define({ key: 'limit' }), define({ key: 'both' })],
  claims: [
    { name: 'one', settings: [define({ key: 'threshold', min: 0, max: 1 }), define({ key: 'only' })] },
    { name: 'two', settings: [define({ key: 'threshold' }), define({ key: 'both' }), define({ key: 'hidden' })] },
  ],
  secrets: ['two.hidden'],
});

describe('names', () => {
  it.each([
    ['limit', 'limit'],
    ['one.threshold', 'one.threshold'],
    ['only', 'one.only'],
    ['two.both', 'two.both'],
  ])('%s is %s', (written, full) => {
    expect(findSetting(table, written)).toMatchObject({ kind: 'found', setting: { name: full } });
  });

  it.each([
    ['threshold', ['one.threshold', 'two.threshold']],
    ['both', ['both', 'two.both']],
  ])('%s is ambiguous', (written, names) => {
    expect(findSetting(table, written)).toEqual({ kind: 'ambiguous', names });
  });

  it.each([
    ['limt', 'limit'],
    ['onyl', 'one.only'],
    ['one.treshold', 'one.threshold'],
    ['tow.threshold', 'two.threshold'],
    ['something else', undefined],
    ['limit.x.y', 'limit'],
  ])('%s is unknown; the nearest is %s', (written, nearest) => {
    expect(findSetting(table, written)).toEqual({ kind: 'unknown', nearest });
  });

  it('every name of every built-in auditor is found under itself', () => {
    for (const { entry, config, methods, secrets } of builtInAuditors) {
      const own = toSettingTable({ id: entry.id, config, claims: entry.claims, methods, secrets });
      for (const name of own.settings.keys()) expect(findSetting(own, name)).toMatchObject({ setting: { name } });
    }
  });

  it('a vocabulary alone gives the same names as a catalog entry', () => {
    for (const { entry, config, vocabulary } of builtInAuditors) {
      const full = toSettingTable({ id: entry.id, config, claims: entry.claims });
      expect([...toSettingTable(toConfigurable(vocabulary, config)).settings.keys()]).toEqual([
        ...full.settings.keys(),
      ]);
    }
  });
});

describe('a key of several methods of an auditor', () => {
  const builtIn = (id: string) => {
    const found = builtInAuditors.find(({ entry }) => entry.id === id);
    if (found === undefined) throw new Error(`no auditor ${id}`);
    const { entry, config, methods, secrets } = found;
    return toSettingTable({ id, config, claims: entry.claims, methods, secrets });
  };
  const written = (id: string, settings: Parameters<typeof checkEntries>[1]) => {
    const { entries, problems } = checkEntries(builtIn(id), settings);
    expect(problems).toEqual([]);
    return Object.fromEntries([...entries].filter(([, entry]) => entry !== null));
  };

  it('is the one parameter of its variable: the score and its detection change together', () => {
    const value = { value: 0.9, enforced: true };
    expect(written('injection', { threshold: value })).toEqual({
      'injection_risk.threshold': value,
      'injection_detected.threshold': value,
    });
    expect(written('toxicity', { threshold: value })).toEqual({ 'toxic_content.threshold': value });
  });

  it('removes every other name of the parameter, so that none of them decides instead', () => {
    const table = builtIn('injection');
    const { entries } = checkEntries(table, { threshold: { value: 0.9 } });
    const names = [...table.settings.keys()].filter((name) => name.endsWith('.threshold'));
    expect([...entries.keys()].sort()).toEqual(names.sort());
    expect(entries.get('injection_patterns.threshold')).toBeNull();
    const gone = checkEntries(table, { threshold: null });
    expect([...gone.entries.values()].every((entry) => entry === null)).toBe(true);
  });

  it('is refused beside one of its full names, and for an invalid value', () => {
    const both = { threshold: { value: 0.9 }, 'injection_patterns.threshold': { value: 0.5 } };
    expect(checkEntries(builtIn('injection'), both).problems).toMatchObject([{ reason: 'setting_invalid' }]);
    expect(checkEntries(builtIn('injection'), { threshold: { value: 2 } }).problems).toMatchObject([
      { reason: 'setting_invalid', pointer: '/threshold/value' },
    ]);
  });

  it('stays ambiguous when the methods are unknown', () => {
    const vocabulary = builtInAuditors.find(({ entry }) => entry.id === 'injection')?.vocabulary;
    if (vocabulary === undefined) throw new Error('no vocabulary');
    const unknown = toSettingTable(toConfigurable(vocabulary));
    expect(findSetting(unknown, 'threshold')).toMatchObject({ kind: 'ambiguous' });
  });
});

describe('a write', () => {
  it('is stored by full names, in its order', () => {
    const { entries, problems } = checkEntries(table, {
      only: { value: 1 },
      limit: null,
      'one.threshold': { value: 1 },
    });
    expect(problems).toEqual([]);
    expect([...entries]).toEqual([
      ['one.only', { value: 1 }],
      ['limit', null],
      ['one.threshold', { value: 1 }],
    ]);
  });

  it('is refused with every wrong place', () => {
    const { problems } = checkEntries(table, {
      'a/b~c': { value: 1 },
      threshold: { value: 1 },
      'one.threshold': { value: 2 },
      'two.hidden': { value: 1 },
      only: { value: 1 },
      'one.only': { value: 1 },
    });
    expect(problems.map(({ reason, pointer }) => [reason, pointer])).toEqual([
      ['setting_unknown', '/a~1b~0c'],
      ['setting_ambiguous', '/threshold'],
      ['setting_invalid', '/one.threshold/value'],
      ['setting_secret', '/two.hidden'],
      ['setting_invalid', '/one.only'],
    ]);
  });
});

describe('values', () => {
  const choice = define({ type: 'string', control: 'select', options: ['a', 'b'] });
  it.each<[string, SettingDefinition, SettingValue, boolean]>([
    ['a number in range', define({ min: 0, max: 1 }), 0.5, true],
    ['the least', define({ min: 0, max: 1 }), 0, true],
    ['the most', define({ min: 0, max: 1 }), 1, true],
    ['below', define({ min: 0 }), -0.1, false],
    ['above', define({ max: 1 }), 1.1, false],
    ['not finite', define({}), Number.POSITIVE_INFINITY, false],
    ['no number', define({}), Number.NaN, false],
    ['a number as text', define({}), '1', false],
    ['a truth', define({ type: 'boolean' }), false, true],
    ['a truth as a number', define({ type: 'boolean' }), 1, false],
    ['a text', define({ type: 'string' }), '', true],
    ['a text with U+0000', define({ type: 'string' }), 'a\u0000', false],
    ['half a surrogate pair', define({ type: 'string' }), '\ud800', false],
    ['one of the choices', choice, 'b', true],
    ['none of the choices', choice, 'c', false],
    ['a suggestion is no limit', define({ type: 'string', options: ['a'] }), 'c', true],
    ['a list', define({ type: 'string[]' }), ['a', 'b'], true],
    ['an empty list', define({ type: 'string[]' }), [], true],
    ['a text for a list', define({ type: 'string[]' }), 'a', false],
    ['a list of choices', define({ type: 'string[]', control: 'select', options: ['a'] }), ['a', 'b'], false],
    ['suggestions for a list', define({ type: 'string[]', options: ['a'] }), ['b'], true],
  ])('are judged by their definition: %s', (_name, definition, value, fits) => {
    expect(findValueProblem(definition, value) === undefined).toBe(fits);
  });

  it('the default of every built-in setting fits its definition', () => {
    for (const { entry, config } of builtInAuditors) {
      for (const definition of [...config, ...entry.claims.flatMap(({ settings }) => settings)]) {
        const value = definition.default;
        if (value !== null) expect(findValueProblem(definition, value as SettingValue)).toBeUndefined();
      }
    }
  });

  it('are equal for equal content, and lists for the same order of texts', () => {
    expect(isSameValue(['a', 'b'], ['a', 'b'])).toBe(true);
    expect(isSameValue(['a', 'b'], ['b', 'a'])).toBe(false);
    expect(isSameValue(['a'], 'a')).toBe(false);
    expect(isSameValue(1, 1)).toBe(true);
  });
});
