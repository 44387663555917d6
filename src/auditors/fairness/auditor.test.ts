import { createAuditor } from '@assay/sdk';
import { runContractKit } from '@assay/sdk/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answer, ask, read } from './ask.fixture.ts';
import { fairness } from './auditor.ts';
import { maxGroups } from './group-table.ts';
import { maxCount } from './rates.ts';

const loans = {
  counts: {
    women: { tp: 30, fp: 10, tn: 50, fn: 10 },
    men: { tp: 50, fp: 10, tn: 30, fn: 10 },
  },
  privileged: 'men',
};

describe('the auditor', () => {
  it('keeps the contract', async () => {
    const rows = ['a', 'a', 'b', 'b', 'b'].map((group, row) => ({ group, y_pred: row % 2, y_true: row % 3 === 0 }));
    const metadata = { session_id: 'kit', rows, privileged: 'a' };
    const response = [{ output: 'scores of the week', metadata }, { output: 'no rows' }];
    const { checks } = await runContractKit(createAuditor(fairness), { samples: { response } });
    expect(checks.filter(({ status }) => status === 'failed')).toEqual([]);
  });

  it('gives differences, ratios and whether four fifths are reached', async () => {
    const claims = await ask(loans);
    // 40 of 100 women and 60 of 100 men; true positives 30/40 and 50/60; false positives 10/60 and 10/40.
    expect(claims.get('demographic_parity')?.value).toBeCloseTo(0.2, 14);
    expect(claims.get('demographic_parity_ratio')?.value).toBe(2 / 3);
    expect(claims.get('equalized_odds')?.value).toBeCloseTo(1 / 12, 14);
    expect(claims.get('disparate_impact_ratio')?.value).toBe(2 / 3);
    expect(claims.get('fairness_threshold_met')).toMatchObject({
      value: false,
      metadata: { phase: 'response' },
      detail: {
        disparate_impact_ratio: 2 / 3,
        threshold: 0.8,
        protected_attributes: ['group'],
        group_metrics: { men: { n: 100 }, women: { n: 100 } },
        four_fifths: { below: true, note: expect.stringContaining('screening aid, not a legal finding') },
        by_attribute: { group: { disparate_impact_ratio: 2 / 3, lowest_group: 'women', highest_group: 'men' } },
      },
    });
    expect(claims.get('protected_attributes')?.value).toEqual(['group']);
    expect(claims.get('fairness_sample_count')?.value).toBe(200);
    expect(read(claims, 'group_metrics', 'women')).toEqual({
      n: 100,
      selected: 40,
      tp: 30,
      fp: 10,
      tn: 50,
      fn: 10,
      selection_rate: 0.4,
      base_rate: 0.4,
      accuracy: 0.8,
      error_rate: 0.2,
      true_positive_rate: 0.75,
      false_negative_rate: 0.25,
      false_positive_rate: 1 / 6,
      true_negative_rate: 5 / 6,
      positive_predictive_value: 0.75,
      false_discovery_rate: 0.25,
      negative_predictive_value: 5 / 6,
      false_omission_rate: 1 / 6,
    });
  });

  it('compares the unprivileged with the privileged, with signs', async () => {
    const metrics = (await ask(loans)).get('fairness_metrics');
    expect(metrics?.detail).toMatchObject({ privileged: { group: ['men'] }, method: 'between_groups' });
    expect(metrics?.value).toMatchObject({
      disparate_impact: 2 / 3,
      statistical_parity_difference: -0.2,
      equal_opportunity_difference: expect.closeTo(-1 / 12, 14),
      average_odds_difference: expect.closeTo(-1 / 12, 14),
      average_abs_odds_difference: expect.closeTo(1 / 12, 14),
      error_rate_difference: 0,
      error_rate_ratio: 1,
      false_omission_rate_difference: expect.closeTo(1 / 6 - 1 / 4, 14),
      false_discovery_rate_difference: expect.closeTo(1 / 4 - 1 / 6, 14),
      predictive_parity_difference: expect.closeTo(3 / 4 - 5 / 6, 14),
    });
  });

  it('gives intervals of independent rates only, so none against all rows together', async () => {
    const intervals = async (settings: object) => {
      const detail = (await ask(loans, { ...settings })).get('fairness_metrics')?.detail;
      return Object.keys(Object(Reflect.get(Object(detail?.['intervals']), 'group')));
    };
    expect(await intervals({})).toEqual(expect.arrayContaining(['demographic_parity_ratio', 'disparate_impact']));
    expect(await intervals({})).not.toContain('equalized_odds_difference');
    expect(await intervals({ method: 'to_overall' })).not.toContain('demographic_parity_ratio');
    expect(await intervals({ method: 'to_overall' })).toContain('disparate_impact');
  });

  it('overrides the request by the privileged groups of a setting', async () => {
    const metrics = (await ask(loans, { privileged: ['women'] })).get('fairness_metrics');
    expect(metrics).toMatchObject({
      value: { disparate_impact: 1.5 },
      detail: { privileged: { group: ['women'] } },
      provenance: { privileged: '["women"]' },
    });
  });

  it('reports that there was nothing to measure, and measures nothing', async () => {
    for (const metadata of [{}, { rows: [] }, { columns: { group: [] } }, { rows: null, session_id: 'x' }]) {
      const claims = await ask(metadata);
      expect([...claims.keys()]).toEqual(['fairness_sample_count']);
      expect(claims.get('fairness_sample_count')).toMatchObject({
        value: 0,
        detail: { reason: 'the request has no rows, columns or counts' },
      });
    }
  });

  it('FAIRNESS_THRESHOLD decides the result and is part of the provenance', async () => {
    const auditor = createAuditor(fairness, { env: { FAIRNESS_THRESHOLD: '0.6' } });
    const response = await auditor.claims({ phase: 'response', data: { metadata: loans } });
    const met = response.claims.find(({ name }) => name === 'fairness_threshold_met');
    expect(met).toMatchObject({
      value: true,
      provenance: { threshold: 0.6 },
      detail: { four_fifths: { below: true } },
    });
  });
});

