import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { Client } from '@assay/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toFreePorts } from '../../scripts/free-ports.ts';
import type { DecisionResult } from '../../src/contract/decision.ts';
import { type RunningServices, startServices } from '../../src/services.ts';
import { operatorClient } from '../support/client.ts';
import { makeDataFolder } from '../support/data-folder.ts';
import { provenanceOf } from '../support/evaluate.ts';

const textAuditorIds = ['injection', 'pii', 'secrets', 'toxicity'];
let folder: string;
let services: RunningServices;
let assay: Client;
const permit = '@id("door") permit (principal, action, resource);';

beforeAll(async () => {
  folder = await makeDataFolder('assay-distribution-');
  const env = { ASSAY_DATA_DIR: folder, ASSAY_LOG_LEVEL: 'silent', AUDITOR_TOKEN: 'x'.repeat(40), ...toFreePorts() };
  services = await startServices({ env, only: [...textAuditorIds, 'verifier', 'gateway', 'attestor'] });
  assay = await operatorClient(services.urls['verifier'], folder);
});
afterAll(async () => {
  await services?.close();
  await rm(folder, { recursive: true, force: true });
});

async function evaluate(input: string, agent = 'default'): Promise<DecisionResult> {
  const response = await fetch(`${services.urls['gateway']}/v1/evaluate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-assay-agent-id': agent },
    body: JSON.stringify({ data: { input }, phase: 'request' }),
  });
  return JSON.parse(await response.text());
}

const within = { timeout: 2_000, interval: 20 };

describe('verifier and gateway', () => {
  it('a setting changed at the verifier is in the claims within two seconds', async () => {
    const used = async () => provenanceOf(await evaluate('hello'), 'injection_risk')?.['threshold'];
    expect(await used()).toBe(0.8);
    const scope = { level: 'org', id: 'default' } as const;
    const settings = { 'injection_risk.threshold': { value: 0.55 } };
    const { id } = await assay.auditorSettings.create({ body: { scope, auditor_id: 'injection', settings } });
    await expect.poll(used, within).toBe(0.55);
    const enforced = { 'injection_risk.threshold': { value: 0.6, enforced: true } };
    await assay.auditorSettings.update({ id, body: { settings: enforced } });
    await expect.poll(used, within).toBe(0.6);
    await assay.auditorSettings.remove({ id });
    await expect.poll(used, within).toBe(0.8);
  });

  it("an auditor placed at a url is asked for its claims, and never given this host's token", async () => {
    const heard: (string | undefined)[] = [];
    const spy = createServer((request, response) => {
      heard.push(request.headers.authorization);
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ auditor_id: 'spy', version: '1.0.0', vocabulary: [], phases: ['request'] }));
    });
    spy.listen(0, '127.0.0.1');
    await once(spy, 'listening');
    const address = spy.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const items = [{ name: 'spy', image: 'acme/spy', port, url: `http://127.0.0.1:${port}` }];
    await assay.workspaces.create({ body: { id: 'watched', name: 'Watched', chain: { items } } });
    await assay.agents.create({ body: { id: 'spied', name: 'Spied', workspace_id: 'watched' } });
    const state = async () => (await evaluate('hello', 'spied')).decision;
    await expect.poll(async () => [await state(), heard.length > 0]).toEqual(['allow', true]);
    expect(new Set(heard)).toEqual(new Set([undefined]));
    spy.closeAllConnections();
    spy.close();
  });

  it('an activated policy decides within two seconds, and the gateway names what it runs', async () => {
    const scope = { level: 'org', id: 'default' } as const;
    const text = `${permit}\n@id("closed") forbid (principal, action, resource) when { context.phase == "request" };`;
    const draft = await assay.policies.create({ body: { scope, text, description: 'closed for now' } });
    expect(await evaluate('hello')).toMatchObject({ decision: 'allow', policy_id: 'policy' });
    await assay.policies.activate({ id: draft.id, body: {}, ifMatch: draft.revision });
    const decide = async () => (await evaluate('hello')).reasons;
    await expect.poll(decide, within).toEqual(['closed']);
    const { evidence } = await evaluate('hello');
    await services.flush(AbortSignal.timeout(45_000));
    const view = await assay.evidence.get({ id: evidence.evidence_id });
    const { revision } = await assay.gateways.getRollout();
    expect(view).toMatchObject({ schema_version: '2.4.0', config: { revision } });
    const gateway = async () => (await assay.gateways.get({ id: 'local' })).state;
    await expect.poll(gateway).toBe('current');
  });
});
