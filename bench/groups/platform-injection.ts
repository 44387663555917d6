/** Credentials injected into calls by a gateway with a warm cache, compared with the same calls without. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { Pool } from 'undici';
import type { InjectionAnswer } from '../../src/contract/injection.ts';
import { injectInto } from '../../src/mcp-gateway/credentials/injected-credential.ts';
import { type CredentialRequest, createInjector } from '../../src/mcp-gateway/credentials/injector.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { createSecret } from '../../src/platform/secret.ts';
import { timeCalls } from '../percentile.ts';
import type { Row } from '../report.ts';

/** Agents with their own people: the cache of a busy gateway. */
const pairs = 5_000;
const rounds = 20_000;
const callRounds = 3_000;

const inbound: Readonly<Record<string, string>> = {
  host: 'gateway.example',
  authorization: `Bearer ${'g'.repeat(800)}`,
  cookie: 'sid=1',
  accept: 'application/json',
  'content-type': 'application/json',
  'mcp-session-id': 'ses_1',
  'mcp-protocol-version': '2026-07-28',
  traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
  'user-agent': 'bench',
};

const requests: readonly CredentialRequest[] = Array.from({ length: pairs }, (_, index) => ({
  agentId: `agt_${index}`,
  service: 'com.example/crm',
  resource: 'https://crm.example/mcp',
  scopes: ['read', 'call'],
  onBehalfOf: {
    subjectId: `usr_${index}`,
    grantId: `dgr_${index}`,
    token: createSecret(`${index}.${'t'.repeat(900)}`),
  },
}));

function open() {
  return createInjector({
    ask: async ({ agent_id }): Promise<InjectionAnswer> => ({
      status: 'ready',
      credential_id: 'scr_1',
      version: 1,
      method: 'sidecar',
      good_for_s: 60,
      scopes_missing: [],
      headers: [{ name: 'authorization', value: `Bearer ${agent_id}${'u'.repeat(800)}` }],
      environment: [],
      client_certificate: null,
      connect_url: null,
    }),
    // A fixed clock, so that every call is answered from the cache.
    clock: { now: () => startedAt },
    bundleVersion: () => 'cfg_1.1',
  });
}

const startedAt = systemClock.now();
const wishOf = (round: number): CredentialRequest =>
  requests[(round * 7_919) % pairs] ?? { agentId: 'none', service: 'none' };

/** Warms the cache before the measurement. */
export async function measureInjection(progress: (message: string) => void): Promise<Row[]> {
  const injector = open();
  for (const request of requests) await injector.prepare(inbound, request);
  progress(`injection: ${pairs} credentials in memory`);
  const send = async () => ({ status: 200 });
  const bare = await timeCalls(rounds, async () => [{ ...inbound }, await send()]);
  const injected = await timeCalls(rounds, (round) =>
    injector.callWithCredential(wishOf(round), async (held) => {
      injectInto(inbound, held);
      return send();
    }),
  );
  progress('injection: calls over loopback, with it and without');
  const wire = await overLoopback(injector);
  return [
    row('platform.injection_p50_ms', injected.p50Ms, bare.p50Ms, '0.3 ms'),
    row('platform.injection_p99_ms', injected.p99Ms, bare.p99Ms),
    row('platform.injected_call_p50_ms', wire.injected, wire.bare),
  ];
}

async function overLoopback(injector: ReturnType<typeof open>): Promise<{ bare: number; injected: number }> {
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => response.end('{"jsonrpc":"2.0","id":1,"result":{}}'));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has a port');
  const pool = new Pool(`http://127.0.0.1:${address.port}`, { connections: 1 });
  const call = async (headers: Record<string, string | readonly string[]>) => {
    const { host: _host, ...rest } = headers;
    const sent = Object.entries(rest).map(([name, value]): [string, string] => [name, String(value)]);
    const body = '{"jsonrpc":"2.0","id":1,"method":"tools/call"}';
    const answer = await pool.request({ method: 'POST', path: '/mcp', headers: Object.fromEntries(sent), body });
    await answer.body.dump();
    return { status: answer.statusCode };
  };
  try {
    const bare = await timeCalls(callRounds, () => call(inbound));
    const injected = await timeCalls(callRounds, (round) =>
      injector.callWithCredential(wishOf(round), (held) => call(injectInto(inbound, held))),
    );
    return { bare: bare.p50Ms, injected: injected.p50Ms };
  } finally {
    await pool.close();
    server.close();
  }
}

function row(id: string, value: number, baseline: number, must?: string): Row {
  return { id, value, unit: 'ms', baseline, ratio: value / baseline, ...(must === undefined ? {} : { must }) };
}
