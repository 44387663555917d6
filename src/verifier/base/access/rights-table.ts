/**
 * Who may call what, written by hand and read by people: the policies of this folder are tested against it, endpoint by
 * endpoint and role by role (`rights.test.ts`), and docs/authorization.md shows it. It is made from nothing: a change of
 * the policies that moves a right makes a test fail until the right is changed here too.
 *
 * The columns: a stranger without any credential (n); people by their role: viewer (V), reviewer (R), operator (O),
 * admin (A); the holder of the operator token (D); an agent on itself, whose owner is an operator (a); a gateway (g); a
 * viewer who owns (w) or edits (e) the agent in question; an agent that acts for an operator by a delegation, and whose
 * own owner is an operator (x). A dot: refused. Last the scope that a limited credential needs: `*` none is asked for, `-`
 * no limited credential may.
 */
export const rightsTable = `
METHOD PATH                                                       n V R O A D a g w e x  SCOPE

GET    /                                                          n V R O A D a g w e x  *

GET    /assets/pages.css                                          n V R O A D a g w e x  *

GET    /assets/mark.svg                                           n V R O A D a g w e x  *

GET    /console                                                   n V R O A D a g w e x  *
GET    /console/*                                                 n V R O A D a g w e x  *

GET    /login                                                     n V R O A D a g w e x  *

POST   /login                                                     n V R O A D a g w e x  *

POST   /logout                                                    n V R O A D a g w e x  *

GET    /oauth/interaction/:uid                                    n V R O A D a g w e x  *
POST   /oauth/interaction/:uid                                    n V R O A D a g w e x  *
POST   /oauth/interaction/:uid/abort                              n V R O A D a g w e x  *

GET    /invite/:token                                             n V R O A D a g w e x  *
POST   /invite/:token                                             n V R O A D a g w e x  *

GET    /account                                                   n V R O A D a g w e x  *

GET    /account/*                                                 n V R O A D a g w e x  *

POST   /account/organization                                      n V R O A D a g w e x  *

GET    /account/password                                          n V R O A D a g w e x  *
POST   /account/password                                          n V R O A D a g w e x  *

GET    /account/sessions                                          n V R O A D a g w e x  *
POST   /account/sessions/end                                      n V R O A D a g w e x  *
POST   /account/sessions/end-others                               n V R O A D a g w e x  *

GET    /account/keys                                              n V R O A D a g w e x  *
POST   /account/keys                                              n V R O A D a g w e x  *
POST   /account/keys/rotate                                       n V R O A D a g w e x  *
POST   /account/keys/revoke                                       n V R O A D a g w e x  *

GET    /account/applications                                      n V R O A D a g w e x  *
POST   /account/applications/revoke                               n V R O A D a g w e x  *

GET    /account/delegations                                       n V R O A D a g w e x  *
POST   /account/delegations/narrow                                n V R O A D a g w e x  *
POST   /account/delegations/revoke                                n V R O A D a g w e x  *
POST   /account/delegations/revoke-all                            n V R O A D a g w e x  *

GET    /account/approvals                                         n V R O A D a g w e x  *
GET    /account/approvals/:id                                     n V R O A D a g w e x  *
POST   /account/approvals/:id                                     n V R O A D a g w e x  *

GET    /consent/:id                                               n V R O A D a g w e x  *
POST   /consent/:id                                               n V R O A D a g w e x  *

GET    /connect/:ticket                                           n V R O A D a g w e x  *
POST   /connect/:ticket                                           n V R O A D a g w e x  *

GET    /account/connections                                       n V R O A D a g w e x  *
POST   /account/connections/connect                               n V R O A D a g w e x  *
POST   /account/connections/revoke                                n V R O A D a g w e x  *

GET    /account/members                                           n V R O A D a g w e x  *
POST   /account/members/invite                                    n V R O A D a g w e x  *
POST   /account/members/withdraw                                  n V R O A D a g w e x  *
POST   /account/members/role                                      n V R O A D a g w e x  *
POST   /account/members/remove                                    n V R O A D a g w e x  *

GET    /.well-known/oauth-authorization-server                    n V R O A D a g w e x  *
GET    /.well-known/openid-configuration                          n V R O A D a g w e x  *
GET    /.well-known/oauth-protected-resource                      n V R O A D a g w e x  *
GET    /.well-known/oauth-protected-resource/v1                   n V R O A D a g w e x  *
GET    /.well-known/oauth-protected-resource/mcp                  n V R O A D a g w e x  *

GET    /oauth/jwks                                                n V R O A D a g w e x  *

GET    /oauth/authorize                                           n V R O A D a g w e x  *
GET    /oauth/authorize/:uid                                      n V R O A D a g w e x  *

POST   /oauth/token                                               n V R O A D a g w e x  *
OPTIONS /oauth/token                                               n V R O A D a g w e x  *

GET    /oauth/userinfo                                            n V R O A D a g w e x  *
POST   /oauth/userinfo                                            n V R O A D a g w e x  *
OPTIONS /oauth/userinfo                                            n V R O A D a g w e x  *

POST   /oauth/introspect                                          n V R O A D a g w e x  *

POST   /oauth/revoke                                              n V R O A D a g w e x  *

POST   /oauth/register                                            n V R O A D a g w e x  *
GET    /oauth/register/:id                                        n V R O A D a g w e x  *
PUT    /oauth/register/:id                                        n V R O A D a g w e x  *
DELETE /oauth/register/:id                                        n V R O A D a g w e x  *

GET    /v1/oauth-clients                                          . V R O A D . . w e x  clients:read
GET    /v1/oauth-clients/:id                                      . V R O A D . . w e x  clients:read
DELETE /v1/oauth-clients/:id                                      . . . . A D . . . . .  clients:write

GET    /health                                                    n V R O A D a g w e x  *
GET    /metrics                                                   . V R O A D . g w e x  metrics:read
GET    /openapi.json                                              n V R O A D a g w e x  *
GET    /.well-known/jwks.json                                     n V R O A D a g w e x  *
GET    /.well-known/mcp                                           n V R O A D a g w e x  *
POST   /mcp                                                       . V R O A D a g w e x  *

GET    /v1/agents                                                 . V R O A D . . w e x  agents:read
POST   /v1/agents                                                 . . . O A D . . . . .  agents:write
GET    /v1/agents/:id                                             . V R O A D a . w e x  agents:read
PATCH  /v1/agents/:id                                             . . . O A D . . w e .  agents:write
GET    /v1/agents/:id/history                                     . V R O A D a . w e x  agents:read
DELETE /v1/agents/:id                                             . . . . A D . . w . .  agents:write
POST   /v1/agents/:id/approve                                     . . R . A D . . . . .  agents:approve
POST   /v1/agents/:id/activate                                    . . . O A D . . w e .  agents:write
POST   /v1/agents/:id/stop                                        . . . O A D . . w e x  agents:write
POST   /v1/agents/:id/start                                       . . . O A D . . w e .  agents:write
POST   /v1/agents/:id/suspend                                     . . . O A D . . w e x  agents:write
POST   /v1/agents/:id/reactivate                                  . . . O A D . . w e .  agents:write
POST   /v1/agents/:id/decommission                                . . . . A D . . w . .  agents:write
POST   /v1/agents/:id/transfer                                    . . . . A D . . w . .  agents:write
POST   /v1/agents/:id/attest                                      . . . . A D . . w . .  agents:write
POST   /v1/agents/:id/heartbeat                                   . . . O A D a . w e .  agents:act
POST   /v1/agents/:id/rotate-credentials                          . . . . A D . . w . .  agents:write
POST   /v1/agents/:id/identity-document                           . . . . A D a . w . .  agents:act

GET    /v1/spiffe/bundle                                          n V R O A D a g w e x  *

GET    /v1/agents/:id/access                                      . V R O A D a . w e x  agents:read
PUT    /v1/agents/:id/access                                      . . . . A D . . w . .  agents:write

POST   /v1/spiffe/x509-svid                                       . V R O A D a g w e .  *

GET    /v1/agents/:agent_id/delegations                           . V R O A D a . w e x  delegations:read
POST   /v1/agents/:agent_id/delegations                           . V R O A D . . w e .  delegations:write
GET    /v1/agents/:agent_id/delegations/pending                   . V R O A D a . w e x  delegations:read
GET    /v1/agents/:agent_id/delegations/:grant_id                 . V R O A D a . w e x  delegations:read
PATCH  /v1/agents/:agent_id/delegations/:grant_id                 . V R O A D . . w e .  delegations:write
DELETE /v1/agents/:agent_id/delegations/:grant_id                 . V R O A D a . w e .  delegations:write

POST   /v1/token-exchange                                         n V R O A D a g w e x  *

GET    /v1/approvals                                              . V R O A D a g w e x  approvals:read
POST   /v1/approvals                                              . V R O A D a g w e .  approvals:write
GET    /v1/approvals/:id                                          . V R O A D a g w e x  approvals:read
POST   /v1/approvals/:id/approve                                  . V R O A D . . w e .  approvals:decide
POST   /v1/approvals/:id/deny                                     . V R O A D . . w e .  approvals:decide
POST   /v1/approvals/:id/cancel                                   . V R O A D a g w e .  approvals:write

GET    /v1/on-behalf-of                                           . V R O A D a g w e x  delegations:read
GET    /v1/on-behalf-of/tokens/:jti/chain                         . V R O A D a g w e x  delegations:read
POST   /v1/on-behalf-of/authorize                                 . V R O A D a g w e .  approvals:write

POST   /v1/gateways/:id/escalations                               . . . . . D . g . . .  gateways:serve

GET    /v1/scoped-tools                                           . V R O A D a . w e x  tools:read
POST   /v1/scoped-tools                                           . . . O A D . . . . .  tools:write
GET    /v1/scoped-tools/effective                                 . V R O A D a . w e x  tools:read
GET    /v1/scoped-tools/:id                                       . V R O A D a . w e x  tools:read
PATCH  /v1/scoped-tools/:id                                       . . . O A D . . . . .  tools:write
DELETE /v1/scoped-tools/:id                                       . . . O A D . . . . .  tools:write
GET    /v1/scoped-tools/:id/history                               . V R O A D a . w e x  tools:read

GET    /v1/scoped-credentials                                     . V R O A D a . w e x  credentials:read
POST   /v1/scoped-credentials                                     . V R O A D . . w e .  credentials:write
GET    /v1/scoped-credentials/effective                           . V R O A D a . w e x  credentials:read
GET    /v1/scoped-credentials/callback                            n V R O A D a g w e x  *
GET    /v1/scoped-credentials/callback/:server                    n V R O A D a g w e x  *
GET    /v1/scoped-credentials/:id                                 . V R O A D a . w e x  credentials:read
PATCH  /v1/scoped-credentials/:id                                 . V R O A D . . w e .  credentials:write
DELETE /v1/scoped-credentials/:id                                 . V R O A D a . w e .  credentials:write
GET    /v1/scoped-credentials/:id/history                         . V R O A D a . w e x  credentials:read
POST   /v1/scoped-credentials/:id/connect                         . V R O A D a . w e .  credentials:write
POST   /v1/scoped-credentials/:id/revoke                          . V R O A D a . w e .  credentials:write
POST   /v1/scoped-credentials/:id/rotate                          . V R O A D . . w e .  credentials:write
POST   /v1/scoped-credentials/:id/refresh                         . V R O A D . . w e .  credentials:write

POST   /v1/gateways/:id/credentials                               . . . . . D . g . . .  gateways:serve
POST   /v1/gateways/:id/tools                                     . . . . . D . g . . .  gateways:serve

GET    /oauth/client-metadata.json                                n V R O A D a g w e x  *

GET    /v1/foreign-clients                                        . . . O A D . . . . x  credentials:read
POST   /v1/foreign-clients                                        . . . . A D . . . . .  credentials:write
GET    /v1/foreign-clients/:id                                    . . . O A D . . . . x  credentials:read
DELETE /v1/foreign-clients/:id                                    . . . . A D . . . . .  credentials:write

GET    /v1/app-catalog                                            . V R O A D a . w e x  apps:read
POST   /v1/app-catalog                                            . . . . A D . . . . .  apps:write
GET    /v1/app-catalog/:app_id                                    . V R O A D a . w e x  apps:read
PATCH  /v1/app-catalog/:app_id                                    . . . . A D . . . . .  apps:write
DELETE /v1/app-catalog/:app_id                                    . . . . A D . . . . .  apps:write
GET    /v1/app-catalog/:app_id/versions                           . V R O A D a . w e x  apps:read
POST   /v1/app-catalog/:app_id/versions                           . . . . A D . . . . .  apps:write
POST   /v1/app-catalog/:app_id/install                            . V R O A D . . w e .  apps:install
GET    /v1/app-catalog/installations                              . V R O A D a . w e x  apps:read
GET    /v1/app-catalog/installations/:id                          . V R O A D a . w e x  apps:read
DELETE /v1/app-catalog/installations/:id                          . V R O A D . . w e .  apps:install
POST   /v1/app-catalog/installations/:id/retry                    . V R O A D . . w e .  apps:install
POST   /v1/app-catalog/installations/:id/upgrade                  . V R O A D . . w e .  apps:install
GET    /v1/app-catalog/installations/:id/tools                    . V R O A D a . w e x  apps:read
POST   /v1/app-catalog/installations/:id/check-tools              . V R O A D . . w e .  apps:install
POST   /v1/app-catalog/installations/:id/approve-tools            . V R O A D . . w e .  apps:install

GET    /v1/agents/:agent_id/apps                                  . V R O A D a . w e x  agents:read

GET    /v1/organizations/:id/outbound-rules                       . . . . A D . . . . .  organizations:read
PUT    /v1/organizations/:id/outbound-rules                       . . . . . D . . . . .  organizations:write

GET    /v1/vault                                                  . . . . . D . . . . .  vault:read
POST   /v1/vault/rotate                                           . . . . . D . . . . .  vault:write
POST   /v1/vault/rewrap                                           . . . . . D . . . . .  vault:write
POST   /v1/vault/minimum-version                                  . . . . . D . . . . .  vault:write

GET    /v1/events                                                 . . . O A D . . . . x  events:read

GET    /v1/me                                                     . V R O A D a g w e x  *
PATCH  /v1/me                                                     . V R O A D . . w e .  self:write
DELETE /v1/me/membership                                          . V R O A D . . w e .  self:write

GET    /v1/members                                                . V R O A D . . w e x  members:read
GET    /v1/members/:id                                            . V R O A D . . w e x  members:read
PATCH  /v1/members/:id                                            . . . . A D . . . . .  members:write
DELETE /v1/members/:id                                            . . . . A D . . . . .  members:write

POST   /v1/invitations                                            . . . . A D . . . . .  members:write
GET    /v1/invitations                                            . V R O A D . . w e x  members:read
POST   /v1/invitations/:id/accept                                 n V R O A D a g w e x  *
DELETE /v1/invitations/:id                                        . . . . A D . . . . .  members:write

GET    /v1/people                                                 . . . . . D . . . . .  people:read
GET    /v1/people/:id                                             . . . . . D . . . . .  people:read
PATCH  /v1/people/:id                                             . . . . . D . . . . .  people:write
POST   /v1/people/:id/reset-password                              . . . . . D . . . . .  people:write

GET    /v1/agents/:id/lifecycle                                   . V R O A D a . w e x  agents:read

GET    /v1/lifecycle/policies                                     . V R O A D . . w e x  agents:read
POST   /v1/lifecycle/policies                                     . . . O A D . . . . .  lifecycle:write
GET    /v1/lifecycle/policies/:id                                 . V R O A D . . w e x  agents:read
PUT    /v1/lifecycle/policies/:id                                 . . . O A D . . . . .  lifecycle:write
DELETE /v1/lifecycle/policies/:id                                 . . . O A D . . . . .  lifecycle:write
POST   /v1/lifecycle/evaluate                                     . . . O A D . . . . .  lifecycle:write

GET    /v1/access-reviews                                         . V R O A D . . w e x  reviews:read
POST   /v1/access-reviews                                         . . . . A D . . . . .  reviews:write
GET    /v1/access-reviews/:id                                     . V R O A D . . w e x  reviews:read
POST   /v1/access-reviews/:id/end                                 . . . . A D . . . . .  reviews:write
GET    /v1/access-reviews/:id/instances                           . V R O A D . . w e x  reviews:read
GET    /v1/access-reviews/instances/:iid                          . V R O A D . . w e x  reviews:read
GET    /v1/access-reviews/instances/:iid/decisions                . V R O A D . . w e x  reviews:read
PATCH  /v1/access-reviews/instances/:iid/decisions/:did           . . R . A D . . . . .  reviews:decide
POST   /v1/access-reviews/instances/:iid/start                    . . . . A D . . . . .  reviews:write
POST   /v1/access-reviews/instances/:iid/complete                 . . . . A D . . . . .  reviews:write
POST   /v1/access-reviews/instances/:iid/apply                    . . . . A D . . . . .  reviews:write
GET    /v1/access-reviews/:id/instances/:iid                      . V R O A D . . w e x  reviews:read
GET    /v1/access-reviews/:id/instances/:iid/decisions            . V R O A D . . w e x  reviews:read
PATCH  /v1/access-reviews/:id/instances/:iid/decisions/:did       . . R . A D . . . . .  reviews:decide
POST   /v1/access-reviews/:id/instances/:iid/start                . . . . A D . . . . .  reviews:write
POST   /v1/access-reviews/:id/instances/:iid/complete             . . . . A D . . . . .  reviews:write
POST   /v1/access-reviews/:id/instances/:iid/apply                . . . . A D . . . . .  reviews:write

GET    /v1/organizations                                          . V R O A D . g w e x  organizations:read
POST   /v1/organizations                                          . . . . . D . . . . .  organizations:write
GET    /v1/organizations/:id                                      . V R O A D . g w e x  organizations:read
PATCH  /v1/organizations/:id                                      . . . . A D . . . . .  organizations:write

GET    /v1/api-keys                                               . V R O A D . . w e x  keys:read
POST   /v1/api-keys                                               . V R O A D . . w e .  keys:write
GET    /v1/api-keys/:id                                           . V R O A D . . w e x  keys:read
POST   /v1/api-keys/:id/rotate                                    . V R O A D . . w e .  keys:write
DELETE /v1/api-keys/:id                                           . V R O A D . . w e .  keys:write

GET    /login/outside                                             n V R O A D a g w e x  *
GET    /login/outside/callback                                    n V R O A D a g w e x  *

GET    /v1/workspaces                                             . V R O A D . . w e x  workspaces:read
POST   /v1/workspaces                                             . . . O A D . . . . .  workspaces:write
GET    /v1/workspaces/:id                                         . V R O A D . . w e x  workspaces:read
PATCH  /v1/workspaces/:id                                         . . . O A D . . . . .  workspaces:write
DELETE /v1/workspaces/:id                                         . . . O A D . . . . .  workspaces:write
GET    /v1/workspaces/:id/history                                 . V R O A D . . w e x  workspaces:read

GET    /api/v1/workspaces                                         . V R O A D . . w e x  workspaces:read
POST   /api/v1/workspaces                                         . . . O A D . . . . .  workspaces:write
GET    /api/v1/workspaces/:id                                     . V R O A D . . w e x  workspaces:read
PATCH  /api/v1/workspaces/:id                                     . . . O A D . . . . .  workspaces:write
DELETE /api/v1/workspaces/:id                                     . . . O A D . . . . .  workspaces:write
GET    /api/v1/workspaces/:id/history                             . V R O A D . . w e x  workspaces:read

GET    /v1/presets                                                . V R O A D . . w e x  presets:read

GET    /v1/workspaces/:id/presets/history                         . V R O A D . . w e x  presets:read
POST   /v1/workspaces/:id/apply-preset                            . . . O A D . . . . .  presets:write

POST   /api/v1/workspaces/:id/apply-preset                        . . . O A D . . . . .  presets:write

GET    /v1/auditors                                               . V R O A D . . w e x  auditors:read
POST   /v1/auditors                                               . . . O A D . . . . .  auditors:write
GET    /v1/auditors/:id                                           . V R O A D . . w e x  auditors:read
PUT    /v1/auditors/:id                                           . . . O A D . . . . .  auditors:write
PATCH  /v1/auditors/:id                                           . . . O A D . . . . .  auditors:write
DELETE /v1/auditors/:id                                           . . . O A D . . . . .  auditors:write
GET    /v1/auditors/:id/history                                   . V R O A D . . w e x  auditors:read
POST   /v1/auditors/:id/refresh                                   . . . O A D . . . . .  auditors:write
GET    /v1/auditors/schema/:id                                    . V R O A D . . w e x  settings:read
GET    /v1/auditors/settings                                      . V R O A D . . w e x  settings:read
POST   /v1/auditors/settings                                      . . . O A D . . . . .  settings:write
GET    /v1/auditors/settings/effective                            . V R O A D . . w e x  settings:read
GET    /v1/auditors/settings/:id                                  . V R O A D . . w e x  settings:read
PUT    /v1/auditors/settings/:id                                  . . . O A D . . . . .  settings:write
PATCH  /v1/auditors/settings/:id                                  . . . O A D . . . . .  settings:write
DELETE /v1/auditors/settings/:id                                  . . . O A D . . . . .  settings:write
GET    /v1/auditors/settings/:id/history                          . V R O A D . . w e x  settings:read

GET    /v1/policies                                               . V R O A D . . w e x  policies:read
POST   /v1/policies                                               . . . O A D . . . . .  policies:write
GET    /v1/policies/effective                                     . V R O A D . . w e x  policies:read
GET    /v1/policies/completions                                   . V R O A D . . w e x  policies:read
POST   /v1/policies/validate                                      . V R O A D . . w e x  policies:read
GET    /v1/policies/:id                                           . V R O A D . . w e x  policies:read
PUT    /v1/policies/:id                                           . . . O A D . . . . .  policies:write
DELETE /v1/policies/:id                                           . . . O A D . . . . .  policies:write
GET    /v1/policies/:id/versions                                  . V R O A D . . w e x  policies:read
GET    /v1/policies/:id/history                                   . V R O A D . . w e x  policies:read
POST   /v1/policies/:id/validate                                  . V R O A D . . w e x  policies:read
POST   /v1/policies/:id/activate                                  . . . O A D . . . . .  policies:write
POST   /v1/policies/:id/deactivate                                . . . O A D . . . . .  policies:write
POST   /v1/policies/:id/revert                                    . . . O A D . . . . .  policies:write
POST   /v1/policies/:id/shadow                                    . . . O A D . . . . .  policies:write
POST   /v1/policies/:id/replay                                    . . . O A D . . . . .  policies:write
GET    /v1/policies/replays/:id                                   . V R O A D . . w e x  policies:read
POST   /v1/policies/replays/:id/cancel                            . . . O A D . . . . .  policies:write

GET    /v1/environments                                           . V R O A D . . w e x  workspaces:read
GET    /v1/environments/:id                                       . V R O A D . . w e x  workspaces:read
DELETE /v1/environments/:id                                       . . . O A D . . . . .  workspaces:write

POST   /v1/apply                                                  . . . O A D . . . . .  configuration:write

GET    /v1/export                                                 . V R O A D . . w e x  configuration:read

GET    /v1/gateways                                               . V R O A D . . w e x  gateways:read
GET    /v1/gateways/rollout                                       . V R O A D . . w e x  gateways:read
GET    /v1/gateways/:id                                           . V R O A D . . w e x  gateways:read
DELETE /v1/gateways/:id                                           . . . O A D . . . . .  gateways:write
GET    /v1/gateways/:id/bundle                                    . . . . . D . g . . .  gateways:serve
GET    /v1/gateways/:id/standing                                  . . . . . D . g . . .  gateways:serve
POST   /v1/gateways/:id/status                                    . . . . . D . g . . .  gateways:serve

POST   /v1/attestations/challenge                                 . . . . . D . g . . .  gateways:serve
POST   /v1/attestations                                           . . . . . D . g . . .  gateways:serve
GET    /v1/attestations                                           . V R O A D . . w e x  attestations:read
GET    /v1/attestations/:id                                       . V R O A D . . w e x  attestations:read
POST   /v1/attestations/:id/revoke                                . . . . A D . . . . .  trust:write

POST   /v1/evidence                                               . . . . . D . g . . .  gateways:serve
GET    /v1/evidence                                               . V R O A D . . w e x  evidence:read
GET    /v1/evidence/:id                                           . V R O A D . . w e x  evidence:read
GET    /v1/evidence/:id/bundle                                    . V R O A D . . w e x  evidence:read
GET    /v1/evidence/:id/explanation                               . V R O A D . . w e x  evidence:read
GET    /v1/evidence/sessions                                      . V R O A D . . w e x  evidence:read
GET    /v1/evidence/traces/:trace_id                              . V R O A D . . w e x  evidence:read

GET    /v1/statistics/exchanges                                   . V R O A D . . w e x  statistics:read
GET    /v1/statistics/top                                         . V R O A D . . w e x  statistics:read
GET    /v1/statistics/overview                                    . V R O A D . . w e x  statistics:read

GET    /v1/passports                                              . V R O A D . . w e x  passports:read
GET    /v1/passports/revocations                                  . V R O A D . . w e x  passports:read
GET    /v1/passports/:id                                          . V R O A D . . w e x  passports:read
GET    /v1/passports/:id/evidence                                 . V R O A D . . w e x  passports:read
GET    /v1/passports/:id/status                                   . V R O A D . . w e x  passports:read
POST   /v1/passports/:id/revoke                                   . . . . A D . . . . .  passports:write
GET    /v1/passports/:id/links                                    . V R O A D . . w e x  passports:read
POST   /v1/passports/:id/links                                    . . . . A D . . . . .  passports:write
DELETE /v1/passports/:id/links/:link_id                           . . . . A D . . . . .  passports:write
POST   /v1/public/passport-links                                  n V R O A D a g w e x  *

GET    /v1/public/passports/:id                                   n V R O A D a g w e x  *
GET    /v1/public/passports/:id/status                            n V R O A D a g w e x  *

POST   /v1/receipts                                               . . . . . D . g . . .  gateways:serve
GET    /v1/receipts                                               . V R O A D . . w e x  receipts:read
GET    /v1/receipts/:id                                           . V R O A D . . w e x  receipts:read
GET    /v1/receipts/:id/proof                                     . V R O A D . . w e x  receipts:read

POST   /v1/witness/add-checkpoint                                 . . . . . D . g . . .  gateways:serve
GET    /v1/witness/chains/:chain_id                               . V R O A D . g w e x  receipts:read
GET    /v1/witness/key                                            n V R O A D a g w e x  *

GET    /v1/appraisal-policies                                     . V R O A D . . w e x  trust:read
POST   /v1/appraisal-policies                                     . . . . A D . . . . .  trust:write
GET    /v1/appraisal-policies/active                              . V R O A D . . w e x  trust:read
GET    /v1/appraisal-policies/activations                         . V R O A D . . w e x  trust:read
POST   /v1/appraisal-policies/inherit                             . . . . A D . . . . .  trust:write
GET    /v1/appraisal-policies/:id                                 . V R O A D . . w e x  trust:read
PUT    /v1/appraisal-policies/:id                                 . . . . A D . . . . .  trust:write
DELETE /v1/appraisal-policies/:id                                 . . . . A D . . . . .  trust:write
GET    /v1/appraisal-policies/:id/history                         . V R O A D . . w e x  trust:read
POST   /v1/appraisal-policies/:id/evaluate                        . V R O A D . . w e x  trust:read
POST   /v1/appraisal-policies/:id/activate                        . . . . A D . . . . .  trust:write

GET    /v1/reference-values                                       . V R O A D . . w e x  trust:read
POST   /v1/reference-values                                       . . . . A D . . . . .  trust:write
GET    /v1/reference-values/:id                                   . V R O A D . . w e x  trust:read
PUT    /v1/reference-values/:id                                   . . . . A D . . . . .  trust:write
GET    /v1/reference-values/:id/history                           . V R O A D . . w e x  trust:read
POST   /v1/reference-values/:id/revoke                            . . . . A D . . . . .  trust:write

GET    /v1/audit-logs                                             . . . . A D . . . . .  audit:read
GET    /v1/audit-logs/export                                      . . . . A D . . . . .  audit:read
GET    /v1/audit-logs/verify                                      . . . . A D . . . . .  audit:read

GET    /v1/console/session                                        n V R O A D a g w e x  *
DELETE /v1/console/session                                        n V R O A D a g w e x  *
POST   /v1/console/unlock                                         n V R O A D a g w e x  *
POST   /v1/console/links                                          . . . . . D . . . . .  console:open
POST   /v1/console/playground/chat                                . . . O A D . . . . .  playground:use
POST   /v1/console/playground/evaluate                            . . . O A D . . . . .  playground:use

GET    /v1/agents/:agent_id/console/stream                        . V R O A D a . w e x  console:read
GET    /v1/agents/:id/logs                                        . V R O A D a . w e x  console:read
POST   /v1/agents/:id/logs                                        . . . O A D a . w e .  agents:act

GET    /v1/gateways/:id/agents/:agent_id/tools                    . . . . . D . g . . .  gateways:serve
POST   /v1/gateways/:id/outside-subject                           . . . . . D . g . . .  gateways:serve
POST   /v1/events                                                 . . . . . D . g . . .  gateways:serve

GET    /v1/registry/auditors                                      . V R O A D . . w e x  registry:read
POST   /v1/registry/auditors                                      . . . O A D . . . . .  registry:write
GET    /v1/registry/auditors/:id                                  . V R O A D . . w e x  registry:read
DELETE /v1/registry/auditors/:id                                  . . . O A D . . . . .  registry:write
GET    /v1/registry/auditors/:id/history                          . V R O A D . . w e x  registry:read
POST   /v1/registry/auditors/:id/verify                           . . . O A D . . . . .  registry:write
GET    /v1/registry/auditors/:id/verifications                    . V R O A D . . w e x  registry:read
GET    /v1/registry/auditors/:id/verifications/:run_id            . V R O A D . . w e x  registry:read
POST   /v1/registry/auditors/:id/deprecate                        . . . O A D . . . . .  registry:write
POST   /v1/registry/auditors/:id/revoke                           . . . O A D . . . . .  registry:write

GET    /v1/registry/publishers                                    . V R O A D . . w e x  registry:read
POST   /v1/registry/publishers                                    . . . . A D . . . . .  registry:decide
GET    /v1/registry/publishers/:id                                . V R O A D . . w e x  registry:read
PUT    /v1/registry/publishers/:id                                . . . . A D . . . . .  registry:decide
DELETE /v1/registry/publishers/:id                                . . . . A D . . . . .  registry:decide

GET    /v1/registry/models                                        . V R O A D . . w e x  registry:read
POST   /v1/registry/models                                        . . . O A D . . . . .  registry:write
GET    /v1/registry/models/:id                                    . V R O A D . . w e x  registry:read
PATCH  /v1/registry/models/:id                                    . . . O A D . . . . .  registry:write
DELETE /v1/registry/models/:id                                    . . . O A D . . . . .  registry:write
GET    /v1/registry/models/:id/history                            . V R O A D . . w e x  registry:read
GET    /v1/registry/models/:id/versions                           . V R O A D . . w e x  registry:read
POST   /v1/registry/models/:id/versions                           . . . O A D . . . . .  registry:write
GET    /v1/registry/models/:id/versions/:version                  . V R O A D . . w e x  registry:read
PATCH  /v1/registry/models/:id/versions/:version                  . . . O A D . . . . .  registry:write
PUT    /v1/registry/models/:id/versions/:version/files/*          . . . O A D . . . . .  registry:write
POST   /v1/registry/models/:id/versions/:version/verify           . . . O A D . . . . .  registry:write
GET    /v1/registry/models/:id/versions/:version/verifications    . V R O A D . . w e x  registry:read
GET    /v1/registry/models/:id/versions/:version/verifications/:run_id . V R O A D . . w e x  registry:read
POST   /v1/registry/models/:id/versions/:version/evaluations      . . . O A D . . . . .  registry:write
POST   /v1/registry/models/:id/versions/:version/approve          . . R . A D . . . . .  registry:decide
POST   /v1/registry/models/:id/versions/:version/deprecate        . . . O A D . . . . .  registry:write
POST   /v1/registry/models/:id/versions/:version/revoke           . . . O A D . . . . .  registry:write
GET    /v1/registry/models/:id/aliases                            . V R O A D . . w e x  registry:read
PUT    /v1/registry/models/:id/aliases/:name                      . . . O A D . . . . .  registry:write
DELETE /v1/registry/models/:id/aliases/:name                      . . . O A D . . . . .  registry:write

GET    /api/v1/workflows                                          . V R O A D . . w e x  workflows:read
POST   /api/v1/workflows                                          . . . O A D . . . . .  workflows:write
GET    /api/v1/workflows/:id                                      . V R O A D . . w e x  workflows:read
PUT    /api/v1/workflows/:id                                      . . . O A D . . . . .  workflows:write
DELETE /api/v1/workflows/:id                                      . . . O A D . . . . .  workflows:write
POST   /api/v1/workflows/:id/validate                             . V R O A D . . w e x  workflows:read
GET    /api/v1/workflows/:id/history                              . V R O A D . . w e x  workflows:read
GET    /api/v1/workflows/:id/revisions                            . V R O A D . . w e x  workflows:read
GET    /api/v1/workflows/:id/revisions/:revision                  . V R O A D . . w e x  workflows:read
POST   /api/v1/workflows/:id/deploy                               . . . O A D . . . . .  workflows:write
POST   /api/v1/workflows/:id/stop                                 . . . O A D . . . . .  workflows:write
GET    /api/v1/workflows/:id/passport                             . V R O A D . . w e x  workflows:read
GET    /api/v1/workflows/:id/runs                                 . V R O A D . . w e x  workflows:read
POST   /api/v1/workflows/:id/runs                                 . . . O A D . . . . .  workflows:run
GET    /api/v1/workflows/:id/runs/:run_id                         . V R O A D . . w e x  workflows:read
POST   /api/v1/workflows/:id/runs/:run_id/cancel                  . . . O A D . . . . .  workflows:run
POST   /api/v1/workflows/:id/runs/:run_id/steps/:step_id/resolve  . . . O A D . . . . .  workflows:run

GET    /v1/webhooks                                               . . . O A D . . . . x  webhooks:read
POST   /v1/webhooks                                               . . . O A D . . . . .  webhooks:write
GET    /v1/webhooks/:id                                           . . . O A D . . . . x  webhooks:read
PATCH  /v1/webhooks/:id                                           . . . O A D . . . . .  webhooks:write
DELETE /v1/webhooks/:id                                           . . . O A D . . . . .  webhooks:write
POST   /v1/webhooks/:id/rotate-secret                             . . . O A D . . . . .  webhooks:write
POST   /v1/webhooks/:id/test                                      . . . O A D . . . . .  webhooks:write
GET    /v1/webhooks/:id/deliveries                                . . . O A D . . . . x  webhooks:read
GET    /v1/webhooks/:id/deliveries/:delivery_id                   . . . O A D . . . . x  webhooks:read
POST   /v1/webhooks/:id/deliveries/:delivery_id/replay            . . . O A D . . . . .  webhooks:write
POST   /v1/webhooks/:id/replay                                    . . . O A D . . . . .  webhooks:write

GET    /v1/telemetry-exports                                      . . . O A D . . . . x  telemetry:read
POST   /v1/telemetry-exports                                      . . . O A D . . . . .  telemetry:write
GET    /v1/telemetry-exports/:id                                  . . . O A D . . . . x  telemetry:read
PATCH  /v1/telemetry-exports/:id                                  . . . O A D . . . . .  telemetry:write
DELETE /v1/telemetry-exports/:id                                  . . . O A D . . . . .  telemetry:write
POST   /v1/telemetry-exports/:id/test                             . . . O A D . . . . .  telemetry:write
`;

