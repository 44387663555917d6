/** Whom a client belongs to: carried with its metadata through oidc-provider, and never taken from outside. */
import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { OAuthClientRow } from './tables.ts';

/** The one member of a client's metadata that is our own. */
export const ownerMember = 'assay_owner';

const OwnerSchema = Type.Object({
  orgId: Type.String(),
  origin: Type.Union([Type.Literal('agent'), Type.Literal('token'), Type.Literal('open')]),
  agentId: Type.Optional(Type.String()),
  spiffeId: Type.Optional(Type.String()),
});

export type ClientOwner = Static<typeof OwnerSchema>;

const owner = Compile(OwnerSchema);

/** Undefined for the program's own clients, and for those that a document of their own describes. */
export function ownerOf(client: object): ClientOwner | undefined {
  const value: unknown = Reflect.get(client, ownerMember);
  return owner.Check(value) ? value : undefined;
}

/**
 * The organisation that stands behind a client. Anybody may register where that is open: such a client is of none, and
 * knows no token but its own.
 */
export function vouchedBy({ origin, org_id: orgId }: OAuthClientRow): { readonly orgId?: string } {
  return origin === 'open' ? {} : { orgId };
}
