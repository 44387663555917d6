/** The client of an attestor in the same process: the same checks and refusals as over HTTP, without serialisation. */
import type { CheckpointRequest, SignedTogether } from '@assay/sdk/receipts';
import type { KeyAttestation } from '../../contract/key-attestation.ts';
import type { AttestorClient, AttestorIdentity } from './client.ts';
import type { EvidencePayload } from './evidence-payload.ts';

/** The methods of a running attestor in this process. */
export interface AttestorHandle extends AttestorIdentity {
  attest(nonce: string): Promise<KeyAttestation>;
  signExchanges(
    records: readonly unknown[],
    evidence: readonly (EvidencePayload | undefined)[],
  ): Promise<SignedTogether>;
  signReceipts(records: readonly unknown[]): Promise<Uint8Array[]>;
  signCheckpoint(order: { chainId: string; size: number; base: CheckpointRequest['base'] }): Promise<string>;
  renew(kid: string): Promise<void>;
}

/** Connects to an attestor by its handle; closing the client leaves the attestor running. */
export function createLocalAttestorClient(attestor: AttestorHandle): AttestorClient {
  return {
    async identity() {
      const { kid, jwk, kind, keyAttestation, keyAttestationHash, retiringKid } = attestor;
      return { kid, jwk, kind, keyAttestation, keyAttestationHash, retiringKid };
    },
    attest: (nonce) => attestor.attest(nonce),
    signExchanges: (records, evidence) => attestor.signExchanges(records, evidence),
    signReceipts: (records) => attestor.signReceipts(records),
    signCheckpoint: ({ checkpoint: { chainId, size }, base }) => attestor.signCheckpoint({ chainId, size, base }),
    renew: (kid) => attestor.renew(kid),
    async close() {},
  };
}
