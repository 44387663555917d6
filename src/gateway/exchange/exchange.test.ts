import { describe, expect, it } from 'vitest';
import type { AuditMode } from '../../contract/evidence.ts';
import { anEngine, aRequest } from '../../policy/chain.fixture.ts';
import { decidedWord, decisionReasons, type Exchange, enforcedWord, type JudgedPhase } from './exchange.ts';

const engine = anEngine(`@id("open") permit (principal, action, resource);
@id("no-pii") forbid (principal, action, resource) when { context.claims has pii_found && context.claims.pii_found };`);

const judge = (phase: 'request' | 'response', pii_found: boolean): JudgedPhase => ({
  phase,
  results: [],
  decision: engine.decide(aRequest({ values: { pii_found }, phase })),
  durationMs: 1,
});

const anExchange = (mode: AuditMode, judged: JudgedPhase[], overruled?: string): Exchange => ({
  identity: {
    agentId: 'a',
    workspaceId: 'w',
    sessionId: 's',
    traceId: 't',
    traceparent: 'p',
    authentication: 'loopback',
    mode,
  },
  evidenceId: 'ev_1',
  startedMs: 0,
  requestHash: '',
  modelId: null,
  tool: null,
  uninspected: [],
  features: [],
  judged,
  responseHash: null,
  streamMode: 'none',
  ...(overruled === undefined ? {} : { overruled }),
});

describe('decided and enforced result', () => {
  it('agree in enforce mode', () => {
    const denied = anExchange('enforce', [judge('request', true)]);
    expect([decidedWord(denied), enforcedWord(denied)]).toEqual(['deny', 'deny']);
    const allowed = anExchange('enforce', [judge('request', false), judge('response', false)]);
    expect([decidedWord(allowed), enforcedWord(allowed)]).toEqual(['allow', 'allow']);
  });

  it('differ in observe mode: nothing is blocked, and the record keeps the denial of an earlier phase', () => {
    const observed = anExchange('observe', [judge('request', true), judge('response', false)]);
    expect([decidedWord(observed), enforcedWord(observed)]).toEqual(['deny', 'allow']);
    expect(decisionReasons(observed)).toEqual(['no-pii']);
  });

  it('are a denial when nothing was judged, or when the gateway cannot carry out the decision', () => {
    expect(enforcedWord(anExchange('enforce', []))).toBe('deny');
    const overruled = anExchange('enforce', [judge('request', false)], 'redaction:no_usable_spans');
    expect([enforcedWord(overruled), decisionReasons(overruled)[0]]).toEqual(['deny', 'redaction:no_usable_spans']);
  });
});
