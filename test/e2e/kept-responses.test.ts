/** Responses that the provider keeps: only who made one here may continue, retrieve, delete or cancel it. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AuditorDefinition, setting } from '@assay/sdk';
import { sha256Hex } from '@assay/sdk/crypto';
import OpenAI from 'openai';
import type { ResponseStreamEvent } from 'openai/resources/responses/responses';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createApprovingVerifier } from '../support/approving-verifier.ts';
import { attackAuditor, privateAuditor } from '../support/auditors.ts';
import { recordedEvidence } from '../support/evidence.ts';
import { startTestGateway, type TestGateway, type TestGatewayOptions } from '../support/gateway.ts';
import { type ModelServer, type SeenCall, sendEvents, sendJson, startModelServer } from '../support/model-server.ts';
import { provenEvidence } from '../support/windows.ts';

let gateway: TestGateway;
let model: ModelServer;
/** The folder of gateways that follow each other. */
let folder: string | undefined;
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
      return JSON.parse(body).stream === true ? sendEvents(response, eventsOf(answer)) : sendJson(response, answer);
    }
    if (method === 'DELETE') return sendJson(response, { id, object: 'response', deleted: true });
    const items = [{ type: 'message', id: 'msg_0', role: 'user', content: [{ type: 'input_text', text: said }] }];
    if (path.includes('input_items')) return sendJson(response, { object: 'list', data: items, has_more: false });
    if (path.includes('stream=true')) return sendEvents(response, eventsOf(answerOf(id, said)));
    return sendJson(response, answerOf(id, said));
  });
}

/** The events of an answer, as a provider sends them: first the deltas of its words. */
function eventsOf(answer: ReturnType<typeof answerOf>): string[] {
  const [message] = answer.output;
  const [part] = message?.content ?? [];
  const words = part?.text.match(/\S+\s*/g) ?? [];
  const at = { item_id: 'msg_1', output_index: 0, content_index: 0 };
  const begun = { ...answer, status: 'in_progress', output: [] };
  const events: [string, object][] = [
    ['response.created', { response: begun }],
    ['response.output_item.added', { output_index: 0, item: { ...message, status: 'in_progress', content: [] } }],
    ['response.content_part.added', { ...at, part: { ...part, text: '' } }],
    ...words.map((delta): [string, object] => ['response.output_text.delta', { ...at, delta, logprobs: [] }]),
    ['response.output_text.done', { ...at, text: part?.text, logprobs: [] }],
    ['response.content_part.done', { ...at, part }],
    ['response.output_item.done', { output_index: 0, item: message }],
    ['response.completed', { response: answer }],
  ];
  // Numbered otherwise than here.
  return events.map(([type, rest], index) => {
    return `event: ${type}\ndata: ${JSON.stringify({ type, sequence_number: 100 + index, ...rest })}\n\n`;
  });
}

async function start(options: TestGatewayOptions = {}): Promise<OpenAI> {
  model = await startModelServer();
  said = 'Hello.';
  answerLikeAProvider();
  return startGateway(options);
}

async function startGateway(options: TestGatewayOptions): Promise<OpenAI> {
  gateway = await startTestGateway({ ...options, env: { GATEWAY_UPSTREAM_URL: model.url, ...options.env } });
  return new OpenAI({ baseURL: `${gateway.url}/v1`, apiKey: 'any', maxRetries: 0 });
}

