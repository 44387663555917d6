/**
 * Refused administrative calls in the audit log: who tried what, and was not allowed to. At most so many a minute of
 * one actor in one process, so that nobody fills the log with what they may not do; how many were left out is said.
 */
import type { FastifyRequest } from 'fastify';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Caller } from '../../platform/http/access.ts';
import type { Audit } from '../audit-log/append.ts';
import { toAuthor } from '../control/author.ts';

export interface RefusedCall {
  readonly caller: Caller;
  /** Method and path as the list of endpoints names them. */
  readonly endpoint: string;
  /** The action that the endpoint is. */
  readonly needed: string;
  readonly params: Readonly<Record<string, string>>;
}

export interface Refusals {
  /** Writes it down in a transaction of its own, or counts it. */
  record(call: RefusedCall): Promise<void>;
}

export interface RefusalsDeps {
  readonly db: Db;
  readonly audit: Audit;
  readonly clock: Clock;
}

/** Entries of one actor in a minute. */
export const refusalsPerMinute = 10;
const minuteMs = 60_000;
const maxActors = 10_000;

interface Window {
  readonly since: number;
  written: number;
  /** Refused and not written since the last entry. */
  leftOut: number;
}

export function createRefusals({ db, audit, clock }: RefusalsDeps): Refusals {
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
      // What an agent tries for somebody uses up nothing of the person's own.
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

/** The caller with where the call came from, for the audit log. */
export function withOrigin({
  caller,
  ip,
  id,
  headers,
}: Pick<FastifyRequest, 'caller' | 'ip' | 'id' | 'headers'>): Caller {
  const userAgent = headers['user-agent']?.slice(0, 300) ?? null;
  return { ...caller, origin: { ipAddress: ip, userAgent, requestId: id } };
}
