/** Equality with Fairlearn and AIF360 on made-up tables. */
import { describe, expect, it } from 'vitest';
import { type Comparison, compareWithAif360, compareWithFairlearn, readPeerTables } from './peers.fixture.ts';

const tables = readPeerTables(new URL('./peer-tables.fixture.json', import.meta.url));

/** Same within 1e-12, or both without value. */
const isSame = ({ ours, theirs }: Comparison) =>
  theirs === undefined ? ours === undefined : typeof ours === 'number' && Math.abs(ours - theirs) <= 1e-12;

describe.each(tables.map((table) => ({ name: table.name, table })))('$name', ({ table }) => {
  it('has the differences and ratios of Fairlearn, and none where that divides by zero', async () => {
    const comparisons = await compareWithFairlearn(table);
    expect(comparisons.filter((one) => !isSame(one))).toEqual([]);
    expect(comparisons).toHaveLength(12);
  });

  it('has the signed measures, indices and consistency of AIF360, and none where that divides by zero', async () => {
    const comparisons = await compareWithAif360(table);
    expect(comparisons.filter((one) => !isSame(one))).toEqual([]);
    expect(comparisons.length).toBeGreaterThanOrEqual(23);
  });
});

it('tables of many shapes are compared, some of them with features', () => {
  expect(tables.length).toBeGreaterThanOrEqual(40);
  expect(tables.filter(({ features }) => features !== undefined)).toHaveLength(5);
});
