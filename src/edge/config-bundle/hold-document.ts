/**
 * Holds the bundle or the standing in use. A received document is judged, applied and kept on disk, or refused and
 * reported. The kept copy is judged again at the next start; if it can no longer be used, everything is denied until
 * the next document.
 */
import type { SignedDocument, SignedRefusal, Trust } from '../../configuration/bundle/open-signed.ts';
import type { BundleKey } from '../../contract/control/config-bundle.ts';
import type { Clock } from '../../platform/clock.ts';
import type { DataDir } from '../../platform/data-dir.ts';
import type { Logger } from '../../platform/log.ts';
import type { DocumentMetrics } from './bundle-metrics.ts';
import type { FollowedDocument, SoundDocument } from './config-state.ts';
import { type KeptDocument, loadKept, saveKept } from './kept-document.ts';
import type { Keyring } from './keyring.ts';

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

type Reading<Sound> = { readonly ok: true; readonly sound: Sound } | SignedRefusal;

export interface DocumentHolderOptions<Sound extends SoundDocument> {
  /** Its name in the log and in problems: `configuration`, `standing`. */
  readonly name: string;
  readonly orgId: string;
  readonly keyring: Keyring;
  readonly dataDir: DataDir;
  /** The file there with the last one; two gateways that share a folder use two files. */
  readonly keptFile: string;
  /** Checks signature and shape. */
  readonly read: (jws: string, trust: Trust) => Reading<Sound>;
  readonly documentOf: (sound: Sound) => SignedDocument;
  /** In use when it resolves. */
  readonly act: (sound: Sound, takenMs: number) => Promise<void>;
  /** Called after each document that is taken. */
  readonly onTaken: () => void;
  /** Denies everything until the next document, because the last one can no longer be read. */
  readonly denyUntil: (problem: string) => void;
  readonly metrics: DocumentMetrics;
  readonly clock: Clock;
  readonly log: Logger;
  /** Records the outcome. */
  readonly followed: FollowedDocument<Sound>;
}

export interface DocumentHolder {
  loadKept(): Promise<void>;
  /** Uses a document; false when it was refused, or is already in use. */
  take(
    offer: { readonly etag: string; readonly jws: string },
    firstKeys: () => Promise<readonly BundleKey[]>,
  ): Promise<boolean>;
}

export function createDocumentHolder<Sound extends SoundDocument>(
  options: DocumentHolderOptions<Sound>,
): DocumentHolder {
  const { name, keyring, dataDir, keptFile, metrics, clock, log, followed } = options;
  let known: Pick<Trusted, 'revisions' | 'lineage'> = { revisions: {}, lineage: undefined };
  const trustedBy = (keys: readonly BundleKey[]): Trusted => {
    return { orgId: options.orgId, isPinned: keyring.isPinned, keys, ...known };
  };

  const refuse = ({ reason, detail }: SignedRefusal, etag: string | undefined, cause?: unknown): void => {
    metrics.refused(reason);
    const atMs = clock.now();
    followed.refused = { reason, detail, etag, atMs, sinceMs: followed.refused?.sinceMs ?? atMs };
    log.error({ reason, detail, etag, err: cause }, `a ${name} was refused; the previous one stays in use`);
  };

  const act = async (sound: Sound, next: Trusted, source: 'disk' | 'verifier', takenMs: number) => {
    await options.act(sound, takenMs);
    known = { revisions: next.revisions, lineage: next.lineage };
    keyring.adopt(options.documentOf(sound));
    followed.held = { sound, source, takenMs, confirmedMs: takenMs };
    followed.refused = undefined;
    followed.unusable = undefined;
    options.onTaken();
    log.info({ version: sound.version, source }, `the ${name} is active`);
  };

  const keep = async (sound: Sound, next: Trusted, takenMs: number): Promise<void> => {
    try {
      await saveKept(dataDir, keptFile, toKeptDocument(sound, next, takenMs));
      followed.notKept = false;
    } catch (error) {
      // The document is in use, and /health reports the problem: without the copy, a start while the verifier is away
      // uses an older one.
      followed.notKept = true;
      log.error({ err: error }, `the ${name} cannot be stored in the data folder`);
    }
  };

  /** Denies everything, because the last document may have forbidden more than the remaining configuration. */
  const denyUntil = (problem: string): void => {
    followed.unusable = problem;
    options.denyUntil(`${problem}. Everything is denied until the verifier gives one`);
    log.error({ problem }, `everything is denied until the verifier gives a ${name}`);
  };

  return {
    async loadKept() {
      const reading = await loadKept(dataDir, keptFile);
      if ('damaged' in reading) {
        metrics.refused('format');
        denyUntil(reading.damaged);
        return;
      }
      if (reading.kept === undefined) return;
      const { jws, keys, revisions, taken_ms: takenMs } = reading.kept;
      known = { ...known, revisions };
      const judged = judgeDocument(jws, trustedBy(keyring.isPinned ? keyring.keys() : keys), options);
      if (!judged.ok) {
        refuse(judged, undefined);
        denyUntil(`the ${name} in the data folder cannot be used: ${judged.detail}`);
        return;
      }
      await act(judged.sound, judged.next, 'disk', takenMs);
    },
    async take({ etag, jws }, firstKeys) {
      const keys = keyring.keys();
      const judged = judgeDocument(jws, trustedBy(keys.length > 0 ? keys : await firstKeys()), options);
      if (!judged.ok) {
        refuse(judged, etag);
        return false;
      }
      const { sound, next, isNewLineage } = judged;
      const { held } = followed;
      if (held?.sound.hash === sound.hash && held.source === 'verifier') return false;
      if (isNewLineage) log.warn({ version: sound.version }, `another database of the verifier gives the ${name}`);
      const takenMs = clock.now();
      try {
        await act(sound, next, 'verifier', takenMs);
      } catch (error) {
        const detail = 'it cannot be used here; see the log of the gateway';
        refuse({ ok: false, reason: 'unusable', detail }, etag, error);
        return false;
      }
      metrics.taken(isNewLineage);
      await keep(sound, next, takenMs);
      return true;
    },
  };
}

/** Bound of remembered lineages; the one that was left first is forgotten first. */
const maxLineages = 16;

/**
 * Reads a document, and decides whether it may follow the one in use and whose keys count next. Pinned keys stay;
 * otherwise a taken document says who may sign the next one, so that a key which the verifier withdraws is withdrawn
 * here too. Pure.
 */
export function judgeDocument<Sound extends SoundDocument>(
  jws: string,
  trusted: Trusted,
  { read, documentOf }: Pick<DocumentHolderOptions<Sound>, 'read' | 'documentOf'>,
): Judged<Sound> {
  const reading = read(jws, trusted);
  if (!reading.ok) return reading;
  const { sound } = reading;
  const { lineage, revision, keys } = documentOf(sound);
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
