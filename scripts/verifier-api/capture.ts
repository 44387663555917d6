/**
 * `npm run docs:examples`: sends one request to each operation of a verifier on the embedded database, and records requests and
 * answers in `examples.jsonl`.
 */
import { endpointOf, type Operation } from '../../src/contract/api/operation.ts';
import { verifierOperations } from '../../src/contract/api/verifier.ts';
import { type GoodRequest, goodRequest, urlOf } from '../../src/verifier/base/access/good-requests.fixture.ts';
import { createTestCallers } from '../../src/verifier/base/access/rights.fixture.ts';
import {
  acts,
  openSeededVerifier,
  type SeededVerifier,
} from '../../src/verifier/base/access/seeded-verifier.fixture.ts';
import { type Example, withoutExample, writeExamples } from './examples.ts';
import { shorten } from './shorten.ts';
import { createStabilizer } from './stable.ts';

interface Sent {
  readonly url: string;
  readonly contentType: string | undefined;
  readonly body: unknown;
}

interface Got {
  readonly status: number;
  readonly contentType: string;
  readonly text: string;
}

/** The auditor of the fixture listens on loopback; people name one by its public address. */
const shownAuditor = 'https://tone.example';

function toExample(endpoint: string, sent: Sent, got: Got, auditorUrl: string): Example {
  const stable = createStabilizer();
  const stabilize = (value: unknown) => stable(JSON.parse(JSON.stringify(value).replaceAll(auditorUrl, shownAuditor)));
  const isJson = /[/+]json(?:;|$)/.test(got.contentType);
  const answer = got.text === '' ? null : isJson ? JSON.parse(got.text) : got.text;
  return {
    endpoint,
    url: String(stabilize(sent.url)),
    contentType: sent.contentType ?? null,
    body: stabilize(sent.body ?? null),
    status: got.status,
    answer: shorten(stabilize(answer)),
  };
}

async function call(endpoint: string, request: GoodRequest, { issuer, context }: SeededVerifier): Promise<Example> {
  const { method, headers, body } = request;
  const url = urlOf(request);
  const payload = typeof body === 'string' || body === undefined ? body : JSON.stringify(body);
  const { app } = issuer.verifier.verifier();
  const answer = await app.inject({ method, url, headers, ...(payload === undefined ? {} : { payload }) });
  const sent = { url, contentType: headers['content-type'], body };
  const contentType = String(answer.headers['content-type'] ?? '');
  return toExample(endpoint, sent, { status: answer.statusCode, contentType, text: answer.body }, context.auditorUrl);
}

/** Reads come first: acts remove objects. */
async function capture(operations: readonly Operation[]): Promise<Example[]> {
  const { identify, as } = createTestCallers();
  const seeded = await openSeededVerifier({}, identify, 'pglite');
  const acted = new Set(acts.map(({ endpoint }) => endpoint));
  const examples: Example[] = [];
  try {
    for (const endpoint of operations.map(endpointOf)) {
      if (acted.has(endpoint) || withoutExample[endpoint] !== undefined) continue;
      examples.push(await call(endpoint, await goodRequest(endpoint, seeded, as), seeded));
    }
    await seeded.take();
    for (const [endpoint, { request, status, headers, raw }] of seeded.answers) {
      if (request === undefined || withoutExample[endpoint] !== undefined) continue;
      const { url, payload } = request;
      const contentType = request.headers['content-type'] ?? (payload === undefined ? undefined : 'application/json');
      const got = { status, contentType: String(headers['content-type'] ?? ''), text: raw.toString() };
      examples.push(toExample(endpoint, { url, contentType, body: payload }, got, seeded.context.auditorUrl));
    }
    return examples;
  } finally {
    await seeded.close();
  }
}

const examples = await capture(verifierOperations);
const known = new Set(verifierOperations.map(endpointOf));
const failed = examples.filter(({ status }) => status >= 300);
for (const { endpoint, status, answer } of failed) console.error(endpoint, status, JSON.stringify(answer));
await writeExamples(examples.filter(({ endpoint }) => known.has(endpoint)));
if (failed.length > 0) process.exitCode = 1;
