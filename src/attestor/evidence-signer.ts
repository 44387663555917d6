/**
 * Signs Evidence as compact JWS (attestation reference 10). The hot path of the gateway: one shape check, one
 * serialisation, one signature; the header part is the same for every Evidence of a key.
 */
import type { AsyncSigningKey } from '@assay/sdk/crypto';
import { Compile } from 'typebox/compile';
import { type Evidence, EvidenceSchema, evidenceType } from '../contract/evidence.ts';
import { refusal } from './refusal.ts';

export interface EvidenceSigner {
  /** Signs a batch in order, all or nothing. @throws AppError `attestor_refused`, `attestor_unavailable`. */
  sign(evidence: readonly unknown[]): Promise<string[]>;
}

export interface EvidenceSignerOptions {
  readonly key: Pick<AsyncSigningKey, 'kid' | 'signAll'>;
  /** SPIFFE id of the one gateway it signs for. */
  readonly gatewayId: string;
  readonly keyAttestationHash: string;
}

/** Most Evidence in one batch. */
export const maxEvidenceBatch = 256;
/** Longest payload in bytes; as base64url it stays within the 4 MiB that the verifier reads. */
const maxPayloadBytes = 3 * 1024 * 1024 - 1024;
const shape = Compile(EvidenceSchema);

/** Makes the signer of one key. */
export function createEvidenceSigner({ key, gatewayId, keyAttestationHash }: EvidenceSignerOptions): EvidenceSigner {
  const header = JSON.stringify({ typ: evidenceType, alg: 'EdDSA', kid: key.kid });
  const headerPart = `${Buffer.from(header, 'utf8').toString('base64url')}.`;

  const check = (candidate: unknown): Evidence => {
    if (!shape.Check(candidate)) {
      const first = shape.Errors(candidate)[0];
      throw refusal(`this is not Evidence: ${first?.instancePath || '/'} ${first?.message ?? 'breaks its schema'}`);
    }
    if (candidate.iss !== gatewayId) throw refusal('this attestor signs for another gateway');
    if (candidate.key_attestation_hash !== keyAttestationHash) {
      throw refusal('the Evidence names a key attestation that is not the one of this key');
    }
    return candidate;
  };

  const toInput = (evidence: Evidence): string => {
    // The attestor serialises by itself: what is signed is what was checked.
    const payload = Buffer.from(JSON.stringify(evidence), 'utf8');
    if (payload.byteLength > maxPayloadBytes) throw refusal(`the Evidence is larger than ${maxPayloadBytes} bytes`);
    return headerPart + payload.toString('base64url');
  };

  return {
    async sign(evidence) {
      if (evidence.length > maxEvidenceBatch) throw refusal(`at most ${maxEvidenceBatch} Evidence in one batch`);
      const inputs = evidence.map((candidate) => toInput(check(candidate)));
      const signatures = await key.signAll(inputs.map((input) => Buffer.from(input, 'latin1')));
      return signatures.map((signature, index) => `${inputs[index]}.${toBase64UrlText(signature)}`);
    },
  };
}

function toBase64UrlText(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64url');
}
