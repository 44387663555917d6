/** Wires the tools plane: what agents use (tools, credentials, apps), stored secrets, and outbound calls. */
import type { Registry } from 'prom-client';
import type { Clock } from '../../platform/clock.ts';
import type { DataDir } from '../../platform/data-dir.ts';
import type { Db } from '../../platform/db/db.ts';
import type { GuardedFetch } from '../../platform/http/guarded-fetch.ts';
import type { RandomBytes } from '../../platform/ids.ts';
import type { Logger } from '../../platform/log.ts';
import { createAliases } from './agent-tools/aliases.ts';
import { type AgentToolsServices, createAgentToolsServices } from './agent-tools/create.ts';
import { type AppCatalogServices, createAppCatalogServices } from './app-catalog/create.ts';
import type { VerifierConfig } from '../base/config.ts';
import type { ControlPlane } from '../configuration/create.ts';
import type { DelegationPlane } from '../delegation/create.ts';
import { createForeignOAuthServices, type ForeignOAuthServices } from './foreign-oauth/create.ts';
import type { IdentityPlane } from '../identity/create.ts';
import { createInstallationServices, type InstallationServices } from './installations/create.ts';
import type { Outbound } from '../configuration/outbound/seams.ts';
import { type ConnectServices, createConnectServices } from './scoped-credentials/connect/create.ts';
import { createScopedCredentialServices, type ScopedCredentialServices } from './scoped-credentials/create.ts';
import { createLifeServices, type LifeServices } from './scoped-credentials/refresh/create.ts';
import { createScopedToolServices, type ScopedToolServices } from './scoped-tools/create.ts';
import { createVaultServices, type VaultServices } from '../base/vault/create.ts';

export interface ToolsPlaneDeps {
  readonly db: Db;
  readonly dataDir: DataDir;
  readonly config: VerifierConfig;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
  readonly log: Logger;
  readonly registry: Registry;
  readonly fetch: GuardedFetch;
  readonly control: ControlPlane;
  readonly identity: IdentityPlane;
  readonly delegation: DelegationPlane;
  /** True if work starts by itself. */
  readonly isScheduled: boolean;
}

export interface ToolsPlane
  extends AppCatalogServices,
    ScopedToolServices,
    VaultServices,
    ForeignOAuthServices,
    ScopedCredentialServices,
    ConnectServices,
    LifeServices,
    InstallationServices,
    AgentToolsServices {
  /** Outbound calls: `outbound.forOrganisation(orgId)` for every address that a caller named. */
  readonly outbound: Outbound;
  /** Run once an hour, in one process at a time. */
  readonly toolChores: (() => Promise<unknown>)[];
}

/** Creates the services of tools, credentials and apps over an open database. */
export async function createToolsPlane(deps: ToolsPlaneDeps): Promise<ToolsPlane> {
  const vaultServices = await createVaultServices({ ...deps, ...deps.control });
  const { outbound } = deps.control;
  const appCatalogServices = createAppCatalogServices({
    ...{ ...deps, changes: deps.control.changes },
    allowOf: outbound.allowOf,
  });
  const foreignOAuthServices = createForeignOAuthServices({
    ...{ ...deps, ...vaultServices, outbound },
    publicUrl: deps.identity.publicUrl,
  });
  const { foreignOAuth } = foreignOAuthServices;
  const credentialServices = createScopedCredentialServices({
    ...{ ...deps, ...deps.identity, ...deps.delegation, ...vaultServices },
    oauth: foreignOAuth,
  });
  const connectServices = createConnectServices({
    ...{ ...deps, ...deps.identity, ...deps.delegation, ...vaultServices, ...credentialServices, foreignOAuth },
  });
  const lifeServices = createLifeServices({
    ...{ ...deps, ...deps.identity, ...deps.delegation, ...vaultServices, ...connectServices, foreignOAuth },
    ...{ resolution: credentialServices.scopedCredentials, isScheduled: deps.isScheduled },
  });
  const toolServices = createScopedToolServices({
    ...{ ...deps, ...deps.control, ...appCatalogServices },
    publicUrl: deps.identity.publicUrl,
  });
  toolServices.toolPartners.credentials = credentialServices.scopedCredentials;
  const aliases = createAliases(deps);
  const installationServices = createInstallationServices({
    ...{ ...deps, ...deps.delegation, ...vaultServices, catalog: appCatalogServices.appCatalog, outbound },
    members: deps.identity.members,
    ...{ tools: toolServices.scopedTools, credentials: credentialServices.scopedCredentials, foreign: foreignOAuth },
    life: { connectLink: connectServices.connecting.connectLink, refresh: lifeServices.credentialLife.refresh },
    ...{ aliases, isScheduled: deps.isScheduled },
  });
  toolServices.toolPartners.installations = installationServices.installations;
  connectServices.credentialPartners.onConnected = installationServices.installations.onConnected;
  credentialServices.secretPartners.onConnected = installationServices.installations.onConnected;
  const agentToolsServices = createAgentToolsServices({
    ...{ ...deps, agents: deps.control.agents, members: deps.identity.members, aliases },
    ...{ catalog: appCatalogServices.appCatalog, tools: toolServices.scopedTools },
  });
  const toolChores: ToolsPlane['toolChores'] = [
    ...credentialServices.credentialChores,
    ...foreignOAuthServices.foreignClientChores,
  ];
  return {
    outbound,
    ...foreignOAuthServices,
    ...vaultServices,
    ...appCatalogServices,
    ...toolServices,
    ...credentialServices,
    ...connectServices,
    ...lifeServices,
    ...installationServices,
    ...agentToolsServices,
    toolChores,
  };
}
