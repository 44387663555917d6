/** Groups of configuration: what operators set, and its distribution to gateways. */
import type { Feature, ServicesOf } from '../base/feature.ts';
import { scheduledRunsTable } from '../base/scheduled-runs.ts';
import { agentRoutes } from './agents/routes.ts';
import { agentsMigrations, agentsTable } from './agents/tables.ts';
import { applyRoutes } from './apply/routes.ts';
import { auditorCatalogRoutes } from './auditor-catalog/routes.ts';
import { auditorCatalogMigrations, customAuditorsTable, joinedAuditorsTable } from './auditor-catalog/tables.ts';
import { auditorSettingsRoutes } from './auditor-settings/routes.ts';
import { auditorSettingsMigrations, auditorSettingsTable } from './auditor-settings/tables.ts';
import { environmentRoutes } from './environments/routes.ts';
import { environmentsMigrations, environmentsTable } from './environments/tables.ts';
import { gatewayRoutes } from './gateways/routes.ts';
import { configPublicationsTable, gatewaysMigrations, gatewaysTable } from './gateways/tables.ts';
import { lifecycleRoutes } from './lifecycle/routes.ts';
import { lifecycleIssuesTable, lifecycleMigrations, lifecyclePoliciesTable } from './lifecycle/tables.ts';
import { outboundRoutes } from './outbound/routes.ts';
import { outboundMigrations, outboundRulesTable } from './outbound/tables.ts';
import { policyReplaysMigrations, policyReplaysTable } from './policies/replays/tables.ts';
import { policyRoutes } from './policies/routes.ts';
import { policiesMigrations, policiesTable, policyVersionsTable } from './policies/tables.ts';
import { presetRoutes } from './presets/routes.ts';
import { workspaceRoutes } from './workspaces/routes.ts';
import { organizationsTable, workspacesMigrations, workspacesTable } from './workspaces/tables.ts';

/** The services that the routes of these groups need. */
export type ConfigurationRouteServices = ServicesOf<
  | typeof agentRoutes
  | typeof applyRoutes
  | typeof auditorCatalogRoutes
  | typeof auditorSettingsRoutes
  | typeof environmentRoutes
  | typeof gatewayRoutes
  | typeof lifecycleRoutes
  | typeof outboundRoutes
  | typeof policyRoutes
  | typeof presetRoutes
  | typeof workspaceRoutes
>;

export const configurationFeatures: readonly Feature<ConfigurationRouteServices>[] = [
  { name: 'agents', tables: [agentsTable], migrations: agentsMigrations, routes: agentRoutes },
  {
    name: 'lifecycle',
    tables: [lifecyclePoliciesTable, lifecycleIssuesTable, scheduledRunsTable],
    migrations: lifecycleMigrations,
    routes: lifecycleRoutes,
  },
  // Addresses that an organisation may call besides public ones.
  { name: 'outbound', tables: [outboundRulesTable], migrations: outboundMigrations, routes: outboundRoutes },
  {
    name: 'workspaces',
    tables: [organizationsTable, workspacesTable],
    migrations: workspacesMigrations,
    routes: workspaceRoutes,
  },
  {
    name: 'auditor-catalog',
    tables: [customAuditorsTable, joinedAuditorsTable],
    migrations: auditorCatalogMigrations,
    routes: auditorCatalogRoutes,
  },
  {
    name: 'auditor-settings',
    tables: [auditorSettingsTable],
    migrations: auditorSettingsMigrations,
    routes: auditorSettingsRoutes,
  },
  {
    name: 'environments',
    tables: [environmentsTable],
    migrations: environmentsMigrations,
    routes: environmentRoutes,
  },
  {
    name: 'gateways',
    tables: [gatewaysTable, configPublicationsTable],
    migrations: gatewaysMigrations,
    routes: gatewayRoutes,
  },
  // Declarative files: they write records of other groups and have no tables.
  { name: 'apply', tables: [], migrations: [], routes: applyRoutes },
  {
    name: 'policies',
    tables: [policiesTable, policyVersionsTable, policyReplaysTable],
    migrations: [...policiesMigrations, ...policyReplaysMigrations],
    routes: policyRoutes,
  },
  // Presets write records of other groups and have no tables.
  { name: 'presets', tables: [], migrations: [], routes: presetRoutes },
];
