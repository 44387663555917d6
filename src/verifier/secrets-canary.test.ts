/** Secrets stay with whoever was given them: they are in no table, no audit export and no later answer of the API. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { query } from '../platform/db/db.ts';
import { type ActContext, perform } from './access/acts.fixture.ts';
import { identityActs } from './access/identity-acts.fixture.ts';
import { openTestVerifier, type TestVerifier } from './test-verifier.ts';

const password = 'nine violet engines hum';
const wrongKey = 'assay_key_canaryCANARYcanaryCANARYcanaryCANARYcanar';
let verifier: TestVerifier;
/** What only its holder may have: everything that an answer or a person gave with a prefix of ours, and the password. */
const secrets = new Set<string>([password, wrongKey]);
/** Answers that follow: problems, lists, records read again. */
const later: string[] = [];

beforeAll(async () => {
  verifier = await openTestVerifier({ VERIFIER_CLIENT_REGISTRATION: 'token' });
  const context: ActContext = { verifier, ids: new Map(), auditorUrl: '' };
  for (const act of identityActs) {
    const { raw } = await perform(act, context);
    for (const [secret] of raw
      .toString('utf8')
      .matchAll(/assay_(?:key|secret|invite|registration)_[A-Za-z0-9_-]{43}/g)) {
      secrets.add(secret);
    }
  }
  for (const headers of [{ 'x-assay-key': wrongKey }, { authorization: `Bearer ${wrongKey}` }]) {
    const { status, raw } = await verifier.call('GET', '/v1/agents', headers);
    expect(status).toBe(401);
    later.push(raw.toString('utf8'));
  }
  for (const path of ['api-keys', 'invitations', 'members', 'people', 'oauth-clients', 'agents', 'audit-logs/export']) {
    later.push((await verifier.admin('GET', `/v1/${path}`)).raw.toString('utf8'));
  }
}, 120_000);
afterAll(() => verifier.close());

/** The secret as it stands, without its prefix, and in the forms that a careless copy has. */
function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const own = secret.replace(/^assay_[a-z]+_/, '');
  return [secret, own, bytes.toString('base64').replace(/=+$/, ''), bytes.toString('base64url'), bytes.toString('hex')];
}

it('the acts of the test made secrets of every kind', () => {
  const kinds = [...secrets].map((secret) => /^assay_[a-z]+_/.exec(secret)?.[0] ?? 'password');
  for (const kind of ['password', 'assay_key_', 'assay_secret_', 'assay_invite_', 'assay_registration_']) {
    expect(kinds).toContain(kind);
  }
});

it('no row of any table holds one, in any form', async () => {
  const { db } = verifier.testDb.database();
  const tables = await query<{ name: string }>(
    db,
    sql`select tablename as name from pg_tables where schemaname = current_schema()`,
  );
  expect(tables.length).toBeGreaterThan(20);
  for (const { name } of tables) {
    const rows = await query<{ row: string }>(db, sql`select t::text as row from ${sql.identifier(name)} t`);
    const dump = rows.map(({ row }) => row).join('\n');
    const found = [...secrets].filter((secret) => formsOf(secret).some((form) => dump.includes(form)));
    expect({ name, found }).toEqual({ name, found: [] });
  }
});

it('no later answer, no problem and no export of the audit log holds one', () => {
  for (const answer of later) {
    const found = [...secrets].filter((secret) => formsOf(secret).some((form) => answer.includes(form)));
    expect(found).toEqual([]);
  }
});
