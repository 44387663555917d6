/** Steps of a run in hand: what is to be done with each, how it is begun, and what becomes of its end. */
import { agentOfNode } from '../graph/node-config.ts';
import type { StepCall, StepEnd } from '../seams.ts';
import type { ReadyStep } from './engine.ts';
import { type Active, type Hand, put, setStop } from './hand.ts';
import { LeaseLost } from './journal.ts';
import { crashedRow, endedRow, failedRow, refusedRow, startedRow, waitingAgainRow, waitingOf } from './run-steps.ts';
import type { StepRow } from './tables.ts';
import { mostStepsAtOnce, mostValueBytes } from './words.ts';

/** A step that is ready: new, or one that this or another process began before. */
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
  // Whoever woke the run knows why: what waits for others looks at once, a retry at its time.
  if (row.status === 'waiting' && row.waiting_for !== 'retry') makeDue(hand, step);
}

/** Goes by how a step stands: what follows from it, or what is to be done with it. */
function follow(hand: Hand, step: ReadyStep, row: StepRow): void {
  if (row.status === 'succeeded') {
    const output: unknown = row.output === null ? null : JSON.parse(row.output);
    hand.engine.settle(row.place, { port: row.port ?? 'out', output });
  } else if (row.status === 'waiting') hand.waits.set(row.place, step);
  else if (row.status === 'unknown') setStop(hand, 'interrupt');
  else if (row.status === 'started') hand.queue.push(step);
  else setStop(hand, 'fail');
}

/** Those whose time to look again has come. */
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

/** A step that was not done, because of what became of the run. */
function cutOff({ stop, clock }: Hand, row: StepRow): StepRow {
  const now = clock.now();
  if (stop === 'close') return waitingAgainRow(row, now);
  const error = { code: 'run_ended', message: 'the run ended before it' };
  return { ...failedRow(row, error, now), status: 'skipped' };
}

/** What is open when a run ends is over with it; what may have been done stays unknown. */
export function cutOffOpen(hand: Hand): void {
  for (const row of [...hand.rows.values()]) {
    if (row.status === 'waiting' || (row.status === 'started' && row.is_repeatable)) put(hand, cutOff(hand, row));
    else if (row.status === 'started') put(hand, crashedRow(row, hand.clock.now()));
  }
}

/** Asked to end while it was written down: nobody began it. */
export function leaveOut(hand: Hand, { step, row }: Active): void {
  const left = cutOff(hand, row);
  put(hand, left);
  if (left.status === 'waiting') hand.waits.set(row.place, step);
}

/** Those that are begun next, written down as begun. */
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
 * Nothing was done by a step that begins, so that it may be begun again: it says itself when that is over. One that goes
 * on after it noted something may have done it before.
 */
async function toBegun(hand: Hand, step: ReadyStep): Promise<StepRow> {
  const row = startedRow(hand.rowDeps, step, hand.rows.get(step.place), true);
  if (waitingOf(row)?.for !== 'retry') return row;
  try {
    const call = toCall(hand, { step, row, abort: new AbortController() });
    return { ...row, is_repeatable: await hand.executor().isRepeatable(call) };
  } catch (error) {
    hand.log.error({ err: error, run: row.run_id, step: row.id }, 'a step of a run could not be begun');
    // Nothing was done now, and what it noted stays.
    return waitingAgainRow(row, hand.clock.now() + againMs);
  }
}

/** After an error of ours. */
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

/** From here on something may be done that must not be done twice: it is noted before, or it is not done. */
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

/** The executor itself is at fault: what may be begun again is, of anything else nobody knows. */
function faultOf({ is_repeatable: isRepeatable }: StepRow): StepEnd {
  const message = 'the step could not be taken to its end: the log of the verifier says why';
  if (!isRepeatable) return { kind: 'unknown', message, evidenceIds: [] };
  return { kind: 'failed', code: 'internal', message, isRetryable: true, evidenceIds: [] };
}
