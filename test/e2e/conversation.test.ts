import { sha256Hex } from '@assay/sdk/crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';
import {
  chunks,
  completion,
  type ModelServer,
  sendEvents,
  sendJson,
  startModelServer,
} from '../support/model-server.ts';

let model: ModelServer;
let gateway: TestGateway;

beforeAll(async () => {
  model = await startModelServer();
  gateway = await startTestGateway({
    env: { GATEWAY_UPSTREAM_URL: model.url, GATEWAY_ALLOWED_FEATURES: 'unknown_member' },
  });
});

afterAll(async () => {
  await gateway.dispose();
  await model.close();
});

beforeEach(() => {
  model.seen.length = 0;
  model.answerWith((_call, response) => sendJson(response, completion('Hello there.')));
});

const chat = (content: string, rest: object = {}) => ({
  model: 'test-model',
  messages: [{ role: 'user', content }],
  ...rest,
});

function payloadOf(jws: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(jws.split('.')[1] ?? '', 'base64url').toString('utf8'));
}

async function evidenceOf(response: Response): Promise<Record<string, unknown>> {
  const id = response.headers.get('x-assay-evidence-id');
  const text = await (await gateway.get('/v1/receipts/export')).text();
  for (const line of text.trim().split('\n').slice(1)) {
    const { attachment } = JSON.parse(line);
    if (attachment === undefined) continue;
    const payload = payloadOf(Buffer.from(attachment, 'base64url').toString('latin1'));
    if (payload['evidence_id'] === id) return payload;
  }
  throw new Error(`no evidence ${id} in the log`);
}

describe('an allowed conversation', () => {
  it("answers with the model's exact bytes and leaves evidence of both sides", async () => {
    const body = JSON.stringify(chat('How are you?', { unknown_field: { kept: 1.5 } }));
    const response = await gateway.post('/v1/chat/completions', body, { authorization: 'Bearer sk-client' });
    const text = await response.text();
    expect(response.status).toBe(200);
    expect(text).toBe(JSON.stringify(completion('Hello there.')));
    expect(response.headers.get('x-assay-decision')).toBe('allow');
    expect(model.seen[0]?.body).toBe(body);
    expect(model.seen[0]?.headers.authorization).toBe('Bearer sk-client');
    const evidence = await evidenceOf(response);
    expect(evidence).toMatchObject({
      request_hash: sha256Hex(body),
      response_hash: sha256Hex(text),
      phase: 'response',
      agent_id: 'default',
      session_id: 'demo-session',
      enforced: 'allow',
    });
    expect(JSON.stringify(evidence)).not.toContain('How are you');
  });

  it('keeps the records in an intact chain', async () => {
    const verified = await (await gateway.get('/v1/receipts/verify')).json();
    expect(verified).toMatchObject({ chain_intact: true, first_seq: 0, mode: 'full' });
  });
});

describe('a denied conversation', () => {
  it('is refused before the model is asked, with reasons and evidence', async () => {
    const response = await gateway.post('/v1/chat/completions', chat('ATTACK now'));
    expect(response.status).toBe(403);
    const evidenceId = response.headers.get('x-assay-evidence-id');
    expect(await response.json()).toMatchObject({
      error: { code: 'policy_denied', evidence_id: evidenceId, reasons: [expect.any(String)] },
    });
    expect(model.seen).toHaveLength(0);
    const evidence = await evidenceOf(response);
    expect(evidence).toMatchObject({ phase: 'request', enforced: 'deny' });
    expect(evidence['response_hash']).toMatch(/^[0-9a-f]{64}$/);
  });

  it('is refused when the answer attacks, and nothing of the answer reaches the client', async () => {
    model.answerWith((_call, response) => sendJson(response, completion('ATTACK from the model')));
    const response = await gateway.post('/v1/chat/completions', chat('hello'));
    expect(response.status).toBe(403);
    expect(await response.text()).not.toContain('from the model');
  });

  it('is refused when a tool result attacks', async () => {
    const messages = [
      { role: 'user', content: 'read it' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'c1', type: 'function', function: { name: 'read', arguments: '{}' } }],
      },
      { role: 'tool', tool_call_id: 'c1', content: 'ATTACK in a page' },
    ];
    const response = await gateway.post('/v1/chat/completions', { model: 'm', messages });
    expect(response.status).toBe(403);
    expect(model.seen).toHaveLength(0);
  });
});