afterEach(async () => {
  await gateway.dispose();
  await model.close();
  if (folder !== undefined) await rm(folder, { recursive: true });
  folder = undefined;
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

  it('is read with nothing in the query that nobody reads', async () => {
    const openai = await start();
    const { id } = await openai.responses.create(call);
    const ask = (path: string) =>
      fetch(`${gateway.url}/v1/responses/${id}${path}`, { headers: { authorization: 'Bearer any' } });
    for (const query of ['stream=yes', 'starting_after=1', 'stream=true&starting_after=x', 'include=anything', 'x=y']) {
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

  it('that was denied is not found either where a provider gives it the id of one that passed', async () => {
    const openai = await start();
    model.answerWith((_call, response) => sendJson(response, answerOf('resp_1', said)));
    await openai.responses.create(call);
    said = 'ATTACK';
    await expect(openai.responses.create(call)).rejects.toMatchObject({ code: 'policy_denied' });
    said = 'Hello.';
    await expect(openai.responses.create(next('resp_1'))).rejects.toMatchObject(notFound);
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

const refused = (message: string) => ({
  status: 400,
  param: 'previous_response_id',
  message: expect.stringContaining(message),
});

describe('a response that would be judged otherwise now is not continued', () => {
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

describe('a response that was made before a restart', () => {
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'assay-kept-'));
  });

  const inFolder = (options: TestGatewayOptions = {}) => ({ ...options, ...(folder === undefined ? {} : { folder }) });

  /** Another gateway over the same folder. */
  async function restart(options: TestGatewayOptions = {}): Promise<OpenAI> {
    await gateway.close();
    return startGateway(inFolder(options));
  }

  it('is continued, retrieved and deleted by its caller, and by nobody else', async () => {
    const { id } = await (await start(inFolder())).responses.create(call);
    const openai = await restart();
    await openai.responses.create(next(id));
    // The key of the test's attestor is new at each start.
    const [one, two] = await recordedEvidence(gateway);
    expect(two?.continues).toEqual({ evidence_id: one?.evidence_id, response_hash: one?.response_hash });
    const other = new OpenAI({ baseURL: `${gateway.url}/v1`, apiKey: 'other', maxRetries: 0 });
    await expect(other.responses.retrieve(id)).rejects.toMatchObject(notFound);
    await expect(other.responses.create(next(id))).rejects.toMatchObject(notFound);
    expect((await openai.responses.retrieve(id)).output_text).toBe('Hello.');
    await openai.responses.delete(id);
    await expect((await restart()).responses.retrieve(id)).rejects.toMatchObject(notFound);
  });

  it('keeps what speaks against continuing it', async () => {
    const openai = await start(inFolder());
    said = 'Call PRIVATE1';
    const { id } = await openai.responses.create(call);
    await expect((await restart()).responses.create(next(id))).rejects.toMatchObject(refused('was redacted here'));
  });

  const loud: AuditorDefinition = {
    ...attackAuditor,
    config: { volume: setting.number({ label: 'Volume', default: 1, min: 0, max: 9 }) },
  };
  it.each<[string, TestGatewayOptions]>([
    ['policies', { env: { GATEWAY_POLICY_FILE: 'other.cedar' } }],
    ['auditors', { auditors: [attackAuditor] }],
    [
      'settings of an auditor',
      { auditors: [loud, privateAuditor], env: { [`${attackAuditor.id.toUpperCase()}_VOLUME`]: '2' } },
    ],
  ])('is not continued under other %s', async (_what, options) => {
    const policy = join(folder ?? '', 'other.cedar');
    const openai = await start(inFolder({ auditors: [loud, privateAuditor] }));
    await writeFile(policy, '@id("open") permit (principal, action, resource);', { mode: 0o600 });
    const { id } = await openai.responses.create(call);
    const env = { ...options.env, ...(options.env?.['GATEWAY_POLICY_FILE'] ? { GATEWAY_POLICY_FILE: policy } : {}) };
    const again = await restart({ auditors: [loud, privateAuditor], ...options, env });
    await expect(again.responses.create(next(id))).rejects.toMatchObject(refused('was judged by other auditors'));
    expect((await again.responses.retrieve(id)).output_text).toBe('Hello.');
  });

  it('is not found at another provider', async () => {
    const { id } = await (await start(inFolder())).responses.create(call);
    const url = `${model.url}/`;
    const openai = await restart({ env: { GATEWAY_UPSTREAM_URL: url.replace('127.0.0.1', 'localhost') } });
    await expect(openai.responses.retrieve(id)).rejects.toMatchObject(notFound);
  });
});

describe.each(['buffer', 'window', 'pass'])('retrieved as a stream in mode %s', (mode) => {
  const env = { GATEWAY_STREAM_MODE: mode, GATEWAY_MODE: mode === 'pass' ? 'observe' : 'enforce' };
  const long = 'One is here. Two is here. Three is here. Four is here.';

  it('a response has the events that it had when it was made, numbered alike, in Evidence of their own', async () => {
    const openai = await start({ env });
    said = long;
    const made: ResponseStreamEvent[] = [];
    for await (const event of await openai.responses.create({ ...call, stream: true })) made.push(event);
    const again: ResponseStreamEvent[] = [];
    for await (const event of await openai.responses.retrieve('resp_1', { stream: true })) again.push(event);
    expect(again).toEqual(made);
    expect(again.map(({ sequence_number: number }) => number)).toEqual(again.map((_event, index) => index));
    expect(again.filter(({ type }) => type === 'response.output_text.delta').length).toBe(mode === 'window' ? 4 : 1);
    expect(model.seen[1]).toMatchObject({ method: 'GET', path: '/v1/responses/resp_1?stream=true' });
    const last = (await provenEvidence(gateway)).at(-1);
    const streamMode = mode === 'window' ? 'window' : 'buffer';
    expect(last).toMatchObject({ enforced: 'allow', model_id: 'm', stream_mode: streamMode });
    expect(last?.request_hash).toBe(sha256Hex('GET /v1/responses/resp_1?stream=true'));
  });

  it('it goes on after the event that its reader has; all of it is asked for and judged', async () => {
    const openai = await start({ env });
    said = long;
    await openai.responses.stream(call).finalResponse();
    const whole: ResponseStreamEvent[] = [];
    for await (const event of await openai.responses.retrieve('resp_1', { stream: true })) whole.push(event);
    for (const after of [0, 4, whole.length - 2, whole.length - 1, whole.length + 5]) {
      const rest: ResponseStreamEvent[] = [];
      const stream = await openai.responses.retrieve('resp_1', { stream: true, starting_after: after });
      for await (const event of stream) rest.push(event);
      expect(rest).toEqual(whole.slice(after + 1));
      expect(model.seen.at(-1)?.path).toBe('/v1/responses/resp_1?stream=true');
    }
    const emitted: number[] = [];
    const resumed = openai.responses.stream({ response_id: 'resp_1', starting_after: 4 });
    resumed.on('event', ({ sequence_number: number }) => emitted.push(number));
    expect((await resumed.finalResponse()).output_text).toBe(long);
    expect(emitted).toEqual(whole.slice(5).map(({ sequence_number: number }) => number));
  });

  it('what its reader does not get is judged too', async () => {
    const openai = await start({ env });
    await openai.responses.create(call);
    said = 'One is here. ATTACK is here. Three is here. Four is here.';
    const read = async () => {
      const stream = await openai.responses.retrieve('resp_1', { stream: true, starting_after: 30 });
      for await (const _event of stream);
    };
    if (mode === 'pass') await read();
    else await expect(read()).rejects.toThrow();
    expect((await provenEvidence(gateway)).at(-1)?.decision.decision).toBe('deny');
  });

  it('it is redacted, and refused where it is denied now', async () => {
    const openai = await start({ env });
    await openai.responses.create(call);
    said = 'Call PRIVATE1 now. And then go.';
    const redacted = await openai.responses.stream({ response_id: 'resp_1' }).finalResponse();
    expect(redacted.output_text).toBe(mode === 'pass' ? said : 'Call [REDACTED:private] now. And then go.');
    said = 'An ATTACK is here.';
    const denied = openai.responses.stream({ response_id: 'resp_1' }).finalResponse();
    if (mode === 'pass') expect((await denied).output_text).toBe(said);
    else await expect(denied).rejects.toThrow();
  });

  it('a provider that answers without a stream, or with an error, is judged and passed on', async () => {
    const openai = await start({ env });
    await openai.responses.create(call);
    model.answerWith((_call, response) => sendJson(response, { error: { message: `${said} is no stream.` } }, 400));
    await expect(openai.responses.retrieve('resp_1', { stream: true })).rejects.toThrow('Hello. is no stream.');
    model.answerWith((_call, response) => sendJson(response, answerOf('resp_1', said)));
    const answer = await gateway.get('/v1/responses/resp_1?stream=true');
    expect(answer.status).toBe(404);
  });

  it('a response of somebody else is not found', async () => {
    const openai = await start({ env });
    await openai.responses.create(call);
    const other = new OpenAI({ baseURL: `${gateway.url}/v1`, apiKey: 'other', maxRetries: 0 });
    await expect(other.responses.retrieve('resp_1', { stream: true })).rejects.toMatchObject(notFound);
    expect(model.seen).toHaveLength(1);
  });
});
