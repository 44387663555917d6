import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Attestor } from '../../src/attestor/attestor.ts';
import { createNvidiaGpu } from '../../src/attestor/tee/helper/nvidia.ts';
import { runFake } from '../../src/cli/cli.fake.ts';
import { createLocalAttestorClient } from '../../src/clients/attestor/local.ts';
import { createLocalVerifierClient } from '../../src/clients/verifier/local.ts';
import type { KeyAttestation } from '../../src/contract/key-attestation.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { createLogger } from '../../src/platform/log.ts';
import { checkKeyAttestation } from '../../src/proof/key-attestation.ts';
import { createTdxBench, intelBenchNow } from '../../src/proof/reports/intel/intel-bench.fixture.ts';
import { createNitroBench, nitroBenchNow } from '../../src/proof/reports/nitro/nitro.fixture.ts';
import { createNvidiaBench } from '../../src/proof/reports/nvidia/nvidia.fixture.ts';
import type { VendorRoot } from '../../src/proof/reports/roots.ts';
import { createSnpBench, type SnpBench, type SnpSampleOptions } from '../../src/proof/reports/sev-snp/snp.fixture.ts';
import type { CheckKeyAttestation } from '../../src/verifier/attestation/appraisal/hardware-check.ts';
import { startVerifier as startService } from '../../src/verifier/start.ts';
import { openTestVerifier, type TestVerifier } from '../../src/verifier/test-verifier.ts';
import { anEvidence } from '../support/artefacts.ts';
import { createExchanges } from '../support/exchanges.ts';
import { startTestGateway } from '../support/gateway.ts';
import { startEnclave, startGuest, toCertificateTable, writeCollateral, writePem } from '../support/hardware.ts';

let folder: string;
const open: { close(): Promise<unknown> }[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-hardware-'));
});
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
  await rm(folder, { recursive: true, force: true });
});

const snp = createSnpBench();
const measurement = 'a1'.repeat(48);
const chat = { model: 'echo', messages: [{ role: 'user', content: 'hello' }] };

/** Disposes it at the end of the test. */
function keep<T extends { close(): Promise<unknown> }>(one: T): T {
  open.push(one);
  return one;
}

interface VerifierOptions {
  readonly roots?: readonly VendorRoot[];
  readonly now?: number;
  readonly env?: Record<string, string>;
  readonly checkAttestation?: CheckKeyAttestation;
}

/** A verifier that trusts a test root at a given time; it looks for collateral in the test's folder. */
async function startVerifier({ roots = snp.roots, now, env, ...options }: VerifierOptions = {}): Promise<TestVerifier> {
  const file = await writePem(
    join(folder, 'roots.pem'),
    roots.map(({ der }) => der),
  );
  const settings = { VERIFIER_ROOTS_FILE: file, VERIFIER_COLLATERAL_DIR: join(folder, 'collateral'), ...env };
  const verifier = keep(await openTestVerifier(settings, 'pglite', options));
  verifier.clock.set(now ?? Date.now() + 1000);
  return verifier;
}

/** An SNP guest whose host provides no certificates, so they are files of the attestor. */
async function startSnpGuest(sample: SnpSampleOptions = {}, bench: SnpBench = snp, env: Record<string, string> = {}) {
  const certificates = await writePem(join(folder, 'chip.pem'), bench.sample().certificates);
  return keep(
    await startGuest({
      provider: 'sev_guest',
      clock: systemClock,
      answer: (reportData) => bench.sample({ reportData, ...sample }).report,
      env: { ATTESTOR_CERTIFICATES: certificates, ...env },
    }),
  );
}

async function attestFresh(verifier: TestVerifier, attestor: Attestor) {
  const nonce = String((await verifier.post('/v1/attestations/challenge')).body['nonce']);
  return verifier.post('/v1/attestations', { key_attestation: await attestor.attest(nonce) });
}

/** One exchange through a whole gateway; gives the passport and the bundle. */
async function exchange(verifier: TestVerifier, attestor: Attestor) {
  const gateway = await startTestGateway({
    verifier: createLocalVerifierClient(verifier.verifier().app),
    wrapAttestor: () => createLocalAttestorClient(attestor),
  });
  try {
    expect((await gateway.post('/v1/chat/completions', chat)).status).toBe(200);
    await gateway.flush(AbortSignal.timeout(45_000));
    const health: unknown = await (await gateway.get('/health')).json();
    expect(health).toMatchObject({ forwarding: { refused: 0 } });
  } finally {
    await gateway.dispose();
  }
  const { items } = (await verifier.get('/v1/passports?latest=true')).body;
  const [first] = Array.isArray(items) ? items : [];
  const id = String(first?.passport_id);
  const { body: passport } = await verifier.get(`/v1/passports/${id}`);
  const { evaluations } = passport;
  const parts: Record<string, unknown>[] = Array.isArray(evaluations) ? evaluations : [];
  const { raw: bundle } = await verifier.get(`/v1/passports/${id}/evidence`);
  return { passport, cpu: parts.find(({ name }) => name === 'cpu-tee') ?? {}, bundle };
}

