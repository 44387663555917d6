import { type ClaimsRequest, createAuditor } from '@assay/sdk';
import { runContractKit } from '@assay/sdk/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { secrets } from './auditor.ts';
import { secretTypes } from './detect.ts';
import { fill, seeded } from './made.fixture.ts';
import { structureExamples } from './structure-examples.fixture.ts';
import { tokenExamples } from './token-examples.fixture.ts';

const key = fill('AKIA<K16>', seeded(1));
const password = fill('<a12>', seeded(2));

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
  it('contain kind, line and place, never the value', async () => {
    const claims = await claimsOf({ data: { input: `my key\nis ${key}` } });
    expect(claims.get('secret_leaked')?.value).toBe(true);
    expect(claims.get('secret_types')?.value).toEqual(['aws_access_key_id']);
    expect(claims.get('secret_count')?.value).toBe(1);
    expect(claims.get('secret_leaked')?.detail?.['spans']).toEqual([
      expect.objectContaining({ type: 'aws_access_key_id', line: 2, start: 10, end: 10 + key.length }),
    ]);
    expect(JSON.stringify([...claims.values()])).not.toContain(key);
  });

  it('cover a response and a document, distinguished by their place', async () => {
    const response = await claimsOf({ phase: 'response', data: { input: key, output: 'none here' } });
    expect(response.get('secret_leaked')?.value).toBe(false);
    const documents = [{ id: 'page', text: `key ${key}` }];
    const request = await claimsOf({ data: { input: 'read it', metadata: { documents } } });
    expect(request.get('secret_leaked')?.detail?.['spans']).toEqual([
      expect.objectContaining({ document: 'page', start: 4 }),
    ]);
  });

  it('are absent for ordinary text', async () => {
    const claims = await claimsOf({ data: { input: 'How do I rotate an API key safely?' } });
    expect([...claims.values()].map(({ value }) => value)).toEqual([false, [], 0, false]);
  });

  it('report redaction by its placeholders', async () => {
    const claims = await claimsOf({ data: { input: 'key [REDACTED:github_token]' } });
    expect(claims.get('secrets_redacted')?.value).toBe(true);
    expect(claims.get('secret_leaked')?.value).toBe(false);
  });
});

it('findings also have the form of the standard claim', async () => {
  const claims = await claimsOf({ data: { input: `one\n${key}` } });
  expect(claims.get('secret_leaked')?.detail).toMatchObject({
    redacted: false,
    secrets_found: [{ type: 'aws_access_key_id', line: 2, redacted: '[REDACTED:aws_access_key_id]' }],
  });
});

it("thousands of secrets in documents with long names stay within a claim's bounds, and all stay covered", async () => {
  const keys = Array.from({ length: 3000 }, (_, index) => fill('AKIA<K16>', seeded(index)));
  const documents = ['a'.repeat(80), 'b'.repeat(80)].map((id) => ({ id, text: keys.join('\n') }));
  const claims = await claimsOf({ data: { input: 'read them', metadata: { documents } } });
  expect(claims.get('secret_count')?.value).toBe(6000);
  const spans = claims.get('secret_leaked')?.detail?.['spans'];
  const last = Array.isArray(spans) ? spans.at(-1) : undefined;
  expect(last).toMatchObject({ type: 'multiple', document: 'b'.repeat(80), end: keys.join('\n').length });
});

it('a placeholder of every type is known', async () => {
  for (const type of secretTypes) {
    const claims = await claimsOf({ data: { input: `x [REDACTED:${type}] y` } });
    expect([type, claims.get('secrets_redacted')?.value]).toEqual([type, true]);
  }
});

it('no claim contains a secret in any surroundings', async () => {
  const examples = [...tokenExamples, ...structureExamples];
  const noise = fc.string({ unit: 'binary', maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...examples), fc.nat(99), noise, noise, async ({ found }, seed, before, after) => {
      const secret = fill('<a12>', seeded(seed));
      const text = fill(found[0] ?? '', seeded(seed));
      const claims = await claimsOf({ data: { input: `${before}\n${text}\npassword="${secret}9"\n${after}` } });
      const told = JSON.stringify([...claims.values()]);
      expect(claims.get('secret_leaked')?.value).toBe(true);
      expect(told).not.toContain(secret);
      for (const run of text.match(/[A-Za-z0-9+/_-]{20,}/g) ?? []) expect(told).not.toContain(run);
    }),
    { numRuns: 200 },
  );
});

it('SECRETS_THRESHOLD decides which findings count and is part of the provenance', async () => {
  const claims = await claimsOf({ data: { input: `password = "${password}"` } }, { SECRETS_THRESHOLD: '0.9' });
  expect(claims.get('secret_leaked')?.value).toBe(false);
  expect(claims.get('secret_leaked')?.provenance).toMatchObject({ threshold: 0.9 });
});

describe('limits', () => {
  const leaked = async (input: string, settings: Record<string, unknown>) => {
    const vendorContext = { detection_overrides: { secret_leaked: settings } };
    const claims = await claimsOf({ data: { input }, vendor_context: vendorContext });
    expect(claims.get('secret_leaked')?.provenance).toMatchObject(settings);
    return claims.get('secret_leaked')?.value;
  };
  // 3.5 bits per character, without a word in it.
  const key35 = 'q7zq7zxk4xk4vw9vw9jb';
  const keyInHex = fill('<h32>', seeded(3));

  it('min_entropy bounds keys identified by their name, but no passwords, hex keys or tokens', async () => {
    const named = `api_key = "${key35}"`;
    expect(await leaked(named, { min_entropy: 3 })).toBe(true);
    expect(await leaked(named, { min_entropy: 4 })).toBe(false);
    for (const other of [`password = "${password}"`, `api_key = "${keyInHex}"`, key]) {
      expect([other, await leaked(other, { min_entropy: 6 })]).toEqual([other, true]);
    }
  });

  it('verified_formats_only drops findings by name or word, and none with a format', async () => {
    const told = [`password = "${password}"`, `api_key = "${keyInHex}"`, `mot de passe : ${password}9`];
    for (const text of told) {
      expect([text, await leaked(text, { verified_formats_only: false })]).toEqual([text, true]);
      expect([text, await leaked(text, { verified_formats_only: true })]).toEqual([text, false]);
    }
    const formats = [key, `postgres://app:${password}@db.internal/orders`, `Authorization: Bearer ${keyInHex}`];
    for (const text of formats)
      expect([text, await leaked(text, { verified_formats_only: true })]).toEqual([text, true]);
  });

  it('every example of a rule for a format stays found with verified_formats_only', async () => {
    for (const { found } of tokenExamples) {
      for (const template of found) {
        const text = fill(template, seeded(11));
        expect([template, await leaked(text, { verified_formats_only: true })]).toEqual([template, true]);
      }
    }
  });

  it('the defaults keep the bounds from before there was a setting', async () => {
    const claims = await claimsOf({ data: { input: `api_key = "${key35}"` } });
    expect(claims.get('secret_leaked')?.provenance).toEqual({
      threshold: 0.5,
      min_entropy: 3,
      verified_formats_only: false,
    });
  });
});
