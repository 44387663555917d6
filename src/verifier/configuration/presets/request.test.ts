import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tiersOf } from '../../../configuration/presets/catalog.ts';
import { bundleNames, presetAuditors, tiers } from '../../../contract/api/presets/states.ts';
import { isAppError } from '../../../platform/errors.ts';
import { parsePresetRequest } from './request.ts';

describe('the body that applies a preset', () => {
  it('is an auditor and a tier, or a bundle', () => {
    for (const auditor of presetAuditors) {
      for (const tier of tiers) expect(parsePresetRequest({ auditor, tier })).toEqual([{ auditor, tier }]);
    }
    for (const bundle of bundleNames) expect(parsePresetRequest({ bundle })).toEqual(tiersOf(bundle));
  });

  it('whatever else it is, it is refused as unprocessable, and never passes for one of the two', () => {
    const name = fc.constantFrom('auditor', 'tier', 'bundle', '__proto__', 'constructor', 'x/~y');
    const value = fc.oneof(fc.constantFrom(...presetAuditors, ...tiers, ...bundleNames, 'toString'), fc.jsonValue());
    const body = fc.oneof(fc.jsonValue(), fc.dictionary(name, value));
    fc.assert(
      fc.property(body, (candidate) => {
        try {
          const applied = parsePresetRequest(candidate);
          const right = [
            ...presetAuditors.flatMap((auditor) => tiers.map((tier) => ({ auditor, tier }))),
            ...bundleNames.map((bundle) => ({ bundle })),
          ];
          expect(right).toContainEqual(candidate);
          expect(applied.length).toBeGreaterThan(0);
        } catch (error) {
          if (!isAppError(error, 'unprocessable')) throw error;
          expect(error.extensions).toHaveProperty('valid');
          expect(error.errors?.length).toBeGreaterThan(0);
        }
      }),
      { numRuns: 2_000 },
    );
  });
});
