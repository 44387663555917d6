/** Stored OAuth clients: made with agents, or registered by themselves. Of their secrets only hashes are stored. */

import type { OAuthClientView } from '../../../contract/api/oauth-clients/shapes.ts';
import { tokenExchangeGrant } from '../../../contract/api/token-exchange/states.ts';
import type { Clock } from '../../../platform/clock.ts';
import { toTimestamp } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { AppError } from '../../../platform/errors.ts';
import { toPage } from '../../../platform/http/page.ts';
import { createId, type RandomBytes } from '../../../platform/ids.ts';
import { createSecret, type Secret } from '../../../platform/secret.ts';
import type { ClientAuthentication, MadeClient, NewAgentClient } from '../../configuration/agents/clients.ts';
import { readPublicKeys } from './client-keys.ts';
import { type ClientChange, createClientStore, type NewClient } from './client-store.ts';
import { digestOf } from './digest.ts';
import type { OAuthClients } from './ports.ts';
import { removeRecordsOf } from './records.ts';
import type { OAuthClientRow, StoredMetadata } from './tables.ts';

export interface OAuthClientsDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
}

export function createOAuthClients({ db, clock, randomBytes }: OAuthClientsDeps): OAuthClients {
  const store = createClientStore();

  const change = async (tx: Db, clientId: string, what: Omit<ClientChange, 'updated_at'>): Promise<OAuthClientRow> => {
    const row = await store.update(tx, clientId, { ...what, updated_at: clock.now() });
    if (row === undefined) throw noOAuthClient();
    return row;
  };

  const remove = async (tx: Db, clientId: string): Promise<void> => {
    await removeRecordsOf(tx, clientId);
    if (!(await store.remove(tx, clientId))) throw noOAuthClient();
  };

  const toRow = (
    { orgId, agentId, spiffeId }: Omit<NewAgentClient, 'auth'>,
    { metadata, secret }: Proof,
  ): NewClient => ({
    client_id: createId('oc', clock, randomBytes),
    org_id: orgId,
    origin: 'agent',
    agent_id: agentId,
    spiffe_id: spiffeId,
    status: 'active',
    metadata: { client_name: agentId, ...agentClient, ...metadata },
    secret_sha256: secret === undefined ? null : digestOf(secret.reveal()),
    registration_sha256: null,
    created_at: clock.now(),
    created_by: agentId,
    updated_at: clock.now(),
  });

  return {
    async createForAgent(tx, { auth, ...agent }) {
      const proof = toProof(auth, agent.spiffeId, randomBytes);
      const row = toRow(agent, proof);
      await store.insertMany(tx, [row]);
      return toMade(row.client_id, proof.secret);
    },
    async createWithCertificates(tx, orgId, agents) {
      const rows = new Map(
        agents.map((agent) => {
          const proof = toProof({ type: 'tls' }, agent.spiffeId, randomBytes);
          return [agent.agentId, toRow({ orgId, ...agent }, proof)];
        }),
      );
      await store.insertMany(tx, [...rows.values()]);
      return new Map([...rows].map(([agentId, row]) => [agentId, row.client_id]));
    },
    async rotate(tx, clientId, auth) {
      const known = await store.find(tx, clientId);
      if (known?.agent_id == null) throw noOAuthClient();
      const { metadata, secret } = toProof(auth, known.spiffe_id ?? '', randomBytes);
      await change(tx, clientId, {
        metadata: { client_name: known.agent_id, ...agentClient, ...metadata },
        secret_sha256: secret === undefined ? null : digestOf(secret.reveal()),
      });
      return toMade(clientId, secret);
    },
    async disable(tx, clientId) {
      await change(tx, clientId, { status: 'disabled' });
    },
    async enable(tx, clientId) {
      await change(tx, clientId, { status: 'active' });
    },
    remove,
    list: async (orgId, page) => toPage(await store.list(db, orgId, page), page.limit, toClientView),
    async get(orgId, clientId) {
      const row = await store.find(db, clientId);
      if (row === undefined || row.org_id !== orgId) throw noOAuthClient();
      return toClientView(row);
    },
  };
}

/** Makes a client secret, to be shown once. */
export function makeClientSecret(randomBytes: RandomBytes): Secret {
  return createSecret(`assay_secret_${Buffer.from(randomBytes(32)).toString('base64url')}`);
}

const agentClient = { grant_types: ['client_credentials'], response_types: [], redirect_uris: [] } as const;

interface Proof {
  readonly metadata: StoredMetadata;
  readonly secret?: Secret;
}

function toProof(auth: ClientAuthentication, spiffeId: string, randomBytes: RandomBytes): Proof {
  if (auth.type === 'jwks') {
    return { metadata: { token_endpoint_auth_method: 'private_key_jwt', jwks: readPublicKeys(auth.jwks) } };
  }
  if (auth.type === 'tls') {
    return {
      metadata: {
        token_endpoint_auth_method: 'tls_client_auth',
        tls_client_auth_san_uri: spiffeId,
        tls_client_certificate_bound_access_tokens: true,
      },
    };
  }
  return {
    metadata: { token_endpoint_auth_method: 'client_secret_basic' },
    secret: makeClientSecret(randomBytes),
  };
}

function toMade(clientId: string, secret: Secret | undefined): MadeClient {
  return secret === undefined ? { clientId } : { clientId, secret };
}

function toClientView(row: OAuthClientRow): OAuthClientView {
  const { metadata } = row;
  return {
    client_id: row.client_id,
    name: textOf(metadata, 'client_name') ?? row.client_id,
    status: row.status,
    registered_by: row.origin === 'agent' ? 'agent' : 'registration',
    agent_id: row.agent_id,
    token_endpoint_auth_method: textOf(metadata, 'token_endpoint_auth_method') ?? 'none',
    // Every client of an agent may exchange tokens. The stored metadata do not say so, because oidc-provider does not know the
    // grant.
    grant_types: [...textsOf(metadata, 'grant_types'), ...(row.agent_id === null ? [] : [tokenExchangeGrant])],
    redirect_uris: textsOf(metadata, 'redirect_uris'),
    client_uri: textOf(metadata, 'client_uri') ?? null,
    created_at: toTimestamp(row.created_at),
    created_by: row.created_by,
    updated_at: toTimestamp(row.updated_at),
  };
}

function textOf(metadata: StoredMetadata, name: string): string | undefined {
  const value = metadata[name];
  return typeof value === 'string' ? value : undefined;
}

function textsOf(metadata: StoredMetadata, name: string): string[] {
  const value = metadata[name];
  return Array.isArray(value) ? value.map(String) : [];
}

export function noOAuthClient(): AppError {
  const detail = 'there is no such OAuth client';
  return new AppError('not_found', detail, { detail });
}
