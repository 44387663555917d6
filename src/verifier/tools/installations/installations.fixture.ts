/** A verifier with agents, rules, its own apps and servers on loopback, for the tests of installed apps. */
import { sql } from 'drizzle-orm';
import { type Database, query } from '../../../platform/db/db.ts';
import { testDatabaseKind } from '../../../platform/db/test-db.ts';
import type { Caller } from '../../../platform/http/access.ts';
import { type ApprovalsFixture, openApprovals } from '../../delegation/approvals/approvals.fixture.ts';
import type { Answer } from '../../test-verifier.ts';
import { placeOf } from '../scoped-credentials/secret-places.ts';
import { scopedCredentialsTable } from '../scoped-credentials/tables.ts';
import type { InstallationWork } from './work.ts';

export const root = '/v1/app-catalog/installations';

export interface InstallationsFixture extends ApprovalsFixture {
  /** Publishes an app and makes it available in the organisation; gives its id. */
  app(entry: Record<string, unknown>, isAllowed?: boolean): Promise<string>;
  allow(appId: string, change?: Record<string, unknown>): Promise<Answer>;
  install(caller: Caller, appId: string, body: Record<string, unknown>): Promise<Answer>;
  /** Gives the id of a new one. @throws Error if it was refused. */
  installed(caller: Caller, appId: string, body: Record<string, unknown>): Promise<string>;
  see(id: string): Promise<Answer>;
  /** Makes a call as the operator of the deployment. */
  admin(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown): Promise<Answer>;
  work(): InstallationWork;
  /** Gives a pending credential its first token, like a person who connects. */
  connect(credentialId: string, token: string): Promise<void>;
  /** Lists the log entries and events of an installation, in order. */
  told(id: string): Promise<{ readonly entries: string[]; readonly events: string[] }>;
}

let count = 0;

export async function openInstallations(kind: Database['kind'] = testDatabaseKind): Promise<InstallationsFixture> {
  const fixture = await openApprovals(kind);
  const { verifier, as, db, operator } = fixture;
  verifier.clock.set(Date.now());
  const services = () => verifier.verifier().services;
  const admin: InstallationsFixture['admin'] = (method, path, body) => verifier.admin(method, path, body);
  const allow: InstallationsFixture['allow'] = (appId, change = {}) =>
    verifier.admin('POST', '/v1/scoped-tools', {
      scope: { level: 'org', id: 'default' },
      tool: { app_id: appId, server: '*', name: '*' },
      mode: 'available',
      reason: 'for tests',
      ...change,
    });
  const install: InstallationsFixture['install'] = (caller, appId, body) =>
    as(caller, 'POST', `/v1/app-catalog/${appId}/install`, body);
  return {
    ...fixture,
    allow,
    install,
    admin,
    async app(entry, isAllowed = true) {
      count += 1;
      const made = await as(operator, 'POST', '/v1/app-catalog', {
        name: `com.example/app-${count}`,
        type: 'mcp_server',
        version: '1.0.0',
        title: `App ${count}`,
        description: 'For tests',
        ...entry,
      });
      if (made.status !== 201) throw new Error(`no app: ${JSON.stringify(made.body)}`);
      const id = String(made.body['id']);
      const allowed = isAllowed ? await allow(id) : undefined;
      if (allowed !== undefined && allowed.status !== 201) throw new Error(`no rule: ${JSON.stringify(allowed.body)}`);
      return id;
    },
    async installed(caller, appId, body) {
      const made = await install(caller, appId, body);
      if (made.status !== 202) throw new Error(`not installed: ${JSON.stringify(made.body)}`);
      await services().installationWork.idle();
      return String(made.body['id']);
    },
    async see(id) {
      await services().installationWork.idle();
      return verifier.admin('GET', `${root}/${id}`);
    },
    work: () => services().installationWork,
    async connect(credentialId, token) {
      const { vault, installations } = services();
      const [row] = await db().select().from(scopedCredentialsTable).where(sql`id = ${credentialId}`);
      if (row === undefined) throw new Error('no such credential');
      const sealed = await vault.seal(placeOf(row, 'access_token', 1), token);
      await db().transaction(async (tx) => {
        await vault.put(tx, sealed.place, sealed);
        await tx.execute(sql`update scoped_credentials set status = 'active', version = 1,
          granted_scopes = requested_scopes where id = ${credentialId}`);
      });
      await installations.onConnected(row.org_id, credentialId);
      await services().installationWork.idle();
    },
    async told(id) {
      const entries = await query<{ action: string }>(
        db(),
        sql`select action from audit_log where resource_id = ${id} order by seq`,
      );
      const events = await query<{ code: string }>(
        db(),
        sql`select code from events where data->'fields'->>'installation_id' = ${id} order by seq`,
      );
      return { entries: entries.map(({ action }) => action), events: events.map(({ code }) => code) };
    },
  };
}
