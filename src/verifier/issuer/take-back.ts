/**
 * Takes an access token back (RFC 7009). Here it is dead at once. Gateways ask nobody, so that a token which they would
 * take is told to them by a bundle: its own line, and those of delegated tokens that were exchanged from it. Not covered
 * at gateways is a token whose exchange is committed while the token that it came from is being taken back: it ends by
 * its time, five minutes later at most. A consent that ends reaches those too.
 */
import { sql } from 'drizzle-orm';
import type { Clock } from '../../platform/clock.ts';
import { type Db, query } from '../../platform/db/db.ts';
import type { Author } from '../control/author.ts';
import type { ControlChanges } from '../control/changes.ts';
import { createRateBound } from '../passports/rate-bound.ts';
import type { AuthenticatedClient } from './client-authentication.ts';
import type { RevokedTokens } from './seams.ts';
import type { FoundToken } from './token-lookup.ts';

/** What gateways take tokens for. */
export interface GatewayAudiences {
  readonly models: string;
  /** Undefined where there is no gateway of tools. */
  readonly tools: string | undefined;
}

export interface TakeBackDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly changes: Pick<ControlChanges, 'hold' | 'record'>;
  readonly revokedTokens: RevokedTokens;
  readonly audiences: GatewayAudiences;
}

/** A token that is known by its `jti`. */
export type RevocableToken = Pick<FoundToken, 'orgId' | 'expiresAtMs' | 'claims'> & { readonly jti: string };

/** @throws AppError `too_many_requests` where telling all gateways again and again would be the only purpose. */
export type TakeBack = (client: AuthenticatedClient, token: RevocableToken) => Promise<void>;

/** Revocations of one client in a minute that every gateway of its organisation is told of. */
const toldPerMinute = 120;

export function createTakeBack({ db, clock, changes, revokedTokens, audiences }: TakeBackDeps): TakeBack {
  const all = [audiences.models, audiences.tools].filter((audience) => audience !== undefined);
  const rate = createRateBound({ clock, perMinute: toldPerMinute });

  const hasDescendants = async (orgId: string, jti: string): Promise<boolean> => {
    const [row] = await query<{ found: boolean }>(
      db,
      sql`select exists(select 1 from delegated_tokens where org_id = ${orgId} and resource in ${all}
        and expires_at > ${clock.now()} and ancestors ? ${jti}) as found`,
    );
    return row?.found === true;
  };

  return async (client, { jti, orgId, expiresAtMs, claims }) => {
    const isForGateways =
      (claims['aud'] === audiences.models && isOfAgent(claims)) ||
      (audiences.tools !== undefined && claims['aud'] === audiences.tools);
    const told = orgId !== undefined && (isForGateways || (await hasDescendants(orgId, jti)));
    if (!told) return revokedTokens.add(db, { jti, expiresAtMs });
    rate.admit(client.clientId);
    await db.transaction(async (tx) => {
      await changes.hold(tx, orgId);
      await revokedTokens.add(tx, { jti, expiresAtMs, ...(isForGateways ? { gatewaysOf: orgId } : {}) });
      await changes.record(tx, toAuthor(orgId, client), {
        ...{ kind: 'token', subjectId: jti, action: 'revoked', revision: 0 },
        scope: { level: 'org', id: orgId },
      });
    });
  };
}

/** Gateways of models take tokens of agents alone, and those by which one acts for somebody; those of tools any. */
function isOfAgent(claims: FoundToken['claims']): boolean {
  return typeof claims['agent_id'] === 'string' || claims['act'] !== undefined;
}

/** The client, or the agent that it stands for: it gave back what was its own. */
function toAuthor(orgId: string, { clientId, row }: AuthenticatedClient): Author {
  const user = row?.agent_id ?? clientId;
  return { orgId, user, role: 'agent', kind: 'agent', scopes: [], isDeployment: false, credentialId: clientId };
}
