import { connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parseForwardedBody } from '../../src/gateway/http/json-body.ts';
import { openAiChat } from '../../src/gateway/proxy/openai-chat/api.ts';
import { attackAuditor } from '../support/auditors.ts';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';
import { completion, type ModelServer, sendJson, startModelServer } from '../support/model-server.ts';

const chat = '/v1/chat/completions';
const ask = (content: unknown, rest: object = {}) => ({
  model: 'test-model',
  messages: [{ role: 'user', content }],
  ...rest,
});

let model: ModelServer;
let gateway: TestGateway;

beforeAll(async () => {
  model = await startModelServer();
  const env = { GATEWAY_UPSTREAM_URL: model.url, GATEWAY_FORWARDED_HEADERS: 'x-team' };
  gateway = await startTestGateway({ env, auditors: [attackAuditor] });
});

afterAll(async () => {
  await gateway.dispose();
  await model.close();
});

beforeEach(() => {
  model.seen.length = 0;
  model.answerWith((_call, response) => sendJson(response, completion('Hello there.')));
});

/** Sends these exact bytes and gives the response. */
function raw(text: string): Promise<string> {
  const { port, hostname } = new URL(gateway.url);
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    const socket = connect(Number(port), hostname, () => socket.write(text));
    socket.on('data', (part: Buffer) => {
      parts.push(part);
      // A kept-alive connection stays open after the answer.
      if (Buffer.concat(parts).toString().includes('\r\n\r\n')) socket.end();
    });
    socket.on('close', () => resolve(Buffer.concat(parts).toString('utf8')));
    socket.on('error', reject);
  });
}

const host = () => `Host: ${new URL(gateway.url).host}`;
const rawCall = (target: string, lines: readonly string[], body: string) =>
  raw([`POST ${target} HTTP/1.1`, host(), ...lines, '', body].join('\r\n'));
const jsonLines = (body: string) => ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`];

describe('a request to the model server', () => {
  it("is written from the judged request: no byte of the client's layout", async () => {
    const text = `\t{ "model" : "test-model",\n "messages":[{"role":"user","content":"\\u0048i \\/ \\ud83d\\ude00"}] , "seed": 1 }  `;
    expect((await gateway.post(chat, text)).status).toBe(200);
    expect(model.seen[0]?.body).toBe(
      '{"model":"test-model","messages":[{"role":"user","content":"Hi / 😀"}],"seed":1}',
    );
  });

  it('has every digit of a number that exceeds a double', async () => {
    const text = `{"model":"test-model","messages":[{"role":"user","content":"Hi"}],"tools":[{"type":"function","function":{"name":"f","parameters":{"maximum":9223372036854775807}}}]}`;
    expect((await gateway.post(chat, text)).status).toBe(200);
    expect(model.seen[0]?.body).toBe(text);
  });

  it('has no such number that the auditors did not read', () => {
    const text = '{"model":"m","messages":[{"role":"user","content":"Hi"}],"metadata":{"n":6304000000000000017}}';
    const parsed = openAiChat.parseRequest(parseForwardedBody(Buffer.from(text)));
    expect(JSON.stringify(parsed.ok && parsed.request.documents)).toContain('6304000000000000017');
  });

  it('has only listed headers, and one credential', async () => {
    const response = await gateway.post(chat, ask('Hi'), {
      authorization: 'Bearer sk-client',
      'x-original-url': '/admin',
      'x-http-method-override': 'DELETE',
      'x-forwarded-host': 'elsewhere',
      'x-stainless-os': 'Linux',
      'user-agent': 'client/1',
      'x-team': 'blue',
      'openai-project': 'proj_1',
    });
    expect(response.status).toBe(200);
    const { traceparent, ...rest } = model.seen[0]?.headers ?? {};
    expect(traceparent).toMatch(/^00-/);
    expect(Object.keys(rest).sort()).toEqual(
      [
        ...['accept', 'accept-encoding', 'authorization', 'connection', 'content-length', 'content-type', 'host'],
        ...['openai-project', 'user-agent', 'x-team'],
      ].sort(),
    );
  });

  it('has no header value that the auditors did not read', async () => {
    for (const name of ['openai-organization', 'openai-project', 'idempotency-key', 'anthropic-beta', 'x-team']) {
      expect((await gateway.post(chat, ask('Hi'), { [name]: 'ATTACK' })).status).toBe(403);
    }
    expect(model.seen).toEqual([]);
  });

  it('has the path of the route and a query of known parameters', async () => {
    expect((await gateway.post(`${chat}?api-version=2024-10-21`, ask('Hi'))).status).toBe(200);
    expect((await gateway.post('/v1/%63hat/completions', ask('Hi'))).status).toBe(200);
    expect(model.seen.map(({ path }) => path)).toEqual([`${chat}?api-version=2024-10-21`, chat]);
    for (const query of ['x=1', 'api-version=ATTACK', 'beta=true&beta=true']) {
      expect((await gateway.post(`${chat}?${query}`, ask('Hi'))).status).toBe(400);
    }
    const body = JSON.stringify(ask('Hi'));
    for (const target of [`http://elsewhere.example${chat}`, `${chat}#x`, `/v1/x/../chat/completions`, `/${chat}`]) {
      expect(await rawCall(target, jsonLines(body), body)).toMatch(/^HTTP\/1\.1 40[04] /);
    }
    expect(model.seen).toHaveLength(2);
  });
});

