/** Decides what happens with each step of a run in hand, starts it, and handles its end. */
import { agentOfNode } from '../graph/node-config.ts';
import type { StepCall, StepEnd } from '../seams.ts';
import type { ReadyStep } from './engine.ts';
import { type Active, type Hand, put, setStop } from './hand.ts';
import { LeaseLost } from './journal.ts';
import { crashedRow, endedRow, failedRow, refusedRow, startedRow, waitingAgainRow, waitingOf } from './run-steps.ts';
import type { StepRow } from './tables.ts';
import { mostStepsAtOnce, mostValueBytes } from './words.ts';

/** Handles a ready step: a new one, or one that this or another process started before. */
export function meet(hand: Hand, step: ReadyStep): void {
  const { rows, found, queue, clock } = hand;
  const known = rows.get(step.place);
  if (known === undefined) {
    queue.push(step);
    return;
  }
  const isLeft = found.delete(step.place) && known.status === 'started';
  const row = isLeft ? crashedRow(known, clock.now()) : known;
  if (isLeft) put(hand, row);
  follow(hand, step, row);
  // An event woke the run: a step that waits for others looks at once, a retry keeps its time.
  if (row.status === 'waiting' && row.waiting_for !== 'retry') makeDue(hand, step);
}

/** Continues by the status of a step: passes on its result, or queues what is to be done with it. */
function follow(hand: Hand, step: ReadyStep, row: StepRow): void {
  if (row.status === 'succeeded') {
    const output: unknown = row.output === null ? null : JSON.parse(row.output);
    hand.engine.settle(row.place, { port: row.port ?? 'out', output });
  } else if (row.status === 'waiting') hand.waits.set(row.place, step);
  else if (row.status === 'unknown') setStop(hand, 'interrupt');
  else if (row.status === 'started') hand.queue.push(step);
  else setStop(hand, 'fail');
}

/** Makes steps due whose waiting time is over. */
export function makeTimesDue(hand: Hand): void {
  for (const step of [...hand.waits.values()]) {
    const until = hand.rows.get(step.place)?.waiting_until ?? 0;
    if (until <= hand.clock.now()) makeDue(hand, step);
  }
}

function makeDue({ waits, queue }: Hand, step: ReadyStep): void {
  waits.delete(step.place);
  queue.push(step);
}

export function takeFinished(hand: Hand): void {
  const ended = hand.finished;
  hand.finished = [];
  for (const { step, row, abort, end } of ended) {
    hand.active.delete(row.place);
    const wasCut = abort.signal.aborted && end.kind !== 'done';
    const next = wasCut ? cutOff(hand, row) : endedRow(row, end, hand.clock.now(), mostValueBytes - hand.bytes);
    if (next.output !== null) hand.bytes += Buffer.byteLength(next.output);
    put(hand, next);
    if (next.status !== 'skipped') follow(hand, step, next);
  }
}

/** Gives the row of a step that was not done because its run stopped. */
function cutOff({ stop, clock }: Hand, row: StepRow): StepRow {
  const now = clock.now();
  if (stop === 'close') return waitingAgainRow(row, now);
  const error = { code: 'run_ended', message: 'the run ended before it' };
  return { ...failedRow(row, error, now), status: 'skipped' };
}

/** Closes the open steps of a run that ends. A step that may have had an effect stays unknown. */
export function cutOffOpen(hand: Hand): void {
  for (const row of [...hand.rows.values()]) {
    if (row.status === 'waiting' || (row.status === 'started' && row.is_repeatable)) put(hand, cutOff(hand, row));
    else if (row.status === 'started') put(hand, crashedRow(row, hand.clock.now()));
  }
}

/** The run was stopped while the step was written: nobody started it. */
export function leaveOut(hand: Hand, { step, row }: Active): void {
  const left = cutOff(hand, row);
  put(hand, left);
  if (left.status === 'waiting') hand.waits.set(row.place, step);
}

