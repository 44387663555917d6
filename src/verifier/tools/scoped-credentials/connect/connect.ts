/** Makes links to connect a credential. An authorised person opens one within 10 minutes and brings the tokens or the secret. */
import type { Clock } from '../../../../platform/clock.ts';
import type { Db } from '../../../../platform/db/db.ts';
import { AppError } from '../../../../platform/errors.ts';
import { createId, type RandomBytes } from '../../../../platform/ids.ts';
import type { Audit } from '../../../base/audit-log/append.ts';
import type { Author } from '../../../base/control/author.ts';
import type { ControlChanges } from '../../../base/control/changes.ts';
import { toAccess } from '../../../configuration/agents/rows.ts';
import type { AgentRow } from '../../../configuration/agents/tables.ts';
import type { ForeignOAuth } from '../../foreign-oauth/ports.ts';
import type { CredentialLifecycle } from '../ports.ts';
import { credentialConflict } from '../refuse.ts';
import type { ScopedCredentialRow } from '../tables.ts';
import { askingAgent, isVisible, noCredential, toVisibility } from '../visibility.ts';
import { isConnectable, mayAskForLink } from './rights.ts';
import type { ConnectStore } from './store.ts';
import { type ConnectTarget, createFindTarget } from './target.ts';
import { sha256HexOf } from './terms.ts';

export interface ConnectLinkDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
  readonly store: ConnectStore;
  readonly changes: Pick<ControlChanges, 'hold'>;
  readonly audit: Audit;
  readonly foreignOAuth: Pick<ForeignOAuth, 'discover' | 'ensureClient'>;
  readonly findAgent: (db: Db, orgId: string, id: string) => Promise<AgentRow | undefined>;
  /** Base URL of the pages; undefined if the port is only known at run time. */
  readonly publicUrl: string | undefined;
}

/** Path of a link, followed by its ticket. */
export const connectPath = '/connect';
/** Redirect URI of the authorization code flow. */
export const connectCallbackPath = '/v1/scoped-credentials/callback';
export const linkMs = 10 * 60_000;
/** Maximum of open links per credential: a loop of requests must not fill the table. */
const maxLinks = 20;

export type MakeConnectLink = CredentialLifecycle['connectLink'];

export function createConnectLinks(deps: ConnectLinkDeps): MakeConnectLink {
  const { db, clock, store, publicUrl } = deps;
  const findTarget = createFindTarget(deps);
  return async (author, id, scopes = []) => {
    const row = await store.findCredential(db, author.orgId, id);
    if (row === undefined) throw noCredential();
    await assertMayAsk(deps, author, row);
    assertConnectable(row);
    if (publicUrl === undefined) {
      const detail = 'pages are not available: set ASSAY_PUBLIC_URL';
      throw new AppError('unavailable', detail, { detail });
    }
    // Calls the authorization server, so it runs outside of the transaction.
    const target = await findTarget(author, row, scopes);
    const ticket = Buffer.from(deps.randomBytes(32)).toString('base64url');
    const expiresAt = clock.now() + linkMs;
    await db.transaction((tx) => keepLink(tx, deps, author, row, { ...target, ticket, expiresAt }));
    return { url: `${publicUrl.replace(/\/+$/, '')}${connectPath}/${ticket}`, expiresAt };
  };
}

interface NewLink extends ConnectTarget {
  readonly ticket: string;
  readonly expiresAt: number;
}

async function keepLink(
  tx: Db,
  { clock, randomBytes, store, changes, audit }: ConnectLinkDeps,
  author: Author,
  seen: ScopedCredentialRow,
  { ticket, expiresAt, scopes, ...target }: NewLink,
): Promise<void> {
  const { orgId } = author;
  await changes.hold(tx, orgId);
  const row = await store.lockCredential(tx, orgId, seen.id);
  if (row === undefined) throw noCredential();
  assertConnectable(row);
  const now = clock.now();
  if ((await store.countLive(tx, orgId, row.id, now)) >= maxLinks) {
    const detail = `this credential has ${maxLinks} open links: use one of them, or wait until they expire`;
    throw new AppError('too_many_requests', detail, { detail, retryAfterS: linkMs / 1000 });
  }
  const linkId = createId('cnx', clock, randomBytes);
  await store.insert(tx, {
    org_id: orgId,
    id: linkId,
    credential_id: row.id,
    ticket_digest: sha256HexOf(ticket),
    scopes,
    issuer: target.issuer,
    resource: target.resource,
    foreign_client_id: target.clientRowId,
    state_digest: null,
    terms_digest: null,
    user_id: null,
    used_at: null,
    created_at: now,
    created_by: author.user,
    expires_at: expiresAt,
  });
  if (row.status === 'expired' && row.version === 0) {
    await store.updateCredential(tx, row, { status: 'pending', status_reason: null }, now);
  }
  await audit.append(tx, author, {
    action: 'credential.connect_asked',
    resourceType: 'credential',
    resourceId: row.id,
    details: { link_id: linkId, service: row.service, issuer: target.issuer, scopes },
  });
}

async function assertMayAsk({ db, findAgent }: ConnectLinkDeps, author: Author, row: ScopedCredentialRow) {
  const agent = row.agent_id === null ? undefined : await findAgent(db, author.orgId, row.agent_id);
  const access = agent && toAccess(agent);
  const asking = askingAgent(author);
  const own = asking === undefined ? undefined : await findAgent(db, author.orgId, asking);
  if (!isVisible(toVisibility(author, own?.workspace_id), row, access)) throw noCredential();
  if (mayAskForLink(author, row, access)) return;
  const detail = 'only the person of this credential, or a manager of its agent or workspace, can connect it';
  throw new AppError('forbidden', detail, { detail, extensions: { reason: 'not_yours_to_connect' } });
}

function assertConnectable({ status, auth_type }: ScopedCredentialRow): void {
  if (status === 'revoked')
    throw credentialConflict('credential_revoked', 'this credential was revoked: create a new one');
  if (isConnectable(auth_type)) return;
  const detail = `a person cannot connect a credential of type ${auth_type}: an admin configures its client`;
  throw credentialConflict('not_connected_by_people', detail);
}