describe('a ratio of exactly four fifths', () => {
  it('meets the threshold, whatever the sizes of the groups', async () => {
    const sizes = fc.tuple(
      fc.integer({ min: 1, max: 900 }),
      fc.integer({ min: 0, max: 9 }),
      fc.integer({ min: 1, max: 40 }),
    );
    await fc.assert(
      fc.asyncProperty(sizes, async ([fifth, rest, times]) => {
        const n = fifth * 5 + rest;
        const counts = { a: { n, selected: fifth * 5 }, b: { n: n * times, selected: fifth * 4 * times } };
        const claims = await ask({ counts });
        expect(claims.get('disparate_impact_ratio')?.value).toBe(0.8);
        expect(claims.get('fairness_threshold_met')?.value).toBe(true);
      }),
    );
  });

  it('is missed by one row of fifty million', async () => {
    const n = 45_000_000;
    const claims = await ask({ counts: { a: { n, selected: n }, b: { n, selected: (n / 5) * 4 - 1 } } });
    expect(claims.get('fairness_threshold_met')?.value).toBe(false);
  });
});

describe('a measure without value', () => {
  const undefinedIn = (claims: Awaited<ReturnType<typeof ask>>) => claims.get('fairness_undefined');

  it('has nothing to compare within one group', async () => {
    const claims = await ask({ counts: { a: { n: 10, selected: 5 } } });
    expect(claims.has('demographic_parity')).toBe(false);
    expect(claims.has('fairness_threshold_met')).toBe(false);
    expect(undefinedIn(claims)?.detail).toMatchObject({
      by_attribute: { group: { demographic_parity_difference: 'one_group', disparate_impact: 'no_privileged_group' } },
      reasons: { one_group: expect.any(String) },
    });
  });

  it('names a group without rows, which makes nothing comparable', async () => {
    const claims = await ask({
      counts: { a: { n: 10, selected: 5 }, b: { n: 10, selected: 6 }, c: { n: 0, selected: 0 } },
    });
    expect(claims.has('demographic_parity')).toBe(false);
    expect(claims.has('fairness_threshold_met')).toBe(false);
    expect(undefinedIn(claims)?.value).toContain('empty_group:c');
  });

  it('gives a difference of 0 and no ratio when nobody is selected', async () => {
    const claims = await ask({ counts: { a: { n: 10, selected: 0 }, b: { n: 10, selected: 0 } } });
    expect(claims.get('demographic_parity')?.value).toBe(0);
    expect(claims.has('demographic_parity_ratio')).toBe(false);
    expect(claims.has('disparate_impact_ratio')).toBe(false);
    expect(claims.has('fairness_threshold_met')).toBe(false);
  });

  it('has no true positive rate for a group without positives, and odds are not compared', async () => {
    const counts = { a: { tp: 0, fp: 2, tn: 3, fn: 0 }, b: { tp: 2, fp: 1, tn: 2, fn: 1 } };
    const claims = await ask({ counts, privileged: 'b' });
    expect(claims.has('equalized_odds')).toBe(false);
    expect(claims.get('demographic_parity')?.value).toBeCloseTo(0.1, 14);
    const missing = undefinedIn(claims);
    expect(missing?.value).toEqual(
      expect.arrayContaining(['equalized_odds_difference', 'true_positive_rate:a', 'equal_opportunity_difference']),
    );
    expect(missing?.value).not.toContain('true_positive_rate:b');
    expect(missing?.detail).toMatchObject({ by_attribute: { group: { equalized_odds_ratio: 'zero_denominator' } } });
    expect(read(claims, 'group_metrics', 'a')).not.toHaveProperty('true_positive_rate');
  });

  it('gives only selection rates without true labels', async () => {
    const claims = await ask({
      rows: [
        { group: 'a', y_pred: 1 },
        { group: 'b', y_pred: 1 },
        { group: 'b', y_pred: 0 },
      ],
    });
    expect(read(claims, 'group_metrics', 'b')).toEqual({ n: 2, selected: 1, selection_rate: 0.5 });
    expect(claims.has('equalized_odds')).toBe(false);
    expect(undefinedIn(claims)?.detail).toMatchObject({
      by_attribute: { group: { equalized_odds_difference: 'no_y_true', theil_index: 'no_y_true' } },
    });
  });

  it('compares with nobody when the privileged group is missing or is everybody', async () => {
    const counts = { a: { n: 10, selected: 5 }, b: { n: 10, selected: 6 } };
    for (const [privileged, reason] of [
      ['c', 'no_privileged_group'],
      [['a', 'b'], 'no_unprivileged_group'],
    ]) {
      const claims = await ask({ counts, privileged });
      expect(undefinedIn(claims)?.detail).toMatchObject({ by_attribute: { group: { disparate_impact: reason } } });
    }
  });

  it('has no mean benefit when everybody is wrongly refused, and no infinite index', async () => {
    const nobody = await ask({ counts: { a: { tp: 0, fp: 0, tn: 0, fn: 5 }, b: { tp: 0, fp: 0, tn: 0, fn: 5 } } });
    expect(undefinedIn(nobody)?.detail).toMatchObject({ by_attribute: { group: { theil_index: 'zero_denominator' } } });
    const infinite = await ask(loans, { alpha: -1 });
    expect(undefinedIn(infinite)?.detail).toMatchObject({
      by_attribute: { group: { generalized_entropy_index: 'not_finite', mean_log_deviation: 'not_finite' } },
    });
  });
});

