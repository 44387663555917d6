/** The administrative writes about people, agents, keys and reviews; see `acts.fixture.ts`. */
import type { Act, ActContext } from './acts.fixture.ts';
import { approvalActs, noAdministrativeApprovalAct } from './approval-acts.fixture.ts';
import { composingActs, noAdministrativeComposingAct } from './composing-acts.fixture.ts';
import { meansActs, noAdministrativeMeansAct } from './means-acts.fixture.ts';
import { registryActs } from './registry-acts.fixture.ts';

/** Of the person who joins; nothing else here is called so. */
export const actPassword = 'seven indigo motors hum';

const reason = () => ({ reason: 'r' });
const agent = ['agent'];

const agentActs: readonly Act[] = [
  {
    endpoint: 'PATCH /v1/organizations/:id',
    of: ['default'],
    revision: 'read',
    action: 'organization.updated',
    body: () => ({ agent_approval: true }),
    before: async ({ ids }) => void ids.set('default', 'default'),
  },
  { endpoint: 'POST /v1/agents', body: () => ({ id: 'bot' }), keep: 'agent', asLocal: true, action: 'agent.created' },
  { endpoint: 'POST /v1/agents/:id/approve', of: agent, body: reason, action: 'agent.approved' },
  { endpoint: 'POST /v1/agents/:id/activate', of: agent, body: reason, action: 'agent.activated' },
  {
    endpoint: 'PATCH /v1/agents/:id',
    of: agent,
    revision: 'read',
    body: () => ({ name: 'x' }),
    action: 'agent.updated',
  },
  {
    endpoint: 'PUT /v1/agents/:id/access',
    of: agent,
    revision: 'read',
    action: 'agent.access_changed',
    body: () => ({ owners: ['local'], editors: ['token'], viewers: [] }),
  },
  { endpoint: 'POST /v1/agents/:id/attest', of: agent, body: reason, action: 'agent.attested' },
  { endpoint: 'POST /v1/agents/:id/stop', of: agent, body: reason, action: 'agent.stopped' },
  { endpoint: 'POST /v1/agents/:id/start', of: agent, body: reason, action: 'agent.started' },
  { endpoint: 'POST /v1/agents/:id/suspend', of: agent, body: reason, action: 'agent.suspended' },
  { endpoint: 'POST /v1/agents/:id/reactivate', of: agent, body: reason, action: 'agent.reactivated' },
  {
    endpoint: 'POST /v1/agents/:id/transfer',
    of: agent,
    action: 'agent.transferred',
    body: () => ({ owner_id: 'operator', reason: 'r' }),
  },
  { endpoint: 'POST /v1/agents/:id/rotate-credentials', of: agent, action: 'agent.credentials_rotated' },
  {
    endpoint: 'POST /v1/agents/:id/identity-document',
    of: agent,
    body: () => ({ audience: 'https://tool.example' }),
    action: 'agent.identity_issued',
  },
];

