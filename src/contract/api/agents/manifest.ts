/** The access manifest: the most that an agent may ask for. */
import { type Static, Type } from 'typebox';
import { scopeToken } from '../../scope-token.ts';

const domain = '^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$';
/** An absolute URI without a fragment (RFC 8707 section 2). */
const resourceUri = '^[A-Za-z][A-Za-z0-9+.-]{0,30}:[^\\s#"<>\\\\^`{|}\\u0000-\\u0020\\u007f-\\uffff]{1,500}$';

export const AccessManifestSchema = Type.Object(
  {
    account_domains: Type.Optional(
      Type.Array(Type.String({ pattern: domain }), {
        maxItems: 50,
        uniqueItems: true,
        description: 'Domains of the accounts that the agent may act for; an empty list allows no account',
      }),
    ),
    resources: Type.Optional(
      Type.Array(Type.String({ pattern: resourceUri }), {
        maxItems: 50,
        uniqueItems: true,
        description: 'Absolute URIs of the resources that the agent may get tokens for (RFC 8707)',
      }),
    ),
    scopes: Type.Optional(
      Type.Array(Type.String({ pattern: scopeToken }), {
        maxItems: 100,
        uniqueItems: true,
        description: 'Scopes that the agent may ask for',
      }),
    ),
    max_delegation_depth: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 5, description: 'How often a delegation may be passed on; default 1' }),
    ),
    max_token_ttl_s: Type.Optional(
      Type.Integer({ minimum: 10, maximum: 300, description: 'Longest life of its tokens in seconds; default 300' }),
    ),
  },
  {
    additionalProperties: false,
    description: 'The maximum access that the agent may ask for',
    $id: 'WriteAccessManifest',
  },
);

/** The whole manifest with its defaults. */
export type AccessManifest = Required<Static<typeof AccessManifestSchema>>;

export const AccessManifestViewSchema = Type.Object(
  {
    account_domains: Type.Array(Type.String()),
    resources: Type.Array(Type.String()),
    scopes: Type.Array(Type.String()),
    max_delegation_depth: Type.Integer(),
    max_token_ttl_s: Type.Integer(),
  },
  { $id: 'AccessManifest' },
);
