/** What an agent may ask for at most: accounts, resources, scopes, and for how long (platform model 2). */
import { type Static, Type } from 'typebox';
import { scopeToken } from '../../contract/scope-token.ts';
import { AppError } from '../../platform/errors.ts';

export { scopeToken };

const domain = '^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$';
/** An absolute URI without a fragment (RFC 8707 section 2). */
const resourceUri = '^[A-Za-z][A-Za-z0-9+.-]{0,30}:[^\\s#"<>\\\\^`{|}\\u0000-\\u0020\\u007f-\\uffff]{1,500}$';

export const AccessManifestSchema = Type.Object(
  {
    account_domains: Type.Optional(
      Type.Array(Type.String({ pattern: domain }), {
        ...{ maxItems: 50, uniqueItems: true },
        description: 'domains of the accounts that it may act for; none: for nobody',
      }),
    ),
    resources: Type.Optional(
      Type.Array(Type.String({ pattern: resourceUri }), {
        ...{ maxItems: 50, uniqueItems: true },
        description: 'absolute URIs of what it may get tokens for (RFC 8707)',
      }),
    ),
    scopes: Type.Optional(
      Type.Array(Type.String({ pattern: scopeToken }), {
        ...{ maxItems: 100, uniqueItems: true },
        description: 'scopes that it may ask for',
      }),
    ),
    max_delegation_depth: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 5, description: 'how often a delegation may be passed on; 1 if absent' }),
    ),
    max_token_ttl_s: Type.Optional(
      Type.Integer({ minimum: 10, maximum: 300, description: 'longest life of its tokens; 300 if absent' }),
    ),
  },
  { additionalProperties: false, description: 'the most that the agent may ask for' },
);

export type AccessManifest = Required<Static<typeof AccessManifestSchema>>;

export const emptyManifest: AccessManifest = {
  account_domains: [],
  resources: [],
  scopes: [],
  max_delegation_depth: 1,
  max_token_ttl_s: 300,
};

/** Settings decide what is blocked: no agent writes any (platform model 13). */
const forbiddenScope = 'auditor-settings:write';

/** The whole manifest; what is left out has its default. @throws AppError `unprocessable`. */
export function toManifest(written: Static<typeof AccessManifestSchema>): AccessManifest {
  const index = written.scopes?.indexOf(forbiddenScope) ?? -1;
  if (index >= 0) {
    const message = `no agent may have the scope ${forbiddenScope}`;
    throw new AppError('unprocessable', message, {
      detail: message,
      errors: [{ pointer: `/access_manifest/scopes/${index}`, message }],
      extensions: { reason: 'manifest' },
    });
  }
  return { ...emptyManifest, ...written };
}
