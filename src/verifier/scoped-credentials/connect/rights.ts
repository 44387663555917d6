/** Who may connect a credential: whoever may write it. Nobody signs in elsewhere in another one's name. */
import { isAppError } from '../../../platform/errors.ts';
import type { AgentAccess } from '../../access/authorize.ts';
import type { Author } from '../../control/author.ts';
import { holds } from '../../members/roles.ts';
import { askingAgent, assertMayWrite, type Weight } from '../sight.ts';

/** Kinds that a person gives something to: by signing in at the other side, or by typing a secret once. */
export const connectableTypes = ['oauth2_code', 'api_key', 'basic', 'mtls'] as const;
export type ConnectableType = (typeof connectableTypes)[number];

export function isConnectable(type: string): type is ConnectableType {
  return connectableTypes.some((each) => each === type);
}

/** `access` is that of the agent which the credential is bound to; undefined where there is none. */
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
 * Who may ask for a link: it lets nobody in by itself. Besides those who may connect, that is the agent which is to use
 * it, and whoever looks after that agent.
 */
export function mayAskForLink(author: Author, row: Weight, access: AgentAccess | undefined): boolean {
  const agentId = askingAgent(author);
  if (agentId !== undefined) return agentId === row.agent_id;
  if (mayConnect(author, row, access)) return true;
  const isEditor = access !== undefined && [...access.owners, ...access.editors].includes(author.user);
  return row.agent_id !== null && (holds(author.role, 'operator') || isEditor);
}
