/** Registration of clients by themselves (RFC 7591), and management of their registration (RFC 7592). */
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { AppError } from '../../../platform/errors.ts';
import { createId, type RandomBytes } from '../../../platform/ids.ts';
import type { Secret } from '../../../platform/secret.ts';
import { createSecret } from '../../../platform/secret.ts';
import type { Audit } from '../../base/audit-log/append.ts';
import type { Author } from '../../base/control/author.ts';
import type { ControlChanges } from '../../base/control/changes.ts';
import { defaultOrganisation } from '../../base/tenancy.ts';
import type { ClientStore } from './client-store.ts';
import { makeClientSecret } from './clients.ts';
import { digestOf, isDigestOf } from './digest.ts';
import { oauthError } from './oauth-error.ts';
import type { LoadProvider } from './provider.ts';
import { toProviderClient } from './provider-adapter.ts';
import { removeRecordsOf } from './records.ts';
import { readClientMetadata, refuseMetadata } from './registration-metadata.ts';
import type { OAuthClientRow, StoredMetadata } from './tables.ts';

/** A registration as its client sees it; `secret` is there only when it was just made. */
export interface Registration {
  readonly row: OAuthClientRow;
  readonly secret?: Secret;
  readonly token: Secret;
}

export interface Registrations {
  /** `author` vouches for the client; undefined where registration is open. */
  register(body: unknown, author: Author | undefined): Promise<Registration>;
  /** @throws AppError `invalid_token`, also for a client that does not exist. */
  read(clientId: string, token: string): Promise<Registration>;
  /** Replaces all metadata. @throws AppError as {@link Registrations.read}, and for metadata that are refused. */
  replace(clientId: string, token: string, body: unknown): Promise<Registration>;
  remove(clientId: string, token: string): Promise<void>;
}

export interface RegistrationsDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
  readonly clients: ClientStore;
  readonly load: LoadProvider;
  readonly audit: Audit;
  readonly changes: Pick<ControlChanges, 'hold'>;
}

export function createRegistrations(deps: RegistrationsDeps): Registrations {
  const { db, clock, randomBytes, clients } = deps;

  const find = async (clientId: string, token: string): Promise<OAuthClientRow> => {
    const row = await clients.find(db, clientId);
    const hash = row?.registration_sha256 ?? null;
    if (row === undefined || hash === null || row.status !== 'active' || !isDigestOf(token, hash)) {
      throw invalidToken();
    }
    return row;
  };

  return {
    async register(body, author) {
      const metadata = readClientMetadata(body);
      const client_id = createId('oc', clock, randomBytes);
      const secret = needsSecret(metadata) ? makeClientSecret(randomBytes) : undefined;
      const token = createSecret(`assay_registration_${Buffer.from(randomBytes(32)).toString('base64url')}`);
      const now = clock.now();
      const row: Omit<OAuthClientRow, 'seq'> = {
        client_id,
        org_id: author?.orgId ?? defaultOrganisation,
        origin: author === undefined ? 'open' : 'token',
        agent_id: null,
        spiffe_id: null,
        status: 'active',
        metadata,
        secret_sha256: secret === undefined ? null : digestOf(secret.reveal()),
        registration_sha256: digestOf(token.reveal()),
        created_at: now,
        created_by: author?.user ?? 'anonymous',
        updated_at: now,
      };
      await assertUsable(deps, { ...row, seq: 0 });
      await db.transaction(async (tx) => {
        await deps.changes.hold(tx, row.org_id);
        if (author === undefined) await assertRoom(tx, clients);
        await clients.insertMany(tx, [row]);
        await note(deps, tx, author ?? clientAsAuthor(row), 'registered', row);
      });
      return { row: { ...row, seq: 0 }, token, ...(secret === undefined ? {} : { secret }) };
    },
    async read(clientId, token) {
      return { row: await find(clientId, token), token: createSecret(token) };
    },
    async replace(clientId, token, body) {
      const row = await find(clientId, token);
      assertSameClient(row, body);
      const metadata = readClientMetadata(body);
      const isNew = needsSecret(metadata) && row.secret_sha256 === null;
      const secret = isNew ? makeClientSecret(randomBytes) : undefined;
      const kept = needsSecret(metadata) ? row.secret_sha256 : null;
      const secret_sha256 = secret === undefined ? kept : digestOf(secret.reveal());
      await assertUsable(deps, { ...row, metadata, secret_sha256 });
      const changed = await db.transaction(async (tx) => {
        await deps.changes.hold(tx, row.org_id);
        const updated = await clients.update(tx, clientId, { metadata, secret_sha256, updated_at: clock.now() });
        // The client was disabled or removed since the token was checked.
        if (updated?.status !== 'active') throw invalidToken();
        await note(deps, tx, clientAsAuthor(row), 'updated', updated);
        return updated;
      });
      return { row: changed, token: createSecret(token), ...(secret === undefined ? {} : { secret }) };
    },
    async remove(clientId, token) {
      const row = await find(clientId, token);
      await db.transaction(async (tx) => {
        await deps.changes.hold(tx, row.org_id);
        await removeRecordsOf(tx, clientId);
        if (!(await clients.remove(tx, clientId))) throw invalidToken();
        await note(deps, tx, clientAsAuthor(row), 'removed', row);
      });
    },
  };
}

