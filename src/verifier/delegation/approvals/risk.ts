/** The risk of a request. The requester may raise it, never lower it. */

import type { Requested } from '../../../contract/api/approvals/shapes.ts';
import { type ApprovalKind, type Risk, risks } from '../../../contract/api/approvals/states.ts';
import { defaultTtlS } from '../../../contract/api/delegations/shapes.ts';
import { fullScope } from '../../base/access/actions.ts';

export interface RiskFacts {
  readonly kind: ApprovalKind;
  readonly requested: Requested;
  /** The risk that the requester names. */
  readonly claimed?: Risk | undefined;
}

const daysS = 24 * 60 * 60;
/** People forget what they allow for longer than this. */
const longS = 30 * daysS;
/** A working day. */
const shortS = 8 * 60 * 60;

const byKind: Readonly<Record<ApprovalKind, Risk>> = {
  delegation: 'medium',
  agent_registration: 'medium',
  app_install: 'medium',
  tool_call: 'medium',
  policy_escalation: 'medium',
  // A secret that others use, or a target of everybody's calls.
  credential_share: 'high',
  workflow_deploy: 'medium',
  workflow_step: 'medium',
  model_promotion: 'high',
};

/** Gives the risk of a request when it is made. */
export function riskOf({ kind, requested, claimed }: RiskFacts, now: number): Risk {
  return highest([computeRisk(kind, requested, now), claimed ?? 'low']);
}

/** Gives the highest risk; `low` for an empty list. */
export function highest(list: readonly Risk[]): Risk {
  return risks.findLast((risk) => list.includes(risk)) ?? 'low';
}

function computeRisk(kind: ApprovalKind, requested: Requested, now: number): Risk {
  const scopes = requested.scopes ?? [];
  const seconds = lifetimeOf(requested, now);
  if (scopes.some(isPowerful) || (seconds ?? 0) > longS) return 'high';
  const isSmall = scopes.length > 0 && scopes.every(isReadOnly) && (seconds ?? defaultTtlS) <= shortS;
  return kind === 'delegation' && isSmall ? 'low' : byKind[kind];
}

/** Gives the longer of `ttl` and `until`, in seconds. */
function lifetimeOf({ ttl, until }: Requested, now: number): number | undefined {
  if (until === undefined) return ttl;
  return Math.max(ttl ?? 0, Math.ceil((Date.parse(until) - now) / 1000));
}

const reading = new Set(['read', 'readonly', 'list', 'view', 'get', 'search']);
/** Scopes that only identify a person (OpenID Connect Core section 5.4). */
const identity = new Set(['openid', 'profile', 'email', 'address', 'phone']);
const changing = new Set(
  `write readwrite rw create update edit modify change put post patch delete remove destroy send publish transfer pay
   admin administer administrator manage manager maintain owner own root sudo super superuser full all any everything
   execute exec run deploy approve decide grant revoke impersonate`.split(/\s+/),
);

/** Tells whether one of a scope's words means change, or unlimited access. */
export function isPowerful(scope: string): boolean {
  return scope === fullScope || scope.includes('*') || wordsOf(scope).some((word) => changing.has(word));
}

/** Tells whether a scope's last word means reading, and no word means more. */
export function isReadOnly(scope: string): boolean {
  if (isPowerful(scope)) return false;
  return identity.has(scope) || reading.has(wordsOf(scope).at(-1) ?? '');
}

/** Splits a scope at separators and capitals: `crm:contacts.read`, `https://api.example.com/readOnly`, `Files.ReadWrite.All`. */
function wordsOf(scope: string): string[] {
  return scope
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== '');
}
