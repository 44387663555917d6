/**
 * A genuine but hostile gateway: it signs anything with its own attested key. Nothing that it sends makes the verifier fail,
 * gives its agents a better passport than its own Evidence earns, or affects another's passport.
 */
import { canonicalize, sha256Hex } from '@assay/sdk/crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anEvidence, signEvidence, signJws, signJwsText } from '../../../../test/support/artefacts.ts';
import { hostileTexts, hostileValues, type Place, placesOf, putAt } from '../../../../test/support/hostile-values.ts';
import { type Evidence, evidenceType } from '../../../contract/evidence.ts';
import { aGateway, openTestVerifier, type TestGateway, type TestVerifier } from '../../test-verifier.ts';

let verifier: TestVerifier;
let honest: TestGateway;
let hostile: TestGateway;

beforeAll(async () => {
  verifier = await openTestVerifier({ VERIFIER_PASSPORT_RENEW_MS: '1' });
  honest = await aGateway(verifier);
  hostile = await aGateway(verifier);
});
afterAll(() => verifier.close());

interface Result {
  readonly evidence_id: string | null;
  readonly status: string;
  readonly reason?: string;
}

/** Sends items in batches, and gives the result of each. */
async function send(jwss: readonly unknown[]): Promise<Result[]> {
  const results: Result[] = [];
  for (let at = 0; at < jwss.length; at += 100) {
    const items = jwss.slice(at, at + 100).map((jws) => ({ jws }));
    const { status, body } = await verifier.post('/v1/evidence', { items });
    expect({ at, status }, JSON.stringify(body).slice(0, 400)).toEqual({ at, status: 200 });
    results.push(...(body['results'] as Result[]));
  }
  return results;
}

/** Gives the newest passport of an agent, once none is pending; undefined without one. */
async function passportOf(agentId: string): Promise<Record<string, unknown> | undefined> {
  await verifier.verifier().renewal.flush();
  const { body } = await verifier.get(`/v1/passports?agent_id=${encodeURIComponent(agentId)}&latest=true`);
  return (body['items'] as Record<string, unknown>[])[0];
}

const everyValue = [...hostileTexts.filter((text) => text.length < 5000), ...hostileValues];

/** Gives each place some of the values, and the next ones to its neighbours. */
function someValues(nth: number): unknown[] {
  const perPlace = 12;
  return Array.from({ length: perPlace }, (_, at) => everyValue[(nth * perPlace + at) % everyValue.length]);
}

/** Puts hostile values in every place of an Evidence, in half of the cases with a matching hash of claims. */
function changed(agentId: string): { readonly what: string; readonly evidence: unknown }[] {
  const places = placesOf(anEvidence(hostile.hash)).filter((place) => place.length > 0);
  return places.flatMap((place: Place, nth) =>
    someValues(nth).map((value, at) => {
      const base = anEvidence(hostile.hash, { agent_id: agentId });
      const evidence = putAt(base, place, value);
      const isFollowed = place[0] === 'claims' && at % 2 === 0;
      return {
        what: `/${place.join('/')} ${JSON.stringify(value)}`.slice(0, 90),
        evidence: isFollowed ? rehash(evidence) : evidence,
      };
    }),
  );
}

function rehash(evidence: unknown): unknown {
  try {
    return putAt(evidence, ['claims_hash'], sha256Hex(canonicalize(Object(evidence).claims)));
  } catch {
    // The claims have no canonical form, so they have no hash.
    return evidence;
  }
}

