/** Who changes configuration, and what that takes (platform model 1 and 13; DESIGN 2). */
import { AppError } from '../../platform/errors.ts';
import type { Caller, Role } from '../../platform/http/access.ts';

/** Who writes, for whom. */
export interface Author {
  readonly orgId: string;
  readonly user: string;
  readonly role: Role;
}

/** The author behind a call. */
export function toAuthor(caller: Caller): Author {
  return { orgId: caller.organisation, user: caller.user, role: caller.role };
}

/** Configuration is written by operators and admins; agents and gateways never write any. @throws AppError `forbidden`. */
export function assertMayWrite({ role }: Author): void {
  if (role === 'admin' || role === 'operator') return;
  const detail = 'configuration is written by an operator or an admin';
  throw new AppError('forbidden', detail, { detail });
}

/** What decides for a whole organisation needs the operator token. @throws AppError `forbidden`. */
export function assertAdmin({ role }: Author, what: string): void {
  if (role === 'admin') return;
  const detail = `${what} needs the operator token`;
  throw new AppError('forbidden', detail, { detail });
}
