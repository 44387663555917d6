/**
 * Works on one run as long as there is something to do, then releases it, ended or waiting. Commits each step before it starts,
 * together with the ends that led to it.
 */
import { setImmediate } from 'node:timers/promises';
import { findBoundViolation } from '@assay/sdk/contract';
import type { Engine } from './engine.ts';
import { createHand, type Hand, put, type RunInHandDeps, type RunToWork, setStop } from './hand.ts';
import { cutOffOpen, execute, leaveOut, makeTimesDue, meet, prepare, takeFinished } from './hand-steps.ts';
import { LeaseLost } from './journal.ts';
import { type RunOutcome, toRelease } from './run-end.ts';
import { ownRow } from './run-steps.ts';
import type { RunError, StepRow } from './tables.ts';
import { joinedBounds, mostWorkMs } from './words.ts';

/** Engine work before others get a turn: see `Engine.advance`. */
const workAtOnce = 20_000;

export interface RunInHand {
  /** The run was asked to end. */
  cancel(): void;
  /** The lease was lost: writes and starts nothing more. */
  lose(): void;
  /** The process shuts down: releases the run when steps that cannot be aborted have ended. */
  giveBack(): void;
  /** Checks again what the run waits for. */
  wake(): void;
  /** How the run was left; undefined if another process has it. */
  readonly done: Promise<RunOutcome['status'] | undefined>;
}

export function workOn(deps: RunInHandDeps, toWork: RunToWork): RunInHand {
  const hand = createHand(deps, toWork);
  const done = work(hand).catch((error: unknown) => {
    for (const { row, abort } of hand.active.values()) if (row.is_repeatable) abort.abort();
    if (!(error instanceof LeaseLost)) throw error;
    return undefined;
  });
  return {
    ...{ wake: hand.bell.ring, done },
    cancel: () => setStop(hand, 'cancel'),
    lose: () => setStop(hand, 'lost'),
    giveBack: () => setStop(hand, 'close'),
  };
}

async function work(hand: Hand): Promise<RunOutcome['status'] | undefined> {
  if (hand.run.status === 'cancelling') setStop(hand, 'cancel');
  for (;;) {
    takeFinished(hand);
    if (hand.stop === undefined) await progress(hand);
    const begun = hand.stop === undefined ? await prepare(hand) : [];
    const end = hand.active.size + begun.length === 0 ? outcome(hand) : undefined;
    if (isLost(hand)) return undefined;
    await write(hand, end);
    if (isLost(hand)) return undefined;
    if (end !== undefined) return end.status;
    if (begun.length > 0 && !hand.isHeld()) return undefined;
    for (const one of begun) {
      if (hand.stop === undefined) execute(hand, one);
      else leaveOut(hand, one);
    }
    if (hand.active.size > 0) await hand.bell.heard();
  }
}

function isLost({ stop }: Hand): boolean {
  return stop === 'lost';
}

/** Advances as far as the engine can by itself. */
async function progress(hand: Hand): Promise<void> {
  const { engine, rows } = hand;
  for (;;) {
    const { ready, own, isMore } = engine.advance(workAtOnce);
    for (const one of own) if (!rows.has(one.place)) put(hand, ownRow(hand.rowDeps, one));
    for (const step of ready) meet(hand, step);
    if (!isMore && ready.length === 0) break;
    if (isMore) await setImmediate();
    // A process that shuts down releases a complete state. Any other stop needs no more steps.
    if (hand.stop !== undefined && hand.stop !== 'close') break;
  }
  if (engine.end()?.status === 'failed') setStop(hand, 'fail');
  makeTimesDue(hand);
  if (workedMs(hand) > mostWorkMs && hand.fault === undefined) {
    const message = 'a run is worked on for at most 24 hours';
    hand.fault = { code: 'time_exceeded', message, step_id: null, node_id: null };
    setStop(hand, 'fail');
  }
}

function workedMs({ clock, takenAt, run }: Hand): number {
  return clock.now() - takenAt + run.worked_ms;
}

/** How the work ends; undefined while steps are to start. */
function outcome({ run, stop, fault, rows, engine, waits, queue }: Hand): RunOutcome | undefined {
  if (stop === 'cancel') return { status: 'cancelled' };
  if (stop === 'interrupt') return { status: 'interrupted' };
  if (stop === 'fail') return { status: 'failed', error: fault ?? firstError(rows, engine.end()) };
  const until = Math.min(...[...waits.keys()].map((place) => rows.get(place)?.waiting_until ?? 0));
  if (queue.length === 0 && waits.size > 0) return { status: 'waiting', until };
  if (stop === 'close') return { status: 'running' };
  const end = engine.end();
  if (queue.length > 0) return undefined;
  if (end?.status === 'succeeded') return toSuccess(end.output);
  throw new Error(`run ${run.id} has neither an end nor a next step`);
}

/** Commits the changes, and how the work ended. */
async function write(hand: Hand, end: RunOutcome | undefined): Promise<void> {
  const { run, rows, clock, journal } = hand;
  if (end?.status === 'cancelled' || end?.status === 'failed') cutOffOpen(hand);
  const changed = [...hand.unwritten.values()];
  hand.unwritten = new Map();
  if (changed.length === 0 && end === undefined) return;
  const left = end === undefined ? {} : toRelease(run, end, { now: clock.now(), workedMs: workedMs(hand), rows });
  const named = { orgId: run.org_id, runId: run.id, lease: run.lease };
  const status = await journal.write({ ...named, steps: changed, ...left });
  if (status === 'cancelling') setStop(hand, 'cancel');
}

/** Bounds the outputs like the input of a step. */
function toSuccess(output: unknown): RunOutcome {
  const problem = findBoundViolation(output, joinedBounds);
  if (problem === undefined) return { status: 'succeeded', output };
  const error = { code: 'value_refused', message: `the output of the run ${problem}`, step_id: null, node_id: null };
  return { status: 'failed', error };
}

function firstError(rows: ReadonlyMap<string, StepRow>, end: ReturnType<Engine['end']>): RunError {
  const failed = [...rows.values()].filter(({ status }) => status === 'failed');
  const [first] = failed.sort((left, right) => (left.place < right.place ? -1 : 1));
  if (first !== undefined && first.error !== null) {
    return { ...first.error, step_id: first.id, node_id: first.node_id };
  }
  if (end?.status === 'failed') return { ...end.error, step_id: null, node_id: null };
  throw new Error('a run that failed has an error');
}
