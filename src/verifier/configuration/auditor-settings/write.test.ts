import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { resolveSettings, type SettingLevel } from '../../../configuration/settings/resolve-settings.ts';
import { toSettingTable } from '../../../configuration/settings/setting-table.ts';
import { type ScopeLevel, scopeLevels } from '../../../contract/control/scope.ts';
import type { SettingEntry } from '../../../contract/control/setting.ts';
import { isAppError } from '../../../platform/errors.ts';
import type { StoredEntries } from './tables.ts';
import { applyWrite, changesEnforced, isSameEntries, type WriteKind } from './write.ts';

const names = ['a.x', 'b.x', 'c.x'] as const;
const definition = { key: 'x', label: 'X', type: 'number' as const, default: 0 };
const table = toSettingTable({
  id: 'probe',
  config: [],
  claims: ['a', 'b', 'c'].map((name) => ({ name, settings: [definition] })),
});

type State = Readonly<Record<ScopeLevel, StoredEntries>>;
const empty: State = { org: {}, workspace: {}, agent: {} };
const toLevels = (state: State): SettingLevel[] =>
  scopeLevels.map((level) => ({ scope: { level, id: level }, entries: state[level] }));

interface Write {
  readonly level: ScopeLevel;
  readonly name: string;
  readonly entry: SettingEntry | null;
  readonly how?: WriteKind;
}

/** Gives the state after a write; the unchanged state if the write is refused. */
function write(state: State, { level, name, entry, how = 'merge' }: Write): State {
  const above = toLevels(state).slice(0, scopeLevels.indexOf(level));
  try {
    const written = { [name]: entry };
    const next = applyWrite({ table, written, how, source: 'setting', above, stored: state[level] });
    return { ...state, [level]: next };
  } catch (error) {
    if (isAppError(error, 'conflict') && error.extensions?.['reason'] === 'setting_enforced') return state;
    throw error;
  }
}

const effective = (state: State) => resolveSettings(toLevels(state), table).settings;

const aValue = fc.integer({ min: 0, max: 5 });
const aWrite: fc.Arbitrary<Write> = fc.record({
  level: fc.constantFrom(...scopeLevels),
  name: fc.constantFrom(...names),
  entry: fc.oneof(
    { weight: 4, arbitrary: fc.record({ value: aValue, enforced: fc.boolean() }) },
    { weight: 1, arbitrary: fc.constant(null) },
  ),
});

describe('any writes in any order', () => {
  it('are order-independent with one value per scope and name, none enforced', () => {
    const values = fc.uniqueArray(
      fc.record({ level: fc.constantFrom(...scopeLevels), name: fc.constantFrom(...names), value: aValue }),
      { selector: ({ level, name }) => `${level}/${name}` },
    );
    fc.assert(
      fc.property(values, fc.func(fc.nat()), (all, rank) => {
        const writes = all.map(({ level, name, value }) => ({ level, name, entry: { value } }));
        const shuffled = writes.toSorted((left, right) => rank(left) - rank(right));
        expect(effective(shuffled.reduce(write, empty))).toEqual(effective(writes.reduce(write, empty)));
      }),
    );
  });

  it("end with the organisation's last enforced value", () => {
    fc.assert(
      fc.property(fc.array(aWrite), fc.array(aWrite), aValue, (before, after, value) => {
        const enforced: Write = { level: 'org', name: 'a.x', entry: { value, enforced: true } };
        const below = after.filter(({ level, name }) => level !== 'org' || name !== 'a.x');
        const state = [...before, enforced, ...below].reduce(write, empty);
        expect(effective(state)['a.x']).toMatchObject({ value, enforced: true, decided_by: { level: 'org' } });
      }),
    );
  });

  it("change nothing when refused, and otherwise set the scope's value, unless a scope above has the same", () => {
    fc.assert(
      fc.property(fc.array(aWrite), aWrite, (before, last) => {
        const state = before.reduce(write, empty);
        const after = write(state, last);
        const held = effective({ ...state, [last.level]: {} })[last.name];
        const isHeld = held?.enforced === true && held.decided_by.level !== last.level;
        const stored = after[last.level][last.name];
        if (last.entry === null) expect(stored).toBeUndefined();
        else if (!isHeld || last.level === 'org') expect(stored?.value).toBe(last.entry.value);
        else expect(stored).toEqual(state[last.level][last.name]);
      }),
    );
  });

  it('are idempotent', () => {
    fc.assert(
      fc.property(fc.array(aWrite), aWrite, (before, last) => {
        const once = write(before.reduce(write, empty), last);
        const twice = write(once, last);
        for (const level of scopeLevels) expect(isSameEntries(once[level], twice[level])).toBe(true);
      }),
    );
  });
});

describe('a replacement', () => {
  const above: SettingLevel[] = [
    { scope: { level: 'org', id: 'o' }, entries: { 'a.x': { value: 1, enforced: true } } },
  ];
  const stored: StoredEntries = { 'a.x': { value: 2 }, 'b.x': { value: 3 } };
  const replace = (written: Record<string, SettingEntry>) =>
    applyWrite({ table, written, how: 'replace', source: 'setting', above, stored });

  it('may repeat an older inactive value, so that a read record can be written back', () => {
    expect(replace({ 'a.x': { value: 2 }, 'b.x': { value: 4 } })).toEqual({ 'a.x': { value: 2 }, 'b.x': { value: 4 } });
  });

  it('removes omitted values, older ones included', () => {
    expect(replace({ 'b.x': { value: 3 } })).toEqual({ 'b.x': { value: 3 } });
    expect(replace({ 'a.x': { value: 1 }, 'b.x': { value: 3 } })).toEqual({ 'b.x': { value: 3 } });
  });

  it('names the deciding scope of every unchangeable name', () => {
    expect(() => replace({ 'a.x': { value: 5 } })).toThrow(
      expect.objectContaining({
        extensions: expect.objectContaining({
          decided_by: { level: 'org', id: 'o' },
          enforced: [{ name: 'a.x', decided_by: { level: 'org', id: 'o' }, value: 1 }],
        }),
      }),
    );
  });
});

describe('enforcement', () => {
  const held = { value: 1, enforced: true };
  it.each<[string, StoredEntries, StoredEntries, boolean]>([
    ['a free value', {}, { 'a.x': { value: 1 } }, false],
    ['a free value that changes', { 'a.x': { value: 1 } }, { 'a.x': { value: 2 } }, false],
    ['enforcing', { 'a.x': { value: 1 } }, { 'a.x': held }, true],
    ['a new value that is enforced', {}, { 'a.x': held }, true],
    ['lifting', { 'a.x': held }, { 'a.x': { value: 1 } }, true],
    ['taking away', { 'a.x': held }, {}, true],
    ['another value', { 'a.x': held }, { 'a.x': { value: 2, enforced: true } }, true],
    ['a change beside it', { 'a.x': held }, { 'a.x': held, 'b.x': { value: 2 } }, false],
  ])('is recognised in a change: %s', (_case, before, after, expected) => {
    expect(changesEnforced(before, after)).toBe(expected);
  });
});
