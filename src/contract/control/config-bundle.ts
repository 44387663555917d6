/**
 * The configuration that a gateway applies to the agents of one organisation: chains, settings and policies of every
 * scope as the verifier stores them. It travels as a compact JWS (`typ: config-bundle+jwt`, ES256, a passport key of
 * the verifier). Gateways resolve it for an agent by themselves, so that they work without the verifier once they
 * hold it. All lists are sorted, so that one revision has one payload. Its ETag is `"<lineage>.<revision>"`.
 */
import { SettingDefinitionSchema, VocabularySchema } from '@assay/sdk/contract';
import { type Static, Type } from 'typebox';
import { AuditModeSchema } from '../evidence.ts';
import { AuditorChainSchema, ChainItemSchema } from './chain.ts';
import { ScopeSchema } from './scope.ts';
import { SettingEntriesSchema } from './setting.ts';

export const configBundleType = 'config-bundle+jwt';
/**
 * 1.1 adds callers: status and epoch of agents, API keys, keys of access tokens. 1.2 adds revoked consents and
 * revoked single tokens. 1.3 adds the state of models and auditors in the registries. 1.4 adds the audience of tokens
 * for gateways of tools. 1.5 adds auditors that were installed as apps. Older gateways ignore unknown members.
 */
export const configBundleSchemaVersion = '1.5.0';

/** Status of an agent that may work, and of an agent that nobody registered. */
export const activeStatus = 'active';

/** Auditor configuration of a scope. Absent members are inherited. */
const ScopeChainSchema = Type.Object({
  /** Instances with their positions, in chain order. */
  items: Type.Optional(Type.Array(ChainItemSchema)),
  auditorChain: Type.Optional(AuditorChainSchema),
});

export const BundlePolicySchema = Type.Object({
  id: Type.String({ description: 'name of the policy record, unique in its scope' }),
  scope: ScopeSchema,
  version: Type.Integer(),
  /** `shadow` policies are evaluated and recorded with the others, but decide nothing. */
  mode: Type.Union([Type.Literal('active'), Type.Literal('shadow')]),
  text: Type.String(),
});

export const BundleSettingsSchema = Type.Object({
  scope: ScopeSchema,
  auditor_id: Type.String(),
  settings: SettingEntriesSchema,
});

/** An auditor that an organisation registered, as far as a gateway needs to know it. */
export const BundleAuditorSchema = Type.Object({
  id: Type.String(),
  image: Type.Optional(Type.String()),
  url: Type.Optional(Type.String()),
  port: Type.Integer(),
  vocabulary: VocabularySchema,
  /** Settings of the auditor itself, which its vocabulary does not list. */
  config: Type.Optional(Type.Array(SettingDefinitionSchema)),
});

/**
 * An auditor that was installed as an app. It joins the chain of a workspace or an agent, after the auditors that the
 * chain has anyway; `auditors` or the release says where it is and what it claims.
 */
export const BundleJoinedAuditorSchema = Type.Object({
  scope: ScopeSchema,
  auditor_id: Type.String({ minLength: 1, maxLength: 128 }),
  withheld: Type.Optional(
    Type.String({ maxLength: 200, description: 'Why it is not asked; its claims are missing meanwhile' }),
  ),
});

/** A public key of the verifier, as in its own key set. */
export const BundleKeySchema = Type.Object({
  kid: Type.String(),
  kty: Type.Literal('EC'),
  crv: Type.Literal('P-256'),
  x: Type.String(),
  y: Type.String(),
});

/**
 * The hash of an API key that may call gateways, so that a reader of the bundle gains no secret. A key in rotation
 * has two.
 */
export const BundleApiKeySchema = Type.Object({
  id: Type.String({ minLength: 1, maxLength: 200 }),
  sha256: Type.String({ pattern: '^[0-9a-f]{64}$', description: 'of the whole key as it is shown' }),
  /** The only agent that the key speaks for. */
  agent_id: Type.Optional(Type.String()),
  /** The key speaks for agents of this workspace only. */
  workspace_id: Type.Optional(Type.String()),
  expires_at: Type.Optional(Type.Integer({ description: 'milliseconds since the epoch; absent: never' })),
});

/** How gateways recognise access tokens (`at+jwt`, RFC 9068). */
export const BundleAccessTokensSchema = Type.Object({
  issuer: Type.String(),
  /** `aud` of tokens for gateways. */
  audience: Type.String(),
  /** `aud` of tokens for gateways of tools (MCP). Absent: no such tokens exist. */
  mcp_audience: Type.Optional(Type.String()),
  keys: Type.Array(BundleKeySchema),
});

/**
 * A delegation grant that ended early. Every token under it is refused. Tokens never outlive their grant, so grants
 * that expired by themselves need no line.
 */
export const BundleEndedGrantSchema = Type.Object({
  id: Type.String({ minLength: 1, maxLength: 200 }),
  until: Type.Integer({ description: 'milliseconds since the epoch: the last token under it is over then' }),
});

/**
 * Most lines of ended grants; the newest are kept, and `ended_grants_cut` covers the rest. Each line matters for a
 * few minutes only.
 */
export const maxEndedGrants = 10_000;

/**
 * An access token for gateways that was revoked by itself (RFC 7009, or a narrowed consent). The bundle holds the
 * newest `maxRevokedTokens` that have not expired.
 */
export const BundleRevokedTokenSchema = Type.Object({
  jti: Type.String({ minLength: 1, maxLength: 256 }),
  until: Type.Integer({ description: 'milliseconds since the epoch: no gateway takes the token from then on' }),
});
export const maxRevokedTokens = 1_000;
/** Allowed clock difference for the times of an access token, in milliseconds. */
export const accessTokenSkewMs = 30_000;

