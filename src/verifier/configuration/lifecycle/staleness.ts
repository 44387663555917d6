/**
 * Whether an agent has gone quiet: derived from its last sign of life, not a state. If the whole organisation was silent, the
 * silence of one agent proves nothing: the result is `unknown`.
 */
import type { Staleness, signKinds } from '../../../contract/api/agents/staleness.ts';
import { toTimestamp } from '../../../platform/clock.ts';

export const dayMs = 24 * 60 * 60 * 1000;

/** The activity in an agent's row. Times are milliseconds since the epoch. */
export interface StalenessSubject {
  readonly id: string;
  readonly workspace_id: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly created_at: number;
  /** An agent that may run only since yesterday was not quiet for a month. */
  readonly status_changed_at: number | null;
  /** Any recorded activity, calls through a gateway included. */
  readonly last_activity_at: number | null;
  readonly last_token_at: number | null;
  readonly heartbeat_at: number | null;
}

/** The activity in an agent's evidence. */
export interface AgentActivity {
  /** When its evidence last arrived: late evidence counts as activity, which never suspends wrongly. */
  readonly lastEvidenceAt: number | null;
}

/** The last sign of life of the organisation's gateways. */
export interface Telemetry {
  readonly lastEvidenceAt: number | null;
  readonly lastGatewayAt: number | null;
}

export interface StalenessThresholds {
  readonly staleDays: number;
}

export interface StalenessInput {
  readonly agent: Omit<StalenessSubject, 'id' | 'workspace_id' | 'labels'>;
  readonly activity: AgentActivity;
  readonly telemetry: Telemetry;
  readonly thresholds: StalenessThresholds;
  readonly now: number;
}

/** Gives whether an agent is stale, since when, and by which sign of life. */
export function stalenessOf({ agent, activity, telemetry, thresholds, now }: StalenessInput): Staleness {
  const thresholdMs = thresholds.staleDays * dayMs;
  const quietSince = quietSinceOf(agent, activity);
  const heardAt = heardAtOf(telemetry);
  const shared = { threshold_days: thresholds.staleDays, basis: toBasis(agent, activity, heardAt) };
  if (now - quietSince < thresholdMs) return { stale: false, since: null, ...shared };
  if (isHeard(heardAt, thresholdMs, now)) {
    return { stale: true, since: toTimestamp(quietSince + thresholdMs), ...shared };
  }
  return { stale: 'unknown', since: heardAt === null ? null : toTimestamp(heardAt + thresholdMs), ...shared };
}

/** Tells whether an agent's silence counts: the telemetry itself was heard within the threshold. */
export function isHeard(heardAt: number | null, thresholdMs: number, now: number): boolean {
  return heardAt !== null && now - heardAt < thresholdMs;
}

/** Gives the last sign of life; the registration if there was none. */
export function quietSinceOf(agent: StalenessInput['agent'], activity: AgentActivity): number {
  return Math.max(...signsOf(agent, activity).map(({ at }) => at));
}

/** Gives the last sign of life of the telemetry. */
export function heardAtOf({ lastEvidenceAt, lastGatewayAt }: Telemetry): number | null {
  if (lastEvidenceAt === null) return lastGatewayAt;
  return lastGatewayAt === null ? lastEvidenceAt : Math.max(lastEvidenceAt, lastGatewayAt);
}

/** Gives the last activity, without changes of state; null if there was none. */
export function lastActivityOf(agent: StalenessInput['agent'], activity: AgentActivity): number | null {
  const times = signsOf(agent, activity).filter(({ kind }) => kind !== 'status_change' && kind !== 'registration');
  return times.length === 0 ? null : Math.max(...times.map(({ at }) => at));
}

interface Sign {
  readonly kind: (typeof signKinds)[number];
  readonly at: number;
}

function signsOf(agent: StalenessInput['agent'], { lastEvidenceAt }: AgentActivity): Sign[] {
  const noted = agent.last_activity_at;
  // Tokens and heartbeats are also recorded as activity; they count once, by their own names.
  const isOwn = noted !== null && noted !== agent.last_token_at && noted !== agent.heartbeat_at;
  const signs = [
    { kind: 'token', at: agent.last_token_at },
    { kind: 'evidence', at: lastEvidenceAt },
    { kind: 'heartbeat', at: agent.heartbeat_at },
    { kind: 'call', at: isOwn ? noted : null },
    { kind: 'status_change', at: agent.status_changed_at },
    { kind: 'registration', at: agent.created_at },
  ] as const;
  return signs.flatMap(({ kind, at }) => (at === null ? [] : [{ kind, at }]));
}

function toBasis(agent: StalenessInput['agent'], activity: AgentActivity, heardAt: number | null): string[] {
  const sorted = signsOf(agent, activity).sort((left, right) => right.at - left.at);
  const telemetry = `telemetry ${heardAt === null ? 'never' : toTimestamp(heardAt)}`;
  return [...sorted.map(({ kind, at }) => `${kind} ${toTimestamp(at)}`), telemetry];
}
