import { type Claim, createAuditor, sovereigntyClaim } from '@assay/sdk';
import { createEd25519Key, fromBase64Url, sha256Hex } from '@assay/sdk/crypto';
import { runContractKit } from '@assay/sdk/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sovereignty } from './auditor.ts';
import { aNonce, anAnchor, aReceipt, now, roundTrip } from './receipts.fixture.ts';

const frankfurt = { lat: 50.11, lon: 8.68 };
const anchors = [anAnchor('paris', 48.86, 2.35), anAnchor('berlin', 52.52, 13.4), anAnchor('milan', 45.46, 9.19)];
const trusted = { SOVEREIGNTY_ANCHORS: anchors.map(({ item }) => item).join(',') };
const aws = { region: 'eu-central-1', provider: 'aws' };

type Env = Record<string, string>;

async function ask(metadata: unknown, env: Env = {}, input = 'Where are my data?') {
  const auditor = createAuditor(sovereignty, { env, clock: () => now });
  return auditor.claims({ phase: 'request', data: { input, metadata } });
}

async function claimsOf(metadata: unknown, env: Env = {}, input?: string): Promise<Map<string, Claim>> {
  const response = await ask(metadata, env, input);
  if (response.status === 'error') throw new Error(response.error.message);
  return new Map(response.claims.map((claim) => [claim.name, claim]));
}

async function findingOf(metadata: unknown, env: Env = {}) {
  const claim = (await claimsOf(metadata, env)).get('sovereignty_compliant');
  return { compliant: claim?.value, reasons: claim?.detail?.['reasons'] };
}

function values(claims: Map<string, Claim>): Record<string, unknown> {
  return Object.fromEntries([...claims].map(([name, { value }]) => [name, value]));
}

function receiptsTo(place: { lat: number; lon: number }, extraMs = 0.5) {
  return anchors.map((anchor) => aReceipt(anchor, roundTrip(anchor, place, extraMs)));
}

it('keeps the contract', async () => {
  const metadata = { model_id: 'kit', location: aws, user_country: 'DE' };
  const samples = { request: [{ input: 'x', metadata }], response: [{ input: 'x', output: 'y', metadata }] };
  const { checks } = await runContractKit(createAuditor(sovereignty), { samples });
  expect(checks.filter(({ status }) => status === 'failed')).toEqual([]);
});

