/** Gives the rows of a request as columns, from `metadata.rows` or `metadata.columns`. */
import { isRecord } from '@assay/sdk/contract';
import { maxAttributes } from './group-table.ts';
import { invalid, isMissing } from './invalid.ts';

/** Gives the value of a row. Nothing is copied, because a hundred thousand rows would burden the garbage collector. */
export type Column = (index: number) => unknown;

export interface Columns {
  readonly size: number;
  /** Gives the place of a value in the request. */
  readonly pathOf: (index: number, member: string) => string;
  /** Values of each protected attribute. */
  readonly attributes: readonly AttributeColumn[];
  /** Names the attribute of each row's group if rows differ in it. */
  readonly attributeOfRow: Column | undefined;
  readonly predicted: Column | undefined;
  readonly actual: Column | undefined;
  readonly score: Column | undefined;
  readonly features: Column | undefined;
}

export interface AttributeColumn {
  readonly name: string;
  /** The member that holds the values, for messages. */
  readonly member: 'group' | 'groups';
  readonly at: Column;
}

export const maxRows = 1_000_000;

type Row = Readonly<Record<string, unknown>>;

/** Reads `metadata.rows`: `[{group | groups, y_pred | score, y_true?, attribute?, features?}]`. */
export function columnsFromRows(given: unknown, defaultAttribute: string): Columns {
  if (!Array.isArray(given)) throw invalid('rows', 'must be a list of objects {group, y_pred, y_true?}');
  if (given.length > maxRows) throw invalid('rows', `must hold at most ${maxRows} rows; send metadata.counts instead`);
  const rows: readonly unknown[] = given;
  if (!rows.every(isRecord)) {
    const index = rows.findIndex((row) => !isRecord(row));
    throw invalid(`rows[${index}]`, 'must be an object {group, y_pred, y_true?}');
  }
  const pathOf = (index: number, member: string) => `rows[${index}].${member}`;
  // Reads members by literal names, which is several times as fast as by a variable name.
  const group = columnOf(rows, (row) => row['group']);
  const groups = columnOf(rows, (row) => row['groups']);
  const attributeOfRow = columnOf(rows, (row) => row['attribute']);
  assertGroups({ group, groups, attributeOfRow }, 'rows');
  return {
    size: rows.length,
    pathOf,
    attributes:
      groups === undefined
        ? [{ name: defaultAttribute, member: 'group', at: group ?? nothing }]
        : splitGroups(rows, groups, pathOf),
    attributeOfRow,
    predicted: columnOf(rows, (row) => row['y_pred']),
    actual: columnOf(rows, (row) => row['y_true']),
    score: columnOf(rows, (row) => row['score']),
    features: columnOf(rows, (row) => row['features']),
  };
}

/** Reads `metadata.columns`: the same members as those of a row, each a list with one value for every row. */
export function columnsFromColumns(given: unknown, defaultAttribute: string): Columns {
  if (!isRecord(given)) throw invalid('columns', 'must be an object of lists {group, y_pred, y_true?}');
  const read = (member: string) => readList(given[member], `columns.${member}`);
  const lists = {
    group: read('group'),
    attributeOfRow: read('attribute'),
    predicted: read('y_pred'),
    actual: read('y_true'),
    score: read('score'),
    features: read('features'),
  };
  const groups = isMissing(given['groups']) ? undefined : readGroupLists(given['groups']);
  assertGroups({ group: lists.group, groups, attributeOfRow: lists.attributeOfRow }, 'columns');
  const all = [...(groups ?? []).map(({ list }) => list), ...Object.values(lists)].filter((list) => list !== undefined);
  const size = (groups?.[0]?.list ?? lists.group)?.length ?? 0;
  if (all.some((list) => list.length !== size)) {
    throw invalid('columns', 'must have group (or groups) and other lists, all of the same length');
  }
  const { group = [], ...others } = lists;
  return {
    size,
    pathOf: (index, member) => `columns.${member}[${index}]`,
    attributes: groups?.map(({ name, list }) => ({ name, member: 'groups', at: (index) => list[index] })) ?? [
      { name: defaultAttribute, member: 'group', at: (index) => group[index] },
    ],
    attributeOfRow: toColumn(others.attributeOfRow),
    predicted: toColumn(others.predicted),
    actual: toColumn(others.actual),
    score: toColumn(others.score),
    features: toColumn(others.features),
  };
}

/** Treats a column without any value as absent. */
function columnOf(rows: readonly Row[], read: (row: Row) => unknown): Column | undefined {
  if (rows.every((row) => isMissing(read(row)))) return undefined;
  return (index) => {
    const row = rows[index];
    return row === undefined ? undefined : read(row);
  };
}

function nothing(): undefined {
  return undefined;
}

function toColumn(list: readonly unknown[] | undefined): Column | undefined {
  return list === undefined ? undefined : (index) => list[index];
}

function readList(list: unknown, path: string): readonly unknown[] | undefined {
  if (isMissing(list)) return undefined;
  if (!Array.isArray(list)) throw invalid(path, 'must be a list');
  if (list.length > maxRows) throw invalid(path, `must hold at most ${maxRows} values; send metadata.counts instead`);
  return list;
}

function readGroupLists(groups: unknown): { readonly name: string; readonly list: readonly unknown[] }[] {
  if (!isRecord(groups)) throw invalid('columns.groups', 'must be an object of lists, one for each attribute');
  return checkAttributeNames(Object.keys(groups), 'columns.groups').map((name, index) => {
    const list = readList(groups[name], `columns.groups (list ${index + 1})`);
    if (list === undefined) throw invalid('columns.groups', 'must have a list for each attribute');
    return { name, list };
  });
}

/** Rows repeat their attributes; all must name the same ones. */
function splitGroups(rows: readonly Row[], groups: Column, pathOf: Columns['pathOf']): AttributeColumn[] {
  const first = groups(0);
  const names = checkAttributeNames(isRecord(first) ? Object.keys(first) : [], pathOf(0, 'groups'));
  for (let index = 0; index < rows.length; index += 1) {
    const record = groups(index);
    // Reads own members only, so that an inherited member is never the name of a group.
    if (!isRecord(record) || Object.keys(record).length !== names.length) {
      throw invalid(
        pathOf(index, 'groups'),
        'must be an object {attribute: group} with the attributes of the first row',
      );
    }
  }
  return names.map((name) => ({
    name,
    member: 'groups',
    at(index) {
      const record = groups(index);
      return isRecord(record) ? record[name] : undefined;
    },
  }));
}

function checkAttributeNames(names: readonly string[], path: string): readonly string[] {
  if (names.length > 0 && names.length <= maxAttributes) return names;
  throw invalid(path, `must be an object {attribute: group} of 1 to ${maxAttributes} attributes`);
}

function assertGroups(
  { group, groups, attributeOfRow }: Readonly<Record<'group' | 'groups' | 'attributeOfRow', unknown>>,
  path: string,
): void {
  if (group !== undefined && groups !== undefined) throw invalid(path, 'give group or groups, not both');
  if (groups !== undefined && attributeOfRow !== undefined) throw invalid(path, 'give attribute with group only');
}
