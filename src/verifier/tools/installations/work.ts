/**
 * Works on installations, step by step, until they wait for somebody or are complete. A process holds a lease of the one it
 * works on; after the lease ends another process continues. Each step is either done or not done.
 */

import type { InstallationStatus, InstallStep } from '../../../contract/api/installations/states.ts';
import { createLeaseTokens } from '../../../platform/db/lease.ts';
import { inLanes } from '../../../platform/in-lanes.ts';
import { createWorkSlots } from '../../../platform/work-slots.ts';
import { awaitApproval } from './approval-step.ts';
import { atRest, type InstallationCore, sourceOf } from './core.ts';
import { findCredential } from './discover-access.ts';
import { createInspectTools } from './inspect-tools.ts';
import { during, refusal, StepFailure, toInstallationError } from './step-failure.ts';
import {
  awaitConnect,
  beginDiscovery,
  discover,
  type InstallationStepRun,
  moveOn,
  readTarget,
  register,
  type StepContext,
  type StepEnd,
  uninstall,
} from './steps.ts';
import type { InstallationRow } from './tables.ts';
import { checkAgainMs, checkMs, type ToolWatch } from './tool-watch.ts';
import { update } from './update-step.ts';

type Which = Pick<InstallationRow, 'org_id' | 'id'>;

export interface InstallationWork {
  /** Begins work on one without waiting for it; a sweep finds what cannot be begun now. */
  wake(which: Which): void;
  /** Works on one until it waits or is complete. */
  advance(which: Which): Promise<void>;
  /** Works on what is due: left by a process, decided by people, or tools that were not checked for long. */
  sweep(): Promise<number>;
  /** Resolves when no work that was begun here is running. */
  idle(): Promise<void>;
  /** Stops work at its next step, and begins nothing more. */
  close(): Promise<void>;
}

export interface InstallationWorkDeps {
  readonly core: InstallationCore;
  readonly watch: ToolWatch;
  /** Names this process among those that work on the same database. */
  readonly processId: string;
}

const maxConcurrent = 16;
/** Parallel work per organisation: slow servers of one organisation do not delay the others. */
const maxOfOne = 4;
const maxDue = 500;
/** Maximum of attempts at one state: a step that kills each process must not repeat for ever. */
const maxAttempts = 5;
/** Pause if no other is given. */
const pauseS = 60;

export function createInstallationWork({ core, watch, processId }: InstallationWorkDeps): InstallationWork {
  const { db, store, clock, log } = core;
  const slots = createWorkSlots({ most: maxConcurrent, maxOfOne });
  const { signal } = slots;
  const newToken = createLeaseTokens(processId);
  const context: StepContext = { core, watch, signal };

  const end = (row: InstallationRow, nextAt: number | null, isFault = false): Promise<void> =>
    store.release(db, row, { nextAt, isFault });

  const take = async (row: InstallationRow): Promise<StepEnd> => {
    if (row.attempts > maxAttempts) return giveUp(context, row);
    try {
      return await runStep(context, row);
    } catch (error) {
      if (!(error instanceof StepFailure) || signal.aborted) throw error;
      const { code, retryAfterS = pauseS } = error.cause;
      // A rate limit, ours or the server's: many installations at once take turns, and none fails.
      if (code === 'too_many_requests') return { kind: 'wait', until: clock.now() + retryAfterS * 1000 };
      return fail(context, row, error);
    }
  };

  const advance = async (which: Which): Promise<void> => {
    const token = newToken();
    let row = await store.claim(db, which, token);
    while (row !== undefined && row.lease_by === token) {
      const at = row;
      try {
        const done: StepEnd = signal.aborted ? { kind: 'wait', until: clock.now() } : await take(at);
        if (done.kind === 'wait') await end(at, done.until);
        row = done.kind === 'moved' ? done.row : undefined;
      } catch (error) {
        row = undefined;
        // Due at once if this process ends, else after a while.
        await end(at, clock.now() + (signal.aborted ? 0 : at.attempts * 10_000), !signal.aborted);
        if (!signal.aborted) log.error({ err: error, installation: at.id }, 'work on an installation failed');
      }
    }
  };

  /** Begins work if there is a free slot. Resolves when it has ended. */
  const begin = async (which: Which): Promise<void> => {
    if (!slots.hasRoom(which.org_id)) return;
    await slots
      .begin(which.org_id, () => advance(which))
      // Nobody waits for it: the lease ends, and the next sweep continues.
      .catch((error: unknown) => log.error({ err: error, installation: which.id }, 'work on an installation failed'));
  };

  return {
    advance,
    wake: (which) => void begin(which),
    async sweep() {
      const due = await store.listDue(db, maxDue);
      const lanes = new Map<string, Which[]>();
      for (const which of due) lanes.set(which.org_id, [...(lanes.get(which.org_id) ?? []), which]);
      // Those that find no free slot stay due.
      const ofOne = (list: readonly Which[]) => inLanes(list, maxOfOne, begin, signal);
      await inLanes(lanes.values(), maxConcurrent, ofOne, signal);
      return due.length;
    },
    idle: slots.idle,
    close: slots.close,
  };
}