const nitro = createNitroBench();
const hourMs = 3_600_000;

/** An enclave with the clock at the time of its certificates. */
async function startNitro() {
  const answer = (userData: Uint8Array) => nitro.report({ userData }).report;
  return keep(await startEnclave({ clock: { now: () => nitroBenchNow }, answer }));
}

/** Stores Evidence of the key; the result gives its tier at any later time. */
async function sendEvidence(verifier: TestVerifier, attestor: Attestor): Promise<() => Promise<unknown>> {
  const frame = { iss: 'spiffe://assay.local/gateway/local', iat: nitroBenchNow / 1000 };
  const evidence = anEvidence(attestor.keyAttestationHash, frame);
  const [jws] = await createExchanges(attestor).sign(attestor, [evidence]);
  expect((await verifier.post('/v1/evidence', { jws })).status).toBe(200);
  return async () => (await verifier.get(`/v1/evidence/${evidence.evidence_id}`)).body['trust_tier'];
}

/** Activates a set of reference values with a policy that requires them. */
async function activatePolicy(verifier: TestVerifier, value: string): Promise<void> {
  const set = { name: 's', kind: 'sev-snp', source: 'test', measurements: { measurement: [value] } };
  const written = await verifier.admin('POST', '/v1/reference-values', { reference_values: set });
  const report = { minimum_tcb: { snp: 20, microcode: 200 } };
  const kinds = { 'sev-snp': { reference_values: [written.body['id']], report } };
  const policy = await verifier.admin('POST', '/v1/appraisal-policies', { policy: { name: 'p', kinds } });
  const activated = await verifier.admin('POST', `/v1/appraisal-policies/${policy.body['id']}/activate`, {
    reason: 'test',
  });
  expect(activated.status).toBe(200);
}

describe('an exchange on an SEV-SNP guest', () => {
  it('gives a passport for genuine hardware, and a warning without collateral and reference values', async () => {
    const verifier = await startVerifier();
    const { attestor } = await startSnpGuest();
    expect(attestor.kind).toBe('sev-snp');
    const { cpu } = await exchange(verifier, attestor);
    expect(cpu).toMatchObject({
      status: 'warning',
      vector: { 'instance-identity': 2, hardware: 0, executables: 0, 'runtime-opaque': 2 },
    });
  });

  it('affirms with collateral and reference values under the production roots', async () => {
    await writeCollateral(join(folder, 'collateral'), snp.sample().collateral);
    const roots = snp.roots.map((root) => ({ ...root, profile: 'production' }));
    const verifier = await startVerifier({
      checkAttestation: (candidate, check) => checkKeyAttestation(candidate, { ...check, roots }),
    });
    await activatePolicy(verifier, measurement);
    const { cpu, passport } = await exchange(verifier, (await startSnpGuest()).attestor);
    expect(cpu).toMatchObject({ status: 'affirming', vector: { hardware: 2, executables: 2 } });
    expect(passport).toMatchObject({ is_mock: false, hardware_attestation: { tee_type: 'sev-snp', verified: true } });
  });

  it('stays a warning under a test root, and its bundle is valid offline only with that root', async () => {
    await writeCollateral(join(folder, 'collateral'), snp.sample().collateral);
    const verifier = await startVerifier();
    await activatePolicy(verifier, measurement);
    const { cpu, passport, bundle } = await exchange(verifier, (await startSnpGuest()).attestor);
    expect(cpu).toMatchObject({ status: 'warning', vector: { hardware: 2, executables: 2 } });
    expect(passport).toMatchObject({ is_mock: true });

    const file = join(folder, 'bundle.json');
    const keys = join(folder, 'keys.json');
    await writeFile(file, bundle);
    await writeFile(keys, (await verifier.get('/.well-known/jwks.json')).raw);
    const env = { ASSAY_DATA_DIR: join(folder, 'nothing') };
    const named = await runFake(['verify', file, '--keys', keys, '--roots', join(folder, 'roots.pem')], { env });
    expect(named.out).toContain('made inside a sev-snp environment');
    expect(named.out).toContain('not the pinned ones');
    expect(named.out).not.toMatch(/revocation lists.*not/);
    expect(named.code).toBe(0);
    const pinned = await runFake(['verify', file, '--keys', keys], { env });
    expect(pinned.code).toBe(1);
    expect(pinned.out).toContain('key attestation #1');
  });

  it("is contraindicated with another measurement than the policy's", async () => {
    const verifier = await startVerifier();
    await activatePolicy(verifier, 'bb'.repeat(48));
    const { cpu } = await exchange(verifier, (await startSnpGuest()).attestor);
    expect(cpu).toMatchObject({ status: 'contraindicated', vector: { executables: 96 } });
  });

  it('is appraised by the collateral of its acceptance, with any later files in the folder', async () => {
    await writeCollateral(join(folder, 'collateral'), snp.sample().collateral);
    const verifier = await startVerifier();
    const { attestor } = await startSnpGuest();
    expect((await attestFresh(verifier, attestor)).status).toBe(201);
    const later = new Date(verifier.clock.now() + 3_600_000).toISOString();
    const newer = snp.sample({ revocation: { thisUpdate: later } }).collateral;
    await writeCollateral(join(folder, 'collateral'), newer);
    verifier.clock.set(verifier.clock.now() + 120_000);
    await activatePolicy(verifier, measurement);
    const { cpu } = await exchange(verifier, attestor);
    expect(cpu).toMatchObject({ vector: { executables: 2, hardware: 2 } });
  });
});

