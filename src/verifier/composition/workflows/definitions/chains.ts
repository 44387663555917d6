/** Lists the auditors, and the phases in which each is asked about the agents of a workspace. */
import type { Phase } from '@assay/sdk/contract';
import { resolveChain, toChainVocabularies } from '../../../../configuration/chain/resolve-chain.ts';
import type { Db } from '../../../../platform/db/db.ts';
import type { AuditorCatalog } from '../../../configuration/auditor-catalog/catalog.ts';
import { createAuthor } from '../../../base/control/author.ts';
import type { Workspaces } from '../../../configuration/workspaces/service.ts';

/** Phases by auditor id. */
export type AuditorPhases = ReadonlyMap<string, readonly Phase[] | readonly string[]>;

export interface ChainsOf {
  /** The phases in the vocabularies of all auditors. */
  phasesOf(db: Db, orgId: string): Promise<AuditorPhases>;
  /** The phases that the chain of a workspace asks for. Does not know gateways with a chain file of their own. */
  chainOf(db: Db, orgId: string, workspaceId: string): Promise<AuditorPhases>;
}

export interface ChainsOfDeps {
  readonly catalog: Pick<AuditorCatalog, 'list'>;
  readonly workspaces: Pick<Workspaces, 'getOrganization' | 'find'>;
}

/** Caches what it reads. Create one for each check. */
export function createChainsOf({ catalog, workspaces }: ChainsOfDeps): ChainsOf {
  let auditors: ReturnType<AuditorCatalog['list']> | undefined;
  const chains = new Map<string, Promise<AuditorPhases>>();
  const list = (db: Db, orgId: string) => {
    auditors ??= catalog.list(db, orgId);
    return auditors;
  };
  const resolve = async (db: Db, orgId: string, workspaceId: string): Promise<AuditorPhases> => {
    const organization = await workspaces.getOrganization(db, createAuthor(orgId, 'workflows'), orgId);
    const workspace = await workspaces.find(db, orgId, workspaceId);
    const scopes = [organization.chain, ...(workspace === undefined ? [] : [workspace.chain])];
    const chain = resolveChain({ scopes, auditors: await list(db, orgId) });
    return new Map(toChainVocabularies(chain).map(({ auditorId, phases }) => [auditorId, phases]));
  };
  return {
    phasesOf: async (db, orgId) =>
      new Map((await list(db, orgId)).map(({ id, vocabulary }) => [id, vocabulary.phases])),
    chainOf(db, orgId, workspaceId) {
      const known = chains.get(workspaceId) ?? resolve(db, orgId, workspaceId);
      chains.set(workspaceId, known);
      return known;
    },
  };
}
