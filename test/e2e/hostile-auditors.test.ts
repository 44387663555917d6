import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { startTestGateway } from '../support/gateway.ts';
import { startHostileAuditor } from '../support/hostile-auditor.ts';

const claim = (rest: object) => ({ name: 'injection_risk', type: 'score_normalized', value: 0, ...rest });
const success = (claims: unknown, rest: object = {}) => JSON.stringify({ status: 'success', claims, ...rest });
const nested = (depth: number): unknown => (depth === 0 ? 'x' : { a: nested(depth - 1) });

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
  ['answers no JSON', (response) => response.end('<html>')],
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
  it('is tried once more within the deadline', async () => {
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
  it('is served by its stored vocabulary, and what needs it is denied until it is back', async () => {
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
