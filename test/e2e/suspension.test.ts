import { rm } from 'node:fs/promises';
import type { Client } from '@assay/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toFreePorts } from '../../scripts/free-ports.ts';
import { type RunningServices, startServices } from '../../src/services.ts';
import { anApiKey, operatorClient } from '../support/client.ts';
import { makeDataFolder } from '../support/data-folder.ts';

/** A verifier with a gateway beside it, and a separate gateway with only a gateway key. */
let home: RunningServices;
let remote: RunningServices;
let assay: Client;
const folders: string[] = [];
const publicUrl = 'https://assay.test';

async function aFolder(): Promise<string> {
  const folder = await makeDataFolder('assay-suspension-');
  folders.push(folder);
  return folder;
}

beforeAll(async () => {
  const shared = { ASSAY_LOG_LEVEL: 'silent', ASSAY_AUTHENTICATION: 'required', AUDITOR_TOKEN: 'x'.repeat(40) };
  const env = { ...shared, ASSAY_DATA_DIR: await aFolder(), ...toFreePorts(), ASSAY_PUBLIC_URL: publicUrl };
  const auditors = ['injection', 'pii', 'secrets', 'toxicity'];
  home = await startServices({ env, verifierInThread: true, only: [...auditors, 'verifier', 'gateway', 'attestor'] });
  assay = await operatorClient(home.urls['verifier'], env.ASSAY_DATA_DIR);
  const { key } = await aGatewayKey();
  const elsewhere = {
    ...shared,
    ASSAY_DATA_DIR: await aFolder(),
    ...toFreePorts(),
    GATEWAY_ID: 'remote',
    GATEWAY_VERIFIER_URL: String(home.urls['verifier']),
    GATEWAY_VERIFIER_KEY: key,
  };
  remote = await startServices({ env: elsewhere, only: [...auditors, 'gateway', 'attestor'] });
});
afterAll(async () => {
  await remote?.close();
  await home?.close();
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

const aGatewayKey = () => anApiKey(assay, { purpose: 'gateway', scopes: ['gateways:serve'], gateway_id: 'remote' });
const anAgentKey = (agent_id: string) => anApiKey(assay, { purpose: 'agent', scopes: ['gateway:call'], agent_id });

/** Status of a call at each gateway, with the refusal's code. */
const callBoth = (key: string, agent?: string) =>
  Promise.all(
    [home, remote].map(async ({ urls }) => {
      const response = await fetch(`${urls['gateway']}/v1/chat/completions`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${key}`,
          ...(agent === undefined ? {} : { 'x-assay-agent-id': agent }),
        },
        body: JSON.stringify({ model: 'echo', messages: [{ role: 'user', content: 'hello' }] }),
      });
      const { error } = JSON.parse(await response.text());
      return response.status === 200 ? 'answered' : `${response.status} ${error.code}`;
    }),
  );
const both = (outcome: string) => [outcome, outcome];
const within = { interval: 20 };

describe('an agent whose every call has a key', () => {
  it('is answered by every gateway, refused by every one while suspended, and answered again', async () => {
    await assay.agents.create({ body: { id: 'clerk', name: 'Clerk' } });
    const { key } = await anAgentKey('clerk');
    await expect.poll(() => callBoth(key), within).toEqual(both('answered'));
    await assay.agents.suspend({ id: 'clerk', body: { reason: 'incident 7' } });
    await expect.poll(() => callBoth(key), within).toEqual(both('403 agent_suspended'));
    await assay.agents.reactivate({ id: 'clerk', body: { reason: 'it was nothing' } });
    await expect.poll(() => callBoth(key), within).toEqual(both('answered'));
    await assay.agents.decommission({ id: 'clerk', body: { reason: 'the end' } });
    // The key ends with its agent.
    await expect.poll(() => callBoth(key), within).toEqual(both('401 unauthorized'));
    await home.flush(AbortSignal.timeout(45_000));
    await remote.flush(AbortSignal.timeout(45_000));
    const { items } = await assay.evidence.list({ agent_id: 'clerk', limit: 100 });
    expect(items.length).toBeGreaterThan(0);
  });

  it('gets a token of the verifier, which a suspension ends for ever', async () => {
    const agent = await assay.agents.create({ body: { id: 'teller', name: 'Teller' } });
    const token = async (): Promise<string> => {
      const response = await fetch(`${home.urls['verifier']}/oauth/token`, {
        method: 'POST',
        headers: { authorization: `Basic ${btoa(`${agent.client_id}:${agent.client_secret}`)}` },
        body: new URLSearchParams({
          grant_type: 'client_credentials',
          resource: `${publicUrl}/gateway`,
          scope: 'gateway:call',
        }),
      });
      const text = await response.text();
      expect(response.ok, text).toBe(true);
      return JSON.parse(text).access_token;
    };
    const first = await token();
    await expect.poll(() => callBoth(first), within).toEqual(both('answered'));
    expect(await callBoth(first, 'clerk')).toEqual(both('403 forbidden'));
    await assay.agents.suspend({ id: 'teller', body: { reason: 'incident 8' } });
    await expect.poll(() => callBoth(first), within).toEqual(both('403 agent_suspended'));
    await assay.agents.reactivate({ id: 'teller', body: { reason: 'it was nothing' } });
    await expect.poll(() => callBoth(first), within).toEqual(both('401 unauthorized'));
    const second = await token();
    await expect.poll(() => callBoth(second), within).toEqual(both('answered'));
  });

  it('loses its key at every gateway once it is revoked', async () => {
    const { id, key } = await anApiKey(assay, { purpose: 'ci', scopes: ['gateway:call'] });
    await expect.poll(() => callBoth(key, 'anybody'), within).toEqual(both('answered'));
    await assay.apiKeys.revoke({ id });
    await expect.poll(() => callBoth(key, 'anybody'), within).toEqual(both('401 unauthorized'));
  });

  it('is nobody without a key, and a gateway key opens none', async () => {
    const { key } = await aGatewayKey();
    for (const shown of ['sk-provider', key]) expect(await callBoth(shown)).toEqual(both('401 unauthorized'));
  });
});

it('a suspension takes effect within two seconds although presets gave two workspaces policies of the same names', async () => {
  for (const id of ['north', 'south']) {
    await assay.workspaces.create({ body: { id, name: id } });
    await assay.presets.applyAlias({ id, body: { bundle: 'solo_builder' } });
  }
  await assay.agents.create({ body: { id: 'runner', name: 'Runner', workspace_id: 'south' } });
  const { key } = await anAgentKey('runner');
  await expect.poll(() => callBoth(key), within).toEqual(both('answered'));
  await assay.agents.suspend({ id: 'runner', body: { reason: 'incident 9' } });
  await expect.poll(() => callBoth(key), { timeout: 2_000, interval: 20 }).toEqual(both('403 agent_suspended'));
  for (const { urls } of [home, remote]) {
    const { config } = JSON.parse(await (await fetch(`${urls['gateway']}/health`)).text());
    expect(config.problems).toEqual([]);
  }
});

it('gateways with a credential are connected', async () => {
  for (const { urls } of [home, remote]) {
    const health = JSON.parse(await (await fetch(`${urls['gateway']}/health`)).text());
    expect(health).toMatchObject({
      ready: true,
      config: { verifier: 'connected', problems: [] },
      forwarding: { connected: true, problem: null },
      witness: { problem: null },
    });
  }
});