const peopleActs: readonly Act[] = [
  {
    endpoint: 'POST /v1/invitations',
    keep: 'invitation',
    action: 'invitation.created',
    body: () => ({ email: 'ada@example.com', role: 'operator' }),
    after: ({ ids }, { body }) => void ids.set('token', String(body['token'])),
  },
  {
    endpoint: 'POST /v1/invitations/:id/accept',
    of: ['invitation'],
    asLocal: true,
    action: 'invitation.accepted',
    body: ({ ids }) => ({ token: ids.get('token'), name: 'Ada', password: actPassword }),
    after: ({ ids }, { body }) => void ids.set('member', String(body['user_id'])),
  },
  {
    endpoint: 'PATCH /v1/members/:id',
    of: ['member'],
    revision: 'read',
    body: () => ({ role: 'viewer' }),
    action: 'member.updated',
  },
  {
    endpoint: 'PATCH /v1/people/:id',
    of: ['member'],
    revision: 'read',
    body: () => ({ status: 'disabled' }),
    action: 'person.disabled',
  },
  { endpoint: 'POST /v1/people/:id/reset-password', of: ['member'], action: 'person.password_reset' },
  { endpoint: 'DELETE /v1/members/:id', of: ['member'], action: 'member.removed' },
  {
    endpoint: 'DELETE /v1/invitations/:id',
    of: ['invitation'],
    action: 'invitation.revoked',
    async before({ verifier, ids }) {
      const made = await verifier.admin('POST', '/v1/invitations', { email: 'bob@example.com', role: 'viewer' });
      ids.set('invitation', String(made.body['id']));
    },
  },
  {
    endpoint: 'POST /v1/api-keys',
    keep: 'key',
    action: 'api_key.created',
    body: ({ verifier }) => ({
      alias: 'pipeline',
      purpose: 'ci',
      scopes: ['configuration:read'],
      expires_at: new Date(verifier.clock.now() + 86_400_000).toISOString(),
    }),
  },
  {
    endpoint: 'POST /v1/api-keys/:id/rotate',
    of: ['key'],
    keep: 'key',
    body: () => ({ overlap_s: 0 }),
    action: 'api_key.rotated',
  },
  { endpoint: 'DELETE /v1/api-keys/:id', of: ['key'], action: 'api_key.revoked' },
];

const aLifecyclePolicy = () => ({
  name: 'quiet',
  priority: 100,
  scope: { level: 'org', id: 'default' },
  rules: [{ type: 'inactivity', threshold_days: 90, grace_days: 14, enabled: true }],
  enforcement: { action: 'notify' },
});

const lifecycleActs: readonly Act[] = [
  {
    endpoint: 'POST /v1/lifecycle/policies',
    body: aLifecyclePolicy,
    keep: 'lifecycle',
    action: 'lifecycle_policy.created',
  },
  {
    endpoint: 'PUT /v1/lifecycle/policies/:id',
    of: ['lifecycle'],
    revision: 1,
    body: aLifecyclePolicy,
    action: 'lifecycle_policy.updated',
  },
  { endpoint: 'POST /v1/lifecycle/evaluate', action: 'lifecycle.evaluated' },
  { endpoint: 'DELETE /v1/lifecycle/policies/:id', of: ['lifecycle'], revision: 2, action: 'lifecycle_policy.removed' },
];

const aReview = ({ verifier }: ActContext) => ({
  name: 'r',
  scope: 'agents',
  reviewers: ['operator'],
  justification_required: false,
  // Not at once, so that it is started by hand.
  start_at: new Date(verifier.clock.now() + 86_400_000).toISOString(),
});

/** Where the answers of the API say what is there now. */
async function readInstance({ verifier, ids }: ActContext): Promise<void> {
  const first = async (path: string) =>
    ((await verifier.admin('GET', path)).body['items'] as Record<string, string>[])[0];
  const instance = await first(`/v1/access-reviews/${ids.get('review')}/instances`);
  ids.set('instance', instance?.['id'] ?? '');
  const decision = await first(`/v1/access-reviews/instances/${ids.get('instance')}/decisions`);
  ids.set('decision', decision?.['id'] ?? '');
}

const reviewActs: readonly Act[] = ['/v1/access-reviews/:id/instances', '/v1/access-reviews/instances'].flatMap(
  (base, at): Act[] => {
    const of = at === 0 ? ['review', 'instance'] : ['instance'];
    return [
      { endpoint: 'POST /v1/access-reviews', body: aReview, keep: 'review', action: 'access_review.created' },
      { endpoint: `POST ${base}/:iid/start`, of, before: readInstance, action: 'access_review.started' },
      {
        endpoint: `PATCH ${base}/:iid/decisions/:did`,
        of: [...of, 'decision'],
        revision: 1,
        before: readInstance,
        body: () => ({ decision: 'approve', justification: 'needed' }),
        action: 'access_review.decided',
      },
      { endpoint: `POST ${base}/:iid/complete`, of, action: 'access_review.completed' },
      { endpoint: `POST ${base}/:iid/apply`, of, action: 'access_review.applied' },
    ];
  },
);

