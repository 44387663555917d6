/** The caller of a change, and checks of the caller's rights. */
import { AppError } from '../../../platform/errors.ts';
import type { Caller } from '../../../platform/http/access.ts';
import type { Action } from '../access/actions.ts';
import { assertAllowed } from '../access/authorize.ts';

/** The caller of a change: identity, rights and organisation. */
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

/** Gives the author of a call. */
export function toAuthor({ organisation: orgId, ...caller }: Caller): Author {
  return { ...caller, orgId };
}

/** Makes an author for the program and for tests, without credential limits. */
export function createAuthor(orgId: string, user: string, role: Author['role'] = 'admin'): Author {
  return { orgId, user, role, kind: 'operator', scopes: 'all', isDeployment: role === 'admin' };
}

/** @throws AppError `forbidden`. */
export function assertMay(author: Author, action: Action, what: string): void {
  const { orgId, ...caller } = author;
  assertAllowed({ ...caller, organisation: orgId }, action, { orgId }, what);
}

/** Requires an operator or admin; agents and gateways never write configuration. @throws AppError `forbidden`. */
export function assertMayWrite(author: Author): void {
  assertMay(author, 'configuration.write', 'writing configuration');
}

/** Requires an admin, for decisions about a whole organisation; the operator token is one. @throws AppError `forbidden`. */
export function assertAdmin(author: Author, what: string): void {
  assertMay(author, 'configuration.decide', what);
}

/** Requires the operator token, for the deployment's own affairs. @throws AppError `forbidden`. */
export function assertDeployment({ isDeployment }: Author, what: string): void {
  if (isDeployment) return;
  const detail = `${what} needs the operator token`;
  throw new AppError('forbidden', detail, { detail });
}
