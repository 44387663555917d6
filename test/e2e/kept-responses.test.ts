/** Responses that the provider keeps: only who made one here may continue, retrieve, delete or cancel it. */
import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { sha256Hex } from '@assay/sdk/crypto';
import OpenAI from 'openai';
import { afterEach, describe, expect, it } from 'vitest';
import { createApprovingVerifier } from '../support/approving-verifier.ts';
import { startTestGateway, type TestGateway, type TestGatewayOptions } from '../support/gateway.ts';
import { type ModelServer, type SeenCall, sendEvents, sendJson, startModelServer } from '../support/model-server.ts';
import { provenEvidence } from '../support/windows.ts';

let gateway: TestGateway;
let model: ModelServer;
/** What the model says next. */
let said: string;

const answerOf = (id: string, text: string) => ({
  id,
  object: 'response',
  created_at: 1_763_900_000,
  model: 'm',
  status: 'completed',
  output: [
    {
      type: 'message',
      id: 'msg_1',
      status: 'completed',
      role: 'assistant',
      content: [{ type: 'output_text', text, annotations: [], logprobs: [] }],
    },
  ],
});

/** Makes resp_1, resp_2 and so on, and tells of them again. */
function answerLikeAProvider(): void {
  let count = 0;
  model.answerWith(({ method, path, body }: SeenCall, response: ServerResponse) => {
    const id = /responses\/(\w+)/.exec(path)?.[1];
    if (id === undefined) {
      count += 1;
      const answer = answerOf(`resp_${count}`, said);
      if (JSON.parse(body).stream !== true) return sendJson(response, answer);
      const event = (type: string, rest: object) => `event: ${type}\ndata: ${JSON.stringify({ type, ...rest })}\n\n`;
      const begun = { ...answer, status: 'in_progress', output: [] };
      return sendEvents(response, [
        event('response.created', { response: begun }),
        event('response.completed', { response: answer }),
      ]);
    }
    if (method === 'DELETE') return sendJson(response, { id, object: 'response', deleted: true });
    const items = [{ type: 'message', id: 'msg_0', role: 'user', content: [{ type: 'input_text', text: said }] }];
    if (path.includes('input_items')) return sendJson(response, { object: 'list', data: items, has_more: false });
    return sendJson(response, answerOf(id, said));
  });
}

async function start(options: TestGatewayOptions = {}): Promise<OpenAI> {
  model = await startModelServer();
  said = 'Hello.';
  answerLikeAProvider();
  gateway = await startTestGateway({ ...options, env: { GATEWAY_UPSTREAM_URL: model.url, ...options.env } });
  return new OpenAI({ baseURL: `${gateway.url}/v1`, apiKey: 'any', maxRetries: 0 });
}

afterEach(async () => {
  await gateway.dispose();
  await model.close();
});

const call = { model: 'm', input: 'Hi' };
const next = (id: string) => ({ ...call, previous_response_id: id });
const notFound = { status: 404, code: 'not_found' };