describe('place and transfer', () => {
  it('all known facts are claimed, with the row of the table and its source', async () => {
    const claims = await claimsOf({ location: aws, user_country: 'FR' }, { SOVEREIGNTY_ALLOWED_LOCATIONS: 'EEA,CH' });
    expect(values(claims)).toEqual({
      sovereignty_compliant: true,
      data_location: 'eu-central-1',
      location_allowed: true,
      allowed_locations: ['EEA', 'CH'],
      cross_border_transfer: false,
      transfer_mechanism: 'none_needed',
      user_jurisdiction: 'FR',
      detected_regions: [],
    });
    expect(claims.get('transfer_mechanism')?.detail).toMatchObject({ rule: 'eea-free', valid_from: '2018-05-25' });
    expect(claims.get('data_location')?.detail).toEqual({
      country: 'DE',
      region: 'eu-central-1',
      provider: 'aws',
      source: 'request',
    });
  });

  it('the detail of the finding is that of the standard claim', async () => {
    const detail = (await claimsOf({ location: aws, user_country: 'US' })).get('sovereignty_compliant')?.detail ?? {};
    const standard = sovereigntyClaim({
      data_location: 'eu-central-1',
      allowed_locations: [],
      cross_border_transfer: true,
      transfer_mechanism: 'none_needed',
      compliant: true,
      user_jurisdiction: 'US',
    });
    expect(detail).toMatchObject({ ...standard.detail });
  });

  it('unknown facts are left out, and never compliant', async () => {
    expect(values(await claimsOf(undefined))).toEqual({
      sovereignty_compliant: false,
      allowed_locations: [],
      detected_regions: [],
    });
    expect(await findingOf({ location: { region: 'atlantis-1' }, user_country: 'DE' })).toEqual({
      compliant: false,
      reasons: ['location_unknown'],
    });
    expect(await findingOf({ location: aws })).toEqual({ compliant: false, reasons: ['nothing_to_judge'] });
    expect(await findingOf({ location: { region: 'eu-west-1' }, user_country: 'IE' })).toMatchObject({
      reasons: ['location_ambiguous'],
    });
  });

  it("an allowed place suffices without the user's country, unless it is required", async () => {
    const env = { SOVEREIGNTY_ALLOWED_LOCATIONS: 'DE' };
    expect(await findingOf({ location: aws }, env)).toEqual({ compliant: true, reasons: [] });
    expect(await findingOf({ location: aws }, { ...env, SOVEREIGNTY_REQUIRE_USER_COUNTRY: 'true' })).toEqual({
      compliant: false,
      reasons: ['user_country_unknown'],
    });
  });

  it('data must stay in the allowed places even where the transfer is lawful', async () => {
    const metadata = { location: { country: 'JP' }, user_country: 'DE' };
    const claims = await claimsOf(metadata, { SOVEREIGNTY_ALLOWED_LOCATIONS: 'EU' });
    expect(values(claims)).toMatchObject({ transfer_mechanism: 'adequacy', location_allowed: false });
    expect(await findingOf(metadata, { SOVEREIGNTY_ALLOWED_LOCATIONS: 'EU' })).toMatchObject({
      reasons: ['location_not_allowed'],
    });
    expect(await findingOf(metadata)).toEqual({ compliant: true, reasons: [] });
  });

  it('a transfer without a mechanism is not compliant, with one it is', async () => {
    const metadata = { location: { region: 'us-east-1', provider: 'aws' }, user_country: 'DE' };
    expect(await findingOf(metadata)).toEqual({ compliant: false, reasons: ['condition_missing'] });
    expect(await findingOf(metadata, { SOVEREIGNTY_TRANSFER_MECHANISM: 'magic' })).toMatchObject({
      reasons: ['mechanism_unknown'],
    });
    expect(await findingOf(metadata, { SOVEREIGNTY_TRANSFER_MECHANISM: 'scc' })).toMatchObject({ compliant: true });
    expect(await findingOf(metadata, { SOVEREIGNTY_CONDITIONS: 'eu_us_dpf' })).toMatchObject({ compliant: true });
    const kenya = await claimsOf({ ...metadata, user_country: 'KE' });
    expect(kenya.get('transfer_mechanism')?.value).toBe('unknown');
    expect(kenya.get('sovereignty_compliant')?.value).toBe(false);
  });

  it('a request can contradict the configured place, but not replace it', async () => {
    const env = {
      SOVEREIGNTY_LOCATION: 'eu-central-1',
      SOVEREIGNTY_PROVIDER: 'aws',
      SOVEREIGNTY_ALLOWED_LOCATIONS: 'EU',
    };
    expect(await findingOf({}, env)).toMatchObject({ compliant: true });
    expect(await findingOf({ location: aws }, env)).toMatchObject({ compliant: true });
    expect(await findingOf({ location: { country: 'FR' } }, env)).toMatchObject({
      reasons: ['location_contradictory'],
    });
    expect(await findingOf({ location: { region: 'eu-central-1', country: 'FR' } }, env)).toMatchObject({
      reasons: ['location_contradictory'],
    });
    expect(await findingOf({ location: { region: 'us-east-1' } }, env)).toMatchObject({
      reasons: ['location_contradictory'],
    });
    const country = { ...env, SOVEREIGNTY_LOCATION: 'DE' };
    expect((await claimsOf({ location: aws }, country)).get('data_location')?.value).toBe('eu-central-1');
    expect(await findingOf({ location: { region: 'eu-west-3' } }, country)).toMatchObject({ compliant: false });
  });

  it('the country of the request overrides the configured one', async () => {
    const env = { SOVEREIGNTY_USER_COUNTRY: 'DE' };
    expect((await claimsOf({ location: aws }, env)).get('user_jurisdiction')?.value).toBe('DE');
    expect((await claimsOf({ location: aws, user_country: 'uk' }, env)).get('user_jurisdiction')?.value).toBe('GB');
  });
});

