/** One app of the catalog and one of its versions, shipped or of the organisation, as other features see them. */
import type { AppDocument, Notarization } from '../../../contract/api/app-catalog/shapes.ts';
import type { AppStatus, AppType, TrustTier } from '../../../contract/api/app-catalog/states.ts';
import type { AppVersion } from './ports.ts';
import type { AppRow, AppVersionRow } from './tables.ts';

/** Members of an app that do not depend on its version. */
export interface CatalogApp {
  readonly id: string;
  readonly name: string;
  readonly type: AppType;
  readonly title: string;
  readonly description: string;
  readonly category: string | null;
  readonly trustTier: TrustTier;
  readonly status: AppStatus;
  readonly statusReason: string | null;
  readonly notarization: Notarization | null;
  readonly latestVersion: string;
  /** The stored row of an app that the organisation added. */
  readonly row?: AppRow;
}

export interface StoredVersion {
  readonly version: string;
  readonly document: AppDocument;
  readonly digest: string;
  readonly signature: string | null;
}

export function fromRow(row: AppRow): CatalogApp {
  const { id, name, type, title, description, category, status, notarization } = row;
  return {
    id,
    name,
    type,
    title,
    description,
    category,
    status,
    notarization,
    trustTier: row.trust_tier,
    statusReason: row.status_reason,
    latestVersion: row.latest_version,
    row,
  };
}

export function fromVersionRow({ version, document, digest, signature }: AppVersionRow): StoredVersion {
  return { version, document, digest, signature };
}

/** Gives the form that installations use. */
export function toAppVersion(app: CatalogApp, { version, document, digest }: StoredVersion): AppVersion {
  const {
    name,
    type,
    title,
    description,
    remotes = [],
    packages = [],
    auth_hint: authHint,
    auditor,
    runtime,
    skill,
  } = document;
  return {
    appId: app.id,
    name,
    type,
    version,
    title,
    description,
    remotes,
    packages,
    skillFiles: skill?.files ?? [],
    digest,
    trustTier: app.trustTier,
    status: app.status,
    authHint: authHint ?? null,
    toolsPreview: document.tools_preview ?? [],
    ...(auditor === undefined ? {} : { auditor }),
    ...(runtime === undefined ? {} : { runtime }),
  };
}
