import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shouting } from '../auditor/auditor.fixture.ts';
import { type Auditor, createAuditor } from '../auditor/create-auditor.ts';
import type { Claim } from '../contract/claim.ts';
import type { ClaimsRequest } from '../contract/request.ts';
import type { ClaimsResponse } from '../contract/response.ts';
import type { Vocabulary } from '../contract/vocabulary.ts';
import { type ServedAuditor, serveAuditor } from '../serve/serve-auditor.ts';
import { runContractKit } from './run-contract-kit.ts';

const good = createAuditor(shouting);

/** Runs the kit and returns the ids of failed checks. */
async function failuresOf(target: Auditor | string): Promise<string[]> {
  const { checks } = await runContractKit(target, { maxBodyBytes: 100_000 });
  return checks.filter(({ status }) => status === 'failed').map(({ id }) => id);
}

/** The good auditor with changed answers; `change` may modify its copy. */
function withClaims(change: (response: ClaimsResponse, request: ClaimsRequest) => unknown): Auditor {
  return {
    ...good,
    async claims(request) {
      const response: ClaimsResponse = structuredClone(await good.claims(request));
      return (change(response, request as ClaimsRequest) ?? response) as ClaimsResponse;
    },
  };
}

function onClaims(change: (claim: Claim) => void): Auditor {
  return withClaims((response) => {
    for (const claim of response.claims) change(claim);
  });
}

/** The good auditor, but requests are changed before it sees them. */
function withRequests(change: (request: Record<string, unknown>) => unknown): Auditor {
  return { ...good, claims: (request) => good.claims(change(Object(structuredClone(request)))) };
}

function withVocabulary(change: (vocabulary: Vocabulary) => unknown): Auditor {
  return {
    ...good,
    vocabulary() {
      const vocabulary = structuredClone(good.vocabulary());
      return (change(vocabulary) ?? vocabulary) as Vocabulary;
    },
  };
}

const success = (claims: unknown[] = []) => ({ status: 'success', claims }) as ClaimsResponse;

