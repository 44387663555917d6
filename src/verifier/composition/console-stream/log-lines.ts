/** Log lines written by agents: without secrets, in order of arrival, never in the name of the platform. */

import type { LogLine } from '../../../contract/api/console-stream/shapes.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { AppError } from '../../../platform/errors.ts';
import type { RateBound } from '../../../platform/http/rate-bound.ts';
import type { AgentEvent, Events } from '../../base/events/append.ts';
import { isPlatformCode } from '../../base/events/platform-codes.ts';
import { redactSecrets, redactValue } from '../../base/events/redact-secrets.ts';
import type { Agents } from '../../configuration/agents/service.ts';
import { assertRunning } from '../../configuration/agents/standing.ts';

export interface AgentLogs {
  /**
   * Stores the lines of an agent in the caller's transaction. Returns how many.
   * @throws AppError `not_found`, codes such as `agent_suspended`, `invalid_request`, `too_many_requests`.
   */
  write(tx: Db, orgId: string, agentId: string, lines: readonly LogLine[]): Promise<number>;
}

export interface AgentLogsDeps {
  readonly agents: Pick<Agents, 'get'>;
  readonly events: Events;
  readonly clock: Clock;
  /** {@link maxPerMinute}. */
  readonly rate: RateBound;
}

const oldestMs = 24 * 60 * 60 * 1000;
const newestMs = 5 * 60 * 1000;
/** Limit for one agent per minute in this process: lines, or KiB of long ones. Nobody can read more. */
export const maxPerMinute = 6_000;

export function createAgentLogs({ agents, events, clock, rate }: AgentLogsDeps): AgentLogs {
  return {
    async write(tx, orgId, agentId, lines) {
      const agent = await agents.get(tx, orgId, agentId);
      assertRunning(agent);
      rate.admit(
        JSON.stringify([orgId, agentId]),
        lines.reduce((sum, line) => sum + weigh(line), 0),
      );
      const now = clock.now();
      const told = lines.map((line, index): AgentEvent => {
        const where = `/lines/${index}`;
        return {
          type: 'agent.log',
          agentId,
          workspaceId: agent.workspace_id,
          time: readTime(line.time, now, where),
          data: toData(line, where),
        };
      });
      return events.appendMany(tx, orgId, told);
    },
  };
}

function weigh(line: LogLine): number {
  return Math.ceil(JSON.stringify(line).length / 1024);
}

/** The code is only in the data, so that consumers of event codes do not take it for one of the platform. */
function toData({ level, message, code, logger, fields }: LogLine, where: string): AgentEvent['data'] {
  if (code !== undefined && isPlatformCode(code)) {
    throw refuse(`${where}/code`, 'has a prefix that is reserved for the platform: choose another one');
  }
  const kept: unknown = redactValue(fields ?? {});
  return {
    level,
    message: redactSecrets(message),
    ...(code === undefined ? {} : { code }),
    ...(logger === undefined ? {} : { logger: redactSecrets(logger) }),
    // Too many fields are replaced by a text that says so.
    fields: typeof kept === 'object' && kept !== null ? kept : { left_out: kept },
  };
}

function readTime(text: string | undefined, now: number, where: string): number {
  if (text === undefined) return now;
  const time = Date.parse(text);
  if (time >= now - oldestMs && time <= now + newestMs) return time;
  throw refuse(`${where}/time`, 'must be within the last 24 hours');
}

function refuse(pointer: string, message: string): AppError {
  return new AppError('invalid_request', message, { detail: `${pointer} ${message}`, errors: [{ pointer, message }] });
}
