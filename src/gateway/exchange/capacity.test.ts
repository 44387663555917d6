import { expect, it } from 'vitest';
import { anEngine, aRequest } from '../../policy/chain.fixture.ts';
import type { MemberResult } from '../collect/collect.ts';
import { capacityReason, isCapacityDenial, markCapacity } from './capacity.ts';
import { decidedWord, decisionReasons, type Exchange } from './exchange.ts';

const engine = anEngine(`
  @id("open") permit (principal, action, resource);
  @id("no-pii") forbid (principal, action, resource) when { context.claims has pii_found && context.claims.pii_found };
  @id("no-secrets") forbid (principal, action, resource) when { context.claims has secret_leaked && context.claims.secret_leaked };
`);

/** One member of the chain that failed with this code. */
const failed = (name: string, code: string): MemberResult => ({
  plan: {
    settingsId: 'a',
    member: {
      item: { name, image: name, port: 1 },
      boundary: 'attested',
      vocabulary: undefined,
      client: {
        transport: 'local',
        health: () => Promise.reject(new Error('not asked')),
        vocabulary: () => Promise.reject(new Error('not asked')),
        claims: () => Promise.reject(new Error('not asked')),
        close: async () => {},
      },
    },
    auditorId: name,
    version: '1',
    phases: new Set(['request'] as const),
    skip: false,
    instances: [],
    configKeys: new Set(),
    expected: { entries: new Map(), isOpen: false },
  },
  status: code === 'TIMEOUT' ? 'late' : 'failed',
  durationMs: 1,
  claims: [],
  error: { code, message: 'm' },
});

function anExchange(codes: Readonly<Record<string, string>>, values: Readonly<Record<string, unknown>>): Exchange {
  const results = Object.entries(codes).map(([name, code]) => failed(name, code));
  const decision = engine.decide(
    aRequest({
      values: { pii_found: undefined, secret_leaked: undefined, ...values },
      phase: 'request',
      auditors: ['pii', 'secrets'].map((item) => ({ item, status: codes[item] === undefined ? 'ok' : 'failed' })),
    }),
  );
  const names = { agentId: 'a', workspaceId: 'w', sessionId: 's', traceId: 't', traceparent: 'p' };
  return {
    identity: { ...names, authentication: 'loopback', mode: 'enforce' },
    evidenceId: 'ev',
    startedMs: 0,
    requestHash: '',
    modelId: null,
    tool: null,
    uninspected: [],
    features: [],
    judged: [{ phase: 'request', results, decision, durationMs: 1 }],
    responseHash: null,
    streamMode: 'none',
  };
}

it('a denial is one of capacity only when every missing claim is missing for lack of capacity', () => {
  expect(isCapacityDenial(anExchange({ pii: 'OVERLOADED', secrets: 'OVERLOADED' }, {}))).toBe(true);
  expect(isCapacityDenial(anExchange({ pii: 'OVERLOADED' }, { secret_leaked: false }))).toBe(true);
  expect(isCapacityDenial(anExchange({ pii: 'OVERLOADED', secrets: 'TIMEOUT' }, {}))).toBe(false);
  expect(isCapacityDenial(anExchange({ pii: 'INTERNAL_ERROR' }, { secret_leaked: false }))).toBe(false);
  expect(isCapacityDenial(anExchange({}, { pii_found: false, secret_leaked: false }))).toBe(false);
});

it("a policy's denial stays its denial, beside any lack of capacity", () => {
  const exchange = anExchange({}, { pii_found: true, secret_leaked: false });
  expect(decidedWord(exchange)).toBe('deny');
  expect(isCapacityDenial(exchange)).toBe(false);
});

it('is recorded as a denial of the gateway, with the missing claims', () => {
  const exchange = anExchange({ pii: 'OVERLOADED' }, { secret_leaked: false });
  expect(markCapacity(exchange)).toBe(true);
  expect(decidedWord(exchange)).toBe('deny');
  expect(decisionReasons(exchange)).toEqual([capacityReason, 'missing:pii_found:pii']);
  expect(markCapacity(exchange)).toBe(true);
});