describe('Evidence that a genuine key signed', () => {
  it('with any value at any place is stored or refused, each with its reason, and the honest go on', async () => {
    await send([honest.evidence({ agent_id: 'honest' }).jws]);
    const before = await passportOf('honest');
    const all = changed('hostile');
    const results = await send(
      all.map(({ evidence }) =>
        signJws(hostile.key, { typ: evidenceType, alg: 'EdDSA', kid: hostile.key.kid }, evidence),
      ),
    );
    for (const [at, { status, reason }] of results.entries()) {
      const isTold = status === 'stored' || status === 'known' || (status === 'refused' && reason !== undefined);
      expect({ what: all[at]?.what, isTold }).toEqual({ what: all[at]?.what, isTold: true });
    }
    expect(results.filter(({ status }) => status === 'refused').length).toBeGreaterThan(results.length / 2);
    expect(await passportOf('honest')).toEqual(before);
  });

  it('is read back in full: every list and every record, whatever was stored', async () => {
    const ids: string[] = [];
    for (let cursor: unknown = ''; cursor !== null; ) {
      const { status, body } = await verifier.get(`/v1/evidence?limit=100${cursor === '' ? '' : `&cursor=${cursor}`}`);
      expect(status).toBe(200);
      ids.push(...(body['items'] as { evidence_id: string }[]).map(({ evidence_id: id }) => id));
      cursor = body['next_cursor'];
    }
    expect(ids.length).toBeGreaterThan(50);
    for (const id of ids.filter((_id, at) => at % 20 === 0)) {
      for (const path of [`/v1/evidence/${id}`, `/v1/evidence/${id}/bundle`]) {
        expect({ path, status: (await verifier.get(path)).status }).toEqual({ path, status: 200 });
      }
    }
    for (const path of ['/v1/passports?limit=100', '/v1/events?limit=100', '/v1/agents?limit=100']) {
      expect({ path, status: (await verifier.admin('GET', path)).status }).toEqual({ path, status: 200 });
    }
  });

  it('of a key without hardware never earns more than a warning, whatever it says of itself', async () => {
    const { body } = await verifier.get('/v1/passports?limit=100');
    const statuses = (body['items'] as { status: string }[]).map(({ status }) => status);
    expect(statuses.length).toBeGreaterThan(1);
    expect(statuses).not.toContain('affirming');
  });

  it.each<[string, (evidence: Evidence) => unknown]>([
    ['a denial among its phases under an allow', (e) => putAt(e, ['phases', 0, 'decision'], 'deny')],
    ['an allow among denied phases', (e) => putAt(e, ['decision', 'decision'], 'deny')],
    ['claims of nobody', (e) => putAt(e, ['auditors', 0, 'claims'], [])],
    ['claims of two auditors', (e) => putAt(e, ['auditors', 1, 'claims'], [0, 1])],
    ['a claim that is not there', (e) => putAt(e, ['phases', 1, 'claims'], [7])],
    ['a claim in another phase', (e) => putAt(e, ['phases', 0, 'claims'], [0, 1])],
    ['another hash of its claims', (e) => ({ ...e, claims_hash: sha256Hex('other') })],
    ['a claim of a value that its type forbids', (e) => rehash(putAt(e, ['claims', 0, 'value'], 1.5))],
    ['a claim of a type that nobody knows', (e) => rehash(putAt(e, ['claims', 0, 'type'], 'verdict'))],
    ['the attestation of another key', (e) => ({ ...e, key_attestation_hash: honest.hash })],
    ['a time that comes', (e) => ({ ...e, iat: e.iat + 3600 })],
    ['a time before 1970', (e) => ({ ...e, iat: -1 })],
    ['another profile', (e) => ({ ...e, eat_profile: 'tag:evil,2026:x' })],
    ['another major version', (e) => ({ ...e, schema_version: '3.0.0' })],
    [
      'a stream whose windows are not accounted for',
      (e) => ({ ...e, stream_mode: 'window', previous_evidence_id: e.evidence_id }),
    ],
    ['an approval that nobody gave', (e) => ({ ...e, approval: { id: 'apr_1', status: 'approved', phase_index: 0 } })],
    ['an agent that no identity can name', (e) => ({ ...e, agent_id: '_x' })],
    ['an agent of another workspace', (e) => ({ ...e, agent_id: 'honest', workspace_id: 'elsewhere' })],
  ])('with %s is refused', async (_what, change) => {
    const evidence = change(hostile.evidence({ agent_id: 'contradicts' }).evidence);
    const [result] = await send([
      signJws(hostile.key, { typ: evidenceType, alg: 'EdDSA', kid: hostile.key.kid }, evidence),
    ]);
    expect(result).toMatchObject({ status: 'refused', reason: expect.any(String) });
  });

  it.each<[string, (evidence: Evidence) => string]>([
    ['a header of another type', (e) => signJws(hostile.key, { typ: 'JWT', alg: 'EdDSA', kid: hostile.key.kid }, e)],
    ['no algorithm', (e) => signJws(hostile.key, { typ: evidenceType, alg: 'none', kid: hostile.key.kid }, e)],
    [
      'the id of the honest key',
      (e) => signJws(hostile.key, { typ: evidenceType, alg: 'EdDSA', kid: honest.key.kid }, e),
    ],
    [
      'a critical header that nobody knows',
      (e) => signJws(hostile.key, { typ: evidenceType, alg: 'EdDSA', kid: hostile.key.kid, crit: ['x'], x: 1 }, e),
    ],
    [
      'a member twice',
      (e) =>
        signJwsText(
          hostile.key,
          JSON.stringify({ typ: evidenceType, alg: 'EdDSA', kid: hostile.key.kid }),
          `${JSON.stringify(e).slice(0, -1)},"enforced":"allow"}`,
        ),
    ],
  ])('under %s is refused', async (_what, sign) => {
    const [result] = await send([sign(hostile.evidence({ agent_id: 'headers' }).evidence)]);
    expect(result).toMatchObject({ status: 'refused' });
  });
});

