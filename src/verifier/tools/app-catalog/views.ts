/** Formats apps for the API. */

import type { AppView } from '../../../contract/api/app-catalog/shapes.ts';
import { toTimestamp } from '../../../platform/clock.ts';
import type { AppAtVersion } from './reading.ts';

export function toAppView({ app, version }: AppAtVersion): AppView {
  const { row } = app;
  return {
    id: app.id,
    ...version.document,
    trust_tier: app.trustTier,
    status: app.status,
    status_reason: app.statusReason,
    digest: version.digest,
    ...(version.signature === null ? {} : { signature: version.signature }),
    ...({ signature_verified: false, notarizationStatus: app.notarization, shipped: row === undefined } as const),
    latest_version: app.latestVersion,
    revision: row?.revision ?? 0,
    created_at: row === undefined ? null : toTimestamp(row.created_at),
    created_by: row?.created_by ?? null,
    updated_at: row === undefined ? null : toTimestamp(row.updated_at),
  };
}
