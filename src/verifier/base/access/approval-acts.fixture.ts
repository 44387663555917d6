/** The administrative writes about consent and approvals; see `acts.fixture.ts`. They take the agent of the other ones. */
import { anEscalation } from '../../delegation/escalations/escalations.fixture.ts';
import { delegatedTokensTable } from '../../identity/issuer/delegated-tokens-table.ts';
import type { Act, ActContext } from './acts.fixture.ts';

const crm = 'https://crm.example.com';
const reason = () => ({ reason: 'r' });
const aCall = () => ({ kind: 'tool_call', agent_id: 'bot', resource: crm, action: 'contacts.export' });

/** Somebody else asks than whoever decides. */
async function ask({ verifier, ids }: ActContext, name: string): Promise<void> {
  ids.set(name, String((await verifier.post('/v1/approvals', aCall())).body['id']));
}

/** A member whom the agent may act for, as far as its manifest goes. */
async function addSubject({ verifier, ids }: ActContext): Promise<void> {
  const invited = await verifier.admin('POST', '/v1/invitations', { email: 'grace@example.com', role: 'viewer' });
  const joined = await verifier.post(`/v1/invitations/${invited.body['id']}/accept`, {
    token: invited.body['token'],
    name: 'Grace',
    password: 'eight indigo motors hum',
  });
  ids.set('subject', String(joined.body['user_id']));
  const { headers } = await verifier.admin('GET', '/v1/agents/bot');
  const manifest = { account_domains: ['example.com'], resources: [crm], scopes: ['crm:read'] };
  const change = { access_manifest: manifest };
  await verifier.admin('PATCH', '/v1/agents/bot', change, { 'if-match': String(headers['etag']) });
}

/** As if the agent had got a token under the grant. */
async function addToken({ verifier, ids }: ActContext): Promise<void> {
  const [jti, now] = ['dtk_0199a2b4-7c1e-7d3a-9f4b-2f1c5b7a9e10', verifier.clock.now()];
  const act = { sub: 'spiffe://localhost/agent/bot', iss: 'x', sub_profile: 'ai_agent' };
  const { db } = verifier.testDb.database();
  await db.insert(delegatedTokensTable).values({
    jti,
    org_id: 'default',
    grant_id: ids.get('grant') ?? '',
    parent_grants: [],
    ancestors: [],
    agent_id: 'bot',
    agent_epoch: 1,
    subject_id: ids.get('subject') ?? '',
    client_id: 'c',
    resource: crm,
    format: 'jwt',
    token_sha256: null,
    claims: { scope: 'crm:read', act },
    issued_at: now,
    expires_at: now + 1,
  });
  ids.set('delegated_token', jti);
}

export const approvalActs: readonly Act[] = [
  { endpoint: 'POST /v1/approvals', body: aCall, keep: 'approval', asLocal: true, action: 'approval.requested' },
  { endpoint: 'POST /v1/approvals/:id/approve', of: ['approval'], body: reason, action: 'approval.approved' },
  {
    endpoint: 'POST /v1/approvals/:id/deny',
    of: ['denied'],
    body: reason,
    action: 'approval.denied',
    before: (context) => ask(context, 'denied'),
  },
  {
    endpoint: 'POST /v1/approvals/:id/cancel',
    of: ['cancelled'],
    body: reason,
    action: 'approval.cancelled',
    before: (context) => ask(context, 'cancelled'),
  },
  {
    endpoint: 'POST /v1/on-behalf-of/authorize',
    keep: 'consent',
    asLocal: true,
    action: 'approval.requested',
    before: addSubject,
    body: ({ ids }) => ({
      agent_id: 'bot',
      subject: ids.get('subject'),
      resources: [crm],
      scopes: ['crm:read'],
      purpose: 'reads',
    }),
  },
  {
    endpoint: 'POST /v1/agents/:agent_id/delegations',
    of: ['agent'],
    keep: 'grant',
    action: 'delegation.granted',
    body: ({ ids }) => ({ consent_request_id: ids.get('consent') }),
    after: addToken,
  },
  {
    endpoint: 'DELETE /v1/agents/:agent_id/delegations/:grant_id',
    of: ['agent', 'grant'],
    action: 'delegation.revoked',
  },
  {
    endpoint: 'POST /v1/gateways/:id/escalations',
    of: ['gateway'],
    action: 'approval.requested',
    body: () => anEscalation({ agent_id: 'bot' }),
  },
];

const form = 'a form of a signed-in person over the service that the API calls too, which writes the entry';

/** Writes that administer nothing, or have their own tests of what they write. */
export const noAdministrativeApprovalAct: Readonly<Record<string, string>> = {
  'PATCH /v1/agents/:agent_id/delegations/:grant_id':
    'for the person alone that it is for: the tests of delegations look for its entry',
  'POST /v1/token-exchange': 'gives a token: counted on the grant and on the agent',
  'POST /account/delegations/narrow': form,
  'POST /account/delegations/revoke': form,
  'POST /account/delegations/revoke-all': form,
  'POST /account/approvals/:id': form,
  'POST /consent/:id': form,
};
