/** Wire shapes of foreign clients, and of the document that describes us. */

import { type Static, Type } from 'typebox';
import { pageQuery } from '../../contract/api/page.ts';
import { toTimestamp } from '../../platform/clock.ts';
import { clientMethods } from './client-method.ts';
import type { ForeignClientRow } from './tables.ts';

const orNull = <T extends Parameters<typeof Type.Union>[0][number]>(type: T) => Type.Union([type, Type.Null()]);
const Issuer = Type.String({
  ...{ pattern: '^https?://[\\x21-\\x7e]+$', maxLength: 2_048 },
  description: 'The authorization server, exactly as its metadata names it',
});
const Method = Type.Enum([...clientMethods], {
  description: 'How the client shows who it is at the token endpoint; what the server offers if absent',
});

export const KeepForeignClientSchema = Type.Object(
  {
    issuer: Issuer,
    client_id: Type.String({ pattern: '^[\\x20-\\x7e]+$', maxLength: 2_048 }),
    client_secret: Type.Optional(
      Type.String({
        ...{ pattern: '^[\\x20-\\x7e]+$', maxLength: 4_096 },
        description: 'Kept sealed and never shown again; a public client if absent',
      }),
    ),
    token_endpoint_auth_method: Type.Optional(Method),
  },
  {
    additionalProperties: false,
    examples: [
      { issuer: 'https://auth.crm.example', client_id: 'assay-acme', client_secret: 'given-by-the-other-side' },
    ],
  },
);
export type KeepForeignClient = Static<typeof KeepForeignClientSchema>;

export const ForeignClientSchema = Type.Object(
  {
    id: Type.String(),
    issuer: Type.String(),
    client_id: Type.String({ description: 'What we are called there' }),
    registration: Type.Enum(['preregistered', 'cimd', 'dcr'], {
      description: 'kept by an admin, described by our metadata document, or registered by ourselves (RFC 7591)',
    }),
    status: Type.Enum(['active', 'retired'], { description: 'retired: another one took its place' }),
    token_endpoint_auth_method: orNull(Type.String()),
    redirect_uri: orNull(Type.String({ description: 'Where the other side has to lead people back to' })),
    has_secret: Type.Boolean(),
    secret_expires_at: orNull(Type.String({ format: 'date-time' })),
    created_at: Type.String({ format: 'date-time' }),
    updated_at: Type.String({ format: 'date-time' }),
  },
  { $id: 'ForeignClient', description: 'What we are at an authorization server of somebody else' },
);
export type ForeignClientView = Static<typeof ForeignClientSchema>;

export const ForeignClientParamsSchema = Type.Object({ id: Type.String({ maxLength: 200 }) });
export const ForeignClientQuerySchema = Type.Object(
  { ...pageQuery, issuer: Type.Optional(Issuer) },
  { additionalProperties: false },
);

export const ClientDocumentSchema = Type.Object(
  {
    client_id: Type.String({ description: 'The address of this very document' }),
    client_name: Type.String(),
    client_uri: Type.Optional(Type.String()),
    redirect_uris: Type.Array(Type.String()),
    grant_types: Type.Array(Type.String()),
    response_types: Type.Array(Type.String()),
    token_endpoint_auth_method: Type.String(),
    application_type: Type.String(),
    software_id: Type.String(),
  },
  { $id: 'OAuthClientDocument', description: 'A client as its metadata document describes it (RFC 7591 members)' },
);

/** One as it is shown; `redirectUri` is ours, for one that was given to us. */
export function toForeignClient(row: ForeignClientRow, redirectUri: string | undefined): ForeignClientView {
  return {
    ...{ id: row.id, issuer: row.issuer, client_id: row.client_id ?? '', registration: row.registration },
    status: row.status === 'active' ? 'active' : 'retired',
    token_endpoint_auth_method: row.auth_method,
    redirect_uri: row.redirect_uri ?? redirectUri ?? null,
    has_secret: row.has_secret,
    secret_expires_at: row.secret_expires_at === null ? null : toTimestamp(row.secret_expires_at),
    ...{ created_at: toTimestamp(row.created_at), updated_at: toTimestamp(row.updated_at) },
  };
}
