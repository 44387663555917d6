/** Wire shapes of scoped credentials (platform model 7). A secret goes in and never comes out. */

import { type Static, Type } from 'typebox';
import { pageQuery } from '../../contract/api/page.ts';
import {
  authStatuses,
  authTypes,
  credentialSources,
  credentialStatuses,
  injectionMethods,
  rejections,
  sharingModes,
} from '../../contract/api/scoped-credentials/states.ts';
import { idPattern } from '../../contract/ids.ts';
import { scopeToken } from '../../contract/scope-token.ts';

const orNull = <Schema extends Parameters<typeof Type.Optional>[0]>(schema: Schema) =>
  Type.Union([schema, Type.Null()]);
const Id = Type.String({ pattern: idPattern });
const Time = Type.String({ format: 'date-time' });
const NullableTime = orNull(Time);
const NullableText = orNull(Type.String());

/** An app's name in the catalog, or whatever an admin calls it. */
const ServiceSchema = Type.String({
  pattern: '^[A-Za-z0-9][A-Za-z0-9._~/@:-]{0,199}$',
  description: 'what it is for: the name of an app such as com.example/crm, or any name that an admin chose',
});
const UriSchema = (description: string) => Type.String({ minLength: 1, maxLength: 512, description });
const ScopesSchema = (description: string) =>
  Type.Array(Type.String({ pattern: scopeToken }), { maxItems: 100, uniqueItems: true, description });

export const CredentialScopeSchema = Type.Object(
  { level: Type.Enum(['org', 'workspace']), id: Id },
  { additionalProperties: false, description: 'where it is for: the whole organisation, or one workspace' },
);

export const InjectionSchema = Type.Object(
  {
    method: Type.Optional(
      Type.Enum(injectionMethods, { description: 'follows from auth_type; sidecar: the gateway adds a header' }),
    ),
    header: Type.Optional(
      Type.String({ pattern: "^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,64}$", description: 'authorization if absent' }),
    ),
    prefix: Type.Optional(
      Type.String({
        pattern: '^[\\x21-\\x7e](?:[\\x20-\\x7e]{0,62}[\\x20-\\x7e])?$',
        description:
          'what stands before the secret, with its space; "Bearer " for authorization if absent, else nothing',
      }),
    ),
  },
  { additionalProperties: false, description: 'how it is put into a call' },
);

export const CredentialConfigSchema = Type.Object(
  {
    username: Type.Optional(
      Type.String({ pattern: '^[^\\u0000-\\u001f\\u007f:]{1,256}$', description: 'of basic, without a colon' }),
    ),
    client_id: Type.Optional(
      Type.String({ pattern: '^[\\x20-\\x7e]{1,256}$', description: 'of our client at the other side' }),
    ),
    client_auth: Type.Optional(
      Type.Enum(['client_secret_basic', 'client_secret_post', 'none'], {
        description: 'how that client shows who it is; client_secret_basic if absent',
      }),
    ),
    certificate: Type.Optional(
      Type.String({ maxLength: 16_384, description: 'of mtls, PEM; its private key is the secret' }),
    ),
    environment_variable: Type.Optional(
      Type.String({
        pattern: '^[A-Za-z_][A-Za-z0-9_]{0,127}$',
        description: 'of the process of a local server, which takes the secret by it',
      }),
    ),
  },
  { additionalProperties: false, description: 'what is needed besides the secret' },
);

/** 24 hours. */
export const defaultOverlapS = 86_400;
/** 7 days. */
export const maxOverlapS = 604_800;

const everyDays = Type.Integer({ minimum: 1, maximum: 3_650, description: 'when it is to be rotated' });
const overlapSeconds = Type.Integer({
  ...{ minimum: 0, maximum: maxOverlapS },
  description: `how long the old secret stays good after a rotation; ${defaultOverlapS} if absent`,
});
const RotationSchema = Type.Object(
  { every_days: Type.Optional(everyDays), overlap_seconds: Type.Optional(overlapSeconds) },
  { additionalProperties: false },
);