describe('each broken rule is caught by its own check', () => {
  const mutants: [id: string, how: string, mutant: Auditor][] = [
    ['health-shape', 'ready is a text', { ...good, health: () => Object({ ...good.health(), ready: 'yes' }) }],
    ['vocabulary-identity', 'another id', { ...good, health: () => ({ ...good.health(), auditor_id: 'other' }) }],
    [
      'vocabulary-shape',
      'settings missing',
      withVocabulary(({ vocabulary: [entry] }) => Reflect.deleteProperty(Object(entry), 'settings')),
    ],
    [
      'vocabulary-shape',
      'a default missing',
      withVocabulary(({ vocabulary: [entry] }) => void Reflect.deleteProperty(Object(entry?.settings[0]), 'default')),
    ],
    [
      'vocabulary-shape',
      'an unknown type',
      withVocabulary(({ vocabulary: [entry] }) => void Object.assign(Object(entry), { type: 'score' })),
    ],
    [
      'vocabulary-shape',
      'a name twice',
      withVocabulary(({ vocabulary }) => void vocabulary.push(...vocabulary.slice(0, 1))),
    ],
    [
      'vocabulary-shape',
      'a default of the wrong type',
      withVocabulary(({ vocabulary: [entry] }) => void Object.assign(Object(entry?.settings[0]), { default: 'much' })),
    ],
    [
      'claims-success',
      'an error on a plain sample',
      withClaims(() => ({
        status: 'error',
        claims: [],
        error: { code: 'INTERNAL_ERROR', message: '', retryable: true },
      })),
    ],
    ['claims-success', 'claims missing', withClaims(() => ({ status: 'success' }))],
    [
      'claims-success',
      'an error beside claims',
      withClaims((response) => ({ ...response, error: { code: 'X', message: '', retryable: false } })),
    ],
    [
      'claims-sound',
      'a score of 1.5',
      onClaims((claim) => void (claim.type === 'score_normalized' && Object.assign(claim, { value: 1.5 }))),
    ],
    ['claims-sound', 'a null byte', onClaims((claim) => void Object.assign(claim, { detail: { text: 'a\u0000b' } }))],
    ['claims-sound', 'a member of its own', onClaims((claim) => void Object.assign(claim, { signature: 'AAAA' }))],
    [
      'claims-unique',
      'a claim twice',
      withClaims(({ status, claims }) => ({ status, claims: [...claims, ...claims.slice(0, 1)] })),
    ],
    [
      'claims-declared',
      'an undeclared claim',
      withClaims(({ status, claims }) => ({
        status,
        claims: [...claims, { name: 'surprise', type: 'boolean', value: true, provenance: {} }],
      })),
    ],
    [
      'claims-declared',
      'another type',
      onClaims((claim) => void (claim.name === 'word_count' && Object.assign(claim, { type: 'duration_ms' }))),
    ],
    [
      'claims-value-schema',
      'a value outside the enum',
      onClaims((claim) => void (claim.type === 'string' && Object.assign(claim, { value: 'deafening' }))),
    ],
    ['claims-timestamp', 'a local time', onClaims((claim) => void Object.assign(claim, { timestamp: 'yesterday' }))],
    ['claims-provenance', 'no provenance', onClaims((claim) => void Reflect.deleteProperty(claim, 'provenance'))],
    [
      'claims-provenance',
      'a setting missing',
      onClaims((claim) => void Reflect.deleteProperty(Object(claim.provenance), 'threshold')),
    ],
    [
      'claims-provenance',
      'nested values',
      onClaims((claim) => void Object.assign(Object(claim.provenance), { threshold: [1] })),
    ],
    ['no-decision', 'status blocked', withClaims(({ claims }) => ({ status: 'blocked', claims }))],
    ['no-decision', 'a decision member', withClaims((response) => ({ ...response, decision: 'deny' }))],
    [
      'bad-types',
      'anything goes',
      withClaims(({ status }, request) =>
        status === 'error' && request?.phase !== ('no_such_phase' as string) ? success() : undefined,
      ),
    ],
    [
      'bad-types',
      'error without code',
      withClaims((response) => void (response.status === 'error' && Reflect.deleteProperty(response.error, 'code'))),
    ],
    [
      'bad-types',
      'rejects instead of in-band',
      {
        ...good,
        claims: async (request) => {
          const response = await good.claims(request);
          if (response.status === 'error') throw new Error('boom');
          return response;
        },
      },
    ],
    [
      'bad-phase',
      'any phase',
      withRequests((request) => ({
        ...request,
        phase: request['phase'] === 'no_such_phase' ? 'request' : request['phase'],
      })),
    ],
    [
      'unsupported-phase',
      'more phases than declared',
      withRequests((request) => ({
        ...request,
        phase: request['phase'] === 'execution' ? 'request' : request['phase'],
      })),
    ],
    [
      'odd-text',
      'null bytes refused',
      withClaims((_response, { data }) =>
        data?.input?.includes?.('\u0000') === true
          ? { status: 'error', claims: [], error: { code: 'INVALID_REQUEST', message: '', retryable: false } }
          : undefined,
      ),
    ],
    [
      'extra-members',
      'strict about members',
      withClaims((_response, request) =>
        'later' in Object(request)
          ? { status: 'error', claims: [], error: { code: 'INVALID_REQUEST', message: '', retryable: false } }
          : undefined,
      ),
    ],
    [
      'deep-nesting',
      'recursion',
      {
        ...good,
        claims: (request) => {
          JSON.stringify(request);
          return good.claims(request);
        },
      },
    ],
    [
      'no-quotation',
      'quotes the prompt',
      withClaims((response, { data }) => {
        for (const claim of response.claims)
          claim.detail = { matched: String(data.input).slice(0, 80).replaceAll('\u0000', '') };
      }),
    ],
    [
      'no-quotation',
      'quotes it in the error',
      withClaims(
        (response, request) =>
          void (
            response.status === 'error' &&
            Object.assign(response.error, { message: JSON.stringify(request)?.slice(0, 400) })
          ),
      ),
    ],
    [
      'needed-claims',
      'filters too much',
      withClaims(({ status, claims }, { vendor_context: context }) =>
        context?.needed_claims === undefined || status === 'error' ? undefined : success(claims.slice(1)),
      ),
    ],
    [
      'needed-claims',
      'error when nothing is needed',
      withClaims((_response, request) =>
        request?.vendor_context?.needed_claims?.length === 0
          ? { status: 'error', claims: [], error: { code: 'X', message: '', retryable: false } }
          : undefined,
      ),
    ],
    [
      'overrides-applied',
      'overrides ignored',
      withRequests((request) => withoutContext(request, 'detection_overrides')),
    ],
    [
      'overrides-invalid',
      'overrides unchecked',
      withRequests((request) => withoutContext(request, 'detection_overrides')),
    ],
    [
      'overrides-foreign',
      'foreign overrides refused',
      withClaims((_response, request) =>
        'claim_of_somebody_else' in Object(request?.vendor_context?.detection_overrides)
          ? { status: 'error', claims: [], error: { code: 'X', message: '', retryable: false } }
          : undefined,
      ),
    ],
    ['instances-renamed', 'instances ignored', withRequests((request) => withoutContext(request, 'claim_instances'))],
    [
      'instances-foreign',
      'any instance matches',
      withRequests((request) =>
        JSON.parse(
          JSON.stringify(request).replace('claim_of_somebody_else', 'shouting_share').replace('"anything":1', ''),
        ),
      ),
    ],
    ['concurrent', 'shared state', sharedState()],
  ];

  it.each(mutants)('%s: %s', async (id, _how, mutant) => {
    expect(await failuresOf(mutant)).toContain(id);
  });
});

