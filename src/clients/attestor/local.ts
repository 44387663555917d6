/** The attestor in the same process: the same checks and refusals as over HTTP, without the bytes between. */
import type { KeyAttestation } from '../../contract/key-attestation.ts';
import type { AttestorClient, AttestorIdentity } from './client.ts';

/** What a running attestor offers in its own process. */
export interface AttestorHandle extends AttestorIdentity {
  attest(nonce: string): Promise<KeyAttestation>;
  signEvidence(evidence: readonly unknown[]): string[];
  signReceipts(records: readonly unknown[]): Uint8Array[];
  renew(kid: string): Promise<void>;
}

/** Connects to an attestor by its handle; closing the client leaves the attestor running. */
export function createLocalAttestorClient(attestor: AttestorHandle): AttestorClient {
  return {
    async identity() {
      const { kid, jwk, kind, keyAttestation, keyAttestationHash } = attestor;
      return { kid, jwk, kind, keyAttestation, keyAttestationHash };
    },
    attest: (nonce) => attestor.attest(nonce),
    signEvidence: async (evidence) => attestor.signEvidence(evidence),
    signReceipts: async (records) => attestor.signReceipts(records),
    renew: (kid) => attestor.renew(kid),
    async close() {},
  };
}
