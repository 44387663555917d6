/** States of auditors by their registered releases, and the chains that name a release. */
import type { ScopeChain } from '../../../contract/control/config-bundle.ts';
import type { Scope } from '../../../contract/control/scope.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { Author } from '../../base/control/author.ts';
import type { AuditorCatalog } from '../../configuration/auditor-catalog/catalog.ts';
import { findBuiltIn } from '../../configuration/auditor-catalog/catalog-auditor.ts';
import type { Workspaces } from '../../configuration/workspaces/service.ts';
import { pinnedDigest } from './image-reference.ts';
import type { AuditorState, RegisteredAuditors } from './ports.ts';
import type { ReleaseStore } from './store.ts';
import type { ReleaseRow } from './tables.ts';

/** An auditor of the catalog, reduced to what identifies its release. */
export interface CatalogFace {
  readonly id: string;
  readonly image?: string | undefined;
  readonly vocabularyDigest: string;
}

export interface Standing extends RegisteredAuditors {
  /** Finds the release that decides the state of a catalog auditor. */
  releaseOf(db: Db, orgId: string, auditor: CatalogFace): Promise<ReleaseRow | undefined>;
  /** Finds a revoked release that a chain names, by image or by catalog auditor. */
  findRevoked(db: Db, orgId: string, chain: ScopeChain): Promise<ReleaseRow | undefined>;
  /** Lists the chains that name it now. */
  listPlaces(db: Db, author: Author, release: ReleaseRow): Promise<Scope[]>;
}

export interface StandingDeps {
  readonly store: ReleaseStore;
  readonly catalog: AuditorCatalog;
  readonly workspaces: Pick<Workspaces, 'listAll' | 'getOrganization'>;
}

const maxPlaces = 100;

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
      return [...org, ...below].slice(0, maxPlaces);
    },
  };
}

/** A revoked release counts first if it is unclear which one runs. The catalog can make it clear by naming an image by digest. */
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

/** An item with a pinned image is that image, whatever its name. Any other item may be the catalog auditor of its name. */
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
    // As chains are resolved: an item under another name is the catalog auditor with its image.
    for (const auditor of custom) if (auditor.image === image) ids.add(auditor.id);
  }
  return { digests, ids };
}
