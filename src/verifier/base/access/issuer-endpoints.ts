/**
 * The issuer's endpoints. OAuth endpoints are open to the guard: clients authenticate there by the rules of OAuth. Endpoints that
 * need a caller of our API ask `authorize.ts` themselves.
 */
export const issuerEndpoints = {
  'GET /.well-known/oauth-authorization-server': 'open',
  'GET /.well-known/openid-configuration': 'open',
  'GET /.well-known/oauth-protected-resource': 'open',
  'GET /.well-known/oauth-protected-resource/v1': 'open',
  'GET /.well-known/oauth-protected-resource/mcp': 'open',
  'GET /oauth/jwks': 'open',
  'GET /oauth/authorize': 'open',
  'GET /oauth/authorize/:uid': 'open',
  'POST /oauth/token': 'open',
  'OPTIONS /oauth/token': 'open',
  'GET /oauth/userinfo': 'open',
  'POST /oauth/userinfo': 'open',
  'OPTIONS /oauth/userinfo': 'open',
  'POST /oauth/introspect': 'open',
  'POST /oauth/revoke': 'open',
  'POST /oauth/register': 'open',
  'GET /oauth/register/:id': 'open',
  'PUT /oauth/register/:id': 'open',
  'DELETE /oauth/register/:id': 'open',
} as const;
