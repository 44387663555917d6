/**
 * Which bundle is taken after which, and whose keys count next. Pure. Pinned keys stay as they are; otherwise a bundle
 * that was taken says who may sign the one after it, so that a key which the verifier gives up is given up here too.
 */

import { type BundleRefusal, readBundle, type SoundBundle } from '../../configuration/bundle/read-bundle.ts';
import type { BundleKey } from '../../contract/control/config-bundle.ts';
import type { KeptBundle } from './kept-bundle.ts';

/** What a gateway knows before a bundle comes. */
export interface Trusted {
  readonly orgId: string;
  readonly isPinned: boolean;
  readonly keys: readonly BundleKey[];
  readonly revisions: Readonly<Record<string, number>>;
  /** Lineage of the bundle that is acted on. */
  readonly lineage: string | undefined;
}

export type Judged =
  | {
      readonly ok: true;
      readonly sound: SoundBundle;
      /** What counts from now on. */
      readonly next: Trusted;
      /** It comes from another database than the one before: its revisions began anew. */
      readonly isNewLineage: boolean;
    }
  | BundleRefusal;

/** Databases whose revisions are remembered; the one that was left first is forgotten first. */
const maxLineages = 16;

/** Whether a bundle may take the place of the one that is acted on. */
export function judgeBundle(jws: string, trusted: Trusted): Judged {
  const reading = readBundle(jws, trusted);
  if (!reading.ok) return reading;
  const { sound } = reading;
  const { lineage, revision, keys } = sound.bundle;
  const highest = Object.hasOwn(trusted.revisions, lineage) ? (trusted.revisions[lineage] ?? -1) : -1;
  if (revision < highest) {
    const detail = `it is revision ${revision} of ${lineage}, and revision ${highest} was acted on before`;
    return { ok: false, reason: 'rollback', detail };
  }
  const next: Trusted = {
    ...trusted,
    keys: trusted.isPinned ? trusted.keys : keys,
    revisions: remember(trusted.revisions, lineage, revision),
    lineage,
  };
  return { ok: true, sound, next, isNewLineage: trusted.lineage !== undefined && trusted.lineage !== lineage };
}

/** What is kept on disk of a bundle that was taken. */
export function toKept({ jws }: SoundBundle, { keys, revisions }: Trusted, takenMs: number): KeptBundle {
  return { jws, keys, revisions, taken_ms: takenMs };
}

function remember(revisions: Trusted['revisions'], lineage: string, revision: number): Trusted['revisions'] {
  const others = Object.entries(revisions).filter(([name]) => name !== lineage);
  return Object.fromEntries([...others, [lineage, revision] as const].slice(-maxLineages));
}
