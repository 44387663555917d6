/** Conformance cases of TDX and SGX quotes, of every version, with TCB evaluation. */
import {
  createSgxBench,
  createTdxBench,
  type IntelBench,
  type IntelSampleOptions,
  intelBenchNow,
} from '../../src/proof/reports/intel/intel-bench.fixture.ts';
import { serials, toTcbLevel } from '../../src/proof/reports/intel/platform.fixture.ts';
import { bodyOffsets } from '../../src/proof/reports/intel/quote.fixture.ts';
import { append, flip, type ReportCase, type ReportGroup, withoutCollateral, withReport } from './report-cases.ts';

const { td, enclave } = bodyOffsets;
const status = (name: string, advisoryIDs: readonly string[] = []) => ({
  tcbInfo: { tcbLevels: [toTcbLevel(name, { advisoryIDs })] },
});

/** Quotes of TDs. */
export function createTdxGroup(): ReportGroup {
  const bench = createTdxBench();
  const of = (options: IntelSampleOptions = {}) => bench.report(options);
  const sound = of();
  const cases: ReportCase[] = [
    { name: 'version 4', sample: sound },
    { name: 'version 5, TDX 1.0', sample: of({ version: 5 }) },
    { name: 'version 5, TDX 1.5', sample: of({ version: 5, bodyType: 3 }) },
    {
      name: 'zeros behind the quote',
      sample: withReport(sound, append(sound.report, ...new Array<number>(64).fill(0))),
    },
    { name: 'a byte behind the quote', sample: withReport(sound, append(sound.report, 1)), reasons: ['padding'] },
    ...sharedCases(bench, sound),
    { name: 'under another root', sample: withoutCollateral(createTdxBench().report()), reasons: ['root_untrusted'] },
    {
      name: 'with reference values',
      sample: sound,
      policy: { measurements: { mrtd: ['a1'.repeat(48)], rtmr0: ['00'.repeat(48), 'b0'.repeat(48)] } },
      tier: 'affirming',
    },
    {
      name: 'other code',
      sample: sound,
      policy: { measurements: { rtmr0: ['00'.repeat(48)] } },
      reasons: ['measurement'],
    },
    {
      name: 'debug',
      sample: of({ body: { [td.tdAttributes]: Uint8Array.of(1, 0, 0, 16, 0, 0, 0, 0) } }),
      reasons: ['debug'],
    },
    {
      name: 'TDX module below every level',
      sample: of({ body: { [td.teeTcbSvn]: Uint8Array.of(1, 1, 4) } }),
      reasons: ['tcb_no_match'],
    },
    {
      name: 'TDX module unknown',
      sample: of({ body: { [td.teeTcbSvn]: Uint8Array.of(3, 2, 4) } }),
      reasons: ['tcb_no_match'],
    },
    {
      name: 'TDX module signed by somebody else',
      sample: of({ body: { [td.mrsignerseam]: new Uint8Array(48).fill(1) } }),
      reasons: ['tcb_no_match'],
    },
  ];
  return { kind: 'tdx', roots: bench.roots, now: intelBenchNow, cases };
}

/** Quotes of enclaves. */
export function createSgxGroup(): ReportGroup {
  const bench = createSgxBench();
  const sound = bench.report();
  const cases: ReportCase[] = [
    { name: 'version 3', sample: sound },
    ...sharedCases(bench, sound),
    {
      name: 'with reference values',
      sample: sound,
      policy: { measurements: { mrenclave: ['e1'.repeat(32)] } },
      tier: 'affirming',
    },
    {
      name: 'other code',
      sample: sound,
      policy: { measurements: { mrsigner: ['00'.repeat(32)] } },
      reasons: ['measurement'],
    },
    {
      name: 'debug',
      sample: bench.report({ body: { [enclave.attributes]: Buffer.from('0700000000000000e700000000000000', 'hex') } }),
      reasons: ['debug'],
    },
  ];
  return { kind: 'sgx', roots: bench.roots, now: intelBenchNow, cases };
}