/** The columns of the table, in their order. */
export const rightsColumns = [
  'anonymous',
  'viewer',
  'reviewer',
  'operator',
  'admin',
  'deployment',
  'agent',
  'gateway',
  'owner',
  'editor',
  'delegated',
] as const;
export type RightsColumn = (typeof rightsColumns)[number];

/** One line of the table. */
export interface RightsRow {
  /** `METHOD /path`, as `endpoints.ts` names it. */
  readonly endpoint: string;
  readonly may: Readonly<Record<RightsColumn, boolean>>;
  /** `*`, `-`, or a scope. */
  readonly scope: string;
}

const lineForm = /^([A-Z]+) +(\S+) +((?:[nVROADagwex.] ){10}[nVROADagwex.]) +(\S+)$/;
const letters = 'nVROADagwex';

/** Reads the table. @throws Error for a line that is none. */
export function readRights(text: string = rightsTable): RightsRow[] {
  const [, ...lines] = text.split('\n').filter((line) => line.trim() !== '');
  return lines.map((line) => {
    const [, method, path, marks = '', scope] = lineForm.exec(line) ?? [];
    if (method === undefined || path === undefined || scope === undefined)
      throw new Error(`no line of rights: ${line}`);
    return { endpoint: `${method} ${path}`, may: readMarks(marks, line), scope };
  });
}

function readMarks(marks: string, line: string): RightsRow['may'] {
  const cells = marks.split(' ');
  const may = rightsColumns.map((column, index) => {
    const cell = cells[index];
    if (cell !== '.' && cell !== letters[index])
      throw new Error(`a mark stands in a column that is not its own: ${line}`);
    return [column, cell !== '.'] as const;
  });
  return Object.fromEntries(may) as RightsRow['may'];
}
