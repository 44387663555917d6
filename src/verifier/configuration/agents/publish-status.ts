/** Emits events for the steps of an agent's life, in the transaction of the step. */
import type { Db } from '../../../platform/db/db.ts';
import type { Author } from '../../base/control/author.ts';
import { redactSecrets } from '../../base/events/redact-secrets.ts';
import type { AgentHooks } from './hooks.ts';
import type { AgentRow } from './tables.ts';

export interface StatusStep {
  /** The agent after the step. */
  readonly row: AgentRow;
  /** The name in the configuration log. */
  readonly action: string;
  readonly reason?: string | undefined;
}

interface Words {
  readonly code: string;
  readonly message: string;
  readonly level: 'info' | 'warn';
}

const told: ReadonlyMap<string, Words> = new Map([
  ['created', { code: 'agent.registered', message: 'the agent was registered', level: 'info' }],
  ['approved', { code: 'agent.approved', message: 'the agent was approved', level: 'info' }],
  ['activated', { code: 'agent.activated', message: 'the agent was activated', level: 'info' }],
  ['stopped', { code: 'agent.stopped', message: 'the agent was stopped', level: 'info' }],
  ['started', { code: 'agent.started', message: 'the agent runs again', level: 'info' }],
  ['suspended', { code: 'agent.suspended', message: 'the agent was suspended', level: 'warn' }],
  ['reactivated', { code: 'agent.reactivated', message: 'the agent runs again', level: 'info' }],
  ['orphaned', { code: 'agent.orphaned', message: 'the agent lost its last owner and stopped', level: 'warn' }],
  ['transferred', { code: 'agent.transferred', message: 'the agent has another owner', level: 'info' }],
  ['attested', { code: 'agent.attested', message: 'an owner confirmed that the agent is still needed', level: 'info' }],
  ['decommissioned', { code: 'agent.decommissioned', message: 'the agent was decommissioned', level: 'warn' }],
  ['removed', { code: 'agent.removed', message: 'the agent was removed', level: 'warn' }],
]);

/** Emits the event of a step; ignores other changes. Call it after every row lock and before the audit entry. */
export async function publishStatusChange(
  { events }: Pick<AgentHooks, 'events'>,
  tx: Db,
  author: Author,
  steps: readonly StatusStep[],
): Promise<void> {
  await events.appendMany(
    tx,
    author.orgId,
    steps.flatMap(({ row, action, reason }) => {
      const words = told.get(action);
      if (words === undefined) return [];
      const { code, message, level } = words;
      const why = reason === undefined ? {} : { reason: redactSecrets(reason) };
      const fields = { by: author.user, status: row.status, ...why };
      const whose = { agentId: row.id, workspaceId: row.workspace_id };
      return [{ type: 'agent.log' as const, code, ...whose, data: { level, message, fields } }];
    }),
  );
}
