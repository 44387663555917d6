/** Tests the cascade of credentials against an independent model of its rules. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { authTypes, credentialStatuses, sharingModes } from '../../../contract/api/scoped-credentials/states.ts';
import { resolveCredential } from './cascade.ts';
import { isCovered } from './enforced.ts';
import type { CredentialQuery, EffectiveCredential } from './ports.ts';
import type { ScopedCredentialRow } from './tables.ts';

const now = 1_800_000_000_000;
type Row = ScopedCredentialRow;

const blank: Row = {
  org_id: 'default',
  id: 'scr_0',
  seq: 0,
  scope_level: 'org',
  scope_id: 'default',
  service: 'crm',
  resource: null,
  issuer: null,
  auth_type: 'api_key',
  sharing_mode: 'inherit',
  injection: { method: 'sidecar' },
  config: {},
  agent_id: null,
  user_id: null,
  foreign_client_id: null,
  requested_scopes: [],
  granted_scopes: [],
  upstream_account: null,
  connected_by: null,
  allow_in_delegation: false,
  status: 'active',
  status_reason: null,
  expires_at: null,
  last_used_at: null,
  last_refreshed_at: null,
  refresh_failures: 0,
  rotation: { next_at: null, overlap_until: null },
  version: 1,
  fingerprint: null,
  lease_by: null,
  lease_until: null,
  revision: 1,
  created_at: now,
  created_by: 'test',
  updated_at: now,
  revoked_at: null,
  revoked_by: null,
};
let count = 0;
function aRow(change: Partial<Row> = {}): Row {
  count += 1;
  return { ...blank, id: `scr_${count}`, seq: count, ...change };
}
const inWorkspace = { scope_level: 'workspace', scope_id: 'sales' } as const;
const request: CredentialQuery = { agentId: 'bot', workspaceId: 'sales', service: 'crm' };
const forAda: CredentialQuery = { ...request, userId: 'ada' };
const [crm, mail] = ['https://crm.example/mcp', 'https://mail.example/mcp'];

const resolve = (rows: readonly Row[], asked = request) => resolveCredential(rows, asked, now);
const told = ({ credential, source, status }: EffectiveCredential) => [credential?.id, source, status];
const why = ({ candidates }: EffectiveCredential) =>
  Object.fromEntries(candidates.map(({ id, rejectedBecause }) => [id, rejectedBecause]));

const places = fc.constantFrom<Partial<Row>>(
  {},
  inWorkspace,
  { scope_level: 'workspace', scope_id: 'other' },
  { ...inWorkspace, agent_id: 'bot' },
  { agent_id: 'bot' },
  { ...inWorkspace, agent_id: 'another' },
  { ...inWorkspace, agent_id: 'bot', user_id: 'ada' },
  { ...inWorkspace, agent_id: 'bot', user_id: 'bob' },
);
const status = fc.constantFrom(...credentialStatuses);
const rowArbitrary: fc.Arbitrary<Partial<Row>> = fc
  .record({
    service: fc.constantFrom('crm', 'crm', 'crm', 'mail'),
    resource: fc.constantFrom(null, null, crm, mail),
    issuer: fc.constantFrom(null, null, 'https://a.example', 'https://b.example'),
    auth_type: fc.constantFrom(...authTypes),
    sharing_mode: fc.constantFrom(...sharingModes),
    allow_in_delegation: fc.boolean(),
    status: fc.oneof(fc.constant('active' as const), status),
    version: fc.constantFrom(0, 1, 2),
    expires_at: fc.constantFrom(null, now - 1, now + 1),
    granted_scopes: fc.subarray(['read', 'write']),
    foreign_client_id: fc.constantFrom(null, 'fcl_1', 'fcl_2'),
  })
  .chain((row) => places.map((place) => ({ ...row, ...place })));
const rowsArbitrary = fc
  .array(rowArbitrary, { maxLength: 8 })
  .map((list) => list.map((row, index) => ({ ...blank, ...row, id: `scr_${index}`, seq: index })));
const requestArbitrary: fc.Arbitrary<CredentialQuery> = fc
  .record({
    resource: fc.constantFrom(undefined, crm, mail),
    issuer: fc.constantFrom(undefined, 'https://a.example', 'https://b.example'),
    userId: fc.constantFrom(undefined, 'ada', 'ada', 'bob'),
    scopes: fc.subarray(['read', 'write']),
  })
  .map((asked) => ({ ...request, ...asked }));

/**
 * Model: org enforce → workspace enforce → delegated: … / not delegated: …; each level is a list, and the first level with
 * one wins.
 */