/** Never in an answer, an error, a log or any memory but the vault. */
const SecretSchema = Type.String({
  ...{ minLength: 1, maxLength: 16_384, writeOnly: true },
  description:
    'the API key, the password (basic), the client secret, or the private key in PEM (mtls); it is in no answer',
});

export const ScopedCredentialSchema = Type.Object(
  {
    ...{ id: Type.String(), org_id: Type.String(), scope: CredentialScopeSchema, service: Type.String() },
    resource: orNull(Type.String({ description: 'RFC 9728 identifier; null: any of the service' })),
    issuer: orNull(Type.String({ description: 'the authorization server; null: none, or not known yet' })),
    auth_type: Type.Enum(authTypes),
    sharing_mode: Type.Enum(sharingModes),
    injection: Type.Object({
      method: Type.Enum(injectionMethods),
      header: Type.Optional(Type.String()),
      prefix: Type.Optional(Type.String()),
    }),
    config: CredentialConfigSchema,
    agent_id: NullableText,
    user_id: NullableText,
    foreign_client_id: NullableText,
    requested_scopes: Type.Array(Type.String()),
    granted_scopes: Type.Array(Type.String()),
    upstream_account: orNull(Type.String({ description: 'the account at the other side, where it says' })),
    connected_by: orNull(Type.String({ description: 'who gave the last secret by connecting' })),
    allow_in_delegation: Type.Boolean(),
    status: Type.Enum(credentialStatuses),
    status_reason: NullableText,
    expires_at: NullableTime,
    last_used_at: NullableTime,
    last_refreshed_at: NullableTime,
    refresh_failures: Type.Integer(),
    rotation: Type.Object({
      every_days: orNull(Type.Integer()),
      overlap_seconds: Type.Integer(),
      next_at: orNull(Type.String({ description: 'when it is to be rotated' })),
      overlap_until: orNull(Type.String({ description: 'until then the secret before is good too' })),
    }),
    version: Type.Integer({ description: 'of the secret; 0 before there is one' }),
    fingerprint: orNull(Type.String({ description: 'another one for every new secret, and nothing of the secret' })),
    revision: Type.Integer({ description: 'the ETag' }),
    ...{ created_at: Time, created_by: Type.String(), updated_at: Time, revoked_at: NullableTime },
    revoked_by: NullableText,
  },
  { $id: 'ScopedCredential' },
);
export type ScopedCredential = Static<typeof ScopedCredentialSchema>;

export const CreateCredentialSchema = Type.Object(
  {
    scope: Type.Optional(
      Type.Object(
        { level: Type.Enum(['org', 'workspace']), id: Id },
        { additionalProperties: false, description: "the agent's workspace if absent; needed where no agent is named" },
      ),
    ),
    service: ServiceSchema,
    resource: Type.Optional(UriSchema('RFC 9728 identifier that it is for and no other; absent: any of the service')),
    issuer: Type.Optional(UriSchema('the authorization server that gives its tokens')),
    auth_type: Type.Enum(authTypes),
    sharing_mode: Type.Optional(Type.Enum(sharingModes, { description: 'inherit if absent' })),
    agent_id: Type.Optional(Type.String({ pattern: idPattern, description: "the agent's own; absent: shared" })),
    user_id: Type.Optional(
      Type.String({ pattern: idPattern, description: 'of this person and agent alone; yourself, nobody else' }),
    ),
    injection: Type.Optional(InjectionSchema),
    config: Type.Optional(CredentialConfigSchema),
    requested_scopes: Type.Optional(ScopesSchema('that are asked for at the other side, or that an API key has')),
    allow_in_delegation: Type.Optional(
      Type.Boolean({ description: 'a shared one that agents may use for people; by admins only' }),
    ),
    rotation: Type.Optional(RotationSchema),
    secret: Type.Optional(SecretSchema),
  },
  {
    additionalProperties: false,
    examples: [
      {
        scope: { level: 'workspace', id: 'default' },
        service: 'com.example/crm',
        resource: 'https://crm.example.com/mcp',
        auth_type: 'api_key',
        injection: { header: 'x-api-key' },
        rotation: { every_days: 90 },
        secret: 'a key that the other side gave',
      },
    ],
  },
);
export type CreateCredential = Static<typeof CreateCredentialSchema>;

