import { createWebProofCrypto, nodeProofCrypto } from '@assay/sdk/crypto';
import { readPem } from '@assay/sdk/x509';
import { describe, expect, it } from 'vitest';
import { createFindings } from '../findings.ts';
import type { ReportInput } from '../input.ts';
import { expectNoAcceptedMutation, rememberChecks } from '../mutation.fixture.ts';
import { hasVectors, readVector, vectorsTitle } from '../vectors.fixture.ts';
import { readCertificates } from './chain.ts';
import { readEndorsement } from './endorsement.ts';
import { assembleReport } from './fields.ts';
import { amdIntermediates, amdRoots } from './roots.ts';
import { verifySnp } from './sev-snp.ts';

const trustee = 'confidential-containers__trustee/deps/verifier/test_data';
const google = 'google__go-sev-guest/verify/testdata';
const fieldForm = 'confidential-containers__trustee/attestation-service/tests/e2e/evidence.json';
const at = (now: string) => Date.parse(now);
const base = { crypto: nodeProofCrypto, roots: amdRoots, policy: {} } as const;

const input = (report: string, certificates: readonly string[], more: Partial<ReportInput> = {}): ReportInput => ({
  report: readVector(report),
  certificates: certificates.map(readVector),
  now: at('2024-01-01'),
  ...base,
  ...more,
});

