/**
 * Evaluates the lifecycle: looks at every registered agent and does what its policy asks for, each agent in its own transaction.
 * The transaction plans again, so that newer activity counts and two parallel runs do nothing twice. A dry run shows the same
 * plans.
 */

import type { Evaluation, LifecycleChange } from '../../../contract/api/lifecycle/shapes.ts';
import { type Clock, toTimestamp, toTimestampOrNull } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Audit } from '../../base/audit-log/append.ts';
import { type Author, assertMay, createAuthor } from '../../base/control/author.ts';
import type { ControlChanges } from '../../base/control/changes.ts';
import type { AgentStatusChanges } from '../agents/status-changes.ts';
import type { AgentRow } from '../agents/tables.ts';
import { activityOf, readHeard } from './activity.ts';
import { type LifecycleAgent, type Plan, type PlanInput, type PlannedChange, planFor } from './plan.ts';
import { toPlaced } from './read-staleness.ts';
import { policyOf } from './rules.ts';
import type { LifecycleStore } from './store.ts';

export interface LifecycleEvaluations {
  /** Runs once over the author's organisation, up to the bound of a run. @throws AppError `forbidden`. */
  evaluate(author: Author, options: { readonly dryRun: boolean }): Promise<Evaluation>;
  /** Runs over every organisation until nothing is left to do; the hourly run calls it. */
  evaluateAll(): Promise<readonly Evaluation[]>;
}

export interface LifecycleEvaluationsDeps {
  readonly db: Db;
  readonly store: LifecycleStore;
  readonly life: Pick<AgentStatusChanges, 'suspend' | 'decommission'>;
  readonly changes: Pick<ControlChanges, 'hold'>;
  readonly audit: Audit;
  readonly clock: Clock;
  /** A run stops after this many changes; tests set less. */
  readonly maxChanges?: number;
  readonly pageSize?: number;
}

/** Gives the author of automatic changes: the lifecycle itself, with the rights to stop an agent and none on the deployment. */
export function lifecycleAuthor(orgId: string, origin?: Author['origin']): Author {
  const author = { ...createAuthor(orgId, 'lifecycle'), isDeployment: false };
  return origin === undefined ? author : { ...author, origin };
}

export function createLifecycleEvaluations(deps: LifecycleEvaluationsDeps): LifecycleEvaluations {
  const { db, store, life, changes, audit, clock, maxChanges = 1_000, pageSize = 200 } = deps;
  const readInputs = createReadInputs(store);

  const apply = async (tx: Db, author: Author, { agent, policy, now }: PlanInput, change: PlannedChange) => {
    const { orgId } = author;
    const { rule, since, reason } = change;
    const why = `lifecycle policy ${policy.id ?? 'default'}, ${rule}: ${reason}`;
    switch (change.kind) {
      case 'warn':
        await store.insertIssue(tx, {
          org_id: orgId,
          agent_id: agent.id,
          rule,
          policy_id: policy.id,
          since,
          reason,
          warned_at: now,
          enforced_at: null,
        });
        return note(tx, author, 'lifecycle_warned', agent, policy.id, change);
      case 'resolve':
        await store.removeIssues(tx, orgId, agent.id, rule);
        return note(tx, author, 'lifecycle_resolved', agent, policy.id, change);
      case 'suspend':
        await life.suspend(tx, author, agent.id, why);
        return store.noteEnforced(tx, orgId, agent.id, rule, now);
      case 'decommission':
        await life.decommission(tx, author, agent.id, why);
        return store.removeIssues(tx, orgId, agent.id);
    }
  };

  const note = (
    tx: Db,
    author: Author,
    action: string,
    agent: LifecycleAgent,
    policyId: string | null,
    change: PlannedChange,
  ) => {
    const { rule, reason, since, dueAt } = change;
    const times = { since: toTimestamp(since), due_at: toTimestampOrNull(dueAt) };
    const details = { rule, policy_id: policyId, reason, ...times };
    return audit.append(tx, author, {
      action: `agent.${action}`,
      resourceType: 'agent',
      resourceId: agent.id,
      details,
    });
  };

  /** Carries out the plan of one agent, made again under the lock. */
  const carryOut = (author: Author, agentId: string, now: number): Promise<LifecycleChange[]> =>
    db.transaction(async (tx) => {
      await changes.hold(tx, author.orgId);
      const row = await store.findAgent(tx, author.orgId, agentId);
      const [input] = row === undefined || row.implicit ? [] : await readInputs(tx, author.orgId, [row], now);
      if (input === undefined) return [];
      const plan = planFor(input);
      for (const change of plan.changes) await apply(tx, author, input, change);
      return plan.changes.map((change) => toShown(input, change));
    });

  const run = async (author: Author, dryRun: boolean): Promise<Evaluation> => {
    const now = clock.now();
    const counts = createCounts(dryRun, now);
    for (let after: string | undefined = ''; after !== undefined; ) {
      const rows: readonly AgentRow[] = await store.listAgents(db, author.orgId, after, pageSize);
      for (const input of await readInputs(db, author.orgId, rows, now)) {
        if (counts.changes() >= maxChanges) return counts.toEvaluation(true);
        const plan = planFor(input);
        counts.sawAgent(plan);
        if (plan.changes.length === 0) continue;
        if (dryRun) counts.changed(plan.changes.map((change) => toShown(input, change)));
        else await counts.attempt(input.agent.id, carryOut(author, input.agent.id, now));
      }
      after = rows.at(-1)?.id;
    }
    return counts.toEvaluation(false);
  };

  return {
    async evaluate(author, { dryRun }) {
      assertMay(author, 'lifecycle.write', 'evaluating the lifecycle');
      if (!dryRun) {
        await db.transaction(async (tx) => {
          await changes.hold(tx, author.orgId);
          const about = { resourceType: 'organization', resourceId: author.orgId };
          await audit.append(tx, author, { action: 'lifecycle.evaluated', ...about });
        });
      }
      return run(lifecycleAuthor(author.orgId, author.origin), dryRun);
    },
    async evaluateAll() {
      const evaluations: Evaluation[] = [];
      for (const orgId of await store.listOrganizations(db)) {
        for (let hasMore = true; hasMore; ) {
          const evaluation = await run(lifecycleAuthor(orgId), false);
          evaluations.push(evaluation);
          // Failed changes stay due, so a run that only failed must stop.
          hasMore = evaluation.has_more && evaluation.changes.length > 0;
        }
      }
      return evaluations;
    },
  };
}

