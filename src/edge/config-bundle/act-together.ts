/**
 * Acts on a bundle and a standing as one: whichever of them is newer says who may call. A standing that comes is acted on
 * with the bundle that is held, whatever becomes of the next bundle.
 */
import type { SoundBundle } from '../../configuration/bundle/read-bundle.ts';
import type { SoundStanding } from '../../configuration/bundle/read-standing.ts';
import { withStanding } from '../../configuration/bundle/with-standing.ts';
import type { BundleUser } from './bundle-user.ts';

export interface Together {
  /** Acted on when it resolves. */
  bundle(sound: SoundBundle, takenMs: number): Promise<void>;
  /** Acted on when it resolves, where there is a bundle. */
  standing(sound: SoundStanding, takenMs: number): Promise<void>;
  /** Denies everything until there is a standing: the one that was acted on last cannot be read any longer. */
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

export function actTogether(user: Pick<BundleUser, 'replaceBundle' | 'denyUntilBundle'>): Together {
  let bundle: TakenBundle | undefined;
  let standing: TakenStanding | undefined;
  let isLost = false;
  let working: Promise<unknown> = Promise.resolve();

  /** One after the other: a standing is never laid over a bundle that is just being replaced. */
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
        // One that says nothing new needs no other state; while everything is denied any of them does.
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

/** Both count the same revisions; of two databases the one that was heard last is the one that counts now. */
function isNewer({ sound: { standing }, takenMs }: TakenStanding, bundle: TakenBundle): boolean {
  const { lineage, revision } = bundle.sound.bundle;
  if (standing.lineage === lineage) return standing.revision > revision;
  return takenMs >= bundle.takenMs;
}
