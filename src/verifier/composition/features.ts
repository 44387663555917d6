/** Groups of composition: registries, workflows, reviews, and what leaves for other systems. */
import type { Feature, ServicesOf } from '../base/feature.ts';
import { accessReviewRoutes } from './access-reviews/routes.ts';
import {
  accessReviewDecisionsTable,
  accessReviewInstancesTable,
  accessReviewsMigrations,
  accessReviewsTable,
} from './access-reviews/tables.ts';
import { auditorRegistryRoutes } from './auditor-registry/routes.ts';
import { auditorRegistryMigrations, auditorRegistryTables } from './auditor-registry/tables.ts';
import { consoleRoutes } from './console-stream/routes.ts';
import { consoleMigrations, consoleTables } from './console-stream/tables.ts';
import { modelRegistryRoutes } from './model-registry/routes.ts';
import { modelRegistryMigrations, modelRegistryTables } from './model-registry/tables.ts';
import { overviewRoutes } from './overview/routes.ts';
import { publisherRoutes } from './publishers/routes.ts';
import { publisherMigrations, publisherTables } from './publishers/tables.ts';
import { telemetryRoutes } from './telemetry-exports/routes.ts';
import { telemetryMigrations, telemetryTables } from './telemetry-exports/tables.ts';
import { webhookRoutes } from './webhooks/routes.ts';
import { webhookMigrations, webhookTables } from './webhooks/tables.ts';
import { workflowRoutes } from './workflows/routes.ts';
import { workflowMigrations, workflowTables } from './workflows/tables.ts';

/** The services that the routes of these groups need. */
export type CompositionRouteServices = ServicesOf<
  | typeof accessReviewRoutes
  | typeof auditorRegistryRoutes
  | typeof consoleRoutes
  | typeof modelRegistryRoutes
  | typeof overviewRoutes
  | typeof publisherRoutes
  | typeof telemetryRoutes
  | typeof webhookRoutes
  | typeof workflowRoutes
>;

export const compositionFeatures: readonly Feature<CompositionRouteServices>[] = [
  {
    name: 'access-reviews',
    tables: [accessReviewsTable, accessReviewInstancesTable, accessReviewDecisionsTable],
    migrations: accessReviewsMigrations,
    routes: accessReviewRoutes,
  },
  { name: 'console-stream', tables: consoleTables, migrations: consoleMigrations, routes: consoleRoutes },
  { name: 'webhooks', tables: webhookTables, migrations: webhookMigrations, routes: webhookRoutes },
  { name: 'telemetry-exports', tables: telemetryTables, migrations: telemetryMigrations, routes: telemetryRoutes },
  // Reads other groups only.
  { name: 'overview', tables: [], migrations: [], routes: overviewRoutes },
  // Trusted signers, for both registries.
  { name: 'publishers', tables: publisherTables, migrations: publisherMigrations, routes: publisherRoutes },
  {
    name: 'auditor-registry',
    tables: auditorRegistryTables,
    migrations: auditorRegistryMigrations,
    routes: auditorRegistryRoutes,
  },
  {
    name: 'model-registry',
    tables: modelRegistryTables,
    migrations: modelRegistryMigrations,
    routes: modelRegistryRoutes,
  },
  { name: 'workflows', tables: workflowTables, migrations: workflowMigrations, routes: workflowRoutes },
];
