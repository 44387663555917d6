/** The people that an agent may act for: the issuer of their identity, and the domain of their account. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDb, type TestDb, testDatabaseKind } from '../../../platform/db/test-db.ts';
import type { AgentStanding } from '../../configuration/agents/standing.ts';
import { authenticationMigrations, externalIdentitiesTable } from '../../identity/authentication/outside/tables.ts';
import { createEligibility, toDomain } from './eligibility.ts';

const outside = 'https://login.example.net';
const own = 'https://assay.example';
const agent: AgentStanding = {
  id: 'bot',
  orgId: 'o',
  workspaceId: 'w',
  spiffeId: 'spiffe://x/agent/bot',
  clientId: null,
  status: 'active',
  epoch: 1,
  injectionMethod: 'sidecar',
  owners: [],
  access: { id: 'bot', orgId: 'o', owners: [], editors: [] },
  accessManifest: {
    account_domains: ['example.com'],
    resources: [`${own}/v1/`],
    scopes: ['assay:full'],
    max_delegation_depth: 1,
    max_token_ttl_s: 300,
  },
};
const wanted = { scopes: ['any:thing'], resources: [`${own}/v1`] };

describe('an agent', () => {
  let testDb: TestDb;
  beforeAll(async () => {
    testDb = await openTestDb(testDatabaseKind, authenticationMigrations);
    const row = { issuer: outside, subject: 's', user_id: 'usr_linked', email: 'a@example.com', linked_at: 1 };
    await testDb.database().db.insert(externalIdentitiesTable).values(row);
  });
  afterAll(() => testDb.close());

  const make = (outsideIssuer: string | undefined, email = 'ada@EXAMPLE.com') =>
    createEligibility({
      issuer: own,
      outsideIssuer,
      agents: { findStanding: async () => agent },
      toCanonical: (resource) => resource.replace(/\/$/, ''),
      members: {
        find: async (_db, orgId, userId) => ({
          orgId,
          userId,
          email,
          name: 'Ada',
          role: 'viewer',
          status: userId === 'usr_off' ? 'disabled' : 'active',
        }),
      },
    });
  const subjectOf = (outsideIssuer: string | undefined, userId: string, email?: string) =>
    make(outsideIssuer, email).assertAllowed(testDb.database().db, agent, userId, wanted);

  it('acts for a person of their linked issuer, and otherwise of ours', async () => {
    expect(await subjectOf(outside, 'usr_linked')).toMatchObject({ issuer: outside, accountDomain: 'example.com' });
    expect(await subjectOf(outside, 'usr_local')).toMatchObject({ issuer: own });
    // A link to an issuer that is no longer configured does not count.
    expect(await subjectOf('https://other.example.net', 'usr_linked')).toMatchObject({ issuer: own });
    expect(await subjectOf(undefined, 'usr_linked')).toMatchObject({ issuer: own });
  });

  it('acts for no disabled person, and for no other domain', async () => {
    await expect(subjectOf(undefined, 'usr_off')).rejects.toMatchObject({ extensions: { reason: 'subject_unknown' } });
    for (const email of [
      'a@sub.example.com',
      'a@example.com.evil.net',
      'a@notexample.com',
      '"x@example.com"@evil.net',
    ]) {
      const refused = { extensions: { reason: 'account_domain_not_allowed' } };
      await expect(subjectOf(undefined, 'usr_local', email)).rejects.toMatchObject(refused);
    }
  });

  it('takes the domain from after the last @', () => {
    expect([toDomain('a@B.Example'), toDomain('"a@b"@c.example')]).toEqual(['b.example', 'c.example']);
  });
});