describe('receipts', () => {
  const needed = { ...trusted, SOVEREIGNTY_ALLOWED_LOCATIONS: 'EU', SOVEREIGNTY_MINIMUM_ANCHORS: '3' };

  it('confirm the configured place', async () => {
    const claims = await claimsOf({ location: aws, receipts: receiptsTo(frankfurt) }, needed);
    expect(claims.get('sovereignty_compliant')?.value).toBe(true);
    expect(claims.get('location_estimate')?.value).toMatchObject({ method: 'vacuum_bound', anchor_count: 3 });
    expect(claims.get('location_confidence')?.value).toBeGreaterThan(0.5);
    expect(claims.get('location_confidence')?.detail).toMatchObject({
      stale: false,
      problem_count: 0,
      inconsistent: false,
    });
  });

  it.each([
    [
      'too far from the place',
      { location: { region: 'eu-south-2', provider: 'aws' }, receipts: receiptsTo(frankfurt) },
      ['place_refuted'],
    ],
    ['of too few anchors', { location: aws, receipts: receiptsTo(frankfurt).slice(1) }, ['too_few_anchors']],
    [
      'too slow to bound anything',
      { location: aws, receipts: receiptsTo(frankfurt, 20) },
      ['radius_too_large', 'confidence_too_low'],
    ],
    [
      'for a place without coordinates',
      { location: { country: 'DE' }, receipts: receiptsTo(frankfurt) },
      ['place_without_coordinates'],
    ],
    ['that are none', { location: aws }, ['receipts_missing']],
    [
      'sent twice',
      { location: aws, receipts: [...receiptsTo(frankfurt), ...receiptsTo(frankfurt).slice(0, 1)] },
      ['receipts_refused'],
    ],
  ])('%s do not', async (_, metadata, reasons) => {
    expect((await findingOf(metadata, needed)).reasons).toEqual(expect.arrayContaining(reasons));
    expect((await findingOf(metadata, needed)).compliant).toBe(false);
  });

  it('are stale at half of the lifetime and fail closed at its end', async () => {
    const aged = (ageMs: number) => anchors.map((anchor) => aReceipt(anchor, roundTrip(anchor, frankfurt, 0.5), ageMs));
    const stale = await claimsOf({ location: aws, receipts: aged(1_801_000) }, needed);
    expect(stale.get('location_confidence')?.detail).toMatchObject({ stale: true });
    expect(stale.get('sovereignty_compliant')?.value).toBe(true);
    const expired = await claimsOf({ location: aws, receipts: aged(3_601_000) }, needed);
    expect(expired.get('sovereignty_compliant')?.value).toBe(false);
    expect(expired.get('location_confidence')?.value).toBe(0);
    expect(expired.has('location_estimate')).toBe(false);
  });

  it('must be valid when sent, even if not required', async () => {
    const env = { ...trusted, SOVEREIGNTY_ALLOWED_LOCATIONS: 'EU' };
    const far = receiptsTo({ lat: 37, lon: -122 }).slice(0, 1);
    const fast = anchors.map((anchor) => aReceipt(anchor, 0.5));
    const forged = [aReceipt(anAnchor('paris', 48.86, 2.35), 3)];
    const link = [
      aReceipt(anchors[0] ?? anAnchor('x', 0, 0), 1, 1000, { target_anchor_id: 'milan' }),
      ...receiptsTo(frankfurt),
    ];
    expect(await findingOf({ location: aws, receipts: far }, env)).toEqual({ compliant: true, reasons: [] });
    expect(await findingOf({ location: aws, receipts: fast }, env)).toMatchObject({
      reasons: ['receipts_inconsistent', 'place_refuted'],
    });
    expect(await findingOf({ location: aws, receipts: forged }, env)).toMatchObject({ reasons: ['receipts_refused'] });
    expect(await findingOf({ location: aws, receipts: link }, env)).toMatchObject({
      reasons: ['anchors_inconsistent'],
    });
    expect(await findingOf({ location: aws, receipts: receiptsTo(frankfurt) })).toMatchObject({
      compliant: false,
      reasons: ['nothing_to_judge', 'receipts_refused'],
    });
  });

  it('invalidate the estimate when one is refused', async () => {
    const receipts = [...receiptsTo(frankfurt), aReceipt(anAnchor('stranger', 50, 8), 2)];
    const claims = await claimsOf({ location: aws, receipts }, needed);
    expect(claims.get('location_confidence')?.value).toBe(0);
    expect(claims.has('location_estimate')).toBe(false);
    expect(claims.get('location_confidence')?.detail).toMatchObject({
      problem_count: 1,
      problems: [{ index: 3, problem: 'unknown_anchor' }],
      anchor_count: 3,
    });
  });

  it('fail closed with a quote that binds no key', async () => {
    const location = { ...aws, nonce: aNonce(7), quote_binding: '0'.repeat(64) };
    expect(await findingOf({ location }, { SOVEREIGNTY_ALLOWED_LOCATIONS: 'EU' })).toMatchObject({
      reasons: ['receipts_refused'],
    });
  });

  it('need a quote that binds the answering key, if required', async () => {
    const env = { ...needed, SOVEREIGNTY_REQUIRE_BINDING: 'true' };
    const key = createEd25519Key().jwk.x;
    const binding = sha256Hex(Buffer.concat([fromBase64Url(key), fromBase64Url(aNonce(7))]));
    const location = { ...aws, nonce: aNonce(7), public_key: key, quote_binding: binding };
    const bound = anchors.map((anchor) => {
      return aReceipt(anchor, roundTrip(anchor, frankfurt, 0.5), 1000, { public_key: key });
    });
    expect(await findingOf({ location, receipts: bound }, env)).toEqual({ compliant: true, reasons: [] });
    expect(await findingOf({ location: aws, receipts: bound }, env)).toMatchObject({ reasons: ['receipts_not_bound'] });
    expect(await findingOf({ location, receipts: receiptsTo(frankfurt) }, env)).toMatchObject({ compliant: false });
  });

  it('exclude and confirm nothing by a fibre estimate', async () => {
    const env = { ...needed, SOVEREIGNTY_MEDIUM: 'fibre' };
    const [vacuum, fibre] = [
      await claimsOf({ location: aws, receipts: receiptsTo(frankfurt, 3) }, needed),
      await claimsOf({ location: aws, receipts: receiptsTo(frankfurt, 3) }, env),
    ];
    expect(fibre.get('location_estimate')?.value).toMatchObject({ method: 'fibre_estimate' });
    expect(fibre.get('location_confidence')?.value).toBe(vacuum.get('location_confidence')?.value);
  });

  it('use coordinates in place of an unknown region', async () => {
    const env = { ...needed, SOVEREIGNTY_LOCATION: 'DE', SOVEREIGNTY_COORDINATES: '50.11/8.68' };
    expect(await findingOf({ receipts: receiptsTo(frankfurt) }, env)).toMatchObject({ compliant: true });
    expect(await findingOf({ receipts: receiptsTo({ lat: 45, lon: 9 }) }, env)).toMatchObject({
      reasons: ['place_refuted'],
    });
  });
});

