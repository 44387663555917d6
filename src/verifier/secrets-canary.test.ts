/** Secrets stay with their recipient: they are in no table, no log line and no later answer. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { query } from '../platform/db/db.ts';
import { type Canary, openCanary } from './secrets-canary.fixture.ts';

let canary: Canary;
beforeAll(async () => {
  canary = await openCanary();
}, 180_000);
afterAll(() => canary?.issuer.close());

/** Gives the secret itself, without its prefix, and in the forms that a careless copy has. */
function formsOf(secret: string): string[] {
  const own = secret.replace(/^assay_[a-z]+_/, '');
  return [secret, own].flatMap((text) => {
    const bytes = Buffer.from(text);
    const inUrl = encodeURIComponent(text);
    return [
      ...[text, JSON.stringify(text).slice(1, -1), JSON.stringify(JSON.stringify(text)).slice(3, -3)],
      ...[inUrl, inUrl.replaceAll('%20', '+'), new URLSearchParams({ x: text }).toString().slice(2)],
      ...[bytes.toString('base64').replace(/=+$/, ''), bytes.toString('base64url')],
      ...[bytes.toString('hex'), bytes.toString('hex').toUpperCase(), toHtml(text)],
    ];
  });
}

const payloadForms = new Map<string, readonly string[]>();

/** Gives the kinds of payloads that a text contains. */
function findPayloads(text: string): string[] {
  const found = [...canary.payloads].filter(([payload]) => {
    const forms = payloadForms.get(payload) ?? [...new Set(formsOf(payload))];
    payloadForms.set(payload, forms);
    return forms.some((form) => text.includes(form));
  });
  return [...new Set(found.map(([, kind]) => kind))];
}

function toHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
}

const formsBySecret = new Map<string, readonly string[]>();

/** Gives the kinds of secrets that a text contains. */
function findIn(text: string): string[] {
  const found = [...canary.secrets].filter(([secret]) => {
    const forms = formsBySecret.get(secret) ?? [...new Set(formsOf(secret))];
    formsBySecret.set(secret, forms);
    return forms.some((form) => text.includes(form));
  });
  return [...new Set(found.map(([, kind]) => kind))];
}

describe('the search', () => {
  it.each<[string, (text: string) => string]>([
    ['plain', (text) => text],
    ['as base64', (text) => Buffer.from(text).toString('base64')],
    ['as hex', (text) => Buffer.from(text).toString('hex')],
    ['in JSON', (text) => JSON.stringify({ text })],
    ['in JSON in JSON', (text) => JSON.stringify({ text: JSON.stringify({ text }) })],
    ['in a URL', (text) => `/x?y=${encodeURIComponent(text)}`],
    ['in a form', (text) => new URLSearchParams({ text }).toString()],
    ['without its prefix', (text) => text.replace(/^assay_[a-z]+_/, '')],
  ])('finds every secret %s', (_form, write) => {
    const missed = [...canary.secrets].filter(([secret, kind]) => !findIn(write(secret)).includes(kind));
    expect(missed).toEqual([]);
  });

  it('is for secrets of every kind', () => {
    const kinds = new Set(canary.secrets.values());
    const expected = [
      ...['password', 'next password', 'mistyped password', 'temporary password', 'CSRF token', 'cookie assay_session'],
      ...['assay_key_', 'assay_secret_', 'assay_invite_', 'assay_registration_', 'key after rotation', 'client secret'],
      ...['authorization code', 'access token', 'id token', 'refresh token', 'registration token', 'PKCE verifier'],
      ...['DPoP proof', 'client assertion', 'JWT-SVID', 'X-API-Key of nobody', 'API key of nobody'],
      ...['API key of a service', 'password of a service', 'Basic of a service', 'private key of a service'],
      ...['secret of our client', 'access token of our client', 'access_token of a service'],
      ...['refresh_token of a service', 'PKCE verifier of a connection', 'ticket to connect', 'state of a connection'],
      ...['registration_access_token of our client', 'key encryption key', 'delegated token in a question'],
      ...['webhook secret', 'webhook secret after rotation', 'header of a collector', 'header that is not taken'],
      ...['private member of a publisher key', 'signature of an address', 'token in a line', 'password in a field'],
      ...['subject token', 'actor token', 'delegated token', 'opaque delegated token', 'approval grant'],
    ];
    expect(expected.filter((kind) => !kinds.has(kind))).toEqual([]);
  });
});

