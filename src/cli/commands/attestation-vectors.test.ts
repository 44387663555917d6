import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasVectors, vectorPath, vectorsTitle } from '../../proof/reports/vectors.fixture.ts';
import { runFake } from '../cli.fake.ts';

/** Short names of sample folders, for `NAME/path` in the arguments below. */
const folders: Readonly<Record<string, string>> = {
  TRUSTEE: 'confidential-containers__trustee/deps/verifier/test_data',
  E2E: 'confidential-containers__trustee/attestation-service/tests/e2e',
  SEV: 'google__go-sev-guest/verify/testdata',
  TRUST: 'google__go-sev-guest/verify/trust',
  TDX: 'google__go-tdx-guest/testing/testdata',
  QVL: 'Phala-Network__dcap-qvl',
  NITRO: 'evervault__attestation-doc-validation/test-data',
  NVTRUST: 'NVIDIA__nvtrust/guest_tools/gpu_verifiers/local_gpu_verifier/src/verifier/samples',
};

let scratch: string;

/** `NAME/path` is the path of a sample, `@name` a file of this test. */
const toArgument = (text: string): string => {
  if (text.startsWith('@')) return join(scratch, text.slice(1));
  const [name = '', ...rest] = text.split('/');
  return Object.hasOwn(folders, name) ? vectorPath([folders[name], ...rest].join('/')) : text;
};

const verify = (line: string) =>
  runFake(['attestation', 'verify', '--json', ...line.split(' ').map(toArgument)], { env: {} });

const read = (path: string) => readFile(toArgument(path));

interface Case {
  /** Arguments, separated by spaces. */
  readonly line: string;
  /** Codes of the verdict; none means accepted. */
  readonly reasons?: readonly string[];
  readonly tcb?: string;
  readonly advisories?: number;
  readonly tier?: string;
}

const collateral = 'TDX/sample_tcbInfo_response TDX/sample_qeIdentity_response TDX/pckcrl TDX/rootcrl.der';
const nonce = '931d8dd0add203ac3d8b4fbde75e115278eefcdceac5b87671a748f32364dfcb';
const gpu = '--kind nvidia TRUSTEE/nvidia/hopperAttestationReport.txt';
const gpuChain = (number: number) => `--certs TRUSTEE/nvidia/hopper_cert_chain_case${number}.txt --now 2024-01-01`;
const snp = '--kind snp TRUSTEE/snp/test-report.bin';
const vlek = '--kind snp TRUSTEE/snp/test-vlek-report.bin --certs TRUSTEE/snp/test-vlek.der';
const prod = '--kind tdx TDX/tdx_prod_quote_SPR_E4.dat';
const qvl = '--collateral QVL/sample/tdx_quote_collateral.json';
const near = 'QVL/tests/near/contracts/gas-test/tests/quote';
const carrier = 'NITRO/beta/non-debug-cert-containing-attestation-document-18-1-23';

