import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SourcedEntry } from '../../../configuration/settings/resolve-settings.ts';
import type { Scope } from '../../../contract/control/scope.ts';
import { planSettings, type SettingsPlanInput } from './plan-settings.ts';

const org: Scope = { level: 'org', id: 'default' };
const names = ['a.x', 'b.x', 'a.y', 'z'];
/** `a.x` and `b.x` are one parameter under two names. */
const namesOf = (name: string) => (name.endsWith('.x') ? ['a.x', 'b.x'] : [name]);

const entry = fc.record(
  { value: fc.integer({ min: 0, max: 3 }), source: fc.constant('preset' as const), enforced: fc.constant(true) },
  { requiredKeys: ['value'] },
);
const present = fc.dictionary(fc.constantFrom(...names, 'old'), entry);
const values = fc.dictionary(fc.constantFrom('a.x', 'a.y', 'z'), fc.integer({ min: 0, max: 3 }));
const enforced = fc.uniqueArray(fc.constantFrom('a.x', 'a.y', 'z'), { maxLength: 2 });
const inputs = fc.record({ present, values, enforced, overwrite: fc.boolean() }).map(
  ({ enforced: held, ...input }): SettingsPlanInput => ({
    ...input,
    auditor: 'pii',
    namesOf,
    enforcedAbove: held.map((name) => ({ name, decided_by: org, value: 9 })),
  }),
);

/** Gives the settings after the write: a merge by name. */
function merge(input: SettingsPlanInput): Record<string, SourcedEntry> {
  const next = new Map(Object.entries(input.present));
  for (const [name, written] of Object.entries(planSettings(input).write)) {
    if (written === null) next.delete(name);
    else next.set(name, { ...written, source: 'preset' });
  }
  return Object.fromEntries(next);
}

describe("a preset's settings", () => {
  it('are written once; a second time gives the same answer', () => {
    fc.assert(
      fc.property(inputs, (input) => {
        const first = planSettings(input);
        const again = planSettings({ ...input, present: merge(input) });
        expect(again).toEqual({ ...first, write: {}, changed: [] });
      }),
    );
  });

  it("do not touch a person's values without overwrite, and with it replace only other names of the parameter", () => {
    fc.assert(
      fc.property(inputs, (input) => {
        const after = merge(input);
        for (const [name, before] of Object.entries(input.present)) {
          if (before.source === 'preset') continue;
          const isWritten = namesOf(name).some((sibling) => input.values[sibling] !== undefined);
          if (!input.overwrite || !isWritten) expect(after[name]).toEqual(before);
        }
      }),
    );
  });

  it("are the tier's values when nobody set or enforces them, without a former tier's", () => {
    fc.assert(
      fc.property(inputs, (input) => {
        const after = merge(input);
        const { unchanged, settings } = planSettings(input);
        const kept = unchanged.map(({ name }) => name);
        for (const [name, value] of Object.entries(input.values)) {
          if (!kept.includes(name)) expect(after[name]).toMatchObject({ value, source: 'preset' });
        }
        for (const [name, { source, value }] of Object.entries(after)) {
          if (source === 'preset') expect(input.values[name]).toBe(value);
        }
        expect(Object.keys(settings).sort()).toEqual(
          Object.keys(input.values)
            .filter((name) => !kept.includes(name))
            .sort(),
        );
      }),
    );
  });

  it('are never written with a value that is enforced further out, and that is listed', () => {
    fc.assert(
      fc.property(inputs, (input) => {
        const { write, unchanged } = planSettings(input);
        for (const { name } of input.enforcedAbove) {
          if (input.values[name] === undefined) continue;
          expect(write[name] ?? null).toBe(null);
          expect(unchanged).toContainEqual(expect.objectContaining({ name, reason: 'enforced' }));
        }
      }),
    );
  });

  it('report every actual change', () => {
    fc.assert(
      fc.property(inputs, (input) => {
        const { write, changed } = planSettings(input);
        const told = changed.map(({ name, action }) => [name, action]);
        const done = Object.entries(write).map(([name, written]) => [
          name,
          written === null ? 'removed' : input.present[name] === undefined ? 'added' : 'updated',
        ]);
        expect(told).toEqual(done);
      }),
    );
  });
});
