import type { Claim } from '@assay/sdk/contract';
import { Registry } from 'prom-client';
import { describe, expect, it } from 'vitest';
import { createBundleSigner } from '../../../test/support/config-verifier.ts';
import type { EscalationAnswer } from '../../contract/escalation.ts';
import type { Caller } from '../../platform/http/access.ts';
import { createLogger } from '../../platform/log.ts';
import type { Exchange, JudgedPhase } from '../exchange/exchange.ts';
import { countEscalations } from './escalation-metrics.ts';
import { principalOf } from './escalation-request.ts';
import { createEscalator } from './escalator.ts';
import { previewOf } from './preview.ts';

const caller: Caller = {
  user: 'local',
  kind: 'operator',
  role: 'operator',
  organisation: 'default',
  authentication: 'loopback',
  scopes: 'all',
  isDeployment: false,
};
const judged: JudgedPhase = {
  phase: 'request',
  results: [],
  durationMs: 1,
  decision: {
    decision: 'deny',
    reasons: ['ask'],
    obligations: ['escalate'],
    redact: [],
    messages: [],
    warnings: [],
    errors: [],
    ignoredMissing: [],
    frameworks: [],
    controls: [],
    policyId: 'p',
    policyVersion: 'v',
    policySetHash: 'sha256:1',
    schemaHash: 's',
    engineVersion: 'e',
    cached: false,
  },
};
const exchange: Exchange = {
  identity: {
    agentId: 'clerk',
    workspaceId: 'default',
    sessionId: 's',
    traceId: 't',
    traceparent: 'p',
    authentication: 'loopback',
    mode: 'enforce',
  },
  evidenceId: 'ev_1',
  startedMs: 0,
  requestHash: 'a'.repeat(64),
  modelId: 'm',
  tool: null,
  judged: [judged],
  uninspected: [],
  features: [],
  responseHash: null,
  streamMode: 'none',
};
const phase = (policies: readonly { id: string }[]) => ({
  exchange,
  judged,
  caller,
  escalation: { policies },
  data: { input: 'x' },
  at: { endpoint: '/v1/messages', headersHash: null },
  requestHash: 'a'.repeat(64),
  responseHash: null,
});

describe('an escalator', () => {
  const open = (
    answer: () => Promise<EscalationAnswer>,
    sleep: (ms: number) => Promise<void> = () => new Promise(() => {}),
  ) => {
    const asked: string[] = [];
    const escalate = createEscalator({
      verifier: {
        escalate(gatewayId) {
          asked.push(gatewayId);
          return answer();
        },
      },
      keys: () => [createBundleSigner().key],
      gatewayId: 'gw',
      orgId: 'default',
      previewChars: 0,
      sleep,
      clock: { now: () => 0 },
      log: createLogger({ service: 'test', level: 'silent' }),
    });
    return { escalate, asked };
  };
  const one = phase([{ id: 'ask' }]);

  it('waits five seconds for a verifier, and ignores a later answer', async () => {
    let fail = (_error: Error): void => {};
    const late = new Promise<EscalationAnswer>((_resolve, reject) => {
      fail = reject;
    });
    const slept: number[] = [];
    const sleep = async (ms: number) => void slept.push(ms);
    expect(await open(() => late, sleep).escalate(one)).toMatchObject({
      status: 'unverifiable',
      reason: 'approval_unverifiable',
      nextAction: 'retry',
    });
    expect(slept).toEqual([5_000]);
    fail(new Error('too late'));
  });

  it('accepts no approval without a grant', async () => {
    const { escalate } = open(async () => {
      return { approval_id: 'apr_1', status: 'approved', expires_at: null, url: null, grant: null };
    });
    expect(await escalate(one)).toMatchObject({ status: 'unverifiable', id: 'apr_1', nextAction: 'none' });
  });

  it('refuses an id or address that could not be in a header, a message or a command', async () => {
    const told = { status: 'pending', expires_at: null, url: null, grant: null } as const;
    for (const id of ['a\nb', '\ud800', 'x'.repeat(129), '', 'apr_1;reboot', '$(reboot)']) {
      const { escalate } = open(async () => ({ ...told, approval_id: id }));
      expect(await escalate(one)).toMatchObject({ status: 'pending', id: null });
    }
    for (const url of ['javascript:alert(1)', 'https://a b', 'https://\u202ea', `https://a/${'x'.repeat(1_001)}`]) {
      const { escalate } = open(async () => ({ ...told, approval_id: 'apr_1', url, expires_at: 'soon' }));
      expect(await escalate(one)).toMatchObject({ id: 'apr_1', url: null, expiresAt: null });
    }
  });

  it('asks for no more policies at once than a request holds', async () => {
    const { escalate, asked } = open(async () => Promise.reject(new Error('not asked')));
    const many = Array.from({ length: 51 }, (_, index) => ({ id: `p${index}` }));
    expect(await escalate(phase(many))).toMatchObject({ status: 'unverifiable', nextAction: 'none' });
    expect(asked).toEqual([]);
  });

  it('counts the result of each question', async () => {
    const told = { approval_id: 'apr_1', expires_at: null, url: null, grant: null };
    const answers = ['pending', 'denied', 'pending', 'approved'] as const;
    let next = 0;
    const { escalate } = open(async () => ({ ...told, status: answers[next++] ?? 'refused' }));
    const registry = new Registry();
    const counted = countEscalations(escalate, registry);
    for (const _ of answers) await counted(one);
    const text = await registry.metrics();
    const counts = { pending: 2, denied: 1, refused: 0, approved: 0, unverifiable: 1 };
    for (const [outcome, count] of Object.entries(counts)) {
      expect(text).toContain(`assay_gateway_escalations_total{outcome="${outcome}"} ${count}`);
    }
  });

  it('asks for nothing without a canonical form', async () => {
    const { escalate, asked } = open(async () => Promise.reject(new Error('not asked')));
    expect(await escalate({ ...one, caller: { ...caller, authentication: 'token', user: '\ud800' } })).toMatchObject({
      status: 'unverifiable',
    });
    expect(asked).toEqual([]);
  });
});

