/** The time for which a gateway may know newer configuration without using it, with a manual clock. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Registry } from 'prom-client';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type ConfigVerifier, createConfigVerifier } from '../../../test/support/config-verifier.ts';
import { openDataDir } from '../../platform/data-dir.ts';
import { createLogger } from '../../platform/log.ts';
import { type BundleFollower, followBundle } from './follow-bundle.ts';

const maxLagMs = 60_000;
let folder: string;
let follower: BundleFollower | undefined;
let now = 0;
let registry: Registry;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-follow-'));
  now = 1_767_225_600_000;
  registry = new Registry();
});
afterEach(async () => {
  await follower?.close();
  await rm(folder, { recursive: true, force: true });
});

async function follow(verifier: ConfigVerifier): Promise<BundleFollower> {
  follower = await followBundle({
    gatewayId: 'gw',
    orgId: 'default',
    verifier: verifier.client,
    pinnedKeys: undefined,
    maxLagMs,
    registry,
    dataDir: await openDataDir(folder),
    keptFile: 'gateway-config.json',
    build: 'test',
    random: () => 0,
    user: {
      index: () => undefined,
      problems: () => [],
      profiles: () => 0,
      replaceBundle: async () => {},
      denyUntilBundle: () => {},
    },
    clock: { now: () => now },
    log: createLogger({ service: 'test', level: 'silent' }),
    // A pause ends after all other work had its turn.
    sleep: () => new Promise((resolve) => setImmediate(resolve)),
  });
  return follower;
}

const reasons = (of: BundleFollower) => of.state().problems.map(({ reason }) => reason);
const settled = { interval: 1 };

it('a refused bundle is a problem at once, and blocks traffic after the bound', async () => {
  const verifier = createConfigVerifier();
  verifier.publish({ revision: 4 });
  const following = await follow(verifier);
  expect([reasons(following), following.unready()]).toEqual([[], []]);
  verifier.publishText('broken', 'cfg_one.5');
  await expect.poll(() => reasons(following), settled).toEqual(['bundle_refused']);
  now += maxLagMs - 1;
  expect(following.unready()).toEqual([]);
  now += 1;
  expect(following.unready()).toMatchObject([{ reason: 'configuration_unusable', endsReadiness: true }]);
  expect(reasons(following)).toEqual(['configuration_unusable', 'bundle_refused']);
  expect(await registry.getSingleMetricAsString('assay_gateway_config_lag_seconds')).toContain(' 60');
  following.report();
  expect(verifier.reports.at(-1)?.problems).toMatchObject([{ reason: 'configuration_unusable' }, {}]);
});

it('a further refused bundle starts no new period, and an accepted one ends it', async () => {
  const verifier = createConfigVerifier();
  verifier.publish({ revision: 4 });
  const following = await follow(verifier);
  verifier.publishText('broken', 'cfg_one.5');
  await expect.poll(() => reasons(following), settled).toEqual(['bundle_refused']);
  now += maxLagMs - 1;
  verifier.publishText('broken too', 'cfg_one.6');
  await expect.poll(() => following.unready().length, { ...settled, interval: 5 }).toBe(0);
  now += 1;
  expect(following.unready()).toHaveLength(1);
  verifier.publish({ revision: 7 });
  await expect.poll(() => following.state().revision, settled).toBe(7);
  expect([reasons(following), following.unready()]).toEqual([[], []]);
});

it('a standing that is ahead reports newer configuration although no bundle comes', async () => {
  const verifier = createConfigVerifier();
  verifier.publish({ revision: 4 });
  verifier.publishStanding({ revision: 4 });
  const following = await follow(verifier);
  verifier.publishStanding({ revision: 5 });
  await expect.poll(() => following.state().standing_revision, settled).toBe(5);
  now += maxLagMs - 1;
  verifier.publishStanding({ revision: 6 });
  await expect.poll(() => following.state().standing_revision, settled).toBe(6);
  expect(following.unready()).toEqual([]);
  now += 1;
  expect(following.unready()).toHaveLength(1);
  verifier.publish({ revision: 6 });
  await expect.poll(() => following.unready().length, settled).toBe(0);
});

it('a verifier that gives the bundle but no standing is a problem at once, and blocks traffic after the bound', async () => {
  const verifier = createConfigVerifier();
  verifier.publish({ revision: 4 });
  verifier.publishStanding({ revision: 4 });
  const following = await follow(verifier);
  expect(reasons(following)).toEqual([]);
  verifier.setStandingAway(true);
  await expect.poll(() => reasons(following), settled).toEqual(['standing_missing']);
  now += maxLagMs - 1;
  // A bundle does not replace a missing standing.
  verifier.publish({ revision: 5 });
  await expect.poll(() => following.state().revision, settled).toBe(5);
  expect(following.unready()).toEqual([]);
  now += 1;
  expect(following.unready()).toMatchObject([{ reason: 'configuration_unusable', endsReadiness: true }]);
  expect(following.unready()[0]?.message).toContain('the standing of callers');
  expect(await registry.getSingleMetricAsString('assay_gateway_config_lag_seconds')).toContain(' 60');
  following.report();
  expect(verifier.reports.at(-1)?.problems).toMatchObject([
    { reason: 'configuration_unusable' },
    { reason: 'standing_missing' },
  ]);
  verifier.setStandingAway(false);
  await expect.poll(() => reasons(following), settled).toEqual([]);
  expect(following.unready()).toEqual([]);
});

it('an unreachable verifier blocks no traffic, nor does the moment of its return', async () => {
  const verifier = createConfigVerifier();
  verifier.publish({ revision: 4 });
  const following = await follow(verifier);
  verifier.setStandingAway(true);
  await expect.poll(() => reasons(following), settled).toEqual(['standing_missing']);
  verifier.setAway(true);
  await expect.poll(() => following.state().verifier, settled).toBe('away');
  now += 10 * maxLagMs;
  expect([reasons(following), following.unready()]).toEqual([[], []]);
  verifier.setAway(false);
  await expect.poll(() => reasons(following), settled).toEqual(['standing_missing']);
  expect(following.unready()).toEqual([]);
});
