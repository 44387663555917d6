/** Keeps revoked releases out of chains and out of the catalog. */
import { AppError } from '../../../platform/errors.ts';
import type { CatalogGuard } from '../../configuration/auditor-catalog/registry.ts';
import type { ScopeGuard } from '../../configuration/workspaces/service.ts';
import type { Standing } from './standing.ts';
import type { ReleaseRow } from './tables.ts';

/** Refuses a change that writes a revoked auditor into a chain. Existing chains keep working and are shown as `used_in`. */
export function createChainGuard(standing: Pick<Standing, 'findRevoked'>): ScopeGuard {
  return {
    async chainChanged(tx, author, _scope, chain) {
      const revoked = await standing.findRevoked(tx, author.orgId, chain);
      if (revoked !== undefined) throw revokedAuditor(revoked, 'the chain names');
    },
  };
}

/** Refuses a catalog auditor whose image, or only release, is revoked. */
export function createCatalogGuard(standing: Pick<Standing, 'releaseOf'>): CatalogGuard {
  return async (tx, author, { id, image, vocabulary_digest }) => {
    const face = { id, image: image ?? undefined, vocabularyDigest: vocabulary_digest };
    const release = await standing.releaseOf(tx, author.orgId, face);
    if (release?.status === 'revoked') throw revokedAuditor(release, 'this is');
  };
}

function revokedAuditor({ id, name, version, status_reason: why }: ReleaseRow, what: string): AppError {
  const because = why === null ? '' : `: ${why}`;
  const detail = `${what} ${name} ${version}, which is revoked (${id})${because}; use another version`;
  return new AppError('conflict', detail, {
    detail,
    extensions: { reason: 'auditor_revoked', registered_auditor: id },
  });
}
