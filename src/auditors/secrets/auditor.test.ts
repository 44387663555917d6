import { type ClaimsRequest, createAuditor } from '@assay/sdk';
import { runContractKit } from '@assay/sdk/testing';
import { describe, expect, it } from 'vitest';
import { secrets } from './auditor.ts';
import { positives } from './examples.fixture.ts';

const key = positives['aws_access_key_id']?.[0] ?? '';

async function claimsOf(request: Partial<ClaimsRequest>, env: Record<string, string> = {}) {
  const response = await createAuditor(secrets, { env }).claims({ phase: 'request', data: {}, ...request });
  if (response.status === 'error') throw new Error(response.error.message);
  return new Map(response.claims.map((claim) => [claim.name, claim]));
}

it('keeps the contract', async () => {
  const { checks } = await runContractKit(createAuditor(secrets));
  expect(checks.filter(({ status }) => status === 'failed')).toEqual([]);
});

describe('claims', () => {
  it('name kind, line and place, never the value', async () => {
    const claims = await claimsOf({ data: { input: `my key\nis ${key}` } });
    expect(claims.get('secret_leaked')?.value).toBe(true);
    expect(claims.get('secret_types')?.value).toEqual(['aws_access_key_id']);
    expect(claims.get('secret_count')?.value).toBe(1);
    expect(claims.get('secret_leaked')?.detail?.['spans']).toEqual([
      expect.objectContaining({ type: 'aws_access_key_id', line: 2, start: 10, end: 10 + key.length }),
    ]);
    expect(JSON.stringify([...claims.values()])).not.toContain(key);
  });

  it('a response and a document are judged too, told apart by their place', async () => {
    const response = await claimsOf({ phase: 'response', data: { input: key, output: 'none here' } });
    expect(response.get('secret_leaked')?.value).toBe(false);
    const documents = [{ id: 'page', text: `key ${key}` }];
    const request = await claimsOf({ data: { input: 'read it', metadata: { documents } } });
    expect(request.get('secret_leaked')?.detail?.['spans']).toEqual([
      expect.objectContaining({ document: 'page', start: 4 }),
    ]);
  });

  it('ordinary text has none', async () => {
    const claims = await claimsOf({ data: { input: 'How do I rotate an API key safely?' } });
    expect([...claims.values()].map(({ value }) => value)).toEqual([false, [], 0, false]);
  });

  it('redacted text is told by its placeholders', async () => {
    const claims = await claimsOf({ data: { input: 'key [REDACTED:github_token]' } });
    expect(claims.get('secrets_redacted')?.value).toBe(true);
    expect(claims.get('secret_leaked')?.value).toBe(false);
  });
});

it('SECRETS_THRESHOLD decides which findings count and stands in the provenance', async () => {
  const claims = await claimsOf({ data: { input: 'password = "k8Qv!z91xW"' } }, { SECRETS_THRESHOLD: '0.9' });
  expect(claims.get('secret_leaked')?.value).toBe(false);
  expect(claims.get('secret_leaked')?.provenance).toEqual({ threshold: 0.9 });
});
