/**
 * Started by npm, a process has a shell above it. Who stops npm alone takes npm and that shell away and leaves the
 * process running, holding its ports and its data folder. It sees that it has another parent, and stops.
 */
import type { Environment } from './config.ts';

export interface ParentWatchOptions {
  readonly env: Environment;
  /** The parent's process id as it is now. */
  readonly parentId: () => number;
  /** Calls again and again until the returned function is called. */
  readonly repeat: (call: () => void) => () => void;
}

/** Calls back once when the parent that npm gave is gone; does nothing for a process that npm did not start. */
export function watchParent({ env, parentId, repeat }: ParentWatchOptions, onGone: () => void): void {
  if (env['npm_lifecycle_event'] === undefined) return;
  const first = parentId();
  const stop = repeat(() => {
    if (parentId() === first) return;
    stop();
    onGone();
  });
}