describe('a response that its caller made here', () => {
  it('is continued: the new part is judged, and the Evidence names the exchange in which the rest was', async () => {
    const openai = await start();
    const first = await openai.responses.create(call);
    const second = await openai.responses.create(next(first.id));
    await openai.responses.create(next(second.id));
    expect(JSON.parse(model.seen[1]?.body ?? '{}')).toMatchObject({ previous_response_id: 'resp_1', input: 'Hi' });
    const [one, two, three] = await provenEvidence(gateway);
    expect(one).not.toHaveProperty('continues');
    expect(two?.continues).toEqual({ evidence_id: one?.evidence_id, response_hash: one?.response_hash });
    expect(three?.continues).toEqual({ evidence_id: two?.evidence_id, response_hash: two?.response_hash });

    said = 'ATTACK';
    await expect(openai.responses.create(next(second.id))).rejects.toMatchObject({ code: 'policy_denied' });
    said = 'Hello.';
    const attack = { ...next(second.id), input: 'ATTACK' };
    await expect(openai.responses.create(attack)).rejects.toMatchObject({ code: 'policy_denied' });
  });

  it.each(['buffer', 'window'])('is continued after a stream in mode %s', async (mode) => {
    const openai = await start({ env: { GATEWAY_STREAM_MODE: mode } });
    const first = await openai.responses.stream(call).finalResponse();
    const second = await openai.responses.stream(next(first.id)).finalResponse();
    expect(second.output_text).toBe('Hello.');
    const evidence = await provenEvidence(gateway);
    expect(evidence.at(-1)?.continues).toEqual({
      evidence_id: evidence.find(({ response_hash: hash }) => hash !== null)?.evidence_id,
      response_hash: expect.any(String),
    });
  });

  it('is retrieved as it is judged now, its input too, each time with Evidence', async () => {
    const openai = await start();
    const { id } = await openai.responses.create(call);
    said = 'Call PRIVATE1';
    const again = await openai.responses.retrieve(id, { include: ['message.output_text.logprobs'] });
    expect(again.output_text).toBe('Call [REDACTED:private]');
    const items = await openai.responses.inputItems.list(id, { order: 'asc', after: 'msg_9', limit: 3 });
    expect(items.data).toMatchObject([{ content: [{ text: 'Call [REDACTED:private]' }] }]);
    expect(model.seen.slice(1).map(({ method, path, body }) => [method, path, body])).toEqual([
      ['GET', '/v1/responses/resp_1?include%5B%5D=message.output_text.logprobs', ''],
      ['GET', expect.stringMatching(/^\/v1\/responses\/resp_1\/input_items\?(order=asc|after=msg_9|limit=3|&)+$/), ''],
    ]);
    said = 'ATTACK';
    await expect(openai.responses.retrieve(id)).rejects.toMatchObject({ code: 'policy_denied' });
    await expect(openai.responses.inputItems.list(id)).rejects.toMatchObject({ code: 'policy_denied' });
    const [made, read, listed, ...denied] = await provenEvidence(gateway);
    expect(made).toMatchObject({ enforced: 'allow', model_id: 'm' });
    for (const one of [read, listed]) {
      expect(one).toMatchObject({ enforced: 'allow', model_id: 'm', redacted_response_hash: expect.any(String) });
    }
    expect(denied).toMatchObject([{ enforced: 'deny' }, { enforced: 'deny' }]);
    expect(read?.request_hash).toBe(sha256Hex(`GET ${model.seen[1]?.path}`));
  });

  it('is cancelled and deleted by the provider, and then it is nobody’s', async () => {
    const openai = await start();
    const { id } = await openai.responses.create(call);
    await openai.responses.cancel(id);
    await openai.responses.delete(id);
    expect(model.seen.slice(1).map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /v1/responses/resp_1/cancel',
      'DELETE /v1/responses/resp_1',
    ]);
    await expect(openai.responses.retrieve(id)).rejects.toMatchObject(notFound);
    await expect(openai.responses.create(next(id))).rejects.toMatchObject(notFound);
  });

  it('has errors of the provider judged and passed on', async () => {
    const openai = await start();
    const { id } = await openai.responses.create(call);
    model.answerWith((_call, response) => sendJson(response, { error: { message: `${said} is gone.` } }, 404));
    await expect(openai.responses.retrieve(id)).rejects.toThrow('Hello. is gone.');
    said = 'ATTACK';
    await expect(openai.responses.retrieve(id)).rejects.toMatchObject({ code: 'policy_denied' });
  });

  it('is read in whole only, and with nothing in the query that nobody reads', async () => {
    const openai = await start();
    const { id } = await openai.responses.create(call);
    const ask = (path: string) =>
      fetch(`${gateway.url}/v1/responses/${id}${path}`, { headers: { authorization: 'Bearer any' } });
    for (const query of ['stream=true', 'include=anything', 'x=y']) {
      expect((await ask(`?${query}`)).status).toBe(400);
    }
    expect((await ask('/input_items?after=ATTACK')).status).toBe(403);
    expect(model.seen).toHaveLength(1);
  });
});

