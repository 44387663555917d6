/**
 * The rules that Evidence keeps by itself, whoever signed it: the gateway and its attestor check them before anything is
 * signed, the verifier before anything is stored, so that the one never builds what the other refuses.
 */
import { findClaimProblem, isNonce, isWellFormedText } from '@assay/sdk/contract';
import { type Evidence, evidenceProfile } from './evidence.ts';
import { findAssignmentProblem } from './evidence-assignment.ts';
import { findStreamProblem } from './evidence-stream.ts';
import { idRule, isId } from './ids.ts';

/** A rule that is broken, under the reason code of a verdict. */
export interface EvidenceProblem {
  readonly reason: 'profile' | 'schema' | 'claim' | 'inconsistent' | 'text';
  /** A sentence that quotes no value. */
  readonly message: string;
}

/**
 * First rule that Evidence breaks, of all that need neither key nor clock nor hash; `undefined` when it keeps them. Its shape
 * was checked before, and so was each claim where it came from its auditor: walking them once more would cost each exchange
 * more than all the rest.
 */
export function findUnsignable(evidence: Evidence): EvidenceProblem | undefined {
  return findHeadProblem(evidence) ?? findIdProblem(evidence) ?? findDisagreement(evidence);
}

/** What the head says: profile, nonce, time. */
export function findHeadProblem({ eat_profile: profile, nonce, iat }: Evidence): EvidenceProblem | undefined {
  if (profile !== evidenceProfile) return { reason: 'profile', message: `the profile must be ${evidenceProfile}` };
  if (!isNonce(nonce)) return schema('the nonce must be canonical base64url of 16 to 64 bytes');
  return iat < 0 ? schema('the evidence was made before 1970') : undefined;
}

/** Whom it is about: ids that may stand in a SPIFFE id. */
export function findIdProblem({ agent_id: agent, workspace_id: workspace }: Evidence): EvidenceProblem | undefined {
  if (!isId(agent)) return schema(`agent_id must be an id: it ${idRule}`);
  return isId(workspace) ? undefined : schema(`workspace_id must be an id: it ${idRule}`);
}

/** What it holds: claims within their bounds, and members that agree with each other. */
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
 * Text that no reader of signed JSON takes: U+0000 or a lone surrogate in any member. Asked of the printed JSON, where
 * both stand escaped, so that the usual case costs two searches and no walk.
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