describe('what was sent before', () => {
  it('is known in any order and number, at once and in one batch, and stored once', async () => {
    const made = Array.from({ length: 8 }, () => hostile.evidence({ agent_id: 'replayed' }).jws);
    const orders = Array.from({ length: 12 }, (_, at) => (at % 2 === 0 ? [...made, ...made] : [...made].reverse()));
    const answers = await Promise.all(orders.map((jwss) => send(jwss)));
    expect(answers.flat().filter(({ status }) => status === 'stored')).toHaveLength(made.length);
    expect(answers.flat().filter(({ status }) => status === 'refused')).toEqual([]);
  });

  it('is no cover for another: an id, a nonce or a hash of the honest gateway in Evidence of the hostile one is refused', async () => {
    const theirs = honest.evidence({ agent_id: 'honest' });
    await send([theirs.jws]);
    const before = await passportOf('honest');
    const { evidence_id, nonce } = theirs.evidence;
    const results = await send([
      hostile.evidence({ agent_id: 'honest', evidence_id }).jws,
      hostile.evidence({ agent_id: 'honest', nonce }).jws,
      signEvidence(hostile.key, { ...theirs.evidence }),
    ]);
    expect(results.map(({ status, reason }) => [status, reason])).toEqual([
      ['refused', 'conflict'],
      ['refused', 'nonce_reused'],
      ['refused', 'key_attestation_mismatch'],
    ]);
    expect(await passportOf('honest')).toEqual(before);
  });
});

describe('a better passport', () => {
  it('is not bought with good Evidence beside bad: what is not enforced weighs on all of it', async () => {
    const good = () => hostile.evidence({ agent_id: 'bought', authentication: 'api_key' }).jws;
    const bad = hostile.evidence({ agent_id: 'bought', mode: 'observe' }).jws;
    await send([good(), good(), bad, good(), good()]);
    const { passport_id: id } = (await passportOf('bought')) ?? {};
    const { body } = await verifier.get(`/v1/passports/${id}`);
    expect(JSON.stringify(body)).toContain('observe mode');
    expect(JSON.stringify(body)).toContain('"configuration":32');
  });
});
