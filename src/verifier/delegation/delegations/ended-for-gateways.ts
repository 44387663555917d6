/** The ended consents whose tokens may still be valid, for a bundle. */
import type { BundleEndedGrant } from '../../../contract/control/config-bundle.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { Delegations } from './ports.ts';

/** The result depends only on the stored state and `atMs`. */
export function toEndedGrants({ listEnded }: Pick<Delegations, 'listEnded'>) {
  return (tx: Db, orgId: string, atMs: number): Promise<readonly BundleEndedGrant[]> => listEnded(tx, orgId, atMs);
}
