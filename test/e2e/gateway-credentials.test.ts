import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import Anthropic from '@anthropic-ai/sdk';
import { sha256Hex } from '@assay/sdk/crypto';
import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ConfigBundle } from '../../src/contract/control/config-bundle.ts';
import { operatorTokenFile } from '../../src/platform/http/operator-token.ts';
import { type ConfigVerifier, createConfigVerifier } from '../support/config-verifier.ts';
import { configOf } from '../support/evaluate.ts';
import { recordedEvidence } from '../support/evidence.ts';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';
import { completion, type ModelServer, message, sendJson, startModelServer } from '../support/model-server.ts';
import { nextCall, provenEvidence, readerOf, streamedApis } from '../support/windows.ts';

const aKey = () => `assay_key_${randomBytes(32).toString('base64url')}`;
const keys = { clerk: aKey(), sales: aKey(), any: aKey(), sleeper: aKey(), expired: aKey() };
const expected = new Set(Object.values(keys));
const listed = (id: keyof typeof keys, change: object = {}) => ({ id, sha256: sha256Hex(keys[id]), ...change });
const anAgent = (id: string, change: Partial<ConfigBundle['agents'][number]> = {}) => {
  return { id, workspace_id: 'sales', audit_mode: 'enforce' as const, agent_epoch: 1, ...change };
};
const bundle: Partial<ConfigBundle> = {
  agents: [
    anAgent('clerk'),
    anAgent('sleeper', { status: 'suspended', audit_mode: 'observe' }),
    anAgent('orphan', { status: 'orphaned' }),
    anAgent('gone', { status: 'decommissioned' }),
    anAgent('newcomer', { status: 'pending_approval' }),
    anAgent('later', { status: 'some_later_status' }),
    anAgent('other', { workspace_id: 'hr' }),
  ],
  api_keys: [
    listed('clerk', { agent_id: 'clerk' }),
    listed('sales', { workspace_id: 'sales' }),
    listed('any'),
    listed('sleeper', { agent_id: 'sleeper' }),
    listed('expired', { expires_at: 1 }),
  ],
};
const hello = { model: 'm', messages: [{ role: 'user' as const, content: 'hello' }] };

let model: ModelServer;
beforeAll(async () => {
  model = await startModelServer();
  model.answerWith(({ path }, response) => {
    sendJson(response, path === '/v1/messages' ? message('Hi.') : path === '/v1/models' ? list : completion('Hi.'));
  });
});
afterAll(() => model?.close());
const list = { object: 'list', data: [] };

async function open(verifier: ConfigVerifier, env: Record<string, string>): Promise<TestGateway> {
  verifier.publish(bundle);
  const gateway = await startTestGateway({
    verifier: verifier.client,
    env: { GATEWAY_UPSTREAM_URL: model.url, GATEWAY_FORWARDED_HEADERS: 'x-fine,x-trace,x-goog-api-key', ...env },
  });
  expect((await configOf(gateway)).revision).toBe(1);
  model.seen.length = 0;
  return gateway;
}

/** Requests to the model server, which never contain our own credentials. */
function sentOn(): Record<string, unknown> {
  const call = model.seen.at(-1);
  const text = JSON.stringify(model.seen);
  for (const secret of expected) expect(text).not.toContain(secret);
  return { ...call?.headers };
}

