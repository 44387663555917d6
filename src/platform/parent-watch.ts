/**
 * Stops a process when its npm parent is gone. A process started by npm has a shell above it. Stopping npm alone ends
 * npm and the shell but leaves the process with its ports and its data folder. The process then sees another parent
 * id, and stops.
 */
import type { Environment } from './config.ts';

export interface ParentWatchOptions {
  readonly env: Environment;
  /** Gives the current parent's process id. */
  readonly parentId: () => number;
  /** Calls repeatedly until the returned function is called. */
  readonly repeat: (call: () => void) => () => void;
}

/** Calls back once when the parent from npm is gone. Does nothing for a process that npm did not start. */
export function watchParent({ env, parentId, repeat }: ParentWatchOptions, onGone: () => void): void {
  if (env['npm_lifecycle_event'] === undefined) return;
  const first = parentId();
  const stop = repeat(() => {
    if (parentId() === first) return;
    stop();
    onGone();
  });
}
