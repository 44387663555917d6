/**
 * Checks and serialises Evidence as the payload of its JWS. It is done in one place, so that gateway and attestor agree
 * on what can be signed before it shares a batch with other Evidence.
 */
import { Compile } from 'typebox/compile';
import { type Evidence, EvidenceSchema, maxEvidenceBytes } from '../../contract/evidence.ts';
import { findTextProblem, findUnsignable } from '../../contract/evidence-rules.ts';
import { AppError } from '../../platform/errors.ts';

export interface EvidencePayload {
  readonly evidence: Evidence;
  /** The JSON as base64url. */
  readonly encoded: string;
}

const shape = Compile(EvidenceSchema);
/** The rest of the JWS: its header (116 characters), two dots and the signature (86). */
const frameBytes = 256;

/**
 * Makes the signing payload of Evidence as it was checked; later changes of the object have no effect.
 *
 * @throws AppError `evidence_refused` for invalid Evidence, `payload_too_large` for more than any verifier would read.
 */
export function toEvidencePayload(candidate: unknown): EvidencePayload {
  if (!shape.Check(candidate)) {
    const first = shape.Errors(candidate)[0];
    throw refusal(
      'evidence_refused',
      `this is not Evidence: ${first?.instancePath || '/'} ${first?.message ?? 'breaks its schema'}`,
    );
  }
  const json = JSON.stringify(candidate);
  // INVARIANT: nothing is signed that the verifier would refuse for what it says: it would be acknowledged and never stored.
  const problem = findUnsignable(candidate) ?? findTextProblem(json);
  if (problem !== undefined) {
    throw refusal(
      'evidence_refused',
      `the verifier would refuse this Evidence (${problem.reason}): ${problem.message}`,
    );
  }
  const payload = Buffer.from(json, 'utf8');
  if (payload.byteLength > maxEvidenceBytes) {
    throw refusal('payload_too_large', `the Evidence is larger than ${maxEvidenceBytes} bytes`);
  }
  return { evidence: candidate, encoded: payload.toString('base64url') };
}

/** Most bytes of the resulting JWS. */
export function maxTokenBytes({ encoded }: EvidencePayload): number {
  return frameBytes + encoded.length;
}

function refusal(code: 'evidence_refused' | 'payload_too_large', detail: string): AppError {
  return new AppError(code, detail, { detail });
}