describe('several attributes', () => {
  const rows = (list: readonly (readonly [sex: string, age: string, selected: number, n: number])[]) =>
    list.flatMap(([sex, age, selected, n]) =>
      Array.from({ length: n }, (_, row) => ({ groups: { sex, age }, y_pred: row < selected ? 1 : 0 })),
    );
  /** Fair by sex and by age, unfair to young women and old men. */
  const crossed = rows([
    ['f', 'old', 8, 10],
    ['f', 'young', 2, 10],
    ['m', 'old', 2, 10],
    ['m', 'young', 8, 10],
  ]);

  it('the worst of them is the claim, and each is in the detail', async () => {
    const claims = await ask({
      rows: rows([
        ['f', 'old', 5, 10],
        ['f', 'young', 5, 10],
        ['m', 'old', 9, 10],
        ['m', 'young', 9, 10],
      ]),
    });
    expect(claims.get('protected_attributes')?.value).toEqual(['age', 'sex']);
    expect(claims.get('demographic_parity')).toMatchObject({
      value: 0.4,
      detail: { by_attribute: { age: 0, sex: 0.4 } },
    });
    expect(read(claims, 'fairness_metrics', 'demographic_parity_difference')).toBe(0.4);
    expect(read(claims, 'fairness_metrics', 'by_attribute', 'age', 'demographic_parity_difference')).toBe(0);
    expect(Object.keys(Object(claims.get('group_metrics')?.value))).toEqual(['age=old', 'age=young', 'sex=f', 'sex=m']);
    expect(claims.get('fairness_sample_count')?.value).toBe(40);
  });

  it('a ratio above 1 may be the worst', async () => {
    const counts = [
      { attribute: 'sex', group: 'f', n: 10, selected: 9 },
      { attribute: 'sex', group: 'm', n: 10, selected: 6 },
      { attribute: 'age', group: 'old', n: 100, selected: 90 },
      { attribute: 'age', group: 'young', n: 100, selected: 100 },
    ];
    const claims = await ask({ counts, privileged: ['sex=m', 'age=young'] });
    expect(read(claims, 'fairness_metrics', 'disparate_impact')).toBe(1.5);
    expect(read(claims, 'fairness_metrics', 'by_attribute', 'age', 'disparate_impact')).toBe(0.9);
    expect(read(claims, 'fairness_metrics', 'statistical_parity_difference')).toBeCloseTo(0.3, 14);
  });

  it('intersections reveal what single attributes hide', async () => {
    expect((await ask({ rows: crossed })).get('disparate_impact_ratio')?.value).toBe(1);
    const claims = await ask({ rows: crossed, intersections: true });
    expect(claims.get('disparate_impact_ratio')?.value).toBe(0.25);
    expect(claims.get('fairness_threshold_met')?.detail).toMatchObject({
      by_attribute: { 'sex & age': { lowest_group: 'sex=f & age=young' } },
    });
    expect(claims.get('protected_attributes')?.value).toEqual(['age', 'sex']);
  });

  it('privileged groups are named by attribute', async () => {
    const expected = { statistical_parity_difference: -0.4 };
    for (const privileged of [{ sex: 'm' }, { sex: ['m'] }, 'sex=m', ['sex=m']]) {
      const claims = await ask({
        rows: rows([
          ['f', 'old', 5, 10],
          ['m', 'old', 9, 10],
        ]),
        privileged,
      });
      expect(read(claims, 'fairness_metrics', 'by_attribute', 'sex')).toMatchObject(expected);
    }
  });

  it('one failing attribute decides; "met" needs every one to be known', async () => {
    const counts = (selected: number) => [
      { attribute: 'sex', group: 'f', n: 10, selected },
      { attribute: 'sex', group: 'm', n: 10, selected: 8 },
      { attribute: 'age', group: 'old', n: 20, selected: 12 },
    ];
    expect((await ask({ counts: counts(4) })).get('fairness_threshold_met')?.value).toBe(false);
    expect((await ask({ counts: counts(8) })).has('fairness_threshold_met')).toBe(false);
    expect((await ask({ counts: counts(8) })).get('fairness_undefined')?.value).toContain('demographic_parity_ratio');
  });

  it('rows may each name the attribute of their group', async () => {
    const long = crossed.flatMap(({ groups, y_pred }) => [
      { attribute: 'sex', group: groups.sex, y_pred },
      { attribute: 'age', group: groups.age, y_pred },
    ]);
    const [left, right] = [await ask({ rows: crossed }), await ask({ rows: long })];
    for (const name of ['group_metrics', 'fairness_metrics', 'protected_attributes', 'fairness_sample_count']) {
      expect(right.get(name)?.value).toEqual(left.get(name)?.value);
    }
  });
});

