import { describe, expect, it } from 'vitest';
import { toIssuerUrl } from './create.ts';
import { describeIssuer, describeResource } from './metadata.ts';
import { createResources } from './resources.ts';

const issuer = 'https://assay.example';
const resources = createResources(issuer);

describe("the issuer's metadata", () => {
  it('has what clients of OAuth 2.1 and MCP need, and nothing unsupported', () => {
    const document = describeIssuer({ issuer, resources, takesRegistrations: true });
    expect(document).toMatchObject({
      issuer,
      response_types_supported: ['code'],
      code_challenge_methods_supported: ['S256'],
      authorization_endpoint: `${issuer}/oauth/authorize`,
      token_endpoint: `${issuer}/oauth/token`,
      registration_endpoint: `${issuer}/oauth/register`,
      jwks_uri: `${issuer}/oauth/jwks`,
      introspection_endpoint: `${issuer}/oauth/introspect`,
      revocation_endpoint: `${issuer}/oauth/revoke`,
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
      tls_client_certificate_bound_access_tokens: true,
      protected_resources: [`${issuer}/v1`, `${issuer}/gateway`],
    });
    // The token endpoint binds tokens only to keys that our API checks: no RSA (see `dpop-proof.test.ts`).
    expect(document.dpop_signing_alg_values_supported).not.toContain('PS256');
    // No client can register with a certificate that none of our authorities has signed.
    expect(document.token_endpoint_auth_methods_supported).not.toContain('self_signed_tls_client_auth');
    expect(document.grant_types_supported).toEqual([
      ...['authorization_code', 'refresh_token', 'client_credentials'],
      'urn:ietf:params:oauth:grant-type:token-exchange',
    ]);
    for (const algorithms of [
      document.dpop_signing_alg_values_supported,
      document.token_endpoint_auth_signing_alg_values_supported,
    ]) {
      expect(algorithms.filter((name) => name.startsWith('HS') || String(name) === 'none')).toEqual([]);
    }
  });

  it('names the resource as clients request it, without offline_access among its scopes', () => {
    const document = describeResource(issuer, resources.api);
    expect(document).toMatchObject({ resource: `${issuer}/v1`, authorization_servers: [issuer] });
    expect(document.scopes_supported).not.toContain('offline_access');
  });

  it.each([
    ['https://assay.example', issuer, true],
    ['https://assay.example/', issuer, true],
    ['https://assay.example/assay', 'https://assay.example/assay', false],
    ['spiffe://assay.local/verifier/default', 'spiffe://assay.local/verifier/default', false],
  ])('names for %s the issuer %s, configured %s', (url, expected, isConfigured) => {
    expect(toIssuerUrl(url)).toEqual({ issuer: expected, isConfigured });
  });
});