describe('a response of somebody else, or of nobody', () => {
  const keys = {
    one: `assay_key_${randomBytes(32).toString('base64url')}`,
    two: `assay_key_${randomBytes(32).toString('base64url')}`,
  };
  const agents = ['clerk', 'other'].map((id) => ({ id, workspace_id: 'default', audit_mode: 'enforce' as const }));
  const api_keys = Object.entries(keys).map(([id, key]) => ({ id: `key_${id}`, sha256: sha256Hex(key) }));
  const as = (agentId: string, key: string, more: object = {}) => ({
    'x-assay-agent-id': agentId,
    'x-assay-key': key,
    ...more,
  });

  it.each<[string, Record<string, string>]>([
    ['with another key', as('clerk', keys.two)],
    ['for another agent', as('other', keys.one)],
    ['with another account at the provider', as('clerk', keys.one, { authorization: 'Bearer sk-other' })],
  ])('is not found %s: no call of it reaches the provider', async (_who, headers) => {
    const verifier = createApprovingVerifier();
    verifier.publish({ agents, api_keys });
    await start({ verifier: verifier.client });
    const own = as('clerk', keys.one);
    expect((await gateway.post('/v1/responses', call, own)).status).toBe(200);
    const ask = (method: string, path: string, by: Record<string, string>) =>
      fetch(`${gateway.url}/v1/responses/resp_1${path}`, { method, headers: by }).then(({ status }) => status);
    expect((await gateway.post('/v1/responses', next('resp_1'), headers)).status).toBe(404);
    expect(await ask('GET', '', headers)).toBe(404);
    expect(await ask('GET', '/input_items', headers)).toBe(404);
    expect(await ask('POST', '/cancel', headers)).toBe(404);
    expect(await ask('DELETE', '', headers)).toBe(404);
    expect(model.seen).toHaveLength(1);
    expect(await ask('GET', '', own)).toBe(200);
  });

  it.each(['resp_9', '..%2f..%2fadmin', 'resp_1%3Fstream=true', 'a'.repeat(300)])('is not found: %s', async (id) => {
    const openai = await start();
    await openai.responses.create(call);
    const answer = await gateway.get(`/v1/responses/${id}`);
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ error: { type: expect.any(String), code: 'not_found' } });
    expect(model.seen).toHaveLength(1);
  });

  it('that was denied is not found, whole or streamed', async () => {
    const openai = await start();
    said = 'ATTACK';
    await expect(openai.responses.create(call)).rejects.toMatchObject({ code: 'policy_denied' });
    await expect(openai.responses.stream(call).finalResponse()).rejects.toMatchObject({ code: 'policy_denied' });
    for (const id of ['resp_1', 'resp_2']) {
      await expect(openai.responses.create(next(id))).rejects.toMatchObject(notFound);
      await expect(openai.responses.retrieve(id)).rejects.toMatchObject(notFound);
    }
  });
});

describe('a response that would be judged otherwise now is not continued', () => {
  const refused = (message: string) => ({
    status: 400,
    param: 'previous_response_id',
    message: expect.stringContaining(message),
  });

  it('because the provider has the text that was redacted here; it is still retrieved, redacted', async () => {
    const openai = await start();
    said = 'Call PRIVATE1';
    const { id } = await openai.responses.create(call);
    await expect(openai.responses.create(next(id))).rejects.toMatchObject(refused('was redacted here'));
    expect((await openai.responses.retrieve(id)).output_text).toBe('Call [REDACTED:private]');
    expect(model.seen).toHaveLength(2);
  });

  it('because another model would read it', async () => {
    const openai = await start();
    const { id } = await openai.responses.create(call);
    await expect(openai.responses.create({ ...next(id), model: 'm2' })).rejects.toMatchObject(refused('another model'));
  });

  it('where a denial was not enforced, and in observe mode it is', async () => {
    const openai = await start({ env: { GATEWAY_MODE: 'observe' } });
    said = 'ATTACK';
    const { id } = await openai.responses.create(call);
    expect((await openai.responses.create(next(id))).output_text).toBe('ATTACK');
  });
});