describe('a gateway where every call needs a credential', () => {
  let gateway: TestGateway;
  const verifier = createConfigVerifier();
  beforeAll(async () => {
    gateway = await open(verifier, { ASSAY_AUTHENTICATION: 'required' });
  });
  afterAll(() => gateway?.dispose());

  const operator = async () => {
    const token = (await readFile(join(gateway.folder, operatorTokenFile), 'utf8')).trim();
    const get = (path: string) => fetch(`${gateway.url}${path}`, { headers: { 'x-assay-key': token } });
    return { get };
  };
  const chat = (headers: Record<string, string>) => gateway.post('/v1/chat/completions', hello, headers);
  const errorOf = async (response: Response) => JSON.parse(await response.text()).error;

  it('accepts a key where the SDKs of OpenAI and Anthropic send theirs, and does not forward it', async () => {
    const openai = new OpenAI({ baseURL: `${gateway.url}/v1`, apiKey: keys.clerk, maxRetries: 0 });
    await openai.chat.completions.create({ ...hello });
    expect(sentOn()).not.toHaveProperty('authorization');
    const anthropic = new Anthropic({ baseURL: gateway.url, apiKey: keys.clerk, maxRetries: 0 });
    await anthropic.messages.create({ ...hello, max_tokens: 9 });
    expect(sentOn()).not.toHaveProperty('x-api-key');
    await openai.models.list();
    expect(sentOn()).not.toHaveProperty('authorization');
    const evidence = await recordedEvidence(await operator());
    expect(evidence.slice(-2)).toMatchObject([
      { agent_id: 'clerk', workspace_id: 'sales', authentication: 'api_key' },
      { agent_id: 'clerk', authentication: 'api_key' },
    ]);
    for (const secret of expected) expect(JSON.stringify(evidence)).not.toContain(secret);
  });

  it('forwards the provider’s key when ours is in x-assay-key', async () => {
    const headers = { 'x-assay-key': keys.clerk };
    const openai = new OpenAI({
      baseURL: `${gateway.url}/v1`,
      apiKey: 'sk-provider',
      maxRetries: 0,
      defaultHeaders: headers,
    });
    await openai.chat.completions.create({ ...hello });
    expect(sentOn()).toMatchObject({ authorization: 'Bearer sk-provider' });
    expect(sentOn()).not.toHaveProperty('x-assay-key');
  });

  it('never forwards a key of ours, at any place', async () => {
    const { clerk, any } = keys;
    const strange = {
      'x-goog-api-key': clerk,
      'api-key': any,
      'x-trace': `via ${any}`,
      'x-fine': 'yes',
      dpop: 'proof',
    };
    const both = { 'x-assay-key': clerk, authorization: `Bearer ${any}`, 'x-api-key': aKey() };
    expect((await chat({ ...strange, ...both })).status).toBe(200);
    const sent = sentOn();
    expect(sent).toMatchObject({ 'x-fine': 'yes' });
    for (const name of [...Object.keys(strange), ...Object.keys(both)]) {
      if (name !== 'x-fine') expect(sent, name).not.toHaveProperty(name);
    }
    const basic = { 'x-assay-key': clerk, authorization: `Basic ${Buffer.from(`user:${any}`).toString('base64')}` };
    expect((await chat(basic)).status).toBe(200);
    expect(sentOn()).not.toHaveProperty('authorization');
    const inUrl = await gateway.post(`/v1/chat/completions?key=${clerk}`, hello, { 'x-assay-key': clerk });
    expect(inUrl.status).toBe(400);
  });

  it.each<[string, () => Record<string, string>]>([
    ['nothing', () => ({})],
    ['a provider’s key alone', () => ({ authorization: 'Bearer sk-provider' })],
    ['an unknown key', () => ({ 'x-assay-key': aKey() })],
    ['an unknown key beside a good one', () => ({ 'x-assay-key': aKey(), authorization: `Bearer ${keys.clerk}` })],
    ['an expired key', () => ({ authorization: `Bearer ${keys.expired}` })],
    ['nonsense', () => ({ 'x-assay-key': 'nonsense' })],
  ])('refuses %s with 401 in the format of the API, and asks nobody', async (_name, headers) => {
    model.seen.length = 0;
    const response = await chat(headers());
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toBe('Bearer');
    expect(await errorOf(response)).toMatchObject({ code: 'unauthorized', type: 'authentication_error' });
    const evaluated = await gateway.post('/v1/evaluate', { data: { input: 'x' }, phase: 'request' }, headers());
    expect([evaluated.status, (await gateway.get('/v1/models')).status]).toEqual([401, 401]);
    expect(model.seen).toEqual([]);
  });

  it('limits a key to its agent, its workspace or its organisation', async () => {
    const as = async (key: string, agent?: string) => {
      const named: Record<string, string> = agent === undefined ? {} : { 'x-assay-agent-id': agent };
      return (await chat({ 'x-assay-key': key, ...named })).status;
    };
    expect([await as(keys.clerk), await as(keys.clerk, 'clerk'), await as(keys.clerk, 'other')]).toEqual([
      200, 200, 403,
    ]);
    expect([await as(keys.sales, 'clerk'), await as(keys.sales, 'other'), await as(keys.sales)]).toEqual([
      200, 403, 403,
    ]);
    expect([await as(keys.any, 'other'), await as(keys.any, 'unheard-of'), await as(keys.any)]).toEqual([
      200, 200, 200,
    ]);
    const claimed = { data: { input: 'x' }, phase: 'request', vendor_context: { agent_id: 'other' } };
    const evaluated = await gateway.post('/v1/evaluate', claimed, { 'x-assay-key': keys.clerk });
    expect(evaluated.status).toBe(403);
  });

  it('opens records and metrics to operators, never to a calling key', async () => {
    const { get } = await operator();
    for (const path of ['/v1/receipts', '/v1/receipts/export', '/v1/receipts/verify', '/metrics']) {
      const asKey = await fetch(`${gateway.url}${path}`, { headers: { 'x-assay-key': keys.any } });
      expect([path, asKey.status, (await get(path)).status]).toEqual([path, 403, 200]);
    }
    expect((await gateway.get('/health')).status).toBe(200);
  });

  it.each([
    ['sleeper', 'agent_suspended'],
    ['orphan', 'agent_orphaned'],
    ['gone', 'agent_decommissioned'],
    ['newcomer', 'agent_not_active'],
    ['later', 'agent_not_active'],
  ])('refuses agent %s as %s before anybody is asked, in observe mode too', async (agent, code) => {
    model.seen.length = 0;
    const before = await recordedEvidence(await operator());
    const headers = { 'x-assay-key': keys.any, 'x-assay-agent-id': agent };
    const openai = await chat(headers);
    expect([openai.status, (await errorOf(openai)).code]).toEqual([403, code]);
    const anthropic = await gateway.post('/v1/messages', { ...hello, max_tokens: 9, stream: true }, headers);
    expect(anthropic.status).toBe(403);
    expect(JSON.parse(await anthropic.text())).toMatchObject({ type: 'error', error: { type: 'permission_error' } });
    const evaluated = await gateway.post('/v1/evaluate', { data: { input: 'x' }, phase: 'request' }, headers);
    expect([evaluated.status, JSON.parse(await evaluated.text()).code]).toEqual([403, code]);
    const models = await fetch(`${gateway.url}/v1/models`, { headers });
    expect([models.status, model.seen]).toEqual([403, []]);
    // Nothing was exchanged, so there is no Evidence.
    expect(await recordedEvidence(await operator())).toHaveLength(before.length);
  });

  it("refuses the key of a suspended agent with the agent's reason", async () => {
    const response = await chat({ authorization: `Bearer ${keys.sleeper}` });
    expect([response.status, (await errorOf(response)).code]).toEqual([403, 'agent_suspended']);
  });

  it('accepts an access token of an agent, until a bundle ends it', async () => {
    const { signer } = verifier;
    const access_tokens = {
      issuer: 'https://verifier.test',
      audience: 'https://verifier.test/gateway',
      keys: [signer.key],
    };
    const claims = {
      iss: access_tokens.issuer,
      aud: access_tokens.audience,
      sub: 'spiffe://test/agent/clerk',
      jti: 'j',
      exp: Math.floor(Date.now() / 1000) + 300,
      scope: 'gateway:call',
      org_id: 'default',
      agent_id: 'clerk',
      agent_epoch: 1,
    };
    const token = signer.sign(claims, { typ: 'at+jwt' });
    expected.add(token);
    const revision = verifier.publish({ ...bundle, access_tokens });
    await expect.poll(async () => (await configOf(gateway)).revision).toBe(revision);
    for (const headers of [{ authorization: `Bearer ${token}` }, { 'x-assay-key': token }]) {
      expect((await chat(headers)).status).toBe(200);
      expect(sentOn()).not.toHaveProperty('authorization');
    }
    expect((await recordedEvidence(await operator())).at(-1)).toMatchObject({
      agent_id: 'clerk',
      authentication: 'oauth',
    });
    const ended = [anAgent('clerk', { agent_epoch: 2 })];
    const next = verifier.publish({ ...bundle, access_tokens, agents: ended });
    await expect.poll(async () => (await configOf(gateway)).revision).toBe(next);
    const response = await chat({ authorization: `Bearer ${token}` });
    expect([response.status, (await errorOf(response)).message]).toEqual([401, expect.stringContaining('ended')]);
  });
});

