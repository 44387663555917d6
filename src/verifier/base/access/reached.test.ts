/**
 * A good request of every operation of the OpenAPI document succeeds on a seeded verifier. An operation that cannot succeed here
 * is listed with its reason.
 */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { goodRequest, send, toEndpoint } from './good-requests.fixture.ts';
import { createTestCallers } from './rights.fixture.ts';
import { acts, openSeededVerifier, type SeededVerifier } from './seeded-verifier.fixture.ts';

const unreachable: Readonly<Record<string, string>> = {
  'GET /v1/scoped-credentials/callback':
    'Needs the session and the cookie of a person who went away from a link: connect-pages.test.ts',
  'GET /v1/scoped-credentials/callback/:server': 'The same',
  'GET /oauth/client-metadata.json': 'is there where the public URL is https: foreign-oauth tests read it',
  'POST /v1/console/playground/chat': 'asks a gateway, and none is here: front/console/playground.test.ts has one',
  'POST /v1/console/playground/evaluate': 'the same way',
  'POST /v1/scoped-credentials/:id/refresh':
    'needs tokens of a server of others: scoped-credentials/refresh/real.test.ts refreshes some',
};

const document: { paths: Record<string, Record<string, unknown>> } = JSON.parse(
  readFileSync(new URL('../../../../docs/openapi/verifier.json', import.meta.url), 'utf8'),
);
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.keys(methods).map((method) => toEndpoint(`${method.toUpperCase()} ${path}`)),
);
const endpointsOfActs = new Set(acts.map(({ endpoint }) => endpoint));

let seeded: SeededVerifier;
const { identify, as } = createTestCallers();
beforeAll(async () => {
  seeded = await openSeededVerifier({}, identify);
}, 120_000);
afterAll(() => seeded.close());

it('a good request of every operation succeeds', async () => {
  const refused = new Map<string, string>();
  const tell = (endpoint: string, status: number, text: string) => {
    if (status >= 200 && status < 300) refused.delete(endpoint);
    else refused.set(endpoint, `${status} ${text.slice(0, 300)}`);
  };
  for (const endpoint of operations.filter((operation) => !endpointsOfActs.has(operation))) {
    const { status, text } = await send(await goodRequest(endpoint, seeded, as), seeded);
    tell(endpoint, status, text);
  }
  await seeded.take();
  for (const [endpoint, { status, raw }] of seeded.answers) tell(endpoint, status, raw.toString());
  expect([...refused.keys()].sort(), JSON.stringify([...refused])).toEqual(Object.keys(unreachable).sort());
}, 60_000);

it('the listed exceptions are existing operations', () => {
  expect(operations.length).toBeGreaterThanOrEqual(320);
  expect(Object.keys(unreachable).filter((endpoint) => !operations.includes(endpoint))).toEqual([]);
});
