/** Checks whether an enforced credential leaves room for another: it overrides every credential of a lower level. */
import type { Db } from '../../../platform/db/db.ts';
import { unprocessable } from '../../../platform/refusals.ts';
import { credentialConflict } from './refuse.ts';
import type { CredentialStore } from './store.ts';
import type { ScopedCredentialRow } from './tables.ts';

type Placed = Pick<
  ScopedCredentialRow,
  'org_id' | 'id' | 'service' | 'scope_level' | 'scope_id' | 'resource' | 'issuer' | 'agent_id' | 'sharing_mode'
>;

/** @throws AppError `credentialConflict` (`credential_enforced`), with the id of the enforced one. */
export async function assertNotEnforced(
  store: Pick<CredentialStore, 'listEnforced'>,
  tx: Db,
  row: Placed,
  agentWorkspace: string | undefined,
): Promise<void> {
  const all = await store.listEnforced(tx, row.org_id, row.service);
  const above = all.find((enforced) => enforced.id !== row.id && isCovered(enforced, row, agentWorkspace));
  if (above === undefined) return;
  const detail = `the ${above.scope_level === 'org' ? 'organisation' : 'workspace'} enforces a credential for this service, which replaces all others`;
  throw credentialConflict('credential_enforced', detail, { credential_id: above.id });
}

/** True if the enforced credential decides every possible use of the row. */
export function isCovered(enforced: Placed, row: Placed, agentWorkspace: string | undefined): boolean {
  const isWider =
    (enforced.resource === null || (row.resource !== null && isSameResource(enforced.resource, row.resource))) &&
    (enforced.issuer === null || enforced.issuer === row.issuer);
  if (!isWider) return false;
  if (row.agent_id !== null) return enforced.scope_level === 'org' || enforced.scope_id === agentWorkspace;
  const isSame = enforced.scope_level === row.scope_level && enforced.scope_id === row.scope_id;
  // At the same level, another enforced credential for one resource takes precedence.
  if (isSame) return row.sharing_mode !== 'enforce';
  return enforced.scope_level === 'org';
}

/**
 * True if two resource identifiers name the same place. Ignores the case and the final dot of the host, the default port, dot
 * segments and a slash at the end.
 */
export function isSameResource(left: string, right: string): boolean {
  return left === right || toPlainResource(left) === toPlainResource(right);
}

function toPlainResource(text: string): string {
  if (!URL.canParse(text)) return text;
  const { protocol, hostname, port, pathname, search } = new URL(text);
  return `${protocol}//${hostname.replace(/\.+$/, '')}:${port}${pathname.replace(/\/+$/, '')}${search}`;
}

/** Refuses sharing options on a credential that is not shared. @throws AppError `unprocessable`. */
export function assertShareable(
  row: Pick<ScopedCredentialRow, 'agent_id' | 'sharing_mode' | 'allow_in_delegation'>,
): void {
  if (row.agent_id === null) return;
  if (row.sharing_mode === 'enforce') {
    throw unprocessable('enforce_is_shared', '/sharing_mode', 'only a shared credential can be enforced');
  }
  if (row.allow_in_delegation) {
    const message = "an agent's own credential is never used for people: only a shared one can be";
    throw unprocessable('delegation_is_shared', '/allow_in_delegation', message);
  }
}
