/**
 * What stored Evidence can be found by. Each property is a term, which one GIN index holds for all of them. A number becomes the
 * term of a range, and its exact value is compared after that.
 */
import type { Evidence } from '../../../contract/evidence.ts';
import { toIndexed } from './indexed.ts';

/** Longest text of a claim that can be searched for, and most members of a list. */
export const maxSearchedText = 128;
export const maxSearchedMembers = 64;

/** Lower bounds of the ranges: fine between 0 and 1, where scores are, finer at both ends, and powers of 16 above. */
const bounds: readonly number[] = [
  ...[0, 0.001, 0.01],
  ...Array.from({ length: 19 }, (_, index) => (index + 1) / 20),
  ...[0.99, 0.999, 1],
  ...Array.from({ length: 8 }, (_, index) => 16 ** (index + 1)),
];

const searchedName = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,127}$/;

/** True for a claim name that can be searched for. */
export const isSearchedName = (name: string): boolean => searchedName.test(name);

export interface SearchFacts {
  readonly terms: readonly string[];
  /** Numbers by claim name; a claim may come several times, e.g. in two phases. */
  readonly numbers: Readonly<Record<string, readonly number[]>>;
}

/** Terms of the members of Evidence. A text longer than an index takes is cut, in the term and in what searches it. */
export const term = {
  workspace: (id: string) => `w:${id}`,
  model: (id: string) => `m:${toIndexed(id)}`,
  decision: (word: string) => `d:${word}`,
  enforced: (word: string) => `e:${word}`,
  reason: (id: string) => `r:${toIndexed(id)}`,
  auditor: (name: string) => `a:${toIndexed(name)}`,
  tool: (name: string) => `t:${toIndexed(name)}`,
  boolean: (claim: string, value: boolean) => `c:${claim}=${value}`,
  text: (claim: string, value: string) => `c:${claim}="${value}`,
  range: (claim: string, range: number) => `c:${claim}#${range}`,
};

/** Gives the number of the range that a number is in: it never falls while the number rises. */
export function rangeOf(value: number): number {
  const index = bounds.findIndex((bound) => value < bound);
  return index === -1 ? bounds.length : index;
}

/** Number of ranges. */
export const ranges: number = bounds.length + 1;

/** True for a number that is the lowest of its range. */
export const isLowestOfRange = (value: number): boolean => bounds[rangeOf(value) - 1] === value;

/** Gives the terms of one Evidence whose signature and schema were checked. */
export function toSearchFacts(evidence: Evidence): SearchFacts {
  const { decision, model_id: model, tool } = evidence;
  const terms = new Set([
    term.workspace(evidence.workspace_id),
    term.decision(decision.decision),
    term.enforced(evidence.enforced),
    ...(model === null ? [] : [term.model(model)]),
    ...(tool === undefined ? [] : [term.tool(tool)]),
    ...decision.reasons.map(term.reason),
    ...evidence.auditors.flatMap(({ auditor_id, name }) => [term.auditor(auditor_id), term.auditor(name)]),
  ]);
  const numbers = new Map<string, number[]>();
  for (const { name, value } of evidence.claims) {
    if (!isSearchedName(name)) continue;
    if (typeof value === 'boolean') terms.add(term.boolean(name, value));
    if (typeof value === 'string') addTexts(terms, name, [value]);
    if (Array.isArray(value)) addTexts(terms, name, value);
    if (typeof value !== 'number') continue;
    terms.add(term.range(name, rangeOf(value)));
    numbers.set(name, [...new Set([...(numbers.get(name) ?? []), value])]);
  }
  return { terms: [...terms], numbers: Object.fromEntries(numbers) };
}

function addTexts(terms: Set<string>, name: string, values: readonly unknown[]): void {
  for (const value of values.slice(0, maxSearchedMembers)) {
    if (typeof value === 'string' && value.length <= maxSearchedText) terms.add(term.text(name, value));
  }
}
