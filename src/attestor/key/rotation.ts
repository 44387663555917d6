/** Replaces the Evidence key at a set age, while the attestor runs. */
import type { Clock } from '../../platform/clock.ts';
import type { Logger } from '../../platform/log.ts';

/** The part of the key that concerns its age. */
export interface RotatingKey {
  readonly kid: string;
  /** The time when it was made, in milliseconds since the epoch. */
  readonly madeMs: number;
  /** Id of the previous key, while it still signs. */
  readonly retiringKid: string | undefined;
  /** @throws when no key can be made and attested: the present one stays in use. */
  rotate(): Promise<void>;
  /** Ends the previous key, if it has this id. */
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

/** Pause between two checks, and before a failed rotation is tried again. */
const lookEveryMs = 60_000;
/** A gateway notices a new key within a second and switches once its running exchanges are recorded. */
const graceMs = 60_000;

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
        'the evidence key is due, but no new one could be created and attested: it stays in use until a retry succeeds',
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
