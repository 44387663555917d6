/** A verifier with members who review, for the tests of access reviews. */
import { sql } from 'drizzle-orm';
import type { MemberRole } from '../../../contract/api/members/states.ts';
import type { Database } from '../../../platform/db/db.ts';
import type { Caller } from '../../../platform/http/access.ts';
import { createAuthor } from '../../base/control/author.ts';
import { dayMs } from '../../configuration/lifecycle/staleness.ts';
import type { PreparedPassword } from '../../identity/people/service.ts';
import { type Answer, type Method, openTestVerifier, type TestVerifier } from '../../test-verifier.ts';

export interface ReviewsFixture {
  readonly verifier: TestVerifier;
  /** Makes a person a member; calls by `as` use their name. */
  join(name: string, role: MemberRole): Promise<string>;
  as(name: string, method: Method, url: string, body?: object, headers?: Record<string, string>): Promise<Answer>;
  /** Registers an active agent with these owners. */
  register(id: string, owners?: readonly string[], workspaceId?: string): Promise<void>;
  /** Records activity this many days ago. */
  active(id: string, daysAgo: number): Promise<void>;
  /** Records a sign of life of a gateway now. */
  hear(): Promise<void>;
  pass(days: number): void;
  db(): Database['db'];
}

export async function openReviews(kind: Database['kind']): Promise<ReviewsFixture> {
  const ids = new Map<string, string>();
  const roles = new Map<string, MemberRole>();
  const identify = {
    byCredential({ credential }: { readonly credential: string }): Caller | undefined {
      const name = credential.slice('as-'.length);
      const [user, role] = [ids.get(name), roles.get(name)];
      if (user === undefined || role === undefined) return undefined;
      const known = { organisation: 'default', authentication: 'oauth', scopes: 'all', isDeployment: false } as const;
      return { user, role, kind: 'person', ...known };
    },
  };
  const verifier = await openTestVerifier({}, kind, { identify });
  let prepared: PreparedPassword | undefined;
  const db = () => verifier.testDb.database().db;
  const set = (id: string, assignment: ReturnType<typeof sql>) =>
    db().execute(sql`update agents set ${assignment} where org_id = 'default' and id = ${id}`);

  return {
    verifier,
    db,
    async join(name, role) {
      const { people, members } = verifier.verifier().services;
      const email = `${name}@example.com`;
      // Nobody signs in here, so one slow hash serves all.
      prepared ??= await people.preparePassword('nine violet engines', { email, name });
      const password = prepared;
      const person = await db().transaction(async (tx) => {
        const made = await people.create(tx, { email, name, password, createdBy: 'operator' });
        await members.add(tx, createAuthor('default', 'operator'), { userId: made.id, role });
        return made;
      });
      ids.set(name, person.id);
      roles.set(name, role);
      return person.id;
    },
    as: (name, method, url, body, headers = {}) =>
      verifier.call(method, url, { 'x-assay-key': `as-${name}`, ...headers }, body),
    async register(id, owners = [], workspaceId = 'default') {
      await verifier.admin('POST', '/v1/agents', { id, workspace_id: workspaceId });
      if (owners.length > 0) await set(id, sql`owners = ${JSON.stringify(owners)}::jsonb`);
    },
    async active(id, daysAgo) {
      await set(id, sql`heartbeat_at = ${verifier.clock.now() - daysAgo * dayMs}`);
    },
    async hear() {
      await db().execute(sql`insert into gateways (org_id, id, problems, first_seen_at, last_seen_at)
        values ('default', 'gw', '[]', 1, ${verifier.clock.now()})
        on conflict (org_id, id) do update set last_seen_at = excluded.last_seen_at`);
    },
    pass: (days) => verifier.clock.set(verifier.clock.now() + days * dayMs),
  };
}

/** Gives the items of a page. */
export function itemsOf({ body }: Answer): Record<string, unknown>[] {
  return Array.isArray(body['items']) ? body['items'] : [];
}
