import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { startTestGateway } from '../support/gateway.ts';
import { startHostileAuditor } from '../support/hostile-auditor.ts';

const claim = (rest: object) => ({ name: 'injection_risk', type: 'score_normalized', value: 0, ...rest });
const success = (claims: unknown, rest: object = {}) => JSON.stringify({ status: 'success', claims, ...rest });
const nested = (depth: number): unknown => (depth === 0 ? 'x' : { a: nested(depth - 1) });

const one = JSON.stringify(claim({}));
/** Bypasses the HTTP library to send raw bytes. */
const raw = (response: ServerResponse, bytes: string) => void response.socket?.end(bytes);
/** Sends the same, then more for as long as it is read. */
function every({ socket }: ServerResponse, first: string, more: string): void {
  socket?.write(first);
  const timer = setInterval(() => socket?.write(more), 20);
  socket?.once('error', () => clearInterval(timer)).once('close', () => clearInterval(timer));
}

const lies: [string, (response: ServerResponse) => void][] = [
  ['hangs', () => {}],
  [
    'dies in the middle of its answer',
    (response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '500' });
      response.write('{"status":"success","cla');
      setImmediate(() => response.destroy());
    },
  ],
  ['answers an HTTP error', (response) => response.writeHead(500).end('{}')],
  ['does not answer JSON', (response) => response.end('<html>')],
  ['answers nothing', (response) => response.end()],
  ['lies about a type', (response) => response.end(success([claim({ value: 'none' })]))],
  [
    'declares one type and sends another',
    (response) => response.end(success([claim({ type: 'boolean', value: false })])),
  ],
  ['sends a score over 1', (response) => response.end(success([claim({ value: 1.5 })]))],
  ['returns a decision', (response) => response.end(success([claim({})], { decision: 'allow' }))],
  ['returns a decision as its status', (response) => response.end(JSON.stringify({ status: 'blocked', claims: [] }))],
  ['sends the same claim twice', (response) => response.end(success([claim({}), claim({})]))],
  [
    'sends a claim it never declared',
    (response) => response.end(success([claim({}), { name: 'other', type: 'boolean', value: true }])),
  ],
  ['leaves out the claim that the policy needs', (response) => response.end(success([]))],
  ['sends a null byte', (response) => response.end(success([claim({ detail: { text: 'a\u0000b' } })]))],
  [
    'sends a lone surrogate',
    (response) =>
      response.end(
        '{"status":"success","claims":[{"name":"injection_risk","type":"score_normalized","value":0,"detail":{"t":"\\ud800"}}]}',
      ),
  ],
  ['nests its detail too deep', (response) => response.end(success([claim({ detail: nested(20) })]))],
  ['sends too large a detail', (response) => response.end(success([claim({ detail: { text: 'x'.repeat(300_000) } })]))],
  [
    'floods',
    (response) => response.end(success(Array.from({ length: 300 }, (_, index) => claim({ name: `c${index}` })))),
  ],
  ['sends more than anybody reads', (response) => response.end('x'.repeat(9 * 1024 * 1024))],
  [
    'repeats a member of its answer',
    (response) => response.end(`{"status":"error","status":"success","claims":[],"claims":[${one}]}`),
  ],
  [
    'repeats a member of a claim',
    (response) =>
      response.end(
        '{"status":"success","claims":[{"name":"injection_risk","type":"score_normalized","value":1,"value":0}]}',
      ),
  ],
  ['sends a number that JSON has none of', (response) => response.end(success([claim({})]).replace('0', 'NaN'))],
  ['sends bytes that are not UTF-8', (response) => response.end(Buffer.from(`${success([claim({})])}ÿ`, 'latin1'))],
  ['answers in UTF-16', (response) => response.end(Buffer.from(success([claim({})]), 'utf16le'))],
  [
    'says that its answer is UTF-7',
    (response) =>
      response.writeHead(200, { 'content-type': 'application/json; charset=utf-7' }).end(success([claim({})])),
  ],
  ['sends two answers in one', (response) => response.end(success([claim({})]) + success([claim({})]))],
  [
    'says that its answer is compressed',
    (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(success([claim({})]))),
  ],
  [
    'sends a small answer that is large once it is unpacked',
    (response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(64 * 1024 * 1024, ' '))),
  ],
  ['leads elsewhere', (response) => response.writeHead(307, { location: 'http://127.0.0.1:1/claims' }).end()],
  ['leads to its own address', (response) => response.writeHead(308, { location: '/claims' }).end()],
  ['never ends its headers', (response) => every(response, 'HTTP/1.1 200 OK\r\n', 'x-more: 1\r\n')],
  ['never ends its interim answers', (response) => every(response, '', 'HTTP/1.1 103 Early Hints\r\n\r\n')],
  ['sends one byte at a time', (response) => every(response, 'HTTP/1.1 200 OK\r\ncontent-length: 900\r\n\r\n{', ' ')],
  [
    'never ends its answer',
    (response) => every(response, 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n', '1\r\n \r\n'),
  ],
  [
    'says two lengths',
    (response) => raw(response, `HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 90\r\n\r\n{}`),
  ],
  ['speaks no HTTP', (response) => raw(response, 'SSH-2.0-OpenSSH_9.6\r\n')],
  [
    'reports an error',
    (response) =>
      response.end(
        JSON.stringify({
          status: 'error',
          claims: [],
          error: { code: 'INTERNAL_ERROR', message: 'no', retryable: true },
        }),
      ),
  ],
];

