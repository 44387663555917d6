/**
 * Checks an auditor's claims (contract 4.1 rules 4 and 5): bounds, declared name and type, value schema. One violation
 * marks the whole answer as failed; nothing of it reaches the policy.
 */
import {
  bounds,
  type Claim,
  type ClaimInstance,
  findClaimProblem,
  type Vocabulary,
  type VocabularyEntry,
} from '@assay/sdk/contract';
import { findValueSchemaProblem } from './value-schema.ts';

/** Entry of each name that an auditor may use in an answer: the declared names, and those of its instances. */
export type ExpectedClaims = ReadonlyMap<string, VocabularyEntry>;

/** Lists the names that the claims of a call may have: bare names, `instance_id` and `instance_id.<claim>`. */
export function expectClaims(vocabulary: Vocabulary, instances: readonly ClaimInstance[]): ExpectedClaims {
  const expected = new Map(vocabulary.vocabulary.map((entry) => [entry.name, entry]));
  for (const instance of instances) {
    const first = instance.produces.find((name) => expected.has(name));
    // A method answers with all of its claims, requested or not: the others are named `instance_id.<claim>`.
    for (const entry of vocabulary.vocabulary) {
      const name = entry.name === first ? instance.instance_id : `${instance.instance_id}.${entry.name}`;
      expected.set(name, entry);
    }
  }
  return expected;
}

export type CheckedClaims = { ok: true; claims: Claim[] } | { ok: false; problem: string };

/** Checks a foreign list of claims as a whole. */
export function checkClaims(candidates: readonly unknown[], expected: ExpectedClaims): CheckedClaims {
  if (candidates.length > bounds.claimsPerResponse) {
    return { ok: false, problem: `more than ${bounds.claimsPerResponse} claims in one answer` };
  }
  const seen = new Set<string>();
  const claims: Claim[] = [];
  for (const candidate of candidates) {
    const problem = findClaimProblem(candidate) ?? findVocabularyProblem(candidate as Claim, expected, seen);
    if (problem !== undefined) return { ok: false, problem };
    claims.push(candidate as Claim);
  }
  return { ok: true, claims };
}

function findVocabularyProblem(claim: Claim, expected: ExpectedClaims, seen: Set<string>): string | undefined {
  const entry = expected.get(claim.name);
  if (entry === undefined) return `claim ${claim.name} is not in the auditor's vocabulary`;
  if (entry.type !== claim.type)
    return `claim ${claim.name} has type ${claim.type}, but the vocabulary has ${entry.type}`;
  if (seen.has(claim.name)) return `claim ${claim.name} is twice in one answer`;
  seen.add(claim.name);
  const problem = findValueSchemaProblem(entry.value_schema, claim.value);
  return problem === undefined ? undefined : `the value of claim ${claim.name} ${problem}`;
}
