/**
 * Decides which document may follow which, and whose keys count next. Pure. Pinned keys stay; otherwise a taken
 * document says who may sign the next one, so that a key which the verifier withdraws is withdrawn here too.
 */

import type { SignedDocument, SignedRefusal } from '../../configuration/bundle/open-signed.ts';
import { readBundle, type SoundBundle } from '../../configuration/bundle/read-bundle.ts';
import { readStanding, type SoundStanding } from '../../configuration/bundle/read-standing.ts';
import type { BundleKey } from '../../contract/control/config-bundle.ts';
import type { KeptDocument } from './kept-document.ts';

/** The state of a gateway before it receives a document of a kind. */
export interface Trusted {
  readonly orgId: string;
  readonly isPinned: boolean;
  readonly keys: readonly BundleKey[];
  readonly revisions: Readonly<Record<string, number>>;
  /** Lineage of the document in use. */
  readonly lineage: string | undefined;
}

export type Judged<Sound> =
  | {
      readonly ok: true;
      readonly sound: Sound;
      /** The state after the document. */
      readonly next: Trusted;
      /** True if it comes from another database than the last one: its revisions start again. */
      readonly isNewLineage: boolean;
    }
  | SignedRefusal;

/** Bound of remembered lineages; the one that was left first is forgotten first. */
const maxLineages = 16;

/** Decides whether a bundle may replace the one in use. */
export function judgeBundle(jws: string, trusted: Trusted): Judged<SoundBundle> {
  const reading = readBundle(jws, trusted);
  return reading.ok ? judge(reading.sound, reading.sound.bundle, trusted) : reading;
}

/** The same for a standing. */
export function judgeStanding(jws: string, trusted: Trusted): Judged<SoundStanding> {
  const reading = readStanding(jws, trusted);
  return reading.ok ? judge(reading.sound, reading.sound.standing, trusted) : reading;
}

function judge<Sound>(sound: Sound, { lineage, revision, keys }: SignedDocument, trusted: Trusted): Judged<Sound> {
  const highest = Object.hasOwn(trusted.revisions, lineage) ? (trusted.revisions[lineage] ?? -1) : -1;
  if (revision < highest) {
    const detail = `it is revision ${revision} of ${lineage}, but revision ${highest} was in use before`;
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

/** The content of the file for a taken document. */
export function toKeptDocument(
  { jws }: { readonly jws: string },
  { keys, revisions }: Trusted,
  takenMs: number,
): KeptDocument {
  return { jws, keys, revisions, taken_ms: takenMs };
}

function remember(revisions: Trusted['revisions'], lineage: string, revision: number): Trusted['revisions'] {
  const others = Object.entries(revisions).filter(([name]) => name !== lineage);
  return Object.fromEntries([...others, [lineage, revision] as const].slice(-maxLineages));
}
