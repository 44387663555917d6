/**
 * For the test of secrets: webhook signing keys, credentials for collectors and model servers, secrets that agents write by
 * mistake; also payloads of a run, a call or a decision, which appear only in their own record.
 */
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { and, eq, sql } from 'drizzle-orm';
import { workflowRunsTable, workflowStepsTable } from './composition/workflows/runs/tables.ts';
import type { TestIssuer } from './identity/issuer/issuer.fixture.ts';
import { type Answer, aGateway, type Method } from './test-verifier.ts';

export interface ComposingCanary {
  readonly issuer: TestIssuer;
  readonly later: Map<string, string>;
  /** Payloads that authorised readers see in their own record, and nowhere else. */
  readonly payloads: Map<string, string>;
  keep(kind: string, secret: unknown): string;
}

const agentId = 'canary-agent';
const drawn = () => randomBytes(24).toString('base64url');

/** A server that echoes everything it gets: headers, path and body. */
async function openEcho(): Promise<{ readonly url: string; readonly server: Server }> {
  const server = createServer(async (request, response) => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    const text = request.headers['content-encoding'] === 'gzip' ? gunzipSync(body).toString('utf8') : body.toString();
    const told = `${JSON.stringify(request.headers)} ${request.url} ${text}`.slice(0, 4_000);
    response.writeHead(request.url?.startsWith('/gone') === true ? 404 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ partialSuccess: { rejectedSpans: '1', errorMessage: told } }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

/** Calls as the operator, and keeps the answer for the search. */
async function ask(
  { issuer, later }: ComposingCanary,
  name: string,
  [method, path, body, headers]: readonly [Method, string, unknown?, Record<string, string>?],
  isExpected: (status: number) => boolean = (status) => status < 300,
): Promise<Answer> {
  const answer = await issuer.verifier.admin(method, path, body, headers);
  const text = answer.raw.toString('utf8');
  if (!isExpected(answer.status)) throw new Error(`${name}: ${answer.status} ${text}`);
  later.set(name, text);
  return answer;
}

const isRefused = (status: number) => status >= 400 && status < 500;

export async function runComposing(canary: ComposingCanary): Promise<void> {
  const echo = await openEcho();
  try {
    await runWebhook(canary, echo.url);
    await runTelemetry(canary, echo.url);
    await runRegistries(canary, echo.url);
    await runLines(canary);
    await runWorkflow(canary);
    const { webhookWork, telemetryWork } = canary.issuer.verifier.verifier().services;
    for (let turn = 0; turn < 2; turn += 1) {
      await webhookWork.tick();
      await webhookWork.idle();
      await telemetryWork.tick();
    }
    await readComposing(canary);
  } finally {
    await new Promise((resolve) => echo.server.close(resolve));
  }
}

/** The secret is in two answers; a repeat with the same key does not show it. */
async function runWebhook(canary: ComposingCanary, url: string): Promise<void> {
  const { issuer, keep } = canary;
  const keepShown = (kind: string, { body }: Answer) => {
    const text = keep(kind, body['secret']);
    keep(`${kind}, its bytes`, text.replace(/^whsec_/, ''));
  };
  const hook = { name: 'canary', url: `${url}/hook`, events: ['*'] };
  const once = { 'idempotency-key': 'canary-hook' };
  const made = await issuer.verifier.admin('POST', '/v1/webhooks', hook, once);
  keepShown('webhook secret', made);
  await ask(canary, 'a webhook, again', ['POST', '/v1/webhooks', hook, once]);
  const path = `/v1/webhooks/${String(made.body['id'])}`;
  keepShown('webhook secret after rotation', await issuer.verifier.admin('POST', `${path}/rotate-secret`, {}, once));
  await ask(canary, 'a webhook, rotated again', ['POST', `${path}/rotate-secret`, {}, once]);
  await ask(canary, 'a webhook, tried', ['POST', `${path}/test`, {}]);
  await ask(canary, 'a webhook, changed', ['PATCH', path, { description: 'x' }, { 'if-match': '"2"' }]);
}

async function runTelemetry(canary: ComposingCanary, url: string): Promise<void> {
  const { keep } = canary;
  const endpoint = `${url}/v1/traces`;
  const headers = () => ({
    authorization: `Bearer ${keep('header of a collector', drawn())}`,
    'X-Api-Key': keep('header of a collector', `"${drawn()}" \\ ${drawn()}`),
  });
  const request = { name: 'canary', endpoint, headers: headers() };
  const once = { 'idempotency-key': 'canary-export' };
  const at = ['POST', '/v1/telemetry-exports'] as const;
  const { body } = await ask(canary, 'an export', [...at, request, once]);
  await ask(canary, 'an export, again', [...at, request, once]);
  const path = `/v1/telemetry-exports/${String(body['id'])}`;
  await ask(canary, 'an export, tried', ['POST', `${path}/test`, {}]);
  await ask(canary, 'an export, changed', ['PATCH', path, { headers: headers() }, { 'if-match': '"1"' }]);
  await ask(canary, 'an export, tried again', ['POST', `${path}/test`, {}]);
  for (const [name, wrong] of Object.entries({
    reserved: { host: drawn() },
    twice: { 'x-key': drawn(), 'X-KEY': drawn() },
    'of two lines': { 'x-key': `${drawn()}\n${drawn()}` },
    'with a wrong name': { 'x key': drawn() },
  })) {
    for (const value of Object.values(wrong)) keep('header that is not taken', value);
    await ask(canary, `a header ${name}`, [...at, { ...request, headers: wrong }], isRefused);
  }
}

/** Private keys, and addresses that contain a signature. */
async function runRegistries(canary: ComposingCanary, url: string): Promise<void> {
  const { keep, issuer } = canary;
  const key = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  keep('private member of a publisher key', key.d);
  const publishers = '/v1/registry/publishers';
  const publisher = { name: 'Canary Ltd', keys: { keys: [key] } };
  await ask(canary, 'a publisher with a private key', ['POST', publishers, publisher], isRefused);
  const { d: _private, ...open } = key;
  const made = await ask(canary, 'a publisher', ['POST', publishers, { ...publisher, keys: { keys: [open] } }]);
  const one = `${publishers}/${String(made.body['id'])}`;
  await ask(canary, 'a publisher that gets one', ['PUT', one, publisher, { 'if-match': '"1"' }], isRefused);

  const model = await ask(canary, 'a model', ['POST', '/v1/registry/models', { name: 'canary-model' }]);
  const versions = `/v1/registry/models/${String(model.body['id'])}/versions`;
  const files = [{ path: 'a.bin', size: 3, sha256: 'a'.repeat(64) }];
  await ask(canary, 'a version', ['POST', versions, { files }]);
  for (const to of [`${url}/file`, `${url}/gone`, 'http://127.0.0.1:1/dead', 'http://169.254.169.254/refused']) {
    const urls = { 'a.bin': `${to}?X-Amz-Signature=${keep('signature of an address', drawn())}` };
    await ask(canary, `files of ${to}`, ['POST', `${versions}/1/verify`, { urls }]);
    await issuer.verifier.verifier().services.modelIntake.idle();
    await ask(canary, `what came of ${to}`, ['GET', `${versions}/1/verifications`]);
  }
  const unfit = { urls: { '../a.bin': `https://x.example/?sig=${keep('signature of an address', drawn())}` } };
  await ask(canary, 'files that are none', ['POST', `${versions}/1/verify`, unfit], isRefused);
}

/** Lines and events of agents and gateways: secrets by mistake, and values that the workspace does not show. */
async function runLines(canary: ComposingCanary): Promise<void> {
  const { issuer, keep, payloads } = canary;
  const value = (kind: string) => {
    const text = `payload ${drawn()}`;
    payloads.set(text, kind);
    return text;
  };
  const lines = [
    { level: 'info', message: `calls with Authorization: Bearer ${keep('token in a line', drawn())}` },
    { level: 'warn', message: 'x', fields: { password: keep('password in a field', drawn()), deep: [{ token: 'x' }] } },
    { level: 'error', message: `postgres://crm:${keep('password in an address', drawn())}@db/crm` },
  ];
  await ask(canary, 'lines', ['POST', `/v1/agents/${agentId}/logs`, { lines }]);
  const hash = 'a'.repeat(64);
  const time = new Date(issuer.verifier.clock.now()).toISOString();
  const call = { call_id: 'c-1', status: 'started', server: 'crm', tool: 'read', arguments_hash: hash };
  const event = { type: 'tool.call', time, agent_id: agentId, trace_id: 'b'.repeat(32), session_id: 's-1' };
  const id = `lev_${crypto.randomUUID()}`;
  const data = { ...call, arguments_preview: value('preview of arguments') };
  await ask(canary, 'an event', ['POST', '/v1/events', { events: [{ ...event, id, data }] }]);
  const error = { code: 'upstream', message: `refused: api_key=${keep('key in an error', drawn())}` };
  const failed = { ...event, id: `lev_${crypto.randomUUID()}`, data: { ...call, status: 'failed', error } };
  await ask(canary, 'an event that failed', ['POST', '/v1/events', { events: [failed] }]);

  const { verifier } = issuer;
  const gateway = await aGateway();
  await verifier.admin('POST', '/v1/attestations', { key_attestation: gateway.attestation });
  const { claims } = gateway.evidence().evidence;
  const told = claims.map((claim, index) =>
    index > 0 ? claim : { ...claim, type: 'string' as const, value: value('claim value') },
  );
  const { jws } = gateway.evidence({ claims: told });
  const stored = await verifier.admin('POST', '/v1/evidence', { items: [{ jws }] });
  if (!stored.raw.includes('"stored"')) throw new Error(`Evidence was refused: ${stored.raw.toString('utf8')}`);
}

const graph = {
  nodes: [
    { id: 'in', type: 'input', config: { type: 'json' } },
    { id: 'ask', type: 'human_approval', config: { message: 'Go on?' } },
    { id: 'out', type: 'output' },
  ],
  edges: [
    { id: 'e0', source: 'in', target: 'ask' },
    { id: 'e1', source: 'ask', source_port: 'approved', target: 'out' },
  ],
};
const workflows = '/api/v1/workflows';

async function runWorkflow(canary: ComposingCanary): Promise<void> {
  const { issuer, payloads } = canary;
  const { verifier } = issuer;
  const { workflowWork, workflowRunWork } = verifier.verifier().services;
  const { body } = await ask(canary, 'a workflow', ['POST', workflows, { name: 'canary', graph }]);
  const path = `${workflows}/${String(body['id'])}`;
  await ask(canary, 'a deployment', ['POST', `${path}/deploy`]);
  await workflowWork.idle();
  const [input, output] = [`input ${drawn()}`, `output ${drawn()}`];
  payloads.set(input, 'input of a run').set(output, 'output of a step');
  const once = { 'idempotency-key': 'canary-run' };
  const request = { input: { note: input } };
  const run = String((await ask(canary, 'a run', ['POST', `${path}/runs`, request, once])).body['id']);
  await ask(canary, 'a run, again', ['POST', `${path}/runs`, request, once]);
  const unfit = { ...request, [`x${drawn()}`]: input };
  await ask(canary, 'a run that is none', ['POST', `${path}/runs`, unfit], isRefused);
  await workflowRunWork.sweep();
  const { db } = verifier.testDb.database();
  const isStep = and(eq(workflowStepsTable.run_id, run), eq(workflowStepsTable.node_id, 'ask'));
  const [step] = await db.update(workflowStepsTable).set({ status: 'unknown' }).where(isStep).returning();
  await db.update(workflowRunsTable).set({ status: 'interrupted' }).where(eq(workflowRunsTable.id, run));
  const resolve = `${path}/runs/${run}/steps/${String(step?.id)}/resolve`;
  // Its answer shows the step, with its output.
  const said = { outcome: 'succeeded', output, comment: 'seen' };
  const answer = await verifier.admin('POST', resolve, said);
  if (answer.status !== 200) throw new Error(`not resolved: ${answer.raw.toString('utf8')}`);
  await workflowRunWork.sweep();
  for (const list of ['', '/runs', '/history', '/revisions']) {
    await ask(canary, `${workflows}/…${list}`, ['GET', `${path}${list}`]);
  }
}

const reads = [
  ...['/v1/webhooks', '/v1/telemetry-exports', '/v1/registry/publishers', '/v1/registry/models', '/v1/approvals'],
  ...['/v1/events?limit=500', `/v1/agents/${agentId}/logs`, '/v1/audit-logs?limit=100', '/v1/audit-logs/export'],
  ...['/metrics', '/v1/gateways/gw-1/bundle', '/v1/export', workflows],
];

async function readComposing(canary: ComposingCanary): Promise<void> {
  // A stream has no end.
  for (const at of reads.filter((path) => !path.endsWith('/logs')))
    await ask(canary, `${at} of composing`, ['GET', at]);
  for (const list of ['/v1/webhooks', '/v1/telemetry-exports']) {
    const { body } = await canary.issuer.verifier.admin('GET', list);
    for (const { id } of body['items'] as { readonly id: string }[]) {
      await ask(canary, `${list}/${id}`, ['GET', `${list}/${id}`]);
      if (!list.endsWith('webhooks')) continue;
      const deliveries = await ask(canary, `deliveries of ${id}`, ['GET', `${list}/${id}/deliveries?limit=100`]);
      for (const { id: delivery } of deliveries.body['items'] as { readonly id: string }[]) {
        await ask(canary, `delivery ${delivery}`, ['GET', `${list}/${id}/deliveries/${delivery}`]);
      }
    }
  }
}

/** Makes writes fail in the database; `fail` is an existing trigger. */
export async function runComposingFaults(canary: ComposingCanary): Promise<void> {
  const { issuer, keep, payloads } = canary;
  const { verifier } = issuer;
  const { db } = verifier.testDb.database();
  const isFault = (status: number) => status >= 500;
  const headers = { 'x-api-key': keep('header that is not taken', drawn()) };
  const input = `input ${drawn()}`;
  payloads.set(input, 'input that is not taken');
  const { body } = await verifier.admin('GET', workflows);
  const workflow = (body['items'] as { readonly id: string; readonly name: string }[]).find(
    ({ name }) => name === 'canary',
  );
  const requests: Readonly<Record<string, readonly [string, unknown]>> = {
    webhooks: ['/v1/webhooks', { name: 'late', url: 'https://late.example/', events: ['*'] }],
    telemetry_exports: ['/v1/telemetry-exports', { name: 'late', endpoint: 'https://late.example/v1/traces', headers }],
    workflow_runs: [`${workflows}/${workflow?.id}/runs`, { input }],
    events: [
      `/v1/agents/${agentId}/logs`,
      { lines: [{ level: 'info', message: `password=${keep('password in a line', drawn())}` }] },
    ],
  };
  for (const [table, [path, request]] of Object.entries(requests)) {
    const name = sql.identifier(table);
    await db.execute(sql`create trigger fail before insert on ${name} for each row execute function fail()`);
    await ask(canary, `without ${table}`, ['POST', path, request], isFault);
    await db.execute(sql`drop trigger fail on ${name}`);
  }
}
