/** Valid and refused requests: nothing is guessed and nothing is left out. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answer, ask, read } from './ask.fixture.ts';
import { readCounts } from './counts-input.ts';

const canary = 'zq7canary';
const pair = [
  { group: 'a', y_pred: 1, y_true: 1 },
  { group: 'b', y_pred: 0, y_true: 1 },
];
const both = (member: string, value: unknown) =>
  pair.map((row, index) => (index === 1 ? { ...row, [member]: value } : row));

describe('an invalid table is refused with the place and what to send', () => {
  it.each<[string, unknown, string]>([
    ['rows that are no list', { rows: { a: 1 } }, 'data.metadata.rows: must be a list'],
    ['a row that is no object', { rows: [...pair, canary] }, 'data.metadata.rows[2]: must be an object'],
    ['a row without group', { rows: both('group', undefined) }, 'rows[1].group: must be a string of 1 to 64'],
    ['rows without groups', { rows: [{ y_pred: 1 }] }, 'rows[0].group: must be a string'],
    ['a group that is a list', { rows: both('group', [canary]) }, 'rows[1].group: must be a string'],
    ['a group with a control character', { rows: both('group', `${canary}\u0000`) }, 'rows[1].group: must be a string'],
    ['a group with a lone surrogate', { rows: both('group', `${canary}\ud800`) }, 'rows[1].group: must be a string'],
    ['a group that is too long', { rows: both('group', canary.repeat(8)) }, 'rows[1].group: must be a string'],
    ['a group that is a fraction', { rows: both('group', 0.5) }, 'rows[1].group: must be a string'],
    ['a row without prediction', { rows: both('y_pred', null) }, 'rows[1].y_pred: is missing'],
    ['rows without predictions', { rows: [{ group: 'a' }] }, 'rows[0].y_pred: is missing; every row needs y_pred'],
    [
      'a row without the true label',
      { rows: both('y_true', null) },
      'rows[1].y_true: is missing; give it for every row',
    ],
    ['a prediction that is a share', { rows: both('y_pred', 0.7) }, 'rows[1].y_pred: must be 0 or 1'],
    [
      'a label that nobody named',
      { rows: both('y_pred', canary) },
      'name the positive one in data.metadata.positive_label',
    ],
    [
      'a label that is an object',
      { rows: both('y_pred', {}), positive_label: 'yes' },
      'rows[1].y_pred: must be 0 or 1',
    ],
    ['scores without threshold', { rows: [{ group: 'a', score: 0.5 }] }, 'also send data.metadata.score_threshold'],
    [
      'a score that is a text',
      { rows: [{ group: 'a', score: canary }], score_threshold: 0.5 },
      'rows[0].score: must be a finite',
    ],
    ['group and groups', { rows: both('groups', { sex: 'f' }) }, 'give group or groups, not both'],
    [
      'rows of other attributes',
      {
        rows: [
          { groups: { a: 1 }, y_pred: 1 },
          { groups: { b: 1 }, y_pred: 1 },
        ],
      },
      'rows[1].groups: must be a string',
    ],
    [
      'rows of more attributes',
      {
        rows: [
          { groups: { a: 1 }, y_pred: 1 },
          { groups: { a: 1, b: 1 }, y_pred: 1 },
        ],
      },
      'rows[1].groups: must be an object',
    ],
    [
      'groups of some rows',
      { rows: [{ groups: { a: 1 }, y_pred: 1 }, { y_pred: 1 }] },
      'rows[1].groups: must be an object',
    ],
    [
      'attribute beside groups',
      { rows: [{ groups: { a: 1 }, attribute: 'x', y_pred: 1 }] },
      'give attribute with group only',
    ],
    ['an attribute of some rows', { rows: both('attribute', 'sex') }, 'rows[0].attribute: must be a string'],
    [
      'features of other lengths',
      {
        rows: [
          { group: 'a', y_pred: 1, features: [1] },
          { group: 'b', y_pred: 1, features: [1, 2] },
        ],
      },
      'rows[1].features: must be a list of numbers',
    ],
    ['features that are texts', { rows: [{ group: 'a', y_pred: 1, features: [canary] }] }, 'rows[0].features: must be'],
    ['columns of two lengths', { columns: { group: ['a', 'b'], y_pred: [1] } }, 'all of the same length'],
    ['columns without group', { columns: { y_pred: [1] } }, 'must have group'],
    ['a column that is no list', { columns: { group: canary, y_pred: [1] } }, 'columns.group: must be a list'],
    ['counts that are a text', { counts: canary }, 'data.metadata.counts: must be an object'],
    ['counts of a group that are a number', { counts: { a: 1 } }, 'counts (group 1): must be'],
    ['more selected than there are', { counts: { a: { n: 1, selected: 2 } } }, 'selected must not be larger than n'],
    ['half a confusion matrix', { counts: { a: { n: 2, selected: 1, tp: 1 } } }, 'needs all of tp, fp, tn and fn'],
    [
      'counts that contradict each other',
      { counts: { a: { n: 9, selected: 1, tp: 1, fp: 0, tn: 1, fn: 0 } } },
      'n must be tp + fp',
    ],
    ['counts below nothing', { counts: { a: { n: -1, selected: 0 } } }, '.n: must be an integer from 0'],
    [
      'truth of some groups',
      { counts: { a: { n: 1, selected: 1 }, b: { tp: 1, fp: 0, tn: 0, fn: 0 } } },
      'for every group or for none',
    ],
    [
      'a group counted twice',
      {
        counts: [
          { group: 'a', n: 1, selected: 1 },
          { group: 'a', n: 1, selected: 1 },
        ],
      },
      'two groups have the same name',
    ],
    ['rows and counts', { rows: pair, counts: {} }, 'send only one of rows, columns and counts'],
    [
      'an unknown method',
      { rows: pair, method: canary },
      'data.metadata.method: must be one of: between_groups, to_overall',
    ],
    ['an unknown aggregation', { rows: pair, agg: 1 }, 'data.metadata.agg: must be one of'],
    ['a privileged number of another kind', { rows: pair, privileged: [0.5] }, 'data.metadata.privileged: must be'],
    [
      'combinations of what was counted apart',
      {
        counts: [
          { attribute: 'sex', group: 'f', n: 1, selected: 1 },
          { attribute: 'age', group: 'old', n: 1, selected: 1 },
        ],
        intersections: true,
      },
      'combinations of groups need rows or columns with groups',
    ],
    [
      'combinations of rows of one attribute each',
      { rows: pair.map((row, index) => ({ ...row, attribute: `attribute ${index}` })), intersections: true },
      'combinations of groups need rows or columns with groups',
    ],
    ['more privileged groups than there may be', { rows: pair, privileged: Array(65).fill('a') }, 'at most 64 groups'],
    [
      'nine attributes',
      { rows: [{ groups: Object.fromEntries([...'abcdefghi'].map((name) => [name, 1])), y_pred: 1 }] },
      '1 to 8 attributes',
    ],
    [
      '65 groups',
      { rows: Array.from({ length: 65 }, (_, group) => ({ group, y_pred: 1 })) },
      'there are more than 64 groups',
    ],
  ])('%s', async (_, metadata, message) => {
    const response = await answer(metadata);
    expect(response).toMatchObject({
      status: 'error',
      claims: [],
      error: { code: 'INVALID_REQUEST', retryable: false, message: expect.stringContaining(message) },
    });
    expect(JSON.stringify(response)).not.toContain(canary);
  });

  it('settings with an error that no range expresses', async () => {
    for (const settings of [{ neighbors: 2.5 }, { alpha: 1e-9 }]) {
      expect(await answer({ rows: pair }, settings)).toMatchObject({ error: { code: 'INVALID_SETTING' } });
    }
  });
});

describe('valid input', () => {
  it('labels may be numbers, booleans or digits', async () => {
    for (const [yes, no] of [
      [1, 0],
      [true, false],
      ['1', '0'],
      ['true', 'false'],
    ]) {
      const claims = await ask({
        rows: [
          { group: 'a', y_pred: yes },
          { group: 'a', y_pred: no },
        ],
      });
      expect(read(claims, 'group_metrics', 'a')).toEqual({ n: 2, selected: 1, selection_rate: 0.5 });
    }
  });

  it('other labels use the name of the positive one; a setting overrides the request', async () => {
    const rows = ['granted', 'denied', 'referred', 'denied'].map((y_pred) => ({ group: 'a', y_pred }));
    const byRequest = await ask({ rows, positive_label: 'granted' });
    expect(read(byRequest, 'group_metrics', 'a', 'selected')).toBe(1);
    const bySetting = await ask({ rows, positive_label: 'granted' }, { positive_label: 'denied' });
    expect(read(bySetting, 'group_metrics', 'a', 'selected')).toBe(2);
    expect(bySetting.get('group_metrics')?.provenance).toMatchObject({ positive_label: 'denied' });
    expect(byRequest.get('group_metrics')?.detail).toMatchObject({ positive_label: 'granted' });
    const numeric = await ask({
      rows: [
        { group: 'a', y_pred: 2 },
        { group: 'a', y_pred: 1 },
      ],
      positive_label: 2,
    });
    expect(read(numeric, 'group_metrics', 'a', 'selected')).toBe(1);
    const labels = [true, 0, '1', 'false', 2];
    const no = await ask({ rows: labels.map((y_pred) => ({ group: 'a', y_pred })), positive_label: 0 });
    expect(read(no, 'group_metrics', 'a', 'selected')).toBe(2);
    const yes = await ask({ rows: [...labels, 'true'].map((y_pred) => ({ group: 'a', y_pred })), positive_label: 1 });
    expect(read(yes, 'group_metrics', 'a', 'selected')).toBe(3);
  });

  it('scores become predictions at the threshold, which counts as positive', async () => {
    const rows = [0.2, 0.5, 0.7].map((score) => ({ group: 'a', score }));
    expect(read(await ask({ rows, score_threshold: 0.5 }), 'group_metrics', 'a', 'selected')).toBe(2);
    const mixed = rows.map((row) => ({ ...row, y_pred: 0 }));
    expect(read(await ask({ rows: mixed, score_threshold: 0.5 }), 'group_metrics', 'a', 'selected')).toBe(0);
  });

  it('groups are distinguished by name: 1 and "1" are one, an attribute may be named', async () => {
    const rows = [1, '1', true, 'true', '__proto__', 'constructor', '語'].map((group) => ({ group, y_pred: 1 }));
    const claims = await ask({ rows, attribute: 'kind' });
    expect(claims.get('protected_attributes')?.value).toEqual(['kind']);
    const groups = Object.entries(Object(claims.get('group_metrics')?.value));
    expect(groups.map(([name, counts]) => [name, Reflect.get(Object(counts), 'n')])).toEqual([
      ['1', 2],
      ['__proto__', 1],
      ['constructor', 1],
      ['true', 2],
      ['語', 1],
    ]);
  });

  it('a count of -0, which JSON can hold, is 0', () => {
    const [table] = readCounts(JSON.parse('{"a": {"tp": -0, "fp": 0, "tn": 1, "fn": 0}}'), 'group');
    expect(table?.groups[0]?.counts.truth).toEqual({ tp: 0, fp: 0, tn: 1, fn: 0 });
  });

  it('columns of several attributes are rows of several attributes', async () => {
    const groups = [
      { sex: 'f', age: 1 },
      { sex: 'm', age: 2 },
      { sex: 'm', age: 1 },
    ];
    const rows = groups.map((group, row) => ({ groups: group, y_pred: row % 2, y_true: 1 }));
    const columns = {
      groups: { sex: groups.map(({ sex }) => sex), age: groups.map(({ age }) => age) },
      y_pred: [0, 1, 0],
      y_true: [1, 1, 1],
    };
    const [left, right] = [await ask({ rows, intersections: true }), await ask({ columns, intersections: true })];
    for (const [name, { value, detail }] of left)
      expect(right.get(name)).toMatchObject({ value, ...(detail && { detail }) });
  });

  it('method and aggregation come from the setting, then the request, then the defaults', async () => {
    const counts = {
      a: { tp: 8, fp: 1, tn: 9, fn: 2 },
      b: { tp: 4, fp: 3, tn: 7, fn: 6 },
      c: { tp: 5, fp: 2, tn: 8, fn: 5 },
    };
    const odds = async (metadata: object, settings = {}) =>
      (await ask({ counts, ...metadata }, settings)).get('equalized_odds');
    expect(await odds({})).toMatchObject({ value: 0.4, detail: { method: 'between_groups', agg: 'worst_case' } });
    expect((await odds({ agg: 'mean' }))?.value).toBeCloseTo(0.3, 14);
    expect((await odds({ method: 'to_overall' }))?.value).toBeCloseTo(0.8 - 17 / 30, 14);
    expect((await odds({ agg: 'mean' }, { agg: 'worst_case' }))?.value).toBe(0.4);
    expect((await odds({ method: 'to_overall' }, { method: 'between_groups' }))?.value).toBe(0.4);
  });
});

it('any table gets claims or a complaint, never a fault', async () => {
  const anything = fc.jsonValue({ maxDepth: 3 });
  const aValue = fc.oneof(fc.constantFrom(0, 1, true, 'a', 'b', null, '', -0, 1e308, -1, 0.5), anything);
  const names = [
    'group',
    'groups',
    'attribute',
    'y_pred',
    'y_true',
    'score',
    'features',
    'n',
    'selected',
    'tp',
    'fp',
    'tn',
    'fn',
  ];
  const aRow = fc.record(Object.fromEntries(names.map((name) => [name, aValue])), { requiredKeys: [] });
  const aTable = fc.oneof(fc.array(aRow, { maxLength: 5 }), aRow, fc.dictionary(fc.string(), aRow), anything);
  const options = ['privileged', 'method', 'agg', 'positive_label', 'score_threshold', 'intersections', 'attribute'];
  const someOptions = fc.record(Object.fromEntries(options.map((name) => [name, aValue])), { requiredKeys: [] });
  await fc.assert(
    fc.asyncProperty(fc.constantFrom('rows', 'columns', 'counts'), aTable, someOptions, async (kind, table, given) => {
      const response = await answer({ ...given, [kind]: table });
      if (response.status === 'error') expect(response.error.code).toBe('INVALID_REQUEST');
    }),
    { numRuns: 1000 },
  );
});
