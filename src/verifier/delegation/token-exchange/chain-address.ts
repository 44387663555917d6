/** Check 3, for a delegated subject token: the address rules of each consent behind it also hold for the new token. */
import { and, eq, inArray } from 'drizzle-orm';
import type { Db } from '../../../platform/db/db.ts';
import { isAddressIn } from '../delegations/addresses.ts';
import { delegationGrantsTable } from '../delegations/tables.ts';
import { refuseExchange } from './refusals.ts';
import type { Subject } from './subject.ts';

/** @throws AppError `subject_token_invalid`. */
export async function assertChainAddress(
  db: Db,
  orgId: string,
  { chain }: Pick<Subject, 'chain'>,
  address: string,
): Promise<void> {
  if (chain === undefined) return;
  const { org_id, id, constraints } = delegationGrantsTable;
  const isBehind = and(eq(org_id, orgId), inArray(id, [...chain.grants]));
  const grants = await db.select({ constraints }).from(delegationGrantsTable).where(isBehind);
  if (grants.every(({ constraints: { ip } }) => ip === undefined || isAddressIn(address, ip))) return;
  throw refuseExchange(
    'subject_token_invalid',
    'a delegation behind the subject token does not allow the address of this call',
  );
}
