/** Escalation at the gateway: an approval passes one exchange once, and only with a verifiable grant. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Anthropic from '@anthropic-ai/sdk';
import { sha256Hex } from '@assay/sdk/crypto';
import OpenAI from 'openai';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Evidence } from '../../src/contract/evidence.ts';
import { AppError } from '../../src/platform/errors.ts';
import { type ApprovingVerifier, createApprovingVerifier } from '../support/approving-verifier.ts';
import { createConfigVerifier } from '../support/config-verifier.ts';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';
import {
  chunks,
  completion,
  type ModelServer,
  sendEvents,
  sendJson,
  startModelServer,
} from '../support/model-server.ts';

const policy = `@id("open") permit (principal, action, resource);
@id("blocked") forbid (principal, action, resource) when { context.model_id == "blocked" };
@id("attack") @response("escalate") @reason("An attack needs a person") @quorum("2") @risk("high")
forbid (principal, action, resource)
when { context.claims has injection_risk && context.claims.injection_risk.greaterThan(decimal("0.5")) };
@id("privacy") @response("redact") forbid (principal, action, resource)
when { context.claims has pii_found && context.claims.pii_found };
@id("pay") @response("escalate")
forbid (principal, action == Assay::Action::"call_tool", resource == Assay::Tool::"pay");`;

const chat = (content: string, rest: object = {}) => ({ model: 'm', messages: [{ role: 'user', content }], ...rest });
const path = '/v1/chat/completions';
const aKey = () => `assay_key_${randomBytes(32).toString('base64url')}`;

let folder: string;
let verifier: ApprovingVerifier;
let model: ModelServer;
let gateway: TestGateway;

async function start(env: Record<string, string> = {}, text = policy, streamHoldMs = 5_000): Promise<void> {
  await writeFile(join(folder, 'policy.cedar'), text);
  gateway = await startTestGateway({
    folder,
    verifier: verifier.client,
    streamHoldMs,
    env: { GATEWAY_UPSTREAM_URL: model.url, ...env },
  });
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-approvals-'));
  model = await startModelServer();
  verifier = createApprovingVerifier();
  verifier.publish();
});

afterEach(async () => {
  await gateway.dispose();
  await model.close();
  await rm(folder, { recursive: true, force: true });
});

async function payloads(): Promise<Evidence[]> {
  const lines = (await (await gateway.get('/v1/receipts/export')).text()).trim().split('\n').slice(1);
  return lines.flatMap((line) => {
    const { attachment } = JSON.parse(line);
    const jws = Buffer.from(attachment ?? '', 'base64url').toString('latin1');
    return attachment === undefined ? [] : [JSON.parse(Buffer.from(jws.split('.')[1] ?? '', 'base64url').toString())];
  });
}

function gate() {
  let open = (): void => {};
  const promise = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { promise, open: () => open() };
}

/** Status and approval data of a response. */
async function told(response: Response) {
  const { error = {} } = JSON.parse(await response.text());
  const { approval, reason, next_action: next } = error;
  return { http: response.status, status: approval?.status, reason, next };
}

const passed = { http: 200, status: undefined, reason: undefined, next: undefined };
const asksAnew = { http: 403, status: 'pending', reason: 'grant_pending', next: 'retry' };
const unverifiable = (next: string) => ({ http: 403, status: 'unverifiable', reason: 'approval_unverifiable', next });

