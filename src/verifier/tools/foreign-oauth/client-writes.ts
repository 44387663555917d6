/** Writes our client registrations: each change in a short transaction, never during a request to the server. */

import type { Db } from '../../../platform/db/db.ts';
import { noLease } from '../../../platform/db/lease.ts';
import { AppError } from '../../../platform/errors.ts';
import type { GuardedFetch } from '../../../platform/http/guarded-fetch.ts';
import { createId } from '../../../platform/ids.ts';
import { type Author, createAuthor } from '../../base/control/author.ts';
import type { SealedSecret, SecretPlace } from '../../base/vault/ports.ts';
import type { ClientPlaces } from './client-document.ts';
import type { ForeignClientsDeps } from './clients.ts';
import type { ForeignClient, GivenClient } from './ports.ts';
import { deleteRegistration, type Registered, registerClient } from './registration.ts';
import type { ForeignServerFacts } from './server-metadata.ts';
import type { ForeignClientStore, NewForeignClient } from './store.ts';
import type { ForeignClientRow } from './tables.ts';

/** Longer than the timeout of a request to the server. */
const leaseMs = 30_000;

type RowKey = Pick<ForeignClientRow, 'org_id' | 'id' | 'issuer'>;

/** The issuer is part of the vault place: a row with a changed issuer does not give its secret to the new one. */
export function clientSecretPlace(
  { org_id: orgId, id, issuer }: RowKey,
  field: 'client_secret' | 'registration_access_token',
): SecretPlace {
  return {
    orgId,
    table: 'foreign_clients',
    recordId: id,
    version: 1,
    scope: `org/${orgId}`,
    service: issuer,
    userId: null,
    agentId: null,
    field,
  };
}

export function toClient({ id, issuer, client_id, registration }: NewForeignClient): ForeignClient {
  if (client_id === null) throw new Error('a client in use has an id');
  return { id, issuer, clientId: client_id, registration };
}

export function createClientWrites(deps: ForeignClientsDeps, store: ForeignClientStore) {
  const { db, vault } = deps;
  const { changes } = deps;
  const tell = (tx: Db, row: NewForeignClient, what: string, author?: Author) =>
    deps.audit.append(tx, author ?? { ...createAuthor(row.org_id, 'foreign-oauth'), isDeployment: false }, {
      action: `foreign_client.${what}`,
      resourceType: 'foreign_client',
      resourceId: row.id,
      details: { issuer: row.issuer, registration: row.registration },
    });
  /** Replaces the found row by a new one; false if the found row changed. */
  const replace = async (tx: Db, known: ForeignClientRow | undefined, row: NewForeignClient): Promise<boolean> => {
    if (known?.status === 'registering') await store.removeLeased(tx, known.org_id, known.id, known.lease_by ?? '');
    else if (known !== undefined) {
      const retired = { status: 'retired', updated_at: deps.clock.now() } as const;
      if (!(await store.update(tx, known.org_id, known.id, { status: 'active' }, retired))) return false;
    }
    return store.insert(tx, row);
  };

  return {
    /** Writes a client by metadata document, without a request. Undefined if another process was faster. */
    describe: (orgId: string, issuer: string, known: ForeignClientRow | undefined, places: ClientPlaces) =>
      db.transaction(async (tx) => {
        await changes.hold(tx, orgId);
        const made = {
          client_id: places.documentUrl ?? null,
          auth_method: 'none',
          redirect_uri: places.redirectUri,
        } as const;
        const row = newRow(deps, orgId, issuer, { registration: 'cimd', ...made });
        if (!(await replace(tx, known, row))) return undefined;
        await tell(tx, row, 'described');
        return toClient(row);
      }),
    register: createRegister(deps, store, { replace, tell }),
    prepare: (orgId: string, issuer: string, given: GivenClient) => prepareGiven(deps, store, orgId, issuer, given),
    /** Stores a client that an admin was given, in place of any other. */
    async keep(tx: Db, { known, row, isSame, sealed }: PreparedClient, author?: Author): Promise<ForeignClient> {
      const { org_id: orgId, id, issuer, auth_method, has_secret } = row;
      await changes.hold(tx, orgId);
      const present = await store.findLive(tx, orgId, issuer);
      if (present?.id !== known?.id || present?.client_id !== known?.client_id) throw moved();
      const change = { auth_method, has_secret, updated_at: deps.clock.now() };
      const isKept = isSame
        ? await store.update(tx, orgId, id, { status: 'active' }, change)
        : await replace(tx, present, row);
      if (!isKept) throw moved();
      await vault.destroy(tx, { orgId, table: 'foreign_clients', recordId: id });
      if (sealed !== undefined) await vault.put(tx, sealed.place, sealed);
      await tell(tx, row, 'kept', author);
      return toClient(row);
    },
    drop: createDrop(deps, store, tell),
  };
}

