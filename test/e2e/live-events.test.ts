/** Live events of a gateway, and what the verifier shows of them beside the decisions. */
import { EventEmitter, once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sha256Hex } from '@assay/sdk/crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { VerifierClient } from '../../src/clients/verifier/client.ts';
import { createLocalVerifierClient } from '../../src/clients/verifier/local.ts';
import { AppError } from '../../src/platform/errors.ts';
import { openTestVerifier, type TestVerifier } from '../../src/verifier/test-verifier.ts';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';
import {
  chunks,
  completion,
  type ModelServer,
  sendEvents,
  sendJson,
  startModelServer,
} from '../support/model-server.ts';

let verifier: TestVerifier;
let model: ModelServer;
let folder: string;
const open: TestGateway[] = [];
let after = '0';

beforeAll(async () => {
  verifier = await openTestVerifier();
});
afterAll(() => verifier?.close());
beforeEach(async () => {
  verifier.clock.set(Date.now() + 1000);
  folder = await mkdtemp(join(tmpdir(), 'live-events-'));
  model = await startModelServer();
  after = String((await verifier.admin('GET', '/v1/events?limit=500')).body['next_after']);
});
afterEach(async () => {
  for (const gateway of open.splice(0)) await gateway.dispose();
  await model.close();
  await rm(folder, { recursive: true, force: true });
});

const client = (): VerifierClient => createLocalVerifierClient(verifier.verifier().app);

async function start(env: Record<string, string> = {}, verifierClient = client()): Promise<TestGateway> {
  const upstream = { GATEWAY_UPSTREAM_URL: model.url };
  const gateway = await startTestGateway({ verifier: verifierClient, folder, env: { ...upstream, ...env } });
  open.push(gateway);
  return gateway;
}

const ask = (gateway: TestGateway, content: string, more: object = {}) =>
  gateway.post('/v1/chat/completions', { model: 'm', messages: [{ role: 'user', content }], ...more });

interface ReportedEvent {
  readonly type: string;
  readonly trace_id: string;
  readonly session_id: string;
  readonly data: Record<string, unknown>;
}

const reported = async (type?: string): Promise<ReportedEvent[]> => {
  const { body } = await verifier.admin('GET', `/v1/events?after=${after}&limit=500`);
  const items = Array.isArray(body['items']) ? body['items'] : [];
  return type === undefined ? items : items.filter((event) => event.type === type);
};
const statuses = async () => (await reported('model.invocation')).map(({ data }) => data['status']);
const settled = <Result>(check: () => Promise<Result>) => vi.waitFor(check, { interval: 50 });

