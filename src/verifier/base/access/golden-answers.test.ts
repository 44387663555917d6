/**
 * Calls every operation of the verifier with good and bad requests, and compares the answers with the record: statuses, codes,
 * names and values, without human text. `npx vitest run FILE -u` records them anew; look at the difference first.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RawAnswer, toGolden } from './golden-answers.fixture.ts';
import { type GoodRequest, goodRequest, streams, toEndpoint, urlOf } from './good-requests.fixture.ts';
import { createTestCallers } from './rights.fixture.ts';
import { acts, openSeededVerifier, type SeededVerifier, taking } from './seeded-verifier.fixture.ts';

const document: { paths: Record<string, Record<string, unknown>> } = JSON.parse(
  readFileSync(new URL('../../../../docs/openapi/verifier.json', import.meta.url), 'utf8'),
);
const operations = Object.entries(document.paths)
  .flatMap(([path, methods]) => Object.keys(methods).map((method) => toEndpoint(`${method.toUpperCase()} ${path}`)))
  .sort();
const endpointsOfActs = new Set(acts.map(({ endpoint }) => endpoint));
/** Logs report everything else that happened. A session lists every operation that there is. Replays and scans run beside the call, so their state differs between runs. */
const differing =
  /^GET \/v1\/(?:audit-logs|audit-logs\/export|events)$|\/v1\/console\/(?:session|unlock)$|\/replay$|\/policies\/replays\/|^POST .*models\/.*\/verify$|\/versions\/:version\/verifications/;
const record = fileURLToPath(new URL('fixtures/golden-answers.jsonl', import.meta.url));

let seeded: SeededVerifier;
const { identify, as } = createTestCallers();
beforeAll(async () => {
  // The answers on record come from the embedded database; `/health` names it.
  seeded = await openSeededVerifier({}, identify, 'pglite');
}, 120_000);
afterAll(() => seeded.close());

interface Call extends Omit<GoodRequest, 'method' | 'path'> {
  readonly payload?: string;
}

async function call(endpoint: string, request: Call): Promise<RawAnswer> {
  const [method = '', path = ''] = endpoint.split(' ');
  const url = urlOf({ ...request, path });
  const written = typeof request.body === 'string' ? request.body : JSON.stringify(request.body);
  const payload = request.payload ?? written;
  const { app } = seeded.issuer.verifier.verifier();
  const answer = await app.inject({
    method: method as 'GET',
    url,
    headers: request.headers,
    ...(payload === undefined ? {} : { payload }),
  });
  return { status: answer.statusCode, headers: answer.headers, text: answer.body };
}

/** Calls that every operation refuses, so they change nothing. */
function badCalls(endpoint: string, good: GoodRequest): readonly (readonly [string, Call])[] {
  const [method = ''] = endpoint.split(' ');
  const isObject = typeof good.body === 'object' && good.body !== null && !Array.isArray(good.body);
  const query = (name: string, value: string) => ({ ...good, query: { ...good.query, [name]: value } });
  const header = (name: string, value: string) => ({ ...good, headers: { ...good.headers, [name]: value } });
  const unknown = good.ids.map((_id, at) => {
    const ids = good.ids.map((id, other) => (other === at ? 'nothing-of-this-name' : id));
    return [`unknown id ${at}`, { ...good, ids }] as const;
  });
  const ofBody: readonly (readonly [string, Call])[] = isObject
    ? [
        ['unknown member', { ...good, body: { ...good.body, no_member_of_ours: 1 } }],
        ['a list for a body', { ...good, body: [] }],
        ['a null for a body', { ...good, payload: 'null' }],
        ['no JSON', { ...good, payload: '{"a":' }],
        ['U+0000', { ...good, body: { ...good.body, reason: '\0' } }],
        ['another media type', header('content-type', 'text/csv')],
      ]
    : [];
  return [
    ...(method === 'GET' ? [['unknown query', query('no_query_of_ours', '1')] as const] : []),
    ['limit of 0', query('limit', '0')],
    ['forged cursor', query('cursor', 'bm90IG91cnM')],
    ...(method === 'GET' ? [] : unknown),
    ...(method === 'GET' ? unknown : []),
    ['no revision', { ...good, headers: { ...good.headers, 'if-match': '' } }],
    ['stale revision', header('if-match', '"999999"')],
    ['no ETag', header('if-match', 'x')],
    ['bad idempotency key', header('idempotency-key', 'a b')],
    ...ofBody,
  ];
}

it('every answer equals the record', async () => {
  const lines: string[] = [];
  const seen = new Set<string>();
  const keep = (endpoint: string, how: string, answer: RawAnswer) => {
    if (differing.test(endpoint)) return;
    const golden = JSON.stringify(toGolden(answer));
    const isKnown = seen.has(`${endpoint} ${golden}`);
    seen.add(`${endpoint} ${golden}`);
    const { status } = answer;
    lines.push(JSON.stringify({ endpoint, how, ...(isKnown ? { status, as: 'another' } : JSON.parse(golden)) }));
  };
  const tried = operations.filter((endpoint) => !streams.has(endpoint));
  // Making a request also makes what it needs, which cannot be made twice.
  const made = new Map<string, GoodRequest>();
  const goodOf = async (endpoint: string) => {
    const request = made.get(endpoint) ?? (await goodRequest(endpoint, seeded, as));
    made.set(endpoint, request);
    return request;
  };
  for (const endpoint of tried.filter((operation) => !endpointsOfActs.has(operation))) {
    keep(endpoint, 'good', await call(endpoint, await goodOf(endpoint)));
  }
  for (const endpoint of tried.filter((operation) => !taking.test(operation))) {
    const good = await goodOf(endpoint);
    for (const [how, bad] of badCalls(endpoint, good)) keep(endpoint, how, await call(endpoint, bad));
  }
  for (const endpoint of tried.filter((one) => one.startsWith('POST ') && endpointsOfActs.has(one))) {
    if (taking.test(endpoint)) continue;
    const good = await goodOf(endpoint);
    const headers = { ...good.headers, 'idempotency-key': 'once' };
    keep(endpoint, 'with a key', await call(endpoint, { ...good, headers }));
    keep(endpoint, 'repeated', await call(endpoint, { ...good, headers }));
    keep(endpoint, 'another request', await call(endpoint, { ...good, headers, body: { ...Object(good.body), x: 1 } }));
  }
  await seeded.take();
  for (const [endpoint, { status, headers, raw }] of seeded.answers) {
    keep(endpoint, 'good', { status, headers, text: raw.toString() });
  }
  await expect(`${lines.sort().join('\n')}\n`).toMatchFileSnapshot(record);
}, 300_000);