function withoutContext(request: Record<string, unknown>, member: string): unknown {
  const context: Record<string, unknown> = { ...Object(request['vendor_context']) };
  Reflect.deleteProperty(context, member);
  return typeof request['vendor_context'] === 'object' ? { ...request, vendor_context: context } : request;
}

/** Keeps the call's request in a variable that the next call overwrites. */
function sharedState(): Auditor {
  let current: unknown;
  return {
    ...good,
    async claims(request) {
      current = request;
      await new Promise((resolve) => setImmediate(resolve));
      const isOther = JSON.stringify(current)?.includes('Something else entirely') === true;
      const response = await good.claims(current);
      return isOther ? success(response.claims.slice(1)) : response;
    },
  };
}

describe('each broken rule of the wire is caught by its own check', () => {
  let served: ServedAuditor;
  let proxy: Server;
  let url: string;
  let change: (
    method: string,
    path: string,
    body: string,
    type: string,
  ) => { status: number; text?: string } | undefined;

  beforeAll(async () => {
    served = await serveAuditor(shouting, { env: {}, host: '127.0.0.1', port: 0, maxBodyBytes: 100_000 });
    proxy = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', async () => {
        const { method = '', url: path = '' } = request;
        const body = Buffer.concat(chunks);
        const own = change(method, path, body.toString('latin1'), request.headers['content-type'] ?? '');
        const upstream = own ?? (await fetch(served.url + path, method === 'POST' ? { method, body } : { method }));
        const text = own === undefined ? await (upstream as Response).text() : (own.text ?? '');
        response.writeHead(upstream.status).end(text);
      });
    });
    await new Promise<void>((resolve) => void proxy.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    proxy.close();
    await served.close();
  });

  const empty = { status: 200, text: '{"status":"success","claims":[]}' };
  const mutants: [id: string, how: string, change: typeof change][] = [
    [
      'bad-json',
      'truncated JSON gets 400',
      (_m, path, body) => (path === '/claims' && body.endsWith('te') ? { status: 400 } : undefined),
    ],
    [
      'bad-json',
      'NaN is accepted',
      (_m, path, body) => (path === '/claims' && body.includes('NaN') ? empty : undefined),
    ],
    [
      'content-type',
      'text/plain gets 415',
      (_m, _p, _b, type) => (type === 'text/plain' ? { status: 415 } : undefined),
    ],
    ['oversize', 'no limit', (_m, _p, body) => (body.length > 100_000 ? empty : undefined)],
    ['not-found', 'a page for everything', (_m, path) => (path === '/no-such-path' ? { status: 200 } : undefined)],
    ['wrong-method', 'GET on claims', (method, path) => (method === 'GET' && path === '/claims' ? empty : undefined)],
    [
      'wrong-method',
      'no Allow',
      (method, path) => (method === 'GET' && path === '/claims' ? { status: 405 } : undefined),
    ],
    ['claims-success', 'failure by status code', (method) => (method === 'POST' ? { status: 500 } : undefined)],
    ['deep-nesting', 'dies of it', (_m, _p, body) => (body.includes('[[[[') ? { status: 502 } : undefined)],
  ];

  it.each(mutants)('%s: %s', async (id, _how, own) => {
    change = own;
    expect(await failuresOf(url)).toContain(id);
  });
});
