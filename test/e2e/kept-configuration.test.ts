import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  aBundlePolicy,
  aConfigBundle,
  type ConfigVerifier,
  createBundleSigner,
  createConfigVerifier,
} from '../support/config-verifier.ts';
import { configOf, evaluate } from '../support/evaluate.ts';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';

const closed = aBundlePolicy(
  'org',
  'default',
  '@id("door") permit (principal, action, resource);\n@id("closed") forbid (principal, action, resource);',
);
const keptFile = 'gateway-config.json';
let folder: string;
const running: TestGateway[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-config-'));
});
afterEach(async () => {
  await stop();
  await rm(folder, { recursive: true, force: true });
});

async function start(verifier: ConfigVerifier, env: Record<string, string> = {}): Promise<TestGateway> {
  const gateway = await startTestGateway({ verifier: verifier.client, folder, env });
  running.push(gateway);
  return gateway;
}

async function stop(): Promise<void> {
  for (const gateway of running.splice(0)) await gateway.dispose();
}

const decide = (gateway: TestGateway) => evaluate(gateway, 'hello');

/** A verifier at revision 4, which this folder has acted on. */
async function actedOnce(): Promise<ConfigVerifier> {
  const verifier = createConfigVerifier();
  verifier.publish({ revision: 4, policies: [closed] });
  const gateway = await start(verifier);
  expect(await decide(gateway)).toMatchObject({ decision: 'deny', reasons: ['closed'] });
  await stop();
  return verifier;
}

