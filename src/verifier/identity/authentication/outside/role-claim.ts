/** The roles claim of an outside issuer only takes rights away: the weaker of claim and membership counts. */

import { type MemberRole, memberRoles } from '../../../../contract/api/members/states.ts';
import { holds } from '../../members/roles.ts';
import type { RoleClaim } from './settings.ts';

const maxValues = 500;

/** Gives the remaining role; undefined if the claim has none of the configured values. */
export function limitRole(
  claims: Readonly<Record<string, unknown>>,
  role: MemberRole,
  configured: RoleClaim | undefined,
): MemberRole | undefined {
  if (configured === undefined) return role;
  const claimed = readClaimed(claims[configured.claim], configured);
  return claimed === undefined ? undefined : toWeaker(role, claimed);
}

/** Gives the strongest role of the claim. */
function readClaimed(claim: unknown, { byValue }: RoleClaim): MemberRole | undefined {
  const values = (Array.isArray(claim) ? claim : [claim]).slice(0, maxValues);
  const roles = new Set(values.map((value) => (typeof value === 'string' ? byValue.get(value) : undefined)));
  return memberRoles.find((role) => roles.has(role));
}

/** Gives the weaker role. Neither of operator and reviewer includes the other, and a viewer has what both have. */
function toWeaker(left: MemberRole, right: MemberRole): MemberRole {
  if (holds(left, right)) return right;
  return holds(right, left) ? left : 'viewer';
}
