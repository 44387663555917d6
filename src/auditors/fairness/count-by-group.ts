/** Counts the rows of each group, by attribute, and of combinations of groups on request. */
import type { AttributeColumn, Column, Columns } from './columns.ts';
import { maxAttributes, maxGroups, type RawTable, tooManyGroups } from './group-table.ts';
import { invalid } from './invalid.ts';
import { readName } from './names.ts';
import type { Outcomes } from './outcomes.ts';
import type { Counts } from './rates.ts';

/** One table for each attribute, then, with `intersections`, one of the combinations of all. */
export function countByGroup(columns: Columns, outcomes: Outcomes, intersections: boolean): readonly RawTable[] {
  if (columns.attributeOfRow !== undefined) return countByRowAttribute(columns, columns.attributeOfRow, outcomes);
  const coded = columns.attributes.map((column) => codeGroups(column, columns));
  const tables = coded.map((one) => countGroups(one, outcomes));
  if (!intersections || coded.length < 2) return tables;
  return [...tables, { isCombined: true, ...countGroups(combine(coded), outcomes) }];
}

/** Groups as small integers: `values[codes[i]]` is the group of row i. */
interface CodedGroups {
  readonly attribute: string;
  readonly codes: Uint8Array;
  readonly values: readonly string[];
}

function codeGroups({ name, member, at }: AttributeColumn, { size, pathOf }: Columns): CodedGroups {
  const attribute = readName(name, member === 'groups' ? 'groups (the name of an attribute)' : 'attribute');
  const coder = createCoder();
  const codes = new Uint8Array(size);
  for (let index = 0; index < size; index += 1) {
    const value = at(index);
    codes[index] = coder.known(value) ?? coder.add(value, pathOf(index, member));
  }
  return { attribute, codes, values: coder.names };
}

/** Numbers groups in order of appearance. Raw values are looked up first: `1` and `"1"` are one group. */
function createCoder() {
  const byValue = new Map<unknown, number>();
  const names: string[] = [];
  return {
    names,
    known: (value: unknown) => byValue.get(value),
    add(value: unknown, path: string): number {
      const name = readName(value, path);
      let code = names.indexOf(name);
      if (code === -1) {
        if (names.length === maxGroups) throw tooManyGroups();
        code = names.push(name) - 1;
      }
      byValue.set(value, code);
      return code;
    },
  };
}

function countGroups({ attribute, codes, values }: CodedGroups, { selected, actual }: Outcomes): RawTable {
  const cells = new Float64Array(values.length * 4);
  for (let index = 0; index < codes.length; index += 1) {
    const cell = (codes[index] ?? 0) * 4 + (selected[index] ?? 0) * 2 + (actual?.[index] ?? 0);
    cells[cell] = (cells[cell] ?? 0) + 1;
  }
  const groups = values.map((value, code) => {
    return { value, counts: toCounts(cells.subarray(code * 4, code * 4 + 4), actual !== undefined) };
  });
  return { attribute, groups };
}

function toCounts(cells: Float64Array, hasTruth: boolean): Counts {
  const [tn = 0, fn = 0, fp = 0, tp = 0] = cells;
  return { n: tn + fn + fp + tp, selected: fp + tp, truth: hasTruth ? { tp, fp, tn, fn } : undefined };
}

/** Every combination of groups that has rows. */
function combine(coded: readonly CodedGroups[]): CodedGroups {
  const size = coded[0]?.codes.length ?? 0;
  // Fits at most 64^8 combinations, so the numbers stay exact.
  const numbers = new Float64Array(size);
  for (const { codes } of coded) {
    for (let index = 0; index < size; index += 1)
      numbers[index] = (numbers[index] ?? 0) * maxGroups + (codes[index] ?? 0);
  }
  const codeOf = new Map<number, number>();
  const values: string[] = [];
  const codes = new Uint8Array(size);
  for (let index = 0; index < size; index += 1) {
    const number = numbers[index] ?? 0;
    let code = codeOf.get(number);
    if (code === undefined) {
      if (values.length === maxGroups) throw tooManyGroups();
      code = values.push(coded.map((one) => `${one.attribute}=${one.values[one.codes[index] ?? 0]}`).join(' & ')) - 1;
      codeOf.set(number, code);
    }
    codes[index] = code;
  }
  return { attribute: coded.map(({ attribute }) => attribute).join(' & '), codes, values };
}

/** Tallies rows that each name the attribute of their group; one person may have one row for each attribute. */
function countByRowAttribute(columns: Columns, attributeOf: Column, outcomes: Outcomes): RawTable[] {
  const rowsOf = listRowsByAttribute(columns, attributeOf);
  const groupOf = columns.attributes[0]?.at ?? (() => undefined);
  return Array.from(rowsOf, ([name, rows]) => {
    const rowOf = (index: number) => rows[index] ?? 0;
    const coded = codeGroups(
      { name, member: 'group', at: (index) => groupOf(rowOf(index)) },
      { ...columns, size: rows.length, pathOf: (index, member) => columns.pathOf(rowOf(index), member) },
    );
    const { selected, actual } = outcomes;
    return countGroups(coded, {
      selected: Uint8Array.from(rows, (row) => selected[row] ?? 0),
      actual: actual && Uint8Array.from(rows, (row) => actual[row] ?? 0),
    });
  });
}

function listRowsByAttribute({ size, pathOf }: Columns, attributeOf: Column): ReadonlyMap<string, readonly number[]> {
  const rowsOf = new Map<string, number[]>();
  const rowsOfValue = new Map<unknown, number[]>();
  for (let index = 0; index < size; index += 1) {
    const value = attributeOf(index);
    let rows = rowsOfValue.get(value);
    if (rows === undefined) {
      const attribute = readName(value, pathOf(index, 'attribute'));
      rows = rowsOf.get(attribute) ?? [];
      rowsOf.set(attribute, rows);
      rowsOfValue.set(value, rows);
      if (rowsOf.size > maxAttributes) throw invalid('', `there are more than ${maxAttributes} attributes`);
    }
    rows.push(index);
  }
  return rowsOf;
}