function model(rows: readonly Row[], { userId, resource, issuer }: CredentialQuery): [string | undefined, string] {
  const matches = rows.filter(
    (row) =>
      row.service === 'crm' &&
      row.status !== 'revoked' &&
      (row.resource === null || row.resource === resource) &&
      (row.issuer === null || issuer === undefined || row.issuer === issuer),
  );
  const shared = (level: string, scope: string, mode: string) =>
    matches.filter(
      (row) =>
        `${row.scope_level}/${row.scope_id}/${row.sharing_mode}` === `${level}/${scope}/${mode}` &&
        row.agent_id === null &&
        row.user_id === null,
    );
  const newest = (list: readonly Row[]): Row | undefined => {
    const exact = list.filter((row) => row.resource !== null);
    const near = (exact.length > 0 ? exact : list).filter((row) => row.scope_level === 'workspace');
    const left = near.length > 0 ? near : exact.length > 0 ? exact : list;
    return left.find((row) => row.seq === Math.max(...left.map(({ seq }) => seq)));
  };
  for (const [level, scope] of [
    ['org', 'default'],
    ['workspace', 'sales'],
  ] as const) {
    const enforced = newest(shared(level, scope, 'enforce'));
    if (enforced === undefined) continue;
    if (userId !== undefined && !enforced.allow_in_delegation) return [undefined, 'not allowed'];
    return [enforced.id, `${level}_enforce`];
  }
  const ownOf = (user: string | null) =>
    matches.filter((row) => row.agent_id === 'bot' && row.user_id === user && row.scope_id !== 'other');
  const lent = (list: readonly Row[]) => list.filter((row) => userId === undefined || row.allow_in_delegation);
  const levels: [string, readonly Row[]][] = [
    userId === undefined ? ['agent', ownOf(null)] : ['user', ownOf(userId)],
    ['workspace', lent(shared('workspace', 'sales', 'inherit'))],
    ['org', lent(shared('org', 'default', 'inherit'))],
  ];
  // A credential that never had a secret counts only if there is no other.
  for (const isThere of [(row: Row) => row.version > 0, () => true]) {
    for (const [source, list] of levels) {
      const found = newest(list.filter(isThere));
      if (found !== undefined) return [found.id, source];
    }
  }
  return [undefined, 'none'];
}

