import { createServer, type RequestListener, type Server } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { GatewayCall, GatewayClient } from './client.ts';
import { createHttpGatewayClient } from './http.ts';

let server: Server;
let url: string;
let answer: RequestListener;
let client: GatewayClient;
let count: number;

beforeEach(async () => {
  count = 0;
  server = createServer((request, response) => {
    count += 1;
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  url = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  client = createHttpGatewayClient({ url: () => url, timeoutMs: 2_000, maxAnswerBytes: 1_000 });
});
afterEach(async () => {
  await client.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const aCall = (change: Partial<GatewayCall> = {}): GatewayCall => ({
  path: '/v1/evaluate',
  body: '{"a":1}',
  agentId: 'clerk',
  token: 'abc',
  sessionId: 'wfr_1',
  traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`,
  signal: new AbortController().signal,
  ...change,
});

describe('the gateway over HTTP', () => {
  it('is asked as the agent, within the session and the trace, with the exact bytes', async () => {
    const evidenceId = `ev_${'0'.repeat(36)}`;
    const seen: unknown[] = [];
    answer = async (request, response) => {
      seen.push([request.url, request.headers, Buffer.concat(await request.toArray()).toString()]);
      response.writeHead(403, { 'x-assay-evidence-id': evidenceId, 'retry-after': '7' }).end('no');
    };
    expect(await client.send(aCall())).toEqual({ status: 403, text: 'no', evidenceId, retryAfterS: 7 });
    const headers = {
      authorization: 'Bearer abc',
      'x-assay-agent-id': 'clerk',
      'x-assay-session-id': 'wfr_1',
      traceparent: aCall().traceparent,
      'content-type': 'application/json',
    };
    expect(seen).toEqual([['/v1/evaluate', expect.objectContaining(headers), '{"a":1}']]);
  });

  it('is not redirected, and its own headers count only in their format', async () => {
    answer = (_request, response) =>
      response.writeHead(307, { location: '/elsewhere', 'x-assay-evidence-id': 'x y', 'retry-after': 'soon' }).end();
    expect(await client.send(aCall())).toEqual({
      status: 307,
      text: '',
      evidenceId: undefined,
      retryAfterS: undefined,
    });
    expect(count).toBe(1);
  });

  it('received nothing when unreachable, and may have acted when it breaks off, is late or answers too much', async () => {
    answer = (request) => request.socket.destroy();
    await expect(client.send(aCall())).rejects.toMatchObject({ code: 'upstream_unavailable' });
    answer = (_request, response) => response.end('x'.repeat(1_001));
    await expect(client.send(aCall())).rejects.toMatchObject({ code: 'upstream_unavailable' });
    answer = () => undefined;
    const hasty = createHttpGatewayClient({ url: () => url, timeoutMs: 500 });
    await expect(hasty.send(aCall())).rejects.toMatchObject({ code: 'upstream_timeout' });
    await hasty.close();
    const nowhere = createHttpGatewayClient({ url: () => 'http://127.0.0.1:1' });
    await expect(nowhere.send(aCall())).rejects.toMatchObject({ code: 'unavailable' });
    await nowhere.close();
    const unknown = createHttpGatewayClient({ url: () => undefined });
    await expect(unknown.send(aCall())).rejects.toMatchObject({
      detail: expect.stringContaining('VERIFIER_GATEWAY_URL'),
    });
    expect([unknown.isOnLoopback(), client.isOnLoopback()]).toEqual([false, true]);
  });

  it("is aborted with the caller's reason", async () => {
    const stop = new AbortController();
    answer = () => stop.abort(new Error('the run was cancelled'));
    await expect(client.send(aCall({ signal: stop.signal }))).rejects.toThrow('the run was cancelled');
  });
});
