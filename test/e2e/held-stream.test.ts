import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';
import { chunks, type ModelServer, startModelServer } from '../support/model-server.ts';

let model: ModelServer;
let gateway: TestGateway;

beforeAll(async () => {
  model = await startModelServer();
  gateway = await startTestGateway({ env: { GATEWAY_UPSTREAM_URL: model.url }, streamHoldMs: 50 });
});

afterAll(async () => {
  await gateway.dispose();
  await model.close();
});

const chat = { model: 'm', messages: [{ role: 'user', content: 'hello' }], stream: true };

/** Sends the frames only after the gateway had to open the stream. */
function answerLate(frames: readonly string[], end: 'end' | 'destroy' = 'end') {
  model.answerWith((_call, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    setTimeout(() => {
      for (const frame of frames) response.write(frame);
      response[end]();
    }, 250);
  });
}

const closingOf = (text: string) => JSON.parse(/: assay (\{.*\})/.exec(text)?.[1] ?? '{}');

describe('a buffered stream with a slow decision', () => {
  it('is opened with comments, and decision and evidence id are in a closing comment', async () => {
    answerLate(chunks(['Hel', 'lo']));
    const response = await gateway.post('/v1/chat/completions', chat);
    const text = await response.text();
    expect(response.status).toBe(200);
    expect(response.headers.get('x-assay-trace-id')).toMatch(/^[0-9a-f]{32}$/);
    expect(response.headers.get('x-assay-decision')).toBeNull();
    expect(text.startsWith(': assay is still checking\n\n')).toBe(true);
    expect(text).toContain('"content":"Hello"');
    expect(text).toContain('data: [DONE]');
    expect(closingOf(text)).toMatchObject({ 'x-assay-decision': 'allow', 'x-assay-evidence-id': expect.any(String) });
  });

  it('ends with an error event when it is denied, and shows nothing of the answer', async () => {
    answerLate(chunks(['AT', 'TACK']));
    const text = await (await gateway.post('/v1/chat/completions', chat)).text();
    expect(text).not.toContain('TACK');
    expect(text).toContain('content_filter');
    expect(text).toContain('policy_denied');
    expect(closingOf(text)).toMatchObject({ 'x-assay-decision': 'deny' });
  });

  it('ends with an error event when the model server breaks off', async () => {
    answerLate(chunks(['Hello']).slice(0, 2), 'destroy');
    const text = await (await gateway.post('/v1/chat/completions', chat)).text();
    expect(text).not.toContain('Hello');
    expect(text).toContain('upstream_unavailable');
  });

  it('is read by the official client, and a denial is an error to it', async () => {
    const client = new OpenAI({ baseURL: `${gateway.url}/v1`, apiKey: 'sk', maxRetries: 0 });
    const read = async () => {
      const messages = [{ role: 'user' as const, content: 'hello' }];
      let text = '';
      for await (const chunk of await client.chat.completions.create({ model: 'm', messages, stream: true })) {
        text += chunk.choices[0]?.delta.content ?? '';
      }
      return text;
    };
    answerLate(chunks(['Hel', 'lo']));
    expect(await read()).toBe('Hello');
    answerLate(chunks(['AT', 'TACK']));
    await expect(read()).rejects.toThrow();
  });
});