describe('no secret is, in any form,', () => {
  it('in a row of any table', async () => {
    const { db } = canary.issuer.verifier.testDb.database();
    const tables = await query<{ name: string }>(
      db,
      sql`select tablename as name from pg_tables where schemaname = current_schema()`,
    );
    const names = tables.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining([
        'audit_log',
        'control_changes',
        'idempotency_keys',
        'oauth_clients',
        'delegated_tokens',
        'vault_secrets',
      ]),
    );
    for (const name of names) {
      const rows = await query<{ row: string }>(db, sql`select t::text as row from ${sql.identifier(name)} t`);
      const json = await query<{ row: string }>(
        db,
        sql`select to_jsonb(t)::text as row from ${sql.identifier(name)} t`,
      );
      const found = findIn([...rows, ...json].map(({ row }) => row).join('\n'));
      expect({ name, found }).toEqual({ name, found: [] });
    }
  });

  it('in a backup', () => {
    expect(canary.backup.length).toBeGreaterThan(100);
    expect(canary.backup.flatMap(findIn)).toEqual([]);
  });

  it('in a line of the log, even at level trace or with a failing database', () => {
    expect(canary.lines.length).toBeGreaterThan(100);
    const levels = new Set(canary.lines.map((line) => String(JSON.parse(line).level)));
    expect([...levels]).toEqual(expect.arrayContaining(['debug', 'info', 'error']));
    const leaks = canary.lines.flatMap((line) => findIn(line).map((kind) => `${kind}: ${line.slice(0, 2_000)}`));
    expect(leaks).toEqual([]);
    // No hash either, on which passwords could be tried.
    expect(canary.lines.filter((line) => line.includes('$scrypt$'))).toEqual([]);
  });

  it('in a later answer, a problem, an export, the metrics, or the bundle of a gateway', () => {
    const leaks = [...canary.later].flatMap(([name, text]) => findIn(text).map((kind) => `${kind}: ${name}`));
    expect(leaks).toEqual([]);
  });
});

/** Tables with values that some may read: runs until a day after their end, Evidence in its signed form. */
// Lists find Evidence by the texts of its claims.
const ownTables = new Set(['workflow_runs', 'workflow_steps', 'evidence', 'evidence_records', 'evidence_search']);

describe('the payload of a run, a call or a decision is, in any form,', () => {
  it('in its own record, and in no other table: no event, no delivery, no audit entry, no stored answer', async () => {
    const kinds = new Set(canary.payloads.values());
    expect([...kinds].sort()).toEqual(
      [
        ...['claim value', 'input of a run', 'input that is not taken', 'output of a step', 'preview of arguments'],
      ].sort(),
    );
    const { db } = canary.issuer.verifier.testDb.database();
    const tables = await query<{ name: string }>(
      db,
      sql`select tablename as name from pg_tables where schemaname = current_schema()`,
    );
    const own = new Set<string>();
    for (const { name } of tables) {
      const rows = await query<{ row: string }>(
        db,
        sql`select to_jsonb(t)::text as row from ${sql.identifier(name)} t`,
      );
      const found = findPayloads(rows.map(({ row }) => row).join('\n'));
      if (ownTables.has(name)) for (const kind of found) own.add(kind);
      else expect({ name, found }).toEqual({ name, found: [] });
    }
    // Readers of a run do find it there.
    expect([...own]).toEqual(expect.arrayContaining(['input of a run', 'output of a step']));
  });

  it('in no line of the log, even with a failing database', () => {
    expect(canary.lines.flatMap((line) => findPayloads(line).map((kind) => `${kind}: ${line.slice(0, 500)}`))).toEqual(
      [],
    );
  });

  it('in no answer about anything else', () => {
    expect([...canary.later].flatMap(([name, text]) => findPayloads(text).map((kind) => `${kind}: ${name}`))).toEqual(
      [],
    );
  });
});
