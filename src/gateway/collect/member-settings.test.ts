import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AuditorValues } from '../../configuration/resolve-agent.ts';
import { settleInstances, toContextSettings, toMemberSettings } from './member-settings.ts';

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

  it('has the last word with the values that were admitted, and leaves every other one', () => {
    fc.assert(
      fc.property(level, overrides, level, overrides, (config, set, askedConfig, asked) => {
        const settings = toMemberSettings(values({ auditor_config: config, detection_overrides: set }));
        const caller = { auditor_config: askedConfig, detection_overrides: asked };
        const sent = toContextSettings(settings, [], caller, new Set(Object.keys(askedConfig)));
        expect({ ...sent.auditor_config }).toEqual({ ...config, ...askedConfig });
        const claims = new Set([...Object.keys(set), ...Object.keys(asked)]);
        for (const claim of claims) {
          expect({ ...sent.detection_overrides?.[claim] }).toEqual({ ...set[claim], ...asked[claim] });
        }
        expect(new Set(Object.keys(sent.detection_overrides ?? {}))).toEqual(claims);
      }),
    );
  });

  it("fills a policy's own detection, and changes none of its values", () => {
    const settings = toMemberSettings(values({ detection_overrides: { one: { threshold: 0.3 } } }));
    const instances = settleInstances(
      [
        { instance_id: 'one', produces: ['one'], settings: {} },
        { instance_id: 'p.one', produces: ['one'], settings: { threshold: 0.1 } },
      ],
      settings?.overrides,
    );
    const asked = { detection_overrides: { one: { threshold: 0.2, depth: 2 } } };
    expect(toContextSettings(settings, instances, asked, noKeys).claim_instances).toEqual([
      { instance_id: 'one', produces: ['one'], settings: { threshold: 0.3, depth: 2 } },
      { instance_id: 'p.one', produces: ['one'], settings: { threshold: 0.1, depth: 2 } },
    ]);
  });
});

it('nothing is sent when nothing is set', () => {
  expect(toMemberSettings(undefined)).toBeUndefined();
  expect(toMemberSettings(values())).toBeUndefined();
  expect(toContextSettings(undefined, [], {}, noKeys)).toEqual({});
});
