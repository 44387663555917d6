/**
 * Follows the verifier's configuration. Bundle and standing are polled separately: first the last good copies from
 * disk, then each newer document. Reports to the verifier what runs here.
 */
import type { Registry } from 'prom-client';
import type { VerifierClient } from '../../clients/verifier/client.ts';
import { readBundle, type SoundBundle } from '../../configuration/bundle/read-bundle.ts';
import { readStanding, type SoundStanding } from '../../configuration/bundle/read-standing.ts';
import type { BundleKey } from '../../contract/control/config-bundle.ts';
import type { GatewayReport } from '../../contract/control/gateway-report.ts';
import type { Clock } from '../../platform/clock.ts';
import type { DataDir } from '../../platform/data-dir.ts';
import type { Logger } from '../../platform/log.ts';
import { applyTogether } from './apply-together.ts';
import { addBundleMetrics, type BundleMetrics } from './bundle-metrics.ts';
import type { BundleUser, UseProblem } from './bundle-user.ts';
import {
  type ConfigState,
  describeConfig,
  type Following,
  findStuck,
  lagSince,
  noteProgress,
  startFollowing,
  toReport,
} from './config-state.ts';
import { createDocumentHolder } from './hold-document.ts';
import { createKeyring, type Keyring } from './keyring.ts';
import { askOnce, pollBundles, toAsking } from './poll-bundle.ts';
import { createConfigReporter } from './report-config.ts';

export interface FollowBundleOptions {
  readonly gatewayId: string;
  readonly orgId: string;
  /** Absent: no verifier is asked, and only the gateway's own files are used. */
  readonly verifier: VerifierClient | undefined;
  /** Absent: the keys of the first contact are trusted. */
  readonly pinnedKeys: readonly BundleKey[] | undefined;
  readonly dataDir: DataDir;
  /** The file there with the last bundle, `…config.json`; the standing is in `…standing.json`. */
  readonly keptFile: string;
  readonly user: BundleUser;
  readonly registry: Registry;
  readonly clock: Clock;
  readonly log: Logger;
  readonly build: string;
  /** Auditors of the gateway's own chain file; `undefined` where it has none. */
  readonly ownChain?: (() => readonly string[] | undefined) | undefined;
  /** Our own services whose tools an MCP gateway offers. */
  readonly ownServices?: (() => NonNullable<GatewayReport['own_services']>) | undefined;
  /** The time for which newer configuration may be known and not be in use. */
  readonly maxLagMs: number;
  readonly random: () => number;
  /** Waits; ends early when the signal aborts. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}

export interface BundleFollower {
  /** For /health. */
  state(): ConfigState;
  /** Lists why no traffic should come here: newer configuration that has not been applied for too long. */
  unready(): readonly UnreadyProblem[];
  /** The trusted keys of the verifier; none before the first contact, unless keys are pinned. */
  keys(): readonly BundleKey[];
  /** Reports what runs here, where that has changed; nobody waits for it. */
  report(): void;
  close(): Promise<void>;
}

export interface UnreadyProblem extends UseProblem {
  readonly endsReadiness: true;
}

/** The time for which a start waits for the verifier. */
const startWithinMs = 2_000;
/** Resolves with the document from disk in use, or a newer one if the verifier answers at once. */
export async function followBundle(options: FollowBundleOptions): Promise<BundleFollower> {
  const { verifier, user, clock, log } = options;
  const following = startFollowing(verifier !== undefined, options.maxLagMs);
  const state = () => describeConfig(following, user, clock.now());
  const unready = () =>
    findStuck(following, clock.now()).map((problem) => ({ ...problem, endsReadiness: true as const }));
  const metrics = addBundleMetrics(options.registry, () => {
    const { revision, standing_revision: standingRevision, age_s: ageS, problems } = state();
    return {
      revision: revision ?? -1,
      standingRevision: standingRevision ?? -1,
      ageS: ageS ?? 0,
      problems: problems.length,
      profiles: user.profiles(),
      lagS: (clock.now() - (lagSince(following) ?? clock.now())) / 1000,
      revokedAuditors: problems.filter(({ reason }) => reason === 'auditor_revoked').length,
    };
  });
  const keyring = createKeyring(options.pinnedKeys);
  if (verifier === undefined) return { state, unready, keys: keyring.keys, report: () => {}, close: async () => {} };

  const { bundle, standing } = createHolders(options, { keyring, metrics, following });
  // The standing first: a bundle alone would admit callers that the standing refuses.
  await standing.loadKept();
  await bundle.loadKept();
  const stopping = new AbortController();
  const asked = [
    toAsking(options, {
      following,
      followed: following,
      holder: bundle,
      name: 'configuration',
      poll: verifier.configBundle,
      firstKeys: verifier.publicKeys,
    }),
    toAsking(options, {
      following,
      followed: following.standing,
      holder: standing,
      name: 'standing',
      poll: verifier.configStanding,
      firstKeys: verifier.publicKeys,
    }),
  ];
  const atStart = AbortSignal.any([stopping.signal, AbortSignal.timeout(startWithinMs)]);
  await Promise.all(asked.map((asking) => askOnce(asking, 0, atStart)));
  const polling = asked.map((asking) => pollBundles(asking, stopping.signal));
  const tell = createConfigReporter((report) => verifier.reportConfig(options.gatewayId, report), log);
  return {
    state,
    unready,
    keys: keyring.keys,
    report() {
      const { build, ownChain, ownServices } = options;
      const own = {
        build,
        ownChain: ownChain?.(),
        ...(ownServices === undefined ? {} : { ownServices: ownServices() }),
      };
      if (following.connected) tell(toReport(following, user, own, clock.now()));
    },
    async close() {
      stopping.abort();
      await Promise.all(polling);
    },
  };
}

/** Makes the holders of the bundle and the standing, which are applied together. */
function createHolders(
  options: FollowBundleOptions,
  parts: { readonly keyring: Keyring; readonly metrics: BundleMetrics; readonly following: Following },
) {
  const { user, keptFile, clock } = options;
  const { keyring, metrics, following } = parts;
  const together = applyTogether(user);
  return {
    bundle: createDocumentHolder<SoundBundle>({
      ...options,
      keyring,
      keptFile,
      name: 'configuration',
      read: readBundle,
      act: together.bundle,
      metrics: metrics.bundle,
      followed: following,
      denyUntil: user.denyUntilBundle,
      documentOf: ({ bundle }) => bundle,
      onTaken: () => noteProgress(following, 'bundle', clock.now()),
    }),
    standing: createDocumentHolder<SoundStanding>({
      ...options,
      keyring,
      name: 'standing',
      read: readStanding,
      act: together.standing,
      metrics: metrics.standing,
      followed: following.standing,
      denyUntil: together.denyUntilStanding,
      keptFile: keptFile.replace(/config\.json$/, 'standing.json'),
      documentOf: ({ standing }) => standing,
      onTaken: () => noteProgress(following, 'standing', clock.now()),
    }),
  };
}