describe('an escalated request', () => {
  it('is refused with its required approval, passes once when approved, and then needs another one', async () => {
    await start();
    const refused = await gateway.post(path, chat('ATTACK'));
    const { error } = (await refused.clone().json()) as { error: Record<string, unknown> };
    const { id } = error['approval'] as { id: string };
    expect(error).toMatchObject({
      code: 'policy_denied',
      reason: 'grant_pending',
      next_action: 'retry',
      approval: { id, status: 'pending', url: `https://verifier.test/consent/${id}` },
      reasons: ['attack'],
    });
    expect(refused.headers.get('x-assay-approval-id')).toBe(id);
    expect(refused.headers.get('x-assay-approval-status')).toBe('pending');
    expect(await told(await gateway.post(path, chat('ATTACK')))).toEqual(asksAnew);
    expect(model.seen).toHaveLength(0);

    verifier.decide('approved');
    const answer = await gateway.post(path, chat('ATTACK'));
    expect(answer.status).toBe(200);
    expect(answer.headers.get('x-assay-approval-status')).toBe('approved');
    expect(model.seen).toHaveLength(1);
    expect(await told(await gateway.post(path, chat('ATTACK')))).toEqual(asksAnew);

    const [first, , third] = await payloads();
    expect(first).toMatchObject({ enforced: 'deny', approval: { id, status: 'pending', phase_index: 0 } });
    expect(third).toMatchObject({
      enforced: 'allow',
      schema_version: '2.4.0',
      approval: { id, status: 'approved', phase_index: 0, policies: ['attack'], approvers: ['usr_ada', 'usr_bob'] },
      phases: [
        { phase: 'request', decision: 'allow' },
        { phase: 'response', decision: 'allow' },
      ],
    });
  });

  it("gives the verifier an approver's information, and nothing of the payload", async () => {
    await start();
    await gateway.post(path, chat('ATTACK on PRIVATE1'));
    const [request] = verifier.asked;
    expect(request).toMatchObject({
      binding: {
        agent_id: 'default',
        phase: 'request',
        tool: null,
        model_id: 'm',
        principal: 'local',
        policies: ['attack'],
      },
      quorum: 2,
      risk: 'high',
      reasons: [{ id: 'attack', reason: 'An attack needs a person' }],
    });
    expect(request?.claims).toContainEqual({
      auditor_id: 'attack',
      name: 'injection_risk',
      type: 'score_normalized',
      value: 1,
    });
    expect(JSON.stringify(request)).not.toContain('PRIVATE1');
    expect(request).not.toHaveProperty('preview');
  });

  it('shows the start of the input if configured, with marked parts replaced', async () => {
    await start({ GATEWAY_APPROVAL_PREVIEW_CHARS: '30' });
    await gateway.post(path, chat(`ATTACK on PRIVATE1 ${'x'.repeat(100)}`));
    expect(verifier.asked[0]?.preview).toBe(`ATTACK on [private] ${'x'.repeat(10)}`);
  });

  it('stays denied after a denial', async () => {
    await start();
    await gateway.post(path, chat('ATTACK'));
    verifier.decide('denied');
    const denied = { http: 403, status: 'denied', reason: 'policy_denied', next: 'none' };
    expect(await told(await gateway.post(path, chat('ATTACK')))).toEqual(denied);
  });

  it('is denied by an additional block, without asking anybody', async () => {
    await start();
    expect((await gateway.post(path, chat('ATTACK', { model: 'blocked' }))).status).toBe(403);
    expect(verifier.asked).toEqual([]);
  });

  it('is redacted all the same once it is approved', async () => {
    await start();
    await gateway.post(path, chat('ATTACK on PRIVATE1'));
    verifier.decide('approved');
    expect((await gateway.post(path, chat('ATTACK on PRIVATE1'))).status).toBe(200);
    expect(model.seen.map(({ body }) => body)).toEqual([expect.not.stringContaining('PRIVATE1')]);
  });

  it('passes in observe mode, without asking anybody', async () => {
    await start({ GATEWAY_MODE: 'observe' });
    const response = await gateway.post(path, chat('ATTACK'));
    expect(response.headers.get('x-assay-would-decide')).toBe('deny');
    expect(verifier.asked).toEqual([]);
  });
});

describe('an approval is valid for exactly that request', () => {
  const agents = [
    { id: 'clerk', workspace_id: 'default', audit_mode: 'enforce' as const },
    { id: 'other', workspace_id: 'default', audit_mode: 'enforce' as const },
  ];
  const keys = { one: aKey(), two: aKey() };
  const api_keys = Object.entries(keys).map(([id, key]) => ({ id: `key_${id}`, sha256: sha256Hex(key) }));
  const as = (agentId: string, key = keys.one) => ({ 'x-assay-agent-id': agentId, 'x-assay-key': key });

  it.each([
    ['one byte more', () => gateway.post(path, `${JSON.stringify(chat('ATTACK'))} `, as('clerk'))],
    ['another agent', () => gateway.post(path, chat('ATTACK'), as('other'))],
    ['another model', () => gateway.post(path, chat('ATTACK', { model: 'm2' }), as('clerk'))],
    ['another API that takes the same bytes', () => gateway.post('/v1/messages', chat('ATTACK'), as('clerk'))],
    ['a query', () => gateway.post(`${path}?beta=true`, chat('ATTACK'), as('clerk'))],
    ['a header that goes on', () => gateway.post(path, chat('ATTACK'), { ...as('clerk'), 'openai-beta': 'x' })],
    ['another key', () => gateway.post(path, chat('ATTACK'), as('clerk', keys.two))],
    ['nobody in particular', () => gateway.post(path, chat('ATTACK'), { 'x-assay-agent-id': 'clerk' })],
  ])('and a new one is needed for %s', async (_what, other) => {
    verifier.publish({ agents, api_keys });
    await start();
    expect(await told(await gateway.post(path, chat('ATTACK'), as('clerk')))).toEqual(asksAnew);
    expect(verifier.asked[0]).toMatchObject({ binding: { principal: 'key_one' }, credential_id: 'key_one' });
    verifier.decide('approved');
    expect(await told(await other())).toEqual(asksAnew);
    expect(await told(await gateway.post(path, chat('ATTACK'), as('clerk')))).toEqual(passed);
  });

  it('and a new one is needed with other policies', async () => {
    await start();
    await gateway.post(path, chat('ATTACK'));
    verifier.decide('approved');
    await gateway.dispose();
    await start({}, `${policy}\n// another word`);
    expect(await told(await gateway.post(path, chat('ATTACK')))).toEqual(asksAnew);
  });

  it('and exactly one of many concurrent retries passes', async () => {
    await start();
    await gateway.post(path, chat('ATTACK'));
    verifier.decide('approved');
    const answers = await Promise.all(Array.from({ length: 20 }, () => gateway.post(path, chat('ATTACK'))));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(model.seen).toHaveLength(1);
  });
});

