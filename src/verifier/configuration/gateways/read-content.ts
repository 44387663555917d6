/** Reads the content of bundles and standings from the stores of the control plane. */
import type {
  BundleAuditor,
  BundleJoinedAuditor,
  BundlePolicy,
  BundleSettings,
  ModelUse,
} from '../../../contract/control/config-bundle.ts';
import type { Db } from '../../../platform/db/db.ts';
import { createAuthor } from '../../base/control/author.ts';
import type { ControlRevision } from '../../base/control/changes.ts';
import type { Agents } from '../agents/service.ts';
import type { Workspaces } from '../workspaces/service.ts';
import { type GatewayCredentials, readBundleCredentials } from './credentials.ts';
import type { ReadBundleContent } from './readable.ts';
import { type GatewayRegistries, readRegistry } from './registries.ts';
import type { StandingContent } from './standing.ts';

/** The parts of the content that the floors above have. */
export interface ContentHooks {
  readonly gatewayCredentials: GatewayCredentials;
  readonly gatewayRegistries: GatewayRegistries;
}

export interface ContentWiring {
  readonly issuer: string;
  /** Audience of tokens for MCP gateways; undefined without any. */
  readonly mcpAudience: string | undefined;
  readonly workspaces: Workspaces;
  readonly agents: Agents;
  readonly listSettings: (tx: Db, orgId: string) => Promise<BundleSettings[]>;
  readonly listPolicies: (tx: Db, orgId: string) => Promise<BundlePolicy[]>;
  readonly listAuditors: (tx: Db, orgId: string) => Promise<BundleAuditor[]>;
  readonly listJoinedAuditors: (tx: Db, orgId: string) => Promise<BundleJoinedAuditor[]>;
  /** Reads the hooks at each use. @throws Error before the verifier is wired. */
  readonly hooks: () => ContentHooks;
}

export interface ContentReaders {
  readonly readBundleContent: ReadBundleContent;
  readonly readStandingContent: (tx: Db, orgId: string, at: ControlRevision) => Promise<StandingContent>;
}

/** Both read everything in the state that the given transaction sees. */
export function createContentReaders(wiring: ContentWiring): ContentReaders {
  const { workspaces, agents } = wiring;
  const readCallers = async (
    tx: Db,
    orgId: string,
    { changedAt, modelUse }: { readonly changedAt: number; readonly modelUse: ModelUse },
  ): Promise<StandingContent> => ({
    agents: await agents.listRegistered(tx, orgId),
    credentials: await readBundleCredentials(tx, orgId, {
      issuer: wiring.issuer,
      mcpAudience: wiring.mcpAudience,
      changedAt,
      lists: wiring.hooks().gatewayCredentials,
    }),
    registry: await readRegistry(tx, orgId, { modelUse, registries: wiring.hooks().gatewayRegistries }),
  });
  const getOrganization = (tx: Db, orgId: string) =>
    workspaces.getOrganization(tx, createAuthor(orgId, 'verifier', 'gateway'), orgId);
  return {
    async readBundleContent(tx, orgId, { changedAt }) {
      const { chain, model_use: modelUse } = await getOrganization(tx, orgId);
      return {
        organization: chain,
        workspaces: await workspaces.listAll(tx, orgId),
        auditors: await wiring.listAuditors(tx, orgId),
        joined: await wiring.listJoinedAuditors(tx, orgId),
        settings: await wiring.listSettings(tx, orgId),
        policies: await wiring.listPolicies(tx, orgId),
        ...(await readCallers(tx, orgId, { changedAt, modelUse })),
      };
    },
    async readStandingContent(tx, orgId, { changedAt }) {
      const { model_use: modelUse } = await getOrganization(tx, orgId);
      return readCallers(tx, orgId, { changedAt, modelUse });
    },
  };
}
