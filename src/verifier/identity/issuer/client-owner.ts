/** The owner of a client: passed through oidc-provider with its metadata, and never accepted from outside. */
import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { OAuthClientRow } from './tables.ts';

/** Our own member of a client's metadata. */
export const ownerMember = 'assay_owner';

const OwnerSchema = Type.Object({
  orgId: Type.String(),
  origin: Type.Union([Type.Literal('agent'), Type.Literal('token'), Type.Literal('open')]),
  agentId: Type.Optional(Type.String()),
  spiffeId: Type.Optional(Type.String()),
});

export type ClientOwner = Static<typeof OwnerSchema>;

const owner = Compile(OwnerSchema);

/** Gives the owner; undefined for the program's own clients, and for those that a document describes. */
export function ownerOf(client: object): ClientOwner | undefined {
  const value: unknown = Reflect.get(client, ownerMember);
  return owner.Check(value) ? value : undefined;
}

/**
 * Gives the organisation that vouches for a client. None vouches for an open registration: that client may see only its own
 * tokens.
 */
export function vouchedBy({ origin, org_id: orgId }: OAuthClientRow): { readonly orgId?: string } {
  return origin === 'open' ? {} : { orgId };
}
