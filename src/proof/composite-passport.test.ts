/** Composite passports: the signed content must be consistent; nothing else is accepted as one. */
import { createEd25519Key, nodeProofCrypto as crypto, merkleRoot } from '@assay/sdk/crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { aPassport, aVerifier, type FakeVerifier, madeAt, madeAtS } from '../../test/support/artefacts.ts';
import {
  type CompositeClaims,
  type CompositeMember,
  compositeProfile,
  compositeSchemaVersion,
} from '../contract/composite-passport.ts';
import { detectArtefact } from './artefact.ts';
import { checkArtefact } from './check-artefact.ts';
import { checkCompositePassport } from './composite-passport.ts';
import { checkPassport } from './passport.ts';
import { parseVerifierKey, type VerifierKey } from './verifier-key.ts';

let verifier: FakeVerifier;
let keys: VerifierKey[];
beforeAll(async () => {
  verifier = await aVerifier();
  const parsed = await parseVerifierKey(verifier.jwk, crypto);
  if (!parsed.ok) throw new Error(parsed.message);
  keys = [parsed.key];
});

const digests = ['a', 'b'].map((digit) => digit.repeat(64));
const rootOf = (...leaves: string[]) =>
  Buffer.from(merkleRoot(leaves.map((hex) => Buffer.from(hex, 'hex')))).toString('hex');
const until = new Date((madeAtS + 600) * 1000).toISOString();
const member = (index: number, change: Partial<CompositeMember> = {}): CompositeMember => ({
  node_id: `n${index}`,
  agent_id: `bot-${index}`,
  passport_id: `pp_${index}`,
  digest: digests[index] ?? null,
  status: 'affirming',
  evaluated_at: until,
  ...change,
});
const submod = { 'ear.status': 'affirming', 'ear.trustworthiness-vector': { hardware: 2 } } as const;
const good: CompositeClaims = {
  schema_version: compositeSchemaVersion,
  eat_profile: compositeProfile,
  iss: 'https://verifier.example',
  jti: 'cpp_01890000-0000-7000-8000-000000000000',
  iat: madeAtS,
  nbf: madeAtS,
  exp: madeAtS + 600,
  'ear.verifier-id': { developer: 'assay', build: '0' },
  workspace_id: 'default',
  workflow_id: 'wfl_1',
  revision: 1,
  graph_digest: `sha256:${'c'.repeat(64)}`,
  members: [member(0), member(1)],
  merkle_root: rootOf(...digests),
  status: 'affirming',
  missing: [],
  valid_until: until,
  submods: { 'bot-0': submod, 'bot-1': submod },
};
const check = async (change: Partial<CompositeClaims>, now = madeAt) => {
  const verdict = await checkCompositePassport(await verifier.sign({ ...good, ...change }), { keys, now, crypto });
  return verdict.ok ? 'ok' : verdict.reason;
};

describe('a composite passport', () => {
  it('is proven when it is consistent', async () => {
    expect(await check({})).toBe('ok');
    expect(await check({ members: [], merkle_root: rootOf(), status: 'none', submods: {}, valid_until: null })).toBe(
      'ok',
    );
  });

  it('is refused when any part is inconsistent', async () => {
    const gap = member(1, { status: 'missing', passport_id: null, digest: null, evaluated_at: null });
    const refused: [Partial<CompositeClaims>, string][] = [
      [{ members: [member(1), member(0)] }, 'inconsistent'],
      [{ members: [member(0), member(0)] }, 'inconsistent'],
      [{ merkle_root: rootOf('f'.repeat(64)) }, 'inconsistent'],
      [{ members: [member(0), member(1, { status: 'warning' })] }, 'status_too_good'],
      [{ members: [member(0), member(1, { status: 'expired' })], missing: ['n1'] }, 'status_too_good'],
      [
        { members: [member(0), gap], status: 'affirming', missing: ['n1'], merkle_root: rootOf(digests[0] ?? '') },
        'status_too_good',
      ],
      [
        { members: [member(0), gap], status: 'incomplete', missing: [], merkle_root: rootOf(digests[0] ?? '') },
        'inconsistent',
      ],
      [{ members: [member(0), member(1, { digest: null })] }, 'inconsistent'],
      [{ submods: { 'bot-0': submod } }, 'inconsistent'],
      [{ submods: { ...good.submods, 'bot-2': submod } }, 'inconsistent'],
      [
        { submods: { ...good.submods, 'bot-1': { ...submod, 'ear.trustworthiness-vector': { hardware: 96 } } } },
        'status_too_good',
      ],
      [{ exp: madeAtS + 6_000 }, 'inconsistent'],
      [{ schema_version: '2.0.0' }, 'unsupported'],
    ];
    for (const [change, reason] of refused) expect(await check(change), JSON.stringify(change)).toBe(reason);
    expect(await check({}, madeAt + 700_000)).toBe('expired');
    expect(await check({}, madeAt - 700_000)).toBe('not_yet_valid');
    const foreign = await (await aVerifier('verifier-1')).sign(good);
    expect(await checkCompositePassport(foreign, { keys, now: madeAt, crypto })).toMatchObject({
      reason: 'signature_invalid',
    });
  });

  it("is never accepted as an agent's passport, nor the other way round", async () => {
    const composite = await verifier.sign(good);
    const plain = await verifier.sign(aPassport(createEd25519Key(), `sha256:${'0'.repeat(64)}`, ['evidence']));
    expect(await checkPassport(composite, { keys, now: madeAt, crypto })).toMatchObject({
      ok: false,
      reason: 'profile',
    });
    expect(await checkCompositePassport(plain, { keys, now: madeAt, crypto })).toMatchObject({
      ok: false,
      reason: 'profile',
    });
    const kindOf = (text: string) => detectArtefact(new TextEncoder().encode(text)).kind;
    expect([kindOf(composite), kindOf(plain)]).toEqual(['composite_passport', 'passport']);
    expect([kindOf(JSON.stringify({ jwt: composite })), kindOf(JSON.stringify(composite))]).toEqual([
      ...['composite_passport', 'composite_passport'],
    ]);
  });

  it('is reported with its missing parts, and not proven while there are any', async () => {
    const report = async (claims: CompositeClaims) => {
      const jwt = await verifier.sign(claims);
      const open = () => [new TextEncoder().encode(jwt)];
      return checkArtefact(
        { kind: 'composite_passport', jwt },
        { attestations: [], verifierKeys: keys, now: madeAt, crypto, open },
      );
    };
    const whole = await report(good);
    expect(whole).toMatchObject({ ok: true, findings: [{ status: 'proven' }] });
    expect(whole.notes.join(' ')).toContain('were not given');
    const expired = member(1, { status: 'expired' });
    const gap = { members: [member(0), expired], missing: ['n1'], submods: { 'bot-0': submod } };
    const part = await report({ ...good, ...gap, status: 'incomplete' });
    expect(part).toMatchObject({
      ok: false,
      findings: [{ status: 'proven' }, { status: 'unproven', reason: 'incomplete' }],
    });
  });
});
