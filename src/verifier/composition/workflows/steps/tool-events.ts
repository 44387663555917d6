/** Publishes the tool calls of an agent as events: hashes and names, no values. */
import type { ToolCall } from '../../../../contract/live-events.ts';
import type { Clock } from '../../../../platform/clock.ts';
import type { Db } from '../../../../platform/db/db.ts';
import type { Events } from '../../../base/events/append.ts';
import { redactSecrets } from '../../../base/events/redact-secrets.ts';
import type { StepCall } from '../ports.ts';

/** The facts of a call at its start. */
export interface PublishedCall {
  readonly call: StepCall;
  readonly agentId: string;
  readonly server: string;
  readonly tool: string;
  /** Hex SHA-256 of the canonical JSON of the arguments. */
  readonly argumentsHash: string;
  readonly credentialId: string | undefined;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
}

export type ToolCallEnd = Pick<ToolCall, 'status' | 'result_hash' | 'approval_id' | 'error'>;

/**
 * A step is one operation: it emits one event for its start, one for each approval that it waits for, and one for each end. A
 * retried step can therefore show `failed` before `succeeded`.
 */
export type PublishToolCall = (told: PublishedCall, end: ToolCallEnd) => Promise<void>;

export interface ToolEventsDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly events: Events;
}

export function createPublishToolCall({ db, clock, events }: ToolEventsDeps): PublishToolCall {
  return async (told, end) => {
    const { call, agentId, server, tool, argumentsHash, credentialId, startedAt } = told;
    const data: ToolCall = {
      call_id: call.stepId,
      server: server.slice(0, 256),
      tool,
      arguments_hash: argumentsHash,
      ...end,
      ...(credentialId === undefined ? {} : { credential_id: credentialId }),
      ...(end.status === 'started' ? {} : { latency_ms: Math.max(0, clock.now() - startedAt) }),
    };
    await db.transaction((tx) =>
      events.append(tx, call.orgId, {
        type: 'tool.call',
        agentId,
        workspaceId: call.workspaceId,
        traceId: call.traceId,
        sessionId: call.runId,
        sourceId: toSourceId(call, end),
        data,
      }),
    );
  };
}

function toSourceId({ stepId, attempt }: StepCall, { status, approval_id: approvalId }: ToolCallEnd): string {
  if (status === 'started') return `tool:${stepId}:started`;
  return `tool:${stepId}:${status === 'awaiting_approval' ? String(approvalId) : `${attempt}:${status}`}`;
}

/** Shortens an error for an event: a tool server wrote the text and may repeat its input. */
export function toEventError(code: string, message: string): NonNullable<ToolCall['error']> {
  const told = redactSecrets(message).slice(0, 1_000).toWellFormed().replaceAll('\u0000', '\ufffd');
  return { code: code.slice(0, 100), message: told };
}
