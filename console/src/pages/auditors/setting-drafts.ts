/** Changes of settings that are not saved yet. They outlive a change of tab or page, and a call that failed. */
import type { SetValue } from './cascade.ts';
import { createDraftStore, useStoredDraft } from './draft-store.ts';
import type { Scope } from './scope.ts';

/** By full name; null takes the value of this scope away. */
export type Draft = Readonly<Record<string, SetValue | null>>;

const empty: Draft = {};
const store = createDraftStore<Draft>();

export function draftKey(auditorId: string, { level, id }: Scope): string {
  return JSON.stringify([auditorId, level, id]);
}

export function changeDraft(key: string, change: (draft: Draft) => Draft): void {
  const next = change(store.get(key) ?? empty);
  store.set(key, Object.keys(next).length === 0 ? undefined : next);
}

export function useDraft(key: string): Draft {
  return useStoredDraft(store, key) ?? empty;
}

/** The draft without what the scope has anyway. `stored` are the values of the scope. */
export function withChange(
  draft: Draft,
  stored: Readonly<Record<string, SetValue>>,
  names: readonly string[],
  entry: SetValue | null,
): Draft {
  const next: Record<string, SetValue | null> = { ...draft };
  for (const name of names) {
    if (isSameEntry(stored[name] ?? null, entry)) delete next[name];
    else next[name] = entry;
  }
  return next;
}

/** The draft without entries that were saved, unless they changed again meanwhile. */
export function withoutSaved(draft: Draft, saved: Draft): Draft {
  return Object.fromEntries(Object.entries(draft).filter(([name, entry]) => saved[name] !== entry));
}

function isSameEntry(a: SetValue | null, b: SetValue | null): boolean {
  if (a === null || b === null) return a === b;
  return (a.enforced ?? false) === (b.enforced ?? false) && JSON.stringify(a.value) === JSON.stringify(b.value);
}