describe('a request that two readers could understand differently', () => {
  it.each(['utf-16', 'utf-7', 'latin1', 'us-ascii'])('is refused in the charset %s', async (charset) => {
    const headers = { 'content-type': `application/json; charset=${charset}` };
    expect((await gateway.post(chat, ask('Hi'), headers)).status).toBe(415);
    expect(model.seen).toEqual([]);
  });

  it.each([
    ['UTF-16 with a byte order mark', Buffer.from(`\uFEFF${JSON.stringify(ask('Hi'))}`, 'utf16le')],
    ['UTF-8 with a byte order mark', Buffer.from(`\uFEFF${JSON.stringify(ask('Hi'))}`)],
    [
      'bytes that are not UTF-8',
      Buffer.concat([Buffer.from('{"model":"'), Buffer.from([0xc3, 0x28]), Buffer.from('"}')]),
    ],
    ['overlong UTF-8', Buffer.concat([Buffer.from('{"model":"'), Buffer.from([0xc0, 0xaf]), Buffer.from('"}')])],
  ])('is refused: %s', async (_name, body) => {
    const response = await fetch(`${gateway.url}${chat}`, { method: 'POST', body });
    expect(response.status).toBe(400);
    expect(model.seen).toEqual([]);
  });

  it.each([
    ['two lengths', ['Content-Length: 2', 'Content-Length: 3']],
    ['a length and chunks', ['Content-Length: 2', 'Transfer-Encoding: chunked']],
    ['an encoding that is not chunked', ['Transfer-Encoding: gzip']],
    ['a folded header', ['Content-Length: 2', 'X-A: a', ' b']],
    ['a space before the colon', ['Content-Length : 2']],
    ['a length that is no number', ['Content-Length: 0x2']],
    ['headers past any bound', [`X-A: ${'a'.repeat(70_000)}`]],
    ['a compressed body', ['Content-Encoding: gzip', 'Content-Length: 2']],
  ])('is refused: %s', async (_name, lines) => {
    expect(await rawCall(chat, ['Content-Type: application/json', ...lines], '{}')).toMatch(/^HTTP\/1\.1 4\d\d /);
    expect(model.seen).toEqual([]);
  });

  it('has trailers that go nowhere', async () => {
    const body = JSON.stringify(ask('Hi'));
    const chunked = `${body.length.toString(16)}\r\n${body}\r\n0\r\nX-Team: ATTACK\r\n\r\n`;
    const lines = ['Content-Type: application/json', 'Transfer-Encoding: chunked', 'Trailer: X-Team', 'Upgrade: h2c'];
    expect(await rawCall(chat, lines, chunked)).toMatch(/^HTTP\/1\.1 200 /);
    expect(model.seen[0]?.headers).not.toHaveProperty('x-team');
    expect(model.seen[0]?.headers).not.toHaveProperty('upgrade');
  });

  it.each(['GET', 'HEAD', 'PUT', 'DELETE', 'PATCH'])('is refused with the method %s', async (method) => {
    const response = await fetch(`${gateway.url}${chat}`, { method, headers: { 'x-http-method-override': 'POST' } });
    expect(response.status).toBe(405);
  });
});

