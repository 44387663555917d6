/** A verifier with members and agents that ask and decide, for the tests of approvals. */
import { sql } from 'drizzle-orm';
import type { MemberRole } from '../../../contract/api/members/states.ts';
import type { Database } from '../../../platform/db/db.ts';
import type { Caller, Identify } from '../../../platform/http/access.ts';
import { createId } from '../../../platform/ids.ts';
import { createTestCallers } from '../../base/access/rights.fixture.ts';
import { type Author, createAuthor, toAuthor } from '../../base/control/author.ts';
import { usersTable } from '../../identity/people/tables.ts';
import { type Answer, type Method, openTestVerifier, type TestVerifier } from '../../test-verifier.ts';

export interface ApprovalsFixture {
  readonly verifier: TestVerifier;
  /** Adds a member; calls as them use the returned caller. */
  person(role: MemberRole, orgId?: string): Promise<Caller>;
  /** Adds an active agent with these owners. */
  agent(id: string, owners: readonly Caller[]): Promise<Caller>;
  /** Gives the same agent acting for a person. */
  delegated(agent: Caller, person: Caller): Caller;
  /** Gives the headers of their calls. */
  headersOf(caller: Caller): Record<string, string>;
  as(caller: Caller, method: Method, url: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  /** Makes a request; gives its id. @throws Error if it was refused. */
  ask(caller: Caller, body?: Record<string, unknown>): Promise<string>;
  /** The operator token. */
  readonly operator: Caller;
  author(caller: Caller): Author;
  setRole(caller: Caller, role: MemberRole): Promise<void>;
  remove(caller: Caller): Promise<void>;
  pass(seconds: number): void;
  db(): Database['db'];
}

const known = { organisation: 'default', authentication: 'oauth', scopes: 'all', isDeployment: false } as const;

export async function openApprovals(kind: Database['kind']): Promise<ApprovalsFixture> {
  const callers = createTestCallers();
  const identify: Identify = {
    // Test callers, and callers with a real credential.
    byCredential: async (shown, call) =>
      (await callers.identify.byCredential(shown, call)) ??
      verifier.verifier().services.authentication.identify.byCredential(shown, call),
  };
  const verifier = await openTestVerifier({ ASSAY_PUBLIC_URL: 'https://assay.example' }, kind, { identify });
  const db = () => verifier.testDb.database().db;
  const as: ApprovalsFixture['as'] = (caller, method, url, body, headers = {}) =>
    verifier.call(method, url, { ...callers.as(caller), ...headers }, body);
  const members = () => verifier.verifier().services.members;
  let count = 0;

  return {
    verifier,
    db,
    as,
    headersOf: callers.as,
    operator: { ...known, user: 'operator', kind: 'operator', role: 'admin', isDeployment: true },
    author: toAuthor,
    async person(role, orgId = 'default') {
      const id = createId('usr', verifier.clock);
      count += 1;
      const email = `person-${count}@approvals.example`;
      const now = verifier.clock.now();
      await db()
        .insert(usersTable)
        .values({
          id,
          email,
          name: `Person ${count}`,
          password: 'none',
          status: 'active',
          revision: 1,
          password_changed_at: now,
          created_at: now,
          created_by: 'test',
          updated_at: now,
        });
      await db().transaction((tx) => members().add(tx, createAuthor(orgId, 'operator'), { userId: id, role }));
      return { ...known, organisation: orgId, user: id, kind: 'person', role };
    },
    async agent(id, owners) {
      const made = await verifier.admin('POST', '/v1/agents', {
        id,
        access_manifest: {
          account_domains: ['approvals.example'],
          resources: ['https://crm.example.com'],
          scopes: ['crm:read', 'crm:write'],
        },
      });
      if (made.status !== 201) throw new Error(`no agent: ${JSON.stringify(made.body)}`);
      const users = JSON.stringify(owners.map(({ user }) => user));
      await db().execute(sql`update agents set owners = ${users}::jsonb where org_id = 'default' and id = ${id}`);
      const roles = owners.map(({ user, role }) => ({ user, role }));
      return { ...known, user: id, kind: 'agent', role: 'agent', owners: roles };
    },
    delegated: ({ user: agentId, owners = [] }, person) => ({
      ...person,
      owners,
      actor: { agentId, spiffeId: `spiffe://localhost/agent/${agentId}`, grantId: 'dgr_1' },
    }),
    async ask(caller, body = {}) {
      const made = await as(caller, 'POST', '/v1/approvals', { kind: 'tool_call', action: 'export', ...body });
      if (made.status !== 201) throw new Error(`not asked: ${JSON.stringify(made.body)}`);
      return String(made.body['id']);
    },
    async setRole({ user, organisation }, role) {
      await db().execute(sql`update members set role = ${role} where org_id = ${organisation} and user_id = ${user}`);
    },
    async remove({ user, organisation }) {
      const author = createAuthor(organisation, 'operator');
      await db().transaction((tx) => members().remove(tx, author, user));
    },
    pass: (seconds) => verifier.clock.set(verifier.clock.now() + seconds * 1000),
  };
}

/** Gives the items of a page. */
export function itemsOf({ body }: Answer): Record<string, unknown>[] {
  return Array.isArray(body['items']) ? body['items'] : [];
}