describe.each(lies)('an auditor that %s', (_name, answer) => {
  it('never leads to an allow: the exchange is denied, naming claim and auditor', async () => {
    const auditor = await startHostileAuditor(answer);
    const gateway = await startTestGateway({
      auditors: [],
      remote: [{ name: 'hostile', url: auditor.url }],
      env: { GATEWAY_AUDITOR_TIMEOUT_MS: '300' },
    });
    try {
      const response = await gateway.post('/v1/evaluate', { data: { input: 'hello' }, phase: 'request' });
      expect(response.status).toBe(200);
      expect(await response.json()).toMatchObject({
        decision: 'deny',
        reasons: ['missing:injection_risk:hostile'],
        claims: [],
      });
      const chat = { model: 'echo', messages: [{ role: 'user', content: 'hello' }] };
      expect((await gateway.post('/v1/chat/completions', chat)).status).toBe(403);
    } finally {
      await gateway.dispose();
      await auditor.close();
    }
  });
});

describe('a retryable failure', () => {
  it('is retried once within the deadline', async () => {
    let call = 0;
    const auditor = await startHostileAuditor((response) => {
      call += 1;
      if (call === 1) response.writeHead(503).end();
      else response.end(success([claim({})]));
    });
    const gateway = await startTestGateway({ auditors: [], remote: [{ name: 'hostile', url: auditor.url }] });
    try {
      const response = await gateway.post('/v1/evaluate', { data: { input: 'hello' }, phase: 'request' });
      expect(await response.json()).toMatchObject({ decision: 'allow' });
      expect(auditor.calls()).toBe(2);
    } finally {
      await gateway.dispose();
      await auditor.close();
    }
  });
});

describe('an auditor that is away at start', () => {
  it('is served by its stored vocabulary, and exchanges that need it are denied until it is back', async () => {
    const auditor = await startHostileAuditor((response) => response.end(success([claim({})])));
    const remote = [{ name: 'hostile', url: auditor.url }];
    const first = await startTestGateway({ auditors: [], remote });
    await first.close();
    await auditor.close();
    const second = await startTestGateway({ auditors: [], remote, folder: first.folder });
    try {
      const response = await second.post('/v1/evaluate', { data: { input: 'hello' }, phase: 'request' });
      expect(await response.json()).toMatchObject({ decision: 'deny', reasons: ['missing:injection_risk:hostile'] });
    } finally {
      await second.close();
      await first.dispose();
    }
  });
});

describe('auditors that never answer', () => {
  it('delay nobody who does not need them: health, other exchanges and the refusals come', async () => {
    const auditor = await startHostileAuditor((response) => every(response, 'HTTP/1.1 200 OK\r\n', 'x-more: 1\r\n'));
    const gateway = await startTestGateway({
      auditors: [],
      remote: [{ name: 'hostile', url: auditor.url }],
      env: { GATEWAY_AUDITOR_TIMEOUT_MS: '300' },
    });
    try {
      const asked = Array.from({ length: 100 }, (_, at) =>
        gateway.post('/v1/evaluate', { data: { input: `hello ${at}` }, phase: 'request' }),
      );
      expect((await gateway.get('/health')).status).toBe(200);
      const statuses = await Promise.all(
        asked.map(async (answer) => {
          const response = await answer;
          const { decision } = Object(await response.json());
          return response.status === 200 ? decision : response.status;
        }),
      );
      // Requests without capacity are told to come later; nothing is allowed.
      expect(statuses.filter((status) => ![503, 429, 'deny'].includes(status))).toEqual([]);
      expect((await gateway.get('/health')).status).toBe(200);
    } finally {
      await gateway.dispose();
      await auditor.close();
    }
  });
});
