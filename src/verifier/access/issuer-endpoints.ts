/**
 * The issuer's endpoints. Those of OAuth are open to the guard: clients prove themselves there by the rules of OAuth, and
 * where a caller of our API is asked for, the endpoint asks `authorize.ts` itself.
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
