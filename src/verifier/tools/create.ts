/** Wires the tools plane: what agents use (tools, credentials, apps), stored secrets, and outbound calls. */
import type { Registry } from 'prom-client';
import { verifierTools } from '../../contract/own-tools.ts';
import type { Clock } from '../../platform/clock.ts';
import type { DataDir } from '../../platform/data-dir.ts';
import type { Db } from '../../platform/db/db.ts';
import type { RandomBytes } from '../../platform/ids.ts';
import type { Logger } from '../../platform/log.ts';
import { toMcpSettings } from '../../platform/mcp/variables.ts';
import type { Audit } from '../base/audit-log/append.ts';
import type { VerifierConfig } from '../base/config.ts';
import type { ControlChanges } from '../base/control/changes.ts';
import type { Events } from '../base/events/append.ts';
import { createVaultServices, type VaultServices } from '../base/vault/create.ts';
import type { Agents } from '../configuration/agents/service.ts';
import type { AuditorIntake } from '../configuration/auditor-catalog/intake.ts';
import type { Gateways } from '../configuration/gateways/service.ts';
import type { Outbound } from '../configuration/outbound/ports.ts';
import type { Workspaces } from '../configuration/workspaces/service.ts';
import type { Approvals } from '../delegation/approvals/ports.ts';
import type { Issuer } from '../identity/issuer/ports.ts';
import type { Members } from '../identity/members/service.ts';
import { createAliases } from './agent-tools/aliases.ts';
import { type AgentToolsServices, createAgentToolsServices } from './agent-tools/create.ts';
import { type AppCatalogServices, createAppCatalogServices } from './app-catalog/create.ts';
import { createForeignOAuthServices, type ForeignOAuthServices } from './foreign-oauth/create.ts';
import { createInstallationServices, type InstallationServices } from './installations/create.ts';
import type { AuditorEffectsDeps } from './installations/kinds/auditor-effects.ts';
import { type ConnectServices, createConnectServices } from './scoped-credentials/connect/create.ts';
import type { ConnectHooks } from './scoped-credentials/connect/tell-connected.ts';
import { createScopedCredentialServices, type ScopedCredentialServices } from './scoped-credentials/create.ts';
import { createRefreshServices, type RefreshServices } from './scoped-credentials/refresh/create.ts';
import { createScopedToolServices, type ScopedToolHooks, type ScopedToolServices } from './scoped-tools/create.ts';

/** What the groups of tools use of each other after wiring. */
export interface ToolsHooks extends ConnectHooks, ScopedToolHooks {}

export interface ToolsPlaneDeps extends AuditorEffectsDeps {
  readonly db: Db;
  readonly dataDir: DataDir;
  readonly config: VerifierConfig;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
  readonly log: Logger;
  readonly registry: Registry;
  readonly audit: Audit;
  readonly changes: ControlChanges;
  readonly outbound: Outbound;
  readonly auditorIntake: AuditorIntake;
  readonly gateways: Gateways;
  readonly workspaces: Workspaces;
  readonly agents: Agents;
  readonly members: Members;
  readonly issuer: Issuer;
  readonly approvals: Approvals;
  readonly events: Events;
  /** URL of the pages; undefined while the port is only known at run time. */
  readonly publicUrl: string | undefined;
  /** Reads the hooks at each use. @throws Error before the verifier is wired. */
  readonly hooks: () => ToolsHooks;
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
    RefreshServices,
    InstallationServices,
    AgentToolsServices {
  /** Run once an hour, in one process at a time. */
  readonly toolChores: (() => Promise<unknown>)[];
}

/** Creates the services of tools, credentials and apps over an open database. */
export async function createToolsPlane(deps: ToolsPlaneDeps): Promise<ToolsPlane> {
  const vaultServices = await createVaultServices(deps);
  const { outbound } = deps;
  const appCatalogServices = createAppCatalogServices({ ...deps, allowOf: outbound.allowOf });
  const foreignOAuthServices = createForeignOAuthServices({ ...deps, ...vaultServices });
  const { foreignOAuth } = foreignOAuthServices;
  const credentialServices = createScopedCredentialServices({ ...deps, ...vaultServices, oauth: foreignOAuth });
  const { scopedCredentials } = credentialServices;
  const connectServices = createConnectServices({ ...deps, ...vaultServices, scopedCredentials, foreignOAuth });
  const refreshServices = createRefreshServices({
    ...deps,
    ...vaultServices,
    ...connectServices,
    foreignOAuth,
    resolution: scopedCredentials,
  });
  const toolServices = createScopedToolServices({
    ...deps,
    ...appCatalogServices,
    credentials: scopedCredentials,
    verifierTools: toMcpSettings(deps.config).isEnabled ? verifierTools : [],
  });
  const aliases = createAliases(deps);
  const installationServices = createInstallationServices({
    ...deps,
    ...vaultServices,
    catalog: appCatalogServices.appCatalog,
    tools: toolServices.scopedTools,
    credentials: scopedCredentials,
    foreign: foreignOAuth,
    aliases,
    credentialLifecycle: {
      connectLink: connectServices.connecting.connectLink,
      refresh: refreshServices.credentialLifecycle.refresh,
    },
  });
  const agentToolsServices = createAgentToolsServices({
    ...deps,
    aliases,
    catalog: appCatalogServices.appCatalog,
    tools: toolServices.scopedTools,
  });
  const toolChores: ToolsPlane['toolChores'] = [
    ...credentialServices.credentialChores,
    ...foreignOAuthServices.foreignClientChores,
    // An older process may have made an organisation without its rule.
    toolServices.defaultToolRules.makeMissing,
  ];
  return {
    ...foreignOAuthServices,
    ...vaultServices,
    ...appCatalogServices,
    ...toolServices,
    ...credentialServices,
    ...connectServices,
    ...refreshServices,
    ...installationServices,
    ...agentToolsServices,
    toolChores,
  };
}
