/**
 * Our clients at authorization servers: one for each organisation and issuer, made at its first use. The process that makes
 * it holds a lease in the row during the request; all others wait for the result.
 */

import type { ClientMethod } from '../../../contract/api/foreign-clients.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { AppError } from '../../../platform/errors.ts';
import type { RandomBytes } from '../../../platform/ids.ts';
import type { Secret } from '../../../platform/secret.ts';
import type { Audit } from '../../base/audit-log/append.ts';
import type { Author } from '../../base/control/author.ts';
import type { ControlChanges } from '../../base/control/changes.ts';
import type { Vault } from '../../base/vault/ports.ts';
import type { Outbound } from '../../configuration/outbound/ports.ts';
import { type ClientPlaces, placesAt } from './client-document.ts';
import {
  clientSecretPlace,
  createClientWrites,
  noForeignClient,
  type PreparedClient,
  toClient,
} from './client-writes.ts';
import type { Discovery } from './discovery.ts';
import { refuseForeign } from './errors.ts';
import type { ForeignClient, ForeignOAuth, GivenClient } from './ports.ts';
import type { ForeignServerFacts } from './server-metadata.ts';
import { createForeignClientStore } from './store.ts';
import type { ForeignClientRow } from './tables.ts';

/** A client with its secret. */
export interface UsableClient {
  readonly row: ForeignClientRow;
  readonly clientId: string;
  readonly method: ClientMethod | undefined;
  readonly secret: Secret | undefined;
}

export interface ForeignClients extends Pick<ForeignOAuth, 'ensureClient' | 'keepClient' | 'dropClient'> {
  /** Gives one with its secret. @throws AppError `not_found`, `unprocessable` `client_dropped`, `issuer_mismatch`. */
  use(orgId: string, clientRowId: string, issuer: string): Promise<UsableClient>;
  /** Does {@link ForeignOAuth.keepClient} in two steps: before the transaction of a request, and in it. */
  prepareGiven(orgId: string, issuer: string, given: GivenClient): Promise<PreparedClient>;
  keepIn(tx: Db, prepared: PreparedClient, author?: Author): Promise<ForeignClient>;
  /** Ends one for a person, also a given one. @throws AppError `not_found`, `conflict` while a credential uses it. */
  dropAs(author: Author, id: string): Promise<void>;
  /** Removes replaced clients that nothing uses any longer; gives their number. */
  sweep(): Promise<number>;
  /** True if the organisation keeps a client that it was given. */
  hasGiven(orgId: string, issuer: string): Promise<boolean>;
}

export interface ForeignClientsDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
  readonly vault: Vault;
  readonly outbound: Pick<Outbound, 'forOrganisation'>;
  readonly discovery: Discovery;
  readonly audit: Audit;
  readonly changes: ControlChanges;
  readonly places: ClientPlaces | undefined;
  readonly sleep: (timeMs: number) => Promise<void>;
}

const firstPollMs = 50;
const longestPollMs = 1_000;
const maxPolls = 30;
/** Time to keep a replaced client: every flow that began with it has ended by then. */
const keptMs = 24 * 60 * 60_000;
/** A secret that ends before a flow can finish is not used. */
const secretMarginMs = 15 * 60_000;

