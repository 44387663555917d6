/** Reads `metadata.counts`: groups with counts from the caller. */
import { isRecord } from '@assay/sdk/contract';
import { maxAttributes, maxGroups, type RawTable, tooManyGroups } from './group-table.ts';
import { invalid, isMissing } from './invalid.ts';
import { readName } from './names.ts';
import { type Counts, maxCount, type Truth } from './rates.ts';

type Given = Readonly<Record<string, unknown>>;

/** `{<group>: {n, selected} | {tp, fp, tn, fn}}`, or a list of the same with `group` and perhaps `attribute` in each. */
export function readCounts(counts: unknown, defaultAttribute: string): readonly RawTable[] {
  const entries = listEntries(counts, defaultAttribute);
  if (entries.length > maxGroups) throw tooManyGroups();
  const known = entries.map(({ attribute, group, given, path }) => {
    return {
      attribute: readName(attribute, isRecord(counts) ? 'attribute' : `${path}.attribute`),
      value: readName(group, isRecord(counts) ? 'counts (the name of a group)' : `${path}.group`),
      counts: readGroup(given, path),
    };
  });
  const withTruth = known.filter((group) => group.counts.truth !== undefined).length;
  if (withTruth !== 0 && withTruth !== known.length) {
    throw invalid('counts', 'give tp, fp, tn and fn for every group or for none');
  }
  const attributes = [...new Set(known.map(({ attribute }) => attribute))];
  if (attributes.length > maxAttributes) throw invalid('counts', `must name at most ${maxAttributes} attributes`);
  return attributes.map((attribute) => ({ attribute, groups: known.filter((group) => group.attribute === attribute) }));
}

interface Entry {
  readonly attribute: unknown;
  readonly group: unknown;
  readonly given: Given;
  readonly path: string;
}

function listEntries(counts: unknown, defaultAttribute: string): Entry[] {
  const expected = 'must be {n, selected} or {tp, fp, tn, fn}';
  if (Array.isArray(counts)) {
    return counts.map((given: unknown, index) => {
      const path = `counts[${index}]`;
      if (!isRecord(given)) throw invalid(path, `${expected}, with group`);
      return { attribute: given['attribute'] ?? defaultAttribute, group: given['group'], given, path };
    });
  }
  if (!isRecord(counts)) throw invalid('counts', 'must be an object {group: counts} or a list of counts with group');
  return Object.entries(counts).map(([group, given], index) => {
    const path = `counts (group ${index + 1})`;
    if (!isRecord(given)) throw invalid(path, expected);
    return { attribute: defaultAttribute, group, given, path };
  });
}

function readGroup(given: Given, path: string): Counts {
  const truth = readTruth(given, path);
  const n = readCount(given, 'n', path) ?? (truth && truth.tp + truth.fp + truth.tn + truth.fn);
  const selected = readCount(given, 'selected', path) ?? (truth && truth.tp + truth.fp);
  if (n === undefined || selected === undefined) throw invalid(path, 'needs n and selected, or tp, fp, tn and fn');
  if (selected > n) throw invalid(path, 'selected must not be larger than n');
  if (truth !== undefined && (truth.tp + truth.fp + truth.tn + truth.fn !== n || truth.tp + truth.fp !== selected)) {
    throw invalid(path, 'n must be tp + fp + tn + fn, and selected must be tp + fp');
  }
  return { n, selected, truth };
}

function readTruth(given: Given, path: string): Truth | undefined {
  const members = (['tp', 'fp', 'tn', 'fn'] as const).map((member) => readCount(given, member, path));
  if (members.every((count) => count === undefined)) return undefined;
  const [tp, fp, tn, fn] = members;
  if (tp === undefined || fp === undefined || tn === undefined || fn === undefined) {
    throw invalid(path, 'needs all of tp, fp, tn and fn, or none of them');
  }
  return { tp, fp, tn, fn };
}

function readCount(given: Given, member: string, path: string): number | undefined {
  const value = given[member];
  if (isMissing(value)) return undefined;
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0 || value > maxCount) {
    throw invalid(`${path}.${member}`, `must be an integer from 0 to ${maxCount}`);
  }
  // Turns -0 into 0, which is shown otherwise.
  return value + 0;
}
