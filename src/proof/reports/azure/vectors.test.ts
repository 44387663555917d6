import { createWebProofCrypto, nodeProofCrypto } from '@assay/sdk/crypto';
import { readPem } from '@assay/sdk/x509';
import { describe, expect, it } from 'vitest';
import { createFindings } from '../findings.ts';
import type { ReportInput } from '../input.ts';
import { intelRoots } from '../intel/roots.ts';
import { expectNoAcceptedMutation, rememberChecks } from '../mutation.fixture.ts';
import { amdRoots } from '../sev-snp/roots.ts';
import { hasVectors, readVector, vectorsTitle } from '../vectors.fixture.ts';
import { verifyAzSnp } from './az-snp.ts';
import { verifyAzTdx } from './az-tdx.ts';
import { isHclReport, parseHclReport } from './hcl-report.ts';
import { parseRuntimeData } from './runtime-data.ts';
import { checkTpmQuote, type QuoteEvidence } from './tpm-check.ts';

const folder = 'confidential-containers__trustee/deps/verifier/test_data';
const text = (path: string) => new TextDecoder().decode(readVector(`${folder}/${path}`));
const challenge = new TextEncoder().encode('challenge');

const toInput = (path: string, now: string, more: Partial<ReportInput> = {}): ReportInput => ({
  report: readVector(`${folder}/${path}`),
  certificates: [],
  now: Date.parse(now),
  crypto: nodeProofCrypto,
  roots: [...amdRoots, ...intelRoots],
  policy: {},
  ...more,
});
const hclInput = (now: string, more: Partial<ReportInput> = {}) => {
  const certificates = readPem(text('az-snp-vtpm/vcek.pem')).map(({ der }) => der);
  return toInput('az-snp-vtpm/hcl-report.bin', now, { certificates, ...more });
};

/** The recorded form of a quote: each part after its length in eight bytes, little endian. */
function readRecorded(path: string): QuoteEvidence {
  const bytes = readVector(`${folder}/${path}`);
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const signatureBytes = view.getUint32(0, true);
  const messageAt = 16 + signatureBytes;
  const messageBytes = view.getUint32(8 + signatureBytes, true);
  const pcrsAt = messageAt + messageBytes + 8;
  return {
    signature: bytes.slice(8, 8 + signatureBytes),
    message: bytes.slice(messageAt, messageAt + messageBytes),
    pcrs: Array.from({ length: 24 }, (_, index) => bytes.slice(pcrsAt + 32 * index, pcrsAt + 32 * (index + 1))),
  };
}

function readJson(path: string): QuoteEvidence {
  const fromHex = (digits: string) => new Uint8Array(Buffer.from(digits, 'hex'));
  const quote: { message: string; signature: string; pcrs: string[] } = JSON.parse(text(path));
  return { message: fromHex(quote.message), signature: fromHex(quote.signature), pcrs: quote.pcrs.map(fromHex) };
}

