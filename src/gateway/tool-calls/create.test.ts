import { randomBytes, randomUUID } from 'node:crypto';
import { Registry } from 'prom-client';
import { describe, expect, it } from 'vitest';
import { aQuestion, aResult, judgeOptions } from '../../../test/support/tool-gateway.ts';
import { AppError, isAppError } from '../../platform/errors.ts';
import { createLogger } from '../../platform/log.ts';
import { createKeptAnswers } from '../escalation/kept-answers.ts';
import type { Exchange, JudgedPhase } from '../exchange/exchange.ts';
import { createAdmission } from '../http/admission.ts';
import { createDenyingState } from '../state/active-state.ts';
import { createToolCalls } from './create.ts';

const denying = createDenyingState({ chain: [], policyId: 'p', reasons: [], problems: [], engineVersion: '4' });
const decision = { ...denying.decide({} as never), decision: 'allow' as const, obligations: [] };
const passed: JudgedPhase = { phase: 'execution', results: [], decision, durationMs: 0 };

/** Policies that allow everything; the test controls timers and the disk. */
function open({ maxHeld = 10 } = {}) {
  const timers: { ms: number; call: () => void }[] = [];
  const recorded: Exchange[] = [];
  const disk = { isFull: false, refusals: 0 };
  /** Journaled calls without a record, and calls that could not be recorded. */
  const inProgress = new Set<string>();
  const lost: string[] = [];
  const reported: string[] = [];
  const admission = createAdmission(100);
  const registry = new Registry();
  const after = (ms: number, call: () => void) => {
    const timer = { ms, call };
    timers.push(timer);
    return () => void timers.splice(timers.indexOf(timer), 1);
  };
  const calls = createToolCalls({
    registry,
    randomBytes,
    after,
    admission,
    maxHeld,
    maxBytes: 10_000,
    monotonicMs: () => 0,
    judge: async () => ({ ...passed }),
    recorder: {
      async record(exchange) {
        if (disk.isFull) throw new AppError('storage_full', 'full');
        if (disk.refusals > 0) {
          disk.refusals -= 1;
          throw new AppError('attestor_unavailable', 'away');
        }
        recorded.push(exchange);
        return { evidenceId: exchange.evidenceId, jws: '', seq: 0 };
      },
      recordDrawn: async () => {
        throw new Error('what is lost is told to underWay');
      },
    },
    inProgress: {
      begin({ evidenceId }) {
        if (disk.isFull) throw new AppError('storage_full', 'full');
        inProgress.add(evidenceId);
      },
      recorded: (evidenceId) => void inProgress.delete(evidenceId),
      lost: (evidenceId) => void lost.push(evidenceId),
      close: async () => {},
    },
    observer: {
      begun: () => void reported.push('begun'),
      ended: (_call, error) => void reported.push(isAppError(error) ? error.code : 'ended'),
      left: () => void reported.push('left'),
    },
    createEvidenceId: () => `ev_${randomUUID()}`,
    approvals: {
      escalate: async () => {
        throw new Error('nobody is asked');
      },
      kept: createKeptAnswers({ now: () => 0, after }),
    },
    identity: {
      mode: 'enforce',
      defaultSessionId: 'default',
      now: () => 0,
      standingOf: () => ({ workspaceId: 'default', status: 'active' }),
      actingOf: () => ({ workspaceId: 'default', state: denying, config: undefined, mode: { word: 'enforce' } }),
    },
    log: createLogger({ service: 'test', level: 'silent' }),
  });
  const begin = async (change = {}) => {
    const answer = await calls.local.begin(aQuestion(change), judgeOptions());
    if (answer.decision !== 'allow') throw new Error(answer.decision);
    return answer.call_id;
  };
  return { calls, timers, recorded, disk, inProgress, lost, reported, admission, registry, begin };
}
const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'none',
    (error: unknown) => (isAppError(error) ? error.code : String(error)),
  );

