/** The endpoint groups of the verifier, floor by floor, and the services that their routes need. */
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Migration } from '../platform/db/migrate.ts';
import type { RateBound } from '../platform/http/rate-bound.ts';
import type { AttestationServices } from './attestation/create.ts';
import { attestationFeatures } from './attestation/features.ts';
import type { Feature, Routes } from './base/feature.ts';
import { baseFeatures } from './base/features.ts';
import type { Idempotency } from './base/idempotency/service.ts';
import type { VerifierKeys } from './base/keys/service.ts';
import type { Mount } from './base/mount.ts';
import type { Scheduled } from './base/scheduled.ts';
import type { AccessReviewServices } from './composition/access-reviews/create.ts';
import type { CompositionPlane } from './composition/create.ts';
import { compositionFeatures } from './composition/features.ts';
import type { Overviews } from './composition/overview/service.ts';
import type { ControlPlane } from './configuration/create.ts';
import { configurationFeatures } from './configuration/features.ts';
import type { DelegationPlane } from './delegation/create.ts';
import { delegationFeatures } from './delegation/features.ts';
import type { ConsoleAccess } from './front/console/routes.ts';
import { frontFeatures } from './front/features.ts';
import type { VerifierMcp } from './front/mcp/routes.ts';
import type { IdentityPlane } from './identity/create.ts';
import { identityFeatures } from './identity/features.ts';
import type { LifecycleHooks } from './lifecycle-hooks.ts';
import type { ToolsPlane } from './tools/create.ts';
import { toolsFeatures } from './tools/features.ts';

/** The services that the routes of all groups need. */
export interface Services
  extends AttestationServices,
    ControlPlane,
    IdentityPlane,
    DelegationPlane,
    ToolsPlane,
    CompositionPlane,
    AccessReviewServices {
  /** What happens in all groups when something changes. */
  readonly lifecycleHooks: LifecycleHooks;
  readonly overviews: Overviews;
  /** HTML pages for people. */
  readonly pages: Routes;
  /** The browser console and its sessions. */
  readonly consoleAccess: ConsoleAccess;
  /** Hourly background work. */
  readonly hourly: Scheduled;
  /** Rate limit for unauthenticated callers. */
  readonly publicRate: RateBound;
  readonly idempotency: Idempotency;
  readonly mount: Mount;
  readonly keys: VerifierKeys;
  readonly mcp: VerifierMcp;
}

/** The groups of every floor, the lowest floor first. */
export const features: readonly Feature<Services>[] = [
  ...baseFeatures,
  ...attestationFeatures,
  ...configurationFeatures,
  ...identityFeatures,
  ...delegationFeatures,
  ...toolsFeatures,
  ...compositionFeatures,
  ...frontFeatures,
];

/** All migrations, in the order of their ids. */
export const verifierMigrations: readonly Migration[] = features
  .flatMap((feature) => feature.migrations)
  .sort((left, right) => left.id.localeCompare(right.id));

/** The tables and migrations of this release. */
export const verifierSchema: { readonly tables: readonly PgTable[]; readonly migrations: readonly Migration[] } = {
  tables: features.flatMap((feature) => feature.tables),
  migrations: verifierMigrations,
};
