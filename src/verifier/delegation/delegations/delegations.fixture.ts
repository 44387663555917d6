/** A verifier with people that agents act for, for the tests of delegations. */
import { sql } from 'drizzle-orm';
import { type Database, query } from '../../../platform/db/db.ts';
import type { Caller } from '../../../platform/http/access.ts';
import { delegatedTokensTable } from '../../identity/issuer/delegated-tokens-table.ts';
import type { Answer } from '../../test-verifier.ts';
import { type ApprovalsFixture, openApprovals } from '../approvals/approvals.fixture.ts';

export const crm = 'https://crm.example.com';
export const mail = 'https://mail.example.com';

export interface DelegationsFixture extends ApprovalsFixture {
  /** Adds an active agent of an owner that may act for people of the test's domain at two resources. */
  actingAgent(id: string, owner: Caller): Promise<Caller>;
  /** Asks for consent; gives the id of the request. @throws Error if it was refused. */
  askConsent(caller: Caller, agentId: string, subject: Caller, change?: Record<string, unknown>): Promise<string>;
  /** Calls the operation that makes a grant. */
  grant(caller: Caller, agentId: string, request: string, change?: Record<string, unknown>): Promise<Answer>;
  /** Asks for consent, and the subject gives it. */
  grantNew(agentId: string, subject: Caller, change?: Record<string, unknown>): Promise<Answer>;
  see(caller: Caller, agentId: string, grantId: unknown): Promise<Answer>;
  revoke(caller: Caller, agentId: string, grantId: unknown, query?: string): Promise<Answer>;
  /** Adds the record of a token that was issued under a grant. */
  addToken(jti: string, grant: Record<string, unknown>, change?: Record<string, unknown>): Promise<void>;
  isTokenRevoked(jti: string): Promise<boolean>;
}

export async function openDelegations(kind: Database['kind']): Promise<DelegationsFixture> {
  const fixture = await openApprovals(kind);
  const { as, verifier, db } = fixture;
  const pathOf = (agentId: string) => `/v1/agents/${agentId}/delegations`;

  const askConsent: DelegationsFixture['askConsent'] = async (caller, agentId, subject, change = {}) => {
    const made = await as(caller, 'POST', '/v1/on-behalf-of/authorize', {
      agent_id: agentId,
      subject: subject.user,
      resources: [crm],
      scopes: ['crm:read'],
      purpose: 'Look things up',
      ...change,
    });
    if (made.status !== 202) throw new Error(`not asked: ${JSON.stringify(made.body)}`);
    return String(made.body['id']);
  };
  const grant: DelegationsFixture['grant'] = (caller, agentId, request, change = {}) =>
    as(caller, 'POST', pathOf(agentId), { consent_request_id: request, ...change });

  return {
    ...fixture,
    askConsent,
    grant,
    async actingAgent(id, owner) {
      const manifest = {
        account_domains: ['approvals.example'],
        resources: [crm, mail],
        scopes: ['crm:read', 'crm:list', 'crm:write', 'mail:read'],
      };
      const made = await verifier.admin('POST', '/v1/agents', { id, access_manifest: manifest });
      if (made.status !== 201) throw new Error(`no agent: ${JSON.stringify(made.body)}`);
      const owners = JSON.stringify([owner.user]);
      await db().execute(sql`update agents set owners = ${owners}::jsonb where org_id = 'default' and id = ${id}`);
      return { ...owner, user: id, kind: 'agent', role: 'agent', owners: [{ user: owner.user, role: owner.role }] };
    },
    async grantNew(agentId, subject, change = {}) {
      return grant(subject, agentId, await askConsent(subject, agentId, subject, change));
    },
    see: (caller, agentId, grantId) => as(caller, 'GET', `${pathOf(agentId)}/${grantId}`),
    revoke: (caller, agentId, grantId, query = '') => as(caller, 'DELETE', `${pathOf(agentId)}/${grantId}${query}`),
    async addToken(jti, { id, agent_id, subject_id }, change = {}) {
      const now = verifier.clock.now();
      const claims = {
        scope: 'crm:read',
        act: { sub: 'spiffe://localhost/agent/x', iss: 'x', sub_profile: 'ai_agent' },
      };
      await db()
        .insert(delegatedTokensTable)
        .values({
          jti,
          org_id: 'default',
          grant_id: String(id),
          parent_grants: [],
          ancestors: [],
          agent_epoch: 1,
          agent_id: String(agent_id),
          subject_id: String(subject_id),
          client_id: 'client',
          resource: crm,
          format: 'jwt',
          token_sha256: null,
          claims,
          issued_at: now,
          expires_at: now + 300_000,
          ...change,
        });
    },
    async isTokenRevoked(jti) {
      const rows = await query(db(), sql`select jti from revoked_tokens where jti = ${jti}`);
      return rows.length === 1;
    },
  };
}
