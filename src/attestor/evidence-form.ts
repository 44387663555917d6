/**
 * Puts Evidence into the form in which it is signed (attestation reference 10), a compact JWS. The hot path of the
 * gateway: one buffer from the input of the signature to the finished token.
 */
import { type ChainedRecord, tokenSuffix, tokenSuffixBytes } from '@assay/sdk/crypto';
import type { EvidencePayload } from '../clients/attestor/evidence-payload.ts';
import { evidenceType } from '../contract/evidence.ts';
import { AppError } from '../platform/errors.ts';

/** A JWS that lacks its signature. */
export interface UnsignedToken {
  /** What is signed. */
  readonly input: NonNullable<ChainedRecord['token']>;
  /** The whole JWS. */
  finish(signature: Uint8Array): Uint8Array;
}

/** @throws AppError `evidence_refused`. */
export type EvidenceForm = (payload: EvidencePayload) => UnsignedToken;

export interface EvidenceFormOptions {
  readonly kid: string;
  /** SPIFFE id of the one gateway it is signed for. */
  readonly gatewayId: string;
  readonly keyAttestationHash: string;
}

/** Makes the form for one key. */
export function createEvidenceForm({ kid, gatewayId, keyAttestationHash }: EvidenceFormOptions): EvidenceForm {
  const header = JSON.stringify({ typ: evidenceType, alg: 'EdDSA', kid });
  const headerPart = `${Buffer.from(header, 'utf8').toString('base64url')}.`;

  return ({ evidence, encoded }) => {
    if (evidence.iss !== gatewayId) throw refusal('this attestor signs for another gateway');
    if (evidence.key_attestation_hash !== keyAttestationHash) {
      throw refusal('the Evidence names a key attestation that is not the one of this key');
    }
    return toUnsignedToken(headerPart, encoded);
  };
}

function toUnsignedToken(headerPart: string, encoded: string): UnsignedToken {
  const length = headerPart.length + encoded.length;
  const token = Buffer.allocUnsafe(length + tokenSuffixBytes);
  token.write(headerPart, 0, 'latin1');
  token.write(encoded, headerPart.length, 'latin1');
  return {
    input: token.subarray(0, length),
    finish(signature) {
      token.write(tokenSuffix(signature), length, 'latin1');
      return token;
    },
  };
}

/** Under a code of its own: another key would refuse the same Evidence too. Nothing of its batch was signed. */
function refusal(detail: string): AppError {
  return new AppError('evidence_refused', detail, { detail });
}
