import { generateKeyPairSync } from 'node:crypto';
import { nodeProofCrypto } from '@assay/sdk/crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ReportInput } from '../input.ts';
import { createTdxBench } from '../intel/intel-bench.fixture.ts';
import { serials } from '../intel/platform.fixture.ts';
import { expectNoAcceptedMutation, rememberChecks } from '../mutation.fixture.ts';
import { verifyAzTdx } from './az-tdx.ts';
import { type AzSampleOptions, azureBenchNow, createAzTdxBench } from './azure.fixture.ts';

const bench = createAzTdxBench();
const nonce = Buffer.alloc(32, 7);
const tdReportAt = 32;

function toInput(options: AzSampleOptions = {}, more: Partial<ReportInput> = {}): ReportInput {
  const { report, certificates } = bench.sample(options);
  const given = { report, certificates, now: azureBenchNow, crypto: nodeProofCrypto, roots: bench.roots, policy: {} };
  return { ...given, ...more };
}
const check = (...given: Parameters<typeof toInput>) => verifyAzTdx(toInput(...given));
const flip = (at: number) => (hcl: Buffer) =>
  hcl.fill((hcl[tdReportAt + at] ?? 0) ^ 1, tdReportAt + at, tdReportAt + at + 1);

it('evidence with the right nonce is accepted, with quote, runtime data and registers', async () => {
  const verdict = await check({}, { nonce });
  expect(verdict).toMatchObject({
    kind: 'az-tdx',
    accepted: true,
    tier: 'warning',
    report: { version: 4, hcl_version: 2, evidence_version: 1, tpm_quote: { pcrs: { pcr5: '05'.repeat(32) } } },
  });
});

it('a quote of version 5 is accepted', async () => {
  expect((await check({ tdx: { version: 5, bodyType: 3 } }, { nonce })).accepted).toBe(true);
});

it('with collateral and reference values it is affirming', async () => {
  const { collateral } = bench.sample();
  const { report } = await check();
  const measurements = { mrtd: [String(report?.['mrtd'])], pcr4: ['04'.repeat(32)] };
  const verdict = await check({}, { collateral, policy: { measurements } });
  expect(verdict).toMatchObject({ accepted: true, tier: 'affirming', vector: { hardware: 2, executables: 2 } });
  expect(verdict).toMatchObject({
    tcb_status: 'UpToDate',
    valid_until: { leaf: expect.any(String), collateral: expect.any(String) },
  });
});

it("the collateral's verdict on the quote counts here too", async () => {
  const { collateral } = bench.sample({ tdx: { lists: { revoked: [serials.leaf] } } });
  expect((await check({}, { collateral })).reasons).toEqual(['revoked']);
});

it('a TD quote alone is accepted, and binds no vTPM', async () => {
  const { report } = createTdxBench().report();
  const verdict = await check({}, { report });
  expect(verdict).toMatchObject({ kind: 'az-tdx', accepted: false, reasons: ['root_untrusted'] });
  expect(verdict.notes.join()).toContain('no HCL report');
});

const { privateKey: otherKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const wrong: readonly [what: string, code: string, options: AzSampleOptions, more?: Partial<ReportInput>][] = [
  ['another nonce', 'nonce_mismatch', {}, { nonce: Buffer.alloc(32, 8) }],
  ['other user data', 'report_data_mismatch', {}, { reportData: Buffer.alloc(64, 9) }],
  ['a vTPM quote by another key', 'signature_invalid', { quoteKey: otherKey }],
  [
    'a TD quote that does not carry the runtime data',
    'report_data_mismatch',
    { tdx: { reportData: Buffer.alloc(64) } },
  ],
  ['another register', 'measurement', {}, { policy: { measurements: { pcr4: ['00'.repeat(32)] } } }],
  ['another measurement', 'measurement', {}, { policy: { measurements: { mrtd: ['00'.repeat(48)] } } }],
  ['a foreign root', 'root_untrusted', {}, { roots: [] }],
  ['the HCL report without a TD quote', 'unsupported', { form: 'hcl' }],
  ['the HCL report of another TEE', 'unsupported', { editHcl: (hcl) => hcl.fill(2, 1224, 1225) }],
  ['a TD report of another type', 'report_data_mismatch', { editHcl: flip(0) }],
  ['a TD report of another version', 'report_data_mismatch', { editHcl: flip(2) }],
  ['a TD report of another processor', 'report_data_mismatch', { editHcl: flip(20) }],
  ['a TD report with another hash', 'report_data_mismatch', { editHcl: flip(40) }],
  ['a TD report with other user data', 'report_data_mismatch', { editHcl: flip(130) }],
  ['a TD report of another module', 'report_data_mismatch', { editHcl: flip(290) }],
  ['a TD report of another TD', 'report_data_mismatch', { editHcl: flip(530) }],
  ['a TD report with bytes after it', 'report_data_mismatch', { editHcl: flip(1100) }],
];
it.each(wrong)('%s is refused as %s', async (_what, code, options, more) => {
  const verdict = await check(options, more);
  expect(verdict.accepted).toBe(false);
  expect(verdict.reasons).toContain(code);
  expect(verdict.tier).toBe('contraindicated');
});

it('no flip or truncation of evidence is accepted, except the MAC that only the processor can check', async () => {
  const sound = toInput({}, { crypto: rememberChecks(nodeProofCrypto) });
  const text = new TextDecoder().decode(sound.report);
  const hclAt = text.indexOf('"hcl_report":"') + 14;
  // Four letters for three bytes; the MAC stands at 224 of the TD report.
  const [macStart, macEnd] = [tdReportAt + 224, tdReportAt + 256].map((at) => hclAt + (at * 4) / 3);
  const isCutOff = (offset: number) => offset >= Math.floor(macStart ?? 0) && offset <= Math.ceil(macEnd ?? 0);
  const verify = (report: Uint8Array) => verifyAzTdx({ ...sound, report });
  await expectNoAcceptedMutation(sound.report, verify, { stride: 13, sampled: 16, truncationStride: 199, isCutOff });
}, 60_000);

it('foreign bytes never throw and are never accepted', async () => {
  const sound = toInput();
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 2700 }), fc.nat(sound.report.length - 1), async (noise, at) => {
      const report = Buffer.concat([sound.report.subarray(0, at), noise]);
      expect((await verifyAzTdx({ ...sound, report })).accepted).toBe(false);
    }),
    { numRuns: 200 },
  );
});