describe.skipIf(!hasVectors)(`Azure: ${vectorsTitle}`, () => {
  it.each([
    ['2023-05-01', ['not_yet_valid']],
    ['2024-01-01', []],
    ['2030-06-01', ['expired']],
  ])('the HCL report of a SEV-SNP guest has at %s the reasons %j', async (now, reasons) => {
    expect(await verifyAzSnp(hclInput(now))).toMatchObject({ accepted: reasons.length === 0, reasons });
  });

  it.each(
    [0, 1, 2].flatMap((form) => [
      [form, '2025-01-01', ['not_yet_valid']] as const,
      [form, '2025-06-01', []] as const,
      [form, '2032-02-01', ['expired']] as const,
    ]),
  )('SEV-SNP evidence of form %i has at %s the reasons %j', async (form, now, reasons) => {
    const verdict = await verifyAzSnp(toInput(`az-snp-vtpm/evidence-v${form}.json`, now));
    expect(verdict).toMatchObject({ accepted: reasons.length === 0, reasons, report: { evidence_version: form } });
  });

  it.each(
    [0, 1].flatMap((form) => [
      [form, '2023-09-01', ['not_yet_valid']] as const,
      [form, '2024-01-01', []] as const,
      [form, '2030-10-01', ['expired']] as const,
    ]),
  )('TDX evidence of form %i has at %s the reasons %j', async (form, now, reasons) => {
    const verdict = await verifyAzTdx(toInput(`az-tdx-vtpm/evidence-v${form}.json`, now, { nonce: challenge }));
    expect(verdict).toMatchObject({ accepted: reasons.length === 0, reasons, report: { evidence_version: form } });
  });

  it('the TD quote alone is accepted, its HCL report alone is not', async () => {
    expect(await verifyAzTdx(toInput('az-tdx-vtpm/td-quote.bin', '2024-01-01'))).toMatchObject({ accepted: true });
    const alone = await verifyAzTdx(toInput('az-tdx-vtpm/hcl-report.bin', '2024-01-01'));
    expect(alone).toMatchObject({ accepted: false, reasons: ['unsupported'] });
  });

  it('the vTPM signed the nonce; another one, or one without a quote, is refused', async () => {
    const evidence = (nonce: Uint8Array) =>
      verifyAzSnp(toInput('az-snp-vtpm/evidence-v1.json', '2025-06-01', { nonce }));
    expect((await evidence(challenge)).accepted).toBe(true);
    expect((await evidence(challenge.slice(1))).reasons).toEqual(['nonce_mismatch']);
    expect((await verifyAzSnp(hclInput('2024-01-01', { nonce: challenge }))).reasons).toContain('nonce_mismatch');
  });

  it('the second later form has its nonce in the quote and in the user data of the runtime data', async () => {
    const path = 'az-snp-vtpm/evidence-v2.json';
    const { report } = await verifyAzSnp(toInput(path, '2025-06-01'));
    const reportData = Buffer.from(String(report?.['user_data']), 'hex');
    const nonce = reportData.subarray(0, 48);
    expect((await verifyAzSnp(toInput(path, '2025-06-01', { nonce, reportData }))).accepted).toBe(true);
  });

  it.each([
    ['az-snp-vtpm', '2024-01-01'],
    ['az-tdx-vtpm', '2024-01-01'],
  ])('the recorded quotes of %s are signed by the key in the HCL report beside them', async (name, now) => {
    const hcl = parseHclReport(readVector(`${folder}/${name}/hcl-report.bin`));
    if ('code' in hcl) throw new Error(hcl.message);
    const runtime = parseRuntimeData(hcl.runtimeData);
    const input = toInput(`${name}/hcl-report.bin`, now);
    for (const quote of [readRecorded(`${name}/quote.bin`), readJson(`${name}/tpm-quote-v1.json`)]) {
      const findings = createFindings();
      const checked = await checkTpmQuote(quote, runtime?.attestationKey, input, findings);
      expect(findings.list).toEqual([]);
      expect(checked?.extraData).toEqual(challenge);
    }
  });

  it('the separate quote of the folder is of another vTPM', async () => {
    const hcl = parseHclReport(readVector(`${folder}/az-snp-vtpm/hcl-report.bin`));
    if ('code' in hcl) throw new Error(hcl.message);
    const quote = {
      message: readVector(`${folder}/az-snp-vtpm/tpm-quote.msg`),
      signature: readVector(`${folder}/az-snp-vtpm/tpm-quote.sig`),
      pcrs: [],
    };
    const findings = createFindings();
    await checkTpmQuote(quote, parseRuntimeData(hcl.runtimeData)?.attestationKey, hclInput('2024-01-01'), findings);
    expect(findings.list.map(({ code }) => code)).toContain('signature_invalid');
  });

  it('an HCL report is recognised by its first bytes', () => {
    expect(isHclReport(readVector(`${folder}/az-tdx-vtpm/hcl-report.bin`))).toBe(true);
    expect(isHclReport(readVector(`${folder}/az-tdx-vtpm/td-quote.bin`))).toBe(false);
  });

  it('the primitives of a browser give the same verdicts', async () => {
    const web = createWebProofCrypto(globalThis.crypto.subtle);
    const snp = toInput('az-snp-vtpm/evidence-v1.json', '2025-06-01', { nonce: challenge });
    expect(await verifyAzSnp({ ...snp, crypto: web })).toEqual(await verifyAzSnp(snp));
    const tdx = toInput('az-tdx-vtpm/evidence-v1.json', '2024-01-01', { nonce: challenge });
    expect(await verifyAzTdx({ ...tdx, crypto: web })).toEqual(await verifyAzTdx(tdx));
  });

  const crypto = rememberChecks(nodeProofCrypto);

  it('no flip or truncation of the HCL report is accepted', async () => {
    const sound = hclInput('2024-01-01', { crypto });
    const verify = (report: Uint8Array) => verifyAzSnp({ ...sound, report });
    await expectNoAcceptedMutation(sound.report, verify, { stride: 3, truncationStride: 4 });
  }, 60_000);

  it.each([
    [0, 61],
    [1, 17],
    [2, 17],
  ])(
    'no flip or truncation of SEV-SNP evidence of form %i is accepted',
    async (form, stride) => {
      const sound = toInput(`az-snp-vtpm/evidence-v${form}.json`, '2025-06-01', { crypto });
      const verify = (report: Uint8Array) => verifyAzSnp({ ...sound, report });
      const isWhole = (length: number) => length >= sound.report.length - trailingSpace(sound.report);
      await expectNoAcceptedMutation(sound.report, verify, {
        stride,
        sampled: 16,
        truncationStride: 15 * stride,
        isWhole,
      });
    },
    60_000,
  );
});

function trailingSpace(report: Uint8Array): number {
  const { length } = new TextDecoder().decode(report).trimEnd();
  return report.length - length;
}
