/** The roles of people, and which role holds which (the order is that of the access policies). */
import type { Role } from '../../platform/http/access.ts';
import { roleParents } from '../access/policies.ts';

export const memberRoles = ['admin', 'operator', 'reviewer', 'viewer'] as const;
export type MemberRole = (typeof memberRoles)[number];

/** True if whoever has the one role has all rights of the other. */
export function holds(role: Role, other: MemberRole): boolean {
  if (role === other) return true;
  return (roleParents[role] ?? []).some((parent) => isRole(parent) && holds(parent, other));
}

function isRole(text: string): text is MemberRole {
  return memberRoles.some((role) => role === text);
}

/** Callers that are built in: they count as principals with these roles (platform model 1; DESIGN 2). */
export function builtInRole(orgId: string, user: string, defaultOrgId: string): Role | undefined {
  if (user === 'operator') return 'admin';
  if (orgId !== defaultOrgId) return undefined;
  return user === 'local' || user === 'token' ? 'operator' : undefined;
}
