/**
 * Serialises Evidence as a compact JWS (docs/attestation). It is on the gateway's hot path, so one buffer serves from
 * the signing input to the finished token.
 */
import { type ChainedRecord, tokenSuffix, tokenSuffixBytes } from '@assay/sdk/crypto';
import type { EvidencePayload } from '../clients/attestor/evidence-payload.ts';
import { evidenceType } from '../contract/evidence.ts';
import { AppError } from '../platform/errors.ts';

/** A JWS without its signature. */
export interface UnsignedToken {
  /** The signing input. */
  readonly input: NonNullable<ChainedRecord['token']>;
  /** Completes the JWS. */
  finish(signature: Uint8Array): Uint8Array;
}

/** @throws AppError `evidence_refused`. */
export type EvidenceForm = (payload: EvidencePayload) => UnsignedToken;

export interface EvidenceFormOptions {
  readonly kid: string;
  /** SPIFFE id of the gateway that it signs for. */
  readonly gatewayId: string;
  readonly keyAttestationHash: string;
}

export function createEvidenceForm({ kid, gatewayId, keyAttestationHash }: EvidenceFormOptions): EvidenceForm {
  const header = JSON.stringify({ typ: evidenceType, alg: 'EdDSA', kid });
  const headerPart = `${Buffer.from(header, 'utf8').toString('base64url')}.`;

  return ({ evidence, encoded }) => {
    if (evidence.iss !== gatewayId) throw refusal('this attestor signs for another gateway');
    if (evidence.key_attestation_hash !== keyAttestationHash) {
      throw refusal('the Evidence names a key attestation that does not belong to this key');
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

/** Has a code of its own, because another key would refuse the same Evidence too. Nothing of its batch was signed. */
function refusal(detail: string): AppError {
  return new AppError('evidence_refused', detail, { detail });
}
