/**
 * Merges the fragments of a streamed answer: strings grow, lists with indices merge by index, ids and names are set.
 * The client gets only the merged result, so that no other way of merging can show it another text.
 */
import { isRecord } from '@assay/sdk/contract';
import { isList, type JsonRecord } from './json-tree.ts';
import { maxParts } from './parts.ts';

/** An object that is being assembled. */
export type Draft = Record<string, unknown>;

export interface MergeState {
  /** The reason why the fragments do not fit together, as the end of a sentence; the stream must then be refused. */
  problem: string | undefined;
  /** The entries of each list by their `index`, to avoid a search for each fragment. */
  readonly entries: WeakMap<readonly unknown[], Map<number, Draft>>;
}

export function createMergeState(): MergeState {
  return { problem: undefined, entries: new WeakMap() };
}

/** Members whose strings come whole: the last one counts, as for the official clients. */
const wholeMembers: ReadonlySet<string> = new Set(['role', 'type', 'id', 'name']);

/** Merges one fragment into the draft. Null and an empty text remove nothing. */
export function mergeDelta(draft: Draft, fragment: JsonRecord, state: MergeState): void {
  for (const [key, value] of Object.entries(fragment)) {
    const before = ownMember(draft, key);
    if (value === null || value === '') {
      if (isNothing(before)) setOwn(draft, key, value);
    } else if (!isNothing(before) && kindOf(before) !== kindOf(value)) {
      state.problem ??= 'has a member whose fragments are of several kinds';
    } else if (isList(value)) {
      setOwn(draft, key, mergeList(before, value, key, state));
    } else if (isRecord(value)) {
      const target: Draft = isRecord(before) ? before : {};
      mergeDelta(target, value, state);
      setOwn(draft, key, target);
    } else if (typeof before === 'string' && typeof value === 'string' && !wholeMembers.has(key)) {
      setOwn(draft, key, before + value);
    } else setOwn(draft, key, value);
  }
}

/** Sets a member that does not come in fragments: the last one counts. Null and an empty text remove nothing. */
export function setWhole(draft: Draft, key: string, value: unknown): void {
  const isEmpty = value === null || value === '';
  if (!isEmpty || isNothing(ownMember(draft, key))) setOwn(draft, key, value);
}

/** True for an index of a choice, a call or a block that every reader understands alike. */
export function isIndex(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < maxParts;
}

function mergeList(before: unknown, items: readonly unknown[], key: string, state: MergeState): unknown[] {
  const target: unknown[] = Array.isArray(before) ? before : [];
  const byIndex = state.entries.get(target) ?? new Map<number, Draft>();
  state.entries.set(target, byIndex);
  for (const item of items) {
    if (target.length >= maxParts) {
      state.problem ??= 'makes a list of the answer too long';
      return target;
    }
    if (isRecord(item)) mergeItem(target, byIndex, item, key, state);
    else target.push(item);
  }
  return target;
}

function mergeItem(
  target: unknown[],
  byIndex: Map<number, Draft>,
  item: JsonRecord,
  key: string,
  state: MergeState,
): void {
  const { index = null } = item;
  // Clients merge fragments of calls by their index only.
  if (isIndex(index) || (index === null && key !== 'tool_calls')) {
    const known = index === null ? undefined : byIndex.get(index);
    const entry: Draft = known ?? {};
    if (known === undefined) {
      target.push(entry);
      if (index !== null) byIndex.set(index, entry);
    }
    mergeDelta(entry, item, state);
  } else state.problem ??= `has an item of '${key === 'tool_calls' ? key : 'a list'}' with an invalid index`;
}

function ownMember(draft: Draft, key: string): unknown {
  return Object.hasOwn(draft, key) ? draft[key] : undefined;
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

function kindOf(value: unknown): string {
  return isList(value) ? 'list' : typeof value;
}

/** Defines instead of assigns: a member called `__proto__` stays a member. */
function setOwn(draft: Draft, key: string, value: unknown): void {
  if (key === '__proto__') {
    Object.defineProperty(draft, key, { value, writable: true, enumerable: true, configurable: true });
  } else {
    draft[key] = value;
  }
}
