/** Replaces the evidence key when it is old enough, for as long as the attestor runs (issue: keys rotate). */
import type { Clock } from '../../platform/clock.ts';
import type { Logger } from '../../platform/log.ts';

/** The key, as far as its age goes. */
export interface RotatingKey {
  readonly kid: string;
  /** When it was made, in milliseconds since the epoch. */
  readonly madeMs: number;
  /** Id of the key before it, while that one still signs. */
  readonly retiringKid: string | undefined;
  /** @throws when no other can be made and attested: the present one stays in use. */
  rotate(): Promise<void>;
  /** Ends the key of this id, if it is the one before. */
  retire(kid: string): Promise<void>;
}

export interface RotationOptions {
  readonly key: RotatingKey;
  /** Age at which it is replaced; 0 never. */
  readonly everyMs: number;
  readonly clock: Clock;
  /** Waits; ends early when the signal aborts. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly log: Logger;
}

export interface Rotation {
  stop(): Promise<void>;
}

/** Between two looks at the clock, and before a rotation that failed is tried again. */
const lookEveryMs = 60_000;
/** A gateway notices another key within a second and moves over as soon as what is under way is recorded. */
const graceMs = 60_000;

/** Starts looking. */
export function startRotation({ key, everyMs, clock, sleep, log }: RotationOptions): Rotation {
  const stopping = new AbortController();
  const pauseMs = Math.max(1, Math.min(everyMs, lookEveryMs));

  const rotateIfDue = async (): Promise<void> => {
    // A third key would end the first, which a gateway may still use.
    if (key.retiringKid !== undefined || clock.now() - key.madeMs < everyMs) return;
    try {
      await key.rotate();
    } catch (error) {
      log.error(
        { err: error, kid: key.kid },
        'the evidence key is due, and no other could be made and attested: it stays in use, and it is tried again',
      );
    }
  };

  const run = async (): Promise<void> => {
    let retiringSince: { readonly kid: string; readonly ms: number } | undefined;
    while (!stopping.signal.aborted) {
      await sleep(pauseMs, stopping.signal);
      if (stopping.signal.aborted) return;
      await rotateIfDue();
      const kid = key.retiringKid;
      if (kid === undefined) retiringSince = undefined;
      else if (retiringSince?.kid !== kid) retiringSince = { kid, ms: clock.now() };
      else if (clock.now() - retiringSince.ms >= graceMs) await key.retire(kid);
    }
  };

  const running = everyMs === 0 ? Promise.resolve() : run();
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