describe('the cascade', () => {
  it('agrees with the written model, for any order of rows', () => {
    fc.assert(
      fc.property(rowsArbitrary, requestArbitrary, (rows, asked) => {
        const found = resolve(rows, asked);
        const source = found.status === 'not_allowed_in_delegation' ? 'not allowed' : found.source;
        expect([found.credential?.id, source]).toEqual(model(rows, asked));
        expect(resolve([...rows].reverse(), asked).credential).toBe(found.credential);
      }),
      { numRuns: 5_000 },
    );
  });

  it('never gives one bound to another agent or person, an isolated one, or one for something else', () => {
    fc.assert(
      fc.property(rowsArbitrary, requestArbitrary, (rows, asked) => {
        const { credential: row, status: state } = resolve(rows, asked);
        if (row === undefined) return;
        const isDelegated = asked.userId !== undefined;
        expect(row.agent_id === null || row.agent_id === 'bot').toBe(true);
        expect(row.user_id === null || row.user_id === asked.userId).toBe(true);
        if (row.agent_id === null) {
          expect(row.sharing_mode).not.toBe('isolated');
          expect(!isDelegated || row.allow_in_delegation).toBe(true);
        } else {
          expect(row.user_id !== null).toBe(isDelegated);
        }
        expect(row.resource === null || row.resource === asked.resource).toBe(true);
        if (asked.issuer !== undefined) expect([null, asked.issuer]).toContain(row.issuer);
        if (state !== 'ready') return;
        expect(['active', 'expiring', 'refreshing', 'rotating']).toContain(row.status);
        const isOfToken = ['oauth2_code', 'client_credentials', 'token_exchange'].includes(row.auth_type);
        if (isOfToken) expect(row.granted_scopes).toEqual(expect.arrayContaining([...(asked.scopes ?? [])]));
        else expect(row.expires_at === null || row.expires_at > now).toBe(true);
      }),
      { numRuns: 3_000 },
    );
  });

  it('states for every other reachable one why it is not used', () => {
    fc.assert(
      fc.property(rowsArbitrary, requestArbitrary, (rows, asked) => {
        const { credential, candidates } = resolve(rows, asked);
        const inReach = rows.filter((row) => row.service === 'crm' && row.scope_id !== 'other').map(({ id }) => id);
        const said = [...candidates.map(({ id }) => id), ...(credential === undefined ? [] : [credential.id])];
        expect(said.sort()).toEqual(inReach.sort());
      }),
    );
  });

  it("puts the organisation's enforced one before the workspace's, and either before all others", () => {
    const org = aRow({ sharing_mode: 'enforce' });
    const workspace = aRow({ ...inWorkspace, sharing_mode: 'enforce' });
    const own = aRow({ ...inWorkspace, agent_id: 'bot' });
    expect(told(resolve([own, workspace, org]))).toEqual([org.id, 'org_enforce', 'ready']);
    expect(why(resolve([own, workspace, org]))).toEqual({
      [workspace.id]: 'lower_than_enforced',
      [own.id]: 'lower_than_enforced',
    });
    expect(told(resolve([own, workspace]))).toEqual([workspace.id, 'workspace_enforce', 'ready']);
    // Also one that does not work, or that nobody connected yet: nothing replaces it.
    for (const [change, state] of [
      [{ status: 'reauth_required' }, 'reauth_required'],
      [{ status: 'pending', version: 0 }, 'pending'],
    ] as const) {
      expect(told(resolve([own, { ...org, ...change }]))).toEqual([org.id, 'org_enforce', state]);
    }
  });

  it('gives people nothing besides an enforced one that is not for them, not even their own', () => {
    const org = aRow({ sharing_mode: 'enforce' });
    const own = aRow({ ...inWorkspace, agent_id: 'bot', user_id: 'ada' });
    const lent = aRow({ ...inWorkspace, allow_in_delegation: true });
    const found = resolve([own, lent, org], forAda);
    expect(told(found)).toEqual([undefined, 'org_enforce', 'not_allowed_in_delegation']);
    expect(found.mode).toBe('enforce');
    expect(why(found)[org.id]).toBe('not_allowed_in_delegation');
    const allowed = { ...org, allow_in_delegation: true };
    expect(told(resolve([own, lent, allowed], forAda))).toEqual([org.id, 'org_enforce', 'ready']);
  });

  it("asks a person to connect before it uses the agent's own, another person's, or a shared one not lent", () => {
    const rows = [
      aRow({ ...inWorkspace, agent_id: 'bot' }),
      aRow({ ...inWorkspace, agent_id: 'bot', user_id: 'bob', auth_type: 'oauth2_code' }),
      aRow(inWorkspace),
      aRow({ agent_id: 'another', user_id: 'ada' }),
    ];
    const found = resolve(rows, forAda);
    expect(told(found)).toEqual([undefined, 'none', 'connect_required']);
    expect(Object.values(why(found))).toEqual([
      'not_allowed_in_delegation',
      'of_another_user',
      'not_allowed_in_delegation',
      'of_another_agent',
    ]);
    const lent = aRow({ allow_in_delegation: true });
    expect(told(resolve([...rows, lent], forAda))).toEqual([lent.id, 'org', 'ready']);
  });

  it('uses only the client of an isolated one, the nearest of that issuer', () => {
    const issuer = 'https://a.example';
    const org = aRow({ sharing_mode: 'isolated', foreign_client_id: 'fcl_org', issuer });
    const workspace = aRow({ ...inWorkspace, sharing_mode: 'isolated', foreign_client_id: 'fcl_ws', issuer });
    const found = resolve([org, workspace], { ...request, issuer });
    expect([...told(found), found.foreignClientId]).toEqual([undefined, 'none', 'connect_required', 'fcl_ws']);
    expect(why(found)).toEqual({ [org.id]: 'isolated', [workspace.id]: 'isolated' });
    expect(resolve([org], { ...request, issuer: 'https://b.example' }).foreignClientId).toBeNull();
  });

  it('never replaces a broken own one by a shared one, but does so for one never connected', () => {
    const shared = aRow();
    const broken = aRow({ ...inWorkspace, agent_id: 'bot', status: 'reauth_required' });
    expect(told(resolve([shared, broken]))).toEqual([broken.id, 'agent', 'reauth_required']);
    const waiting = aRow({ ...inWorkspace, agent_id: 'bot', status: 'pending', version: 0 });
    expect(told(resolve([shared, waiting]))).toEqual([shared.id, 'org', 'ready']);
    expect(why(resolve([shared, waiting]))).toEqual({ [waiting.id]: 'not_connected' });
    expect(told(resolve([waiting]))).toEqual([waiting.id, 'agent', 'pending']);
  });

  it('prefers the one for the exact resource at one level, and none for another resource or issuer', () => {
    const exact = aRow({ resource: crm });
    const any = aRow();
    expect(resolve([exact, any], { ...request, resource: crm }).credential).toBe(exact);
    expect(resolve([exact, any], { ...request, resource: mail }).credential).toBe(any);
    expect(why(resolve([exact], { ...request, resource: `${crm}/` }))).toEqual({ [exact.id]: 'other_resource' });
    const ofA = aRow({ issuer: 'https://a.example', auth_type: 'oauth2_code' });
    expect(why(resolve([ofA], { ...request, issuer: 'https://a.example/' }))).toEqual({ [ofA.id]: 'other_issuer' });
  });

  it('names missing scopes, and requires none of kinds without scopes', () => {
    const token = aRow({ auth_type: 'oauth2_code', granted_scopes: ['read'] });
    const asked = { ...request, scopes: ['read', 'write'] };
    expect(resolve([token], asked)).toMatchObject({ status: 'insufficient_scope', scopesMissing: ['write'] });
    expect(resolve([aRow()], asked)).toMatchObject({ status: 'ready', scopesMissing: [] });
    expect(resolve([aRow({ granted_scopes: ['read'] })], asked)).toMatchObject({ status: 'insufficient_scope' });
    expect(resolve([aRow({ expires_at: now })])).toMatchObject({ status: 'expired' });
    // Its access tokens can be fetched again.
    expect(resolve([{ ...token, expires_at: now }])).toMatchObject({ status: 'ready' });
  });
});

