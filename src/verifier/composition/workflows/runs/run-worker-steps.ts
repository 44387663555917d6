/** Decides what happens with each step of a run in hand, starts it, and handles its end. */
import { agentOfNode } from '../graph/node-config.ts';
import type { StepCall, StepEnd } from '../ports.ts';
import { maxStepsAtOnce, maxValueBytes } from './constants.ts';
import type { ReadyStep } from './engine.ts';
import { LeaseLost } from './journal.ts';
import { crashedRow, endedRow, failedRow, refusedRow, startedRow, waitingAgainRow, waitingOf } from './run-steps.ts';
import { type Active, put, type RunWorker, setStop } from './run-worker.ts';
import type { StepRow } from './tables.ts';

/** Handles a ready step: a new one, or one that this or another process started before. */
export function handleReady(worker: RunWorker, step: ReadyStep): void {
  const { rows, found, queue, clock } = worker;
  const known = rows.get(step.place);
  if (known === undefined) {
    queue.push(step);
    return;
  }
  const isLeft = found.delete(step.place) && known.status === 'started';
  const row = isLeft ? crashedRow(known, clock.now()) : known;
  if (isLeft) put(worker, row);
  follow(worker, step, row);
  // An event woke the run: a step that waits for others looks at once, a retry keeps its time.
  if (row.status === 'waiting' && row.waiting_for !== 'retry') makeDue(worker, step);
}

/** Continues by the status of a step: passes on its result, or queues what is to be done with it. */
function follow(worker: RunWorker, step: ReadyStep, row: StepRow): void {
  if (row.status === 'succeeded') {
    const output: unknown = row.output === null ? null : JSON.parse(row.output);
    worker.engine.settle(row.place, { port: row.port ?? 'out', output });
  } else if (row.status === 'waiting') worker.waits.set(row.place, step);
  else if (row.status === 'unknown') setStop(worker, 'interrupt');
  else if (row.status === 'started') worker.queue.push(step);
  else setStop(worker, 'fail');
}

/** Makes steps due whose waiting time is over. */
export function makeTimesDue(worker: RunWorker): void {
  for (const step of [...worker.waits.values()]) {
    const until = worker.rows.get(step.place)?.waiting_until ?? 0;
    if (until <= worker.clock.now()) makeDue(worker, step);
  }
}

function makeDue({ waits, queue }: RunWorker, step: ReadyStep): void {
  waits.delete(step.place);
  queue.push(step);
}

export function takeFinished(worker: RunWorker): void {
  const ended = worker.finished;
  worker.finished = [];
  for (const { step, row, abort, end } of ended) {
    worker.active.delete(row.place);
    const wasCut = abort.signal.aborted && end.kind !== 'done';
    const next = wasCut ? cutOff(worker, row) : endedRow(row, end, worker.clock.now(), maxValueBytes - worker.bytes);
    if (next.output !== null) worker.bytes += Buffer.byteLength(next.output);
    put(worker, next);
    if (next.status !== 'skipped') follow(worker, step, next);
  }
}

/** Gives the row of a step that was not done because its run stopped. */
function cutOff({ stop, clock }: RunWorker, row: StepRow): StepRow {
  const now = clock.now();
  if (stop === 'close') return waitingAgainRow(row, now);
  const error = { code: 'run_ended', message: 'the run ended before it' };
  return { ...failedRow(row, error, now), status: 'skipped' };
}

/** Closes the open steps of a run that ends. A step that may have had an effect stays unknown. */
export function cutOffOpen(worker: RunWorker): void {
  for (const row of [...worker.rows.values()]) {
    if (row.status === 'waiting' || (row.status === 'started' && row.is_repeatable)) put(worker, cutOff(worker, row));
    else if (row.status === 'started') put(worker, crashedRow(row, worker.clock.now()));
  }
}

/** The run was stopped while the step was written: nobody started it. */
export function skipStopped(worker: RunWorker, { step, row }: Active): void {
  const left = cutOff(worker, row);
  put(worker, left);
  if (left.status === 'waiting') worker.waits.set(row.place, step);
}