it.each([
  ['the person of a delegated call', { onBehalfOf: { user: 'usr_ada', grantId: 'dgr_1' }, user: 'clerk' }, 'usr_ada'],
  ['the person who speaks for the agent', { user: 'clerk', speaker: 'usr_ada' }, 'usr_ada'],
  ['the agent of a token, which is another one every few minutes', { user: 'clerk', credentialId: 'jti' }, 'clerk'],
  ['the key', { authentication: 'api_key' as const, user: 'usr_ada', credentialId: 'key_1' }, 'key_1'],
  ['nobody in particular on this machine', { authentication: 'loopback' as const, user: 'local' }, 'local'],
])('the caller is %s', (_who, change, principal) => {
  expect(principalOf({ ...caller, authentication: 'oauth', ...change })).toBe(principal);
});

describe('a preview', () => {
  const resultOf = (...spans: unknown[]) => {
    const claim: Claim = { name: 'pii_found', type: 'boolean', value: true, detail: { spans } };
    return { claims: [claim] };
  };
  const show = (spans: unknown[], maxChars: number, part: 'request' | 'response' = 'request') =>
    previewOf({ phase: part, results: [resultOf(...spans)] }, { input: 'call +49 30 1234 now', output: 'x' }, maxChars);

  it('shows nothing of a marked part, for any cut', () => {
    const span = { start: 5, end: 16, type: 'phone' };
    expect(show([span], 100)).toBe('call [phone] now');
    for (let chars = 1; chars < 30; chars += 1) expect(show([span], chars)).not.toMatch(/\d/);
    expect(show([span, { start: 0, end: 7, type: 'name' }], 100)).toBe('[name][phone] now');
    expect(show([{ start: 8, end: 9, type: 'a' }, span], 100)).toBe('call [phone] now');
  });

  it('ignores marks in other parts, and shows nothing with an unreadable mark', () => {
    expect(show([{ start: 0, end: 4, type: 'x', document: 'd' }], 100)).toBe('call +49 30 1234 now');
    expect(show([{ start: 0, end: 4, type: 'x', part: 'output' }], 100)).toBe('call +49 30 1234 now');
    expect(show([{ start: '0', end: 4, type: 'x' }], 100)).toBeUndefined();
    expect(show([], 0)).toBeUndefined();
  });

  it('is of the answer in the response phase', () => {
    expect(show([], 100, 'response')).toBe('x');
  });
});
