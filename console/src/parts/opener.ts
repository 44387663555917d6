/** Opens and closes one dialog from anywhere, without a context around the whole page. */
import { useSyncExternalStore } from 'react';

export interface Opener {
  readonly open: () => void;
  readonly close: () => void;
  readonly isOpen: () => boolean;
  readonly watch: (notify: () => void) => () => void;
}

export function createOpener(): Opener {
  let opened = false;
  const watchers = new Set<() => void>();
  const set = (value: boolean) => {
    opened = value;
    for (const notify of watchers) notify();
  };
  return {
    open: () => set(true),
    close: () => set(false),
    isOpen: () => opened,
    watch: (notify) => {
      watchers.add(notify);
      return () => watchers.delete(notify);
    },
  };
}

export function useOpener({ watch, isOpen }: Opener): boolean {
  return useSyncExternalStore(watch, isOpen);
}
