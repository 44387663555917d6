/** Turns what a method returned into claims, refusing whatever breaks the contract: nothing is dropped silently. */
import { bounds } from '../contract/bounds.ts';
import { type Claim, findClaimProblem, parseClaim } from '../contract/claim.ts';
import { normalizeFramework } from '../contract/compliance.ts';
import { AuditorFailure, quoteKey } from './failure.ts';
import type { PlannedRun } from './plan.ts';

const draftMembers: ReadonlySet<string> = new Set([
  ...[
    'name',
    'value',
    'type',
    'confidence',
    'detail',
    'metadata',
    'nonce',
    'compliance_framework',
    'control_id',
    'timestamp',
  ],
]);

/** Adds the claims of one run to `claims`. @throws AuditorFailure INTERNAL_ERROR naming the broken rule. */
export function collectClaims(claims: Claim[], run: PlannedRun, drafts: unknown, timestamp: string): void {
  if (!Array.isArray(drafts)) throw refuse(`method ${run.method.definition.name} returned no list of claims`);
  for (const draft of drafts) {
    const claim = toClaim(run, draft);
    claim.timestamp ??= timestamp;
    claim.provenance = run.provenance;
    if (hasName(claims, claim.name)) throw refuse(`two claims are named ${claim.name}`);
    if (claims.length === bounds.claimsPerResponse) throw refuse(`more than ${bounds.claimsPerResponse} claims`);
    claims.push(claim);
  }
}

function toClaim(run: PlannedRun, draft: unknown): Claim {
  const method = run.method.definition.name;
  if (typeof draft !== 'object' || draft === null) throw refuse(`method ${method} returned something that is no claim`);
  const claim: Record<string, unknown> = { name: undefined, type: undefined, value: undefined };
  const given: Record<string, unknown> = { ...draft };
  for (const key of Object.keys(given)) {
    if (!draftMembers.has(key)) throw refuse(`method ${method} returned a claim with the member ${quoteKey(key)}`);
    const value = given[key];
    if (value !== undefined) claim[key] = value;
  }
  const { name } = claim;
  const declared = typeof name === 'string' ? run.method.claims.get(name) : undefined;
  if (typeof name !== 'string' || declared === undefined)
    throw refuse(`method ${method} returned a claim that it does not declare`);
  claim['type'] ??= declared.type;
  if (claim['type'] !== declared.type) throw refuse(`claim ${name} has another type than its vocabulary declares`);
  const framework = claim['compliance_framework'];
  if (typeof framework === 'string') claim['compliance_framework'] = normalizeFramework(framework) ?? framework;
  if (run.rename !== undefined) claim['name'] = run.rename(name);
  const sound = checkClaim(claim);
  if (declared.fitsSchema?.(sound.value) === false)
    throw refuse(`the value of claim ${name} does not fit its value_schema`);
  return sound;
}

/** Members that are undefined are left out as JSON would leave them out, but only once a claim turned out unsound. */
function checkClaim(claim: object): Claim {
  if (findClaimProblem(claim) === undefined) return claim as Claim;
  try {
    return parseClaim(withoutUndefined(claim, bounds.detailDepth + 1));
  } catch (cause) {
    throw refuse(cause instanceof TypeError ? cause.message : 'it cannot be read', cause);
  }
}

function withoutUndefined(node: unknown, depth: number): unknown {
  if (typeof node !== 'object' || node === null || depth === 0) return node;
  if (Array.isArray(node)) return node.map((item) => withoutUndefined(item, depth - 1));
  if (Object.getPrototypeOf(node) !== Object.prototype) return node;
  const members = Object.entries(node).filter(([, item]) => item !== undefined);
  return Object.fromEntries(members.map(([key, item]) => [key, withoutUndefined(item, depth - 1)]));
}

function hasName(claims: readonly Claim[], name: string): boolean {
  return claims.some((claim) => claim.name === name);
}

function refuse(problem: string, cause?: unknown): AuditorFailure {
  return new AuditorFailure('INTERNAL_ERROR', `The auditor broke the claim contract: ${problem}`, { cause });
}
