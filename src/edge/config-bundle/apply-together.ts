/**
 * Applies a bundle and a standing together: the newer of them says who may call. A new standing is applied with the
 * held bundle, whatever happens to the next bundle.
 */
import type { SoundBundle } from '../../configuration/bundle/read-bundle.ts';
import type { SoundStanding } from '../../configuration/bundle/read-standing.ts';
import { withStanding } from '../../configuration/bundle/with-standing.ts';
import type { BundleUser } from './bundle-user.ts';

export interface CombinedApply {
  /** In use when it resolves. */
  bundle(sound: SoundBundle, takenMs: number): Promise<void>;
  /** In use when it resolves, where there is a bundle. */
  standing(sound: SoundStanding, takenMs: number): Promise<void>;
  /** Denies everything until the next standing, because the last one can no longer be read. */
  denyUntilStanding(problem: string): void;
}

interface TakenBundle {
  readonly sound: SoundBundle;
  readonly takenMs: number;
}

interface TakenStanding {
  readonly sound: SoundStanding;
  readonly takenMs: number;
}

export function applyTogether(user: Pick<BundleUser, 'replaceBundle' | 'denyUntilBundle'>): CombinedApply {
  let bundle: TakenBundle | undefined;
  let standing: TakenStanding | undefined;
  let isLost = false;
  let working: Promise<unknown> = Promise.resolve();

  /** One change after the other: a standing is never combined with a bundle that is being replaced. */
  const inTurn = (change: () => Promise<void>): Promise<void> => {
    const done = working.then(change);
    working = done.catch(() => undefined);
    return done;
  };

  return {
    bundle: (sound, takenMs) =>
      inTurn(async () => {
        const next = { sound, takenMs };
        if (!isLost) await user.replaceBundle(toActedOn(next, standing));
        bundle = next;
      }),
    standing: (sound, takenMs) =>
      inTurn(async () => {
        const next = { sound, takenMs };
        // A standing with nothing new changes nothing; while everything is denied any standing is applied.
        if (bundle !== undefined && (isLost || isNewer(next, bundle))) {
          await user.replaceBundle(toActedOn(bundle, next));
        }
        standing = next;
        isLost = false;
      }),
    denyUntilStanding(problem) {
      isLost = true;
      user.denyUntilBundle(problem);
    },
  };
}

function toActedOn(bundle: TakenBundle, standing: TakenStanding | undefined): SoundBundle {
  if (standing === undefined || !isNewer(standing, bundle)) return bundle.sound;
  const { version } = standing.sound;
  return { ...bundle.sound, version, bundle: withStanding(bundle.sound.bundle, standing.sound.standing) };
}

/** Both count the same revisions; with two lineages the one received last counts. */
function isNewer({ sound: { standing }, takenMs }: TakenStanding, bundle: TakenBundle): boolean {
  const { lineage, revision } = bundle.sound.bundle;
  if (standing.lineage === lineage) return standing.revision > revision;
  return takenMs >= bundle.takenMs;
}