describe('an unverifiable answer allows nothing', () => {
  const stranger = createConfigVerifier();
  it.each([
    ['of another key', { by: stranger }, 'none'],
    ['of another key under a known kid', { by: stranger, kid: true }, 'none'],
    ['for another exchange', { payload: { evidence_id: 'ev_00000000-0000-0000-0000-000000000000' } }, 'none'],
    ['for another gateway', { payload: { gateway_id: 'other' } }, 'none'],
    ['for another binding', { payload: { binding_hash: '0'.repeat(64) } }, 'none'],
    ['of another organisation', { payload: { org_id: 'acme' } }, 'none'],
    ['that has expired', { payload: { iat: 1_700_000_000, exp: 1_700_000_060 } }, 'none'],
    ['that lives too long', { payload: { exp: 4_000_000_000 } }, 'none'],
    ['from the future', { payload: { iat: 4_000_000_000, exp: 4_000_000_060 } }, 'none'],
    ['whose approval is over', { payload: { approved_until: '2020-01-01T00:00:00Z' } }, 'none'],
    ['belongs to another approval', { payload: { approval_id: 'apr_other' } }, 'none'],
    ['of nobody', { payload: { approvers: [] } }, 'none'],
    ['of another type', { header: { typ: 'config-bundle+jwt' } }, 'none'],
    ['that asks for an extension', { header: { crit: ['exp'] } }, 'none'],
  ])(
    'a grant %s',
    async (_what, {
      kid,
      ...forged
    }: { kid?: boolean; by?: typeof stranger; payload?: object; header?: object }, next) => {
      await start();
      await gateway.post(path, chat('ATTACK'));
      verifier.decide('approved');
      verifier.forge(kid === true ? { ...forged, header: { kid: verifier.signer.key.kid } } : forged);
      expect(await told(await gateway.post(path, chat('ATTACK')))).toEqual(unverifiable(next));
      expect(model.seen).toHaveLength(0);
      expect((await payloads()).at(-1)).toMatchObject({ enforced: 'deny', approval: { status: 'unverifiable' } });
    },
  );

  it('a grant given before', async () => {
    await start();
    let first: string | null = null;
    await gateway.post(path, chat('ATTACK'));
    verifier.decide('approved');
    const { escalate } = verifier.client;
    verifier.answerWith(async (request) => {
      verifier.answerWith(undefined);
      const answer = await escalate('local', request);
      first = answer.grant;
      return answer;
    });
    expect((await gateway.post(path, chat('ATTACK'))).status).toBe(200);
    verifier.answerWith(async () => {
      return { approval_id: 'apr_1', status: 'approved', expires_at: null, url: null, grant: first };
    });
    expect(await told(await gateway.post(path, chat('ATTACK')))).toEqual(unverifiable('none'));
  });

  it.each([
    ['cannot be reached', () => Promise.reject(new AppError('verifier_unavailable', 'away'))],
    ['breaks', () => Promise.reject(new TypeError('broken'))],
  ])('a verifier that %s', async (_what, answer) => {
    await start();
    verifier.answerWith(answer);
    expect(await told(await gateway.post(path, chat('ATTACK')))).toEqual(unverifiable('retry'));
  });

  it('a verifier that does not know the agent, as the refusal says', async () => {
    await start();
    const detail = 'The agent is not registered.';
    verifier.answerWith(() => Promise.reject(new AppError('not_found', 'no agent', { detail })));
    const response = await gateway.post(path, chat('ATTACK'));
    expect(await response.clone().text()).toContain(detail);
    expect(await told(response)).toEqual(unverifiable('none'));
  });

  it('a verifier with too many waiting requests', async () => {
    await start();
    const nothing = { approval_id: null, expires_at: null, url: null, grant: null };
    verifier.answerWith(async () => ({ ...nothing, status: 'refused' }));
    const refused = { http: 403, status: 'refused', reason: 'policy_denied', next: 'retry' };
    expect(await told(await gateway.post(path, chat('ATTACK')))).toEqual(refused);
  });

  it('a gateway with only files, which trusts no key: nobody is asked', async () => {
    await start({ GATEWAY_CONFIG: 'files' });
    expect(await told(await gateway.post(path, chat('ATTACK')))).toEqual(unverifiable('none'));
    expect(verifier.asked).toEqual([]);
  });

  it('a gateway with only files and pinned keys asks, and accepts their grants', async () => {
    const keys = join(folder, 'keys.json');
    await writeFile(keys, JSON.stringify({ keys: [verifier.signer.key] }));
    await start({ GATEWAY_CONFIG: 'files', GATEWAY_BUNDLE_KEYS_FILE: keys });
    expect(await told(await gateway.post(path, chat('ATTACK')))).toEqual(asksAnew);
    verifier.decide('approved');
    expect(await told(await gateway.post(path, chat('ATTACK')))).toEqual(passed);
  });
});

