/** Encrypts every secret with the current key, one page after the other. */
import type { RewrapVaultInput, VaultRewrap } from '@assay/client';

export interface RewrapTotals {
  readonly rewrapped: number;
  readonly failed: number;
  readonly remaining: number;
}

/** @throws whatever `rewrap` throws; what was done until then stays */
export async function rewrapAll(rewrap: (body: RewrapVaultInput) => Promise<VaultRewrap>): Promise<RewrapTotals> {
  let totals: RewrapTotals = { rewrapped: 0, failed: 0, remaining: 0 };
  let cursor: string | undefined;
  do {
    const page = await rewrap(cursor === undefined ? {} : { cursor });
    totals = {
      rewrapped: totals.rewrapped + page.rewrapped,
      failed: totals.failed + page.failed.length,
      remaining: page.remaining,
    };
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
  return totals;
}