export function createForeignClients(deps: ForeignClientsDeps): ForeignClients {
  const { db, clock, discovery } = deps;
  const store = createForeignClientStore();
  const writes = createClientWrites(deps, store);

  const findGood = async (orgId: string, issuer: string, id: string): Promise<ForeignClient | undefined> => {
    const row = await store.find(db, orgId, id);
    const isUsable = row?.status === 'active' || row?.status === 'retired';
    if (row === undefined || !isUsable || row.issuer !== issuer || deps.places === undefined) return undefined;
    return isGood(row, deps.places, clock.now()) ? toClient(row) : undefined;
  };

  const ensureOnce = async (orgId: string, issuer: string): Promise<ForeignClient | undefined> => {
    const known = await store.findLive(db, orgId, issuer);
    // The lease of a dead process ends; then the next process takes over.
    const isUnderway = known?.status === 'registering' && (known.lease_until ?? 0) > clock.now();
    if (isUnderway) return undefined;
    // Checked first: a working client needs no request to the server.
    if (known?.registration === 'preregistered' && known.status === 'active') return toClient(known);
    const { places } = deps;
    if (places === undefined) {
      throw refuseForeign('public_url_missing', 'the address of this verifier is unknown: set ASSAY_PUBLIC_URL');
    }
    if (known?.status === 'active' && isGood(known, places, clock.now())) return toClient(known);
    const server = await discovery.findServer(orgId, issuer);
    if (takesDocument(server, places)) return writes.describe(orgId, issuer, known, places);
    if (!canRegister(server)) {
      const detail =
        'the authorization server has no registration: an admin must store a client that it issued (assay credential ' +
        'client add, or POST /v1/foreign-clients)';
      throw refuseForeign('registration_unavailable', detail);
    }
    const own = server.sendsIssuer ? places : placesAt(places, issuer);
    return writes.register(server, { orgId, known, places: own });
  };

  return {
    async ensureClient(orgId, issuer, _resource, usedBefore) {
      const good = usedBefore === undefined ? undefined : await findGood(orgId, issuer, usedBefore);
      if (good !== undefined) return good;
      for (let poll = 0; poll < maxPolls; poll += 1) {
        const client = await ensureOnce(orgId, issuer);
        if (client !== undefined) return client;
        await deps.sleep(Math.min(firstPollMs * 2 ** poll, longestPollMs));
      }
      const detail = 'another process is registering at this authorization server and has not finished';
      throw new AppError('unavailable', detail, { detail, retryAfterS: 30 });
    },
    async keepClient(orgId, issuer, given, author) {
      const prepared = await writes.prepare(orgId, issuer, given);
      return db.transaction((tx) => writes.keep(tx, prepared, author));
    },
    prepareGiven: writes.prepare,
    keepIn: writes.keep,
    dropClient: (orgId, id) => writes.drop(orgId, id),
    dropAs: (author, id) => writes.drop(author.orgId, id, author),
    async sweep() {
      const ended = await store.listEnded(db, clock.now() - keptMs);
      for (const { org_id: orgId, id } of ended) await writes.drop(orgId, id);
      return ended.length;
    },
    async use(orgId, clientRowId, issuer) {
      const row = await store.find(db, orgId, clientRowId);
      if (row === undefined) throw noForeignClient();
      if (row.issuer !== issuer) {
        throw refuseForeign('issuer_mismatch', 'this client belongs to another authorization server');
      }
      if (row.client_id === null || row.status === 'dropped') {
        throw refuseForeign('client_dropped', 'this client no longer exists: connect again');
      }
      const secret = row.has_secret ? await deps.vault.read(db, clientSecretPlace(row, 'client_secret')) : undefined;
      return { row, clientId: row.client_id, method: row.auth_method ?? undefined, secret };
    },
    async hasGiven(orgId, issuer) {
      return (await store.findLive(db, orgId, issuer))?.registration === 'preregistered';
    },
  };
}

/** True if our client can be a metadata document (CIMD) at this server. */
export function takesDocument(
  server: ForeignServerFacts,
  places: ClientPlaces | undefined,
): places is ClientPlaces & { readonly documentUrl: string } {
  const takesPublic = server.authMethods.includes('none');
  // The document has one redirect URI for all servers: only a server that names itself in its answers may use it.
  return server.takesDocuments && server.sendsIssuer && takesPublic && places?.documentUrl !== undefined;
}

export function canRegister(
  server: ForeignServerFacts,
): server is ForeignServerFacts & { readonly registrationEndpoint: string } {
  return server.registrationEndpoint !== undefined && server.authorizationEndpoint !== undefined;
}

/** False for a client whose secret ended or whose redirect URI is outdated: it is registered again. */
function isGood(row: ForeignClientRow, places: ClientPlaces, now: number): boolean {
  if (row.registration === 'preregistered') return row.status === 'active';
  if (row.registration === 'cimd') return row.client_id === places.documentUrl;
  const isAlive = row.secret_expires_at === null || row.secret_expires_at > now + secretMarginMs;
  const ways = [places, placesAt(places, row.issuer)];
  return isAlive && ways.some(({ redirectUri }) => row.redirect_uri === redirectUri);
}