describe('an escalated answer', () => {
  let answers = 0;
  const dangerous = () => {
    answers = 0;
    model.answerWith((call, response) => {
      answers += 1;
      const text = `ATTACK number ${answers}`;
      if (JSON.parse(call.body).stream === true) sendEvents(response, chunks([text]));
      else sendJson(response, completion(text));
    });
  };

  it.each([false, true])('is kept, and is what the same request gets (stream: %s)', async (stream) => {
    await start();
    dangerous();
    expect(await told(await gateway.post(path, chat('hello', { stream })))).toEqual(asksAnew);
    expect(verifier.asked[0]?.binding).toMatchObject({
      phase: 'response',
      response_hash: expect.stringMatching(/^\w{64}$/),
    });
    expect(await told(await gateway.post(path, chat('hello', { stream })))).toEqual(asksAnew);
    verifier.decide('approved');
    const passes = await gateway.post(path, chat('hello', { stream }));
    expect(passes.status).toBe(200);
    expect(await passes.text()).toContain('ATTACK number 1');
    expect(answers).toBe(1);
    expect(new Set(verifier.asked.map(({ binding }) => binding.response_hash)).size).toBe(1);
    // The record tells in which exchange the model was called.
    const made = await payloads();
    const [first] = made.map(({ evidence_id: id }) => id);
    expect(made.map(({ previous_evidence_id: before }) => before)).toEqual([undefined, first, first]);

    expect(await told(await gateway.post(path, chat('hello', { stream })))).toEqual(asksAnew);
    expect(answers).toBe(2);
  });

  it('is not for the same bytes with another key of the model server', async () => {
    await start();
    dangerous();
    const as = (key: string) => gateway.post(path, chat('hello'), { authorization: `Bearer ${key}` });
    await as('sk-one');
    expect(await told(await as('sk-two'))).toEqual(asksAnew);
    expect(answers).toBe(2);
    expect(new Set(verifier.asked.map(({ binding }) => binding.headers_hash)).size).toBe(2);
  });

  it('of an approved request needs its own approval, and the request no second one', async () => {
    await start();
    dangerous();
    await gateway.post(path, chat('ATTACK'));
    verifier.decide('approved');
    expect(await told(await gateway.post(path, chat('ATTACK')))).toEqual(asksAnew);
    verifier.decide('approved');
    expect((await gateway.post(path, chat('ATTACK'))).status).toBe(200);
    expect(answers).toBe(1);
    expect(verifier.asked.map(({ binding }) => binding.phase)).toEqual(['request', 'request', 'response', 'response']);
    expect((await payloads()).at(-1)).toMatchObject({
      enforced: 'allow',
      approval: { status: 'approved', phase_index: 1 },
      earlier_approvals: [{ status: 'approved', phase_index: 0 }],
    });
  });

  it('is lost with a restart: the model and the people are asked again', async () => {
    await start();
    dangerous();
    await gateway.post(path, chat('hello'));
    verifier.decide('approved');
    await gateway.dispose();
    await start();
    expect(await told(await gateway.post(path, chat('hello')))).toEqual(asksAnew);
    expect(answers).toBe(2);
  });

  it('too long to be kept cannot wait for approval', async () => {
    await start();
    model.answerWith((_call, response) => sendJson(response, completion(`ATTACK ${'x'.repeat(4 * 1024 * 1024)}`)));
    const none = { http: 403, status: undefined, reason: 'policy_denied', next: 'none' };
    expect(await told(await gateway.post(path, chat('hello')))).toEqual(none);
    expect(verifier.asked).toEqual([]);
  });

  it('in an opened stream is refused with what to do', async () => {
    await start({}, policy, 1);
    // The model continues after the client has heard of the hold.
    const opened = gate();
    model.answerWith((_call, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      void opened.promise.then(() => response.end(chunks(['ATTACK']).join('')));
    });
    const response = await gateway.post(path, chat('hello', { stream: true }));
    opened.open();
    const text = await response.text();
    expect(response.status).toBe(200);
    expect(text).toContain('"next_action":"retry"');
    expect(text).toContain('"x-assay-approval-status":"pending"');
    verifier.decide('approved');
    expect(await (await gateway.post(path, chat('hello', { stream: true }))).text()).toContain('ATTACK');
    expect(model.seen).toHaveLength(1);
  });

  it('forwarded in observe mode asked nobody', async () => {
    await start({ GATEWAY_MODE: 'observe', GATEWAY_STREAM_MODE: 'pass' });
    dangerous();
    expect(await (await gateway.post(path, chat('ATTACK', { stream: true }))).text()).toContain('ATTACK');
    expect(verifier.asked).toEqual([]);
  });

  it('window by window cannot be approved, and says so', async () => {
    await start({ GATEWAY_STREAM_MODE: 'window' });
    dangerous();
    const text = await (await gateway.post(path, chat('hello', { stream: true }))).text();
    expect(text).toContain('"next_action":"none"');
    expect(verifier.asked).toEqual([]);
    expect(await told(await gateway.post(path, chat('ATTACK', { stream: true })))).toEqual(asksAnew);
  });
});