function sharedCases(bench: IntelBench, sound: ReturnType<IntelBench['report']>): ReportCase[] {
  const of = (options: IntelSampleOptions) => bench.report(options);
  const reportData = new Uint8Array(64).fill(0x5a, 0, 32);
  const { collateral } = sound;
  return [
    { name: 'without collateral', sample: withoutCollateral(sound) },
    { name: 'answers the nonce', sample: of({ reportData }), nonce: reportData.subarray(0, 32) },
    { name: 'another nonce', sample: sound, nonce: reportData, reasons: ['nonce_mismatch', 'report_data_mismatch'] },
    { name: 'empty', sample: withReport(sound, new Uint8Array()), reasons: ['length'] },
    { name: 'cut off', sample: withReport(sound, sound.report.slice(0, -100)), reasons: ['length'] },
    { name: 'another version', sample: of({ header: { 0: Uint8Array.of(2) } }), reasons: ['unsupported'] },
    { name: 'another kind of key', sample: of({ header: { 2: Uint8Array.of(3) } }), reasons: ['unsupported'] },
    { name: 'one bit of the body', sample: withReport(sound, flip(sound.report, 200)), reasons: ['signature_invalid'] },
    {
      name: 'quoting enclave vouches for another key',
      sample: of({ qeReportData: new Uint8Array(32) }),
      reasons: ['signature_invalid'],
    },
    {
      name: 'chain without its CA',
      sample: of({ chain: [bench.platform.leaf.der, bench.platform.root.der] }),
      reasons: ['chain_invalid'],
    },
    {
      name: 'before the documents',
      sample: sound,
      now: Date.parse('2026-05-31T00:00:00Z'),
      reasons: ['collateral_expired'],
    },
    {
      name: 'after the documents',
      sample: sound,
      now: Date.parse('2026-07-01T00:00:00Z'),
      reasons: ['collateral_expired'],
    },
    {
      name: 'before its certificate',
      sample: withoutCollateral(sound),
      now: Date.parse('2023-01-01'),
      reasons: ['not_yet_valid'],
    },
    {
      name: 'after its certificate',
      sample: withoutCollateral(sound),
      now: Date.parse('2032-01-01'),
      reasons: ['expired'],
    },
    { name: 'PCK revoked', sample: of({ lists: { revoked: [serials.leaf] } }), reasons: ['revoked'] },
    { name: 'list out of date', sample: of({ lists: { nextUpdate: '2026-06-01' } }), reasons: ['collateral_expired'] },
    {
      name: 'no level reached',
      sample: of({ tcbInfo: { tcbLevels: [toTcbLevel('UpToDate', { pceSvn: 12 })] } }),
      reasons: ['tcb_no_match'],
    },
    {
      name: 'TCB Info of another platform',
      sample: of({ tcbInfo: { fmspc: '00906ed50000' } }),
      reasons: ['tcb_no_match'],
    },
    { name: 'level revoked', sample: of(status('Revoked')), reasons: ['tcb_revoked'] },
    { name: 'level out of date', sample: of(status('OutOfDate', ['INTEL-SA-00001'])) },
    {
      name: 'level out of date, and that is not accepted',
      sample: of(status('OutOfDate')),
      policy: { tcb_statuses: ['UpToDate'] },
      reasons: ['policy'],
    },
    { name: 'hardening needed', sample: of(status('SWHardeningNeeded', ['INTEL-SA-00002'])) },
    {
      name: 'one bit of the TCB Info',
      sample: {
        ...sound,
        collateral: {
          ...collateral,
          documents: collateral.documents.map((text) => text.replace('"version":3', '"version":3 ')),
        },
      },
      reasons: ['signature_invalid'],
    },
    {
      name: 'required lists are missing',
      sample: withoutCollateral(sound),
      policy: { require_revocation: true },
      reasons: ['policy'],
    },
  ];
}