/** What identifies one cannot be changed: it is named here so that the answer says so. */
const fixed = Type.Optional(Type.Unknown({ description: 'cannot be changed: 422' }));

export const UpdateCredentialSchema = Type.Object(
  {
    sharing_mode: Type.Optional(Type.Enum(sharingModes)),
    injection: Type.Optional(InjectionSchema),
    config: Type.Optional(CredentialConfigSchema),
    requested_scopes: Type.Optional(ScopesSchema('that are asked for from the next connection on')),
    allow_in_delegation: Type.Optional(Type.Boolean()),
    rotation: Type.Optional(
      Type.Object(
        { every_days: Type.Optional(orNull(everyDays)), overlap_seconds: Type.Optional(overlapSeconds) },
        { additionalProperties: false },
      ),
    ),
    ...{ scope: fixed, service: fixed, resource: fixed, issuer: fixed, auth_type: fixed },
    ...{ agent_id: fixed, user_id: fixed, secret: fixed },
  },
  { additionalProperties: false, minProperties: 1, examples: [{ sharing_mode: 'isolated' }] },
);
export type UpdateCredential = Static<typeof UpdateCredentialSchema>;

export const RotateCredentialSchema = Type.Object(
  {
    secret: SecretSchema,
    certificate: Type.Optional(Type.String({ maxLength: 16_384, description: 'of mtls: the one of the new key, PEM' })),
    overlap_seconds: Type.Optional(overlapSeconds),
  },
  { additionalProperties: false, examples: [{ secret: 'the new key', overlap_seconds: 3600 }] },
);
export type RotateCredential = Static<typeof RotateCredentialSchema>;

export const RevokeCredentialSchema = Type.Object(
  {
    reason: Type.Optional(
      Type.String({ pattern: '^[^\\u0000-\\u001f\\u007f]{1,500}$', description: 'why, for the log' }),
    ),
  },
  { additionalProperties: false, examples: [{ reason: 'the key was in a repository' }] },
);

export const EffectiveCredentialSchema = Type.Object(
  {
    ...{ agent_id: Type.String(), workspace_id: Type.String(), service: Type.String(), user_id: NullableText },
    credential_id: orNull(Type.String({ description: 'null: none, or one that is not yours to see' })),
    source: Type.Enum(credentialSources, { description: 'where it comes from' }),
    mode: orNull(Type.Enum(sharingModes)),
    status: Type.Enum(authStatuses),
    scopes_missing: Type.Array(Type.String()),
    candidates: Type.Array(Type.Object({ id: Type.String(), rejected_because: Type.Enum(rejections) }), {
      description: 'others of the service that you may see, and why they are not the one; at most 100',
    }),
    foreign_client_id: orNull(Type.String({ description: 'client of ours that an isolated one above leaves' })),
  },
  { $id: 'EffectiveCredential' },
);
export type EffectiveCredentialView = Static<typeof EffectiveCredentialSchema>;

const idText = Type.String({ minLength: 1, maxLength: 200 });
export const CredentialParamsSchema = Type.Object({ id: idText });
export const CredentialHistoryQuerySchema = Type.Object(pageQuery, { additionalProperties: false });
export const CredentialListQuerySchema = Type.Object(
  {
    ...pageQuery,
    service: Type.Optional(idText),
    agent_id: Type.Optional(idText),
    user_id: Type.Optional(idText),
    workspace_id: Type.Optional(idText),
    status: Type.Optional(Type.Enum(credentialStatuses, { description: 'all but revoked ones if absent' })),
  },
  { additionalProperties: false },
);
export const EffectiveQuerySchema = Type.Object(
  {
    agent_id: idText,
    service: idText,
    user_id: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: 'whom the agent acts for' })),
    resource: Type.Optional(UriSchema('RFC 9728 identifier of what is called')),
    issuer: Type.Optional(UriSchema('the authorization server of what is called, where it is known')),
    workspace_id: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: "the agent's if absent" })),
    scopes: Type.Optional(Type.String({ maxLength: 4_096, description: 'that the call needs, with spaces between' })),
  },
  { additionalProperties: false },
);
