import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { nodeProofCrypto } from '@assay/sdk/crypto';
import { getTableColumns, getTableName, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { query } from '../platform/db/db.ts';
import { parseVerifierKeys } from '../proof/verifier-key.ts';
import { features, verifierMigrations } from './features.ts';
import { openTestVerifier, type TestVerifier } from './test-verifier.ts';

let verifier: TestVerifier;
beforeAll(async () => {
  verifier = await openTestVerifier();
});
afterAll(() => verifier?.close());

describe('access', () => {
  const paths = [
    '/v1/agents',
    '/v1/evidence',
    '/v1/passports',
    '/v1/attestations',
    '/v1/appraisal-policies',
    '/v1/reference-values',
    '/health',
    '/.well-known/jwks.json',
  ];

  it.each(paths)('%s is closed to foreign hosts and origins', async (path) => {
    expect((await verifier.get(path)).status).toBe(200);
    expect((await verifier.get(path, { host: 'evil.example' })).status).toBe(403);
    expect((await verifier.get(path, { origin: 'https://evil.example' })).status).toBe(403);
    expect((await verifier.post(path, {}, { origin: 'null' })).status).toBe(403);
  });

  it('a wrong token is refused even when none is required', async () => {
    expect((await verifier.get('/v1/agents', { authorization: 'Bearer wrong' })).status).toBe(401);
  });

  it('bound to a network it does not start without a token, and then requires it from every caller', async () => {
    await expect(openTestVerifier({ VERIFIER_HOST: '0.0.0.0' })).rejects.toThrow('ASSAY_ACCESS_TOKEN');
    const token = 'a-token-of-more-than-32-characters!!';
    const open = await openTestVerifier({ VERIFIER_HOST: '0.0.0.0', ASSAY_ACCESS_TOKEN: token });
    try {
      expect((await open.get('/v1/agents', { host: 'assay.example' })).status).toBe(401);
      const headers = { host: 'assay.example', authorization: `Bearer ${token}` };
      expect((await open.get('/v1/agents', headers)).status).toBe(200);
    } finally {
      await open.close();
    }
  });
});

describe('keys', () => {
  it('are published as a standard key set, without a private part', async () => {
    const { body } = await verifier.get('/.well-known/jwks.json');
    const parsed = await parseVerifierKeys(body, nodeProofCrypto);
    expect(parsed.ok).toBe(true);
    expect(JSON.stringify(body)).not.toContain('"d"');
    const file = await readFile(join(verifier.testDb.dataDir, 'verifier-keys.json'), 'utf8');
    expect(JSON.parse(file)).toEqual(body);
  });

  it('include a signing key readable only by its owner', async () => {
    const { mode } = await stat(join(verifier.testDb.dataDir, 'verifier-key.pem'));
    expect(mode & 0o777).toBe(0o600);
  });
});

describe('the description', () => {
  it('lists every path with its group', async () => {
    const { body } = await verifier.get('/openapi.json');
    const paths = Object.keys(Object(body['paths']));
    expect(paths).toEqual(
      expect.arrayContaining([
        '/v1/agents',
        '/v1/agents/{id}',
        '/v1/attestations',
        '/v1/attestations/challenge',
        '/v1/attestations/{id}',
        '/v1/evidence',
        '/v1/evidence/{id}',
        '/v1/evidence/{id}/bundle',
        '/v1/passports',
        '/v1/scoped-credentials/callback',
        '/v1/scoped-credentials/callback/{server}',
        '/v1/passports/{id}',
        '/v1/passports/{id}/evidence',
        '/v1/passports/{id}/status',
        '/v1/passports/{id}/revoke',
        '/v1/passports/revocations',
        '/v1/public/passports/{id}',
        '/v1/public/passports/{id}/status',
        '/v1/appraisal-policies/{id}/activate',
        '/v1/reference-values/{id}/revoke',
        '/.well-known/jwks.json',
      ]),
    );
  });
});

describe('the schema', () => {
  it('of the migrated database matches the tables', async () => {
    const { db } = verifier.testDb.database();
    for (const table of features.flatMap((feature) => feature.tables)) {
      const name = getTableName(table);
      const rows = await query<{ name: string; nullable: string; type: string }>(
        db,
        sql`select column_name as name, is_nullable as nullable, data_type as type
          from information_schema.columns where table_name = ${name} and table_schema = current_schema()`,
      );
      const declared = Object.values(getTableColumns(table)).map((column) => ({
        name: column.name,
        nullable: column.notNull ? 'NO' : 'YES',
        type: column
          .getSQLType()
          .replace('bigserial', 'bigint')
          .replace(/.*\[\]$/, 'ARRAY'),
      }));
      const byName = (left: { name: string }, right: { name: string }) => left.name.localeCompare(right.name);
      expect([...rows].sort(byName), name).toEqual(declared.sort(byName));
    }
  });

  it('has migrations with unique, rising ids', () => {
    const ids = verifierMigrations.map((migration) => migration.id);
    expect(new Set(ids).size).toBe(ids.length);
    expect([...ids].sort()).toEqual(ids);
  });
});
