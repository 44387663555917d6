/** A link as the person who opens it stands to it: whether it is theirs, and whether it is good for anything still. */
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { toAccess } from '../../agents/rows.ts';
import type { AgentRow } from '../../agents/tables.ts';
import type { Author } from '../../control/author.ts';
import type { CredentialConnectRow, ScopedCredentialRow } from '../tables.ts';
import { isConnectable, mayConnect } from './rights.ts';
import type { ConnectStore } from './store.ts';
import { termsDigestOf } from './terms.ts';

export interface ConnectTurn {
  /** The person, in the organisation of the credential. */
  readonly author: Author;
  readonly link: CredentialConnectRow;
  readonly credential: ScopedCredentialRow;
  /** The one that it is bound to, or will be; undefined for a shared one. */
  readonly agent: AgentRow | undefined;
}

/** Why nothing can be connected by a link (any more). */
export type ClosedReason =
  /** No link of ours. */
  | 'unknown'
  /** Another person's, or nobody's who is signed in here. */
  | 'not_yours'
  | 'expired'
  /** It led to an end before: whatever that was. */
  | 'used'
  | 'revoked'
  | 'agent_gone'
  /** It is not what it was when the person looked at it. */
  | 'changed';

export type Opened =
  | { readonly kind: 'open'; readonly turn: ConnectTurn }
  /** `turn` only where the person may know what it was about. */
  | { readonly kind: 'closed'; readonly why: ClosedReason; readonly turn?: ConnectTurn };

export interface TurnDeps {
  readonly clock: Clock;
  readonly store: ConnectStore;
  readonly findAgent: (db: Db, orgId: string, id: string) => Promise<AgentRow | undefined>;
}

/** How a link stands for these authors, who are one person in each of their organisations. */
export type ReadTurn = (db: Db, authors: readonly Author[], link: CredentialConnectRow | undefined) => Promise<Opened>;

export function createReadTurn({ clock, store, findAgent }: TurnDeps): ReadTurn {
  return async (db, authors, link) => {
    if (link === undefined) return { kind: 'closed', why: 'unknown' };
    const author = authors.find(({ orgId }) => orgId === link.org_id);
    const credential = await store.findCredential(db, link.org_id, link.credential_id);
    if (author === undefined || credential === undefined) return { kind: 'closed', why: 'not_yours' };
    const agent = credential.agent_id === null ? undefined : await findAgent(db, link.org_id, credential.agent_id);
    const turn = { author, link, credential, agent };
    // Who went on with it first goes on alone, so that nobody ends what another one has begun.
    const isTaken = link.user_id !== null && link.user_id !== author.user;
    if (isTaken || !mayConnect(author, credential, agent && toAccess(agent)))
      return { kind: 'closed', why: 'not_yours' };
    const why = whyClosed(turn, clock.now());
    return why === undefined ? { kind: 'open', turn } : { kind: 'closed', why, turn };
  };
}

function whyClosed({ link, credential, agent }: ConnectTurn, now: number): ClosedReason | undefined {
  if (link.used_at !== null) return 'used';
  if (link.expires_at <= now) return 'expired';
  const { status, auth_type, agent_id } = credential;
  if (status === 'revoked' || !isConnectable(auth_type)) return 'revoked';
  if (agent_id !== null && (agent === undefined || agent.status === 'decommissioned')) return 'agent_gone';
  return undefined;
}

/** True where the person said yes to what stands there now. */
export function isAsAgreed({ credential, link }: ConnectTurn, seen: string | null): boolean {
  return seen !== null && seen === termsDigestOf(credential, link);
}
