/**
 * The key that signs now, with what is made from it; another takes its place when it is renewed, rotated or lost. After
 * a rotation the key before it signs on for a while, so that its gateway can finish what names it.
 */
import { type AsyncSigningKey, SigningKeyGoneError } from '@assay/sdk/crypto';
import { AppError } from '../../platform/errors.ts';
import type { Logger } from '../../platform/log.ts';
import { createTurns } from '../turns.ts';

export interface LiveKey<Made> {
  current(): Made;
  /** The key before, while it still signs what names it. */
  retiring(): Made | undefined;
  /** Made from keys that sign no more, the last one first. */
  retired(): readonly Made[];
  /** False while the key is lost and no other has taken its place, and after the end. */
  isReady(): boolean;
  /**
   * Uses the key that signs now, or the retiring one where `isMeant` says so, to the end, whatever follows it meanwhile.
   * @throws AppError `attestor_unavailable` if it is gone.
   */
  use<Result>(run: (made: Made) => Promise<Result>, isMeant?: (retiring: Made) => boolean): Promise<Result>;
  /** Puts another in the place of the key of this id at once; nothing happens when that one is not in use any more. */
  renew(kid: string): Promise<void>;
  /** Puts another in the place of the key, which signs on as the retiring one. @throws when none can be made; nothing changed then. */
  rotate(): Promise<void>;
  /** Ends the retiring key, if it has this id. */
  retire(kid: string): Promise<void>;
  /** Drops the key when what was asked of it before is signed. */
  close(): Promise<void>;
}

export interface LiveKeyOptions<Made> {
  /** Makes a key, attests it, and makes what signs with it. */
  readonly make: () => Promise<Made>;
  readonly log: Logger;
}

/** How many retired ones are kept. */
const maxRetired = 64;

/** Makes the first key. */
export async function createLiveKey<Made extends { readonly key: AsyncSigningKey }>(
  options: LiveKeyOptions<Made>,
): Promise<LiveKey<Made>> {
  const { make, log } = options;
  const inTurn = createTurns();
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

  // One after the other: two that ask for the same key get one new key, not two.
  const replace = async (isPlanned: boolean): Promise<void> => {
    const next = await make();
    await endRetiring();
    const last = live;
    retiring = last;
    live = next;
    watch(live);
    if (!isPlanned) await endRetiring();
    log.warn(
      { kid: live.key.kid, before: last.key.kid, planned: isPlanned },
      'another evidence key signs from here on',
    );
  };
  const renew = (kid: string): Promise<void> =>
    inTurn(async () => {
      if (kid === live.key.kid && !closed) await replace(false);
    });

  /** A lost key is replaced at once; where that fails, each who asks is told so and has it tried again. */
  const replaceLost = async ({ key: { kid } }: Made): Promise<void> => {
    if (kid !== live.key.kid || closed) return;
    lostKid = kid;
    try {
      await renew(kid);
    } catch (error) {
      log.error({ err: error, kid }, 'no new evidence key could be made; nothing is signed until one is');
    }
  };
  const watch = (made: Made): void => {
    void made.key.lost.then((reason) => {
      log.error({ err: reason, kid: made.key.kid }, 'the evidence key is lost; another takes its place');
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
      inTurn(async () => {
        if (!closed) await replace(true);
      }),
    async retire(kid) {
      if (retiring?.key.kid === kid) await endRetiring();
    },
    async close() {
      closed = true;
      await inTurn(async () => {
        await endRetiring();
        await live.key.destroy();
      });
    },
  };
}
