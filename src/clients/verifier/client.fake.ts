/** Parts of a verifier for tests of whoever calls it. */
import type { VerifierClient } from './client.ts';

/** Takes every receipt, and witnesses nothing. */
export const withoutWitness: Pick<VerifierClient, 'sendReceipts' | 'addCheckpoint' | 'witnessedChain'> = {
  sendReceipts: async (receipts) => receipts.map(() => ({ receipt_id: null, status: 'stored' })),
  addCheckpoint: async () => ({ kind: 'refused', status: 404, reason: 'origin' }),
  witnessedChain: async () => undefined,
};