const steps: Readonly<Record<InstallationStatus, InstallationStepRun>> = {
  requested: beginDiscovery,
  awaiting_approval: awaitApproval,
  discovering: discover,
  registering: register,
  awaiting_connect: awaitConnect,
  installed: checkTools,
  updating: update,
  uninstalling: uninstall,
  removed: rest,
  failed: rest,
};

function runStep(context: StepContext, row: InstallationRow): Promise<StepEnd> {
  return steps[row.status](context, row);
}

async function rest(): Promise<StepEnd> {
  return { kind: 'wait', until: null };
}

async function checkTools({ core, watch, signal }: StepContext, row: InstallationRow): Promise<StepEnd> {
  await lookAgain({ core, watch, signal }, row);
  return { kind: 'wait', until: core.clock.now() + checkMs };
}

/** Asks the server for its present tools and stores them. @throws StepFailure. */
export async function lookAgain(
  { core, watch, signal }: StepContext,
  row: InstallationRow,
): Promise<InstallationRow | undefined> {
  const { target } = await readTarget(core, row);
  const credential = row.auth.required ? await findReady(core, row) : undefined;
  const look = createInspectTools(core);
  const tools = await during('tools', () => look(row.org_id, target, credential, signal));
  if (tools === undefined) return row;
  return during('tools', () => watch.note(row, { server: sourceOf(row, target), tools, by: 'verifier' }));
}

async function findReady(core: InstallationCore, row: InstallationRow) {
  const effective = await findCredential(core, row, row.auth);
  if (effective.status === 'ready') return effective.credential;
  throw new StepFailure('tools', refusal('conflict', effective.status, 'its credential is not ready'));
}

/** Records a failed step: the installation says so, and an installed app stays installed. */
async function fail(context: StepContext, row: InstallationRow, failure: StepFailure): Promise<StepEnd> {
  const { core, watch } = context;
  const error = toInstallationError(failure);
  const now = core.clock.now();
  const told = { level: 'warn', reason: `${error.step}: ${error.code}` } as const;
  if (row.status === 'updating') {
    return moveOn(
      ...[context, row],
      { status: 'installed', target_version: null, target_config: null, error, ...atRest, next_at: now + checkMs },
      { ...told, action: 'upgrade_failed', message: `${row.title} stays at version ${row.version}` },
    );
  }
  if (row.status === 'installed') {
    // Unreadable definitions differ from the approved ones; an unreachable server may answer later.
    if (error.code === 'tools_invalid') {
      const shut = await watch.quarantine(row, error.code);
      return shut === undefined ? { kind: 'overtaken' } : { kind: 'wait', until: now + checkAgainMs };
    }
    return moveOn(context, row, { status: 'installed', error, ...atRest, next_at: now + checkAgainMs });
  }
  return moveOn(
    ...[context, row],
    { status: 'failed', resume_at: row.status, error, ...atRest },
    { ...told, action: 'failed', message: `${row.title} could not be installed` },
  );
}

const stepOf: Readonly<Partial<Record<InstallationStatus, InstallStep>>> = {
  requested: 'policy',
  awaiting_approval: 'approval',
  discovering: 'discovery',
  registering: 'registration',
  awaiting_connect: 'connect',
  updating: 'update',
  uninstalling: 'uninstall',
};

function giveUp(context: StepContext, row: InstallationRow): Promise<StepEnd> {
  const detail = `it was started ${maxAttempts} times and never finished`;
  return fail(context, row, new StepFailure(stepOf[row.status] ?? 'tools', refusal('internal', 'gave_up', detail)));
}
