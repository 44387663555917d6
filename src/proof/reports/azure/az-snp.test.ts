import { generateKeyPairSync } from 'node:crypto';
import { nodeProofCrypto } from '@assay/sdk/crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ReportInput } from '../input.ts';
import { expectNoAcceptedMutation, rememberChecks } from '../mutation.fixture.ts';
import { verifyAzSnp } from './az-snp.ts';
import { type AzSampleOptions, createAzSnpBench } from './azure.fixture.ts';
import { parseTpmQuote } from './tpm-quote.ts';

const bench = createAzSnpBench();
const now = Date.parse('2026-01-01');
const nonce = Buffer.alloc(32, 7);
const padded = Buffer.concat([nonce, Buffer.alloc(32)]);

function toInput(options: AzSampleOptions = {}, more: Partial<ReportInput> = {}): ReportInput {
  const { report, certificates } = bench.sample(options);
  return { report, certificates, now, crypto: nodeProofCrypto, roots: bench.roots, policy: {}, ...more };
}
const check = (...given: Parameters<typeof toInput>) => verifyAzSnp(toInput(...given));

it('evidence with the right nonce is accepted, with the registers by name', async () => {
  const verdict = await check({}, { nonce });
  expect(verdict).toMatchObject({
    kind: 'az-snp',
    accepted: true,
    tier: 'warning',
    report: { product: 'Milan', hcl_version: 1, tpm_quote: { safe: true, pcrs: { pcr5: '05'.repeat(32) } } },
  });
});

it('with list, lowest TCB and reference values it is affirming', async () => {
  const { collateral } = bench.sample();
  const measurements = { measurement: ['a1'.repeat(48)], pcr4: ['04'.repeat(32)] };
  const verdict = await check({}, { collateral, policy: { measurements, minimum_tcb: { snp: 24 } } });
  expect(verdict).toMatchObject({ accepted: true, tier: 'affirming' });
});

it('registers of the vTPM alone do not show that the code is known', async () => {
  const verdict = await check({}, { policy: { measurements: { pcr4: ['04'.repeat(32)] } } });
  expect(verdict).toMatchObject({ accepted: true, tier: 'warning', vector: { executables: 0 } });
});

it('the HCL report alone is accepted and reports that the vTPM signed nothing', async () => {
  const verdict = await check({ form: 'hcl' });
  expect(verdict).toMatchObject({ accepted: true, report: { tpm_quote: null } });
  expect(verdict.notes.join()).toContain('no quote of the vTPM');
});

it('user data chosen by the guest answers a nonce without a quote, and user data with one', async () => {
  expect((await check({ form: 'hcl', userData: padded }, { nonce })).accepted).toBe(true);
  expect((await check({ userData: padded }, { nonce, reportData: padded })).accepted).toBe(true);
});

