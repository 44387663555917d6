/**
 * Finds running auditors that the registry lists as revoked. They keep running, because a chain without one of its
 * auditors would let more pass than one with a doubtful auditor; they are reported, and the operator acts.
 */
import type { BundleRelease, ConfigBundle } from '../../contract/control/config-bundle.ts';
import type { ChainMember } from '../collect/chain.ts';

export interface RevokedAuditor {
  /** Name of the item in its chain. */
  readonly item: string;
  readonly image: string;
  readonly reason: string | null;
  /** False: the running image is unknown, and a release of the same auditor is revoked. */
  readonly isCertain: boolean;
}

/** Lists each item once, in the order of its first chain. */
export function findRevokedAuditors(
  bundle: ConfigBundle | undefined,
  members: readonly Pick<ChainMember, 'item' | 'auditorId'>[],
): RevokedAuditor[] {
  const revoked = (bundle?.registry?.auditors ?? []).filter(({ status }) => status === 'revoked');
  if (revoked.length === 0) return [];
  const byDigest = new Map<string | undefined, BundleRelease>(
    revoked.map((release) => [digestOf(release.image), release]),
  );
  const byId = new Map<string | null | undefined, BundleRelease>(
    revoked.map((release) => [release.auditor_id, release]),
  );
  const images = new Map<string | undefined, string | undefined>(
    bundle?.auditors.map(({ id, image }) => [id, image] as const),
  );
  const found = new Map<string, RevokedAuditor>();
  for (const { item, auditorId } of members) {
    // The image in the chain wins over that of the catalog for the same auditor.
    const digest = digestOf(item.image) ?? digestOf(images.get(auditorId));
    // An item of the gateway's own files has no auditor id.
    const release = digest === undefined ? byId.get(auditorId) : byDigest.get(digest);
    if (release !== undefined && !found.has(item.name)) {
      found.set(item.name, toRevoked(item.name, release, digest !== undefined));
    }
  }
  return [...found.values()];
}

export function describeRevoked({ item, image, reason, isCertain }: RevokedAuditor): string {
  const why = reason === null ? '' : `: ${reason}`;
  return isCertain
    ? `auditor ${item} runs ${image}, which is revoked${why}`
    : `auditor ${item} may be ${image}, which is revoked: the chain names no image digest${why}`;
}

function toRevoked(item: string, { image, reason }: BundleRelease, isCertain: boolean): RevokedAuditor {
  return { item, image, reason, isCertain };
}

/** The digest identifies the image, whatever registry it came from. */
function digestOf(image: string | undefined): string | undefined {
  return /@(sha256:[0-9a-f]{64})$/.exec(image ?? '')?.[1];
}
