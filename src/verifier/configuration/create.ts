/** Wires the control plane: the configuration by operators, and its distribution to gateways. */
import { performance } from 'node:perf_hooks';
import type { Registry } from 'prom-client';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import type { GuardedClient } from '../../platform/http/guarded-fetch.ts';
import type { OutboundAllow } from '../../platform/http/outbound-addresses.ts';
import type { RandomBytes } from '../../platform/ids.ts';
import type { Logger } from '../../platform/log.ts';
import { schedule } from '../../platform/schedule.ts';
import { type Audit, createAudit } from '../base/audit-log/append.ts';
import { type AuditLog, createAuditLog } from '../base/audit-log/service.ts';
import { type ConfigurationCheck, type ControlChanges, createControlChanges } from '../base/control/changes.ts';
import type { VerifierKeys } from '../base/keys/service.ts';
import type { AgentHooks } from './agents/hooks.ts';
import { type Agents, createAgents } from './agents/service.ts';
import { createAgentStore } from './agents/store.ts';
import { type Apply, createApply } from './apply/service.ts';
import { type AuditorCatalog, createAuditorCatalog } from './auditor-catalog/catalog.ts';
import { type AuditorIntake, createAuditorIntake } from './auditor-catalog/intake.ts';
import { createJoinedAuditors, type JoinedAuditors } from './auditor-catalog/joined.ts';
import { createProbe } from './auditor-catalog/probe.ts';
import { type AuditorRegistry, type CatalogGuard, createAuditorRegistry } from './auditor-catalog/registry.ts';
import { createCustomAuditorStore } from './auditor-catalog/store.ts';
import { createScopeLookup } from './auditor-settings/scope-lookup.ts';
import { type AuditorSettings, createAuditorSettings } from './auditor-settings/service.ts';
import { createAuditorSettingsStore } from './auditor-settings/store.ts';
import { createWriteMany } from './auditor-settings/write-many.ts';
import { createEnvironments, type Environments } from './environments/service.ts';
import { createEnvironmentStore } from './environments/store.ts';
import { createGatewayServices, type GatewayHooks } from './gateways/create.ts';
import type { Gateways } from './gateways/service.ts';
import { createLifecycle, type LifecycleServices } from './lifecycle/create.ts';
import { createOutbound } from './outbound/create.ts';
import type { Outbound } from './outbound/ports.ts';
import { createPolicyServices, type PolicyServices } from './policies/create.ts';
import { createPresets, type Presets } from './presets/service.ts';
import { createWorkspaces, type OrganizationHooks, type Workspaces } from './workspaces/service.ts';
import { createWorkspaceStore } from './workspaces/store.ts';

/** What the groups of configuration use of the floors above. */
export interface ConfigurationHooks extends AgentHooks, GatewayHooks, OrganizationHooks {
  readonly checkConfiguration: ConfigurationCheck;
  readonly catalogGuard: CatalogGuard;
}

export interface ControlPlaneDeps {
  /** Reads the hooks at each use. @throws Error before the verifier is wired. */
  readonly hooks: () => ConfigurationHooks;
  readonly db: Db;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
  readonly trustDomain: string;
  readonly issuer: string;
  /** Audience of tokens for tool gateways; undefined if there are none. */
  readonly mcpAudience: string | undefined;
  readonly keys: VerifierKeys;
  readonly registry: Registry;
  readonly log: Logger;
  /** The only client for addresses that callers name. */
  readonly fetch: GuardedClient;
  /** Addresses that it may call besides public ones, for every organisation. */
  readonly outboundAllow: OutboundAllow;
}

export interface ControlPlane extends PolicyServices, LifecycleServices {
  readonly db: Db;
  readonly audit: Audit;
  readonly auditLog: AuditLog;
  readonly changes: ControlChanges;
  /** The only client for addresses that callers name, with the rules of their organisation. */
  readonly outbound: Outbound;
  readonly workspaces: Workspaces;
  readonly agents: Agents;
  readonly auditorCatalog: AuditorCatalog;
  readonly auditorRegistry: AuditorRegistry;
  readonly joinedAuditors: JoinedAuditors;
  readonly auditorIntake: AuditorIntake;
  readonly auditorSettings: AuditorSettings;
  readonly environments: Environments;
  readonly gateways: Gateways;
  readonly apply: Apply;
  readonly presets: Presets;
}

/** Creates the services of the control plane over an open database. */
export function createControlPlane(deps: ControlPlaneDeps): ControlPlane {
  const { db, hooks } = deps;
  const audit = createAudit(deps);
  const auditLog = createAuditLog({ ...deps, key: deps.keys.active });
  const changes = createControlChanges({
    ...deps,
    audit,
    checkConfiguration: (tx, orgId) => hooks().checkConfiguration(tx, orgId),
  });
  const workspaces = createWorkspaces({ ...deps, store: createWorkspaceStore(), changes });
  const outbound = createOutbound({
    ...deps,
    audit,
    changes,
    schedule,
    getOrganization: workspaces.getOrganization,
    allow: deps.outboundAllow,
  });
  const agents = createAgents({ ...deps, audit, changes, workspaces, store: createAgentStore() });
  const customAuditors = createCustomAuditorStore();
  const auditorCatalog = createAuditorCatalog({ store: customAuditors });
  const joinedAuditors = createJoinedAuditors();
  const scopes = createScopeLookup({ workspaces });
  const auditorSettings = createAuditorSettings({
    ...deps,
    changes,
    scopes,
    store: createAuditorSettingsStore(),
    catalog: auditorCatalog,
  });
  const policyServices = createPolicyServices({
    ...deps,
    changes,
    workspaces,
    scopes,
    joinedAuditors,
    catalog: auditorCatalog,
  });
  const lifecycle = createLifecycle({ ...deps, audit, changes, scopes, life: agents });
  const auditorRegistry = createAuditorRegistry({
    clock: deps.clock,
    changes,
    workspaces,
    settings: auditorSettings,
    store: customAuditors,
    joinedAuditors,
    vocabularyGuard: policyServices.policies.vocabularyGuard,
    hooks,
  });
  const auditorIntake = createAuditorIntake({ probe: createProbe({ outbound }) });
  const gateways = createGatewayServices({
    ...deps,
    audit,
    changes,
    workspaces,
    agents,
    monotonicMs: () => performance.now(),
    schedule,
    listSettings: auditorSettings.listAll,
    listAuditors: auditorCatalog.listCustom,
    listJoinedAuditors: joinedAuditors.listAll,
    listPolicies: policyServices.policies.listInForce,
  });
  const environments = createEnvironments({ ...deps, changes, store: createEnvironmentStore() });
  const apply = createApply({
    db,
    changes,
    workspaces,
    agents,
    environments,
    auditorCatalog,
    auditorSettings,
    writeSettings: createWriteMany({ ...deps, changes, store: createAuditorSettingsStore(), catalog: auditorCatalog }),
  });
  const { policies } = policyServices;
  const presets = createPresets({ db, changes, workspaces, auditorCatalog, auditorSettings, policies, gateways });
  const auditors = { auditorCatalog, auditorRegistry, joinedAuditors, auditorIntake, auditorSettings };
  return {
    apply,
    presets,
    db,
    audit,
    auditLog,
    changes,
    outbound,
    workspaces,
    agents,
    ...auditors,
    ...policyServices,
    ...lifecycle,
    environments,
    gateways,
  };
}
