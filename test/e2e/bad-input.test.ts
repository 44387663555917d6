import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';
import { completion, type ModelServer, sendJson, startModelServer } from '../support/model-server.ts';

let model: ModelServer;
let gateway: TestGateway;

beforeAll(async () => {
  model = await startModelServer();
  model.answerWith((_call, response) => sendJson(response, completion('ok')));
  gateway = await startTestGateway({ env: { GATEWAY_UPSTREAM_URL: model.url } });
});

afterAll(async () => {
  await gateway.dispose();
  await model.close();
});

const deep = (depth: number) => `{"model":"m","messages":${'['.repeat(depth)}${']'.repeat(depth)}}`;

describe('a wrong body', () => {
  it.each([
    ['truncated JSON', '{"model":"m","messages":[{"role":"user","cont'],
    ['an empty body', ''],
    ['a list', '[]'],
    ['a number', '5'],
    ['NaN', '{"model":"m","temperature":NaN,"messages":[]}'],
    ['no messages', '{"model":"m"}'],
    ['messages of the wrong type', '{"model":"m","messages":"hello"}'],
    ['content of the wrong type', '{"model":"m","messages":[{"role":"user","content":5}]}'],
    ['deep nesting', deep(500)],
    ['very deep nesting', deep(100_000)],
    ['a member that occurs twice', '{"model":"m","messages":[{"role":"user","content":"a","content":"ATTACK"}]}'],
  ])('%s is 400 in the format of the called API, before any auditor', async (_name, body) => {
    const before = model.seen.length;
    const openAi = await gateway.post('/v1/chat/completions', body);
    expect(openAi.status).toBe(400);
    expect(await openAi.json()).toMatchObject({
      error: { message: expect.any(String), type: 'invalid_request_error' },
    });
    const anthropic = await gateway.post('/v1/messages', body);
    expect(anthropic.status).toBe(400);
    expect(await anthropic.json()).toMatchObject({ type: 'error', error: { type: 'invalid_request_error' } });
    expect(model.seen.length).toBe(before);
  });

  it('of 20 MiB is 413 with a message', async () => {
    const body = JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'x'.repeat(20 * 1024 * 1024) }] });
    const response = await gateway.post('/v1/chat/completions', body);
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({ error: { message: expect.stringMatching(/large/) } });
  });

  it('is refused when compressed, not guessed at', async () => {
    const response = await gateway.post('/v1/chat/completions', '{}', { 'content-encoding': 'gzip' });
    expect(response.status).toBe(415);
  });
});

describe('a wrong claims request for POST /v1/evaluate', () => {
  const request = (phase: string, data: string) => `{"phase":${phase},"data":${data}}`;
  it.each([
    ['truncated JSON', '{"phase":"request","data":{"inp'],
    ['an empty body', ''],
    ['a list', '[]'],
    ['NaN', request('"request"', '{"input":NaN}')],
    ['an unknown phase', request('"later"', '{"input":"a"}')],
    ['a phase of the wrong type', request('5', '{"input":"a"}')],
    ['an input of the wrong type', request('"request"', '{"input":5}')],
    ['data of the wrong type', request('"request"', '"a"')],
    ['a member that occurs twice', request('"request"', '{"input":"a","input":"ATTACK"}')],
    ['deep nesting', request('"request"', `{"input":"a","metadata":${'{"a":'.repeat(500)}1${'}'.repeat(501)}`)],
    ['very deep nesting', request('"request"', `{"metadata":{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}}`)],
  ])('%s is 400 with a problem document, and leaves no receipt', async (_name, body) => {
    const before = await receiptCount();
    const response = await gateway.post('/v1/evaluate', body);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: expect.stringMatching(/^invalid_(json|request)$/) });
    expect(await receiptCount()).toBe(before);
  });

  it('of 20 MiB is 413 with a message', async () => {
    const body = { phase: 'request', data: { input: 'x'.repeat(20 * 1024 * 1024) } };
    const response = await gateway.post('/v1/evaluate', body);
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({ code: 'payload_too_large' });
  });

  it('does not include U+0000 and lone surrogates: they are analysed', async () => {
    const response = await gateway.post('/v1/evaluate', request('"request"', '{"input":"\\u0000\\ud800 ATTACK"}'));
    expect(await response.json()).toMatchObject({ decision: 'deny' });
  });
});

async function receiptCount(): Promise<unknown> {
  return Reflect.get(Object(await (await gateway.get('/health')).json()), 'receipts');
}

describe('odd text', () => {
  it('with U+0000 and lone surrogates in the prompt is analysed like any other', async () => {
    const fine = '{"model":"m","messages":[{"role":"user","content":"a\\u0000b \\ud800 c"}]}';
    expect((await gateway.post('/v1/chat/completions', fine)).status).toBe(200);
    const attack = '{"model":"m","messages":[{"role":"user","content":"\\u0000\\ud800 ATTACK"}]}';
    expect((await gateway.post('/v1/chat/completions', attack)).status).toBe(403);
  });

  it('of any JSON never ends in a 5xx', async () => {
    const body = fc.json({ maxDepth: 4 }).map((text) => `{"model":"m","messages":[{"role":"user","content":${text}}]}`);
    await fc.assert(
      fc.asyncProperty(body, async (text) => {
        expect((await gateway.post('/v1/chat/completions', text)).status).toBeLessThan(500);
      }),
      { numRuns: 60 },
    );
  });
});

describe('another wrong request', () => {
  it('to an unknown path is 404 and to a known one by the wrong method 405', async () => {
    expect((await gateway.get('/v1/nothing')).status).toBe(404);
    expect((await gateway.get('/v1/chat/completions')).status).toBe(405);
  });

  it('to an unknown path is answered in the format of its API, and by a wrong method with the right one', async () => {
    expect(await (await gateway.post('/v1/batches', {})).json()).toMatchObject({ error: { code: 'not_found' } });
    const anthropic = await gateway.post('/v1/messages/count_tokens', {});
    expect(await anthropic.json()).toMatchObject({ type: 'error', error: { type: 'not_found_error' } });
    const wrong = await gateway.get('/v1/messages');
    expect(wrong.headers.get('allow')).toBe('POST');
    expect(await (await gateway.post('/v1/receipts/verify', {})).json()).toMatchObject({ code: 'method_not_allowed' });
  });

  it('with an agent id that no SPIFFE id can contain is 400', async () => {
    const chat = { model: 'm', messages: [{ role: 'user', content: 'a' }] };
    const response = await gateway.post('/v1/chat/completions', chat, { 'x-assay-agent-id': 'a/b' });
    expect(response.status).toBe(400);
    expect(await response.text()).toMatch(/agent id/);
  });

  it('from a web page of another site is 403 (DNS rebinding)', async () => {
    const chat = { model: 'm', messages: [{ role: 'user', content: 'a' }] };
    const response = await gateway.post('/v1/chat/completions', chat, { origin: 'https://evil.example' });
    expect(response.status).toBe(403);
  });
});