describe('POST /v1/evaluate', () => {
  const evaluate = async (body: object) => (await gateway.post('/v1/evaluate', body)).json() as Promise<object>;
  const call = (tool: string, input = '{"amount":5}', more: object = {}) => ({
    phase: 'execution',
    data: { input, metadata: { tool, ...more } },
  });

  it('asks for a tool call, and allows that call once, in any session', async () => {
    await start();
    const denied = await evaluate(call('pay', undefined, { session_id: 's1' }));
    expect(denied).toMatchObject({
      decision: 'deny',
      reason: 'grant_pending',
      next_action: 'retry',
      approval: { status: 'pending' },
    });
    expect(verifier.asked[0]?.binding).toMatchObject({ phase: 'execution', tool: 'pay', response_hash: null });
    verifier.decide('approved');
    expect(await evaluate(call('pay', '{"amount":6}'))).toMatchObject({ decision: 'deny', reason: 'grant_pending' });
    const allowed = await evaluate(call('pay', undefined, { session_id: 's2' }));
    expect(allowed).toMatchObject({ decision: 'allow', enforced: 'allow', approval: { status: 'approved' } });
    expect(allowed).not.toHaveProperty('next_action');
    expect(await evaluate(call('pay'))).toMatchObject({ decision: 'deny', reason: 'grant_pending' });
    expect(await evaluate(call('read'))).toMatchObject({ decision: 'allow' });
  });
});

describe('official clients show what to do', () => {
  it('the OpenAI client, in its error', async () => {
    await start();
    const client = new OpenAI({ baseURL: `${gateway.url}/v1`, apiKey: 'sk-any', maxRetries: 0 });
    const call = client.chat.completions.create({ model: 'm', messages: [{ role: 'user', content: 'ATTACK' }] });
    const error: unknown = await call.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(OpenAI.PermissionDeniedError);
    expect(error).toMatchObject({
      code: 'policy_denied',
      message: expect.stringContaining('send the same request again'),
      error: { next_action: 'retry', reason: 'grant_pending', approval: { status: 'pending' } },
    });
  });

  it('the Anthropic client, in its error', async () => {
    await start();
    const client = new Anthropic({ baseURL: gateway.url, apiKey: 'sk-any', maxRetries: 0 });
    const messages = [{ role: 'user' as const, content: 'ATTACK' }];
    const error: unknown = await client.messages
      .create({ model: 'm', max_tokens: 5, messages })
      .catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(Anthropic.PermissionDeniedError);
    expect(error).toMatchObject({
      error: { error: { code: 'policy_denied', next_action: 'retry', approval: { status: 'pending' } } },
    });
  });
});
