/** The roles of callers that are no members: the operator token, and callers on the same machine. */
import type { Role } from '../../../platform/http/access.ts';

/** Gives the role of a built-in caller. */
export function builtInRole(orgId: string, user: string, defaultOrgId: string): Role | undefined {
  if (user === 'operator') return 'admin';
  if (orgId !== defaultOrgId) return undefined;
  return user === 'local' || user === 'token' ? 'operator' : undefined;
}
