/** Parts of a verifier for tests of its callers. */
import { AppError } from '../../platform/errors.ts';
import type { VerifierClient } from './client.ts';

/** A verifier without configuration, approvals, credentials and tools: test gateways use their own files. */
export const withoutConfig: Pick<
  VerifierClient,
  | 'configBundle'
  | 'configStanding'
  | 'confirmKey'
  | 'reportConfig'
  | 'publicKeys'
  | 'escalate'
  | 'injection'
  | 'reportEvents'
  | 'agentTools'
  | 'reportTools'
  | 'outsideSubject'
> = {
  agentTools: async () => {
    throw new AppError('verifier_unavailable', 'this verifier knows no tools');
  },
  reportTools: async () => {
    throw new AppError('verifier_unavailable', 'this verifier knows no tools');
  },
  outsideSubject: async () => ({ user_id: null, reason: 'unknown_issuer' }),
  reportEvents: async (events) => ({ stored: events.length, known: 0, refused: 0 }),
  confirmKey: async () => {},
  configBundle: async () => {
    throw new AppError('verifier_unavailable', 'this verifier has no bundles');
  },
  configStanding: async () => {
    throw new AppError('verifier_unavailable', 'this verifier has no standings');
  },
  reportConfig: async () => {},
  publicKeys: async () => [],
  escalate: async () => {
    throw new AppError('verifier_unavailable', 'this verifier knows nobody who approves');
  },
  injection: async () => {
    throw new AppError('verifier_unavailable', 'this verifier has no credentials');
  },
};

/** Accepts every receipt, witnesses nothing and configures nothing. */
export const withoutWitness: Pick<VerifierClient, 'sendReceipts' | 'addCheckpoint' | 'witnessedChain'> &
  typeof withoutConfig = {
  ...withoutConfig,
  sendReceipts: async (receipts) => receipts.map(() => ({ receipt_id: null, status: 'stored' })),
  addCheckpoint: async () => ({ kind: 'refused', status: 404, reason: 'origin' }),
  witnessedChain: async () => undefined,
};
