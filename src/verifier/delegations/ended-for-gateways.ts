/** Consents that ended while tokens under them may be alive: what a bundle says of them. */
import type { BundleEndedGrant } from '../../contract/control/config-bundle.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Delegations } from './seams.ts';

/** By the stored state alone; `atMs` is part of it. */
export function toEndedGrants({ listEnded }: Pick<Delegations, 'listEnded'>) {
  return (tx: Db, orgId: string, atMs: number): Promise<readonly BundleEndedGrant[]> => listEnded(tx, orgId, atMs);
}
