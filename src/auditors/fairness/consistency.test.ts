import { expect, it } from 'vitest';
import { ask, read } from './ask.fixture.ts';

const line = (selected: string) =>
  [...selected].map((bit, place) => ({ group: 'a', y_pred: Number(bit), features: [place] }));

const consistencyOf = async (rows: unknown, neighbors: number) => {
  const claims = await ask({ rows }, { neighbors });
  const reasons = claims.get('fairness_undefined')?.detail?.['by_attribute'];
  return (
    read(claims, 'fairness_metrics', 'consistency') ??
    Reflect.get(Object(Reflect.get(Object(reasons), 'group')), 'consistency')
  );
};

it('a row is one of its own neighbours', async () => {
  // One of each pair of twins is selected: half of everyone's two neighbours.
  const twins = [0, 0, 10, 10].map((place, row) => ({ group: 'a', y_pred: row % 2, features: [place] }));
  expect(await consistencyOf(twins, 2)).toBe(0.5);
  expect(await consistencyOf(line('000111'), 2)).toBeCloseTo(1 - (0.25 + 0.25) / 6, 14);
});

it('rows at equal distance share the remaining places', async () => {
  // The middle row of three has two neighbours at distance 1 and one place for them.
  expect(await consistencyOf(line('010'), 2)).toBe(1 - (0.5 + 0.5 + 0.5) / 3);
  const square = [
    [0, 0],
    [0, 1],
    [1, 0],
    [1, 1],
  ].map((features, row) => ({ group: 'a', y_pred: row === 0 ? 1 : 0, features }));
  expect(await consistencyOf(square, 2)).toBe(1 - (0.5 + 0.25 + 0.25 + 0) / 4);
});

it('equal treatment of everybody is consistent', async () => {
  expect(await consistencyOf(line('1111111'), 5)).toBe(1);
});

it('has no value without features, with too few rows, or with too many to compare', async () => {
  expect(await consistencyOf([{ group: 'a', y_pred: 1 }], 5)).toBe('no_features');
  expect(await consistencyOf(line('0101'), 5)).toBe('too_few_rows');
  expect(await consistencyOf(line('01'.repeat(2_200)), 5)).toBe('too_many_rows');
});

it('features near the largest numbers are compared, not overflowed', async () => {
  const far = [1e100, -1e100, 1e100, -1e100, 0].map((place, row) => ({
    group: 'a',
    y_pred: row % 2,
    features: [place],
  }));
  expect(await consistencyOf(far, 2)).toBeTypeOf('number');
});