const clientActs: readonly Act[] = [
  {
    endpoint: 'POST /oauth/register',
    action: 'oauth_client.registered',
    body: () => ({ client_name: 'app', redirect_uris: ['https://app.example/callback'] }),
    after: ({ ids }, { body }) => void ids.set('client', String(body['client_id'])),
  },
  { endpoint: 'DELETE /v1/oauth-clients/:id', of: ['client'], action: 'oauth_client.removed' },
];

const ends: readonly Act[] = [
  { endpoint: 'POST /v1/access-reviews/:id/end', of: ['review'], action: 'access_review.ended' },
  { endpoint: 'POST /v1/agents/:id/decommission', of: agent, body: reason, action: 'agent.decommissioned' },
  { endpoint: 'DELETE /v1/agents/:id', of: agent, revision: 'read', action: 'agent.removed' },
];

export const identityActs: readonly Act[] = [
  ...peopleActs,
  ...agentActs,
  ...approvalActs,
  ...meansActs,
  ...registryActs,
  ...composingActs,
  ...lifecycleActs,
  ...reviewActs,
  ...clientActs,
  ...ends,
];

const form = 'a form of a signed-in person over the service that the API calls too, which writes the entry';
const token = 'gives or ends a token: counted on the agent or the person, and bound to a client that was registered';

/** Writes that administer nothing, or have their own tests of what they write. */
export const noAdministrativeIdentityAct: Readonly<Record<string, string>> = {
  ...noAdministrativeApprovalAct,
  ...noAdministrativeMeansAct,
  ...noAdministrativeComposingAct,
  'POST /v1/agents/:id/heartbeat': 'a sign of life of an agent',
  'POST /v1/spiffe/x509-svid': 'a short-lived certificate, which the service writes down itself',
  'PATCH /v1/me': 'for people alone: members/offboarding.test.ts looks for its entry',
  'DELETE /v1/me/membership': 'for people alone: members/offboarding.test.ts looks for its entry',
  'POST /v1/console/unlock': 'signs a browser in: front/console/sessions.test.ts looks for its entry',
  'DELETE /v1/console/session': 'signs a browser out, the same way',
  'POST /v1/console/playground/chat': 'asks a gateway: front/console/playground.test.ts looks for its entry',
  'POST /v1/console/playground/evaluate': 'asks a gateway, the same way',
  'POST /login': 'signs in, by a form: people/people.test.ts looks for the entries of sessions',
  'POST /logout': 'signs out, the same way',
  'POST /invite/:token': form,
  'POST /account/organization': form,
  'POST /account/password': form,
  'POST /account/keys': form,
  'POST /account/keys/rotate': form,
  'POST /account/keys/revoke': form,
  'POST /account/applications/revoke': 'takes back a consent: issuer/code-flow.test.ts looks for its entry',
  'POST /account/members/invite': form,
  'POST /account/members/withdraw': form,
  'POST /account/members/role': form,
  'POST /account/members/remove': form,
  'POST /account/sessions/end': 'signs out elsewhere, the same way',
  'POST /account/sessions/end-others': 'signs out elsewhere, the same way',
  'PUT /oauth/register/:id': 'a client about itself, by its registration token (RFC 7592)',
  'DELETE /oauth/register/:id': 'a client about itself, by its registration token (RFC 7592)',
  'POST /oauth/interaction/:uid': token,
  'POST /oauth/interaction/:uid/abort': token,
  'POST /oauth/token': token,
  'POST /oauth/introspect': 'reads only',
  'POST /oauth/revoke': token,
  'POST /oauth/userinfo': 'reads only',
};