/** Takes the next steps from the queue and marks them as started. */
export async function prepare(hand: Hand): Promise<Active[]> {
  const { queue, rows, active } = hand;
  queue.sort((left, right) => (left.place < right.place ? -1 : 1));
  const begun: Active[] = [];
  for (const step of queue.splice(0, mostStepsAtOnce - active.size)) {
    const refused = refusedRow(hand.rowDeps, step, rows.get(step.place));
    const row = refused ?? (await toBegun(hand, step));
    put(hand, row);
    if (row.status === 'started') begun.push({ step, row, abort: new AbortController() });
    else follow(hand, step, row);
  }
  return begun;
}

/**
 * A new step has no effect until it says so (`leaving`), and can be restarted until then. A step that resumes after it noted
 * something may have had an effect already.
 */
async function toBegun(hand: Hand, step: ReadyStep): Promise<StepRow> {
  const row = startedRow(hand.rowDeps, step, hand.rows.get(step.place), true);
  if (waitingOf(row)?.for !== 'retry') return row;
  try {
    const call = toCall(hand, { step, row, abort: new AbortController() });
    return { ...row, is_repeatable: await hand.executor().isRepeatable(call) };
  } catch (error) {
    hand.log.error({ err: error, run: row.run_id, step: row.id }, 'a step of a run could not be begun');
    // Nothing was done now, and its note is kept.
    return waitingAgainRow(row, hand.clock.now() + againMs);
  }
}

/** Pause after an internal error. */
const againMs = 5_000;

export function execute(hand: Hand, one: Active): void {
  const { step, row, abort } = one;
  hand.active.set(row.place, one);
  const take = async (): Promise<StepEnd> => {
    try {
      return await hand.executor().execute(toCall(hand, one));
    } catch (error) {
      if (!abort.signal.aborted) {
        hand.log.error({ err: error, run: row.run_id, step: row.id }, 'a step of a run failed');
      }
      return faultOf(one.row);
    }
  };
  void take().then((end) => {
    hand.finished.push({ step, abort, row: one.row, end });
    hand.bell.ring();
  });
}

function toCall(hand: Hand, one: Active): StepCall {
  const { run, workflow } = hand;
  const { step, row, abort } = one;
  const waiting = waitingOf(row);
  return {
    ...{ orgId: run.org_id, workspaceId: run.workspace_id, workflowId: run.workflow_id, revision: run.revision },
    ...{ runId: run.id, stepId: row.id, node: step.node, turn: step.turn, attempt: row.attempt },
    ...{ agentId: agentOfNode(step.node, workflow.agentId), input: step.input, traceId: run.trace_id },
    ...{ startedBy: run.started_by, depth: run.depth, signal: abort.signal },
    ...(waiting === undefined ? {} : { waiting }),
    leaving: () => noteLeaving(hand, one),
  };
}

/** Notes that the step is about to do something that must not be done twice. If it cannot be noted, it is not done. */
async function noteLeaving(hand: Hand, one: Active): Promise<void> {
  const { run, journal, isHeld } = hand;
  const row = { ...one.row, is_repeatable: false };
  const status = await journal.write({ orgId: run.org_id, runId: run.id, lease: run.lease, steps: [row] });
  if (status === 'cancelling') setStop(hand, 'cancel');
  one.abort.signal.throwIfAborted();
  if (!isHeld()) throw new LeaseLost(run.id);
  one.row = row;
  hand.rows.set(row.place, row);
}

/** The end of a step after a fault of the executor: a repeatable step can restart, any other is unknown. */
function faultOf({ is_repeatable: isRepeatable }: StepRow): StepEnd {
  const message = 'the step could not be taken to its end: the log of the verifier says why';
  if (!isRepeatable) return { kind: 'unknown', message, evidenceIds: [] };
  return { kind: 'failed', code: 'internal', message, isRetryable: true, evidenceIds: [] };
}
