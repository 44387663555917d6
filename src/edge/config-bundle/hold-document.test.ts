import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Registry } from 'prom-client';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { aConfigBundle, createBundleSigner } from '../../../test/support/config-verifier.ts';
import { readBundle, type SoundBundle } from '../../configuration/bundle/read-bundle.ts';
import { type DataDir, openDataDir } from '../../platform/data-dir.ts';
import { createLogger } from '../../platform/log.ts';
import { addBundleMetrics } from './bundle-metrics.ts';
import type { BundleUser } from './bundle-user.ts';
import { startFollowing } from './config-state.ts';
import { createDocumentHolder } from './hold-document.ts';
import { createKeyring } from './keyring.ts';

const signer = createBundleSigner();
const offer = (revision: number, change = {}) => ({
  etag: `"cfg_one.${revision}"`,
  jws: signer.sign(aConfigBundle([signer.key], { revision, ...change })),
});
const firstKeys = async () => [signer.key];
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-hold-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function open(change: Partial<DataDir> = {}, fails: (version: string) => boolean = () => false) {
  const acted: string[] = [];
  const denied: string[] = [];
  let now = 1_000;
  const user: BundleUser = {
    index: () => undefined,
    async replaceBundle({ version }) {
      if (fails(version)) throw new Error('the engine broke down');
      acted.push(version);
    },
    denyUntilBundle: (problem) => denied.push(problem),
    problems: () => [],
    profiles: () => 0,
  };
  const following = { ...startFollowing(true, 60_000), connected: true };
  const metrics = addBundleMetrics(new Registry(), () => ({
    revision: 0,
    standingRevision: 0,
    ageS: 0,
    lagS: 0,
    problems: 0,
    profiles: 0,
    revokedAuditors: 0,
  }));
  const holder = createDocumentHolder<SoundBundle>({
    name: 'configuration',
    orgId: 'default',
    keyring: createKeyring(undefined),
    keptFile: 'gateway-config.json',
    read: readBundle,
    act: user.replaceBundle,
    denyUntil: user.denyUntilBundle,
    onTaken: () => {},
    metrics: metrics.bundle,
    followed: following,
    documentOf: ({ bundle }: SoundBundle) => bundle,
    dataDir: { ...(await openDataDir(folder)), ...change },
    clock: { now: () => now },
    log: createLogger({ service: 'test', level: 'silent' }),
  });
  return { holder, acted, denied, following, pass: (ms: number) => (now += ms) };
}

it('an accepted bundle applies again at the next start, with its old time', async () => {
  const first = await open();
  await first.holder.loadKept();
  expect(await first.holder.take(offer(4), firstKeys)).toBe(true);
  const second = await open();
  second.pass(60_000);
  await second.holder.loadKept();
  expect([first.acted, second.acted, second.denied]).toEqual([['cfg_one.4'], ['cfg_one.4'], []]);
  expect(second.following.held).toMatchObject({ source: 'disk', takenMs: 1_000, confirmedMs: 1_000 });
});

it('the same bundle is not applied again', async () => {
  const { holder, acted } = await open();
  expect(await holder.take(offer(4), firstKeys)).toBe(true);
  expect(await holder.take(offer(4), firstKeys)).toBe(false);
  expect(acted).toEqual(['cfg_one.4']);
});

it('a bundle that cannot be stored applies all the same, with a report', async () => {
  const full = { write: () => Promise.reject(new Error('ENOSPC')) };
  const { holder, acted, following } = await open(full);
  expect(await holder.take(offer(4), firstKeys)).toBe(true);
  expect(acted).toEqual(['cfg_one.4']);
  expect(following.notKept).toBe(true);
});

it('keys of the first contact are requested once, and never after an accepted bundle', async () => {
  const { holder, following } = await open();
  expect(await holder.take(offer(4), async () => [])).toBe(false);
  expect(following.refused).toMatchObject({ reason: 'key_unknown', etag: '"cfg_one.4"' });
  expect(await holder.take(offer(4), firstKeys)).toBe(true);
  expect(following.refused).toBeUndefined();
  const never = () => Promise.reject(new Error('asked again'));
  expect(await holder.take(offer(5), never)).toBe(true);
});

it('a refused bundle changes neither the stored one nor the trust', async () => {
  const { holder, acted } = await open();
  await holder.take(offer(4), firstKeys);
  const stranger = createBundleSigner();
  expect(await holder.take(offer(3, { keys: [signer.key, stranger.key] }), firstKeys)).toBe(false);
  const next = stranger.sign(aConfigBundle([stranger.key], { revision: 5 }));
  expect(await holder.take({ etag: '"cfg_one.5"', jws: next }, firstKeys)).toBe(false);
  const after = await open();
  await after.holder.loadKept();
  expect([acted, after.acted]).toEqual([['cfg_one.4'], ['cfg_one.4']]);
});

it('a bundle unusable for this gateway is refused, and tried again with the next one', async () => {
  const { holder, following } = await open({}, (version) => version === 'cfg_one.5');
  expect(await holder.take(offer(4), firstKeys)).toBe(true);
  expect(await holder.take(offer(5), firstKeys)).toBe(false);
  expect(following.refused).toMatchObject({ reason: 'unusable', etag: '"cfg_one.5"' });
  expect(following.held?.sound.version).toBe('cfg_one.4');
  expect(await holder.take(offer(6), firstKeys)).toBe(true);
  expect(following.refused).toBeUndefined();
});