describe('wrong input is answered in-band', () => {
  it.each([
    ['location', { location: 'Frankfurt' }],
    ['location.region', { location: { region: 7 } }],
    ['location.country', { location: { country: 'Narnia' } }],
    ['location.nonce', { location: { nonce: 'short' } }],
    ['user_country', { user_country: 49 }],
    ['user_country', { user_country: 'ZZ' }],
    ['receipts', { receipts: {} }],
    ['receipts', { receipts: Array(65).fill(aReceipt(anAnchor('a', 0, 0), 1)) }],
    ['receipts.0', { receipts: [{}] }],
    [
      'receipts.0.anchor_location.lat',
      { receipts: [{ ...aReceipt(anAnchor('a', 0, 0), 1), anchor_location: { lat: 91, lon: 0 } }] },
    ],
    ['receipts', { receipts: [{ ...aReceipt(anAnchor('a', 0, 0), 1), probe_sent_at: 1e300 }] }],
    ['receipts', { receipts: [{ ...aReceipt(anAnchor('a', 0, 0), 1), more: 'x'.repeat(70_000) }] }],
  ])('%s', async (member, metadata) => {
    const response = await ask(metadata);
    expect(response).toMatchObject({
      status: 'error',
      claims: [],
      error: { code: 'INVALID_REQUEST', retryable: false },
    });
    expect(response.status === 'error' && response.error.message).toContain(`data.metadata.${member}`);
  });

  it.each([
    [{ SOVEREIGNTY_ALLOWED_LOCATIONS: 'DE,Narnia' }, 'entry 2'],
    [{ SOVEREIGNTY_LOCATION: 'eu-west-1' }, 'set the provider too'],
    [{ SOVEREIGNTY_LOCATION: 'somewhere' }, 'location'],
    [{ SOVEREIGNTY_LOCATION: 'DE', SOVEREIGNTY_COORDINATES: 'x' }, 'coordinates'],
    [{ SOVEREIGNTY_USER_COUNTRY: 'Europe' }, 'user_country'],
    [{ SOVEREIGNTY_ANCHORS: 'paris' }, 'anchors item 1'],
  ])('setting %j', async (env: Env, message) => {
    const response = await ask({ receipts: receiptsTo(frankfurt) }, env);
    expect(response).toMatchObject({ status: 'error', error: { code: 'INVALID_SETTING' } });
    expect(response.status === 'error' && response.error.message).toContain(message);
  });

  it('any metadata is answered, and never compliant without a place', async () => {
    const value = fc.oneof(fc.jsonValue(), fc.constantFrom('DE', 'eu-central-1', aws, {}, []));
    const metadata = fc.record({ location: value, receipts: value, user_country: value }, { requiredKeys: [] });
    await fc.assert(
      fc.asyncProperty(metadata, async (given) => {
        const response = await ask(given, trusted);
        if (response.status === 'error') {
          expect(response.error.code).toBe('INVALID_REQUEST');
          return;
        }
        const claims = new Map(response.claims.map((claim) => [claim.name, claim.value]));
        if (!claims.has('data_location')) expect(claims.get('sovereignty_compliant')).toBe(false);
      }),
      { numRuns: 300 },
    );
  });
});

it('text adds detected regions and changes nothing else', async () => {
  const metadata = { location: aws, user_country: 'DE' };
  const claims = await claimsOf(metadata, {}, 'Call +33 1 42 76 40 40 in France');
  expect(claims.get('detected_regions')?.value).toEqual(['FR']);
  const quiet = values(await claimsOf(metadata));
  expect({ ...values(claims), detected_regions: [] }).toEqual(quiet);
});
