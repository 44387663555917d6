/** How auditors stand by the releases that are registered, and which chains name one. */
import type { ScopeChain } from '../../contract/control/config-bundle.ts';
import type { Scope } from '../../contract/control/scope.ts';
import type { Db } from '../../platform/db/db.ts';
import type { AuditorCatalog } from '../auditor-catalog/catalog.ts';
import { findBuiltIn } from '../auditor-catalog/catalog-auditor.ts';
import type { Author } from '../control/author.ts';
import type { Workspaces } from '../workspaces/service.ts';
import { pinnedDigest } from './image-reference.ts';
import type { AuditorState, RegisteredAuditors } from './seams.ts';
import type { ReleaseStore } from './store.ts';
import type { ReleaseRow } from './tables.ts';

/** An auditor of the catalog, by what a release is known by. */
export interface CatalogFace {
  readonly id: string;
  readonly image?: string | undefined;
  readonly vocabularyDigest: string;
}

export interface Standing extends RegisteredAuditors {
  /** The release that a catalog's auditor stands or falls with. */
  releaseOf(db: Db, orgId: string, auditor: CatalogFace): Promise<ReleaseRow | undefined>;
  /** The revoked release that a chain names, by its image or by an auditor of the catalog. */
  findRevoked(db: Db, orgId: string, chain: ScopeChain): Promise<ReleaseRow | undefined>;
  /** Chains that name it now. */
  listPlaces(db: Db, author: Author, release: ReleaseRow): Promise<Scope[]>;
}

export interface StandingDeps {
  readonly store: ReleaseStore;
  readonly catalog: AuditorCatalog;
  readonly workspaces: Pick<Workspaces, 'listAll' | 'getOrganization'>;
}

const mostPlaces = 100;

export function createStanding({ store, catalog, workspaces }: StandingDeps): Standing {
  const releaseOf: Standing['releaseOf'] = async (db, orgId, { id, image, vocabularyDigest }) => {
    const digest = image === undefined ? undefined : pinnedDigest(image);
    if (digest !== undefined) return store.findByImage(db, orgId, digest);
    const fitting = (await store.listByAuditor(db, orgId, id)).filter(
      (release) => release.vocabulary_digest === vocabularyDigest,
    );
    return firstByStatus(fitting);
  };

  const findRevoked: Standing['findRevoked'] = async (db, orgId, chain) => {
    const revoked = await store.listInStatus(db, orgId, ['revoked']);
    if (revoked.length === 0) return undefined;
    const named = namesOf(chain, await catalog.listCustom(db, orgId));
    const byImage = revoked.find(({ image_digest }) => named.digests.has(image_digest));
    if (byImage !== undefined) return byImage;
    for (const id of named.ids) {
      const auditor = findBuiltIn(id) === undefined ? await catalog.find(db, orgId, id) : undefined;
      const release = auditor === undefined ? undefined : await releaseOf(db, orgId, auditor);
      if (release?.status === 'revoked') return release;
    }
    return undefined;
  };

  return {
    releaseOf,
    findRevoked,
    async listForGateways(db, orgId) {
      const rows = await store.listInStatus(db, orgId, ['deprecated', 'revoked']);
      return rows.map(({ image, auditor_id, status, status_reason: reason }) => {
        return { image, auditor_id, status: status === 'revoked' ? status : 'deprecated', reason };
      });
    },
    async stateOf(db, orgId, auditorId) {
      if (findBuiltIn(auditorId) !== undefined) return 'built_in';
      const auditor = await catalog.find(db, orgId, auditorId);
      const release =
        auditor === undefined
          ? firstByStatus(await store.listByAuditor(db, orgId, auditorId))
          : await releaseOf(db, orgId, auditor);
      return release === undefined ? 'unregistered' : toState(release);
    },
    async listPlaces(db, author, release) {
      const custom = await catalog.listCustom(db, author.orgId);
      const ids = new Set<string>();
      for (const { id } of custom) {
        const auditor = await catalog.find(db, author.orgId, id);
        const own = auditor === undefined ? undefined : await releaseOf(db, author.orgId, auditor);
        if (own?.id === release.id) ids.add(id);
      }
      const isNamed = (chain: ScopeChain): boolean => {
        const named = namesOf(chain, custom);
        return named.digests.has(release.image_digest) || [...named.ids].some((id) => ids.has(id));
      };
      const { chain } = await workspaces.getOrganization(db, author, author.orgId);
      const inside = await workspaces.listAll(db, author.orgId);
      const org: Scope[] = isNamed(chain) ? [{ level: 'org', id: author.orgId }] : [];
      const below = inside.flatMap(({ id, chain: own }): Scope[] => (isNamed(own) ? [{ level: 'workspace', id }] : []));
      return [...org, ...below].slice(0, mostPlaces);
    },
  };
}

/** Where nothing says which of several runs, one that is revoked counts: the catalog names an image by digest to say it. */
const order = ['revoked', 'verified', 'deprecated', 'verifying', 'draft'] as const;

function firstByStatus(releases: readonly ReleaseRow[]): ReleaseRow | undefined {
  for (const status of order) {
    const found = releases.find((release) => release.status === status);
    if (found !== undefined) return found;
  }
  return undefined;
}

function toState({ status }: ReleaseRow): AuditorState {
  return status === 'draft' || status === 'verifying' ? 'unverified' : status;
}

interface CustomImage {
  readonly id: string;
  readonly image?: string | null | undefined;
}

/** An item whose image is pinned is that image, whatever its name; another one may be the catalog's of its name. */
function namesOf({ items = [], auditorChain = {} }: ScopeChain, custom: readonly CustomImage[]) {
  const { preRequest = [], postResponse = [] } = auditorChain;
  const digests = new Set<string>();
  const ids = new Set([...preRequest, ...postResponse].map(({ auditorId }) => auditorId));
  for (const { name, image } of items) {
    const digest = pinnedDigest(image);
    if (digest !== undefined) {
      digests.add(digest);
      continue;
    }
    ids.add(name);
    // As chains are resolved: an item under another name is the auditor of the catalog that has its image.
    for (const auditor of custom) if (auditor.image === image) ids.add(auditor.id);
  }
  return { digests, ids };
}