/** A given client, ready to be stored. */
export interface PreparedClient {
  /** The present client for this server at the time of preparation. */
  readonly known: ForeignClientRow | undefined;
  readonly row: NewForeignClient;
  /** True for the same client, perhaps with another secret. */
  readonly isSame: boolean;
  readonly sealed: SealedSecret | undefined;
}

/** Runs before the transaction, because sealing the secret may be a remote call. */
async function prepareGiven(
  deps: ForeignClientsDeps,
  store: ForeignClientStore,
  orgId: string,
  issuer: string,
  given: GivenClient,
): Promise<PreparedClient> {
  const known = await store.findLive(deps.db, orgId, issuer);
  const isSame = known?.registration === 'preregistered' && known.client_id === given.clientId;
  const kept = { auth_method: given.method ?? null, has_secret: given.secret !== undefined };
  const made = newRow(deps, orgId, issuer, { registration: 'preregistered', client_id: given.clientId, ...kept });
  const row = isSame ? { ...known, ...kept } : made;
  const sealed =
    given.secret === undefined
      ? undefined
      : await deps.vault.seal(clientSecretPlace(row, 'client_secret'), given.secret.reveal());
  return { known, row, isSame, sealed };
}

function newRow(
  { clock, randomBytes }: ForeignClientsDeps,
  orgId: string,
  issuer: string,
  change: Partial<NewForeignClient>,
): NewForeignClient {
  const now = clock.now();
  return {
    org_id: orgId,
    id: createId('fcl', clock, randomBytes),
    issuer,
    status: 'active',
    registration: 'dcr',
    client_id: null,
    auth_method: null,
    redirect_uri: null,
    metadata: {},
    registration_client_uri: null,
    has_secret: false,
    has_registration_token: false,
    secret_expires_at: null,
    ...noLease,
    created_at: now,
    updated_at: now,
    ...change,
  };
}

interface Writing {
  readonly replace: (tx: Db, known: ForeignClientRow | undefined, row: NewForeignClient) => Promise<boolean>;
  readonly tell: (tx: Db, row: NewForeignClient, what: string, author?: Author) => Promise<void>;
}

