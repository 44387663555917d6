/**
 * What a gateway acts on for the agents of one organisation (issue: distribution): chains, settings and policies of
 * every scope as the verifier stores them. It travels as a compact JWS (`typ: config-bundle+jwt`, ES256, a passport key
 * of the verifier), and gateways resolve it for an agent by themselves, so that they need nobody once they hold it.
 * Everything in it is sorted, so that one revision has one payload; its ETag is `"<lineage>.<revision>"`.
 */
import { SettingDefinitionSchema, VocabularySchema } from '@assay/sdk/contract';
import { type Static, Type } from 'typebox';
import { AuditModeSchema } from '../evidence.ts';
import { AuditorChainSchema, ChainItemSchema } from './chain.ts';
import { ScopeSchema } from './scope.ts';
import { SettingEntriesSchema } from './setting.ts';

export const configBundleType = 'config-bundle+jwt';
/**
 * 1.1 tells who may call: agents' status and epoch, API keys, keys of access tokens. 1.2 tells which consents and which
 * single tokens were taken back. 1.3 tells how models and auditors of the registries stand. 1.4 tells what tokens for
 * gateways of tools are meant for. Older gateways pass over what they do not know.
 */
export const configBundleSchemaVersion = '1.4.0';

/** Status of an agent that may work, and of one that nobody registered. */
export const activeStatus = 'active';

/** What a scope says about its auditors; absent members are inherited. */
const ScopeChainSchema = Type.Object({
  /** Instances with their places, in the order of the chain. */
  items: Type.Optional(Type.Array(ChainItemSchema)),
  auditorChain: Type.Optional(AuditorChainSchema),
});

export const BundlePolicySchema = Type.Object({
  id: Type.String({ description: 'name of the policy record, unique in its scope' }),
  scope: ScopeSchema,
  version: Type.Integer(),
  /** `shadow` is evaluated beside the others, recorded, and decides nothing. */
  mode: Type.Union([Type.Literal('active'), Type.Literal('shadow')]),
  text: Type.String(),
});

export const BundleSettingsSchema = Type.Object({
  scope: ScopeSchema,
  auditor_id: Type.String(),
  settings: SettingEntriesSchema,
});

