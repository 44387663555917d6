/** The requesters of an escalation. None of them may approve it (separation of duties). */
import type { EscalationRequest } from '../../../contract/escalation.ts';
import type { Db } from '../../../platform/db/db.ts';
import { AppError, isAppError } from '../../../platform/errors.ts';
import type { ApiKeys } from '../../identity/api-keys/service.ts';
import { type Author, createAuthor } from '../../base/control/author.ts';

/**
 * Finds the agent, the maker of the API key and the person whose rights bound it, the person of a delegated call, and a person
 * who calls as the gateway.
 * @throws AppError `unprocessable` (`unknown_credential`) for an unknown key: its requesters cannot be known.
 */
export async function findRequesters(
  tx: Db,
  apiKeys: Pick<ApiKeys, 'get'>,
  caller: Author,
  { binding, credential_id: credential, on_behalf_of: subject }: EscalationRequest,
): Promise<string[]> {
  const { agent_id: agent, principal } = binding;
  const found = [agent];
  if (subject !== undefined) found.push(subject);
  if (caller.kind === 'person') found.push(caller.user);
  const isKey = (id: string | undefined) => id?.startsWith('key_') === true;
  if (!isKey(principal)) found.push(principal);
  for (const id of new Set([principal, credential].filter(isKey))) {
    if (id !== undefined) found.push(...(await findKeyHolders(tx, apiKeys, caller.orgId, id)));
  }
  return [...new Set(found)];
}

async function findKeyHolders(tx: Db, apiKeys: Pick<ApiKeys, 'get'>, orgId: string, id: string): Promise<string[]> {
  try {
    const { user_id: user, created_by: maker } = await apiKeys.get(tx, createAuthor(orgId, 'system'), id);
    return [user, maker];
  } catch (error) {
    if (!isAppError(error, 'not_found')) throw error;
    const detail = 'the API key that the call was made with is not known here';
    throw new AppError('unprocessable', detail, { detail, extensions: { reason: 'unknown_credential' } });
  }
}