/** Reads the inputs of several plans: three queries, whatever their number. */
function createReadInputs(store: LifecycleStore) {
  return async (from: Db, orgId: string, rows: readonly AgentRow[], now: number): Promise<PlanInput[]> => {
    if (rows.length === 0) return [];
    const ids = rows.map(({ id }) => id);
    const policies = (await store.listAllPolicies(from, orgId)).map(toPlaced);
    const heard = await readHeard(from, orgId, ids);
    const issues = await store.listIssues(from, orgId, ids);
    return rows.map((row) => ({
      agent: toLifecycleAgent(row),
      activity: activityOf(heard, row.id),
      telemetry: heard.telemetry,
      policy: policyOf(row, policies),
      issues: issues.filter(({ agent_id }) => agent_id === row.id),
      now,
    }));
  };
}

/** Gives an agent's row as the rules see it. */
export function toLifecycleAgent(row: AgentRow): LifecycleAgent {
  return { ...row, owner_count: row.owners.length };
}

function toShown({ agent, policy }: PlanInput, { kind, rule, since, dueAt, reason }: PlannedChange): LifecycleChange {
  return {
    agent_id: agent.id,
    workspace_id: agent.workspace_id,
    change: kind,
    rule,
    policy_id: policy.id,
    since: toTimestamp(since),
    due_at: toTimestampOrNull(dueAt),
    reason,
  };
}

/** Counts what a run sees and does. */
function createCounts(dryRun: boolean, now: number) {
  const done: LifecycleChange[] = [];
  const failed: Evaluation['failed'] = [];
  const unknown = new Map<string, Evaluation['unknown'][number]>();
  let agents = 0;
  return {
    changes: () => done.length,
    sawAgent(plan: Plan) {
      agents += 1;
      for (const { rule, reason } of plan.unknown) {
        const counted = unknown.get(`${rule} ${reason}`)?.agents ?? 0;
        unknown.set(`${rule} ${reason}`, { rule, reason, agents: counted + 1 });
      }
    },
    changed(changes: readonly LifecycleChange[]) {
      done.push(...changes);
    },
    /** A failing agent must not keep the others from their turn: it is reported, and tried again in the next run. */
    async attempt(agentId: string, work: Promise<readonly LifecycleChange[]>) {
      try {
        done.push(...(await work));
      } catch (error) {
        if (!(error instanceof AppError) || error.status >= 500) throw error;
        failed.push({ agent_id: agentId, code: error.code, detail: error.publicText });
      }
    },
    toEvaluation: (has_more: boolean): Evaluation => ({
      dry_run: dryRun,
      evaluated_at: toTimestamp(now),
      agents,
      changes: done,
      unknown: [...unknown.values()],
      failed,
      has_more,
    }),
  };
}