describe('bounds', () => {
  const longestNames = (count: number, length: number) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, index) => {
        const n = Math.floor(maxCount / count) - index;
        const truth = { tp: Math.floor(n / 3), fp: Math.floor(n / 7), fn: Math.floor(n / 11) };
        return [`${index}`.padEnd(length, 'x'), { ...truth, tn: n - truth.tp - truth.fp - truth.fn }];
      }),
    );

  it('the most groups with the longest numbers and names fit into the claims', async () => {
    const claims = await ask({ counts: longestNames(maxGroups, 64), privileged: `0${'x'.repeat(63)}` });
    expect(Object.keys(Object(claims.get('group_metrics')?.value))).toHaveLength(maxGroups);
    expect(claims.size).toBe(10);
    const empty = Object.fromEntries(
      Object.keys(longestNames(maxGroups, 64)).map((name) => [name, { tp: 0, fp: 0, tn: 1, fn: 0 }]),
    );
    expect((await ask({ counts: empty })).get('fairness_undefined')?.value).toHaveLength(maxGroups * 4 + 14);
  });

  it.each([
    ['one group more', longestNames(maxGroups + 1, 3), 'there are more than 64 groups'],
    ['names that are longer together', longestNames(maxGroups, 64), undefined],
    [
      'more rows than can be counted exactly',
      { a: { n: maxCount, selected: 1 }, b: { n: 1, selected: 1 } },
      'more than',
    ],
  ])('%s', async (_, counts, message) => {
    const response = await answer({ counts });
    if (message === undefined) expect(response.status).toBe('success');
    else
      expect(response).toMatchObject({
        status: 'error',
        error: { code: 'INVALID_REQUEST', message: expect.stringContaining(message) },
      });
  });

  it('names outside ASCII count by their bytes', async () => {
    const counts = Object.fromEntries(
      Array.from({ length: 64 }, (_, index) => [`${index}`.padEnd(64, '語'), { n: 1, selected: 1 }]),
    );
    expect(await answer({ counts })).toMatchObject({
      error: { message: expect.stringContaining('use shorter names') },
    });
  });
});
