import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sha256Hex } from '@assay/sdk/crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { aBundle, type FakeExport, madeAtS } from '../../../test/support/artefacts.ts';
import { passportStatusType, revocationListType } from '../../contract/passport-status.ts';
import { aProblem, type FakeService, runFake, sendJson, serveFake } from '../cli.fake.ts';

const answer = {
  passport_id: 'pp_1',
  state: 'valid',
  status: 'warning',
  expires_at: '2026-01-02T00:00:00.000Z',
  revoked_at: null,
  reason: null,
  superseded_by: null,
  checked_at: '2026-01-01T00:00:00.000Z',
  token: 'a.b.c',
};
const revoked = { ...answer, state: 'revoked', revoked_at: '2026-01-01T00:00:00.000Z', reason: 'wrong data' };

let folder: string;
let verifier: FakeService | undefined;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'passport-status-'));
});
afterEach(async () => {
  await verifier?.close();
  await rm(folder, { recursive: true });
});
const serve = async (status: number, body: unknown) => {
  verifier = await serveFake((_request, response) => sendJson(response, status, body));
  return verifier.url;
};

describe('passport status', () => {
  it('shows the state, exits 0 only for a valid one, and saves the signed answer', async () => {
    const url = await serve(200, answer);
    const file = join(folder, 'status.json');
    const run = await runFake(['passport', 'status', 'pp_1', '-o', file, '--verifier', url]);
    expect([run.code, run.out]).toEqual([0, expect.stringMatching(/^state +valid$/m)]);
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(answer);
    expect(verifier?.seen[0]?.url).toBe('/v1/passports/pp_1/status');
    await verifier?.close();
    const other = await runFake(['passport', 'status', 'pp_1', '--verifier', await serve(200, revoked)]);
    expect(other.code).toBe(1);
    expect(other.out).toMatch(/^reason +wrong data$/m);
  });
});

describe('passport revoke', () => {
  it('uses the operator token of the data folder for a verifier on this machine', async () => {
    await writeFile(join(folder, 'operator-token'), 'operator\n');
    const url = await serve(200, revoked);
    const args = ['passport', 'revoke', 'pp_1', '--reason', 'wrong data', '--verifier', url];
    const { code, out } = await runFake(args, { env: { ASSAY_DATA_DIR: folder } });
    expect([code, out]).toEqual([0, expect.stringMatching(/^state +revoked$/m)]);
    expect(verifier?.seen[0]).toMatchObject({ method: 'POST', url: '/v1/passports/pp_1/revoke' });
    expect(verifier?.seen[0]?.headers['x-assay-key']).toBe('operator');
    expect(JSON.parse(verifier?.seen[0]?.body ?? '')).toEqual({ reason: 'wrong data' });
    await runFake(args, { env: { ASSAY_DATA_DIR: folder, ASSAY_ACCESS_TOKEN: 'mine' } });
    expect(verifier?.seen[1]?.headers['x-assay-key']).toBe('mine');
  });

  it('needs a reason, and reports an insufficient token', async () => {
    expect((await runFake(['passport', 'revoke', 'pp_1'])).code).toBe(2);
    const url = await serve(403, aProblem(403, 'forbidden', 'this needs the operator token'));
    const run = await runFake(['passport', 'revoke', 'pp_1', '--reason', 'r', '--verifier', url], {
      env: { ASSAY_DATA_DIR: folder },
    });
    expect(run.code).toBe(3);
    expect(run.err).toContain('this needs the operator token');
  });
});

describe('verify --status', () => {
  let made: FakeExport;
  let keys: string;
  let bundle: string;
  beforeEach(async () => {
    made = await aBundle();
    keys = join(folder, 'keys.json');
    bundle = join(folder, 'bundle.json');
    await writeFile(keys, JSON.stringify({ keys: [made.verifier.jwk] }));
    await writeFile(bundle, JSON.stringify(made.bundle));
  });
  const now = new Date(madeAtS * 1000).toISOString();
  const save = async (content: string) => {
    const file = join(folder, 'status');
    await writeFile(file, content);
    return file;
  };
  const verify = async (content: string, at = now, artefact = bundle) =>
    runFake(['verify', artefact, '--keys', keys, '--status', await save(content), '--now', at]);
  const jwt = () => String(made.bundle.passport);
  const signStatus = (change: Record<string, unknown> = {}) =>
    made.verifier.sign(
      {
        iss: 'v',
        sub: made.passport.jti,
        iat: madeAtS,
        exp: madeAtS + 300,
        state: 'valid',
        status: 'warning',
        passport_hash: `sha256:${sha256Hex(jwt())}`,
        ...change,
      },
      { typ: passportStatusType },
    );

  it('proves a valid one, from the token or the answer that contains it, for a bundle or the passport alone', async () => {
    const token = await signStatus();
    const passport = join(folder, 'passport.jwt');
    await writeFile(passport, jwt());
    for (const run of [
      await verify(token),
      await verify(JSON.stringify({ ...answer, token })),
      await verify(token, now, passport),
    ]) {
      expect(run.out).toContain('The verifier states that it is valid');
      expect(run.code).toBe(0);
    }
  });

  it('refuses a revoked one with the reason', async () => {
    const run = await verify(await signStatus({ state: 'revoked', revoked_at: now, reason: 'wrong data' }));
    expect(run.code).toBe(1);
    expect(run.out).toContain(`The verifier revoked it at ${now} (wrong data).`);
    expect(run.out).toContain('[revoked]');
  });

  it('ignores a status of another passport, an old one, or one signed by a stranger', async () => {
    const other = await verify(await signStatus({ passport_hash: `sha256:${'0'.repeat(64)}` }));
    expect(other.out).toContain('The status is about another passport.');
    const late = await verify(await signStatus(), new Date((madeAtS + 600) * 1000).toISOString());
    expect([late.code, late.out]).toEqual([1, expect.stringContaining('too old to be relied on now')]);
    const stranger = await aBundle();
    const foreign = await stranger.verifier.sign({}, { typ: passportStatusType, kid: 'somebody' });
    expect((await verify(foreign)).out).toContain('No trusted verifier key signed the statement');
    expect((await verify('nonsense')).code).toBe(1);
    expect((await verify('{}')).code).toBe(1);
  });

  it('also reads a revocation list', async () => {
    const list = (change: Record<string, unknown> = {}) =>
      made.verifier.sign(
        {
          iss: 'v',
          iat: madeAtS,
          exp: madeAtS + 3600,
          since: '1970-01-01T00:00:00.000Z',
          until: now,
          revoked: [],
          revoked_key_attestations: [],
          revoked_reference_values: [],
          ...change,
        },
        { typ: revocationListType },
      );
    expect((await verify(await list())).code).toBe(0);
    const key = { id: made.passport.key_attestation_hash, revoked_at: now };
    const named = await verify(await list({ revoked_key_attestations: [key] }));
    expect([named.code, named.out]).toEqual([1, expect.stringContaining('revoked its key attestation')]);
    const late = await verify(await list({ since: '2026-01-01T00:00:01.000Z' }));
    expect([late.code, late.out]).toEqual([1, expect.stringContaining('begins after the passport was issued')]);
  });

  it('requires a passport', async () => {
    const evidence = join(folder, 'evidence.jws');
    await writeFile(evidence, made.bundle.evidence[0]?.jws ?? '');
    expect((await verify(await signStatus(), now, evidence)).code).toBe(2);
  });
});
