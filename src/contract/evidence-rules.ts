/**
 * Rules of a single Evidence. The gateway and its attestor check them before signing and the verifier before storing,
 * so that the one never builds what the other refuses.
 */
import { findClaimProblem, isNonce, isWellFormedText } from '@assay/sdk/contract';
import { type Evidence, evidenceProfile } from './evidence.ts';
import { findAssignmentProblem } from './evidence-assignment.ts';
import { findStreamProblem } from './evidence-stream.ts';
import { idRule, isId } from './ids.ts';

/** A broken rule, with the reason code of a verdict. */
export interface EvidenceProblem {
  readonly reason: 'profile' | 'schema' | 'claim' | 'inconsistent' | 'text';
  /** A sentence that quotes no value. */
  readonly message: string;
}

/**
 * Finds the first broken rule that needs no key, clock or hash; `undefined` if there is none. The shape was checked
 * before, and each claim when it came from its auditor: a second walk would cost each exchange more than all the
 * rest.
 */
export function findUnsignable(evidence: Evidence): EvidenceProblem | undefined {
  return findHeadProblem(evidence) ?? findIdProblem(evidence) ?? findDisagreement(evidence);
}

/** Checks profile, nonce and time. */
export function findHeadProblem({ eat_profile: profile, nonce, iat }: Evidence): EvidenceProblem | undefined {
  if (profile !== evidenceProfile) return { reason: 'profile', message: `the profile must be ${evidenceProfile}` };
  if (!isNonce(nonce)) return schema('the nonce must be canonical base64url of 16 to 64 bytes');
  return iat < 0 ? schema('the evidence was made before 1970') : undefined;
}

/** Checks that the ids may stand in a SPIFFE id. */
export function findIdProblem({ agent_id: agent, workspace_id: workspace }: Evidence): EvidenceProblem | undefined {
  if (!isId(agent)) return schema(`agent_id must be an id: it ${idRule}`);
  return isId(workspace) ? undefined : schema(`workspace_id must be an id: it ${idRule}`);
}

/** Checks the bounds of claims, and that members agree with each other. */
export function findContentProblem(evidence: Evidence): EvidenceProblem | undefined {
  for (const claim of evidence.claims) {
    const problem = findClaimProblem(claim);
    if (problem !== undefined) return { reason: 'claim', message: problem };
  }
  return findDisagreement(evidence);
}

function findDisagreement(evidence: Evidence): EvidenceProblem | undefined {
  const message = findAssignmentProblem(evidence) ?? findStreamProblem(evidence);
  return message === undefined ? undefined : { reason: 'inconsistent', message };
}

/**
 * Finds U+0000 and lone surrogates in any member, which readers of signed JSON refuse. It searches the printed JSON,
 * where both are escaped: two searches instead of a walk.
 */
export function findTextProblem(json: string): EvidenceProblem | undefined {
  if (!json.includes('\\u0000') && !json.includes('\\ud')) return undefined;
  const isSound = isWellFormedThroughout(JSON.parse(json));
  return isSound ? undefined : { reason: 'text', message: 'a string holds U+0000 or a lone surrogate' };
}

function isWellFormedThroughout(value: unknown): boolean {
  if (typeof value === 'string') return isWellFormedText(value);
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([key, item]) => isWellFormedText(key) && isWellFormedThroughout(item));
}

function schema(message: string): EvidenceProblem {
  return { reason: 'schema', message };
}
