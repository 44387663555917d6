import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../../platform/clock.ts';
import { migrate } from '../../../platform/db/migrate.ts';
import { openTestDb, type TestDb, testDatabaseKind } from '../../../platform/db/test-db.ts';
import { verifierMigrations } from '../../features.ts';
import { passportsTable } from '../passports/tables.ts';
import { createEvidenceCoverage } from './coverage.ts';
import { createEvidenceStore } from './store.ts';
import { evidenceGroupsTable } from './tables.ts';

const isBefore = ({ id }: { id: string }) => id < '0006';

describe('a database whose evidence named its passport', () => {
  let testDb: TestDb;
  const db = () => testDb.database().db;

  const insertEvidence = (id: number, agentId: string, passportId: string | null) =>
    db().execute(sql`insert into evidence (org_id, workspace_id, evidence_id, jws, jws_sha256, kid,
      key_attestation_hash, nonce, iss, generated_at, received_at, agent_id, session_id, trace_id, phase, decision,
      enforced, mode, policy_id, policy_version, claim_count, facts, passport_id)
      values ('default', 'default', ${`ev_${id}`}, 'a.b.c', '00', 'kid', 'sha256:00', ${`nonce ${id}`}, 'iss', 1, 1,
      ${agentId}, 's', 't', 'request', 'allow', 'allow', 'enforce', 'p', 'v', 0, '{}', ${passportId})`);

  const insertPassport = (id: string, agentId: string) =>
    db().execute(sql`insert into passports (org_id, workspace_id, passport_id, agent_id, jwt, status, issued_at,
      expires_at, evidence_count, newest_evidence_id, session_id, kid, key_attestation_hash)
      values ('default', 'default', ${id}, ${agentId}, 'a.b.c', 'warning', 1, 2, 1, 'ev', 's', 'kid', 'sha256:00')`);

  beforeAll(async () => {
    testDb = await openTestDb(testDatabaseKind, verifierMigrations.filter(isBefore));
    // Interleaved evidence of two agents, and one that no passport covers yet.
    const rows = [
      [1, 'one', 'pp_1'],
      [2, 'two', 'pp_2'],
      [3, 'one', 'pp_1'],
      [4, 'one', 'pp_3'],
      [5, 'two', null],
    ] as const;
    for (const [id, agentId, passportId] of rows) await insertEvidence(id, agentId, passportId);
    for (const [id, agentId] of [
      ['pp_1', 'one'],
      ['pp_2', 'two'],
      ['pp_3', 'one'],
    ] as const) {
      await insertPassport(id, agentId);
    }
    await migrate(db(), verifierMigrations, systemClock);
  });
  afterAll(() => testDb?.close());

  it('keeps exactly what each passport covers', async () => {
    const store = createEvidenceStore(db());
    const covered = async (id: string) => (await store.listByPassport('default', id)).map((row) => row.evidence_id);
    expect(await covered('pp_1')).toEqual(['ev_1', 'ev_3']);
    expect(await covered('pp_2')).toEqual(['ev_2']);
    expect(await covered('pp_3')).toEqual(['ev_4']);
    expect((await store.find('default', 'ev_4'))?.passport_id).toBe('pp_3');
    expect((await store.find('default', 'ev_5'))?.passport_id).toBeNull();
    expect(await db().select().from(passportsTable)).toHaveLength(3);
  });

  it('knows what still waits for a passport', async () => {
    const waiting = await createEvidenceCoverage().listWaiting(db());
    expect(waiting.map(({ group }) => group.agentId)).toEqual(['two']);
    expect(await db().select().from(evidenceGroupsTable)).toHaveLength(2);
  });
});
