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
import { type AgentPartners, createAgentPartners } from './agents/partners.ts';
import { type Agents, createAgents } from './agents/service.ts';
import { createAgentStore } from './agents/store.ts';
import { type Apply, createApply } from './apply/service.ts';
import { type AuditorCatalog, createAuditorCatalog } from './auditor-catalog/catalog.ts';
import { type AuditorIntake, createAuditorIntake } from './auditor-catalog/intake.ts';
import { createProbe } from './auditor-catalog/probe.ts';
import { type AuditorRegistry, type CatalogGuard, createAuditorRegistry, type VocabularyGuard } from './auditor-catalog/registry.ts';
import { createCustomAuditorStore } from './auditor-catalog/store.ts';
import { createScopeLookup } from './auditor-settings/scope-lookup.ts';
import { type AuditorSettings, createAuditorSettings } from './auditor-settings/service.ts';
import { createAuditorSettingsStore } from './auditor-settings/store.ts';
import { createWriteMany } from './auditor-settings/write-many.ts';
import { createGatewayServices } from './gateways/create.ts';
import type { CredentialSource, TakenBackSource } from './gateways/credentials.ts';
import type { RegistrySource } from './gateways/registry-sources.ts';
import type { Gateways } from './gateways/service.ts';
import { createLifecycle, type LifecycleServices } from './lifecycle/create.ts';
import { createOutbound } from './outbound/create.ts';
import type { Outbound } from './outbound/seams.ts';
import { createPolicyServices, type PolicyServices } from './policies/create.ts';
import { createPresets, type Presets } from './presets/service.ts';
import { createWorkspaces, type ScopeGuard, type Workspaces } from './workspaces/service.ts';
import { createWorkspaceStore } from './workspaces/store.ts';

export interface ControlPlaneDeps {
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
  /** Guards of groups that are wired later: what is removed with a workspace. */
  readonly scopeGuards: ScopeGuard[];
  readonly agents: Agents;
  /** The identity plane's services that agents need. */
  readonly agentPartners: AgentPartners;
  readonly auditorCatalog: AuditorCatalog;
  readonly auditorRegistry: AuditorRegistry;
  /** Guards of groups that are wired later: what may refuse a catalog auditor. */
  readonly catalogGuards: CatalogGuard[];
  readonly auditorIntake: AuditorIntake;
  readonly auditorSettings: AuditorSettings;
  readonly gateways: Gateways;
  /** Information about API keys for gateways. */
  readonly credentialSources: CredentialSource[];
  /** Information for gateways about consents and tokens that ended early. */
  readonly takenBackSources: TakenBackSource[];
  /** Information about the registries for gateways. */
  readonly registrySources: RegistrySource[];
  readonly apply: Apply;
  readonly presets: Presets;
}

/** Creates the services of the control plane over an open database. */
export function createControlPlane(deps: ControlPlaneDeps): ControlPlane {
  const { db } = deps;
  const audit = createAudit(deps);
  const auditLog = createAuditLog({ ...deps, key: deps.keys.active });
  // Filled by the gateways, which depend on everything that they read.
  const configurationChecks: ConfigurationCheck[] = [];
  const changes = createControlChanges({ ...deps, audit, configurationChecks });
  // Filled below by the services that belong to a scope: they need the workspaces themselves.
  const guards: ScopeGuard[] = [];
  const workspaces = createWorkspaces({ ...deps, store: createWorkspaceStore(), changes, guards });
  const outbound = createOutbound({
    ...{ ...deps, audit, changes, schedule, getOrganization: workspaces.getOrganization },
    allow: deps.outboundAllow,
  });
  // Filled below and by the identity plane, whose services need this plane themselves.
  const agentPartners = createAgentPartners();
  const agents = createAgents({
    ...deps,
    ...{ audit, changes, workspaces, partners: agentPartners },
    store: createAgentStore(),
  });
  const customAuditors = createCustomAuditorStore();
  const auditorCatalog = createAuditorCatalog({ store: customAuditors });
  const scopes = createScopeLookup({ workspaces });
  const auditorSettings = createAuditorSettings({
    ...deps,
    changes,
    scopes,
    store: createAuditorSettingsStore(),
    catalog: auditorCatalog,
  });
  guards.push({ removed: auditorSettings.removeScope });
  const policyServices = createPolicyServices({ ...deps, changes, workspaces, scopes, catalog: auditorCatalog });
  guards.push(policyServices.policies.guard);
  agentPartners.onRemoved.push(async (tx, author, id) => {
    const scope = { level: 'agent', id } as const;
    await auditorSettings.removeScope(tx, author, scope);
    await policyServices.policies.removeScope(tx, author, scope);
  });
  const lifecycle = createLifecycle({ ...deps, audit, changes, scopes, life: agents });
  agentPartners.stalenessOf = lifecycle.readStaleness;
  guards.push({ removed: lifecycle.lifecyclePolicies.removeScope });
  // Filled by services that depend on the vocabulary of an auditor.
  const vocabularyGuards: VocabularyGuard[] = [policyServices.policies.vocabularyGuard];
  const catalogGuards: CatalogGuard[] = [];
  const auditorRegistry = createAuditorRegistry({
    ...{ clock: deps.clock, changes, workspaces, settings: auditorSettings },
    store: customAuditors,
    ...{ guards: vocabularyGuards, catalogGuards },
  });
  const auditorIntake = createAuditorIntake({ probe: createProbe({ outbound }) });
  // Filled by the identity plane, whose services need this plane themselves.
  const credentialSources: CredentialSource[] = [];
  const takenBackSources: TakenBackSource[] = [];
  // Filled by the composition plane.
  const registrySources: RegistrySource[] = [];
  const gateways = createGatewayServices({
    ...deps,
    ...{ audit, changes, workspaces, agents, monotonicMs: () => performance.now(), schedule },
    ...{ events: () => agentPartners.events, configurationChecks },
    listSettings: auditorSettings.listAll,
    listAuditors: auditorCatalog.listCustom,
    listPolicies: policyServices.policies.listInForce,
    ...{ credentialSources, takenBackSources, registrySources },
  });
  const apply = createApply({
    ...{ db, changes, workspaces, agents, auditorCatalog, auditorSettings },
    writeSettings: createWriteMany({ ...deps, changes, store: createAuditorSettingsStore(), catalog: auditorCatalog }),
  });
  const { policies } = policyServices;
  const presets = createPresets({ db, changes, workspaces, auditorCatalog, auditorSettings, policies });
  const auditors = { auditorCatalog, auditorRegistry, catalogGuards, auditorIntake, auditorSettings };
  return {
    apply,
    presets,
    db,
    audit,
    auditLog,
    changes,
    outbound,
    workspaces,
    scopeGuards: guards,
    agents,
    agentPartners,
    ...auditors,
    ...policyServices,
    ...lifecycle,
    gateways,
    ...{ credentialSources, takenBackSources, registrySources },
  };
}
