/**
 * Sends hostile values at every place of a request that would succeed, for every operation of the API: path and query parameters,
 * headers, and each member of the body. The operation may refuse or accept them; it never fails.
 */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { hostileTexts, hostileValues, type Place, placesOf, putAt } from '../../../../test/support/hostile-values.ts';
import { type GoodRequest, goodRequest, send, streams, toEndpoint } from './good-requests.fixture.ts';
import { createTestCallers } from './rights.fixture.ts';
import { openSeededVerifier, type SeededVerifier, taking } from './seeded-verifier.fixture.ts';

interface Parameter {
  readonly in: 'path' | 'query' | 'header';
  readonly name: string;
}

const document: { paths: Record<string, Record<string, { parameters?: Parameter[] }>> } = JSON.parse(
  readFileSync(new URL('../../../../docs/openapi/verifier.json', import.meta.url), 'utf8'),
);
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { parameters = [] }]) => {
    const endpoint = toEndpoint(`${method.toUpperCase()} ${path}`);
    return { endpoint, parameters, isLast: taking.test(endpoint) || endpoint.startsWith('DELETE') };
  }),
);
/** Operations that end an object come last, so that the others find it. */
const ordered = [...operations.filter(({ isLast }) => !isLast), ...operations.filter(({ isLast }) => isLast)];

let seeded: SeededVerifier;
const { identify, as } = createTestCallers();
beforeAll(async () => {
  seeded = await openSeededVerifier({}, identify);
}, 120_000);
afterAll(() => seeded.close());

/** Addresses take short texts, and headers take Latin-1 without controls. */
const texts = hostileTexts.filter((text) => text.length < 5000 && text.isWellFormed());
const headerTexts = texts.filter((text) => !/[^\x20-\x7e\x80-\xff]/.test(text));
const values = [...hostileTexts, ...hostileValues];

let turn = 0;
/** Gives the next values of a list, so that neighbouring places get different ones. */
function someOf<T>(list: readonly T[], count: number): T[] {
  turn += count;
  return Array.from({ length: Math.min(count, list.length) }, (_, at) => list[(turn + at) % list.length] as T);
}

const perPlace = 10;

function inAddress(good: GoodRequest, parameters: readonly Parameter[]): GoodRequest[] {
  const ids = good.ids.flatMap((_id, at) =>
    someOf(texts, perPlace).map((text) => ({ ...good, ids: good.ids.with(at, text) })),
  );
  const others = parameters.flatMap(({ in: where, name }) => {
    if (where === 'query')
      return someOf(texts, perPlace).map((text) => ({ ...good, query: { ...good.query, [name]: text } }));
    if (where === 'header')
      return someOf(headerTexts, perPlace).map((text) => ({ ...good, headers: { ...good.headers, [name]: text } }));
    return [];
  });
  return [...ids, ...others];
}

function inBody(good: GoodRequest): GoodRequest[] {
  if (good.body === undefined || typeof good.body === 'string') return [];
  return placesOf(good.body).flatMap((place: Place) =>
    someOf(values, perPlace).map((value) => ({ ...good, body: putAt(good.body, place, value) ?? null })),
  );
}

it.each(ordered.filter(({ endpoint }) => !streams.has(endpoint)))(
  '$endpoint never fails',
  async ({ endpoint, parameters }) => {
    const good = await goodRequest(endpoint, seeded, as);
    const failed: string[] = [];
    for (const request of [...inAddress(good, parameters), ...inBody(good)]) {
      const { status, text } = await send(request, seeded);
      const { ids, query, headers, body } = request;
      if (status >= 500) failed.push(`${JSON.stringify({ ids, query, headers, body }).slice(0, 1_000)} ${text}`);
    }
    expect(failed).toEqual([]);
  },
  60_000,
);