describe('redaction', () => {
  it('replaces spans in what the model receives and records both hashes', async () => {
    const response = await gateway.post('/v1/chat/completions', chat('My number is PRIVATE123, thanks'));
    expect(response.status).toBe(200);
    const sent = model.seen[0]?.body ?? '';
    expect(sent).toContain('My number is [REDACTED:private], thanks');
    expect(sent).not.toContain('PRIVATE123');
    const evidence = await evidenceOf(response);
    expect(evidence['redacted_request_hash']).toBe(sha256Hex(sent));
    expect((evidence['phases'] as unknown[]).length).toBe(3);
  });

  it('replaces spans in what the client receives', async () => {
    model.answerWith((_call, response) => sendJson(response, completion('It is PRIVATE9.')));
    const response = await gateway.post('/v1/chat/completions', chat('hello'));
    expect(await response.json()).toMatchObject({
      choices: [{ message: { content: 'It is [REDACTED:private].' } }],
    });
  });

  it('reaches into a tool result, and the answer is then judged on its own', async () => {
    const messages = [
      { role: 'user', content: 'read it' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'c1', type: 'function', function: { name: 'read', arguments: '{}' } }],
      },
      { role: 'tool', tool_call_id: 'c1', content: 'The page says PRIVATE55.' },
    ];
    const response = await gateway.post('/v1/chat/completions', { model: 'm', messages });
    expect(response.status).toBe(200);
    expect(model.seen[0]?.body).toContain('The page says [REDACTED:private].');
  });

  it('replaces text across the pieces of a stream', async () => {
    model.answerWith((_call, response) => sendEvents(response, chunks(['It is PRI', 'VATE', '77 ok'])));
    const response = await gateway.post('/v1/chat/completions', chat('hello', { stream: true }));
    const text = await response.text();
    expect(response.status).toBe(200);
    expect(text).toContain('[REDACTED:private]');
    expect(text).not.toMatch(/PRI|VATE/);
    expect(text).toContain('[DONE]');
  });
});

describe('a streamed answer', () => {
  it('passes once decided, written from the judged answer, with decision and evidence in the headers', async () => {
    model.answerWith((_call, response) => sendEvents(response, chunks(['Hel', 'lo'])));
    const response = await gateway.post('/v1/chat/completions', chat('hello', { stream: true }));
    const text = await response.text();
    const frames = text.split('\n\n').filter((frame) => frame !== '');
    expect(frames.at(-1)).toBe('data: [DONE]');
    const events = frames.slice(0, -1).map((frame) => JSON.parse(frame.replace(/^data: /, '')));
    expect(events.map(({ choices }) => choices[0].delta.content ?? '').join('')).toBe('Hello');
    expect(events.at(-1)).toMatchObject({ id: 'chatcmpl-1', choices: [{ index: 0, finish_reason: 'stop' }] });
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    expect(response.headers.get('x-assay-decision')).toBe('allow');
    expect(await evidenceOf(response)).toMatchObject({
      stream_mode: 'buffer',
      response_hash: sha256Hex(text),
    });
  });

  it('with an attack is refused as a whole, with nothing of it shown', async () => {
    model.answerWith((_call, response) => sendEvents(response, chunks(['AT', 'TACK'])));
    const response = await gateway.post('/v1/chat/completions', chat('hello', { stream: true }));
    expect(response.status).toBe(403);
    expect(await response.text()).not.toContain('TACK');
  });
});

describe('POST /v1/evaluate', () => {
  it("answers the contract's decision result for every phase of the auditors", async () => {
    const response = await gateway.post('/v1/evaluate', { data: { input: 'ATTACK' }, phase: 'request' });
    expect(response.status).toBe(200);
    const result = JSON.parse(await response.text());
    expect(result).toMatchObject({
      decision: 'deny',
      policy_id: 'policy',
      policy_version: expect.stringMatching(/./),
      reasons: [expect.any(String)],
      evidence: { evidence_id: expect.any(String) },
    });
    expect(result.claims).toContainEqual(expect.objectContaining({ name: 'injection_risk', value: 1 }));
    expect(payloadOf(result.evidence.jws)).toMatchObject({ evidence_id: result.evidence.evidence_id });
  });

  it('has every claim and the decision in the signed Evidence', async () => {
    const response = await gateway.post('/v1/evaluate', { data: { input: 'ATTACK PRIVATE1' }, phase: 'request' });
    const { claims, evidence, decision } = JSON.parse(await response.text());
    expect(claims.map(({ name }: { name: string }) => name)).toEqual(['injection_risk', 'pii_found']);
    expect(payloadOf(evidence.jws)).toMatchObject({ claims, decision: { decision }, enforced: 'deny' });
  });

  it('answers the text as a model or a client would get it where the policy redacts, and only there', async () => {
    const redactedOf = async (phase: 'request' | 'response', text: string) => {
      const data = phase === 'request' ? { input: text } : { output: text };
      const response = await gateway.post('/v1/evaluate', { data, phase });
      return JSON.parse(await response.text()).redacted;
    };
    expect(await redactedOf('request', 'My number is PRIVATE1')).toBe('My number is [REDACTED:private]');
    expect(await redactedOf('response', 'It is PRIVATE1.')).toBe('It is [REDACTED:private].');
    expect(await redactedOf('request', 'My number is secret')).toBeUndefined();
    expect(await redactedOf('request', 'ATTACK with PRIVATE1')).toBeUndefined();
  });

  it('reports the error of a body that is no claims request', async () => {
    const response = await gateway.post('/v1/evaluate', { phase: 'sideways' });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: 'invalid_request', errors: expect.any(Array) });
  });
});
