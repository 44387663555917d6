/** Keeps what was changed and not saved while another tab or page is open. */
import { useSyncExternalStore } from 'react';

export interface DraftStore<T> {
  readonly get: (key: string) => T | undefined;
  /** Undefined forgets the draft. */
  readonly set: (key: string, draft: T | undefined) => void;
  readonly watch: (notify: () => void) => () => void;
}

export function createDraftStore<T>(): DraftStore<T> {
  const drafts = new Map<string, T>();
  const watchers = new Set<() => void>();
  return {
    get: (key) => drafts.get(key),
    set: (key, draft) => {
      if (draft === undefined) drafts.delete(key);
      else drafts.set(key, draft);
      for (const notify of watchers) notify();
    },
    watch: (notify) => {
      watchers.add(notify);
      return () => watchers.delete(notify);
    },
  };
}

export function useStoredDraft<T>({ watch, get }: DraftStore<T>, key: string): T | undefined {
  return useSyncExternalStore(watch, () => get(key));
}
