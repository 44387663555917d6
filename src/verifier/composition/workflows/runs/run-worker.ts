/** The state of a run while one process works on it, and the few changes that keep it consistent. */
import type { Clock } from '../../../../platform/clock.ts';
import type { Logger } from '../../../../platform/log.ts';
import type { Plan } from '../graph/plan.ts';
import type { DeployedWorkflow, StepEnd, StepExecutor } from '../ports.ts';
import { createEngine, type Engine, type ReadyStep } from './engine.ts';
import type { Journal } from './journal.ts';
import type { StepRowDeps } from './run-steps.ts';
import type { RunError, StepRow, WorkflowRunRow } from './tables.ts';

export interface ActiveRunDeps {
  readonly journal: Pick<Journal, 'write'>;
  readonly executor: () => StepExecutor;
  readonly clock: Clock;
  readonly newStepId: () => string;
  readonly log: Logger;
}

export interface RunToWork {
  readonly run: WorkflowRunRow & { readonly lease: string };
  readonly workflow: DeployedWorkflow;
  readonly plan: Plan;
  /** The recorded rows of its steps. */
  readonly steps: readonly StepRow[];
  /** False if the lease may have expired and another process may work on it. Nothing is started then. */
  readonly isHeld: () => boolean;
}

/** Reasons to start nothing more. A later one in this list overrides an earlier one. */
const stops = ['close', 'fail', 'interrupt', 'cancel', 'lost'] as const;
export type Stop = (typeof stops)[number];

/** A step in progress. Its row changes once: when it is about to do something that must not be done twice. */
export interface Active {
  readonly step: ReadyStep;
  row: StepRow;
  readonly abort: AbortController;
}

export interface RunWorker extends ActiveRunDeps, Omit<RunToWork, 'steps'> {
  readonly engine: Engine;
  readonly rowDeps: StepRowDeps;
  readonly takenAt: number;
  /** Rows of steps by place. */
  readonly rows: Map<string, StepRow>;
  /** Places of journal rows that were not looked at yet: they are as another process left them. */
  readonly found: Set<string>;
  readonly waits: Map<string, ReadyStep>;
  readonly active: Map<string, Active>;
  readonly wakeSignal: WakeSignal;
  /** Steps to start. */
  queue: ReadyStep[];
  finished: (Active & { readonly end: StepEnd })[];
  /** Rows that changed since the last write. */
  unwritten: Map<string, StepRow>;
  stop: Stop | undefined;
  fault: RunError | undefined;
  /** Bytes of all values of the run. */
  bytes: number;
}

export function createRunWorker(deps: ActiveRunDeps, { steps, ...work }: RunToWork): RunWorker {
  const { run, plan } = work;
  const { clock } = deps;
  const outputs = steps.reduce((sum, { output }) => sum + (output === null ? 0 : Buffer.byteLength(output)), 0);
  return {
    ...deps,
    ...work,
    engine: createEngine(plan, run.input === null ? null : JSON.parse(run.input)),
    rowDeps: { orgId: run.org_id, runId: run.id, newId: deps.newStepId, now: clock.now },
    takenAt: clock.now(),
    rows: new Map(steps.map((row) => [row.place, row])),
    found: new Set(steps.map(({ place }) => place)),
    waits: new Map(),
    active: new Map(),
    wakeSignal: createWakeSignal(),
    queue: [],
    finished: [],
    unwritten: new Map(),
    stop: undefined,
    fault: undefined,
    bytes: outputs + Buffer.byteLength(run.input ?? ''),
  };
}

/** Keeps a row for the next write. */
export function put(worker: RunWorker, row: StepRow): void {
  worker.rows.set(row.place, row);
  worker.unwritten.set(row.place, row);
}

export function setStop(worker: RunWorker, why: Stop): void {
  const { stop, active, wakeSignal } = worker;
  if (stop === undefined || stops.indexOf(why) > stops.indexOf(stop)) worker.stop = why;
  // A repeatable step can be aborted. Any other is awaited.
  if (why !== 'interrupt') for (const { row, abort } of active.values()) if (row.is_repeatable) abort.abort();
  wakeSignal.ring();
}

interface WakeSignal {
  ring(): void;
  /** Waits for a ring since the last call. */
  heard(): Promise<void>;
}

function createWakeSignal(): WakeSignal {
  let isRung = false;
  let goOn = (): void => undefined;
  return {
    ring() {
      isRung = true;
      goOn();
    },
    async heard() {
      if (!isRung) {
        await new Promise<void>((resolve) => {
          goOn = resolve;
        });
      }
      isRung = false;
    },
  };
}
