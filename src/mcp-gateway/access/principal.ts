/**
 * Determines the principal of a call: the agent of the credential, or the agent in the path, for whom a person or the
 * local operator speaks. The verifier says whether a person may (`AgentTools.user_may_speak`).
 */
import { createHash } from 'node:crypto';
import { idRule, isId } from '../../contract/ids.ts';
import { AppError } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/access.ts';
import { forbidden, invalidRequest } from '../../platform/refusals.ts';
import { createSecret } from '../../platform/secret.ts';
import type { Principal } from '../ports.ts';

export const defaultAgentId = 'default';

export interface PrincipalRequest {
  readonly caller: Caller;
  readonly agentId: string | undefined;
  /** `x-assay-agent-id`. */
  readonly headerAgentId: string | undefined;
  /** The access token of the caller, for tokens that are exchanged for it. */
  readonly token: string | undefined;
  readonly orgId: string;
  readonly toolsPath: string;
}

/**
 * @throws AppError `forbidden` naming the agent that the credential speaks for, `invalid_request` for a malformed id.
 */
export function toPrincipal(request: PrincipalRequest): Principal {
  const { caller, token } = request;
  if (caller.organisation !== request.orgId) throw forbidden(`This gateway serves agents of ${request.orgId} only.`);
  const { authentication, credentialId } = caller;
  // Sessions of browsers are known to the verifier alone.
  if (authentication === 'none' || authentication === 'session') {
    throw new AppError('unauthorized', 'a call without any caller');
  }
  const agentId = findAgent(request);
  const speaker = caller.kind === 'person' ? caller.user : undefined;
  const onBehalfOf = toPerson(caller, token);
  const spoken = { speaker, speakerGrantId: speaker === undefined ? undefined : caller.grantId };
  const common = { agentId, authentication, credentialId, onBehalfOf, ...spoken, scopes: caller.scopes };
  return { ...common, key: keyOf(caller, common) };
}

function findAgent(request: PrincipalRequest): string {
  const { caller, agentId: inPath, headerAgentId: inHeader } = request;
  const named = inPath ?? inHeader;
  if (named !== undefined && !isId(named)) throw invalidRequest(`This is not an agent id. An agent id ${idRule}.`);
  if (inPath !== undefined && inHeader !== undefined && inPath !== inHeader) {
    throw invalidRequest('The path and x-assay-agent-id name different agents.');
  }
  if (caller.agentId !== undefined) {
    if (named === undefined || named === caller.agentId) return caller.agentId;
    throw forbidden(`This credential may act only for agent ${caller.agentId}.`);
  }
  if (caller.kind === 'person') return findSpokenFor(request);
  const isFree = caller.authentication === 'loopback' || caller.role === 'admin';
  if (named === undefined || named === defaultAgentId || isFree) return named ?? defaultAgentId;
  throw forbidden('This token is not bound to that agent.');
}

/** A person names the agent in the path, because a header is too easily left out. */
function findSpokenFor({ caller, agentId, toolsPath }: PrincipalRequest): string {
  if (caller.authentication !== 'oauth') {
    throw forbidden('This key is not bound to an agent. Tool calls need a key of the agent or an access token.');
  }
  if (agentId !== undefined) return agentId;
  throw forbidden(`People act for an agent: call /agents/{agent_id}${toolsPath}.`);
}

function toPerson({ onBehalfOf }: Caller, token: string | undefined): Principal['onBehalfOf'] {
  if (onBehalfOf === undefined) return undefined;
  return token === undefined ? onBehalfOf : { ...onBehalfOf, token: createSecret(token) };
}

/**
 * For tokens the key names the client and not the single token: a new token of the same client, person and rights
 * continues what the last one began.
 */
function keyOf(caller: Caller, principal: Omit<Principal, 'key'>): string {
  const { agentId, authentication, credentialId, onBehalfOf: person, speaker, scopes } = principal;
  const credential = caller.clientId === undefined ? ['credential', credentialId] : ['client', caller.clientId];
  const whose = [agentId, authentication, caller.user, ...credential, speaker ?? null];
  const tools = person?.tools === undefined ? null : [...person.tools].sort();
  const delegation = [person?.user ?? null, person?.grantId ?? null, tools];
  const rights = scopes === 'all' ? 'all' : [...scopes].sort();
  return createHash('sha256')
    .update(JSON.stringify([whose, delegation, rights]))
    .digest('base64url');
}
