/** HTTP views of releases and their verification runs. */

import type { RegisteredAuditorView, VerificationView } from '../../../contract/api/auditor-registry/shapes.ts';
import type { Scope } from '../../../contract/control/scope.ts';
import { toTimestamp, toTimestampOrNull } from '../../../platform/clock.ts';
import type { TrustNow } from '../publishers/ports.ts';
import type { ReleaseRow, VerificationRunRow } from './tables.ts';

/** `places`: chains that name it, if they were looked up. */
export function toReleaseView(row: ReleaseRow, trust: TrustNow, places?: readonly Scope[]): RegisteredAuditorView {
  const { id, name, version, description, image, labels, vocabulary_digest, category } = row;
  const { publisher_id, status, status_reason, auditor_id, last_verification, revision, created_by } = row;
  return {
    id,
    name,
    version,
    description,
    image,
    labels,
    vocabulary_digest,
    category,
    publisher_id,
    signature: toSignature(row, trust),
    status,
    status_reason,
    auditor_id,
    last_verification,
    revision,
    created_by,
    ...(places === undefined ? {} : { used_in: [...places] }),
    verified_at: toTimestampOrNull(row.verified_at),
    created_at: toTimestamp(row.created_at),
    updated_at: toTimestamp(row.updated_at),
  };
}

function toSignature({ signature: jws, signature_kid: kid, publisher_id: publisherId }: ReleaseRow, trust: TrustNow) {
  if (jws === null || kid === null || publisherId === null) return null;
  return { jws, kid, state: trust({ publisherId, kid }) };
}

export function toVerificationView(row: VerificationRunRow): VerificationView {
  const { id, status, url, labels_source, auditor_id, checks, started_at, started_by, ended_at } = row;
  return {
    id,
    registered_auditor_id: row.release_id,
    status,
    url,
    labels_source,
    auditor_id,
    checks: [...checks],
    started_at: toTimestamp(started_at),
    started_by,
    ended_at: toTimestampOrNull(ended_at),
  };
}