/** Leases, registers, stores. Undefined if another process was faster, before or after. */
function createRegister(deps: ForeignClientsDeps, store: ForeignClientStore, { replace, tell }: Writing) {
  const { db, clock, vault } = deps;

  const settle = async (row: NewForeignClient, made: Registered): Promise<boolean> => {
    const secrets = [
      [clientSecretPlace(row, 'client_secret'), made.secret],
      [clientSecretPlace(row, 'registration_access_token'), made.registrationToken],
    ] as const;
    const sealed = await Promise.all(
      secrets.flatMap(([place, secret]) => (secret === undefined ? [] : [vault.seal(place, secret.reveal())])),
    );
    return db.transaction(async (tx) => {
      await deps.changes.hold(tx, row.org_id);
      const isOurs = await store.update(
        tx,
        row.org_id,
        row.id,
        { status: 'registering', leaseBy: row.lease_by },
        {
          status: 'active',
          client_id: made.clientId,
          auth_method: made.method,
          metadata: made.metadata,
          has_secret: made.secret !== undefined,
          secret_expires_at: made.secretExpiresAt,
          has_registration_token: made.registrationToken !== undefined,
          registration_client_uri: made.registrationUri ?? null,
          ...noLease,
          updated_at: clock.now(),
        },
      );
      if (!isOurs) return false;
      for (const one of sealed) await vault.put(tx, one.place, one);
      await tell(tx, row, 'registered');
      return true;
    });
  };

  return async (
    server: ForeignServerFacts & { readonly registrationEndpoint: string },
    { orgId, known, places }: { orgId: string; known: ForeignClientRow | undefined; places: ClientPlaces },
  ): Promise<ForeignClient | undefined> => {
    const leaseBy = Buffer.from(deps.randomBytes(16)).toString('hex');
    const row = newRow(deps, orgId, server.issuer, {
      status: 'registering',
      lease_by: leaseBy,
      lease_until: clock.now() + leaseMs,
      redirect_uri: places.redirectUri,
    });
    if (!(await db.transaction((tx) => replace(tx, known, row)))) return undefined;
    const fetch = deps.outbound.forOrganisation(orgId);
    let made: Registered | undefined;
    try {
      made = await registerClient(fetch, server, places);
      if (await settle(row, made)) return toClient({ ...row, client_id: made.clientId });
    } catch (error) {
      await store.removeLeased(db, orgId, row.id, leaseBy);
      if (made !== undefined) await giveBack(fetch, made);
      throw error;
    }
    // Another process took the lease meanwhile: its registration counts.
    await giveBack(fetch, made);
    return undefined;
  };
}

/**
 * Ends an unused client: here for certain, at the server best effort. Without an author this is scheduled cleaning, which
 * leaves clients that an admin keeps and those in use.
 */
function createDrop(deps: ForeignClientsDeps, store: ForeignClientStore, tell: Writing['tell']) {
  const { db, vault, outbound } = deps;
  return async (orgId: string, id: string, author?: Author): Promise<void> => {
    const known = await store.find(db, orgId, id);
    const isLive = known?.status === 'active' || known?.status === 'retired';
    if (known === undefined || !isLive) {
      if (author !== undefined) throw noForeignClient();
      return;
    }
    if (author === undefined && known.registration === 'preregistered' && known.status === 'active') return;
    const { has_registration_token: hasToken, registration_client_uri: registrationUri } = known;
    // Runs before the transaction, because opening the token may be a remote call too.
    const token = hasToken ? await vault.read(db, clientSecretPlace(known, 'registration_access_token')) : undefined;
    const isDropped = await db.transaction(async (tx) => {
      await deps.changes.hold(tx, orgId);
      if (await store.isUsed(tx, orgId, id)) return false;
      const dropped = { status: 'dropped', has_secret: false, has_registration_token: false } as const;
      const change = { ...dropped, updated_at: deps.clock.now() };
      if (!(await store.update(tx, orgId, id, { status: known.status }, change))) return false;
      await vault.destroy(tx, { orgId, table: 'foreign_clients', recordId: id });
      await tell(tx, known, 'dropped', author);
      return true;
    });
    if (!isDropped && author !== undefined) throw inUse();
    if (!isDropped || token === undefined || registrationUri === null) return;
    const registrationToken = token;
    await giveBack(outbound.forOrganisation(orgId), { registrationUri, registrationToken });
  };
}

/** Best effort: a registration that stays at the server is useless without its secret, which is destroyed. */
async function giveBack(
  fetch: GuardedFetch,
  { registrationUri, registrationToken }: Pick<Registered, 'registrationUri' | 'registrationToken'>,
): Promise<boolean> {
  if (registrationUri === undefined || registrationToken === undefined) return false;
  try {
    return await deleteRegistration(fetch, registrationUri, registrationToken);
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

export function noForeignClient(): AppError {
  return new AppError('not_found', 'there is no such foreign client', { detail: 'there is no such foreign client' });
}

function inUse(): AppError {
  const detail = 'credentials depend on this client: revoke them first';
  return new AppError('conflict', detail, { detail, extensions: { reason: 'client_in_use' } });
}

function moved(): AppError {
  const detail = 'the client of this authorization server was changed at the same time: read it again';
  return new AppError('conflict', detail, { detail });
}
