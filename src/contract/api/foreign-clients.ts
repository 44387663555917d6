/**
 * OAuth clients of an organisation at authorization servers of others, and the document that describes the verifier
 * there.
 */
import { type Static, Type } from 'typebox';
import { defineOperation } from './operation.ts';
import { PageSchema, pageQuery } from './page.ts';

/** How a client authenticates at a token endpoint (RFC 6749 section 2.3.1, RFC 7591 section 2). */
export const clientMethods = ['client_secret_basic', 'client_secret_post', 'none'] as const;
export type ClientMethod = (typeof clientMethods)[number];

/** Path of the document that describes the verifier as a client. */
export const clientDocumentPath = '/oauth/client-metadata.json';

const orNull = <T extends Parameters<typeof Type.Union>[0][number]>(type: T) => Type.Union([type, Type.Null()]);
const Issuer = Type.String({
  pattern: '^https?://[\\x21-\\x7e]+$',
  maxLength: 2_048,
  description: 'The authorization server, exactly as its metadata names it',
});
const Method = Type.Enum([...clientMethods], {
  description: 'How the client authenticates at the token endpoint; a method that the server offers if absent',
});

export const KeepForeignClientSchema = Type.Object(
  {
    issuer: Issuer,
    client_id: Type.String({ pattern: '^[\\x20-\\x7e]+$', maxLength: 2_048 }),
    client_secret: Type.Optional(
      Type.String({
        pattern: '^[\\x20-\\x7e]+$',
        maxLength: 4_096,
        description: 'Stored encrypted and never shown again; a public client if absent',
      }),
    ),
    token_endpoint_auth_method: Type.Optional(Method),
  },
  {
    $id: 'CreateForeignClient',
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
    client_id: Type.String({ description: 'Client id at that server' }),
    registration: Type.Enum(['preregistered', 'cimd', 'dcr'], {
      description:
        '`preregistered`: kept by an admin; `cimd`: described by our metadata document; `dcr`: registered by the ' +
        'verifier (RFC 7591)',
    }),
    status: Type.Enum(['active', 'retired'], { description: '`retired`: another client took its place' }),
    token_endpoint_auth_method: orNull(Type.String()),
    redirect_uri: orNull(Type.String({ description: 'Address to which the server redirects people' })),
    has_secret: Type.Boolean(),
    secret_expires_at: orNull(Type.String({ format: 'date-time' })),
    created_at: Type.String({ format: 'date-time' }),
    updated_at: Type.String({ format: 'date-time' }),
  },
  { $id: 'ForeignClient', description: 'A client of the organisation at another authorization server' },
);
export type ForeignClientView = Static<typeof ForeignClientSchema>;

export const ForeignClientParamsSchema = Type.Object({ id: Type.String({ maxLength: 200 }) });
export const ForeignClientQuerySchema = Type.Object(
  { ...pageQuery, issuer: Type.Optional(Issuer) },
  { additionalProperties: false },
);

export const ClientDocumentSchema = Type.Object(
  {
    client_id: Type.String({ description: 'The address of this document' }),
    client_name: Type.String(),
    client_uri: Type.Optional(Type.String()),
    redirect_uris: Type.Array(Type.String()),
    grant_types: Type.Array(Type.String()),
    response_types: Type.Array(Type.String()),
    token_endpoint_auth_method: Type.String(),
    application_type: Type.String(),
    software_id: Type.String(),
  },
  { $id: 'OAuthClientDocument', description: 'Client metadata document (members of RFC 7591)' },
);

const path = '/v1/foreign-clients';
const one = `${path}/:id` as const;
const tag = 'foreign-oauth';

export const foreignClients = {
  getDocument: defineOperation({
    id: 'foreignClients.getDocument',
    method: 'GET',
    path: clientDocumentPath,
    tag,
    summary: 'Read the client metadata document of the verifier',
    description: 'The answer is 404 while the public URL of the verifier is not https.',
    responses: { 200: ClientDocumentSchema },
  }),
  list: defineOperation({
    id: 'foreignClients.list',
    method: 'GET',
    path,
    tag,
    summary: 'List clients at other authorization servers, newest first',
    query: ForeignClientQuerySchema,
    paged: true,
    responses: { 200: PageSchema(ForeignClientSchema) },
  }),
  create: defineOperation({
    id: 'foreignClients.create',
    method: 'POST',
    path,
    tag,
    summary: 'Store a client that an authorization server issued',
    description: 'The organisation uses it from now on.',
    body: KeepForeignClientSchema,
    idempotent: true,
    location: `${path}/{id}`,
    responses: { 201: ForeignClientSchema },
  }),
  get: defineOperation({
    id: 'foreignClients.get',
    method: 'GET',
    path: one,
    tag,
    summary: 'Read a client at another authorization server',
    params: ForeignClientParamsSchema,
    responses: { 200: ForeignClientSchema },
  }),
  remove: defineOperation({
    id: 'foreignClients.remove',
    method: 'DELETE',
    path: one,
    tag,
    summary: 'Remove a client at another authorization server',
    description:
      'Its stored secrets are destroyed, and its registration at the other server ends. The answer is 409 while ' +
      'credentials depend on it.',
    params: ForeignClientParamsSchema,
    responses: { 204: Type.Null() },
  }),
} as const;
