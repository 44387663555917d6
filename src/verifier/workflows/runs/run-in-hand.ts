/**
 * Works on one run for as long as there is something to do, and gives it back: at its end, or waiting. What it is about
 * to begin is committed before it is begun, together with the ends that led to it.
 */
import { setImmediate } from 'node:timers/promises';
import { findBoundViolation } from '@assay/sdk/contract';
import type { Clock } from '../../../platform/clock.ts';
import type { Logger } from '../../../platform/log.ts';
import { agentOfNode } from '../graph/node-config.ts';
import type { Plan } from '../graph/plan.ts';
import type { DeployedWorkflow, StepCall, StepEnd, StepExecutor } from '../seams.ts';
import { createEngine, type ReadyStep } from './engine.ts';
import { type Journal, LeaseLost } from './journal.ts';
import { type RunOutcome, toRelease } from './run-end.ts';
import {
  crashedRow,
  endedRow,
  failedRow,
  ownRow,
  refusedRow,
  type StepRowDeps,
  startedRow,
  waitingOf,
  waitingRow,
} from './run-steps.ts';
import type { RunError, RunRow, StepRow } from './tables.ts';
import { joinedBounds, mostStepsAtOnce, mostValueBytes, mostWorkMs } from './words.ts';

/** Of the engine, before others have their turn: see `Engine.advance`. */
const workAtOnce = 20_000;

export interface RunInHand {
  /** Somebody asked it to end. */
  cancel(): void;
  /** Its lease is over: nothing more is written, nothing more is begun. */
  lose(): void;
  /** The process ends: it is given back as soon as what cannot be broken off is over. */
  giveBack(): void;
  /** Looks again at what it waits for. */
  wake(): void;
  /** How it was left; undefined where somebody else has it. */
  readonly done: Promise<RunOutcome['status'] | undefined>;
}

export interface RunInHandDeps {
  readonly journal: Pick<Journal, 'write'>;
  readonly executor: () => StepExecutor;
  readonly clock: Clock;
  readonly newStepId: () => string;
  readonly log: Logger;
}

export interface RunToWork {
  readonly run: RunRow & { readonly lease: string };
  readonly workflow: DeployedWorkflow;
  readonly plan: Plan;
  /** Rows of its steps so far. */
  readonly steps: readonly StepRow[];
  /** False where the lease may be over, and somebody else at work: nothing is begun then. */
  readonly isHeld: () => boolean;
}

/** Why nothing more is begun; what stands later here outdoes what stands before it. */
const stops = ['close', 'fail', 'interrupt', 'cancel', 'lost'] as const;
type Stop = (typeof stops)[number];

interface Active {
  readonly step: ReadyStep;
  readonly row: StepRow;
  readonly abort: AbortController;
}

