/**
 * Identifies who has tool calls judged, and for whom. A service (the MCP gateway) says which agent calls and how it
 * knows that; a caller with another credential asks for the agent of that credential only.
 */
import type { ToolCaller } from '../../contract/tool-calls.ts';
import { AppError } from '../../platform/errors.ts';
import type { Caller, OnBehalfOf } from '../../platform/http/access.ts';
import type { TraceContext } from '../../platform/http/trace-context.ts';
import { type IdentityOptions, identifyAs, type KnownCaller } from '../http/identity.ts';

export interface Asker {
  readonly caller: Caller;
  /** True if it may name any agent, and say how that one was authenticated. */
  readonly isService: boolean;
  /** Identifies the asker: only the asker that began a call may end it. */
  readonly key: string;
}

export const localAsker: Asker = {
  caller: {
    user: 'local',
    kind: 'gateway',
    role: 'gateway',
    organisation: 'default',
    authentication: 'loopback',
    scopes: 'all',
    isDeployment: false,
  },
  isService: true,
  key: 'local',
};

/** The asker over HTTP: the operator token and gateways with a certificate are services. */
export function toAsker(caller: Caller): Asker {
  const { user, role, kind, authentication, onBehalfOf } = caller;
  const isService = role === 'admin' || (kind === 'gateway' && authentication === 'mtls');
  return { caller, isService, key: JSON.stringify([authentication, kind, user, onBehalfOf?.grantId ?? null]) };
}

export interface ToolAgent extends KnownCaller {
  /** The caller for approvals and events. */
  readonly caller: Caller;
}

/**
 * @throws AppError `forbidden` for an agent or a person that the asker may not speak for, `agent_suspended` and the
 * like, `invalid_request`.
 */
export function identifyAgent(
  asker: Asker,
  said: ToolCaller,
  trace: TraceContext,
  identity: IdentityOptions,
): ToolAgent {
  const caller = asker.isService ? onWordOf(asker.caller, said) : onOwnCredential(asker.caller, said);
  const wanted = { caller, trace, agentId: said.agent_id, sessionId: said.session_id };
  return { ...identifyAs(wanted, identity), caller };
}

function onWordOf({ organisation, authentication: own }: Caller, said: ToolCaller): Caller {
  const { agent_id: agentId, authentication = own, credential_id: credentialId, speaker } = said;
  const onBehalfOf = toOnBehalfOf(said);
  return {
    user: agentId,
    agentId,
    kind: 'agent',
    role: 'agent',
    organisation,
    authentication,
    scopes: [],
    isDeployment: false,
    ...(credentialId === undefined ? {} : { credentialId }),
    ...(onBehalfOf === undefined ? {} : { onBehalfOf }),
    ...(speaker === undefined ? {} : { speaker }),
  };
}

function onOwnCredential(caller: Caller, { on_behalf_of: said, speaker }: ToolCaller): Caller {
  const own = caller.onBehalfOf;
  if (speaker !== undefined) {
    const detail = 'The credential names the person who acts for an agent. Leave speaker out.';
    throw new AppError('forbidden', 'the credential does not belong to the speaker', { detail });
  }
  if (said === undefined || (own?.user === said.user && own.grantId === said.grant_id)) return caller;
  const detail =
    'The token names the person that an agent acts for. Leave on_behalf_of out, or use the operator token of this gateway.';
  throw new AppError('forbidden', 'the credential does not belong to this delegation', { detail });
}

function toOnBehalfOf({ on_behalf_of: said }: ToolCaller): OnBehalfOf | undefined {
  if (said === undefined) return undefined;
  const { user, grant_id: grantId, tools } = said;
  return tools === undefined ? { user, grantId } : { user, grantId, tools };
}
