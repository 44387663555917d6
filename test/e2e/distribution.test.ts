import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toFreePorts } from '../../scripts/free-ports.ts';
import type { DecisionResult } from '../../src/contract/decision.ts';
import { operatorTokenFile } from '../../src/platform/http/operator-token.ts';
import { type RunningServices, startServices } from '../../src/services.ts';
import { makeDataFolder } from '../support/data-folder.ts';
import { provenanceOf } from '../support/evaluate.ts';

const textAuditorIds = ['injection', 'pii', 'secrets', 'toxicity'];
let folder: string;
let services: RunningServices;
const permit = '@id("door") permit (principal, action, resource);';

beforeAll(async () => {
  folder = await makeDataFolder('assay-distribution-');
  const env = { ASSAY_DATA_DIR: folder, ASSAY_LOG_LEVEL: 'silent', AUDITOR_TOKEN: 'x'.repeat(40), ...toFreePorts() };
  services = await startServices({ env, only: [...textAuditorIds, 'verifier', 'gateway', 'attestor'] });
});
afterAll(async () => {
  await services?.close();
  await rm(folder, { recursive: true, force: true });
});

async function configure(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  const token = (await readFile(join(folder, operatorTokenFile), 'utf8')).trim();
  const response = await fetch(`${services.urls['verifier']}${path}`, {
    method,
    headers: {
      'x-assay-key': token,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  expect(response.ok, text).toBe(true);
  return JSON.parse(text === '' ? '{}' : text);
}

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
    const scope = { level: 'org', id: 'default' };
    const settings = { 'injection_risk.threshold': { value: 0.55 } };
    const made = await configure('POST', '/v1/auditors/settings', { scope, auditor_id: 'injection', settings });
    await expect.poll(used, within).toBe(0.55);
    await configure('PATCH', `/v1/auditors/settings/${made.id}`, {
      settings: { 'injection_risk.threshold': { value: 0.6, enforced: true } },
    });
    await expect.poll(used, within).toBe(0.6);
    await configure('DELETE', `/v1/auditors/settings/${made.id}`);
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
    await configure('POST', '/v1/workspaces', { id: 'watched', name: 'Watched', chain: { items } });
    await configure('POST', '/v1/agents', { id: 'spied', name: 'Spied', workspace_id: 'watched' });
    const state = async () => (await evaluate('hello', 'spied')).decision;
    await expect.poll(async () => [await state(), heard.length > 0]).toEqual(['allow', true]);
    expect(new Set(heard)).toEqual(new Set([undefined]));
    spy.closeAllConnections();
    spy.close();
  });

  it('an activated policy decides within two seconds, and the gateway names what it runs', async () => {
    const scope = { level: 'org', id: 'default' };
    const text = `${permit}\n@id("closed") forbid (principal, action, resource) when { context.phase == "request" };`;
    const draft = await configure('POST', '/v1/policies', { scope, text, description: 'closed for now' });
    expect(await evaluate('hello')).toMatchObject({ decision: 'allow', policy_id: 'policy' });
    await configure('POST', `/v1/policies/${draft.id}/activate`, {}, { 'if-match': `"${draft.revision}"` });
    const decide = async () => (await evaluate('hello')).reasons;
    await expect.poll(decide, within).toEqual(['closed']);
    const { evidence } = await evaluate('hello');
    await services.flush(AbortSignal.timeout(45_000));
    const view = await configure('GET', `/v1/evidence/${evidence.evidence_id}`);
    const { revision } = await configure('GET', '/v1/gateways/rollout');
    expect(view).toMatchObject({ schema_version: '2.4.0', config: { revision } });
    const gateway = async () => (await configure('GET', '/v1/gateways/local')).state;
    await expect.poll(gateway).toBe('current');
  });
});
