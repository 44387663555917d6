/** Stops services that run together, in an order that loses nothing acknowledged: what was started last ends first. */
import type { Closing } from './platform/http/app.ts';

export interface Running {
  readonly name: string;
  readonly url: string;
  /** Absent for services that answer within moments. */
  readonly closing: Closing | undefined;
  close(): Promise<void>;
}

export interface Shutdown {
  close(): Promise<void>;
  /** Cuts off the calls that `close` waits for. */
  hurry(): void;
  /** Says what `close` waits for, e.g. `the gateway (2 calls)`. */
  waitsFor(): Promise<string>;
}

/** `running` may still grow until `close` is called. */
export function createShutdown(running: readonly Running[]): Shutdown {
  let current: Running | undefined;
  return {
    async close() {
      for (const service of running.toReversed()) {
        current = service;
        await service.close();
      }
      current = undefined;
    },
    hurry() {
      for (const { closing } of running) closing?.hurry();
    },
    async waitsFor() {
      const waiting = current;
      if (waiting === undefined) return 'nothing';
      const calls = (await waiting.closing?.countConnections()) ?? 0;
      if (calls === 0) return `the ${waiting.name}`;
      return `the ${waiting.name} (${calls} ${calls === 1 ? 'call' : 'calls'})`;
    },
  };
}
