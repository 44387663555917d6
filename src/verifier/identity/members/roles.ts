/** The roles of people, and which role includes which (in the order of the access policies). */
import { type MemberRole, memberRoles } from '../../../contract/api/members/states.ts';
import type { Role } from '../../../platform/http/access.ts';
import { roleParents } from '../../base/access/policies.ts';

/** Tells whether the first role includes all rights of the second. */
export function holds(role: Role, other: MemberRole): boolean {
  if (role === other) return true;
  return (roleParents[role] ?? []).some((parent) => isRole(parent) && holds(parent, other));
}

function isRole(text: string): text is MemberRole {
  return memberRoles.some((role) => role === text);
}