const otherKey = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
const weakKey = generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey.export({ format: 'jwk' });
const withKey = (key: object) => ({
  editRuntime: (runtime: object) => ({ ...runtime, keys: [{ kid: 'HCLAkPub', kty: 'RSA', ...key }] }),
});
const wrong: readonly [what: string, code: string, options: AzSampleOptions, more?: Partial<ReportInput>][] = [
  ['another nonce', 'nonce_mismatch', {}, { nonce: Buffer.alloc(32, 8) }],
  ['a nonce with more behind it', 'nonce_mismatch', {}, { nonce: nonce.subarray(0, 31) }],
  ['a nonce without a quote', 'nonce_mismatch', { form: 'hcl' }, { nonce }],
  ['other user data', 'report_data_mismatch', {}, { reportData: padded }],
  [
    'user data that the policy does not expect',
    'report_data_mismatch',
    {},
    { policy: { report_data: '11'.repeat(64) } },
  ],
  ['a quote by another key', 'signature_invalid', { quoteKey: otherKey }],
  ['runtime data that the report does not carry', 'report_data_mismatch', { snp: { reportData: Buffer.alloc(64) } }],
  ['a hash with more behind it', 'report_data_mismatch', { snp: { edit: (report) => report.fill(1, 0x70, 0x71) } }],
  ['a weak attestation key', 'unsupported', withKey(weakKey)],
  ['an attestation key that is no RSA key', 'unsupported', withKey({ kty: 'EC' })],
  ['an attestation key without a modulus', 'unsupported', withKey({ e: 'AQAB' })],
  ['a modulus with a leading zero', 'unsupported', withKey({ e: 'AQAB', n: `AA${'A'.repeat(342)}` })],
  ['no attestation key', 'unsupported', { editRuntime: (runtime) => ({ ...runtime, keys: [] }) }],
  ['two attestation keys', 'unsupported', { editRuntime: ({ keys }) => ({ keys: [keys[0], keys[0]] }) }],
  ['no JSON in the runtime data', 'unsupported', { editRuntime: () => 'text' }],
  ['something else that the TPM signed', 'unsupported', { editMessage: (message) => message.fill(0x17, 5, 6) }],
  ['a quote with bytes after it', 'unsupported', { editMessage: (message) => Buffer.concat([message, Buffer.of(0)]) }],
  ['a quote of fewer registers than given', 'measurement', { editMessage: (message) => message.fill(0x7f, 108, 109) }],
  ['another register', 'measurement', {}, { policy: { measurements: { pcr4: ['00'.repeat(32)] } } }],
  [
    'a register without a quote',
    'measurement',
    { form: 'hcl' },
    { policy: { measurements: { pcr4: ['04'.repeat(32)] } } },
  ],
  ['a register that no TPM has', 'measurement', {}, { policy: { measurements: { pcr24: ['00'.repeat(32)] } } }],
  ['another measurement', 'measurement', {}, { policy: { measurements: { measurement: ['00'.repeat(48)] } } }],
  ['debug', 'debug', { snp: { policy: 0xb_0000n } }],
  ['VMPL 2', 'policy', { snp: { vmpl: 2 } }],
  ['an expired VCEK', 'expired', { snp: { notAfter: '2025-01-01' } }],
  ['a foreign root', 'chain_invalid', {}, { roots: [] }],
  ['an unknown header version', 'unsupported', { editHcl: (hcl) => hcl.fill(3, 4, 5) }],
  ['another request type', 'unsupported', { editHcl: (hcl) => hcl.fill(1, 12, 13) }],
  ['a status', 'padding', { editHcl: (hcl) => hcl.fill(1, 16, 17) }],
  ['a byte after the runtime data', 'padding', { editHcl: (hcl) => hcl.fill(1, 2599, 2600) }],
  ['sizes that do not add up', 'length', { editHcl: (hcl) => hcl.writeUInt32LE(hcl.readUInt32LE(1232) + 1, 1232) }],
  ['a size behind the end', 'length', { editHcl: (hcl) => hcl.writeUInt32LE(0xffff_ffff, 1232) }],
  ['the report of another TEE', 'unsupported', { editHcl: (hcl) => hcl.fill(4, 1224, 1225) }],
  ['an unknown hash', 'unsupported', { editHcl: (hcl) => hcl.fill(4, 1228, 1229) }],
  ['another hash than was used', 'report_data_mismatch', { editHcl: (hcl) => hcl.fill(2, 1228, 1229) }],
];
it.each(wrong)('%s is refused as %s', async (_what, code, options, more) => {
  const verdict = await check(options, more);
  expect(verdict.accepted).toBe(false);
  expect(verdict.reasons).toContain(code);
  expect(verdict.tier).toBe('contraindicated');
});

describe('the text of the evidence has one form', () => {
  const text = new TextDecoder().decode(bench.sample().report);
  const spelled = (from: RegExp | string, to: string) => new TextEncoder().encode(text.replace(from, to));
  it.each([
    ['upper-case digits', spelled('"message":"ff', '"message":"FF')],
    ['an unknown member', spelled('{"version":1', '{"extra":1,"version":1')],
    ['a member twice', spelled('{"version":1', '{"version":1,"version":1')],
    ['an unknown version', spelled('{"version":1', '{"version":3')],
    ['half of the padding', spelled('","tpm_quote', '==","tpm_quote')],
    ['text before it', spelled('{', 'x{')],
  ])('%s is refused', async (_what, report) => {
    expect((await verifyAzSnp({ ...toInput(), report })).reasons).toEqual(['unsupported']);
  });
});

it('no flip or truncation of evidence is accepted', async () => {
  const sound = toInput({}, { crypto: rememberChecks(nodeProofCrypto) });
  const verify = (report: Uint8Array) => verifyAzSnp({ ...sound, report });
  await expectNoAcceptedMutation(sound.report, verify, { stride: 7, sampled: 16, truncationStride: 64 });
}, 60_000);

it('foreign bytes never throw and are never accepted', async () => {
  const sound = toInput({ form: 'hcl' });
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 2600 }), fc.boolean(), async (noise, isLong) => {
      const report = isLong ? Buffer.concat([sound.report.subarray(0, 1216), noise, Buffer.alloc(2600)]) : noise;
      expect((await verifyAzSnp({ ...sound, report: report.subarray(0, 2600) })).accepted).toBe(false);
    }),
    { numRuns: 300 },
  );
  fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => void parseTpmQuote(bytes)));
  const head = Buffer.from('ff5443478018', 'hex');
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      expect(parseTpmQuote(Buffer.concat([head, bytes]))?.pcrDigest.length ?? 32).toBe(32);
    }),
  );
});
