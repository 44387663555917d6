/** Merges the fragments of a streamed answer: strings grow, lists with indices merge by index, ids are set. */
import { isList, isRecord, type JsonRecord } from './json-tree.ts';
import { isIdentifier, maxParts } from './parts.ts';

/** An object that is being put together. */
export type Draft = Record<string, unknown>;

/** What went wrong while merging, for the whole stream. */
export interface MergeState {
  /** False once a text was lost in a draft: the events can then no longer stand for what was inspected. */
  faithful: boolean;
  /** True once a list grew past `maxParts`; the stream must then be refused. */
  overflowed: boolean;
  /** The entries of each list by their `index`, so that a long list costs no search for each fragment. */
  readonly entries: WeakMap<readonly unknown[], Map<number, Draft>>;
}

/** The state at the start of a stream. */
export function createMergeState(): MergeState {
  return { faithful: true, overflowed: false, entries: new WeakMap() };
}

/** Members whose strings are repeated whole by some servers and never come in fragments. */
const wholeMembers: ReadonlySet<string> = new Set(['role', 'type', 'id', 'name', 'finish_reason']);

/** Merges one fragment into the draft. */
export function mergeDelta(draft: Draft, fragment: JsonRecord, state: MergeState): void {
  for (const [key, value] of Object.entries(fragment)) {
    const before = Object.hasOwn(draft, key) ? draft[key] : undefined;
    if (isList(value) || isRecord(value)) mergeContainer(draft, key, value, state);
    else if (typeof before === 'string' && typeof value === 'string' && !wholeMembers.has(key)) {
      setOwn(draft, key, before + value);
    } else setWhole(draft, key, value, state);
  }
}

/** Sets a member that does not come in fragments. Null takes nothing away. */
export function setWhole(draft: Draft, key: string, value: unknown, state: MergeState): void {
  const before = Object.hasOwn(draft, key) ? draft[key] : undefined;
  if (before !== undefined && before !== null && before !== '') {
    if (value === null) return;
    if (!isHarmlessChange(before, value)) state.faithful = false;
  }
  setOwn(draft, key, value);
}

function mergeContainer(draft: Draft, key: string, value: JsonRecord | readonly unknown[], state: MergeState): void {
  const before = Object.hasOwn(draft, key) ? draft[key] : undefined;
  if (isList(value)) {
    const target: unknown[] = Array.isArray(before) ? before : [];
    mergeList(target, value, state);
    if (target !== before) replaceByContainer(draft, key, target, state);
  } else {
    const target: Draft = isDraft(before) ? before : {};
    mergeDelta(target, value, state);
    if (target !== before) replaceByContainer(draft, key, target, state);
  }
}

function replaceByContainer(draft: Draft, key: string, target: object, state: MergeState): void {
  const before = Object.hasOwn(draft, key) ? draft[key] : undefined;
  if (before !== undefined && before !== null) state.faithful = false;
  setOwn(draft, key, target);
}

function mergeList(target: unknown[], items: readonly unknown[], state: MergeState): void {
  const byIndex = state.entries.get(target) ?? new Map<number, Draft>();
  state.entries.set(target, byIndex);
  for (const item of items) {
    if (target.length >= maxParts) {
      state.overflowed = true;
      return;
    }
    if (!isRecord(item)) {
      target.push(item);
      continue;
    }
    const index = item['index'];
    const known = typeof index === 'number' ? byIndex.get(index) : undefined;
    const entry: Draft = known ?? {};
    if (known === undefined) {
      target.push(entry);
      if (typeof index === 'number') byIndex.set(index, entry);
    }
    mergeDelta(entry, item, state);
  }
}

function isDraft(value: unknown): value is Draft {
  return isRecord(value);
}

function isHarmlessChange(before: unknown, value: unknown): boolean {
  return (isPlain(before) && isPlain(value)) || JSON.stringify(before) === JSON.stringify(value);
}

function isPlain(value: unknown): boolean {
  return typeof value === 'number' || typeof value === 'boolean' || isIdentifier(value);
}

/** Defines instead of assigns: a member called `__proto__` stays a member. */
function setOwn(draft: Draft, key: string, value: unknown): void {
  if (key === '__proto__') {
    Object.defineProperty(draft, key, { value, writable: true, enumerable: true, configurable: true });
  } else {
    draft[key] = value;
  }
}
