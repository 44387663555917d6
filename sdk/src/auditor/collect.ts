/** Turns a method's result into claims. It refuses everything that breaks the contract and drops nothing silently. */
import { bounds } from '../contract/bounds.ts';
import { type Claim, findClaimProblem, parseClaim } from '../contract/claim.ts';
import { normalizeFramework } from '../contract/compliance.ts';
import { AuditorFailure, quoteKey } from './failure.ts';
import type { PlannedRun } from './plan.ts';

/**
 * Claim members in lexical order. Claims are made in the order of their canonical form (RFC 8785), so that hashing
 * need not sort.
 */
const claimMembers = [
  'compliance_framework',
  'confidence',
  'control_id',
  'detail',
  'metadata',
  'name',
  'nonce',
  'provenance',
  'timestamp',
  'type',
  'value',
] as const;
/** Only the SDK records provenance. */
const draftMembers: ReadonlySet<string> = new Set(claimMembers.filter((member) => member !== 'provenance'));

/** Adds the claims of one run to `claims`. @throws AuditorFailure INTERNAL_ERROR naming the broken rule. */
export function collectClaims(claims: Claim[], run: PlannedRun, drafts: unknown, timestamp: string): void {
  if (!Array.isArray(drafts)) throw refuse(`method ${run.method.definition.name} did not return a list of claims`);
  for (const draft of drafts) {
    const claim = toClaim(run, draft, timestamp);
    claim.provenance = run.provenance;
    if (hasName(claims, claim.name)) throw refuse(`two claims are named ${claim.name}`);
    if (claims.length === bounds.claimsPerResponse) throw refuse(`more than ${bounds.claimsPerResponse} claims`);
    claims.push(claim);
  }
}

function toClaim(run: PlannedRun, draft: unknown, timestamp: string): Claim {
  const method = run.method.definition.name;
  if (typeof draft !== 'object' || draft === null)
    throw refuse(`method ${method} returned a value that is not a claim`);
  // Member by member: a literal that starts with a spread creates a hidden class for each object, and keeps it alive.
  const given: Record<string, unknown> = {};
  for (const key of Object.keys(draft)) {
    if (!draftMembers.has(key))
      throw refuse(`method ${method} returned a claim with the unknown member ${quoteKey(key)}`);
    given[key] = Reflect.get(draft, key);
  }
  const { name, type, compliance_framework: framework } = given;
  const declared = typeof name === 'string' ? run.method.claims.get(name) : undefined;
  if (typeof name !== 'string' || declared === undefined)
    throw refuse(`method ${method} returned a claim that it does not declare`);
  if ((type ?? declared.type) !== declared.type)
    throw refuse(`claim ${name} does not have the type that its vocabulary declares`);
  if (typeof framework === 'string') given['compliance_framework'] = normalizeFramework(framework) ?? framework;
  given['name'] = run.rename === undefined ? name : run.rename(name);
  given['timestamp'] ??= timestamp;
  given['type'] = declared.type;
  const sound = checkClaim(inOrder(given));
  if (declared.fitsSchema?.(sound.value) === false)
    throw refuse(`the value of claim ${name} does not fit its value_schema`);
  return sound;
}

/** Orders the three required members, provenance, and the others. */
function inOrder(given: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const claim: Record<string, unknown> = {};
  for (const member of claimMembers) {
    if (given[member] !== undefined || member === 'provenance' || member === 'value') claim[member] = given[member];
  }
  return claim;
}

/** Drops undefined members, as JSON does, but only after a claim failed its check. */
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
