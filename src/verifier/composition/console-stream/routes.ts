/** HTTP routes of the console stream, and of log lines written by agents. */
import { agentConsole as operations } from '../../../contract/api/console-stream/operations.ts';
import { mountRaw } from '../../../platform/http/mount-raw.ts';
import type { Routes } from '../../base/feature.ts';
import type { Mount } from '../../base/mount.ts';
import { parseFilter, parseLastEventId } from './filter.ts';
import type { AgentLogs } from './log-lines.ts';
import type { ConsoleStreams } from './streams.ts';

export interface ConsoleRouteDeps {
  readonly mount: Mount;
  readonly consoleStreams: ConsoleStreams;
  readonly agentLogs: AgentLogs;
}

export function consoleRoutes({ mount, consoleStreams, agentLogs }: ConsoleRouteDeps): Routes {
  return async (app) => {
    mountRaw(app, operations.watch, async ({ params, query, headers, request, reply }) => {
      const isShown = parseFilter(query);
      const wanted = { agentId: params.agent_id, isShown, after: parseLastEventId(headers['last-event-id']) };
      await consoleStreams.open(request, reply, wanted);
      return reply;
    });
    mountRaw(app, operations.watchLogs, async ({ params, query, headers, request, reply }) => {
      const isShown = parseFilter({ types: 'agent.log', level: query.level });
      const wanted = { agentId: params.id, isShown, after: parseLastEventId(headers['last-event-id']) };
      await consoleStreams.open(request, reply, wanted);
      return reply;
    });
    mount.write(app, operations.writeLogs, async ({ tx, author, params, body }) => ({
      stored: await agentLogs.write(tx, author.orgId, params.id, body.lines),
    }));
  };
}