/** An auditor that an organisation registered, by what the gateway has to know of it. */
export const BundleAuditorSchema = Type.Object({
  id: Type.String(),
  image: Type.Optional(Type.String()),
  url: Type.Optional(Type.String()),
  port: Type.Integer(),
  vocabulary: VocabularySchema,
  /** Settings of the auditor itself, which its vocabulary does not tell. */
  config: Type.Optional(Type.Array(SettingDefinitionSchema)),
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
 * A secret of an API key that may call gateways, by its hash: the bundle is worth nothing to whoever reads it. A key that
 * is being rotated has two.
 */
export const BundleApiKeySchema = Type.Object({
  id: Type.String({ minLength: 1, maxLength: 200 }),
  sha256: Type.String({ pattern: '^[0-9a-f]{64}$', description: 'of the whole key as it is shown' }),
  /** The only agent that it speaks for. */
  agent_id: Type.Optional(Type.String()),
  /** It speaks for agents of this workspace only. */
  workspace_id: Type.Optional(Type.String()),
  expires_at: Type.Optional(Type.Integer({ description: 'milliseconds since the epoch; absent: never' })),
});

/** How access tokens for gateways (`at+jwt`, RFC 9068) are known. */
export const BundleAccessTokensSchema = Type.Object({
  issuer: Type.String(),
  /** The `aud` that is meant for gateways. */
  audience: Type.String(),
  /** The `aud` that is meant for gateways of tools (MCP); absent: there are none. */
  mcp_audience: Type.Optional(Type.String()),
  keys: Type.Array(BundleKeySchema),
});

/**
 * A delegation grant that ended before its time: no token under it counts, whatever else it says. Tokens under a grant
 * never outlive it, so that one that ended by its time needs no line.
 */
export const BundleEndedGrantSchema = Type.Object({
  id: Type.String({ minLength: 1, maxLength: 200 }),
  until: Type.Integer({ description: 'milliseconds since the epoch: the last token under it is over then' }),
});

/** The newest ones, and `ended_grants_cut` for the rest: a bundle has an end, and each line matters for some minutes. */
export const maxEndedGrants = 10_000;

/**
 * An access token for gateways that was taken back by itself (RFC 7009, or a consent that was narrowed). The newest
 * `maxRevokedTokens` that are not over.
 */
export const BundleRevokedTokenSchema = Type.Object({
  jti: Type.String({ minLength: 1, maxLength: 256 }),
  until: Type.Integer({ description: 'milliseconds since the epoch: no gateway takes the token from then on' }),
});
export const maxRevokedTokens = 1_000;
/** What a gateway allows between two clocks when it looks at the times of an access token. */
export const accessTokenSkewMs = 30_000;

/** Which models gateways let through: any that is not revoked, registered ones, or those that somebody approved. */
export const modelUses = ['any', 'registered', 'approved'] as const;
export type ModelUse = (typeof modelUses)[number];

/** How a model stands, by a name that calls use; names that are not here are not registered. */
export const BundleModelSchema = Type.Object({
  model_id: Type.String({ minLength: 1, maxLength: 200 }),
  status: Type.Enum(['unreviewed', 'approved', 'deprecated', 'revoked']),
});
/** A release of an auditor that is to be left, or must not run. */
export const BundleReleaseSchema = Type.Object({
  image: Type.String({ minLength: 1, maxLength: 512, description: 'repo@sha256:…; its digest says which one it is' }),
  auditor_id: Type.Union([Type.String({ maxLength: 200 }), Type.Null()]),
  status: Type.Enum(['deprecated', 'revoked']),
  reason: Type.Union([Type.String({ maxLength: 1_000 }), Type.Null()]),
});

/** As many of each as a bundle holds. */
export const maxBundleModels = 5_000;
export const maxBundleReleases = 1_000;

/** What the registries say; a list that is not there is empty. */
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
    /** Public keys that may sign a later bundle, oldest first; the signer is one of them. */
    keys: Type.Array(BundleKeySchema),
    organization: ScopeChainSchema,
    /** Those that say something about their auditors; one that is not here inherits everything. */
    workspaces: Type.Array(Type.Object({ id: Type.String(), ...ScopeChainSchema.properties })),
    /** Agents that were registered; one that is not here belongs to workspace `default`. */
    agents: Type.Array(
      Type.Object({
        id: Type.String(),
        workspace_id: Type.String(),
        audit_mode: AuditModeSchema,
        /** Milliseconds since the epoch; `enforce` again from then on. */
        audit_mode_until: Type.Optional(Type.Integer()),
        /** Why it is `observe`, and who said so. */
        audit_mode_reason: Type.Optional(Type.String()),
        audit_mode_by: Type.Optional(Type.String()),
        /** Absent: `active`, as every agent was to verifiers before 1.1. What a gateway does not know is not active. */
        status: Type.Optional(Type.String({ pattern: '^[a-z_]{1,40}$' })),
        /** Rises with everything that ends its access tokens; absent: none of them counts. */
        agent_epoch: Type.Optional(Type.Integer({ minimum: 0 })),
      }),
    ),
    /** Keys with the scope `gateway:call` that are not revoked; whoever reads them looks at the clock. */
    api_keys: Type.Optional(Type.Array(BundleApiKeySchema)),
    access_tokens: Type.Optional(BundleAccessTokensSchema),
    /** Absent: none. Whoever reads them needs no clock: a line that is too old refuses nothing that is alive. */
    ended_grants: Type.Optional(Type.Array(BundleEndedGrantSchema)),
    revoked_tokens: Type.Optional(Type.Array(BundleRevokedTokenSchema)),
    /**
     * Absent: the list is whole. Else more were taken back than it holds, and all of the others are over by then: gateways
     * take no delegated token (of the second: no token at all) that is over by then either.
     */
    ended_grants_cut: Type.Optional(Type.Integer({ description: 'milliseconds since the epoch' })),
    revoked_tokens_cut: Type.Optional(Type.Integer({ description: 'milliseconds since the epoch' })),
    /** Absent: `any`, as it was to verifiers before 1.3. */
    model_use: Type.Optional(Type.Enum(modelUses)),
    registry: Type.Optional(BundleRegistrySchema),
    auditors: Type.Array(BundleAuditorSchema),
    settings: Type.Array(BundleSettingsSchema),
    policies: Type.Array(BundlePolicySchema),
  },
  { $id: 'ConfigBundle' },
);

export type ConfigBundle = Static<typeof ConfigBundleSchema>;
export type BundlePolicy = Static<typeof BundlePolicySchema>;
export type BundleSettings = Static<typeof BundleSettingsSchema>;
export type BundleAuditor = Static<typeof BundleAuditorSchema>;
export type BundleApiKey = Static<typeof BundleApiKeySchema>;
export type BundleAccessTokens = Static<typeof BundleAccessTokensSchema>;
export type BundleEndedGrant = Static<typeof BundleEndedGrantSchema>;
export type BundleRevokedToken = Static<typeof BundleRevokedTokenSchema>;
export type BundleModel = Static<typeof BundleModelSchema>;
export type BundleRelease = Static<typeof BundleReleaseSchema>;
export type BundleKey = Static<typeof BundleKeySchema>;
export type ScopeChain = Static<typeof ScopeChainSchema>;
