/** Endpoint groups of the composition plane; see `features.ts`. */
import { agentToolsRoutes } from '../tools/agent-tools/routes.ts';
import { agentToolsMigrations, agentToolsTables } from '../tools/agent-tools/tables.ts';
import { auditorRegistryRoutes } from './auditor-registry/routes.ts';
import { auditorRegistryMigrations, auditorRegistryTables } from './auditor-registry/tables.ts';
import { consoleRoutes } from './console-stream/routes.ts';
import { consoleMigrations, consoleTables } from './console-stream/tables.ts';
import type { Feature } from '../base/feature.ts';
import type { Services } from '../features.ts';
import { mcpRoutes } from '../front/mcp/routes.ts';
import { modelRegistryRoutes } from './model-registry/routes.ts';
import { modelRegistryMigrations, modelRegistryTables } from './model-registry/tables.ts';
import { publisherRoutes } from './publishers/routes.ts';
import { publisherMigrations, publisherTables } from './publishers/tables.ts';
import { telemetryRoutes } from './telemetry-exports/routes.ts';
import { telemetryMigrations, telemetryTables } from './telemetry-exports/tables.ts';
import { webhookRoutes } from './webhooks/routes.ts';
import { webhookMigrations, webhookTables } from './webhooks/tables.ts';
import { workflowRoutes } from './workflows/routes.ts';
import { workflowMigrations, workflowTables } from './workflows/tables.ts';

export const compositionFeatures: readonly Feature<Services>[] = [
  // Information about agents for tool gateways.
  { name: 'agent-tools', tables: agentToolsTables, migrations: agentToolsMigrations, routes: agentToolsRoutes },
  { name: 'console-stream', tables: consoleTables, migrations: consoleMigrations, routes: consoleRoutes },
  { name: 'webhooks', tables: webhookTables, migrations: webhookMigrations, routes: webhookRoutes },
  { name: 'telemetry-exports', tables: telemetryTables, migrations: telemetryMigrations, routes: telemetryRoutes },
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
  // Endpoints of other groups answer the tools; it has no tables.
  { name: 'mcp', tables: [], migrations: [], routes: mcpRoutes },
  { name: 'workflows', tables: workflowTables, migrations: workflowMigrations, routes: workflowRoutes },
];
