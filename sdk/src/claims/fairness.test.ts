import { describe, expect, it } from 'vitest';
import { fairnessClaim } from './fairness.ts';

describe('fairnessClaim', () => {
  it.each([
    [{ disparate_impact_ratio: 0.8 }, true],
    [{ disparate_impact_ratio: 0.79 }, false],
    [{ disparate_impact_ratio: 0.79, threshold: 0.7 }, true],
    [{ disparate_impact_ratio: 0.9, demographic_parity: 0.5 }, true],
    [{ demographic_parity: 0.2 }, true],
    [{ demographic_parity: 0.21 }, false],
    [{ demographic_parity: 0, equalized_odds: 0.3 }, false],
  ])('%o gives %s', (parameters, value) => {
    expect(fairnessClaim(parameters)).toMatchObject({
      name: 'fairness_threshold_met',
      type: 'boolean',
      value,
      detail: parameters,
    });
  });

  it('is never made without a metric', () => {
    expect(() => fairnessClaim({ protected_attributes: ['age'] })).toThrow('at least one fairness metric');
  });

  it('keeps the basis of the metrics', () => {
    const parameters = {
      disparate_impact_ratio: 1,
      protected_attributes: ['age'],
      group_metrics: { a: { rate: 0.5 } },
    };
    expect(fairnessClaim(parameters).detail).toEqual({ ...parameters, threshold: 0.8 });
  });
});