describe('attempts to bypass it', () => {
  it.each([
    'https://crm.example/mcp/',
    'https://CRM.example/mcp',
    'https://crm.example:443/mcp',
    'https://crm.example./mcp',
    'https://crm.example/x/../mcp',
  ])('an enforced credential decides for %s too, with no other beside it', (resource) => {
    const enforced = aRow({ sharing_mode: 'enforce', resource: crm });
    const own = aRow({ ...inWorkspace, agent_id: 'bot', resource });
    expect(told(resolve([enforced, own], { ...request, resource }))).toEqual([enforced.id, 'org_enforce', 'ready']);
    expect(isCovered(enforced, own, 'sales')).toBe(true);
  });

  it('an enforced credential is for no other place, and all others for exactly the requested one', () => {
    const enforced = aRow({ sharing_mode: 'enforce', resource: crm });
    for (const resource of ['https://crm.example/mcp?x', 'https://crm.example/', 'http://crm.example/mcp', mail]) {
      expect(told(resolve([enforced], { ...request, resource }))).toEqual([undefined, 'none', 'connect_required']);
      expect(isCovered(enforced, aRow({ agent_id: 'bot', resource }), 'sales')).toBe(false);
    }
    const shared = aRow({ resource: crm });
    expect(resolve([shared], { ...request, resource: `${crm}/` }).credential).toBeUndefined();
  });

  it("one shared for a whole service is not for a place chosen by an app's installer", () => {
    const [wide, own] = [aRow({ sharing_mode: 'enforce' }), aRow({ agent_id: 'bot' })];
    const chosen = { ...request, resource: crm, isPlaceChosen: true };
    expect(told(resolve([wide], chosen))).toEqual([undefined, 'none', 'connect_required']);
    expect(told(resolve([wide, own], chosen))).toEqual([own.id, 'agent', 'ready']);
    expect(told(resolve([aRow({ resource: crm })], chosen))).toEqual([expect.any(String), 'org', 'ready']);
  });
});
