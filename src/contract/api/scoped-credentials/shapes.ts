/** Wire shapes of scoped credentials. Requests carry secrets; the only answer with one goes to a gateway. */
import { type Static, Type } from 'typebox';
import { gatewayIdPattern } from '../../control/gateway-report.ts';
import { idPattern } from '../../ids.ts';
import { scopeToken } from '../../scope-token.ts';
import { pageQuery } from '../page.ts';
import {
  authStatuses,
  authTypes,
  credentialSources,
  credentialStatuses,
  injectionMethods,
  rejections,
  sharingModes,
} from './states.ts';

const orNull = <Schema extends Parameters<typeof Type.Optional>[0]>(schema: Schema) =>
  Type.Union([schema, Type.Null()]);
const Id = Type.String({ pattern: idPattern });
const Time = Type.String({ format: 'date-time' });
const NullableTime = orNull(Time);
const NullableText = orNull(Type.String());

/** The name of an app in the catalog, or a name that an admin chose. */
const ServiceSchema = Type.String({
  pattern: '^[A-Za-z0-9][A-Za-z0-9._~/@:-]{0,199}$',
  description: 'Service that it is for: the name of an app such as com.example/crm, or any name that an admin chose',
});
const UriSchema = (description: string) => Type.String({ minLength: 1, maxLength: 512, description });
const ScopesSchema = (description: string) =>
  Type.Array(Type.String({ pattern: scopeToken }), { maxItems: 100, uniqueItems: true, description });

export const CredentialScopeSchema = Type.Object(
  { level: Type.Enum(['org', 'workspace']), id: Id },
  { additionalProperties: false, description: 'Where it applies: the whole organisation, or one workspace' },
);

export const InjectionSchema = Type.Object(
  {
    method: Type.Optional(
      Type.Enum(injectionMethods, {
        description: 'Derived from auth_type if absent; `sidecar`: the gateway adds a header',
      }),
    ),
    header: Type.Optional(
      Type.String({ pattern: "^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,64}$", description: '`authorization` if absent' }),
    ),
    prefix: Type.Optional(
      Type.String({
        pattern: '^[\\x21-\\x7e](?:[\\x20-\\x7e]{0,62}[\\x20-\\x7e])?$',
        description:
          'Text before the secret, including its space; "Bearer " for authorization if absent, otherwise nothing',
      }),
    ),
  },
  { additionalProperties: false, description: 'How it is added to a call' },
);

export const CredentialConfigSchema = Type.Object(
  {
    username: Type.Optional(
      Type.String({
        pattern: '^[^\\u0000-\\u001f\\u007f:]{1,256}$',
        description: 'For `basic`: the user name, without a colon',
      }),
    ),
    client_id: Type.Optional(
      Type.String({ pattern: '^[\\x20-\\x7e]{1,256}$', description: 'Client id at the other service' }),
    ),
    client_auth: Type.Optional(
      Type.Enum(['client_secret_basic', 'client_secret_post', 'none'], {
        description: 'How that client authenticates; `client_secret_basic` if absent',
      }),
    ),
    certificate: Type.Optional(
      Type.String({
        maxLength: 16_384,
        description: 'For `mtls`: the certificate in PEM; its private key is the secret',
      }),
    ),
    environment_variable: Type.Optional(
      Type.String({
        pattern: '^[A-Za-z_][A-Za-z0-9_]{0,127}$',
        description: 'Environment variable with the secret for the process of a local server',
      }),
    ),
  },
  { additionalProperties: false, description: 'Settings other than the secret' },
);

/** 24 hours. */
export const defaultOverlapS = 86_400;
/** 7 days. */
export const maxOverlapS = 604_800;

const everyDays = Type.Integer({ minimum: 1, maximum: 3_650, description: 'How often it is rotated' });
const overlapSeconds = Type.Integer({
  minimum: 0,
  maximum: maxOverlapS,
  description: `How long the old secret stays valid after a rotation; ${defaultOverlapS} if absent`,
});
const RotationSchema = Type.Object(
  { every_days: Type.Optional(everyDays), overlap_seconds: Type.Optional(overlapSeconds) },
  { additionalProperties: false },
);