describe('an answer to the client', () => {
  const answerWith = (body: string | Buffer, headers: Record<string, string> = {}, status = 200) =>
    model.answerWith((_call, response) => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      response.end(body);
    });

  it('is written from the judged answer', async () => {
    const body = JSON.stringify({ ...completion('Hi \u2028'), big: 1 }, null, 2).replace(
      '"big": 1',
      '"big": 12345678901234567890',
    );
    answerWith(body);
    const response = await gateway.post(chat, ask('Hi'));
    expect(await response.text()).toBe(
      JSON.stringify({ ...completion('Hi \u2028'), big: 1 }).replace('"big":1', '"big":12345678901234567890'),
    );
    expect(response.headers.get('content-type')).toContain('application/json');
  });

  it.each([
    ['a member twice', `{"choices":[],${JSON.stringify(completion('x')).slice(1)}`, {}],
    [
      'a member twice in other letters',
      JSON.stringify(completion('x')).replace('"content":"x"', '"content":"x","\\u0063ontent":"y"'),
      {},
    ],
    ['another charset', JSON.stringify(completion('x')), { 'content-type': 'application/json; charset=utf-16' }],
    ['bytes that are not UTF-8', Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xff]), Buffer.from('"}')]), {}],
    ['no JSON', '<html>', { 'content-type': 'text/html' }],
    ['compressed bytes', 'xx', { 'content-encoding': 'gzip' }],
    ['a redirect', JSON.stringify(completion('x')), { location: 'https://elsewhere.example' }],
  ])('is an error of the gateway for an answer with %s', async (_name, body, headers) => {
    answerWith(body, headers, 'location' in headers ? 302 : 200);
    const response = await gateway.post(chat, ask('Hi'));
    expect(response.status).toBe(502);
    expect(await response.text()).not.toContain('elsewhere');
  });

  it('has only listed headers', async () => {
    answerWith(JSON.stringify(completion('x')), {
      'x-request-id': 'req_00112233445566778899aabbccddeeff',
      'set-cookie': 'a=b',
      'x-secret': 'AKIAIOSFODNN7EXAMPLE',
      link: '<x>',
      'x-assay-decision': 'deny',
      'access-control-allow-origin': '*',
      refresh: '0;url=https://elsewhere.example',
    });
    const { headers } = await gateway.post(chat, ask('Hi'));
    expect(headers.get('x-request-id')).toBe('req_00112233445566778899aabbccddeeff');
    expect(headers.get('x-assay-decision')).toBe('allow');
    for (const name of ['set-cookie', 'x-secret', 'link', 'refresh', 'access-control-allow-origin']) {
      expect(headers.has(name)).toBe(false);
    }
  });

  it('is a judged error of the model server, including its escapes', async () => {
    answerWith('{"error":{"message":"too many \\u0041TTACKs"}}', {}, 429);
    expect((await gateway.post(chat, ask('Hi'))).status).toBe(403);
    answerWith('{ "error": {"message":"slow \\u0064own"} }', { 'retry-after': '3' }, 429);
    const response = await gateway.post(chat, ask('Hi'));
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '3']);
    expect(await response.text()).toBe('{"error":{"message":"slow down"}}');
  });

  it('is plain text when an error is no JSON, so that no page of it is run', async () => {
    answerWith('<script>1</script>', { 'content-type': 'text/html' }, 500);
    const response = await gateway.post(chat, ask('Hi'));
    expect(response.status).toBe(500);
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('is judged when it is an error of an API that answers with numbers', async () => {
    answerWith('{"error":"ATTACK"}', {}, 400);
    expect((await gateway.post('/v1/embeddings', { model: 'm', input: 'Hi' })).status).toBe(403);
  });

  it('is judged with JSON in a string, with its own escapes', async () => {
    const said = JSON.stringify({ note: 'x' }).replace('x', '\\u0041TTACK');
    answerWith(JSON.stringify({ error: { message: said } }), {}, 400);
    expect((await gateway.post(chat, ask('Hi'))).status).toBe(403);
    answerWith(said, { 'content-type': 'text/plain' }, 500);
    expect((await gateway.post(chat, ask('Hi'))).status).toBe(403);
  });

  it('is our own sentence when the list of models fails', async () => {
    answerWith('{"error":"ATTACK"}', {}, 401);
    const response = await gateway.get('/v1/models');
    expect(response.status).toBe(401);
    expect(await response.text()).not.toContain('ATTACK');
  });
});

