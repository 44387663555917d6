import { type ClaimsRequest, createAuditor } from '@assay/sdk';
import { runContractKit } from '@assay/sdk/testing';
import { describe, expect, it } from 'vitest';
import { pii } from './auditor.ts';
import { piiTypes } from './detect.ts';
import { nationalIds } from './national-ids.ts';

const text = 'Jane pays with 4111 1111 1111 1111, mail jane.doe@example.org';

async function claimsOf(request: Partial<ClaimsRequest>, env: Record<string, string> = {}) {
  const response = await createAuditor(pii, { env }).claims({ phase: 'request', data: {}, ...request });
  if (response.status === 'error') throw new Error(response.error.message);
  return new Map(response.claims.map((claim) => [claim.name, claim]));
}

it('keeps the contract', async () => {
  const { checks } = await runContractKit(createAuditor(pii));
  expect(checks.filter(({ status }) => status === 'failed')).toEqual([]);
});

describe('claims', () => {
  it('contain types, count and places, never the data', async () => {
    const claims = await claimsOf({ data: { input: text } });
    expect(claims.get('pii_found')?.value).toBe(true);
    expect(claims.get('pii_types')?.value).toEqual(['credit_card', 'email', 'person']);
    expect(claims.get('pii_count')?.value).toBe(3);
    expect(claims.get('pii_confidence')?.value).toBeGreaterThan(0.9);
    expect(claims.get('pii_jurisdiction')?.value).toBe('pci_dss');
    expect(claims.get('pii_found')?.detail?.['spans']).toEqual([
      { type: 'person', start: 0, end: 4, score: 0.6 },
      { type: 'credit_card', start: 15, end: 34, score: 0.9 },
      { type: 'email', start: 41, end: 61, score: 0.97 },
    ]);
    expect(JSON.stringify([...claims.values()])).not.toMatch(/4111|jane/i);
  });

  it('report no finding in ordinary text', async () => {
    const claims = await claimsOf({ data: { input: 'What is the weather in Rome?' } });
    expect([...claims.values()].map(({ value }) => value)).toEqual([false, [], 0, 0, false, 'none']);
  });

  it('are judged per phase, and spans name their document or part', async () => {
    const documents = [{ id: 'd7', text: 'mail a.b@example.org' }];
    const request = await claimsOf({ data: { input: 'hello', output: text, metadata: { documents } } });
    expect(request.get('pii_found')?.detail?.['spans']).toEqual([
      expect.objectContaining({ document: 'd7', start: 5 }),
    ]);
    const execution = await claimsOf({ phase: 'execution', data: { input: '{"to":"x@example.org"}', output: text } });
    expect(execution.get('pii_found')?.detail?.['spans']).toEqual([
      expect.objectContaining({ part: 'input', type: 'email' }),
      expect.objectContaining({ part: 'output', type: 'person' }),
      expect.objectContaining({ part: 'output', type: 'credit_card' }),
      expect.objectContaining({ part: 'output', type: 'email' }),
    ]);
  });

  it('report redaction by its placeholders', async () => {
    const claims = await claimsOf({ data: { input: 'Pay with [REDACTED:credit_card].' } });
    expect(claims.get('pii_redacted')?.value).toBe(true);
    expect(claims.get('pii_found')?.value).toBe(false);
    expect((await claimsOf({ data: { input: '[REDACTED:nonsense]' } })).get('pii_redacted')?.value).toBe(false);
  });

  it('give multiple for different laws, and unspecified for types without a law', async () => {
    const both = await claimsOf({ data: { input: `${text} CPF 529.982.247-25` } });
    expect(both.get('pii_jurisdiction')?.value).toBe('multiple');
    const mail = await claimsOf({ data: { input: 'jane@example.org' } });
    expect(mail.get('pii_jurisdiction')?.value).toBe('unspecified');
  });
});

describe('settings', () => {
  it('come from the environment and are part of the provenance', async () => {
    const claims = await claimsOf({ data: { input: text } }, { PII_ENTITIES: 'email', PII_THRESHOLD: '0.9' });
    expect(claims.get('pii_types')?.value).toEqual(['email']);
    expect(claims.get('pii_found')?.provenance).toMatchObject({ threshold: 0.9 });
  });

  it('national_id covers exactly the identifiers issued by states', async () => {
    const input = 'CPF 529.982.247-25, passport number: C01X00T47, Luhn 4111 1111 1111 1111, jane@example.org';
    const all = (await claimsOf({ data: { input } })).get('pii_types')?.value;
    expect(all).toEqual(expect.arrayContaining(['br_cpf', 'credit_card', 'email']));
    const env = { PII_ENTITIES: 'national_id,email' };
    const claims = await claimsOf({ data: { input } }, env);
    const found = claims.get('pii_types')?.value;
    const expected = Array.isArray(all) ? all.filter((type) => type === 'email' || nationalIds.includes(type)) : [];
    expect(found).toEqual(expected);
    expect(found).toContain('br_cpf');
    expect(claims.get('pii_found')?.provenance).toMatchObject({ entities: '["national_id","email"]' });
  });

  it('every type is either a national identifier or known not to be one', () => {
    const others = piiTypes.filter((type) => !nationalIds.includes(type));
    expect(nationalIds.filter((type) => !piiTypes.includes(type))).toEqual([]);
    expect(new Set(nationalIds).size).toBe(nationalIds.length);
    // A new identifier must be listed: in the group, or here among identifiers of no person.
    expect(others.sort()).toEqual(
      [
        ...['address', 'date_of_birth', 'device_imei', 'email', 'in_upi', 'ip_address', 'location', 'mac_address'],
        ...['person', 'phone', 'postal_code', 'vehicle_vin'],
        ...['bank_account', 'bic', 'credit_card', 'crypto_wallet', 'iban', 'uk_sort_code', 'us_routing_number'],
        ...['au_abn', 'au_acn', 'br_cnpj', 'co_nit', 'es_cif', 'eu_vat', 'fr_siren', 'fr_siret', 'in_gstin', 'it_vat'],
        ...['pe_ruc', 'pl_nip', 'pl_regon', 'us_dea', 'us_ein', 'us_npi'],
      ].sort(),
    );
  });

  it('an override applies to one call', async () => {
    const vendorContext = { detection_overrides: { pii_found: { threshold: 1 } } };
    const claims = await claimsOf({ data: { input: text }, vendor_context: vendorContext });
    expect(claims.get('pii_found')?.value).toBe(false);
  });
});

it('thousands of findings keep the claim within its bounds and stay covered', async () => {
  const input = 'a.b@example.org '.repeat(6000);
  const claims = await claimsOf({ data: { input } });
  expect(claims.get('pii_count')?.value).toBe(6000);
  const spans = claims.get('pii_found')?.detail?.['spans'];
  expect(spans).toContainEqual(expect.objectContaining({ type: 'multiple', end: input.length - 1 }));
});