/** A secret is kept in the vault only. No answer, error or log holds it. */
const SecretSchema = Type.String({
  minLength: 1,
  maxLength: 16_384,
  writeOnly: true,
  description:
    'The API key, the password (basic), the client secret, or the private key in PEM (mtls); no answer shows it',
});

export const ScopedCredentialSchema = Type.Object(
  {
    id: Type.String(),
    org_id: Type.String(),
    scope: CredentialScopeSchema,
    service: Type.String(),
    resource: orNull(Type.String({ description: 'RFC 9728 identifier; null: any resource of the service' })),
    issuer: orNull(Type.String({ description: 'The authorization server; null: none, or not known yet' })),
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
    upstream_account: orNull(Type.String({ description: 'Account at the other service, if it names one' })),
    connected_by: orNull(Type.String({ description: 'Person who connected it last' })),
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
      next_at: orNull(Type.String({ description: 'When it is due for rotation' })),
      overlap_until: orNull(Type.String({ description: 'Until then the previous secret is valid too' })),
    }),
    version: Type.Integer({ description: 'Version of the secret; 0 before there is one' }),
    fingerprint: orNull(Type.String({ description: 'Changes with every new secret, and reveals nothing of it' })),
    revision: Type.Integer({ description: 'The ETag' }),
    created_at: Time,
    created_by: Type.String(),
    updated_at: Time,
    revoked_at: NullableTime,
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
        {
          additionalProperties: false,
          description: 'The workspace of the agent if absent; required if no agent is named',
        },
      ),
    ),
    service: ServiceSchema,
    resource: Type.Optional(
      UriSchema('RFC 9728 identifier of the only resource that it is for; any resource of the service if absent'),
    ),
    issuer: Type.Optional(UriSchema('Authorization server that issues its tokens')),
    auth_type: Type.Enum(authTypes),
    sharing_mode: Type.Optional(Type.Enum(sharingModes, { description: '`inherit` if absent' })),
    agent_id: Type.Optional(
      Type.String({ pattern: idPattern, description: 'Agent that it belongs to; shared if absent' }),
    ),
    user_id: Type.Optional(
      Type.String({
        pattern: idPattern,
        description: 'Person that it belongs to, for this agent only; you can name only yourself',
      }),
    ),
    injection: Type.Optional(InjectionSchema),
    config: Type.Optional(CredentialConfigSchema),
    requested_scopes: Type.Optional(
      ScopesSchema('Scopes that are requested at the other side, or that an API key has'),
    ),
    allow_in_delegation: Type.Optional(
      Type.Boolean({ description: 'True if agents may use a shared credential for people; set by admins only' }),
    ),
    rotation: Type.Optional(RotationSchema),
    secret: Type.Optional(SecretSchema),
  },
  {
    $id: 'CreateScopedCredential',
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

/** Identifying members of a credential cannot change. They are accepted here so that the error can say so. */
const fixed = Type.Optional(Type.Unknown({ description: 'Cannot be changed: 422' }));

export const UpdateCredentialSchema = Type.Object(
  {
    sharing_mode: Type.Optional(Type.Enum(sharingModes)),
    injection: Type.Optional(InjectionSchema),
    config: Type.Optional(CredentialConfigSchema),
    requested_scopes: Type.Optional(ScopesSchema('Scopes that are requested from the next connection on')),
    allow_in_delegation: Type.Optional(Type.Boolean()),
    rotation: Type.Optional(
      Type.Object(
        { every_days: Type.Optional(orNull(everyDays)), overlap_seconds: Type.Optional(overlapSeconds) },
        { additionalProperties: false },
      ),
    ),
    scope: fixed,
    service: fixed,
    resource: fixed,
    issuer: fixed,
    auth_type: fixed,
    agent_id: fixed,
    user_id: fixed,
    secret: fixed,
  },
  {
    $id: 'UpdateScopedCredential',
    additionalProperties: false,
    minProperties: 1,
    examples: [{ sharing_mode: 'isolated' }],
  },
);
export type UpdateCredential = Static<typeof UpdateCredentialSchema>;

export const RotateCredentialSchema = Type.Object(
  {
    secret: SecretSchema,
    certificate: Type.Optional(
      Type.String({ maxLength: 16_384, description: 'For `mtls`: the certificate of the new key in PEM' }),
    ),
    overlap_seconds: Type.Optional(overlapSeconds),
  },
  {
    $id: 'RotateScopedCredential',
    additionalProperties: false,
    examples: [{ secret: 'the new key', overlap_seconds: 3600 }],
  },
);
export type RotateCredential = Static<typeof RotateCredentialSchema>;

export const RevokeCredentialSchema = Type.Object(
  {
    reason: Type.Optional(
      Type.String({ pattern: '^[^\\u0000-\\u001f\\u007f]{1,500}$', description: 'Reason, for the log' }),
    ),
  },
  { $id: 'RevokeScopedCredential', additionalProperties: false, examples: [{ reason: 'the key was in a repository' }] },
);

/** A request without a body is the same as one with an empty object. */
export const RevokeRequestSchema = Type.Union([RevokeCredentialSchema, Type.Null()], {
  examples: [{ reason: 'the key was in a chat' }],
});

export const ConnectRequestSchema = Type.Union(
  [
    Type.Object(
      {
        scopes: Type.Optional(
          Type.Array(Type.String({ pattern: scopeToken }), {
            maxItems: 100,
            uniqueItems: true,
            description: 'Scopes needed besides those requested before; all of them are requested together',
          }),
        ),
      },
      { $id: 'ConnectScopedCredential', additionalProperties: false },
    ),
    Type.Null(),
  ],
  { examples: [{ scopes: ['contacts.read'] }] },
);

export const ConnectLinkSchema = Type.Object(
  {
    connect_url: Type.String({ description: 'Page that the person opens; it asks them to sign in first' }),
    expires_at: Type.String({ format: 'date-time' }),
  },
  { $id: 'ConnectLink' },
);

export const EffectiveCredentialSchema = Type.Object(
  {
    agent_id: Type.String(),
    workspace_id: Type.String(),
    service: Type.String(),
    user_id: NullableText,
    credential_id: orNull(Type.String({ description: 'Null: none, or one that you may not see' })),
    source: Type.Enum(credentialSources, { description: 'Level that it comes from' }),
    mode: orNull(Type.Enum(sharingModes)),
    status: Type.Enum(authStatuses),
    scopes_missing: Type.Array(Type.String()),
    candidates: Type.Array(Type.Object({ id: Type.String(), rejected_because: Type.Enum(rejections) }), {
      description: 'Other credentials of the service that you may see, and why each was not chosen; at most 100',
    }),
    foreign_client_id: orNull(
      Type.String({ description: 'Client that an isolated credential of a higher level passes to this one' }),
    ),
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
    status: Type.Optional(Type.Enum(credentialStatuses, { description: 'All except revoked ones if absent' })),
  },
  { additionalProperties: false },
);
export const EffectiveQuerySchema = Type.Object(
  {
    agent_id: idText,
    service: idText,
    user_id: Type.Optional(
      Type.String({ minLength: 1, maxLength: 200, description: 'Person that the agent acts for' }),
    ),
    resource: Type.Optional(UriSchema('RFC 9728 identifier of the called resource')),
    issuer: Type.Optional(UriSchema('Authorization server of the called resource, if it is known')),
    workspace_id: Type.Optional(
      Type.String({ minLength: 1, maxLength: 200, description: 'The workspace of the agent if absent' }),
    ),
    scopes: Type.Optional(
      Type.String({ maxLength: 4_096, description: 'Scopes that the call needs, separated by spaces' }),
    ),
  },
  { additionalProperties: false },
);

export const AskingGatewayParamsSchema = Type.Object({ id: Type.String({ pattern: gatewayIdPattern }) });