it('a guest whose host gives it a certificate table needs no files beside the attestor', async () => {
  const answer = (reportData: Uint8Array) => snp.sample({ reportData }).report;
  const auxblob = toCertificateTable(snp.sample().certificates);
  const { attestor } = keep(await startGuest({ provider: 'sev_guest', clock: systemClock, answer, auxblob }));
  expect(await attestFresh(await startVerifier(), attestor)).toMatchObject({ status: 201, body: { kind: 'sev-snp' } });
});

describe('a wrong report is refused with its code', () => {
  const other = createSnpBench();
  it.each<[string, SnpSampleOptions, SnpBench, string]>([
    ['of a machine with its debugger on', { policy: 0xb_0000n }, snp, 'debug'],
    ['under another root', {}, other, 'chain_invalid'],
    ['about other data', { reportData: Buffer.alloc(64, 1) }, snp, 'report_data_mismatch'],
    ['with a revoked chain', {}, snp, 'revoked'],
  ])('%s', async (_name, sample, bench, reason) => {
    const isRevoked = reason === 'revoked';
    if (isRevoked)
      await writeCollateral(join(folder, 'collateral'), snp.sample({ revocation: { isRevoked } }).collateral);
    const verifier = await startVerifier();
    const { attestor } = await startSnpGuest(sample, bench);
    const answer = await attestFresh(verifier, attestor);
    expect(answer).toMatchObject({ status: 400, body: { code: 'attestation_refused' } });
    expect([reason, 'root_untrusted']).toContain(answer.body['reason']);
    expect((await verifier.get('/v1/attestations')).body['items']).toEqual([]);
  });

  it('a report made for another key, or for another challenge', async () => {
    const verifier = await startVerifier();
    const [one, two] = [await startSnpGuest(), await startSnpGuest()];
    const nonce = String((await verifier.post('/v1/attestations/challenge')).body['nonce']);
    const mine = await one.attestor.attest(nonce);
    const theirs = await two.attestor.attest(Buffer.alloc(32, 5).toString('base64url'));
    const mixed: KeyAttestation = { ...theirs, cmw: mine.cmw };
    const renamed = { ...theirs, runtime_data: { ...theirs.runtime_data, nonce } };
    for (const candidate of [mixed, renamed]) {
      const answer = await verifier.post('/v1/attestations', { key_attestation: candidate });
      expect(answer.body).toMatchObject({ code: 'attestation_refused', reason: 'report_data_mismatch' });
    }
  });
});

it('a production verifier does not start with its own roots', async () => {
  const file = await writePem(
    join(folder, 'roots.pem'),
    snp.roots.map(({ der }) => der),
  );
  const env = { ASSAY_ENV: 'production', ASSAY_DATA_DIR: join(folder, 'data'), VERIFIER_ROOTS_FILE: file };
  const log = createLogger({ service: 'verifier', level: 'silent' });
  await expect(startService({ ...env, VERIFIER_PORT: '0' }, log)).rejects.toMatchObject({
    code: 'config',
    detail: expect.stringContaining('VERIFIER_ROOTS_FILE'),
  });
});

