/**
 * Revokes an access token (RFC 7009). The verifier refuses it at once. Gateways do not ask the verifier, so a bundle tells them
 * of a token that they would accept, and of the delegated tokens exchanged from it. Gateways are not told of a token whose
 * exchange commits while its source is being revoked: it expires after five minutes at most. Ending the consent reaches those
 * too.
 */
import { sql } from 'drizzle-orm';
import type { Clock } from '../../../platform/clock.ts';
import { type Db, query } from '../../../platform/db/db.ts';
import { createRateBound } from '../../../platform/http/rate-bound.ts';
import type { Author } from '../../base/control/author.ts';
import type { ControlChanges } from '../../base/control/changes.ts';
import type { AuthenticatedClient } from './client-authentication.ts';
import type { RevokedTokens } from './ports.ts';
import type { FoundToken } from './token-lookup.ts';

/** The audiences of the gateways. */
export interface GatewayAudiences {
  readonly models: string;
  /** Undefined if there is no MCP gateway. */
  readonly tools: string | undefined;
}

export interface RevokeTokenDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly changes: Pick<ControlChanges, 'hold' | 'record'>;
  readonly revokedTokens: RevokedTokens;
  readonly audiences: GatewayAudiences;
}

/** A token that is known by its `jti`. */
export type RevocableToken = Pick<FoundToken, 'orgId' | 'expiresAtMs' | 'claims'> & { readonly jti: string };

/** @throws AppError `too_many_requests` for a client that could otherwise make us notify all gateways again and again. */
export type RevokeToken = (client: AuthenticatedClient, token: RevocableToken) => Promise<void>;

/** Most revocations of one client in a minute that the organisation's gateways are told of. */
const toldPerMinute = 120;

export function createRevokeToken({ db, clock, changes, revokedTokens, audiences }: RevokeTokenDeps): RevokeToken {
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
        kind: 'token',
        subjectId: jti,
        action: 'revoked',
        revision: 0,
        scope: { level: 'org', id: orgId },
      });
    });
  };
}

/** Tells whether a token is an agent's own or delegated: gateways for models accept only those, MCP gateways accept any. */
function isOfAgent(claims: FoundToken['claims']): boolean {
  return typeof claims['agent_id'] === 'string' || claims['act'] !== undefined;
}

/** Gives the author: the client, or its agent, revoked its own token. */
function toAuthor(orgId: string, { clientId, row }: AuthenticatedClient): Author {
  const user = row?.agent_id ?? clientId;
  return { orgId, user, role: 'agent', kind: 'agent', scopes: [], isDeployment: false, credentialId: clientId };
}
