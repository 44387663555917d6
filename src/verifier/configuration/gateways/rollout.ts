/** Compares the versions that gateways run with a revision. */

import type { Gateway, GatewayState, Rollout } from '../../../contract/api/gateways/shapes.ts';
import { toTimestamp, toTimestampOrNull } from '../../../platform/clock.ts';
import { type NamedVersion, parseVersion } from './prefer.ts';
import type { RolloutRow } from './store.ts';
import type { GatewayRow } from './tables.ts';

/** A gateway polls at least once a minute; after a poll and a half without one it is away. */
export const awayAfterMs = 90_000;
const maxMissing = 100;

/** The version that gateways should run, and the time of the comparison. */
export interface Asked {
  readonly version: NamedVersion;
  readonly now: number;
}

/** True if a gateway runs this version or a later one of the same lineage. */
export function hasReached({ lineage, revision }: RolloutRow, version: NamedVersion): boolean {
  return lineage === version.lineage && revision !== null && revision >= version.revision;
}

/** Reasons of a gateway that acts on only a part of its configuration. */
const partReasons = new Set(['configuration_unusable', 'standing_missing']);

/** True if a gateway acts on all of this version: the bundle and the standing. */
function isWhole(row: RolloutRow, version: NamedVersion): boolean {
  return hasReached(row, version) && !row.problems.some(({ reason }) => partReasons.has(reason));
}

/** Gives the state of a gateway, compared with the version that it should run. */
export function toState(row: RolloutRow, { version, now }: Asked): GatewayState {
  if (now - row.last_seen_at > awayAfterMs) return 'away';
  if (isWhole(row, version)) return 'current';
  return isRefusing(row) ? 'refusing' : 'behind';
}

/** A refusal counts until the gateway runs the refused version or a later one. */
function isRefusing(row: RolloutRow): boolean {
  if (row.refused === null) return false;
  const refused = row.refused.version === null ? undefined : parseVersion(row.refused.version);
  return refused === undefined || !hasReached(row, refused);
}

/** Counts gateways by their state. */
export function toRollout(
  rows: readonly RolloutRow[],
  asked: Asked,
  changedAt: number | undefined,
): Omit<Rollout, 'withheld'> {
  const missing = rows
    .filter((row) => !isWhole(row, asked.version))
    .map((row) => ({ id: row.id, state: toState(row, asked), running: toRunning(row) }))
    .sort((left, right) => (left.id < right.id ? -1 : 1));
  const countOf = (state: GatewayState) => missing.filter((gateway) => gateway.state === state).length;
  return {
    ...asked.version,
    changed_at: changedAt === undefined ? null : toTimestamp(changedAt),
    complete: missing.length === 0,
    counts: {
      total: rows.length,
      reached: rows.length - missing.length,
      behind: countOf('behind'),
      refusing: countOf('refusing'),
      away: countOf('away'),
    },
    missing: missing.slice(0, maxMissing),
  };
}

/** Formats a gateway for the API. */
export function toGateway(row: GatewayRow, asked: Asked, behind: number | null): Gateway {
  const { id, org_id, source, refused, problems, build, first_seen_at, last_seen_at, reported_at } = row;
  return {
    id,
    org_id,
    running: toRunning(row),
    source,
    behind,
    state: toState(row, asked),
    refused: isRefusing(row) ? refused : null,
    problems,
    build,
    first_seen_at: toTimestamp(first_seen_at),
    last_seen_at: toTimestamp(last_seen_at),
    reported_at: toTimestampOrNull(reported_at),
  };
}

function toRunning({ lineage, revision }: RolloutRow): NamedVersion | null {
  return lineage === null || revision === null ? null : { lineage, revision };
}