describe('a gateway on loopback without required credentials', () => {
  let gateway: TestGateway;
  const verifier = createConfigVerifier();
  beforeAll(async () => {
    gateway = await open(verifier, { GATEWAY_UPSTREAM_KEY: 'sk-of-the-gateway' });
  });
  afterAll(() => gateway?.dispose());

  it('ignores a provider’s key, and refuses an invalid one of ours', async () => {
    const status = async (headers: Record<string, string>) =>
      (await gateway.post('/v1/chat/completions', hello, headers)).status;
    expect(await status({ authorization: 'Bearer sk-provider' })).toBe(200);
    expect(sentOn()).toMatchObject({ authorization: 'Bearer sk-of-the-gateway' });
    expect(await status({ authorization: `Bearer ${keys.clerk}` })).toBe(200);
    expect(sentOn()).toMatchObject({ authorization: 'Bearer sk-of-the-gateway' });
    expect(await status({ authorization: `Bearer ${aKey()}` })).toBe(401);
    expect(await status({ 'x-assay-key': 'anything' })).toBe(401);
  });

  it('refuses a suspended agent all the same', async () => {
    const response = await gateway.post('/v1/chat/completions', hello, { 'x-assay-agent-id': 'sleeper' });
    expect(response.status).toBe(403);
  });
});

