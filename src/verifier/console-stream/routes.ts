/** HTTP of the console stream, and of the lines that agents write. */
import { IdempotencyHeadersSchema } from '../../contract/api/headers.ts';
import { ProblemSchema } from '../../contract/problem.ts';
import type { Routes } from '../feature.ts';
import type { Idempotency } from '../idempotency/service.ts';
import { assertStorable } from '../storable.ts';
import { parseFilter, parseLastEventId } from './filter.ts';
import type { AgentLogs } from './log-lines.ts';
import {
  LogLinesSchema,
  LogParamsSchema,
  LogQuerySchema,
  StoredLinesSchema,
  StreamHeadersSchema,
  StreamParamsSchema,
  StreamQuerySchema,
  StreamSchema,
} from './schema.ts';
import type { ConsoleStreams } from './streams.ts';

export interface ConsoleRouteDeps {
  readonly consoleStreams: ConsoleStreams;
  readonly agentLogs: AgentLogs;
  readonly idempotency: Idempotency;
}

const tags = ['console-stream'];
const problems = { '4xx': ProblemSchema };
const answers = { produces: ['text/event-stream'], response: { 200: StreamSchema, ...problems } };

export function consoleRoutes(deps: ConsoleRouteDeps): Routes {
  return async (app) => {
    await streamRoute(deps)(app);
    await logRoutes(deps)(app);
  };
}

/** HEAD would be a stream that nobody can read: there is none. */
const noHead = { exposeHeadRoute: false };

function streamRoute({ consoleStreams }: ConsoleRouteDeps): Routes {
  return async (app) => {
    app.get(
      '/v1/agents/:agent_id/console/stream',
      {
        ...noHead,
        schema: {
          ...{ tags, summary: 'Watch an agent: logs, tool calls, model invocations, decisions, as they happen' },
          ...{ params: StreamParamsSchema, querystring: StreamQuerySchema, headers: StreamHeadersSchema, ...answers },
        },
      },
      async (request, reply) => {
        const { params, query, headers } = request;
        const wish = {
          agentId: params.agent_id,
          isShown: parseFilter(query),
          after: parseLastEventId(headers['last-event-id']),
        };
        await consoleStreams.open(request, reply, wish);
      },
    );
  };
}

function logRoutes({ consoleStreams, agentLogs, idempotency }: ConsoleRouteDeps): Routes {
  const path = '/v1/agents/:id/logs';
  return async (app) => {
    app.get(
      path,
      {
        ...noHead,
        schema: {
          ...{ tags, summary: 'Watch the log of an agent: the console stream with `agent.log` alone' },
          ...{ params: LogParamsSchema, querystring: LogQuerySchema, headers: StreamHeadersSchema, ...answers },
        },
      },
      async (request, reply) => {
        const { params, query, headers } = request;
        const isShown = parseFilter({ types: 'agent.log', level: query.level });
        const wish = { agentId: params.id, isShown, after: parseLastEventId(headers['last-event-id']) };
        await consoleStreams.open(request, reply, wish);
      },
    );
    app.post(
      path,
      {
        schema: {
          ...{ tags, summary: 'Write lines to the log of an agent; secrets in them are taken out' },
          ...{ params: LogParamsSchema, headers: IdempotencyHeadersSchema, body: LogLinesSchema },
          response: { 202: StoredLinesSchema, ...problems },
        },
      },
      async ({ caller, params: { id }, headers, body }, reply) => {
        assertStorable(body);
        const { organisation: orgId } = caller;
        const key = headers['idempotency-key'];
        const write = { orgId, operation: `POST /v1/agents/${id}/logs`, key, request: body };
        const { body: answer } = await idempotency.once(write, async (tx) => ({
          status: 202,
          body: { stored: await agentLogs.write(tx, orgId, id, body.lines) },
        }));
        return reply.code(202).send(answer);
      },
    );
  };
}
