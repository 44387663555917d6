/** What a stream knows of its agent: read with the access check, and sent in heartbeats. */
import type { FastifyRequest } from 'fastify';
import { type Clock, toTimestamp } from '../../../platform/clock.ts';
import type { ConsoleAccess } from './access.ts';
import { type Gap, toHeartbeat } from './frames.ts';
import type { RunLimited } from './work-limiter.ts';

export interface Facts {
  /** Checks access again, including the credential of the request. @throws AppError if the caller may no longer watch. */
  look(): Promise<void>;
  heartbeat(lastId: number, gap: Gap | undefined): Buffer;
}

export interface FactsDeps {
  readonly access: ConsoleAccess;
  readonly runLimited: RunLimited;
  readonly clock: Clock;
}

/** @throws AppError if the caller may not watch the agent. */
export async function findFacts(deps: FactsDeps, request: FastifyRequest, agentId: string): Promise<Facts> {
  const { access, runLimited, clock } = deps;
  const { organisation: orgId } = request.caller;
  let agent = await access.assertMayWatch(request.caller, agentId);
  return {
    async look() {
      agent = await runLimited(() => access.recheck(request.server, request, agentId));
    },
    heartbeat(lastId, gap) {
      const { status: agentStatus, readiness, workspaceId } = agent;
      const time = toTimestamp(clock.now());
      return toHeartbeat({ time, orgId, workspaceId, agentId, lastId, agentStatus, readiness, gap });
    },
  };
}