describe.skipIf(!hasVectors)(`SEV-SNP: ${vectorsTitle}`, () => {
  const milan = (more: Partial<ReportInput> = {}) =>
    input(`${trustee}/snp/test-report.bin`, [`${trustee}/snp/test-vcek.der`], more);
  const vlek = (more: Partial<ReportInput> = {}) =>
    input(`${trustee}/snp/test-vlek-report.bin`, [`${trustee}/snp/test-vlek.der`], {
      now: at('2025-06-01'),
      policy: { vmpl: [1] },
      ...more,
    });
  const genoa = (now = '2025-09-01') => input(fieldForm, [], { now: at(now) });

  it.each([
    ['2023-01-01', ['not_yet_valid']],
    ['2024-01-01', []],
    ['2030-02-01', ['expired']],
  ])('Milan with a VCEK has at %s the reasons %j', async (now, reasons) => {
    const verdict = await verifySnp(milan({ now: at(now) }));
    expect(verdict).toMatchObject({ accepted: reasons.length === 0, reasons });
    expect(verdict.tier).toBe(reasons.length === 0 ? 'warning' : 'contraindicated');
  });

  it.each([
    ['2024-12-01', ['not_yet_valid']],
    ['2025-06-01', []],
    ['2026-01-01', ['expired']],
  ])('Milan with a VLEK at VMPL 1 has at %s the reasons %j', async (now, reasons) => {
    expect(await verifySnp(vlek({ now: at(now) }))).toMatchObject({ accepted: reasons.length === 0, reasons });
  });

  it.each([
    ['2025-05-01', ['not_yet_valid']],
    ['2025-09-01', []],
    ['2032-06-01', ['expired']],
  ])('Genoa in field form has at %s the reasons %j', async (now, reasons) => {
    const verdict = await verifySnp(genoa(now));
    expect(verdict).toMatchObject({
      accepted: reasons.length === 0,
      reasons,
      report: { product: 'Genoa', version: 3 },
    });
  });

  it('a report from VMPL 1 is refused unless allowed', async () => {
    expect(await verifySnp(vlek({ policy: {} }))).toMatchObject({ accepted: false, reasons: ['policy'] });
  });

  it('a debug guest is refused even with valid signature and chain', async () => {
    const verdict = await verifySnp(input(`${google}/attestation.bin`, [`${google}/vcek.testcer`]));
    expect(verdict).toMatchObject({ accepted: false, reasons: ['debug'], vector: { configuration: 96 } });
  });

  it.each(['legacy', 'new'])('a corrupted leaf (%s) breaks chain and signature', async (name) => {
    const report = `${trustee}/snp/test-report.bin`;
    const verdict = await verifySnp(input(report, [`${trustee}/snp/test-vcek-invalid-${name}.der`]));
    expect(verdict.accepted).toBe(false);
    expect(verdict.reasons).toEqual(expect.arrayContaining(['chain_invalid', 'signature_invalid']));
  });

  it('without a certificate nothing is proven', async () => {
    const verdict = await verifySnp(milan({ certificates: [] }));
    expect(verdict.reasons).toEqual(['chain_invalid', 'signature_invalid']);
  });

  it("the report's content is given field by field", async () => {
    const { report } = await verifySnp(milan());
    expect(report).toMatchObject({
      version: 2,
      product: 'Milan',
      policy: { raw: '000000000003001f', abi_minor: 31, debug: false, smt: true },
      vmpl: 0,
      signing_key: 'vcek',
      reported_tcb: { bootloader: 3, tee: 0, snp: 8, microcode: 115 },
      current_version: '1.52.4',
    });
  });

  it('the fields reassemble to the signed bytes', () => {
    const { attestation_report: fields } = JSON.parse(new TextDecoder().decode(readVector(fieldForm)));
    expect(assembleReport(fields)).toHaveLength(1184);
    expect(assembleReport({ ...fields, vmpl: -1 })).toBeUndefined();
    expect(assembleReport({ ...fields, extra: 1 })).toBeUndefined();
  });

  it('the Turin leaf has eight bytes of hardware id with fmc first; its chain ends at the pinned root', async () => {
    const [leaf] = readCertificates([readVector('virtee__sev/tests/certs_data/vcek_turin.der')], createFindings());
    expect(leaf && readEndorsement(leaf)).toMatchObject({ kind: 'vcek', product: 'Turin', hardwareId: { length: 8 } });
    const verdict = await verifySnp(milan({ certificates: leaf ? [leaf.der] : [], now: at('2025-01-01') }));
    const chain = verdict.findings.filter(({ step }) => step === 3);
    expect(chain).toEqual([]);
  });

  it.each([
    ['milan', 'ask_ark_milan.pem'],
    ['milan vlek', 'ask_ark_milan_vlek.pem'],
    ['genoa', 'ask_ark_genoa.pem'],
    ['genoa vlek', 'ask_ark_genoa_vlek.pem'],
    ['turin', 'ask_ark_turin_vcek.pem'],
    ['turin vlek', 'ask_ark_turin_vlek.pem'],
  ])('the pinned certificates of %s equal those pinned by others', (_name, file) => {
    const text = new TextDecoder().decode(readVector(`google__go-sev-guest/verify/trust/${file}`));
    const [intermediate, root] = readPem(text);
    expect(amdIntermediates).toContainEqual(intermediate?.der);
    expect(amdRoots.map(({ der }) => der)).toContainEqual(root?.der);
  });

  it('browser primitives give the same verdicts', async () => {
    const web = createWebProofCrypto(globalThis.crypto.subtle);
    for (const sound of [milan(), vlek(), genoa(), milan({ certificates: [] })]) {
      expect(await verifySnp({ ...sound, crypto: web })).toEqual(await verifySnp(sound));
    }
  });

  const crypto = rememberChecks(nodeProofCrypto);

  it('no flip or truncation of a VCEK report is accepted', async () => {
    const sound = milan({ crypto });
    const counts = await expectNoAcceptedMutation(sound.report, (report) => verifySnp({ ...sound, report }));
    expect(counts.truncations).toBe(1184);
  }, 60_000);

  it('no flip or truncation of a VLEK report is accepted', async () => {
    const sound = vlek({ crypto });
    await expectNoAcceptedMutation(sound.report, (report) => verifySnp({ ...sound, report }), { stride: 3 });
  }, 60_000);

  it('no flip or truncation of a leaf certificate is accepted', async () => {
    const sound = milan({ crypto });
    const [leaf = new Uint8Array()] = sound.certificates;
    const verify = (changed: Uint8Array) => verifySnp({ ...sound, certificates: [changed] });
    await expectNoAcceptedMutation(leaf, verify, { stride: 2, truncationStride: 8 });
  }, 60_000);

  it('no flip or truncation of the field form is accepted', async () => {
    const sound = genoa();
    const verify = (report: Uint8Array) => verifySnp({ ...sound, crypto, report });
    await expectNoAcceptedMutation(sound.report, verify, { stride: 17, sampled: 16, truncationStride: 101 });
  }, 60_000);
});
