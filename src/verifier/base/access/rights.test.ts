/** The rights of every endpoint for every role: compares the written table with the policies, and with the running API. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isWholeSuite } from '../../../../test/support/runs.ts';
import { testDatabaseKind } from '../../../platform/db/test-db.ts';
import { loadCedarModule } from '../../../policy/cedar-host.ts';
import { agentsTable } from '../../configuration/agents/tables.ts';
import { type Method, openTestVerifier, type TestVerifier } from '../../test-verifier.ts';
import { actions, knownScopes } from './actions.ts';
import { isAllowed } from './authorize.ts';
import { endpoints } from './endpoints.ts';
import { accessPolicies, accessSchema } from './policies.ts';
import { aCaller, agentId, anAgentAccess, createTestCallers, editors, owners } from './rights.fixture.ts';
import { type RightsColumn, type RightsRow, readRights, rightsColumns } from './rights-table.ts';

const rows = readRights();
const org = { orgId: 'default' };

/** Gives the rule of an endpoint as a question; undefined for an open one. */
function toAsked(endpoint: string) {
  const rule = endpoints[endpoint];
  if (rule === undefined) throw new Error(`${endpoint} is no endpoint`);
  if (rule === 'open') return undefined;
  if (typeof rule === 'string') return { action: rule, target: org };
  return { action: rule.action, target: 'agentParam' in rule ? anAgentAccess('default') : org };
}

describe('the written table', () => {
  it('has every endpoint once, and nothing else', () => {
    const written = rows.map(({ endpoint }) => endpoint);
    const missing = Object.keys(endpoints).filter((endpoint) => !written.includes(endpoint));
    expect(missing, 'write a row in rights-table.ts').toEqual([]);
    expect(written.toSorted()).toEqual(Object.keys(endpoints).sort());
  });

  it.each(rows.map((row) => [row.endpoint, row] as const))(
    'agrees with the policies: %s',
    (endpoint, { may, scope }) => {
      const asked = toAsked(endpoint);
      if (asked === undefined)
        return expect({ may: Object.values(may), scope }).toEqual({ may: rightsColumns.map(() => true), scope: '*' });
      const { action, target } = asked;
      const said = Object.fromEntries(
        rightsColumns.map((column) => [column, isAllowed(aCaller(column), action, target)]),
      );
      expect(said).toEqual(may);
      // A credential of an admin that is limited to this scope.
      const admin = aCaller('deployment');
      const others = knownScopes.filter((known) => known !== scope);
      expect(isAllowed({ ...admin, scopes: [scope] }, action, target)).toBe(scope !== '-' && may.deployment);
      const needsNone = scope === '*';
      expect(isAllowed({ ...admin, scopes: others }, action, target)).toBe(needsNone);
      expect(isAllowed({ ...admin, scopes: [] }, action, target)).toBe(needsNone);
      // Nobody of another organisation may, whatever the role.
      const elsewhere = { ...target, orgId: 'elsewhere' };
      for (const column of rightsColumns) expect(isAllowed(aCaller(column), action, elsewhere)).toBe(false);
    },
  );
});

describe('the access policies', () => {
  it('are valid against their schema, in strict mode', () => {
    const answer = loadCedarModule().validate({
      validationSettings: { mode: 'strict' },
      schema: accessSchema(),
      policies: { staticPolicies: accessPolicies },
    });
    expect(answer).toMatchObject({ type: 'success', validationErrors: [], validationWarnings: [], otherWarnings: [] });
  });

  it('name no empty group, and every action has a group', () => {
    const used = new Set(Object.values(actions).flatMap(({ groups }) => groups as readonly string[]));
    const named = new Set([...accessPolicies.matchAll(/Action::"group\/(\w+)"/g)].map(([, group]) => group));
    expect([...named].sort()).toEqual([...used].sort());
  });
});

/** The quick suite asks every endpoint as three of the roles, in turn; the whole table is compared with the policies above. */
function columnsOf(row: number): readonly RightsColumn[] {
  return isWholeSuite ? rightsColumns : rightsColumns.filter((_, column) => (row + column) % 3 === 0);
}

