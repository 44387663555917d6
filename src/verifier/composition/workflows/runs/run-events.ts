/** Events of runs. They belong to the workflow's agent, in the session with the run's id. */
import type { AgentEvent } from '../../../base/events/append.ts';
import { redactSecrets } from '../../../base/events/redact-secrets.ts';
import type { WorkflowRunRow } from './tables.ts';

const runEvents = {
  started: 'info',
  succeeded: 'info',
  failed: 'warn',
  waiting: 'info',
  interrupted: 'warn',
  cancelled: 'warn',
} as const;
export type RunEventKind = keyof typeof runEvents;

export type RunFacts = Pick<
  WorkflowRunRow,
  'id' | 'workflow_id' | 'workspace_id' | 'revision' | 'agent_id' | 'trace_id' | 'started_by' | 'parent_run_id'
>;

/** `once`: key that deduplicates events. Without it, a run emits each kind once. */
export function runEvent(
  run: RunFacts,
  kind: RunEventKind,
  fields: Readonly<Record<string, unknown>> = {},
  once: string = kind,
): AgentEvent {
  const { reason } = fields;
  return {
    type: 'agent.log',
    code: `workflow.run_${kind}`,
    agentId: run.agent_id ?? undefined,
    workspaceId: run.workspace_id,
    traceId: run.trace_id,
    sessionId: run.id,
    sourceId: `${run.id}/${once}`,
    data: {
      level: runEvents[kind],
      message: `a run of the workflow ${words[kind]}`,
      fields: {
        run_id: run.id,
        workflow_id: run.workflow_id,
        revision: run.revision,
        by: run.started_by,
        ...(run.parent_run_id === null ? {} : { parent_run_id: run.parent_run_id }),
        ...fields,
        // Written by people.
        ...(typeof reason === 'string' ? { reason: redactSecrets(reason) } : {}),
      },
    },
  };
}

const words: Readonly<Record<RunEventKind, string>> = {
  started: 'was started',
  succeeded: 'completed',
  failed: 'failed',
  waiting: 'waits',
  interrupted: 'waits for a person to resolve a step',
  cancelled: 'was cancelled',
};
