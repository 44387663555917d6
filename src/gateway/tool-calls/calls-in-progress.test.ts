import { randomBytes } from 'node:crypto';
import { appendFileSync, closeSync, fstatSync, openSync, statSync, truncateSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DrawnEvidence } from '../../contract/evidence.ts';
import { systemClock } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';
import { createId } from '../../platform/ids.ts';
import { createLogger } from '../../platform/log.ts';
import { anEngine, aRequest } from '../../policy/chain.fixture.ts';
import { drawEvidence } from '../evidence/build.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { createCallsInProgress } from './calls-in-progress.ts';
import { openCallJournal } from './journal.ts';

const decision = anEngine('@id("open") permit (principal, action, resource);').decide(
  aRequest({ values: { pii_found: false }, phase: 'request' }),
);
const log = createLogger({ service: 'test', level: 'silent' });
let folder: string;
let files = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-under-way-'));
});
afterAll(() => rm(folder, { recursive: true }));

function aCall(sessionId = 's'): Exchange {
  const names = { agentId: 'clerk', workspaceId: 'w', sessionId, traceId: 't', traceparent: 'p' };
  return {
    identity: { ...names, authentication: 'api_key', mode: 'enforce' },
    evidenceId: createId('ev', systemClock, randomBytes),
    startedMs: 0,
    requestHash: 'a'.repeat(64),
    modelId: null,
    tool: 'pay',
    server: 'bank',
    judged: [{ phase: 'execution', results: [], decision, durationMs: 1 }],
    uninspected: [],
    features: [],
    responseHash: null,
    streamMode: 'none' as const,
  };
}

/** Opens gateways one after another on one file; their records are in `recorded` and in the receipt log. */
function openFile(maxBytes?: number) {
  const path = join(folder, `${files++}.jsonl`);
  const recorded: DrawnEvidence[] = [];
  const receipts: string[] = [];
  const reported: string[] = [];
  const attestor = { isAway: false };
  const timers: (() => void)[] = [];
  const open = () =>
    createCallsInProgress({
      journal: openCallJournal(path, log, maxBytes),
      recorder: {
        async recordDrawn(drawn) {
          if (attestor.isAway) throw new AppError('attestor_unavailable', 'away');
          recorded.push(drawn);
          receipts.push(drawn.evidence_id);
          return { evidenceId: drawn.evidence_id, jws: '', seq: 0 };
        },
      },
      chain: {
        size: () => receipts.length,
        read: async ({ fromSeq, limit }) =>
          receipts.slice(fromSeq, fromSeq + limit).map((id) => ({ attachment: toJws(id) }) as never),
      },
      clock: { now: () => 5 },
      observer: { left: ({ evidence_id: id }) => void reported.push(id) },
      after: (_ms, call) => {
        timers.push(call);
        return () => {};
      },
      log,
    });
  return { path, open, recorded, receipts, reported, attestor, timers };
}
const toJws = (id: string) =>
  Buffer.from(`e.${Buffer.from(JSON.stringify({ evidence_id: id })).toString('base64url')}.s`);

describe('a running call when its gateway is killed', () => {
  it('is recorded once by the next one with an unknown result', async () => {
    const { open, recorded, reported } = openFile();
    const [lost, done] = [aCall(), aCall()];
    const killed = open();
    for (const call of [lost, done]) killed.begin(call);
    killed.recorded(done.evidenceId);
    const next = open();
    await expect.poll(() => recorded.length).toBe(1);
    const known = { evidence_id: lost.evidenceId, agent_id: 'clerk', server: 'bank', tool: 'pay' };
    expect(recorded[0]).toMatchObject({ ...known, response_hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
    await next.close();
    await open().close();
    expect(recorded.length).toBe(1);
    // The observer was told of its start, and is told of its end.
    expect(reported).toEqual([lost.evidenceId]);
  });

  it('is not recorded again when it was already recorded without a notice', async () => {
    const { open, recorded, receipts, timers } = openFile();
    const call = aCall();
    receipts.push('ev_before');
    open().begin(call);
    receipts.push('ev_other', call.evidenceId);
    const next = open();
    const mark = aCall();
    next.begin(mark);
    next.lost(mark.evidenceId);
    await expect
      .poll(() => {
        for (const tick of timers.splice(0)) tick();
        return recorded.map(({ evidence_id: id }) => id);
      })
      .toEqual([mark.evidenceId]);
    await next.close();
  });
});

it('an unrecordable call is retried until recorded, and its end was reported before', async () => {
  const { open, recorded, reported, attestor, timers } = openFile();
  const inProgress = open();
  const call = aCall();
  inProgress.begin(call);
  attestor.isAway = true;
  inProgress.lost(call.evidenceId);
  await expect.poll(() => timers.length).toBe(1);
  attestor.isAway = false;
  timers[0]?.();
  await expect.poll(() => recorded.length).toBe(1);
  expect(reported).toEqual([]);
  await inProgress.close();
});

describe('the journal', () => {
  const evidenceOf = (inProgress: ReturnType<typeof createCallsInProgress>, number: number, size = 100) => {
    for (let index = 0; index < number; index += 1) {
      const call = aCall('x'.repeat(size));
      inProgress.begin(call);
      inProgress.recorded(call.evidenceId);
    }
  };

  it('stays bounded by the running calls', async () => {
    const { path, open, recorded } = openFile(10_000);
    const inProgress = open();
    const kept = Array.from({ length: 20 }, () => aCall());
    for (const call of kept) inProgress.begin(call);
    evidenceOf(inProgress, 200);
    expect(statSync(path).size).toBeLessThan(100_000);
    for (const call of kept) inProgress.recorded(call.evidenceId);
    evidenceOf(inProgress, 200);
    expect(statSync(path).size).toBeLessThan(20_000);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    await inProgress.close();
    expect(recorded).toEqual([]);
  });

  it('is read with a truncated or invalid line skipped', async () => {
    const { path, open, recorded } = openFile();
    const [first, second] = [aCall(), aCall()];
    open().begin(first);
    appendFileSync(path, 'no line\n{"begun":\n');
    open().begin(second);
    truncateSync(path, statSync(path).size - 5);
    const last = open();
    await expect.poll(() => recorded.map(({ evidence_id: id }) => id)).toContain(first.evidenceId);
    expect(recorded.every(({ evidence_id: id }) => id !== second.evidenceId)).toBe(true);
    await last.close();
  });
});

it('a journal closed twice, or written to late, does not touch the file that reuses its number', () => {
  const journal = openCallJournal(join(folder, 'closed.jsonl'), log);
  journal.close();
  const other = openSync(join(folder, 'other'), 'w');
  try {
    journal.close();
    const late = { evidence: drawEvidence(aCall()), from_seq: 0, begun_at_ms: 0 };
    expect(() => journal.begin(late)).toThrow(AppError);
    expect(fstatSync(other).size).toBe(0);
  } finally {
    closeSync(other);
  }
});