/** Tells whether the rights refused it, and not a service that does not know the test's person. */
function isRefused(status: number, { action, code }: Record<string, unknown>): boolean {
  // Token endpoints refuse an unknown client in their own format (RFC 6749).
  return (status === 401 && code === 'unauthorized') || (status === 403 && action !== undefined);
}

const env = { ASSAY_AUTHENTICATION: 'required', VERIFIER_PUBLIC_RECEIPTS: 'false' };

describe('the running API', () => {
  let verifier: TestVerifier;
  const { identify, as } = createTestCallers();

  beforeAll(async () => {
    verifier = await openTestVerifier(env, testDatabaseKind, { identify });
    const made = await verifier.admin('POST', '/v1/agents', { id: agentId });
    expect(made.status).toBe(201);
    const { db } = verifier.testDb.database();
    await db.update(agentsTable).set({ owners, editors }).where(eq(agentsTable.id, agentId));
  }, 60_000);
  afterAll(() => verifier.close());

  it('matches the whole table', () => {
    const { app } = verifier.verifier();
    const missing = rows.filter(({ endpoint }) => {
      const [method = '', url = ''] = endpoint.split(' ');
      return !app.hasRoute({ method: method as Method, url });
    });
    const unmounted = missing.map(({ endpoint }) => endpoint);
    expect(unmounted, 'mount it in the routes of its group').toEqual([]);
  });

  /** Sends empty bodies and headers: a caller with the right is told what is missing, another learns nothing. */
  const call = async ({ endpoint }: RightsRow, headers: Record<string, string>) => {
    const [method = '', path = ''] = endpoint.split(' ');
    const url = path.replace(/:(\w+)/g, (_all, name) =>
      /^\/v1\/agents\/:(?:agent_)?id/.test(path) && ['id', 'agent_id'].includes(name) ? agentId : 'nothing',
    );
    const body = method === 'GET' || method === 'DELETE' ? undefined : {};
    const { db } = verifier.testDb.database();
    // Streams do not end; an invalid id stops them after the check of rights.
    const answer = await verifier.call(method as Method, url, { ...headers, 'last-event-id': 'none' }, body);
    // Undoes what a call did to the agent, before the next one.
    if (method !== 'GET' && url.includes(agentId)) {
      const before = { owners, editors, removed_at: null, status: 'active' as const };
      await db.update(agentsTable).set(before).where(eq(agentsTable.id, agentId));
    }
    return answer;
  };

  it.each(rows.map((row, index) => [row.endpoint, row, columnsOf(index)] as const))(
    'admits the roles of the table: %s',
    async (endpoint, row, columns) => {
      for (const column of columns) {
        const { status, body } = await call(row, as(aCaller(column)));
        const isIn = !isRefused(status, body);
        const expected = { column, isIn: row.may[column] };
        expect({ column, isIn }, `${endpoint} as ${column}: ${status} ${JSON.stringify(body)}`).toEqual(expected);
        if (!row.may[column])
          expect({ column, status }).toEqual({ column, status: column === 'anonymous' ? 401 : 403 });
      }
    },
  );

  it.each(rows.filter(({ scope }) => scope !== '*').map((row) => [row.endpoint, row] as const))(
    'requires its scope from a limited credential: %s',
    async (endpoint, row) => {
      const best: RightsColumn = row.may.deployment ? 'deployment' : 'agent';
      const others = knownScopes.filter((known) => known !== row.scope);
      const refused = await call(row, as({ ...aCaller(best), scopes: others }));
      expect({ endpoint, status: refused.status }).toEqual({ endpoint, status: 403 });
      if (row.scope === '-') return;
      const { status, body } = await call(row, as({ ...aCaller(best), scopes: [row.scope] }));
      expect({ endpoint, isIn: !isRefused(status, body) }).toEqual({ endpoint, isIn: true });
    },
  );

  it("reveals nothing about a call's input to a caller without the right", async () => {
    const headers = as(aCaller('viewer'));
    for (const { endpoint, may } of rows.filter(({ may, scope }) => !may.viewer && scope !== '*')) {
      const [method = '', path = ''] = endpoint.split(' ');
      const { status } = await verifier.call(method as Method, path.replace(/:\w+/g, '..%2F'), headers, {
        not: ['a', 'body'],
      });
      expect({ endpoint, status, may: may.viewer }).toEqual({ endpoint, status: 403, may: false });
    }
  });
});
