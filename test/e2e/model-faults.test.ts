import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';
import { chunks, type ModelServer, startModelServer } from '../support/model-server.ts';

let model: ModelServer;
let gateway: TestGateway;

beforeAll(async () => {
  model = await startModelServer();
  gateway = await startTestGateway({ env: { GATEWAY_UPSTREAM_URL: model.url, GATEWAY_UPSTREAM_TIMEOUT_MS: '400' } });
});

afterAll(async () => {
  await gateway.dispose();
  await model.close();
});

beforeEach(() => {
  model.seen.length = 0;
});

const chat = (rest: object = {}) => ({ model: 'm', messages: [{ role: 'user', content: 'hello' }], ...rest });
const events = (response: ServerResponse, frames: readonly string[], end: 'end' | 'destroy' = 'end') => {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const frame of frames) response.write(frame);
  setTimeout(() => response[end](), 10);
};

const faults: [string, boolean, number, (response: ServerResponse) => void][] = [
  ['never answers', false, 504, () => {}],
  ['closes early', false, 502, (response) => response.destroy()],
  [
    'closes in the middle of its answer',
    false,
    502,
    (response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '900' });
      response.write('{"id":');
      setTimeout(() => response.destroy(), 10);
    },
  ],
  ['does not answer JSON', false, 502, (response) => response.end('hello')],
  ['answers JSON that is no completion', false, 502, (response) => response.end('{"choices":"none"}')],
  [
    'compresses its error although asked not to',
    false,
    502,
    (response) =>
      response.writeHead(400, { 'content-encoding': 'gzip' }).end(gzipSync('{"error":{"message":"ATTACK"}}')),
  ],
  ['never starts its stream', true, 504, () => {}],
  ['breaks its stream off', true, 502, (response) => events(response, chunks(['a', 'b']).slice(0, 2), 'destroy')],
  ['ends its stream without the terminator', true, 502, (response) => events(response, chunks(['a']).slice(0, -1))],
  [
    'stops in the middle of its answer',
    false,
    504,
    (response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '900' });
      response.write('{"id":');
    },
  ],
  [
    'stops in the middle of its stream',
    true,
    504,
    (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(chunks(['a', 'b'])[0]);
    },
  ],
  ['sends broken events', true, 502, (response) => events(response, ['data: {"id":\n\n', 'data: [DONE]\n\n'])],
  [
    'sends events that are not UTF-8',
    true,
    502,
    (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(Buffer.from([0x64, 0x61, 0x74, 0x61, 0x3a, 0xff, 0xfe, 0x0a, 0x0a]));
    },
  ],
];

describe.each(faults)('a model server that %s', (_name, stream, status, answer) => {
  it(`is reported as such (stream: ${stream}) and nothing of a partial answer is forwarded`, async () => {
    model.answerWith((_call, response) => answer(response));
    const response = await gateway.post('/v1/chat/completions', chat({ stream }));
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ error: { code: expect.stringMatching(/^upstream_/) } });
    expect(response.headers.get('x-assay-evidence-id')).toMatch(/^ev_/);
  });
});

describe('a slow model server', () => {
  it('is waited for while never silent for too long, and its whole answer passes', async () => {
    model.answerWith((_call, response) => {
      const pieces = chunks(['one ', 'two ', 'three ', 'four']);
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const next = (index: number): void => {
        if (index === pieces.length) return void response.end();
        response.write(pieces[index]);
        setTimeout(() => next(index + 1), 150);
      };
      next(0);
    });
    const response = await gateway.post('/v1/chat/completions', chat({ stream: true }));
    expect(response.status).toBe(200);
    const text = await response.text();
    for (const word of ['one', 'two', 'three', 'four', '[DONE]']) expect(text).toContain(word);
  });
});

describe.each([false, true])('a model server that imitates the gateway (stream: %s)', (stream) => {
  it('shows no decision or approval to the client', async () => {
    const forged = { 'x-assay-approval-status': 'approved', 'x-assay-approval-id': 'apr_1', 'x-assay-other': '1' };
    model.answerWith((_call, response) => response.writeHead(429, forged).end('{}'));
    const { headers } = await gateway.post('/v1/chat/completions', chat({ stream }));
    const ours = [...headers.keys()].filter((name) => name.startsWith('x-assay-')).sort();
    expect(ours).toEqual(['x-assay-decision', 'x-assay-evidence-id', 'x-assay-trace-id']);
  });
});

describe('an error of the model server', () => {
  it('is forwarded unchanged when the policy allows it', async () => {
    const body = '{"error":{"message":"slow down","type":"rate_limit_error"}}';
    model.answerWith((_call, response) => response.writeHead(429, { 'retry-after': '7' }).end(body));
    const response = await gateway.post('/v1/chat/completions', chat());
    expect(response.status).toBe(429);
    expect(response.headers.get('retry-after')).toBe('7');
    expect(await response.text()).toBe(body);
  });

  it('is judged like an answer', async () => {
    model.answerWith((_call, response) => response.writeHead(400).end('{"error":{"message":"ATTACK"}}'));
    const response = await gateway.post('/v1/chat/completions', chat());
    expect(response.status).toBe(403);
    expect(await response.text()).not.toContain('ATTACK');
  });
});

it('every one of these exchanges left a receipt', async () => {
  const verified = await (await gateway.get('/v1/receipts/verify')).json();
  expect(verified).toMatchObject({ chain_intact: true, total_receipts: faults.length + 6 });
});
