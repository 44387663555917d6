/**
 * Simulated gateways: each polls over its own connection and checks its bundle. Arguments: URL, number of gateways, number of
 * changes. A change is made while all of them wait; a time is from the answer to the change until a gateway has verified the
 * bundle. The baseline is a bare long poll: as many waiting requests on a server that only holds them, answered at once with as
 * many bytes.
 */
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { performance } from 'node:perf_hooks';
import { verifyEs256 } from '@assay/sdk/crypto';
import { Compile } from 'typebox/compile';
import { Pool } from 'undici';
import { createHttpVerifierClient } from '../../src/clients/verifier/http.ts';
import { type BundleKey, ConfigBundleSchema } from '../../src/contract/control/config-bundle.ts';

const [, , url = '', count = '0', changes = '0'] = process.argv;
const gateways = Number(count);
const rounds = Number(changes);
const warmup = 3;
const shape = Compile(ConfigBundleSchema);
const pool = new Pool(url, { connections: 1 });

interface Arrival {
  readonly gateway: number;
  readonly atMs: number;
  readonly revision: number;
}

let arrivals: Arrival[] = [];
let bytes = 0;
const stop = new AbortController();

async function call(method: 'POST' | 'PATCH' | 'GET', path: string, body?: unknown, etag?: string) {
  const headers = { 'content-type': 'application/json', ...(etag === undefined ? {} : { 'if-match': etag }) };
  const answer = await pool.request({ method, path, headers, body: body === undefined ? null : JSON.stringify(body) });
  const text = await answer.body.text();
  if (answer.statusCode >= 300) throw new Error(`${path} answered ${answer.statusCode}: ${text.slice(0, 200)}`);
  return { text, etag: String(answer.headers['etag']) };
}

let checked = { text: '', revision: 0 };

/**
 * Every gateway checks the signature. The payload is parsed once per text, because this one process simulates gateways that have
 * a machine each.
 */
function verify(jws: string, keys: readonly BundleKey[]): number {
  const [head = '', body = '', signature = ''] = jws.split('.');
  const { kid } = JSON.parse(Buffer.from(head, 'base64url').toString());
  const key = keys.find((candidate) => candidate.kid === kid);
  if (key === undefined || !verifyEs256(key, Buffer.from(`${head}.${body}`), Buffer.from(signature, 'base64url'))) {
    throw new Error('the bundle is not signed by the verifier');
  }
  if (checked.text !== body) checked = { text: body, revision: readRevision(body) };
  return checked.revision;
}

function readRevision(body: string): number {
  const bundle: unknown = JSON.parse(Buffer.from(body, 'base64url').toString());
  if (!shape.Check(bundle)) throw new Error('the bundle does not have the expected shape');
  return bundle.revision;
}

async function runGateway(gateway: number): Promise<void> {
  const dispatcher = new Pool(url, { connections: 1 });
  const client = createHttpVerifierClient({ url, dispatcher });
  const keys = await client.publicKeys();
  let etag: string | undefined;
  while (!stop.signal.aborted) {
    const poll = { gatewayId: `gw-${gateway}`, etag, waitS: 60, signal: stop.signal };
    const answer = await client.configBundle(poll).catch((error: unknown) => {
      if (stop.signal.aborted) return undefined;
      throw error;
    });
    if (answer?.status !== 'changed') continue;
    const revision = verify(answer.jws, keys);
    arrivals.push({ gateway, atMs: performance.now(), revision });
    etag = answer.etag;
    bytes = answer.jws.length;
  }
  await dispatcher.destroy();
}

async function until(isDone: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isDone())) await new Promise((resolve) => setTimeout(resolve, 5));
}

async function countWaiting(): Promise<number> {
  const { text } = await call('GET', '/metrics');
  return Number(/^assay_config_bundle_waiting (\d+)/m.exec(text)?.[1] ?? 0);
}

async function makeChange(round: number): Promise<number[]> {
  await until(async () => (await countWaiting()) === gateways);
  arrivals = [];
  const { etag } = await call('GET', '/v1/workspaces/default');
  await call('PATCH', '/v1/workspaces/default', { description: `change ${round}` }, etag);
  const answeredMs = performance.now();
  await until(() => arrivals.length >= gateways);
  return arrivals.map(({ atMs }) => atMs - answeredMs);
}

async function timeBarePolls(): Promise<number[]> {
  let held: ServerResponse[] = [];
  const payload = Buffer.alloc(bytes, 'a');
  const server = createServer((_request, response) => held.push(response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const pools = Array.from({ length: gateways }, () => new Pool(`http://127.0.0.1:${port}`, { connections: 1 }));
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    let releasedMs = 0;
    const polls = pools.map(async (one) => {
      await (await one.request({ method: 'GET', path: '/' })).body.text();
      times.push(performance.now() - releasedMs);
    });
    await until(() => held.length === gateways);
    releasedMs = performance.now();
    for (const response of held) response.end(payload);
    held = [];
    await Promise.all(polls);
  }
  await Promise.all(pools.map((one) => one.destroy()));
  server.closeAllConnections();
  server.close();
  return times;
}

function summarise(times: number[]) {
  times.sort((left, right) => left - right);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return { p50Ms: at(0.5), p99Ms: at(0.99), maxMs: at(1) };
}

const running = Array.from({ length: gateways }, (_, index) => runGateway(index));
const failed = Promise.all(running).then(() => new Promise<never>(() => {}));
const measure = async () => {
  for (let round = 0; round < warmup; round += 1) await makeChange(round);
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) times.push(...(await makeChange(warmup + round)));
  return times;
};
const times = await Promise.race([measure(), failed]);
stop.abort();
await Promise.all(running);
await pool.destroy();
process.stdout.write(`${JSON.stringify({ ...summarise(times), bytes, bare: summarise(await timeBarePolls()) })}\n`);
