/** Operations of the console of an agent: its stream, and the lines that it writes to its log. */
import { defineOperation } from '../operation.ts';
import {
  LogLinesSchema,
  LogParamsSchema,
  LogQuerySchema,
  StoredLinesSchema,
  StreamHeadersSchema,
  StreamParamsSchema,
  StreamQuerySchema,
  StreamSchema,
} from './shapes.ts';

const logs = '/v1/agents/:id/logs';
const tag = 'console-stream';

export const agentConsole = {
  watch: defineOperation({
    id: 'agents.watchConsole',
    method: 'GET',
    path: '/v1/agents/:agent_id/console/stream',
    tag,
    summary: 'Watch the console of an agent',
    description: 'The stream shows logs, tool calls, model invocations and decisions as they happen.',
    params: StreamParamsSchema,
    query: StreamQuerySchema,
    headers: StreamHeadersSchema,
    produces: 'text/event-stream',
    responses: { 200: StreamSchema },
  }),
  watchLogs: defineOperation({
    id: 'agents.watchLogs',
    method: 'GET',
    path: logs,
    tag,
    summary: 'Watch the log of an agent',
    description: 'This is the console stream with events of type `agent.log` alone.',
    params: LogParamsSchema,
    query: LogQuerySchema,
    headers: StreamHeadersSchema,
    produces: 'text/event-stream',
    responses: { 200: StreamSchema },
  }),
  writeLogs: defineOperation({
    id: 'agents.writeLogs',
    method: 'POST',
    path: logs,
    tag,
    summary: 'Write lines to the log of an agent',
    description: 'Secrets in the lines are redacted.',
    params: LogParamsSchema,
    body: LogLinesSchema,
    idempotent: true,
    responses: { 202: StoredLinesSchema },
  }),
} as const;
