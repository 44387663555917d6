/** A verifier with people, agents and credentials, for the tests of scoped credentials. */
import { sql } from 'drizzle-orm';
import { type Database, query } from '../../../platform/db/db.ts';
import type { Caller } from '../../../platform/http/access.ts';
import { type ApprovalsFixture, openApprovals } from '../../delegation/approvals/approvals.fixture.ts';
import type { Answer } from '../../test-verifier.ts';

export const root = '/v1/scoped-credentials';
export const service = 'com.example/crm';

export interface CredentialsFixture extends ApprovalsFixture {
  /** Calls the operation that adds one; by default an API key shared in the organisation. */
  add(caller: Caller, change?: Record<string, unknown>, headers?: Record<string, string>): Promise<Answer>;
  /** Makes a new one and gives its id. @throws Error if it was refused. */
  make(caller: Caller, change?: Record<string, unknown>): Promise<string>;
  see(caller: Caller, id: string): Promise<Answer>;
  effective(caller: Caller, agentId: string, more?: string): Promise<Answer>;
  versionsOf(id: string): Promise<number[]>;
  /** Gives a service name that has no credentials. */
  newService(): string;
}

export async function openCredentials(kind: Database['kind']): Promise<CredentialsFixture> {
  const fixture = await openApprovals(kind);
  const { as, db } = fixture;
  let services = 0;
  const add: CredentialsFixture['add'] = (caller, change = {}, headers = {}) => {
    const body = { scope: { level: 'org', id: 'default' }, service, auth_type: 'api_key', secret: 'sk-1', ...change };
    return as(caller, 'POST', root, body, headers);
  };
  return {
    ...fixture,
    add,
    async make(caller, change = {}) {
      const made = await add(caller, change);
      if (made.status !== 201) throw new Error(`not added: ${JSON.stringify(made.body)}`);
      return String(made.body['id']);
    },
    see: (caller, id) => as(caller, 'GET', `${root}/${id}`),
    effective: (caller, agentId, more = '') =>
      as(caller, 'GET', `${root}/effective?agent_id=${agentId}&service=${encodeURIComponent(service)}${more}`),
    async versionsOf(id) {
      const statement = sql`select version from vault_secrets where record_id = ${id} order by version`;
      return (await query<{ version: number }>(db(), statement)).map(({ version }) => Number(version));
    },
    newService() {
      services += 1;
      return `com.example/service-${services}`;
    },
  };
}
