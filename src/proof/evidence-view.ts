/** Checks that a decoded view of Evidence shows only what is signed in its JWS. */
import type { Evidence } from '../contract/evidence.ts';
import { toCanonical } from './hash.ts';
import { type Refusal, refuse } from './verdict.ts';

/** Members of a view that repeat the JWS under another name. */
interface ViewFrame {
  readonly jws: string;
  readonly kid: string;
  /** Hex SHA-256 of the JWS. */
  readonly hash: string;
}

/**
 * Finds the first member in which a view contradicts the signed payload. Members that only the view has are unsigned
 * statements of its author.
 */
export function findViewProblem(
  view: Readonly<Record<string, unknown>>,
  evidence: Evidence,
  frame: ViewFrame,
): Refusal | undefined {
  const signed: Readonly<Record<string, unknown>> = {
    ...evidence,
    jws: frame.jws,
    kid: frame.kid,
    evidence_hash: frame.hash,
    attester_id: evidence.iss,
    signature: frame.jws.slice(frame.jws.lastIndexOf('.') + 1),
  };
  for (const [name, value] of Object.entries(signed)) {
    if (!Object.hasOwn(view, name)) continue;
    const shown = toCanonical(view[name]);
    if (shown === undefined || shown !== toCanonical(value)) return differs(name);
  }
  const generated = view['generated_at'];
  if (generated === undefined || isSameSecond(generated, evidence.iat)) return undefined;
  return differs('generated_at');
}

function isSameSecond(time: unknown, seconds: number): boolean {
  return typeof time === 'string' && Math.floor(Date.parse(time) / 1000) === seconds;
}

function differs(member: string): Refusal {
  return refuse('inconsistent', `the view shows another value of ${member} than the signed evidence`);
}
