/** Formats stored policies for the API. */

import type { Policy, PolicyVersion } from '../../../contract/api/policies/shapes.ts';
import { toTimestamp } from '../../../platform/clock.ts';
import { findGeneratedBefore } from './generated-before.ts';
import type { PolicyRow, PolicyVersionRow } from './tables.ts';

/** A policy with the text of its newest version. */
export function toPolicy(row: PolicyRow, { text, sha256, problems }: PolicyVersionRow): Policy {
  const { id, org_id, name, description, origin, version, active_version, shadow_version, revision } = row;
  const scope = { level: row.scope_level, id: row.scope_id };
  const before = findGeneratedBefore({ name, origin, scope, text });
  const status = active_version !== null ? 'active' : shadow_version !== null ? 'shadow' : 'draft';
  return {
    id,
    org_id,
    scope,
    name,
    description,
    origin,
    status,
    version,
    active_version,
    shadow_version,
    text,
    sha256,
    revision,
    problems: before === undefined ? problems : [...problems, before],
    created_at: toTimestamp(row.created_at),
    created_by: row.created_by,
    updated_at: toTimestamp(row.updated_at),
  };
}

export function toPolicyVersionView({
  version,
  text,
  sha256,
  problems,
  created_at,
  created_by,
  reason,
}: PolicyVersionRow): PolicyVersion {
  return { version, text, sha256, problems, created_at: toTimestamp(created_at), created_by, reason };
}
