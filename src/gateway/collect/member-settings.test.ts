import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AuditorValues } from '../../configuration/resolve-agent.ts';
import { settleInstances, toContextSettings, toMemberSettings } from './member-settings.ts';

const list = [{ key: 'threshold', type: 'number' as const, default: 0.8 }];
const entry = (name: string, settings = list) => ({
  name,
  type: 'score_normalized' as const,
  description: '',
  value_schema: {},
  settings,
});
const vocabulary = { vocabulary: [entry('one'), entry('two'), entry('three', [])] };
const values = (change: Partial<AuditorValues> = {}): AuditorValues => ({
  auditor_config: {},
  detection_overrides: {},
  ...change,
});

const noKeys = new Set<string>();

describe('a caller of the gateway', () => {
  it('reaches the auditor that declares a key of auditor_config, and no other', () => {
    const caller = { auditor_config: { mine: 1, yours: 2 } };
    expect(toContextSettings(undefined, [], caller, new Set(['mine']))).toEqual({ auditor_config: { mine: 1 } });
    expect(toContextSettings(undefined, [], caller, noKeys)).toEqual({});
  });

  const key = fc.constantFrom('threshold', 'depth', '__proto__', 'constructor');
  const level = fc.dictionary(key, fc.double({ min: 0, max: 1, noNaN: true }), { noNullPrototype: true });
  const overrides = fc.dictionary(fc.constantFrom('one', 'two', 'three', 'four'), level, { noNullPrototype: true });

  it('never changes a set value, and fills every other one', () => {
    fc.assert(
      fc.property(level, overrides, level, overrides, (config, set, askedConfig, asked) => {
        // With known methods, only the set keys are closed.
        const own = values({ auditor_config: config, detection_overrides: set, methods: [] });
        const settings = toMemberSettings(own, vocabulary);
        const caller = { auditor_config: askedConfig, detection_overrides: asked };
        const sent = toContextSettings(settings, [], caller, new Set(Object.keys(askedConfig)));
        expect({ ...sent.auditor_config }).toEqual({ ...askedConfig, ...config });
        const claims = new Set([...Object.keys(set), ...Object.keys(asked)]);
        for (const claim of claims) {
          expect({ ...sent.detection_overrides?.[claim] }).toEqual({ ...asked[claim], ...set[claim] });
        }
        expect(new Set(Object.keys(sent.detection_overrides ?? {}))).toEqual(claims);
      }),
    );
  });

  it('cannot reach a set value under the name of a claim that may share its parameter', () => {
    const settings = toMemberSettings(values({ detection_overrides: { one: { threshold: 0.3 } } }), vocabulary);
    const asked = { one: { threshold: 1, depth: 2 }, two: { threshold: 1, depth: 2 }, three: { threshold: 1 } };
    expect(toContextSettings(settings, [], { detection_overrides: asked }, noKeys).detection_overrides).toEqual({
      one: { threshold: 0.3, depth: 2 },
      two: { depth: 2 },
      three: { threshold: 1 },
    });
  });

  it('fills instances too, below their own settings', () => {
    const settings = toMemberSettings(values({ detection_overrides: { one: { threshold: 0.3 } } }), vocabulary);
    const instances = settleInstances(
      [
        { instance_id: 'one', produces: ['one'], settings: {} },
        { instance_id: 'p.one', produces: ['one'], settings: { threshold: 0.1 } },
      ],
      settings?.overrides,
    );
    const asked = { detection_overrides: { one: { threshold: 1, depth: 2 } } };
    expect(toContextSettings(settings, instances, asked, noKeys).claim_instances).toEqual([
      { instance_id: 'one', produces: ['one'], settings: { threshold: 0.3, depth: 2 } },
      { instance_id: 'p.one', produces: ['one'], settings: { threshold: 0.1, depth: 2 } },
    ]);
  });
});

it('nothing is sent when nothing is set', () => {
  expect(toMemberSettings(undefined, vocabulary)).toBeUndefined();
  expect(toMemberSettings(values(), vocabulary)).toBeUndefined();
  expect(toContextSettings(undefined, [], {}, noKeys)).toEqual({});
});
