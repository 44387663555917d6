/** The roles claim of an outside issuer takes rights away and never gives any: the weaker of claim and membership holds. */

import { type MemberRole, memberRoles } from '../../../contract/api/members/states.ts';
import { holds } from '../../members/roles.ts';
import type { RoleClaim } from './settings.ts';

const maxValues = 500;

/** The role that is left; undefined for claims that name none of the configured values. */
export function limitRole(
  claims: Readonly<Record<string, unknown>>,
  role: MemberRole,
  configured: RoleClaim | undefined,
): MemberRole | undefined {
  if (configured === undefined) return role;
  const claimed = readClaimed(claims[configured.claim], configured);
  return claimed === undefined ? undefined : toWeaker(role, claimed);
}

/** The strongest of those that the claim names. */
function readClaimed(claim: unknown, { byValue }: RoleClaim): MemberRole | undefined {
  const values = (Array.isArray(claim) ? claim : [claim]).slice(0, maxValues);
  const roles = new Set(values.map((value) => (typeof value === 'string' ? byValue.get(value) : undefined)));
  return memberRoles.find((role) => roles.has(role));
}

/** Operator and reviewer hold neither the other: what both have is a viewer's. */
function toWeaker(left: MemberRole, right: MemberRole): MemberRole {
  if (holds(left, right)) return right;
  return holds(right, left) ? left : 'viewer';
}
