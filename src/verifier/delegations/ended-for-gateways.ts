/** Consents that ended while tokens under them may be alive: what a bundle says of them. */
import { type BundleEndedGrant, maxEndedGrants } from '../../contract/control/config-bundle.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Delegations } from './seams.ts';

/** By the stored state alone; `atMs` is part of it. Of too many the ones that ended last. */
export function toEndedGrants({ listEnded }: Pick<Delegations, 'listEnded'>) {
  return async (tx: Db, orgId: string, atMs: number): Promise<readonly BundleEndedGrant[]> => {
    const ended = (await listEnded(tx, orgId, atMs)).toSorted((left, right) => right.until - left.until);
    return ended.slice(0, maxEndedGrants);
  };
}
