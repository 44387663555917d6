/** The metadata of the issuer (RFC 8414, OpenID Connect Discovery) and of its resources (RFC 9728). */

import { tokenExchangeGrant } from '../../../contract/api/token-exchange/states.ts';
import { proofAlgorithms } from '../../../platform/http/bound-tokens/dpop-proof.ts';
import { assertionAlgorithms } from './client-keys.ts';
import { clientAuthMethods, paths } from './provider-config.ts';
import { type Resource, type Resources, scopesOf } from './resources.ts';

export interface MetadataFacts {
  readonly issuer: string;
  readonly resources: Resources;
  /** True if clients may register themselves. */
  readonly takesRegistrations: boolean;
}

export const metadataPaths = {
  server: '/.well-known/oauth-authorization-server',
  openid: '/.well-known/openid-configuration',
  resource: '/.well-known/oauth-protected-resource',
} as const;

/** Gives one document for both discoveries: neither is hurt by the members of the other. */
export function describeIssuer({ issuer, resources, takesRegistrations }: MetadataFacts) {
  return {
    issuer,
    authorization_endpoint: `${issuer}${paths.authorization}`,
    token_endpoint: `${issuer}${paths.token}`,
    ...(takesRegistrations ? { registration_endpoint: `${issuer}${paths.registration}` } : {}),
    jwks_uri: `${issuer}${paths.jwks}`,
    introspection_endpoint: `${issuer}${paths.introspection}`,
    revocation_endpoint: `${issuer}${paths.revocation}`,
    userinfo_endpoint: `${issuer}${paths.userinfo}`,
    scopes_supported: scopesOf(resources),
    grant_types_supported: ['authorization_code', 'refresh_token', 'client_credentials', tokenExchangeGrant],
    response_types_supported: ['code'],
    response_modes_supported: ['query', 'fragment', 'form_post'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: clientAuthMethods,
    token_endpoint_auth_signing_alg_values_supported: assertionAlgorithms,
    introspection_endpoint_auth_methods_supported: clientAuthMethods.filter((method) => method !== 'none'),
    introspection_endpoint_auth_signing_alg_values_supported: assertionAlgorithms,
    revocation_endpoint_auth_methods_supported: clientAuthMethods,
    revocation_endpoint_auth_signing_alg_values_supported: assertionAlgorithms,
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
    dpop_signing_alg_values_supported: proofAlgorithms,
    tls_client_certificate_bound_access_tokens: true,
    protected_resources: resources.all.map(({ uri }) => uri),
    request_parameter_supported: false,
    request_uri_parameter_supported: false,
    claims_parameter_supported: false,
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['ES256'],
    claims_supported: ['sub', 'email', 'name', 'auth_time', 'iss'],
  };
}

/** Describes a resource. `offline_access` concerns only client and issuer, and is never listed (MCP authorization). */
export function describeResource(issuer: string, { uri, name, scopes }: Resource) {
  return {
    resource: uri,
    resource_name: name,
    authorization_servers: [issuer],
    jwks_uri: `${issuer}${paths.jwks}`,
    scopes_supported: scopes,
    bearer_methods_supported: ['header'],
    dpop_signing_alg_values_supported: proofAlgorithms,
    tls_client_certificate_bound_access_tokens: true,
  };
}