describe('an agent suspended during its streamed answer', () => {
  const said = 'One sentence. Another one. The end';
  const openStream = async (mode: Record<string, string>) => {
    const verifier = createConfigVerifier();
    const gateway = await open(verifier, { GATEWAY_STREAM_MODE: 'window', ...mode });
    const [api] = streamedApis;
    if (api === undefined) throw new Error('there is an API');
    const { before, pieces, after } = api.tell([...said]);
    const called = nextCall(model);
    const headers = { authorization: `Bearer ${keys.clerk}` };
    const response = gateway.post(api.path, { ...hello, stream: true }, headers);
    const speaker = await called;
    speaker.say(...before, ...pieces.slice(0, 16));
    const reader = readerOf(await response);
    await reader.until((text) => api.read(text).includes('One sentence. '));
    const revision = verifier.publish({ ...bundle, agents: [anAgent('clerk', { status: 'suspended' })] });
    await expect.poll(async () => (await configOf(gateway)).revision).toBe(revision);
    speaker.say(...pieces.slice(16), ...after);
    speaker.end();
    const text = await reader.toEnd();
    const evidence = await provenEvidence(gateway);
    await gateway.dispose();
    return { read: api.read(text), text, final: evidence.at(-1) };
  };

  it('gets no further sentence of it, and the Evidence says why', async () => {
    const { read, text, final } = await openStream({});
    expect(read).toBe('One sentence. ');
    expect(text).toContain('The agent is no longer active.');
    expect(final).toMatchObject({
      agent_id: 'clerk',
      authentication: 'api_key',
      enforced: 'deny',
      decision: { decision: 'deny', reasons: ['agent:not_active', expect.any(String)] },
      stream: { end: 'denied', withheld: true },
    });
  });

  it('gets all of it in observe mode, which aborts nothing', async () => {
    const { read, final } = await openStream({ GATEWAY_MODE: 'observe' });
    expect(read).toBe(said);
    expect(final).toMatchObject({ enforced: 'allow', stream: { end: 'complete', withheld: false } });
  });
});
