/** Parts of a verifier for tests of whoever calls it. */
import { AppError } from '../../platform/errors.ts';
import type { VerifierClient } from './client.ts';

/** A verifier that configures nothing and approves nothing: every gateway acts on its own files. */
export const withoutConfig: Pick<VerifierClient, 'configBundle' | 'reportConfig' | 'publicKeys' | 'escalate'> = {
  configBundle: async () => {
    throw new AppError('verifier_unavailable', 'this verifier has no bundles');
  },
  reportConfig: async () => {},
  publicKeys: async () => [],
  escalate: async () => {
    throw new AppError('verifier_unavailable', 'this verifier knows nobody who approves');
  },
};

/** Takes every receipt, witnesses nothing and configures nothing. */
export const withoutWitness: Pick<VerifierClient, 'sendReceipts' | 'addCheckpoint' | 'witnessedChain'> &
  typeof withoutConfig = {
  ...withoutConfig,
  sendReceipts: async (receipts) => receipts.map(() => ({ receipt_id: null, status: 'stored' })),
  addCheckpoint: async () => ({ kind: 'refused', status: 404, reason: 'origin' }),
  witnessedChain: async () => undefined,
};