export function workOn(deps: RunInHandDeps, { run, workflow, plan, steps, isHeld }: RunToWork): RunInHand {
  const { journal, executor, clock, log } = deps;
  const rowDeps: StepRowDeps = { orgId: run.org_id, runId: run.id, newId: deps.newStepId, now: clock.now };
  const engine = createEngine(plan, run.input === null ? null : JSON.parse(run.input));
  const rows = new Map(steps.map((row) => [row.place, row]));
  const takenAt = clock.now();
  /** Those of the journal that were not looked at again: they are as somebody else left them. */
  const found = new Set(rows.keys());
  const waits = new Map<string, ReadyStep>();
  const active = new Map<string, Active>();
  const queue: ReadyStep[] = [];
  let finished: (Active & { readonly end: StepEnd })[] = [];
  let unwritten = new Map<string, StepRow>();
  let stop: Stop | undefined;
  let fault: RunError | undefined;
  let bytes = steps.reduce((sum, { output }) => sum + (output === null ? 0 : Buffer.byteLength(output)), 0);
  bytes += Buffer.byteLength(run.input ?? '');

  let isChanged = false;
  let goOn = (): void => undefined;
  const wake = (): void => {
    isChanged = true;
    goOn();
  };
  const change = async (): Promise<void> => {
    if (!isChanged) {
      await new Promise<void>((resolve) => {
        goOn = resolve;
      });
    }
    isChanged = false;
  };
  const setStop = (why: Stop): void => {
    if (stop === undefined || stops.indexOf(why) > stops.indexOf(stop)) stop = why;
    // What may be begun again may be broken off; whatever else is under way is waited for.
    if (why !== 'interrupt') for (const { row, abort } of active.values()) if (row.is_repeatable) abort.abort();
    wake();
  };

  const put = (row: StepRow): void => {
    rows.set(row.place, row);
    unwritten.set(row.place, row);
  };

  /** Goes by how a step stands: what follows from it, or what is to be done with it. */
  const follow = (step: ReadyStep, row: StepRow): void => {
    if (row.status === 'succeeded') {
      const output: unknown = row.output === null ? null : JSON.parse(row.output);
      engine.settle(row.place, { port: row.port ?? 'out', output });
    } else if (row.status === 'waiting') waits.set(row.place, step);
    else if (row.status === 'unknown') setStop('interrupt');
    else if (row.status === 'started') queue.push(step);
    else setStop('fail');
  };

  /** A step that is ready: new, or one that this or another process began before. */
  const meet = (step: ReadyStep): void => {
    const known = rows.get(step.place);
    if (known === undefined) {
      queue.push(step);
      return;
    }
    const isLeft = found.delete(step.place) && known.status === 'started';
    const row = isLeft ? crashedRow(known, clock.now()) : known;
    if (isLeft) put(row);
    follow(step, row);
    // Whoever woke the run knows why: what waits for others looks at once, a retry at its time.
    if (row.status === 'waiting' && row.waiting_for !== 'retry') makeDue(step);
  };

  const makeDue = (step: ReadyStep): void => {
    waits.delete(step.place);
    queue.push(step);
  };

  const progress = async (): Promise<void> => {
    for (;;) {
      const { ready, own, isMore } = engine.advance(workAtOnce);
      for (const one of own) if (!rows.has(one.place)) put(ownRow(rowDeps, one));
      for (const step of ready) meet(step);
      if (!isMore && ready.length === 0) break;
      if (isMore) await setImmediate();
      // A process that ends gives back what is whole; whatever else stopped it needs no more steps.
      if (stop !== undefined && stop !== 'close') break;
    }
    if (engine.end()?.status === 'failed') setStop('fail');
    for (const step of [...waits.values()]) {
      const until = rows.get(step.place)?.waiting_until ?? 0;
      if (until <= clock.now()) makeDue(step);
    }
    if (clock.now() - takenAt + run.worked_ms > mostWorkMs && fault === undefined) {
      const message = 'a run is worked on for at most 24 hours';
      fault = { code: 'time_exceeded', message, step_id: null, node_id: null };
      setStop('fail');
    }
  };

  const takeFinished = (): void => {
    const ended = finished;
    finished = [];
    for (const { step, row, abort, end } of ended) {
      active.delete(row.place);
      const wasCut = abort.signal.aborted && end.kind !== 'done';
      const next = wasCut ? cutOff(row) : endedRow(row, end, clock.now(), mostValueBytes - bytes);
      if (next.output !== null) bytes += Buffer.byteLength(next.output);
      put(next);
      if (next.status !== 'skipped') follow(step, next);
    }
  };

  /** A step that was not done, because of what became of the run. */
  const cutOff = (row: StepRow): StepRow => {
    const now = clock.now();
    if (stop === 'close') return waitingRow(row, { for: 'retry', id: null }, now);
    const error = { code: 'run_ended', message: 'the run ended before it' };
    return { ...failedRow(row, error, now), status: 'skipped' };
  };

  const toCall = (step: ReadyStep, known: StepRow | undefined, signal: AbortSignal): StepCall => {
    const waiting = known === undefined ? undefined : waitingOf(known);
    return {
      ...{ orgId: run.org_id, workspaceId: run.workspace_id, workflowId: run.workflow_id, revision: run.revision },
      ...{ runId: run.id, stepId: known?.id ?? '', node: step.node, turn: step.turn, attempt: known?.attempt ?? 0 },
      ...{ agentId: agentOfNode(step.node, workflow.agentId), input: step.input, traceId: run.trace_id },
      ...{ startedBy: run.started_by, depth: run.depth, signal, ...(waiting === undefined ? {} : { waiting }) },
    };
  };

  /** Those that are begun next, written down as begun. */
  const prepare = async (): Promise<Active[]> => {
    queue.sort((left, right) => (left.place < right.place ? -1 : 1));
    const begun: Active[] = [];
    for (const step of queue.splice(0, mostStepsAtOnce - active.size)) {
      const known = rows.get(step.place);
      const refused = refusedRow(rowDeps, step, known);
      if (refused !== undefined) {
        put(refused);
        follow(step, refused);
        continue;
      }
      const abort = new AbortController();
      const row = startedRow(rowDeps, step, known, false);
      try {
        const isRepeatable = await executor().isRepeatable(toCall(step, row, abort.signal));
        begun.push({ step, row: { ...row, is_repeatable: isRepeatable }, abort });
      } catch (error) {
        log.error({ err: error, run: run.id, step: row.id }, 'a step of a run could not be begun');
        // Nothing was done: it may be begun again.
        const end = faultOf({ ...row, is_repeatable: true });
        const failed = endedRow(row, end, clock.now(), 0);
        put(failed);
        follow(step, failed);
      }
    }
    for (const { row } of begun) put(row);
    return begun;
  };

  const execute = (one: Active): void => {
    const { step, row, abort } = one;
    active.set(row.place, one);
    const take = async (): Promise<StepEnd> => {
      try {
        return await executor().execute(toCall(step, row, abort.signal));
      } catch (error) {
        if (!abort.signal.aborted) log.error({ err: error, run: run.id, step: row.id }, 'a step of a run failed');
        return faultOf(row);
      }
    };
    void take().then((end) => {
      finished.push({ ...one, end });
      wake();
    });
  };

  /** Undefined while something is under way. */
  const outcome = (): RunOutcome | undefined => {
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
  };

  const write = async (end: RunOutcome | undefined): Promise<void> => {
    if (end?.status === 'cancelled' || end?.status === 'failed') {
      for (const row of [...rows.values()]) {
        if (row.status === 'waiting' || (row.status === 'started' && row.is_repeatable)) put(cutOff(row));
        else if (row.status === 'started') put(crashedRow(row, clock.now()));
      }
    }
    const changed = [...unwritten.values()];
    unwritten = new Map();
    if (changed.length === 0 && end === undefined) return;
    const now = clock.now();
    const left = end === undefined ? {} : toRelease(run, end, { now, workedMs: now - takenAt + run.worked_ms, rows });
    const named = { orgId: run.org_id, runId: run.id, lease: run.lease };
    const status = await journal.write({ ...named, steps: changed, ...left });
    if (status === 'cancelling') setStop('cancel');
  };

  const work = async (): Promise<RunOutcome['status'] | undefined> => {
    if (run.status === 'cancelling') setStop('cancel');
    for (;;) {
      takeFinished();
      if (stop === undefined) await progress();
      const begun = stop === undefined ? await prepare() : [];
      const end = active.size + begun.length === 0 ? outcome() : undefined;
      if (isLost()) return undefined;
      await write(end);
      if (isLost()) return undefined;
      if (end !== undefined) return end.status;
      if (begun.length > 0 && !isHeld()) return undefined;
      for (const one of begun) {
        if (stop === undefined) execute(one);
        else leaveOut(one);
      }
      if (active.size > 0) await change();
    }
  };
  /** Asked to end while it was written down: nobody began it. */
  const leaveOut = ({ step, row }: Active): void => {
    const left = cutOff(row);
    put(left);
    if (left.status === 'waiting') waits.set(row.place, step);
  };
  // The others change it while something is awaited.
  const isLost = (): boolean => stop === 'lost';

  const done = work().catch((error: unknown) => {
    for (const { row, abort } of active.values()) if (row.is_repeatable) abort.abort();
    if (!(error instanceof LeaseLost)) throw error;
    return undefined;
  });
  return {
    ...{ wake, done },
    cancel: () => setStop('cancel'),
    lose: () => setStop('lost'),
    giveBack: () => setStop('close'),
  };
}

