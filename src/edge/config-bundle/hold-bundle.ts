/**
 * Holds the bundle that a gateway acts on: what comes is judged, acted on and kept on disk, or kept out and told of. What
 * was kept is judged again at the next start; where it cannot be used any longer everything is denied until another comes.
 */

import type { BundleRefusal, SoundBundle } from '../../configuration/bundle/read-bundle.ts';
import type { BundleKey } from '../../contract/control/config-bundle.ts';
import type { Clock } from '../../platform/clock.ts';
import type { DataDir } from '../../platform/data-dir.ts';
import type { Logger } from '../../platform/log.ts';
import type { BundleMetrics } from './bundle-metrics.ts';
import type { BundleUser } from './bundle-user.ts';
import type { Following } from './config-state.ts';
import { loadKeptBundle, saveKeptBundle } from './kept-bundle.ts';
import { judgeBundle, type Trusted, toKept } from './trust.ts';

export interface BundleHolderOptions {
  readonly orgId: string;
  /** Absent: the keys of the first contact. */
  readonly pinnedKeys: readonly BundleKey[] | undefined;
  readonly dataDir: DataDir;
  /** Name of the file there that holds the last one; two gateways that share a folder have two. */
  readonly keptFile: string;
  readonly user: BundleUser;
  readonly metrics: BundleMetrics;
  readonly clock: Clock;
  readonly log: Logger;
  /** Where it is written down what became of a bundle. */
  readonly following: Following;
}

export interface BundleHolder {
  /** Who may sign what this gateway goes by. */
  keys(): readonly BundleKey[];
  /** Acts on what was kept, if there is something. */
  loadKept(): Promise<void>;
  /** Acts on a bundle; false when it was kept out, or is the one that is acted on. */
  take(
    offer: { readonly etag: string; readonly jws: string },
    firstKeys: () => Promise<readonly BundleKey[]>,
  ): Promise<boolean>;
}

export function createBundleHolder(options: BundleHolderOptions): BundleHolder {
  const { pinnedKeys, dataDir, keptFile, user, metrics, clock, log, following } = options;
  const isPinned = pinnedKeys !== undefined;
  let trusted: Trusted = { orgId: options.orgId, isPinned, keys: pinnedKeys ?? [], revisions: {}, lineage: undefined };

  const refuse = ({ reason, detail }: BundleRefusal, etag: string | undefined): void => {
    metrics.refused(reason);
    following.refused = { reason, detail, etag, atMs: clock.now() };
    log.error({ reason, detail, etag }, 'a configuration was kept out; the one before stays');
  };

  const act = async (sound: SoundBundle, next: Trusted, source: 'disk' | 'verifier', takenMs: number) => {
    await user.replaceBundle(sound);
    trusted = next;
    following.held = { sound, source, takenMs, confirmedMs: takenMs };
    following.refused = undefined;
    following.unusable = undefined;
    log.info({ version: sound.version, source }, 'the configuration is active');
  };

  const keep = async (sound: SoundBundle, takenMs: number): Promise<void> => {
    try {
      await saveKeptBundle(dataDir, keptFile, toKept(sound, trusted, takenMs));
      following.notKept = false;
    } catch (error) {
      // It is acted on, and said in /health: without its copy a start while the verifier is away goes by an older one.
      following.notKept = true;
      log.error({ err: error }, 'the configuration cannot be kept in the data folder');
    }
  };

  /** What was acted on last may have forbidden more than the files do. */
  const denyUntilBundle = (problem: string): void => {
    following.unusable = problem;
    user.denyUntilBundle(`${problem}. Everything is denied until the verifier gives one`);
    log.error({ problem }, 'everything is denied until the verifier gives a configuration');
  };

  return {
    keys: () => trusted.keys,
    async loadKept() {
      const reading = await loadKeptBundle(dataDir, keptFile);
      if ('damaged' in reading) {
        metrics.refused('format');
        denyUntilBundle(reading.damaged);
        return;
      }
      if (reading.kept === undefined) return;
      const { jws, keys, revisions, taken_ms: takenMs } = reading.kept;
      trusted = { ...trusted, revisions, keys: isPinned ? trusted.keys : keys };
      const judged = judgeBundle(jws, trusted);
      if (judged.ok) {
        await act(judged.sound, judged.next, 'disk', takenMs);
        return;
      }
      refuse(judged, undefined);
      denyUntilBundle(`the configuration in the data folder cannot be used: ${judged.detail}`);
    },
    async take({ etag, jws }, firstKeys) {
      const keys = trusted.keys.length > 0 ? trusted.keys : await firstKeys();
      const judged = judgeBundle(jws, { ...trusted, keys });
      if (!judged.ok) {
        refuse(judged, etag);
        return false;
      }
      const { sound, next, isNewLineage } = judged;
      if (following.held?.sound.hash === sound.hash && following.held.source === 'verifier') return false;
      if (isNewLineage)
        log.warn({ version: sound.version }, 'another database of the verifier gives the configuration');
      const takenMs = clock.now();
      await act(sound, next, 'verifier', takenMs);
      metrics.taken(isNewLineage);
      await keep(sound, takenMs);
      return true;
    },
  };
}
