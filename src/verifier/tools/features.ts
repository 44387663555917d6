/** Groups of tools: apps, tools and credentials that agents use. */
import type { Feature, ServicesOf } from '../base/feature.ts';
import { agentToolsRoutes } from './agent-tools/routes.ts';
import { agentToolsMigrations, agentToolsTables } from './agent-tools/tables.ts';
import { appCatalogRoutes } from './app-catalog/routes.ts';
import { appCatalogMigrations, appsTable, appVersionsTable } from './app-catalog/tables.ts';
import { foreignOAuthRoutes } from './foreign-oauth/routes.ts';
import { foreignClientsTable, foreignOAuthMigrations } from './foreign-oauth/tables.ts';
import { installationRoutes } from './installations/routes.ts';
import { installationsMigrations, installationsTable, toolSnapshotsTable } from './installations/tables.ts';
import { connectRoutes } from './scoped-credentials/connect/routes.ts';
import { injectionRoutes } from './scoped-credentials/injection/routes.ts';
import { refreshRoutes } from './scoped-credentials/refresh/routes.ts';
import { scopedCredentialRoutes } from './scoped-credentials/routes.ts';
import {
  credentialConnectsTable,
  scopedCredentialsMigrations,
  scopedCredentialsTable,
} from './scoped-credentials/tables.ts';
import { scopedToolRoutes } from './scoped-tools/routes.ts';
import { scopedToolDefaultsTable, scopedToolsMigrations, scopedToolsTable } from './scoped-tools/tables.ts';

/** The services that the routes of these groups need. */
export type ToolsRouteServices = ServicesOf<
  | typeof agentToolsRoutes
  | typeof appCatalogRoutes
  | typeof connectRoutes
  | typeof foreignOAuthRoutes
  | typeof injectionRoutes
  | typeof installationRoutes
  | typeof refreshRoutes
  | typeof scopedCredentialRoutes
  | typeof scopedToolRoutes
>;

export const toolsFeatures: readonly Feature<ToolsRouteServices>[] = [
  // Our clients at other authorization servers.
  {
    name: 'foreign-oauth',
    tables: [foreignClientsTable],
    migrations: foreignOAuthMigrations,
    routes: foreignOAuthRoutes,
  },
  {
    name: 'scoped-credentials',
    tables: [scopedCredentialsTable, credentialConnectsTable],
    migrations: scopedCredentialsMigrations,
    routes: (services) => async (app) => {
      for (const routes of [scopedCredentialRoutes, connectRoutes, refreshRoutes, injectionRoutes])
        await routes(services)(app);
    },
  },
  {
    name: 'scoped-tools',
    tables: [scopedToolsTable, scopedToolDefaultsTable],
    migrations: scopedToolsMigrations,
    routes: scopedToolRoutes,
  },
  {
    name: 'app-catalog',
    tables: [appsTable, appVersionsTable],
    migrations: appCatalogMigrations,
    routes: appCatalogRoutes,
  },
  {
    name: 'installations',
    tables: [installationsTable, toolSnapshotsTable],
    migrations: installationsMigrations,
    routes: installationRoutes,
  },
  // Information about agents for tool gateways.
  { name: 'agent-tools', tables: agentToolsTables, migrations: agentToolsMigrations, routes: agentToolsRoutes },
];
