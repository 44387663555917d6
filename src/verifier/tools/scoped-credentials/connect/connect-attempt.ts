/** Reads a link for the person who opens it: whether it is theirs, and whether it is still usable. */
import type { Clock } from '../../../../platform/clock.ts';
import type { Db } from '../../../../platform/db/db.ts';
import type { Author } from '../../../base/control/author.ts';
import { toAccess } from '../../../configuration/agents/rows.ts';
import type { AgentRow } from '../../../configuration/agents/tables.ts';
import type { CredentialConnectRow, ScopedCredentialRow } from '../tables.ts';
import { isConnectable, mayConnect } from './rights.ts';
import type { ConnectStore } from './store.ts';
import { termsDigestOf } from './terms.ts';

export interface ConnectAttempt {
  /** The person, in the organisation of the credential. */
  readonly author: Author;
  readonly link: CredentialConnectRow;
  readonly credential: ScopedCredentialRow;
  /** The agent that it is or will be bound to; undefined for a shared credential. */
  readonly agent: AgentRow | undefined;
}

/** Why a link cannot be used. */
export type ClosedReason =
  /** Not one of our links. */
  | 'unknown'
  /** The link belongs to nobody who is signed in here. */
  | 'not_yours'
  | 'expired'
  /** The link was used, whatever the outcome. */
  | 'used'
  | 'revoked'
  | 'agent_gone'
  /** The credential changed since the person looked at it. */
  | 'changed';

export type OpenedAttempt =
  | { readonly kind: 'open'; readonly attempt: ConnectAttempt }
  /** `attempt` is set only if the person may know what the link was about. */
  | { readonly kind: 'closed'; readonly why: ClosedReason; readonly attempt?: ConnectAttempt };

export interface AttemptDeps {
  readonly clock: Clock;
  readonly store: ConnectStore;
  readonly findAgent: (db: Db, orgId: string, id: string) => Promise<AgentRow | undefined>;
}

/** Reads a link for these authors, who are one person in each of their organisations. */
export type ReadAttempt = (
  db: Db,
  authors: readonly Author[],
  link: CredentialConnectRow | undefined,
) => Promise<OpenedAttempt>;

export function createReadAttempt({ clock, store, findAgent }: AttemptDeps): ReadAttempt {
  return async (db, authors, link) => {
    if (link === undefined) return { kind: 'closed', why: 'unknown' };
    const author = authors.find(({ orgId }) => orgId === link.org_id);
    const credential = await store.findCredential(db, link.org_id, link.credential_id);
    if (author === undefined || credential === undefined) return { kind: 'closed', why: 'not_yours' };
    const agent = credential.agent_id === null ? undefined : await findAgent(db, link.org_id, credential.agent_id);
    const attempt = { author, link, credential, agent };
    // Only the person who began with a link can finish it.
    const isTaken = link.user_id !== null && link.user_id !== author.user;
    if (isTaken || !mayConnect(author, credential, agent && toAccess(agent)))
      return { kind: 'closed', why: 'not_yours' };
    const why = whyClosed(attempt, clock.now());
    return why === undefined ? { kind: 'open', attempt } : { kind: 'closed', why, attempt };
  };
}

function whyClosed({ link, credential, agent }: ConnectAttempt, now: number): ClosedReason | undefined {
  if (link.used_at !== null) return 'used';
  if (link.expires_at <= now) return 'expired';
  const { status, auth_type, agent_id } = credential;
  if (status === 'revoked' || !isConnectable(auth_type)) return 'revoked';
  if (agent_id !== null && (agent === undefined || agent.status === 'decommissioned')) return 'agent_gone';
  return undefined;
}

/** True if the person agreed to the credential as it is now. */
export function isAsAgreed({ credential, link }: ConnectAttempt, seen: string | null): boolean {
  return seen !== null && seen === termsDigestOf(credential, link);
}