/** Most clients of open registration; further ones are refused. */
export const maxOpenClients = 10_000;

/**
 * The transaction holds the organisation's lock, so no other registration counts at the same time.
 * @throws AppError `too_many_requests`.
 */
async function assertRoom(tx: Db, clients: ClientStore): Promise<void> {
  if ((await clients.countOpen(tx)) < maxOpenClients) return;
  const detail = 'there are too many unverified clients: ask an admin to register this one';
  throw new AppError('too_many_requests', detail, { detail, retryAfterS: 3_600 });
}

/** Gives the client as the author of changes to its own registration. */
function clientAsAuthor({ org_id, client_id }: Pick<OAuthClientRow, 'org_id' | 'client_id'>): Author {
  const nobody = { role: 'anonymous', kind: 'anonymous', scopes: [], isDeployment: false } as const;
  return { orgId: org_id, user: client_id, ...nobody };
}

type Noted = Pick<OAuthClientRow, 'client_id' | 'metadata' | 'origin'>;

function note({ audit }: RegistrationsDeps, tx: Db, author: Author, what: string, row: Noted): Promise<void> {
  const { client_id: resourceId, metadata, origin } = row;
  const details = { name: metadata['client_name'] ?? null, redirect_uris: metadata['redirect_uris'], origin };
  return audit.append(tx, author, {
    action: `oauth_client.${what}`,
    resourceType: 'oauth_client',
    resourceId,
    details,
  });
}

function needsSecret(metadata: StoredMetadata): boolean {
  return String(metadata['token_endpoint_auth_method']).startsWith('client_secret_');
}

/** An update must not contain what only the issuer decides (RFC 7592 section 2.2). */
const decidedHere = [
  ...['registration_access_token', 'registration_client_uri', 'client_secret_expires_at', 'client_id_issued_at'],
];

function assertSameClient({ client_id, secret_sha256 }: OAuthClientRow, body: unknown): void {
  if (typeof body !== 'object' || body === null) throw refuseMetadata('the metadata must be a JSON object');
  const found = decidedHere.find((name) => Reflect.has(body, name));
  if (found !== undefined) throw oauthError('invalid_request', `an update must not contain ${found}`);
  if (Reflect.get(body, 'client_id') !== client_id) throw oauthError('invalid_request', 'client_id differs');
  const secret: unknown = Reflect.get(body, 'client_secret');
  if (secret === undefined) return;
  const isSame = typeof secret === 'string' && secret_sha256 !== null && isDigestOf(secret, secret_sha256);
  if (!isSame) throw oauthError('invalid_request', 'client_secret differs');
}

/** Builds the client with the provider now; an unusable client would only fail later. */
async function assertUsable({ load }: RegistrationsDeps, row: OAuthClientRow): Promise<void> {
  const { provider } = await load();
  try {
    Reflect.construct(provider.Client, [toProviderClient(row)]);
  } catch (error) {
    const description: unknown = error instanceof Error ? Reflect.get(error, 'error_description') : undefined;
    if (typeof description === 'string') throw refuseMetadata(description, error);
    throw error;
  }
}

function invalidToken(): AppError {
  const detail = 'the registration access token is not valid';
  return new AppError('unauthorized', detail, { detail, extensions: { error: 'invalid_token' } });
}
