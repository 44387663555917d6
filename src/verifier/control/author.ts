/** Who changes something, and what that takes (platform model 1 and 13; DESIGN 2). */
import { AppError } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/access.ts';
import type { Action } from '../access/actions.ts';
import { assertAllowed } from '../access/authorize.ts';

/** Who writes, for whom, and by which call. */
export interface Author
  extends Pick<
    Caller,
    | 'user'
    | 'role'
    | 'kind'
    | 'scopes'
    | 'isDeployment'
    | 'owners'
    | 'actor'
    | 'origin'
    | 'credentialId'
    | 'servedWorkspaces'
  > {
  readonly orgId: string;
}

/** The author behind a call. */
export function toAuthor({ organisation: orgId, ...caller }: Caller): Author {
  return { ...caller, orgId };
}

/** The program itself, and tests: nobody's credential limits it. */
export function createAuthor(orgId: string, user: string, role: Author['role'] = 'admin'): Author {
  return { orgId, user, role, kind: 'operator', scopes: 'all', isDeployment: role === 'admin' };
}

/** @throws AppError `forbidden`. */
export function assertMay(author: Author, action: Action, what: string): void {
  const { orgId, ...caller } = author;
  assertAllowed({ ...caller, organisation: orgId }, action, { orgId }, what);
}

/** Configuration is written by operators and admins; agents and gateways never write any. @throws AppError `forbidden`. */
export function assertMayWrite(author: Author): void {
  assertMay(author, 'configuration.write', 'writing configuration');
}

/** What decides for a whole organisation takes an admin: the operator token is one. @throws AppError `forbidden`. */
export function assertAdmin(author: Author, what: string): void {
  assertMay(author, 'configuration.decide', what);
}

/** What concerns the deployment takes its operator token. @throws AppError `forbidden`. */
export function assertDeployment({ isDeployment }: Author, what: string): void {
  if (isDeployment) return;
  const detail = `${what} needs the operator token`;
  throw new AppError('forbidden', detail, { detail });
}