describe('a call that is not ended', () => {
  it('is recorded without a result at its timeout, and its result is then shown to nobody', async () => {
    const { calls, timers, recorded, begin } = open();
    const callId = await begin({ timeout_ms: 60_000 });
    expect(timers.map(({ ms }) => ms)).toEqual([65_000]);
    timers[0]?.call();
    await expect.poll(() => recorded.length).toBe(1);
    expect(recorded[0]).toMatchObject({ failure: { code: 'no_result' }, tool: 'find' });
    expect(await codeOf(calls.local.end(callId, aResult('late')))).toBe('not_found');
  });

  it('is recorded before the gateway ends', async () => {
    const { calls, recorded, begin } = open();
    await begin();
    await begin();
    await calls.close();
    expect(recorded.map(({ failure }) => failure?.code)).toEqual(['gateway_closed', 'gateway_closed']);
  });

  it('because the caller has disconnected is recorded as cancelled at once', async () => {
    const { calls, recorded } = open();
    const signal = AbortSignal.abort();
    expect(await codeOf(calls.local.begin(aQuestion(), { ...judgeOptions(), signal }))).toBe('unavailable');
    expect(recorded).toMatchObject([{ failure: { code: 'caller_gone' } }]);
  });
});

describe('no result is shown', () => {
  it('when it could not be recorded', async () => {
    const { calls, disk, inProgress, lost, begin } = open();
    const callId = await begin();
    disk.isFull = true;
    expect(await codeOf(calls.local.end(callId, aResult('x')))).toBe('storage_full');
    expect(lost).toEqual([...inProgress]);
    disk.isFull = false;
    expect(await codeOf(calls.local.end(callId, aResult('x')))).toBe('not_found');
  });

  it('while nothing can be recorded, and the call is available afterwards', async () => {
    const { calls, admission, begin } = open();
    const callId = await begin();
    admission.pause(new AppError('attestor_unavailable', 'away'));
    expect(await codeOf(calls.local.end(callId, aResult('x')))).toBe('attestor_unavailable');
    expect(await codeOf(begin())).toBe('attestor_unavailable');
    admission.pause(undefined);
    expect(await codeOf(calls.local.end(callId, aResult('x')))).toBe('none');
  });

  it('before its record was signed: an attestor that returns soon is waited for', async () => {
    const { calls, timers, disk, lost, begin } = open();
    const callId = await begin();
    disk.refusals = 2;
    const ended = codeOf(calls.local.end(callId, aResult('x')));
    for (const wait of [200, 400]) {
      await expect.poll(() => timers.map(({ ms }) => ms)).toEqual([wait]);
      timers.shift()?.call();
    }
    expect([await ended, lost]).toEqual(['none', []]);
  });

  it('when it is larger than the judged size, and the call can still be ended as failed', async () => {
    const { calls, begin } = open();
    const callId = await begin();
    expect(await codeOf(calls.local.end(callId, aResult('x'.repeat(10_000))))).toBe('payload_too_large');
    const failed = { kind: 'failed', code: 'too_large', message: 'the result is too large' };
    expect(await codeOf(calls.local.end(callId, failed))).toBe('none');
    expect(await codeOf(begin({ arguments: { a: 'x'.repeat(10_000) } }))).toBe('payload_too_large');
  });
});

describe('an allowed call', () => {
  it('is journaled first, until it is recorded', async () => {
    const { calls, inProgress, lost, begin } = open();
    const ended = await begin();
    const failed = await begin();
    await begin();
    expect(inProgress.size).toBe(3);
    await calls.local.end(ended, aResult('x'));
    await calls.local.end(failed, { kind: 'unknown', code: 'no_answer', message: 'none' });
    expect(inProgress.size).toBe(1);
    await calls.close();
    expect([inProgress.size, lost]).toEqual([0, []]);
  });

  it('is refused when it cannot be journaled', async () => {
    const { disk, calls, reported, begin } = open();
    disk.isFull = true;
    expect(await codeOf(begin())).toBe('storage_full');
    // The observer was told of its start.
    expect(reported).toEqual(['begun', 'storage_full']);
    await calls.close();
  });
});

it('calls over the limit of held ones are refused without a judgement', async () => {
  const { calls, begin, registry } = open({ maxHeld: 2 });
  const first = await begin();
  await begin();
  expect(await codeOf(begin())).toBe('unavailable');
  expect(await registry.metrics()).toContain('assay_gateway_tool_calls_held 2');
  await calls.local.end(first, aResult('x'));
  expect(await codeOf(begin())).toBe('none');
  expect(await registry.metrics()).toContain('assay_gateway_tool_calls_total{step="begin",decision="error"} 1');
});
