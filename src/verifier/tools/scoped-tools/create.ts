/** Wires rules on tools with installed apps and credentials. */
import { ownServicesApp } from '../../../contract/own-tools.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { PageStart } from '../../../platform/http/page.ts';
import type { RandomBytes } from '../../../platform/ids.ts';
import type { ControlChanges } from '../../base/control/changes.ts';
import { createScopeLookup } from '../../configuration/auditor-settings/scope-lookup.ts';
import type { Gateways } from '../../configuration/gateways/service.ts';
import type { Workspaces } from '../../configuration/workspaces/service.ts';
import type { AppCatalog } from '../app-catalog/ports.ts';
import type { Installations, InstalledApp } from '../installations/ports.ts';
import type { CredentialQuery, CredentialResolution } from '../scoped-credentials/ports.ts';
import { any } from './cascade.ts';
import { createDefaultRules, type DefaultRules } from './default-rules.ts';
import { createDefaultRuleStore } from './default-store.ts';
import { requiresApp, toEffective, toEffectiveApp, verdictOfAny } from './effective.ts';
import { toOwnServices } from './own-services.ts';
import type { ScopedTools, ToolUser } from './ports.ts';
import { createRecordRule } from './record-rule.ts';
import { createRuleSets } from './rule-sets.ts';
import { createToolRules, type ToolRules } from './service.ts';
import { createScopedToolStore, type ScopedToolFilter } from './store.ts';
import type { ScopedToolRow } from './tables.ts';

/** Page where people connect what agents use on their behalf. */
const connectionsPath = '/account/connections';

export interface ScopedToolHooks {
  readonly listInstalled: Installations['listOfAgent'];
}

export interface ScopedToolServices {
  readonly scopedTools: ScopedTools;
  readonly toolRules: ToolRules;
  readonly defaultToolRules: DefaultRules;
  readonly listToolRules: (
    db: Db,
    orgId: string,
    filter: ScopedToolFilter,
    page: PageStart,
  ) => Promise<ScopedToolRow[]>;
  /** Gives the names of the apps in rules, by id. */
  readonly appNamesOf: (db: Db, orgId: string, rows: readonly ScopedToolRow[]) => Promise<ReadonlyMap<string, string>>;
}

export interface ScopedToolDeps {
  readonly db: Db;
  readonly changes: ControlChanges;
  readonly workspaces: Pick<Workspaces, 'find'>;
  readonly appCatalog: Pick<AppCatalog, 'findNames'>;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
  readonly credentials: Pick<CredentialResolution, 'resolveMany'>;
  readonly gateways: Pick<Gateways, 'listOwnTools'>;
  /** Tools at the verifier's own `/mcp`; none while that is off. */
  readonly verifierTools: readonly string[];
  /** Reads the hooks at each use. @throws Error before the verifier is wired. */
  readonly hooks: () => ScopedToolHooks;
  /** Base URL of the pages; undefined if the port is only known at run time. */
  readonly publicUrl: string | undefined;
}

export function createScopedToolServices(deps: ScopedToolDeps): ScopedToolServices {
  const store = createScopedToolStore();
  const sets = createRuleSets({ ...deps, store });
  const record = createRecordRule(deps.changes);
  const toolRules = createToolRules({ ...deps, store, record, scopes: createScopeLookup(deps) });
  const defaultToolRules = createDefaultRules({ ...deps, store, record, defaults: createDefaultRuleStore() });
  const verifierTools = deps.verifierTools.map((name) => ({ service: 'verifier', name }));
  const readOwn = async (db: Db, orgId: string, who: ToolUser) =>
    toOwnServices(who, [...verifierTools, ...(await deps.gateways.listOwnTools(db, orgId))]);
  const readApps = async (db: Db, orgId: string, who: ToolUser) => {
    const apps = await deps.hooks().listInstalled(db, orgId, who.agentId);
    const asking = apps.filter(({ auth }) => auth.required);
    const requests = asking.map((app) => toRequest(app, who));
    const found = requests.length === 0 ? [] : await deps.credentials.resolveMany(db, orgId, requests);
    const credentials = new Map(asking.map(({ id }, position) => [id, found[position]]));
    const index = await sets.get(db, orgId, who.workspaceId, any);
    return { index, withAuth: apps.map((app) => ({ app, credential: credentials.get(app.id) })) };
  };
  const connectUrl = deps.publicUrl === undefined ? null : `${deps.publicUrl.replace(/\/+$/, '')}${connectionsPath}`;
  return {
    toolRules,
    defaultToolRules,
    listToolRules: store.list,
    appNamesOf: (db, orgId, rows) => deps.appCatalog.findNames(db, orgId, [...new Set(rows.map((row) => row.app_id))]),
    scopedTools: {
      async verdictOf(db, orgId, workspaceId, tool) {
        const index = await sets.get(db, orgId, workspaceId, tool.appId);
        return tool.name === any ? verdictOfAny(index, tool) : index.verdictOf(tool);
      },
      requires: async (db, orgId, workspaceId, appId) =>
        requiresApp(await sets.get(db, orgId, workspaceId, appId), appId),
      async listAllowedOwn(db, orgId, workspaceId, tools) {
        const index = await sets.get(db, orgId, workspaceId, ownServicesApp);
        return tools.filter(
          ({ service, name }) => index.modeOf({ appId: ownServicesApp, server: service, name }) !== 'blocked',
        );
      },
      async effective(db, orgId, who, page) {
        const [{ index, withAuth }, own] = [await readApps(db, orgId, who), await readOwn(db, orgId, who)];
        const { agentId, workspaceId } = who;
        return toEffective({ agentId, workspaceId }, index, [...withAuth, own], connectUrl, page);
      },
      async effectiveApps(db, orgId, who) {
        const { index, withAuth } = await readApps(db, orgId, who);
        return { apps: withAuth.map((one) => toEffectiveApp(one, connectUrl)), modeOf: index.modeOf };
      },
    },
  };
}

function toRequest({ service, auth }: InstalledApp, { agentId, workspaceId, userId }: ToolUser): CredentialQuery {
  return {
    agentId,
    workspaceId,
    service,
    userId,
    scopes: auth.scopes,
    resource: auth.resource ?? undefined,
    issuer: auth.issuer ?? undefined,
    isPlaceChosen: auth.isHostChosen,
  };
}