describe('a restarted gateway', () => {
  it('applies the last good bundle while the verifier is away, and continues with the verifier when it is back', async () => {
    const verifier = await actedOnce();
    expect((await stat(join(folder, keptFile))).mode & 0o777).toBe(0o600);
    verifier.setAway(true);
    const gateway = await start(verifier);
    expect(await decide(gateway)).toMatchObject({ decision: 'deny', reasons: ['closed'] });
    expect(await configOf(gateway)).toMatchObject({ source: 'disk', revision: 4, verifier: 'away', problems: [] });
    verifier.publish({ revision: 5 });
    verifier.setAway(false);
    await expect.poll(() => configOf(gateway)).toMatchObject({ source: 'verifier', revision: 5 });
    expect(await decide(gateway)).toMatchObject({ decision: 'allow' });
  });

  it('accepts no older revision than its former one, also after the restart', async () => {
    const verifier = await actedOnce();
    verifier.publish({ revision: 3 });
    const gateway = await start(verifier);
    expect(await decide(gateway)).toMatchObject({ decision: 'deny', reasons: ['closed'] });
    expect((await configOf(gateway)).problems).toMatchObject([{ reason: 'bundle_refused' }]);
  });

  it.each([
    ['damaged', () => '{"jws":'],
    ['changed', (text: string) => text.replace(/("jws":"[^.]+\.)(..)/, '$1AA')],
  ])(
    'denies, with the reason, when its stored state was %s, until the verifier gives another',
    async (_how, change) => {
      const verifier = await actedOnce();
      const path = join(folder, keptFile);
      await writeFile(path, change(await readFile(path, 'utf8')));
      verifier.setAway(true);
      const gateway = await start(verifier);
      expect(await decide(gateway)).toMatchObject({ decision: 'deny', reasons: ['config:bundle_unusable'] });
      const health = async () => JSON.parse(await (await gateway.get('/health')).text());
      const config = {
        source: 'files',
        problems: expect.arrayContaining([{ reason: 'bundle_unusable', message: expect.any(String) }]),
      };
      expect(await health()).toMatchObject({ ready: false, config });
      verifier.publish({ revision: 5 });
      verifier.setAway(false);
      await expect.poll(async () => (await decide(gateway)).decision).toBe('allow');
      // The standing of callers arrives by a call of its own.
      await expect.poll(health).toMatchObject({ ready: true, config: { source: 'verifier', problems: [] } });
    },
  );
});

describe('the standing of callers', () => {
  const clerk = { id: 'clerk', workspace_id: 'default', audit_mode: 'enforce' as const };
  const suspended = { agents: [{ id: 'clerk', status: 'suspended' }] };
  const standingFile = 'gateway-standing.json';
  const call = async (gateway: TestGateway) => {
    const body = { data: { input: 'hello' }, phase: 'request' };
    const response = await gateway.post('/v1/evaluate', body, { 'x-assay-agent-id': 'clerk' });
    return response.status === 200 ? 'answered' : JSON.parse(await response.text()).code;
  };
  const within = { interval: 20 };

  it('still decides while every newer bundle is refused, also after restarts, and never goes back', async () => {
    const verifier = createConfigVerifier();
    verifier.publish({ revision: 4, agents: [clerk] });
    verifier.publishStanding({ revision: 4, agents: [{ id: 'clerk' }] });
    const gateway = await start(verifier);
    expect(await call(gateway)).toBe('answered');
    verifier.publishText('broken', 'cfg_one.5');
    verifier.publishStanding({ revision: 5, ...suspended });
    await expect.poll(() => call(gateway), within).toBe('agent_suspended');
    await stop();
    verifier.setAway(true);
    const second = await start(verifier);
    expect(await call(second)).toBe('agent_suspended');
    await stop();
    verifier.setAway(false);
    verifier.publishStanding({ revision: 4, agents: [{ id: 'clerk' }] });
    const third = await start(verifier);
    await expect
      .poll(async () => (await configOf(third)).problems, within)
      .toMatchObject([{ reason: 'bundle_refused' }, { reason: 'standing_refused' }]);
    expect(await call(third)).toBe('agent_suspended');
    verifier.publishStanding({ revision: 6, agents: [{ id: 'clerk' }] });
    await expect.poll(() => call(third), within).toBe('answered');
  });

  it('allows nobody while its stored copy is damaged, until the verifier gives one', async () => {
    const verifier = createConfigVerifier();
    verifier.publish({ revision: 4, agents: [clerk] });
    verifier.publishStanding({ revision: 5, ...suspended });
    await start(verifier);
    await stop();
    expect((await stat(join(folder, standingFile))).mode & 0o777).toBe(0o600);
    await writeFile(join(folder, standingFile), '{"jws":');
    verifier.setAway(true);
    const gateway = await start(verifier);
    expect(await decide(gateway)).toMatchObject({ decision: 'deny', reasons: ['config:bundle_unusable'] });
    expect((await configOf(gateway)).problems).toEqual(
      expect.arrayContaining([{ reason: 'standing_unusable', message: expect.any(String) }]),
    );
    verifier.setAway(false);
    await expect.poll(() => call(gateway), { interval: 20 }).toBe('agent_suspended');
    expect(await decide(gateway)).toMatchObject({ decision: 'allow' });
  });
});

describe('configuration keys', () => {
  it('may sign once announced by a bundle, and no longer once left out', async () => {
    const verifier = createConfigVerifier();
    verifier.publish();
    const gateway = await start(verifier);
    const next = createBundleSigner();
    const give = (signer: typeof next, keys: readonly (typeof next)['key'][], revision: number) =>
      verifier.publishText(signer.sign(aConfigBundle(keys, { revision })), `cfg_one.${revision}`);
    const untilRevision = (revision: number) =>
      expect.poll(async () => (await configOf(gateway)).revision).toBe(revision);
    give(verifier.signer, [verifier.signer.key, next.key], 2);
    await untilRevision(2);
    give(next, [next.key], 3);
    await untilRevision(3);
    give(verifier.signer, [verifier.signer.key, next.key], 4);
    await expect
      .poll(async () => (await configOf(gateway)).problems)
      .toMatchObject([{ reason: 'bundle_refused', message: expect.stringContaining('key_unknown') }]);
    expect((await configOf(gateway)).revision).toBe(3);
  });

  it('are the only ones when pinned, for any bundle and published keys', async () => {
    const pinned = createBundleSigner();
    const path = join(folder, 'keys.json');
    await writeFile(path, JSON.stringify({ keys: [{ ...pinned.key, use: 'sig', alg: 'ES256' }] }));
    const verifier = createConfigVerifier();
    verifier.publish({ policies: [closed] });
    const gateway = await start(verifier, { GATEWAY_BUNDLE_KEYS_FILE: path });
    expect(await decide(gateway)).toMatchObject({ code: 'configuration_unavailable' });
    expect((await configOf(gateway)).problems).toMatchObject([{ reason: 'bundle_refused' }]);
    const bundle = aConfigBundle([pinned.key, verifier.signer.key], { revision: 2, policies: [closed] });
    verifier.publishText(pinned.sign(bundle), 'cfg_one.2');
    await expect.poll(async () => (await decide(gateway)).decision).toBe('deny');
    verifier.publish({ revision: 3 });
    await expect.poll(async () => (await configOf(gateway)).problems).toMatchObject([{ reason: 'bundle_refused' }]);
  });

  it('in a file that has none end the start with a sentence that names the file', async () => {
    const path = join(folder, 'keys.json');
    await writeFile(path, '{"keys": []}');
    const verifier = createConfigVerifier();
    await expect(start(verifier, { GATEWAY_BUNDLE_KEYS_FILE: path })).rejects.toThrow(/GATEWAY_BUNDLE_KEYS_FILE/);
  });
});
