/** Checks who may connect a credential: the same people who may write it. Nobody signs in upstream in another person's name. */
import { isAppError } from '../../../../platform/errors.ts';
import type { AgentAccess } from '../../../base/access/authorize.ts';
import type { Author } from '../../../base/control/author.ts';
import { holds } from '../../../identity/members/roles.ts';
import { askingAgent, assertMayWrite, type Weight } from '../visibility.ts';

/** Kinds that a person connects: by signing in upstream, or by typing a secret once. */
export const connectableTypes = ['oauth2_code', 'api_key', 'basic', 'mtls'] as const;
export type ConnectableType = (typeof connectableTypes)[number];

export function isConnectable(type: string): type is ConnectableType {
  return connectableTypes.some((each) => each === type);
}

/** `access` is that of the agent that the credential is bound to; undefined without one. */
export function mayConnect(author: Author, row: Weight, access: AgentAccess | undefined): boolean {
  try {
    assertMayWrite(author, row, access);
    return true;
  } catch (error) {
    if (!isAppError(error, 'forbidden')) throw error;
    return false;
  }
}

/**
 * True if the author may ask for a link. The link itself admits nobody. Besides people who may connect, that is the agent
 * that uses the credential, and the people who look after that agent.
 */
export function mayAskForLink(author: Author, row: Weight, access: AgentAccess | undefined): boolean {
  const agentId = askingAgent(author);
  if (agentId !== undefined) return agentId === row.agent_id;
  if (mayConnect(author, row, access)) return true;
  const isEditor = access !== undefined && [...access.owners, ...access.editors].includes(author.user);
  return row.agent_id !== null && (holds(author.role, 'operator') || isEditor);
}
