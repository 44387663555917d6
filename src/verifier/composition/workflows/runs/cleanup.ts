/**
 * Ends what an unsuccessful run leaves behind: nested runs, and approval requests of its steps. The end of the run records that
 * something may be left, so if a process dies in between, another one continues.
 */
import type { Db } from '../../../../platform/db/db.ts';
import type { Logger } from '../../../../platform/log.ts';
import type { WithdrawApproval } from '../steps/withdraw-approvals.ts';
import type { RunService } from './service.ts';
import type { WorkflowRunStore } from './store.ts';
import type { WorkflowRunRow } from './tables.ts';

export interface RunCleanup {
  /** Ends what this run left. Repeating it is safe. */
  endOf(run: Pick<WorkflowRunRow, 'org_id' | 'id' | 'started_by'>): Promise<void>;
  /** Ends what all ended runs left. What fails now is found by the next sweep. */
  sweep(): Promise<void>;
}

export interface RunCleanupDeps {
  readonly db: Db;
  readonly store: Pick<WorkflowRunStore, 'steps' | 'listLeft' | 'update'>;
  readonly cancelNested: RunService['cancelNested'];
  readonly withdraw: WithdrawApproval;
  readonly log: Logger;
}

const maxConcurrent = 100;

export function createRunCleanup({ db, store, cancelNested, withdraw, log }: RunCleanupDeps): RunCleanup {
  const endOf: RunCleanup['endOf'] = async (run) => {
    const { org_id: orgId, id: runId } = run;
    await cancelNested(run, 'the outer run ended');
    for (const step of await store.steps(db, orgId, runId)) {
      if (step.node_type !== 'human_approval' || step.status === 'succeeded') continue;
      await withdraw({ orgId, runId, nodeId: step.node_id, turn: step.turn });
    }
    await store.update(db, run, { has_left: false });
  };
  return {
    endOf,
    async sweep() {
      for (const run of await store.listLeft(db, maxConcurrent)) {
        try {
          await endOf(run);
        } catch (error) {
          log.error({ err: error, run: run.id }, 'leftovers of a run could not be ended; trying again');
        }
      }
    },
  };
}