describe('the list of models', () => {
  it('contains no text that an auditor refused, and nothing unknown', async () => {
    const entry = (id: string, rest: object = {}) => ({ id, object: 'model', owned_by: 'openai', ...rest });
    const listed = async (...data: object[]) => {
      model.answerWith((_call, response) => sendJson(response, { object: 'list', data, note: 'ATTACK' }));
      return (await gateway.get('/v1/models')).text();
    };
    expect(JSON.parse(await listed(entry('gpt-4o'), entry('our-model', { description: 'ATTACK' })))).toEqual({
      object: 'list',
      data: [entry('gpt-4o'), entry('our-model')],
    });
    const refused = [
      entry('ATTACK'),
      entry('our-model', { display_name: 'ATTACK' }),
      entry('their-model', { owned_by: 'ATTACK' }),
    ];
    for (const one of refused) {
      expect(JSON.parse(await listed(entry('gpt-4o'), one))).toEqual({ object: 'list', data: [entry('gpt-4o')] });
    }
  });
});

describe('a stream to the client', () => {
  const chunk = (rest: object) => ({
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 1_790_000_000,
    model: 'test-model',
    ...rest,
  });
  const words = (content: string) => chunk({ choices: [{ index: 0, delta: { content }, finish_reason: null }] });
  const frame = (data: unknown) => `data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`;
  const told = [words('Hi. '), words('There.')].map(frame);
  const asStream = { ...ask('Hi'), stream: true };

  const answerWith = (frames: readonly (string | Buffer)[], type = 'text/event-stream') =>
    model.answerWith((_call, response) => {
      response.writeHead(200, { 'content-type': type });
      for (const one of frames) response.write(one);
      response.end(frame('[DONE]'));
    });

  it('is written from the judged stream: no layout, no padding, no field of the server', async () => {
    answerWith([
      Buffer.from('\uFEFF: note\r\nid: secret1\r\nretry: 5\r\nevent: secret2\r\n'),
      `data: {"choices":[{"index":0,\rdata: "delta":{"content":"Hi"}}],\ndata:"obfuscation":"secret3","id":"c1"}\n\n`,
    ]);
    const response = await gateway.post(chat, asStream);
    expect(response.status).toBe(200);
    const text = await response.text();
    expect(text).toContain('"delta":{"role":"assistant","content":"Hi"}');
    expect(text).not.toMatch(/secret|note|\r|obfuscation/);
  });

  const plain = 'text/event-stream';
  const streams: readonly (readonly [string, readonly (string | Buffer)[], string])[] = [
    ['a member twice', [...told, frame('{"choices":[],"choices":[]}')], plain],
    [
      'a member twice in other letters',
      [frame(JSON.stringify(words('x')).replace('"content"', '"c\\u006fntent":"","content"'))],
      plain,
    ],
    [
      'an index that clients read differently',
      [frame(chunk({ choices: [{ index: '0', delta: { content: 'x' } }] }))],
      plain,
    ],
    ['bytes that are not UTF-8', [...told, Buffer.from([0x64, 0x61, 0x74, 0x61, 0x3a, 0xff, 0x0a, 0x0a])], plain],
    ['another charset', told, 'text/event-stream; charset=utf-16'],
  ];
  it.each(streams)('is an error of the gateway for a stream with %s', async (_name, frames, type) => {
    answerWith(frames, type);
    const response = await gateway.post(chat, asStream);
    expect(response.status).toBe(502);
    expect(await response.text()).not.toContain('There');
  });

  it.each(['id', 'model', 'system_fingerprint', 'service_tier'])('has no %s that was not judged', async (name) => {
    answerWith([frame({ ...words('Hi.'), [name]: 'ATTACK' }), ...told]);
    const response = await gateway.post(chat, asStream);
    expect(await response.text()).not.toContain('ATTACK');
  });
});
