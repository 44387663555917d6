/** Start and end of an auditor: `setup` before it is ready, no new calls after it closes, `teardown` after the last call. */
import type { AuditorDefinition } from './definition.ts';
import { AuditorFailure, ModelUnavailableError } from './failure.ts';
import type { SettingValues } from './precedence.ts';

export interface Lifecycle {
  readonly state: () => 'starting' | 'ready' | 'failed' | 'closed';
  /** @throws AuditorFailure when the auditor cannot take a call now */
  assertReady(): void;
  /** Resolves when setup has finished; rejects with its error, or because the auditor was closed before. */
  whenReady(): Promise<void>;
  /** Counts work until it settles. */
  track(work: Promise<unknown>): void;
  readonly inFlight: () => number;
  /** Waits for setup and tracked work, then runs `teardown` once. */
  close(): Promise<void>;
}

/** Starts `setup` at once. */
export function startLifecycle(
  definition: AuditorDefinition,
  config: SettingValues,
  onError: (error: unknown) => void,
): Lifecycle {
  let state: 'starting' | 'ready' | 'failed' | 'closed' = definition.setup === undefined ? 'ready' : 'starting';
  let closing: Promise<void> | undefined;
  const controller = new AbortController();
  const tracked = new Set<Promise<unknown>>();
  const ready = runSetup();

  async function runSetup(): Promise<void> {
    if (definition.setup === undefined) return;
    try {
      const starting = definition.setup({ config, signal: controller.signal });
      // Without asynchronous setup the auditor is ready at once.
      if (starting !== undefined) await starting;
      if (state === 'closed') throw new Error('the auditor was closed before it was ready');
      state = 'ready';
    } catch (error) {
      // An error after the close is the abort that the close requested.
      if (state !== 'closed') {
        state = 'failed';
        onError(error);
      }
      throw error;
    }
  }

  async function shutDown(): Promise<void> {
    state = 'closed';
    controller.abort();
    await Promise.allSettled([ready, ...tracked]);
    await definition.teardown?.();
  }

  // Reported through onError above; callers of whenReady() get it too.
  ready.catch(() => {});
  return {
    state: () => state,
    assertReady() {
      if (state === 'starting') throw new ModelUnavailableError('The auditor is still starting; try again shortly');
      if (state === 'failed') throw new ModelUnavailableError('The auditor could not be set up');
      if (state === 'closed') throw new AuditorFailure('OVERLOADED', 'The auditor is shutting down');
    },
    whenReady: () => ready,
    track(work) {
      tracked.add(work);
      void work.finally(() => tracked.delete(work));
    },
    inFlight: () => tracked.size,
    close: () => (closing ??= shutDown()),
  };
}
