/**
 * Works on one run as long as there is something to do, then releases it, ended or waiting. Commits each step before it starts,
 * together with the ends that led to it.
 */
import { setImmediate } from 'node:timers/promises';
import { findBoundViolation } from '@assay/sdk/contract';
import { joinedBounds, maxWorkMs } from './constants.ts';
import type { Engine } from './engine.ts';
import { LeaseLost } from './journal.ts';
import { type RunOutcome, toRelease } from './run-end.ts';
import { ownRow } from './run-steps.ts';
import { type ActiveRunDeps, createRunWorker, put, type RunToWork, type RunWorker, setStop } from './run-worker.ts';
import {
  cutOffOpen,
  execute,
  handleReady,
  makeTimesDue,
  prepare,
  skipStopped,
  takeFinished,
} from './run-worker-steps.ts';
import type { RunError, StepRow } from './tables.ts';

/** Engine work before others get a turn: see `Engine.advance`. */
const workAtOnce = 20_000;

export interface ActiveRun {
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

export function workOn(deps: ActiveRunDeps, toWork: RunToWork): ActiveRun {
  const worker = createRunWorker(deps, toWork);
  const done = work(worker).catch((error: unknown) => {
    for (const { row, abort } of worker.active.values()) if (row.is_repeatable) abort.abort();
    if (!(error instanceof LeaseLost)) throw error;
    return undefined;
  });
  return {
    wake: worker.wakeSignal.ring,
    done,
    cancel: () => setStop(worker, 'cancel'),
    lose: () => setStop(worker, 'lost'),
    giveBack: () => setStop(worker, 'close'),
  };
}

async function work(worker: RunWorker): Promise<RunOutcome['status'] | undefined> {
  if (worker.run.status === 'cancelling') setStop(worker, 'cancel');
  for (;;) {
    takeFinished(worker);
    if (worker.stop === undefined) await progress(worker);
    const begun = worker.stop === undefined ? await prepare(worker) : [];
    const end = worker.active.size + begun.length === 0 ? outcome(worker) : undefined;
    if (isLost(worker)) return undefined;
    await write(worker, end);
    if (isLost(worker)) return undefined;
    if (end !== undefined) return end.status;
    if (begun.length > 0 && !worker.isHeld()) return undefined;
    for (const one of begun) {
      if (worker.stop === undefined) execute(worker, one);
      else skipStopped(worker, one);
    }
    if (worker.active.size > 0) await worker.wakeSignal.heard();
  }
}

function isLost({ stop }: RunWorker): boolean {
  return stop === 'lost';
}

/** Advances as far as the engine can by itself. */
async function progress(worker: RunWorker): Promise<void> {
  const { engine, rows } = worker;
  for (;;) {
    const { ready, own, isMore } = engine.advance(workAtOnce);
    for (const one of own) if (!rows.has(one.place)) put(worker, ownRow(worker.rowDeps, one));
    for (const step of ready) handleReady(worker, step);
    if (!isMore && ready.length === 0) break;
    if (isMore) await setImmediate();
    // A process that shuts down releases a complete state. Any other stop needs no more steps.
    if (worker.stop !== undefined && worker.stop !== 'close') break;
  }
  if (engine.end()?.status === 'failed') setStop(worker, 'fail');
  makeTimesDue(worker);
  if (workedMs(worker) > maxWorkMs && worker.fault === undefined) {
    const message = 'a run may take at most 24 hours';
    worker.fault = { code: 'time_exceeded', message, step_id: null, node_id: null };
    setStop(worker, 'fail');
  }
}

function workedMs({ clock, takenAt, run }: RunWorker): number {
  return clock.now() - takenAt + run.worked_ms;
}

/** How the work ends; undefined while steps are to start. */
function outcome({ run, stop, fault, rows, engine, waits, queue }: RunWorker): RunOutcome | undefined {
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
async function write(worker: RunWorker, end: RunOutcome | undefined): Promise<void> {
  const { run, rows, clock, journal } = worker;
  if (end?.status === 'cancelled' || end?.status === 'failed') cutOffOpen(worker);
  const changed = [...worker.unwritten.values()];
  worker.unwritten = new Map();
  if (changed.length === 0 && end === undefined) return;
  const left = end === undefined ? {} : toRelease(run, end, { now: clock.now(), workedMs: workedMs(worker), rows });
  const named = { orgId: run.org_id, runId: run.id, lease: run.lease };
  const status = await journal.write({ ...named, steps: changed, ...left });
  if (status === 'cancelling') setStop(worker, 'cancel');
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
