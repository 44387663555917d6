/**
 * Writes refused administrative calls to the audit log. One actor gets a limited number of entries a minute in one process, so
 * that nobody fills the log; each entry says how many were left out.
 */
import type { FastifyRequest } from 'fastify';
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { Caller } from '../../../platform/http/access.ts';
import type { Audit } from '../audit-log/append.ts';
import { toAuthor } from '../control/author.ts';

export interface RefusedCall {
  readonly caller: Caller;
  /** Method and path as in the list of endpoints. */
  readonly endpoint: string;
  /** The action of the endpoint. */
  readonly needed: string;
  readonly params: Readonly<Record<string, string>>;
}

export interface RefusalLog {
  /** Records the call in its own transaction, or counts it. */
  record(call: RefusedCall): Promise<void>;
}

export interface RefusalsDeps {
  readonly db: Db;
  readonly audit: Audit;
  readonly clock: Clock;
}

/** Most entries of one actor in a minute. */
export const refusalsPerMinute = 10;
const minuteMs = 60_000;
const maxActors = 10_000;

interface Window {
  readonly since: number;
  written: number;
  /** Refused calls without an entry since the last one. */
  leftOut: number;
}

export function createRefusalLog({ db, audit, clock }: RefusalsDeps): RefusalLog {
  const windows = new Map<string, Window>();

  const windowOf = (actor: string): Window => {
    const known = windows.get(actor);
    const now = clock.now();
    if (known !== undefined && now >= known.since && now - known.since < minuteMs) return known;
    windows.delete(actor);
    const oldest = windows.size >= maxActors ? windows.keys().next().value : undefined;
    if (oldest !== undefined) windows.delete(oldest);
    const fresh = { since: now, written: 0, leftOut: known?.leftOut ?? 0 };
    windows.set(actor, fresh);
    return fresh;
  };

  return {
    async record({ caller, endpoint, needed, params }) {
      // An agent that acts for a person does not use up the person's own limit.
      const window = windowOf(`${caller.organisation}/${caller.kind}/${caller.user}/${caller.actor?.agentId ?? ''}`);
      if (window.written >= refusalsPerMinute) {
        window.leftOut += 1;
        return;
      }
      window.written += 1;
      const { leftOut } = window;
      window.leftOut = 0;
      const details = { needed, params, role: caller.role, ...(leftOut === 0 ? {} : { left_out: leftOut }) };
      const about = { resourceType: 'endpoint', resourceId: endpoint, details };
      await db.transaction((tx) =>
        audit.append(tx, toAuthor(caller), { action: 'access.refused', ...about, failure: 'forbidden' }),
      );
    },
  };
}

/** Adds the origin of the call to the caller, for the audit log. */
export function withOrigin({
  caller,
  ip,
  id,
  headers,
}: Pick<FastifyRequest, 'caller' | 'ip' | 'id' | 'headers'>): Caller {
  const userAgent = headers['user-agent']?.slice(0, 300) ?? null;
  return { ...caller, origin: { ipAddress: ip, userAgent, requestId: id } };
}
