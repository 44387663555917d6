/** Check 1: the client. Only a client that authenticates and belongs to an agent may exchange tokens. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';
import { isAppError } from '../../../platform/errors.ts';
import type { AuthenticateClient, AuthenticatedClient } from '../../identity/issuer/client-authentication.ts';
import { invalidClient } from '../../identity/issuer/oauth-error.ts';
import type { StoredMetadata } from '../../identity/issuer/tables.ts';
import { type ExchangeParameters, readClientParameters } from './parameters.ts';
import { refuseExchange } from './refusals.ts';

export interface Exchanger {
  readonly clientId: string;
  readonly orgId: string;
  /** Absent if the client belongs to no agent. */
  readonly agentId: string | undefined;
  /** It may exchange for every agent of its organisation: a gateway in front of them. */
  readonly mayActForOthers: boolean;
  readonly metadata: StoredMetadata;
}

export interface ClientDeps {
  readonly authenticate: AuthenticateClient;
  readonly onBehalfClients: ReadonlySet<string>;
}

interface ClientCall {
  readonly parameters: ExchangeParameters;
  readonly headers: IncomingHttpHeaders;
  readonly socket: Socket;
}

/** @throws AppError `client_authentication_failed`, `client_not_allowed`, `malformed_request`. */
export async function authenticateExchanger(deps: ClientDeps, call: ClientCall): Promise<Exchanger> {
  const client = await authenticate(deps, call);
  const { clientId, orgId, row } = client;
  const agentId = row?.agent_id ?? undefined;
  const mayActForOthers = deps.onBehalfClients.has(clientId);
  if (row === undefined || orgId === undefined || (agentId === undefined && !mayActForOthers)) {
    const description = 'this client does not belong to an agent';
    throw refuseExchange('client_not_allowed', description, { error: 'unauthorized_client' });
  }
  return { clientId, orgId, agentId, mayActForOthers, metadata: row.metadata };
}

async function authenticate({ authenticate: check }: ClientDeps, call: ClientCall): Promise<AuthenticatedClient> {
  const { headers, socket, parameters } = call;
  try {
    const client = await check({ headers, socket, form: readClientParameters(parameters) });
    // A public client proves nothing: anybody who knows its name could act for people.
    if (client === undefined || client.isPublic) throw invalidClient();
    return client;
  } catch (error) {
    if (isAppError(error, 'unauthorized')) {
      const named = { error: 'invalid_client', code: 'unauthorized', cause: error } as const;
      throw refuseExchange('client_authentication_failed', error.publicText, named);
    }
    if (isAppError(error, 'invalid_request') && error.extensions?.['error_code'] === undefined) {
      throw refuseExchange('malformed_request', error.publicText, { cause: error });
    }
    throw error;
  }
}
