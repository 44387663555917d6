/** The caller of a tool in the form that the judge expects. */
import type { ToolCaller } from '../../contract/tool-calls.ts';
import type { Principal } from '../ports.ts';

export function toCaller(principal: Principal, sessionId?: string): ToolCaller {
  const { agentId, authentication, credentialId, onBehalfOf, speaker } = principal;
  return {
    agent_id: agentId,
    authentication,
    ...(credentialId === undefined ? {} : { credential_id: credentialId }),
    ...(onBehalfOf === undefined ? {} : { on_behalf_of: toPerson(onBehalfOf) }),
    ...(speaker === undefined ? {} : { speaker }),
    ...(sessionId === undefined ? {} : { session_id: sessionId }),
  };
}

function toPerson({ user, grantId, tools }: NonNullable<Principal['onBehalfOf']>) {
  return { user, grant_id: grantId, ...(tools === undefined ? {} : { tools: [...tools] }) };
}