const cases: readonly Case[] = [
  // AMD SEV-SNP
  {
    line: '--kind snp SEV/attestation.bin --certs SEV/vcek.testcer SEV/milan.testcer --now 2024-01-01',
    reasons: ['debug'],
  },
  {
    line: '--kind snp SEV/attestation.bin --certs SEV/milan.testcer --certs SEV/vcek.testcer --now 2024-01-01',
    reasons: ['debug'],
  },
  {
    line: '--kind snp SEV/attestation.bin --certs SEV/vcek.testcer --now 2022-09-01',
    reasons: ['not_yet_valid', 'debug'],
  },
  { line: `${snp} --certs TRUSTEE/snp/test-vcek.der --now 2024-01-01`, tier: 'warning' },
  { line: `${snp} --certs TRUSTEE/snp/test-vcek.der --now 2023-01-01`, reasons: ['not_yet_valid'] },
  { line: `${snp} --certs TRUSTEE/snp/test-vcek.der --now 2031-01-01`, reasons: ['expired'] },
  { line: `${snp} --certs @vcek.pem TRUST/ask_ark_milan.pem --now 2024-01-01` },
  { line: `${snp} TRUST/ask_ark_milan.pem @vcek.hex --now 2024-01-01` },
  { line: '--kind snp @report.hex --certs TRUSTEE/snp/test-vcek.der --now 2024-01-01' },
  { line: '--kind snp @report.0x --certs TRUSTEE/snp/test-vcek.der --now 2024-01-01' },
  { line: '--kind snp @report.base64 --certs @vcek.base64 --now 2024-01-01' },
  { line: `${snp} --now 2024-01-01`, reasons: ['chain_invalid', 'signature_invalid'] },
  {
    line: `${snp} --certs TRUSTEE/snp/test-vcek-invalid-legacy.der --now 2024-01-01`,
    reasons: ['chain_invalid', 'tcb_no_match', 'signature_invalid'],
  },
  {
    line: `${snp} --certs TRUSTEE/snp/test-vcek-invalid-new.der --now 2024-01-01`,
    reasons: ['chain_invalid', 'tcb_no_match', 'signature_invalid'],
  },
  { line: `${snp} --certs TRUSTEE/snp/test-vcek.der --now 2024-01-01 --policy @good-snp.json`, tier: 'warning' },
  { line: `${snp} --certs TRUSTEE/snp/test-vcek.der --now 2024-01-01 --policy @wrong.json`, reasons: ['measurement'] },
  {
    line: `${snp} --certs TRUSTEE/snp/test-vcek.der --now 2024-01-01 --policy @require-revocation.json`,
    reasons: ['policy'],
  },
  {
    line: `${snp} --certs TRUSTEE/snp/test-vcek.der --now 2024-01-01 --nonce 00`,
    reasons: ['nonce_mismatch', 'report_data_mismatch'],
  },
  { line: `${vlek} --now 2025-06-01 --policy @vmpl.json` },
  { line: `${vlek} --now 2025-06-01`, reasons: ['policy'] },
  { line: `${vlek} --now 2024-12-01 --policy @vmpl.json`, reasons: ['not_yet_valid'] },
  { line: `${vlek} --now 2026-01-01 --policy @vmpl.json`, reasons: ['expired'] },
  { line: '--kind snp E2E/evidence.json --now 2025-09-01' },
  { line: '--kind snp E2E/evidence.json --now 2025-01-01', reasons: ['not_yet_valid'] },
  { line: '--kind az-snp TRUSTEE/az-snp-vtpm/hcl-report.bin --certs TRUSTEE/az-snp-vtpm/vcek.pem --now 2024-01-01' },
  { line: '--kind az-snp TRUSTEE/az-snp-vtpm/evidence-v0.json --now 2025-06-01' },
  { line: '--kind az-snp TRUSTEE/az-snp-vtpm/evidence-v1.json --now 2025-06-01' },
  { line: '--kind az-snp TRUSTEE/az-snp-vtpm/evidence-v2.json --now 2025-06-01' },
  { line: '--kind az-snp TRUSTEE/az-snp-vtpm/evidence-v2.json --now 2033-01-01', reasons: ['expired'] },
  // Intel TDX and SGX
  { line: `${prod} --now 2023-07-01`, tier: 'warning' },
  { line: `${prod} --now 2053-01-01`, reasons: ['expired'] },
  { line: `${prod} --now 2022-01-01`, reasons: ['not_yet_valid'] },
  // The platform is below every level of the TCB Info beside it; another one of its kind is up to date.
  { line: `${prod} --now 2023-07-01 --collateral ${collateral}`, reasons: ['tcb_no_match'] },
  { line: `${prod} --now 2023-08-01 --collateral ${collateral}`, reasons: ['collateral_expired', 'tcb_no_match'] },
  { line: `${prod} --now 2023-06-01 --collateral ${collateral}`, reasons: ['collateral_expired', 'tcb_no_match'] },
  {
    line: `--kind tdx TRUSTEE/tdx_quote_4.dat --now 2023-07-01 --collateral ${collateral}`,
    reasons: ['debug'],
    tcb: 'UpToDate',
  },
  { line: '--kind tdx TDX/ccel/cos-113-tdx-quote.dat --now 2024-08-01' },
  { line: '--kind tdx TRUSTEE/tdx_quote_4.dat --now 2023-07-01', reasons: ['debug'] },
  { line: '--kind tdx TRUSTEE/az-tdx-vtpm/td-quote.bin --now 2024-01-01' },
  { line: '--kind sgx TRUSTEE/occlum_quote.dat --now 2024-01-01', reasons: ['debug'] },
  { line: `--kind tdx QVL/sample/tdx_quote ${qvl} --now 2025-06-19T11:16:03Z`, tcb: 'UpToDate' },
  { line: `--kind tdx QVL/sample/tdx_quote ${qvl} --now 2025-06-19T09:00:00Z`, reasons: ['collateral_expired'] },
  { line: `--kind tdx QVL/sample/tdx_quote ${qvl} --now 2025-07-20`, reasons: ['collateral_expired'] },
  {
    line: '--kind sgx QVL/sample/sgx_quote --collateral QVL/sample/sgx_quote_collateral.json --now 2025-06-19T11:56:11Z',
    tcb: 'ConfigurationAndSWHardeningNeeded',
    advisories: 2,
    tier: 'warning',
  },
  {
    line: `--kind tdx ${near}/quote_hex.txt --collateral ${near}/quote_collateral.json --now 2025-09-02T08:41:59Z`,
    tcb: 'UpToDate',
  },
  {
    line: `--kind tdx QVL/sample/quote-from-tappd.hex ${qvl} --now 2025-06-19T11:16:03Z`,
    reasons: ['tcb_no_match'],
  },
  { line: `--kind tdx QVL/sample/tdx-quote.hex ${qvl} --now 2025-06-19T11:16:03Z`, reasons: ['tcb_no_match'] },
  { line: '--kind tdx QVL/sample/tdx-quote.hex --now 2025-06-19T11:16:03Z' },
  { line: '--kind tdx QVL/sample/quote-from-tappd.hex --now 2025-06-19T11:16:03Z' },
  { line: '--kind tdx @quote.json --now 2023-07-01' },
  { line: '--kind az-tdx TRUSTEE/az-tdx-vtpm/evidence-v0.json --now 2024-01-01' },
  { line: '--kind az-tdx TRUSTEE/az-tdx-vtpm/evidence-v1.json --now 2024-01-01' },
  // AWS Nitro
  { line: '--kind nitro NITRO/beta/debug-mode-attestation-doc-bytes --now 2022-10-12T14:00:00Z', reasons: ['debug'] },
  {
    line: '--kind nitro NITRO/beta/debug-mode-attestation-doc-bytes --now 2022-10-12T17:00:00Z',
    reasons: ['expired', 'debug'],
  },
  { line: '--kind nitro NITRO/valid-attestation-doc-base64 --now 2023-09-18T15:10:00Z', reasons: ['debug'] },
  { line: `--kind nitro ${carrier}.pem --now 2023-01-18T13:30:00Z`, tier: 'warning' },
  { line: `--kind nitro ${carrier}-der.crt --now 2023-01-18T13:30:00Z` },
  { line: `--kind nitro ${carrier}-der.crt --now 2023-01-18T18:30:00Z`, reasons: ['expired'] },
  { line: `--kind nitro ${carrier}-der.crt --now 2023-01-18T12:30:00Z`, reasons: ['not_yet_valid'] },
  {
    line: '--kind nitro NITRO/beta/debug-mode-cert-containing-attestation-doc-18-1-23.pem --now 2023-01-18T15:30:00Z',
    reasons: ['debug'],
  },
  // NVIDIA
  { line: `${gpu} ${gpuChain(1)} --nonce ${nonce}`, tier: 'warning' },
  { line: `--kind nvidia NVTRUST/hopperAttestationReport.txt --certs NVTRUST/hopperCertChain.txt --now 2024-01-01` },
  { line: `${gpu} ${gpuChain(1)} --nonce 0x${nonce}` },
  { line: `${gpu} ${gpuChain(1)} --nonce 00`, reasons: ['nonce_mismatch'] },
  { line: `${gpu} ${gpuChain(2)}`, reasons: ['signature_invalid', 'chain_invalid'] },
  { line: `${gpu} ${gpuChain(3)}`, reasons: ['chain_invalid'] },
  { line: `${gpu} ${gpuChain(4)}`, reasons: ['signature_invalid', 'chain_invalid'] },
  { line: '--kind nvidia @evidence-list.json --now 2024-01-01' },
  { line: '--kind nvidia @evidence-of-hex.json --now 2024-01-01' },
  { line: '--kind nvidia @two-devices.json --device 2 --now 2024-01-01' },
];

