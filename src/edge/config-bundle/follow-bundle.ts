/**
 * Follows the configuration of the verifier: the last good bundle from disk first, then each newer one as it comes, and
 * tells the verifier what runs here.
 */
import type { Registry } from 'prom-client';
import type { VerifierClient } from '../../clients/verifier/client.ts';
import { whyRefused } from '../../clients/verifier/refused.ts';
import type { BundleKey } from '../../contract/control/config-bundle.ts';
import type { Clock } from '../../platform/clock.ts';
import type { DataDir } from '../../platform/data-dir.ts';
import type { Logger } from '../../platform/log.ts';
import { addBundleMetrics } from './bundle-metrics.ts';
import type { BundleUser } from './bundle-user.ts';
import { type ConfigState, describeConfig, type Following, toReport } from './config-state.ts';
import { type BundleHolder, createBundleHolder } from './hold-bundle.ts';
import { askOnce, type BundlePollOptions, pollBundles } from './poll-bundle.ts';
import { createReporter } from './report-config.ts';

export interface FollowBundleOptions {
  readonly gatewayId: string;
  readonly orgId: string;
  /** Absent: nobody is asked, and nothing but the gateway's own files is acted on. */
  readonly verifier: VerifierClient | undefined;
  /** Absent: the keys of the first contact. */
  readonly pinnedKeys: readonly BundleKey[] | undefined;
  readonly dataDir: DataDir;
  /** Name of the file there that holds the last bundle. */
  readonly keptFile: string;
  readonly user: BundleUser;
  readonly registry: Registry;
  readonly clock: Clock;
  readonly log: Logger;
  readonly build: string;
  readonly random: () => number;
  /** Waits; ends early when the signal aborts. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}

export interface BundleFollower {
  /** For /health. */
  state(): ConfigState;
  /** Keys of the verifier that are trusted here; none before the first contact, where none are pinned. */
  keys(): readonly BundleKey[];
  /** Tells the verifier what runs here, where that has changed; nobody waits for it. */
  report(): void;
  close(): Promise<void>;
}

/** How long a start waits for the verifier. */
const startWithinMs = 2_000;
/** After this time a bundle that was refused is looked at again. */
const refusedForMs = 60_000;

/** Acts on the bundle of the disk when it resolves, or on a newer one if the verifier answers at once. */
export async function followBundle(options: FollowBundleOptions): Promise<BundleFollower> {
  const { verifier, user, clock, log } = options;
  const following: Following = {
    isAsking: verifier !== undefined,
    ...{ held: undefined, refused: undefined, connected: false, notKept: false },
  };
  const state = () => describeConfig(following, user, clock.now());
  const metrics = addBundleMetrics(options.registry, () => {
    const { revision, age_s: ageS, problems } = state();
    return {
      ...{ revision: revision ?? -1, ageS: ageS ?? 0, problems: problems.length, profiles: user.profiles() },
      revokedAuditors: problems.filter(({ reason }) => reason === 'auditor_revoked').length,
    };
  });
  const pinned = options.pinnedKeys ?? [];
  if (verifier === undefined) return { state, keys: () => pinned, report: () => {}, close: async () => {} };

  const holder = createBundleHolder({ ...options, metrics, following });
  await holder.loadKept();
  const stopping = new AbortController();
  const asking = createAsking(verifier, holder, following, options);
  await askOnce(asking, 0, AbortSignal.any([stopping.signal, AbortSignal.timeout(startWithinMs)]));
  const polling = pollBundles(asking, stopping.signal);
  const tell = createReporter((report) => verifier.reportConfig(options.gatewayId, report), log);
  return {
    state,
    keys: holder.keys,
    report() {
      if (following.connected) tell(toReport(following, user, options.build));
    },
    async close() {
      stopping.abort();
      await polling;
    },
  };
}

/** How this gateway asks its verifier, and what is noted of the answers. */
function createAsking(
  verifier: VerifierClient,
  holder: BundleHolder,
  following: Following,
  { gatewayId, clock, log, random, sleep }: FollowBundleOptions,
): BundlePollOptions {
  let isSaid = false;
  return {
    ...{ clock, sleep, random },
    async ask(waitS, signal) {
      const { held, refused } = following;
      const kept = refused !== undefined && clock.now() - refused.atMs < refusedForMs ? refused : undefined;
      const etag = held === undefined ? undefined : `"${held.sound.version}"`;
      const answer = await verifier.configBundle({ gatewayId, waitS, signal, etag, refusedEtag: kept?.etag });
      // While one is kept out, "unchanged" does not say that the one that is acted on is the newest.
      if (answer.status === 'unchanged' && held !== undefined && kept === undefined) {
        held.confirmedMs = clock.now();
        held.source = 'verifier';
        following.refused = undefined;
      }
      return answer;
    },
    take: (offer) => holder.take(offer, verifier.publicKeys),
    onContact() {
      if (!following.connected) log.info({}, 'the verifier gives the configuration');
      following.connected = true;
      following.rejected = undefined;
      isSaid = false;
    },
    onAway(error) {
      const rejected = whyRefused(error);
      // Said once for each time it is away; it is asked again until it answers or the gateway stops.
      if (rejected !== undefined && rejected !== following.rejected) log.error({ problem: rejected }, rejected);
      else if (!isSaid) log.warn({ err: error }, 'the verifier gives no configuration; what is active stays');
      following.connected = false;
      following.rejected = rejected;
      isSaid = true;
    },
  };
}