describe('other hardware', () => {
  it('a TDX guest is detected automatically, and up to date with its collateral', async () => {
    const bench = createTdxBench();
    const clock = { now: () => intelBenchNow };
    const { attestor } = keep(
      await startGuest({
        provider: 'tdx_guest',
        clock,
        answer: (reportData) => bench.report({ reportData }).report,
      }),
    );
    expect(attestor.kind).toBe('tdx');
    await writeCollateral(join(folder, 'collateral'), bench.report().collateral);
    const verifier = await startVerifier({ roots: bench.roots, now: intelBenchNow });
    const { status, body } = await attestFresh(verifier, attestor);
    expect(status).toBe(201);
    const { body: detail } = await verifier.get(`/v1/attestations/${body['attestation_id']}`);
    expect(detail).toMatchObject({
      kind: 'tdx',
      freshness: 'verifier',
      hardware: { cpu: { accepted: true, tcb_status: 'UpToDate', vector: { hardware: 2 }, roots_profile: 'test' } },
    });
  });

  it('a Nitro enclave uses its helper, and its signatures stay valid after its three hours', async () => {
    const verifier = await startVerifier({ roots: nitro.roots, now: nitroBenchNow });
    const { attestor } = await startNitro();
    expect(attestor.kind).toBe('nitro');
    expect(await attestFresh(verifier, attestor)).toMatchObject({ status: 201, body: { freshness: 'verifier' } });
    const registered = await verifier.post('/v1/attestations', { key_attestation: attestor.keyAttestation });
    expect(registered).toMatchObject({ status: 201, body: { freshness: 'none' } });
    const tier = await sendEvidence(verifier, attestor);
    expect(await tier()).toBe('warning');
    verifier.clock.set(nitroBenchNow + 4 * hourMs);
    expect(await tier()).toBe('warning');
    // An answer to a challenge must be valid now.
    expect(await attestFresh(verifier, attestor)).toMatchObject({ status: 400, body: { reason: 'expired' } });
  });

  it('a key whose certificate ended before the verifier was reachable gives a warning', async () => {
    const verifier = await startVerifier({ roots: nitro.roots, now: nitroBenchNow + 4 * hourMs });
    const { attestor } = await startNitro();
    const { status, body } = await verifier.post('/v1/attestations', { key_attestation: attestor.keyAttestation });
    expect([status, body['freshness']]).toEqual([201, 'none']);
    expect(body['notes']).toContainEqual(expect.stringContaining('have ended since'));
    expect(await (await sendEvidence(verifier, attestor))()).toBe('warning');
  });

  it('a GPU beside the processor answers for the same key and challenge, and no other does', async () => {
    const gpus = createNvidiaBench();
    const run = async (args: readonly string[]) => {
      const { report, certificates } = gpus.report({ nonce: Buffer.from(args[2] ?? '', 'hex') });
      return { report: new Uint8Array(report), certs: certificates.map((der) => Buffer.from(der).toString('base64')) };
    };
    const certificates = await writePem(join(folder, 'chip.pem'), snp.sample().certificates);
    const { attestor } = keep(
      await startGuest({
        provider: 'sev_guest',
        clock: systemClock,
        answer: (reportData) => snp.sample({ reportData }).report,
        env: { ATTESTOR_CERTIFICATES: certificates },
        gpu: createNvidiaGpu({ run }),
      }),
    );
    const verifier = await startVerifier({ roots: [...snp.roots, ...gpus.roots] });
    const { status, body } = await attestFresh(verifier, attestor);
    expect([status, body['reason']]).toEqual([201, undefined]);
    const { body: detail } = await verifier.get(`/v1/attestations/${body['attestation_id']}`);
    expect(detail).toMatchObject({
      hardware: { cpu: { accepted: true }, gpu: { accepted: true, report_kind: 'nvidia' } },
    });

    const nonce = String((await verifier.post('/v1/attestations/challenge')).body['nonce']);
    const good = await attestor.attest(nonce);
    const other = await attestor.attest(Buffer.alloc(32, 3).toString('base64url'));
    const { gpu: _gpu, ...cpuOnly } = good.cmw;
    const gpuValue = Buffer.from(good.cmw.gpu?.[1] ?? '', 'base64url');
    const longer = Buffer.concat([gpuValue, Buffer.alloc(4)]).toString('base64url');
    const cases: [string, KeyAttestation['cmw'], string][] = [
      ['missing', cpuOnly, 'report_data_mismatch'],
      [
        'of another challenge',
        { ...good.cmw, ...(other.cmw.gpu === undefined ? {} : { gpu: other.cmw.gpu }) },
        'report_data_mismatch',
      ],
      ['with bytes after it', { ...good.cmw, gpu: [good.cmw.gpu?.[0] ?? '', longer, 4] }, 'report_data_mismatch'],
    ];
    for (const [name, cmw, reason] of cases) {
      const answer = await verifier.post('/v1/attestations', { key_attestation: { ...good, cmw } });
      expect(answer.body, name).toMatchObject({ code: 'attestation_refused', reason });
    }
  });
});