async function writeForms(): Promise<void> {
  const put = (name: string, content: string | Uint8Array) => writeFile(join(scratch, name), content);
  const report = await read('TRUSTEE/snp/test-report.bin');
  const vcek = await read('TRUSTEE/snp/test-vcek.der');
  await put('report.hex', `${report.toString('hex')}\n`);
  await put('report.0x', `0x${report.toString('hex').toUpperCase()}\n`);
  await put('report.base64', (report.toString('base64').match(/.{1,64}/g) ?? []).join('\n'));
  const lines = vcek.toString('base64').match(/.{1,64}/g) ?? [];
  await put('vcek.pem', ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n'));
  await put('vcek.hex', vcek.toString('hex'));
  await put('vcek.base64', vcek.toString('base64'));
  await put('vmpl.json', JSON.stringify({ vmpl: [0, 1] }));
  await put('good-snp.json', JSON.stringify({ measurements: { measurement: [report.toString('hex', 0x90, 0xc0)] } }));
  await put('wrong.json', JSON.stringify({ measurements: { measurement: ['00'.repeat(48)] } }));
  await put('require-revocation.json', JSON.stringify({ require_revocation: true }));
  const quote = await read('TDX/tdx_prod_quote_SPR_E4.dat');
  await put('quote.json', JSON.stringify({ quote: `0x${quote.toString('hex')}`, event_log: '[]' }));
  const text = (await read('TRUSTEE/nvidia/hopperAttestationReport.txt')).toString('latin1').trim();
  const chain = await read('TRUSTEE/nvidia/hopper_cert_chain_case1.txt');
  const device = { certificate: chain.toString('base64'), evidence: Buffer.from(text, 'hex').toString('base64') };
  await put('evidence-list.json', JSON.stringify([device]));
  await put('two-devices.json', JSON.stringify({ nonce, arch: 'HOPPER', evidence_list: [device, device] }));
  const ofHex = { ...device, evidence: Buffer.from(text).toString('base64') };
  await put('evidence-of-hex.json', JSON.stringify([ofHex]));
}

describe.skipIf(!hasVectors)(`assay attestation verify on genuine ${vectorsTitle}`, () => {
  beforeAll(async () => {
    scratch = await mkdtemp(join(tmpdir(), 'attestation-'));
    await writeForms();
  });
  afterAll(() => rm(scratch, { recursive: true, force: true }));

  it.each(cases.map((one) => [one.line.replaceAll('--', ''), one] as const))('%s', async (_, one) => {
    const { reasons = [] } = one;
    const { code, out, err } = await verify(one.line);
    expect(err).toBe('');
    const verdict = JSON.parse(out);
    expect(verdict.reasons).toEqual(reasons);
    expect([code, verdict.accepted]).toEqual(reasons.length === 0 ? [0, true] : [1, false]);
    expect(verdict).toMatchObject({
      tier: one.tier ?? expect.stringMatching(reasons.length === 0 ? /^(affirming|warning)$/ : /^contraindicated$/),
      ...(one.tcb === undefined ? {} : { tcb_status: one.tcb }),
      ...(one.advisories === undefined ? {} : { advisories: { length: one.advisories } }),
      vector: expect.any(Object),
      report: expect.any(Object),
    });
  });

  it('has every value of the files in the documented shape of --json', async () => {
    const { out } = await verify(`${snp} --certs TRUSTEE/snp/test-vcek.der --now 2024-01-01`);
    expect(Object.keys(JSON.parse(out)).slice(0, 5)).toEqual(['accepted', 'tier', 'reasons', 'vector', 'report']);
  });

  it('asks for the device when there are several', async () => {
    const { code, err } = await verify('--kind nvidia @two-devices.json --now 2024-01-01');
    expect([code, err]).toEqual([2, expect.stringContaining('--device')]);
  });
});