/** What the outputs give is bounded as what comes to a step is. */
function toSuccess(output: unknown): RunOutcome {
  const problem = findBoundViolation(output, joinedBounds);
  if (problem === undefined) return { status: 'succeeded', output };
  const error = { code: 'value_refused', message: `the output of the run ${problem}`, step_id: null, node_id: null };
  return { status: 'failed', error };
}

/** The executor itself is at fault: what may be begun again is, of anything else nobody knows. */
function faultOf({ is_repeatable: isRepeatable }: StepRow): StepEnd {
  const message = 'the step could not be taken to its end: the log of the verifier says why';
  if (!isRepeatable) return { kind: 'unknown', message, evidenceIds: [] };
  return { kind: 'failed', code: 'internal', message, isRetryable: true, evidenceIds: [] };
}

function firstError(
  rows: ReadonlyMap<string, StepRow>,
  end: ReturnType<ReturnType<typeof createEngine>['end']>,
): RunError {
  const failed = [...rows.values()].filter(({ status }) => status === 'failed');
  const [first] = failed.sort((left, right) => (left.place < right.place ? -1 : 1));
  if (first !== undefined && first.error !== null) {
    return { ...first.error, step_id: first.id, node_id: first.node_id };
  }
  if (end?.status === 'failed') return { ...end.error, step_id: null, node_id: null };
  throw new Error('a run that failed has an error');
}