/** Models that gateways allow: any that is not revoked, registered ones, or approved ones. */
export const modelUses = ['any', 'registered', 'approved'] as const;
export type ModelUse = (typeof modelUses)[number];

/** State of a model, by a name that calls use. Absent names are not registered. */
export const BundleModelSchema = Type.Object({
  model_id: Type.String({ minLength: 1, maxLength: 200 }),
  status: Type.Enum(['unreviewed', 'approved', 'deprecated', 'revoked']),
});
/** A release of an auditor that is deprecated, or must not run. */
export const BundleReleaseSchema = Type.Object({
  image: Type.String({ minLength: 1, maxLength: 512, description: 'repo@sha256:…; its digest says which one it is' }),
  auditor_id: Type.Union([Type.String({ maxLength: 200 }), Type.Null()]),
  status: Type.Enum(['deprecated', 'revoked']),
  reason: Type.Union([Type.String({ maxLength: 1_000 }), Type.Null()]),
});

/** Most entries of each list in a bundle. */
export const maxBundleModels = 5_000;
export const maxBundleReleases = 1_000;

/** State of the registries. An absent list is empty. */
export const BundleRegistrySchema = Type.Object({
  models: Type.Optional(Type.Array(BundleModelSchema, { maxItems: maxBundleModels })),
  auditors: Type.Optional(Type.Array(BundleReleaseSchema, { maxItems: maxBundleReleases })),
});

export const ConfigBundleSchema = Type.Object(
  {
    schema_version: Type.String({ pattern: '^\\d+\\.\\d+\\.\\d+$' }),
    iss: Type.String(),
    iat: Type.Integer({ description: 'seconds; time of the last change in it, so that one revision has one payload' }),
    org_id: Type.String(),
    lineage: Type.String({ description: 'the database that counts the revisions; another one after a loss' }),
    revision: Type.Integer({ minimum: 0, description: 'rises with every change of the organisation' }),
    /** Public keys that may sign a later bundle, oldest first. The signer is one of them. */
    keys: Type.Array(BundleKeySchema),
    organization: ScopeChainSchema,
    /** Workspaces that configure their auditors. Absent ones inherit everything. */
    workspaces: Type.Array(Type.Object({ id: Type.String(), ...ScopeChainSchema.properties })),
    /** Registered agents. Absent ones belong to workspace `default`. */
    agents: Type.Array(
      Type.Object({
        id: Type.String(),
        workspace_id: Type.String(),
        audit_mode: AuditModeSchema,
        /** Milliseconds since the epoch; the mode is `enforce` again from then on. */
        audit_mode_until: Type.Optional(Type.Integer()),
        /** Why the mode is `observe`, and who set it. */
        audit_mode_reason: Type.Optional(Type.String()),
        audit_mode_by: Type.Optional(Type.String()),
        /** Absent: `active`, as for verifiers before 1.1. A gateway treats an unknown status as not active. */
        status: Type.Optional(Type.String({ pattern: '^[a-z_]{1,40}$' })),
        /** Rises whenever all access tokens of the agent end. Absent: none of them is valid. */
        agent_epoch: Type.Optional(Type.Integer({ minimum: 0 })),
      }),
    ),
    /** Keys with the scope `gateway:call` that are not revoked. The reader checks their expiry. */
    api_keys: Type.Optional(Type.Array(BundleApiKeySchema)),
    access_tokens: Type.Optional(BundleAccessTokensSchema),
    /** Absent: none. The reader needs no clock: a line about an expired token refuses nothing that is valid. */
    ended_grants: Type.Optional(Type.Array(BundleEndedGrantSchema)),
    revoked_tokens: Type.Optional(Type.Array(BundleRevokedTokenSchema)),
    /**
     * Absent: the list is complete. Otherwise more were revoked than it holds, and all of the others expire by this
     * time: gateways refuse every delegated token that expires by then (of the second list: every token).
     */
    ended_grants_cut: Type.Optional(Type.Integer({ description: 'milliseconds since the epoch' })),
    revoked_tokens_cut: Type.Optional(Type.Integer({ description: 'milliseconds since the epoch' })),
    /** Absent: `any`, as for verifiers before 1.3. */
    model_use: Type.Optional(Type.Enum(modelUses)),
    registry: Type.Optional(BundleRegistrySchema),
    auditors: Type.Array(BundleAuditorSchema),
    /** Absent: none, as for verifiers before 1.5. */
    joined_auditors: Type.Optional(Type.Array(BundleJoinedAuditorSchema)),
    settings: Type.Array(BundleSettingsSchema),
    policies: Type.Array(BundlePolicySchema),
  },
  { $id: 'ConfigBundle' },
);

export type ConfigBundle = Static<typeof ConfigBundleSchema>;
export type BundlePolicy = Static<typeof BundlePolicySchema>;
export type BundleSettings = Static<typeof BundleSettingsSchema>;
export type BundleAuditor = Static<typeof BundleAuditorSchema>;
export type BundleJoinedAuditor = Static<typeof BundleJoinedAuditorSchema>;
export type BundleApiKey = Static<typeof BundleApiKeySchema>;
export type BundleAccessTokens = Static<typeof BundleAccessTokensSchema>;
export type BundleEndedGrant = Static<typeof BundleEndedGrantSchema>;
export type BundleRevokedToken = Static<typeof BundleRevokedTokenSchema>;
export type BundleModel = Static<typeof BundleModelSchema>;
export type BundleRelease = Static<typeof BundleReleaseSchema>;
export type BundleKey = Static<typeof BundleKeySchema>;
export type ScopeChain = Static<typeof ScopeChainSchema>;
