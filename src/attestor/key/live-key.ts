/**
 * Holds the key that signs now; another takes its place when it is renewed, rotated or lost. After a rotation the
 * previous key signs on for a while, so that its gateway can finish the records that name it.
 */
import { type AsyncSigningKey, SigningKeyGoneError } from '@assay/sdk/crypto';
import { AppError } from '../../platform/errors.ts';
import type { Logger } from '../../platform/log.ts';
import { createMutex } from '../mutex.ts';

export interface LiveKey<Made> {
  current(): Made;
  /** The previous key, while it still signs records that name it. */
  retiring(): Made | undefined;
  /** Results of keys that no longer sign, the latest first. */
  retired(): readonly Made[];
  /** False while the key is lost and not replaced, and after the end. */
  isReady(): boolean;
  /**
   * Runs with the key that signs now, or with the retiring one where `isMeant` says so; a replacement does not
   * interrupt it. @throws AppError `attestor_unavailable` if the key is gone.
   */
  use<Result>(run: (made: Made) => Promise<Result>, isMeant?: (retiring: Made) => boolean): Promise<Result>;
  /** Replaces the key of this id at once; does nothing when it is no longer in use. */
  renew(kid: string): Promise<void>;
  /** Replaces the key, which signs on as the retiring one. @throws when no key can be made; then nothing changes. */
  rotate(): Promise<void>;
  /** Ends the retiring key, if it has this id. */
  retire(kid: string): Promise<void>;
  /** Destroys the key after the signatures that were already requested. */
  close(): Promise<void>;
}

export interface LiveKeyOptions<Made> {
  /** Makes and attests a key, with everything that signs with it. */
  readonly make: () => Promise<Made>;
  readonly log: Logger;
}

const maxRetired = 64;

/** Makes the first key. */
export async function createLiveKey<Made extends { readonly key: AsyncSigningKey }>(
  options: LiveKeyOptions<Made>,
): Promise<LiveKey<Made>> {
  const { make, log } = options;
  const runExclusive = createMutex();
  let live = await make();
  let retiring: Made | undefined;
  let retired: readonly Made[] = [];
  let lostKid: string | undefined;
  let closed = false;

  /** INVARIANT: at most one key retires; from this moment on it signs nothing. */
  const endRetiring = async (): Promise<void> => {
    const last = retiring;
    if (last === undefined) return;
    retiring = undefined;
    retired = [last, ...retired].slice(0, maxRetired);
    await last.key.destroy();
  };

  // Runs one at a time: two requests to replace the same key make one new key.
  const replace = async (isPlanned: boolean): Promise<void> => {
    const next = await make();
    await endRetiring();
    const last = live;
    retiring = last;
    live = next;
    watch(live);
    if (!isPlanned) await endRetiring();
    log.warn({ kid: live.key.kid, before: last.key.kid, planned: isPlanned }, 'a new evidence key signs from now on');
  };
  const renew = (kid: string): Promise<void> =>
    runExclusive(async () => {
      if (kid === live.key.kid && !closed) await replace(false);
    });

  /** Replaces a lost key at once; where that fails, each later request fails and triggers another try. */
  const replaceLost = async ({ key: { kid } }: Made): Promise<void> => {
    if (kid !== live.key.kid || closed) return;
    lostKid = kid;
    try {
      await renew(kid);
    } catch (error) {
      log.error({ err: error, kid }, 'no new evidence key could be created; signing stops until there is one');
    }
  };
  const watch = (made: Made): void => {
    void made.key.lost.then((reason) => {
      log.error({ err: reason, kid: made.key.kid }, 'the evidence key is lost; a new one replaces it');
      return replaceLost(made);
    });
  };
  watch(live);

  return {
    current: () => live,
    retiring: () => retiring,
    retired: () => retired,
    isReady: () => !closed && lostKid !== live.key.kid,
    async use(run, isMeant) {
      const used = retiring !== undefined && isMeant?.(retiring) === true ? retiring : live;
      try {
        return await run(used);
      } catch (cause) {
        if (!(cause instanceof SigningKeyGoneError)) throw cause;
        if (lostKid === used.key.kid) void replaceLost(used);
        throw new AppError('attestor_unavailable', cause.message, { cause, retryAfterS: 1 });
      }
    },
    renew,
    rotate: () =>
      runExclusive(async () => {
        if (!closed) await replace(true);
      }),
    async retire(kid) {
      if (retiring?.key.kid === kid) await endRetiring();
    },
    async close() {
      closed = true;
      await runExclusive(async () => {
        await endRetiring();
        await live.key.destroy();
      });
    },
  };
}