/** Takes the next steps from the queue and marks them as started. */
export async function prepare(worker: RunWorker): Promise<Active[]> {
  const { queue, rows, active } = worker;
  queue.sort((left, right) => (left.place < right.place ? -1 : 1));
  const begun: Active[] = [];
  for (const step of queue.splice(0, maxStepsAtOnce - active.size)) {
    const refused = refusedRow(worker.rowDeps, step, rows.get(step.place));
    const row = refused ?? (await toBegun(worker, step));
    put(worker, row);
    if (row.status === 'started') begun.push({ step, row, abort: new AbortController() });
    else follow(worker, step, row);
  }
  return begun;
}

/**
 * A new step has no effect until it says so (`aboutToAct`), and can be restarted until then. A step that resumes after it noted
 * something may have had an effect already.
 */
async function toBegun(worker: RunWorker, step: ReadyStep): Promise<StepRow> {
  const row = startedRow(worker.rowDeps, step, worker.rows.get(step.place), true);
  if (waitingOf(row)?.for !== 'retry') return row;
  try {
    const call = toCall(worker, { step, row, abort: new AbortController() });
    return { ...row, is_repeatable: await worker.executor().isRepeatable(call) };
  } catch (error) {
    worker.log.error({ err: error, run: row.run_id, step: row.id }, 'a step of a run could not be started');
    // Nothing was done now, and its note is kept.
    return waitingAgainRow(row, worker.clock.now() + againMs);
  }
}

/** Pause after an internal error. */
const againMs = 5_000;

export function execute(worker: RunWorker, one: Active): void {
  const { step, row, abort } = one;
  worker.active.set(row.place, one);
  const take = async (): Promise<StepEnd> => {
    try {
      return await worker.executor().execute(toCall(worker, one));
    } catch (error) {
      if (!abort.signal.aborted) {
        worker.log.error({ err: error, run: row.run_id, step: row.id }, 'a step of a run failed');
      }
      return faultOf(one.row);
    }
  };
  void take().then((end) => {
    worker.finished.push({ step, abort, row: one.row, end });
    worker.wakeSignal.ring();
  });
}

function toCall(worker: RunWorker, one: Active): StepCall {
  const { run, workflow } = worker;
  const { step, row, abort } = one;
  const waiting = waitingOf(row);
  return {
    orgId: run.org_id,
    workspaceId: run.workspace_id,
    workflowId: run.workflow_id,
    revision: run.revision,
    runId: run.id,
    stepId: row.id,
    node: step.node,
    turn: step.turn,
    attempt: row.attempt,
    agentId: agentOfNode(step.node, workflow.agentId),
    input: step.input,
    traceId: run.trace_id,
    startedBy: run.started_by,
    depth: run.depth,
    signal: abort.signal,
    ...(waiting === undefined ? {} : { waiting }),
    aboutToAct: () => recordStart(worker, one),
  };
}

/** Notes that the step is about to do something that must not be done twice. If it cannot be noted, it is not done. */
async function recordStart(worker: RunWorker, one: Active): Promise<void> {
  const { run, journal, isHeld } = worker;
  const row = { ...one.row, is_repeatable: false };
  const status = await journal.write({ orgId: run.org_id, runId: run.id, lease: run.lease, steps: [row] });
  if (status === 'cancelling') setStop(worker, 'cancel');
  one.abort.signal.throwIfAborted();
  if (!isHeld()) throw new LeaseLost(run.id);
  one.row = row;
  worker.rows.set(row.place, row);
}

/** The end of a step after a fault of the executor: a repeatable step can restart, any other is unknown. */
function faultOf({ is_repeatable: isRepeatable }: StepRow): StepEnd {
  const message = 'the step could not be completed: see the log of the verifier';
  if (!isRepeatable) return { kind: 'unknown', message, evidenceIds: [] };
  return { kind: 'failed', code: 'internal', message, isRetryable: true, evidenceIds: [] };
}