describe('a model call', () => {
  it('is shown as started, succeeded and its decision, with one id, one trace and one session', async () => {
    const body = { ...completion('fine'), usage: { prompt_tokens: 12, completion_tokens: 3, total_tokens: 15 } };
    model.answerWith((_call, response) => sendJson(response, body));
    const gateway = await start();
    const answer = await ask(gateway, 'hello');
    const text = await answer.text();
    await settled(async () => expect(await reported()).toHaveLength(3));

    const events = await reported();
    const id = answer.headers.get('x-assay-evidence-id');
    const trace = answer.headers.get('x-assay-trace-id');
    expect(new Set(events.map((event) => event.trace_id))).toEqual(new Set([trace]));
    expect(new Set(events.map((event) => event.session_id)).size).toBe(1);
    const [started, ended] = await reported('model.invocation');
    const call = { invocation_id: id, model_id: 'm', provider: model.url, streaming: false, stream_mode: 'none' };
    const request_hash = sha256Hex(model.seen[0]?.body ?? '');
    expect(started?.data).toEqual({ ...call, status: 'started', request_hash });
    expect(ended?.data).toEqual({
      ...call,
      status: 'succeeded',
      request_hash,
      response_hash: sha256Hex(text),
      finish_reason: 'stop',
      input_tokens: 12,
      output_tokens: 3,
      latency_ms: expect.any(Number),
    });
    const [decision] = await reported('auditor.decision');
    expect(decision?.data).toMatchObject({
      phase: 'response',
      decision: 'allow',
      mode: 'enforce',
      responses: [],
      reasons: expect.any(Array),
      evidence_id: id,
      invocation_id: id,
      receipt_seq: expect.any(Number),
      latency_ms: expect.any(Number),
      auditors: { ok: expect.arrayContaining([expect.any(String)]), failed: [], skipped: [] },
    });
    expect(decision?.data).not.toHaveProperty('would_decide');
  });

  it('refused before the model is shown as denied only', async () => {
    const gateway = await start();
    expect((await ask(gateway, 'ATTACK now')).status).toBe(403);
    await settled(async () => expect(await reported()).toHaveLength(2));
    const [ended] = await reported('model.invocation');
    expect(ended?.data).toMatchObject({ status: 'denied', error: { code: 'policy_denied' } });
    expect((await reported('auditor.decision'))[0]?.data).toMatchObject({ decision: 'deny', phase: 'request' });
    expect(model.seen).toEqual([]);
  });

  it('with a refused answer is shown as started and denied', async () => {
    model.answerWith((_call, response) => sendJson(response, completion('an ATTACK in the answer')));
    const gateway = await start();
    expect((await ask(gateway, 'hello')).status).toBe(403);
    await settled(async () => expect(await statuses()).toEqual(['started', 'denied']));
  });

  it('without enforcement shows the hypothetical decision, and succeeds', async () => {
    model.answerWith((_call, response) => sendJson(response, completion('fine')));
    const gateway = await start({ GATEWAY_MODE: 'observe' });
    expect((await ask(gateway, 'ATTACK now')).status).toBe(200);
    await settled(async () => expect(await statuses()).toEqual(['started', 'succeeded']));
    const decided = await settled(async () => {
      const [decision] = await reported('auditor.decision');
      if (decision === undefined) throw new Error('no decision yet');
      return decision;
    });
    expect(decided.data).toMatchObject({ decision: 'allow', mode: 'observe', would_decide: 'deny' });
  });

  it.each([
    ['answers with an error', 500, 'upstream_status'],
    ['does not answer JSON', 200, 'upstream_unavailable'],
  ])('is shown as failed when its model server %s', async (_name, status, code) => {
    model.answerWith((_call, response) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end('oops');
    });
    const gateway = await start();
    await (await ask(gateway, 'hello')).text();
    await settled(async () => expect(await statuses()).toEqual(['started', 'failed']));
    expect((await reported('model.invocation'))[1]?.data['error']).toMatchObject({ code });
  });

  it('with a disconnected client is shown as failed: client_gone', async () => {
    const asked = new EventEmitter();
    const isAsked = once(asked, 'call');
    model.answerWith(() => void asked.emit('call'));
    const gateway = await start();
    const gone = new AbortController();
    const body = JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'hello' }] });
    const headers = { 'content-type': 'application/json' };
    const call = fetch(`${gateway.url}/v1/chat/completions`, { method: 'POST', body, headers, signal: gone.signal });
    call.catch(() => {});
    await isAsked;
    gone.abort();
    await settled(async () => expect(await statuses()).toEqual(['started', 'failed']));
    expect((await reported('model.invocation'))[1]?.data['error']).toMatchObject({ code: 'client_gone' });
  });

  it.each([
    ['buffer', {}],
    ['window', {}],
    ['pass', { GATEWAY_MODE: 'observe' }],
  ] as const)('uses its first evidence when streamed (%s), and so do its decisions', async (mode, env) => {
    const usage = `data: ${JSON.stringify({ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'test-model', choices: [], usage: { prompt_tokens: 7, completion_tokens: 2 } })}\n\n`;
    const frames = chunks(['One sentence. ', 'The end.']);
    model.answerWith((_call, response) => sendEvents(response, [...frames.slice(0, -1), usage, 'data: [DONE]\n\n']));
    const gateway = await start({ GATEWAY_STREAM_MODE: mode, ...env });
    const answer = await ask(gateway, 'hello', { stream: true });
    await answer.text();
    const decisions = mode === 'buffer' ? 1 : 2;
    await settled(async () => expect(await reported()).toHaveLength(2 + decisions));
    const id = answer.headers.get('x-assay-evidence-id');
    const invocations = await reported('model.invocation');
    expect(invocations.map(({ data }) => [data['invocation_id'], data['status'], data['stream_mode']])).toEqual([
      [id, 'started', mode],
      [id, 'succeeded', mode],
    ]);
    const facts = { streaming: true, input_tokens: 7, output_tokens: 2, finish_reason: 'stop' };
    expect(invocations[1]?.data).toMatchObject(facts);
    const joined = (await reported('auditor.decision')).map(({ data }) => data['invocation_id']);
    expect(joined).toEqual(Array.from({ length: decisions }, () => id));
  });
});

describe('an absent verifier', () => {
  it('delays no call, and gets waiting events when it is back, once each', async () => {
    model.answerWith((_call, response) => sendJson(response, completion('fine')));
    const reached = client();
    let isAway = true;
    let tries = 0;
    let taken = 0;
    const flaky: VerifierClient = {
      ...reached,
      async reportEvents(events) {
        tries += 1;
        if (isAway) throw new AppError('verifier_unavailable', 'away');
        const answer = await reached.reportEvents(events);
        // The answer is lost, so the same events are sent again.
        taken += 1;
        if (taken === 1) throw new AppError('verifier_unavailable', 'cut');
        return answer;
      },
    };
    const gateway = await start({}, flaky);
    expect((await ask(gateway, 'hello')).status).toBe(200);
    await settled(async () => expect(tries).toBeGreaterThanOrEqual(1));
    isAway = false;
    // The number per batch depends on timing.
    await settled(async () => expect(await statuses()).toEqual(['started', 'succeeded']));
    await settled(async () => expect(tries).toBeGreaterThanOrEqual(3));
  });

  it('gets waiting events when the gateway ends', async () => {
    model.answerWith((_call, response) => sendJson(response, completion('fine')));
    const gateway = await start();
    await (await ask(gateway, 'hello')).text();
    open.splice(0);
    await gateway.close();
    expect(await statuses()).toEqual(['started', 'succeeded']);
  });
});
